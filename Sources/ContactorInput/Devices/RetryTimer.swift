internal import ContactorCore
internal import ContactorSystem

/// The pauses between attempts to take a panel that another program holds: 1 s, then twice as long each time, at most 30 s.
///
/// The kernel does not tell when a grab ends, so that only another attempt can find out.
struct RetryDelay: Hashable, Sendable {
  /// The first pause.
  static let shortest = Duration.seconds(1)
  /// No pause is longer.
  static let longest = Duration.seconds(30)

  private var following = shortest

  /// The pause before the next attempt.
  mutating func next() -> Duration {
    defer { following = min(following * 2, Self.longest) }
    return following
  }
}

/// Wakes a source for its next attempt to take the panels that other programs hold, and never while there is none.
struct RetryTimer: ~Copyable {
  private let timer: TimerDescriptor
  private var delay = RetryDelay()
  private var isArmed = false

  /// Creates a timer that is not armed.
  init() throws(SystemError) {
    timer = try TimerDescriptor()
  }

  /// Readable when an attempt is due.
  var fileDescriptor: Int32 { timer.rawValue }

  /// Waits for the next attempt if one is needed.
  mutating func arm(ifNeeded isNeeded: Bool) {
    guard isNeeded else { return disarm() }
    guard !isArmed else { return }
    isArmed = true
    timer.arm(MonotonicClock.now + delay.next())
  }

  /// Begins with short pauses again, for another panel is held.
  mutating func restart() {
    disarm()
  }

  /// Takes note that an attempt is due.
  mutating func acknowledge() {
    timer.acknowledge()
    isArmed = false
  }

  private mutating func disarm() {
    delay = RetryDelay()
    guard isArmed else { return }
    isArmed = false
    timer.arm(nil)
  }
}
