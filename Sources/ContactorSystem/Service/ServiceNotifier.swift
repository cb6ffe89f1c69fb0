internal import ContactorCore
internal import Glibc

/// Tells the service manager, systemd, in which phase the service is, and that its event loop turns.
///
/// The messages are those of `sd_notify()`, one datagram each, that never waits: a manager that is gone costs one system call, one whose
/// queue is full gets the message a second later. Nothing is sent where no manager asks for it.
///
/// | phase | is begun by | told |
/// | --- | --- | --- |
/// | starting | `init` | nothing |
/// | ready | `ready()` | `READY=1`, `STATUS=` |
/// | reloading | `reloading()` | `RELOADING=1`, `MONOTONIC_USEC=`; then `ready()` again |
/// | stopping | `stopping()` | `STOPPING=1`, `STATUS=`; no phase follows |
///
/// The watchdog's message is sent by a timer of the loop, from `ready()` to `stopping()`: a handler that does not return, or a process
/// that is stopped, misses it, and the manager starts the service anew.
public final class ServiceNotifier {
  private enum Phase { case starting, ready, reloading, stopping }

  /// The longest time between two of the watchdog's messages, whatever the manager allows: an hour.
  package static let longestInterval = Duration.seconds(3600)
  /// The shortest time between two of the watchdog's messages, so that a limit that cannot be kept does not fill the loop: 1 ms.
  package static let shortestInterval = Duration.milliseconds(1)
  /// How long a message waits for room in the manager's queue before it is sent again, and how often.
  package static let retryDelay = Duration.seconds(1)
  static let retryLimit = 60
  /// The greatest number of bytes of a status.
  package static let statusLimit = 512

  private let loop: EventLoop
  private let socket: DatagramSender?
  /// The time between two of the watchdog's messages; `nil` where the manager wants none.
  private let interval: Duration?
  private var phase = Phase.starting
  private var reloadTime = Timestamp(microseconds: 0)
  private var status = ""
  private var watchdogTimer: TimerID?
  private var retryTimer: TimerID?
  private var retries = 0

  /// Prepares the messages; sends none yet.
  ///
  /// - Parameter complain: gets a line for each thing in the environment that makes no sense.
  public init(_ environment: ServiceEnvironment, _ loop: EventLoop, complain: (String) -> Void) {
    self.loop = loop
    environment.problems.forEach(complain)
    var sender: DatagramSender?
    if let address = environment.notifySocket {
      do throws(SystemError) {
        sender = try DatagramSender(to: address)
      } catch {
        complain("NOTIFY_SOCKET: \(error); the service manager is told nothing")
      }
    }
    interval = sender == nil ? nil : environment.watchdog.map(Self.interval(for:))
    socket = sender
  }

  deinit {
    for timer in [watchdogTimer, retryTimer] { if let timer { loop.cancel(timer) } }
  }

  /// The time between two of the watchdog's messages: half of what the manager waits, as `sd_watchdog_enabled()` advises.
  package static func interval(for limit: Duration) -> Duration {
    min(max(.microseconds(limit.positiveMicroseconds / 2), shortestInterval), longestInterval)
  }

  /// Says that the service does its work; also after a reload.
  public func ready() {
    guard phase != .stopping else { return }
    phase = .ready
    tell()
    if watchdogTimer == nil { feedWatchdog() }
  }

  /// Says that the service takes a new configuration; `ready()` says that it has.
  public func reloading() {
    guard phase == .ready else { return }
    phase = .reloading
    reloadTime = loop.now
    tell()
  }

  /// Says that the service ends.
  public func stopping() {
    guard phase != .stopping else { return }
    phase = .stopping
    if let timer = watchdogTimer.take() { loop.cancel(timer) }
    tell()
    // The loop does not turn any more.
    if let timer = retryTimer.take() { loop.cancel(timer) }
  }

  /// What the service does now, in one line, for `systemctl status`; sent where it has changed.
  public func tell(status text: String) {
    guard socket != nil else { return }
    let line = Self.line(text)
    guard line != status else { return }
    status = line
    if phase != .starting { tell() }
  }

  /// The text on one line, of `statusLimit` bytes at most.
  private static func line(_ text: String) -> String {
    var line = ""
    for character in text {
      let piece = character.isNewline ? " " : character
      guard line.utf8.count + piece.utf8.count <= statusLimit else { break }
      line.append(piece)
    }
    return line
  }

  /// Sends the phase and the status.
  private func tell() {
    guard let lines = message else { return }
    if let timer = retryTimer.take() { loop.cancel(timer) }
    let number = send(lines)
    guard number == EAGAIN || number == ENOBUFS, retries < Self.retryLimit else {
      retries = 0
      return
    }
    retries += 1
    retryTimer = loop.schedule(at: loop.now + Self.retryDelay) { [unowned self] in
      retryTimer = nil
      tell()
    }
  }

  private var message: String? {
    switch phase {
    case .starting: nil
    case .ready: "READY=1\nSTATUS=\(status)"
    case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(reloadTime.microseconds)\nSTATUS=\(status)"
    case .stopping: "STOPPING=1\nSTATUS=\(status)"
    }
  }

  private func feedWatchdog() {
    guard let interval else { return }
    _ = send("WATCHDOG=1")
    watchdogTimer = loop.schedule(at: loop.now + interval) { [unowned self] in feedWatchdog() }
  }

  private func send(_ text: String) -> Int32 {
    socket?.send(Array((text + "\n").utf8)) ?? 0
  }
}
