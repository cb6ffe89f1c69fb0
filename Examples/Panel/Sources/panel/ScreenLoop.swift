internal import ContactorCore
internal import ContactorInput
internal import ContactorSystem
internal import Glibc
internal import PanelDrawing
internal import PanelScreens

/// Runs the panel on the kernel's screen with the machine's touchscreens.
final class ScreenLoop {
  private let loop: EventLoop
  private let source: LibinputSource
  private let session: Session
  /// When the loop is to wake without a touch, and the timer for that.
  private var deadline: Timestamp?
  private var timer: TimerID?
  /// Made once: a closure a frame would be memory a frame.
  private var wake: () -> Void = {}
  private var failure: String?

  /// Opens the touchscreens; those that cannot be opened are reported, and opened as soon as they can.
  init(_ screen: any Screen, _ options: Options) throws {
    loop = try EventLoop()
    let size = Size(width: Double(screen.width), height: Double(screen.height))
    var settings = LibinputSource.Options(window: size)
    settings.problem = { report("\($0)") }
    source =
      options.devices.isEmpty ? try LibinputSource(options: settings) : try LibinputSource(paths: options.devices, options: settings)
    session = try Session(screen, options)
    session.clock = { MonotonicClock.now }
  }

  /// Runs until SIGINT or SIGTERM; returns what was counted.
  ///
  /// - Throws: an error when the screen or the touchscreens are gone for good.
  func run() throws -> Statistics {
    // The signals are blocked before the first picture: from here on every end is a clean one.
    try loop.watchSignals([SIGINT, SIGTERM]) { [unowned self] _ in loop.stop() }
    wake = { [unowned self] in
      (timer, deadline) = (nil, nil)
      turn()
    }
    try loop.watch(source) { [unowned self] in read() }
    read()
    if source.devices.isEmpty, source.problems.isEmpty {
      report("there is no touchscreen yet; it is used as soon as it is plugged in (contactor doctor says more)")
    }
    try loop.run()
    if let failure { throw ScreenError(failure) }
    return session.statistics
  }

  private func read() {
    do throws(InputError) {
      try source.dispatch { event in
        switch event {
        case .frame(let frame): session.handle(frame)
        case .deviceRemoved(let device, _): session.remove(device)
        case .deviceAdded(let device, _): report("touchscreen: \(device.name)")
        case .anomaly: break
        }
      }
    } catch {
      end("\(error)")
    }
    turn()
  }

  private func turn() {
    let next = session.turn(at: MonotonicClock.now)
    if let problem = session.failure { end(problem.description) }
    guard next != deadline else { return }
    if let timer { loop.cancel(timer) }
    deadline = next
    timer = next.map { loop.schedule(at: $0, wake) }
  }

  private func end(_ reason: String) {
    failure = reason
    loop.stop()
  }
}
