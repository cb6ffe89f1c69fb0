// A host with SwiftNIO: the engine lives on an event loop, a thread reads the touches. Run it: swift run nio [RECORDING]
internal import ContactorCore
internal import HostPanel
internal import NIOCore
internal import NIOPosix

/// The engine on an event loop; all calls come from that loop.
final class NIOHost {
  private let panel = Panel()
  private let eventLoop: any EventLoop
  private var timer: Scheduled<Void>?

  init(on eventLoop: any EventLoop) {
    self.eventLoop = eventLoop
  }

  func handle(_ event: InputEvent) {
    panel.handle(event)
    meetDeadline()
  }

  /// NIO's deadlines are of the clock of the frames, CLOCK_MONOTONIC, in nanoseconds.
  private func meetDeadline() {
    timer?.cancel()
    timer = panel.application.nextDeadline.map { deadline in
      let moment = NIODeadline.uptimeNanoseconds(UInt64(max(0, deadline.microseconds)) * 1000)
      return eventLoop.assumeIsolated().scheduleTask(deadline: moment) {
        self.panel.application.advance(to: deadline)
        self.meetDeadline()
      }
    }
  }
}

@main enum Main {
  static func main() async throws {
    let eventLoop = MultiThreadedEventLoopGroup.singleton.any()
    let host = try await eventLoop.submit { NIOLoopBound(NIOHost(on: eventLoop), eventLoop: eventLoop) }.get()
    let ended = eventLoop.makePromise(of: Void.self)
    show("ready")
    startReader(of: CommandLine.arguments.dropFirst().first) { event in
      eventLoop.execute { host.value.handle(event) }
    } end: { error in
      if let error { ended.fail(error) } else { ended.succeed() }
    }
    try await ended.futureResult.get()
  }
}
