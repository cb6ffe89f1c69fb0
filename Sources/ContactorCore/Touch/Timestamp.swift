/// A length of time in microseconds: what the engine counts with inside, where a `Duration` of 128 bits would be slow.
package typealias Microseconds = Int64

/// A moment on the input device's clock: microseconds of `CLOCK_MONOTONIC`.
///
/// The engine never reads a clock (contract 1.1); every moment it knows came in with a frame or with
/// `Application.advance(to:)`. Sums and differences saturate: they never trap and never wrap (contract 1.10).
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

  /// The time that passed from `right` to `left`; negative where `left` is the earlier one.
  ///
  /// From −2⁶³ to 2⁶³ − 1 µs; the nearer of the two where it is more than that.
  public static func - (left: Timestamp, right: Timestamp) -> Duration {
    .microseconds(left.microseconds(since: right))
  }

  /// The moment `right` after `left`, or the last or first moment where there is none so late or early.
  ///
  /// Parts of a microsecond are left out.
  public static func + (left: Timestamp, right: Duration) -> Timestamp {
    left.advanced(byMicroseconds: right.clampedMicroseconds)
  }

  /// The moment `right` before `left`, or the first or last moment where there is none so early or late.
  ///
  /// Parts of a microsecond are left out.
  public static func - (left: Timestamp, right: Duration) -> Timestamp {
    let (moment, overflows) = left.microseconds.subtractingReportingOverflow(right.clampedMicroseconds)
    guard overflows else { return Timestamp(microseconds: moment) }
    return Timestamp(microseconds: right < .zero ? .max : .min)
  }
}

extension Timestamp {
  /// The microseconds that passed since an earlier moment; negative for a later one, saturating.
  @inlinable
  package func microseconds(since other: Timestamp) -> Int64 {
    let (passed, overflows) = microseconds.subtractingReportingOverflow(other.microseconds)
    guard overflows else { return passed }
    return self < other ? .min : .max
  }

  /// The moment so many microseconds later, or earlier for a negative number, saturating.
  @inlinable
  package func advanced(byMicroseconds time: Int64) -> Timestamp {
    let (moment, overflows) = microseconds.addingReportingOverflow(time)
    guard overflows else { return Timestamp(microseconds: moment) }
    return Timestamp(microseconds: time < 0 ? .min : .max)
  }
}

extension Duration {
  /// The whole microseconds, rounded towards zero; the greatest or least number where they are more than that.
  package var clampedMicroseconds: Microseconds {
    if self >= .microseconds(Int64.max) { return .max }
    if self <= .microseconds(Int64.min) { return .min }
    let (seconds, attoseconds) = components
    // Both have the same sign, and the sum is within the bounds.
    return seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000
  }

  /// The whole microseconds, rounded down to a number from 0.
  package var positiveMicroseconds: Microseconds { Swift.max(clampedMicroseconds, 0) }
}
