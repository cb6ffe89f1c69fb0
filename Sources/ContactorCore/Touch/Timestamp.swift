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

  /// The time that passed from `right` to `left`; negative where `left` is the earlier one.
  @inlinable
  public static func - (left: Timestamp, right: Timestamp) -> Microseconds {
    left.microseconds &- right.microseconds
  }

  /// The moment `right` after `left`.
  @inlinable
  public static func + (left: Timestamp, right: Microseconds) -> Timestamp {
    Timestamp(microseconds: left.microseconds &+ right)
  }
}
