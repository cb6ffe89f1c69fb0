/// A span of time in microseconds, the engine's internal unit; arithmetic on `Duration`, which has 128 bits, is slower.
package typealias Microseconds = Int64

/// A point in time on the input device's clock: microseconds of `CLOCK_MONOTONIC`.
///
/// The engine never reads a clock (contract 1.1); every time comes in with a frame or with `Application.advance(to:)`. Sums and
/// differences saturate: they never trap and never wrap (contract 1.10).
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Microseconds since an arbitrary start, usually the machine's boot.
  public var microseconds: Int64

  /// Creates a timestamp from its microseconds.
  @inlinable
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// Whether the left timestamp is the earlier one.
  @inlinable
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.microseconds < right.microseconds
  }

  /// The time that passed from `right` to `left`; negative if `left` is earlier.
  ///
  /// Clamped to −2⁶³ … 2⁶³ − 1 µs.
  public static func - (left: Timestamp, right: Timestamp) -> Duration {
    .microseconds(left.microseconds(since: right))
  }

  /// The timestamp `right` after `left`, clamped to the last or first one.
  ///
  /// Fractions of a microsecond are dropped.
  public static func + (left: Timestamp, right: Duration) -> Timestamp {
    left.advanced(byMicroseconds: right.clampedMicroseconds)
  }

  /// The timestamp `right` before `left`, clamped to the first or last one.
  ///
  /// Fractions of a microsecond are dropped.
  public static func - (left: Timestamp, right: Duration) -> Timestamp {
    let (moment, overflows) = left.microseconds.subtractingReportingOverflow(right.clampedMicroseconds)
    guard overflows else { return Timestamp(microseconds: moment) }
    return Timestamp(microseconds: right < .zero ? .max : .min)
  }
}

extension Timestamp {
  /// The microseconds that passed since an earlier timestamp; negative for a later one, saturating.
  @inlinable
  package func microseconds(since other: Timestamp) -> Int64 {
    let (passed, overflows) = microseconds.subtractingReportingOverflow(other.microseconds)
    guard overflows else { return passed }
    return self < other ? .min : .max
  }

  /// The timestamp that many microseconds later, or earlier for a negative number, saturating.
  @inlinable
  package func advanced(byMicroseconds time: Int64) -> Timestamp {
    let (moment, overflows) = microseconds.addingReportingOverflow(time)
    guard overflows else { return Timestamp(microseconds: moment) }
    return Timestamp(microseconds: time < 0 ? .min : .max)
  }
}

extension Duration {
  /// The whole microseconds, rounded towards zero, clamped to the range of the type.
  package var clampedMicroseconds: Microseconds {
    if self >= .microseconds(Int64.max) { return .max }
    if self <= .microseconds(Int64.min) { return .min }
    let (seconds, attoseconds) = components
    // Both have the same sign, and the sum is within the bounds.
    return seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000
  }

  /// The whole microseconds, rounded towards zero, and 0 for a negative duration.
  package var positiveMicroseconds: Microseconds { Swift.max(clampedMicroseconds, 0) }
}
