/// A length of time in microseconds; may be negative.
public typealias Microseconds = Int64

/// A moment on the input device's clock: microseconds of `CLOCK_MONOTONIC`.
///
/// The engine never reads a clock (contract 1.1); every moment it knows came in with a frame or with
/// `Application.advance(to:)`. Sums saturate at the ends of the range (contract 1.10).
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

  /// The time that passed from another moment, saturating; negative where this one is the earlier one.
  package func microseconds(since other: Timestamp) -> Microseconds {
    let (difference, overflow) = microseconds.subtractingReportingOverflow(other.microseconds)
    return overflow ? (microseconds < other.microseconds ? .min : .max) : difference
  }

  /// The moment so many microseconds later, saturating.
  package func advanced(byMicroseconds time: Microseconds) -> Timestamp {
    let (sum, overflow) = microseconds.addingReportingOverflow(time)
    return Timestamp(microseconds: overflow ? (time < 0 ? .min : .max) : sum)
  }

  /// The time that passed from `right` to `left`; negative where `left` is the earlier one.
  public static func - (left: Timestamp, right: Timestamp) -> Microseconds {
    left.microseconds(since: right)
  }

  /// The moment `right` after `left`.
  public static func + (left: Timestamp, right: Microseconds) -> Timestamp {
    left.advanced(byMicroseconds: right)
  }
}

extension Duration {
  /// The whole microseconds, saturating.
  package var clampedMicroseconds: Int64 {
    let (seconds, attoseconds) = components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    if overflow { return seconds < 0 ? .min : .max }
    let (sum, overflows) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000_000)
    return overflows ? (seconds < 0 ? .min : .max) : sum
  }
}
