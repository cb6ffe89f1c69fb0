// A host with epoll, in one thread: ContactorSystem's EventLoop. Run it: swift run epoll [RECORDING]
internal import ContactorCore
internal import ContactorSystem
internal import Glibc
internal import HostPanel

/// The engine and its loop.
final class EpollHost {
  private let panel = Panel()
  private let loop: EventLoop
  private var timer: TimerID?

  init() throws {
    loop = try EventLoop()
  }

  func run(_ recording: String?) throws {
    try loop.watchSignals([SIGINT, SIGTERM]) { [loop] signal in
      show("ended by signal \(signal)")
      loop.stop()
    }
    try readTouches(of: recording, in: loop) { event in
      self.panel.handle(event)
      self.meetDeadline()
    }
    show("ready")
    try loop.run()
  }

  /// Has the loop call when time alone changes something: a press becomes long, a list comes to rest.
  private func meetDeadline() {
    if let timer { loop.cancel(timer) }
    timer = panel.application.nextDeadline.map { deadline in
      loop.schedule(at: deadline) {
        self.panel.application.advance(to: self.loop.now)
        self.meetDeadline()
      }
    }
  }
}

@main enum Main {
  static func main() throws {
    try EpollHost().run(CommandLine.arguments.dropFirst().first)
  }
}
