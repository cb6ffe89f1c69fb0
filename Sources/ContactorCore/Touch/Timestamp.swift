/// A length of time in microseconds; may be negative.
public typealias Microseconds = Int64

/// A moment on the input device's clock: microseconds of `CLOCK_MONOTONIC`.
///
/// The engine never reads a clock (contract 1.1); every moment it knows came in with a frame or with
/// `Application.advance(to:)`.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Microseconds since an arbitrary start, usually the machine's boot.
  public var microseconds: Int64

  /// Creates a moment from its microseconds.
  @inlinable
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// Orders moments by time.
  @inlinable
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.microseconds < right.microseconds
  }

  /// The time that passed from `right` to `left`; negative where `left` is the earlier one, and the greatest or least
  /// length where it does not fit.
  @inlinable
  public static func - (left: Timestamp, right: Timestamp) -> Microseconds {
    let (passed, overflows) = left.microseconds.subtractingReportingOverflow(right.microseconds)
    guard overflows else { return passed }
    return left < right ? .min : .max
  }

  /// The moment `right` after `left`; the last or first moment where there is none so late or early.
  @inlinable
  public static func + (left: Timestamp, right: Microseconds) -> Timestamp {
    let (moment, overflows) = left.microseconds.addingReportingOverflow(right)
    guard overflows else { return Timestamp(microseconds: moment) }
    return Timestamp(microseconds: right < 0 ? .min : .max)
  }
}
