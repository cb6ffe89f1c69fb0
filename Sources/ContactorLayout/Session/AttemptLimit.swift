import ContactorCore

/// Counts the wrong secrets of a control, and locks it for a while after too many (contract 12.4).
///
/// | state | wrong | right |
/// | --- | --- | --- |
/// | open, fewer wrong than `attempts` | open with one more | open with none |
/// | open, the last that is allowed | locked until `lockout` has passed | open with none |
/// | locked | (not asked) | (not asked) |
///
/// When the time has passed, the state is open with none.
struct AttemptLimit: Equatable {
  private var wrong = 0
  private var end: Timestamp?

  /// Whether secrets are not looked at.
  func isLocked(at now: Timestamp) -> Bool { end.map { now < $0 } ?? false }

  /// Moves the times with the clock (contract 1.10).
  mutating func shift(by microseconds: Int64) {
    end = end?.advanced(byMicroseconds: microseconds)
  }

  /// Notes a right secret.
  mutating func succeed() { self = AttemptLimit() }

  /// Notes a wrong secret.
  mutating func fail(_ attempts: Int, _ lockout: Duration, at now: Timestamp) {
    if let end, now >= end { self = AttemptLimit() }
    wrong += 1
    if wrong >= attempts { (wrong, end) = (0, now + lockout) }
  }
}
