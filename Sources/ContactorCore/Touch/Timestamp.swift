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

/// Converts the times of a host's events to timestamps: readings of 32 or 64 bits in any unit, unwrapped (contract 1.10, 1.11).
///
/// A host without another clock takes all times from the feed's clock, so that the engine gets times of one clock only:
///
/// ```swift
/// let now = feed.clock.timestamp(at: SDL_GetTicks())
/// application.advance(to: now)
/// ```
///
/// Timestamps count from the host's 0, unless the clock was created `near` a time. A reading up to 1/256 of the clock's range before
/// the last one (4.6 hours of 32-bit milliseconds, 16 seconds of 32-bit microseconds) is a step back: its timestamp is that much
/// earlier, and the engine handles it at its current time. Every other reading is later than the last one, past the end of the range
/// if necessary. A pause longer than the range (49.7 days of 32-bit milliseconds, 71.6 minutes of 32-bit microseconds) between two
/// readings loses whole ranges, which does no harm to the engine. Sums saturate.
public struct HostClock: Sendable {
  /// The number of significant bits of a reading.
  public enum Width: Int, Hashable, Sendable {
    /// Readings start over after 2³².
    case bits32 = 32
    /// Readings start over after 2⁶⁴.
    case bits64 = 64
  }

  /// The number of significant bits of a reading.
  public let width: Width
  /// The number of ticks in a second; at least 1.
  public let ticksPerSecond: Int
  private let reference: Timestamp?
  /// The last reading; `nil` before the first.
  private var last: UInt64?
  /// The last reading plus the ranges that passed before it.
  private var total: Int128 = 0

  /// Creates a clock that has not been read.
  ///
  /// - Parameters:
  ///   - width: the number of significant bits of a reading.
  ///   - ticksPerSecond: the number of ticks in a second; a number below 1 counts as 1.
  ///   - reference: a time near the first reading, such as `MonotonicClock.now` for a clock that is `CLOCK_MONOTONIC` cut to 32 bits, as
  ///     compositors' times are. Of the times that the first reading can mean, its timestamp is the one nearest to the reference.
  public init(_ width: Width, ticksPerSecond: Int, near reference: Timestamp? = nil) {
    self.width = width
    self.ticksPerSecond = max(1, ticksPerSecond)
    self.reference = reference
  }

  /// Milliseconds of 32 bits: SDL 2, Wayland, X11, LVGL.
  public static var milliseconds32: HostClock { HostClock(.bits32, ticksPerSecond: 1000) }
  /// Milliseconds of 64 bits.
  public static var milliseconds64: HostClock { HostClock(.bits64, ticksPerSecond: 1000) }
  /// Microseconds of 32 bits: the counters of microcontrollers.
  public static var microseconds32: HostClock { HostClock(.bits32, ticksPerSecond: 1_000_000) }
  /// Microseconds of 64 bits: libinput, GLib.
  public static var microseconds64: HostClock { HostClock(.bits64, ticksPerSecond: 1_000_000) }
  /// Nanoseconds of 64 bits: SDL 3, Android.
  public static var nanoseconds64: HostClock { HostClock(.bits64, ticksPerSecond: 1_000_000_000) }

  /// The timestamp of a reading; convert readings in the order in which the host took them.
  @inlinable
  public mutating func timestamp(at ticks: some FixedWidthInteger) -> Timestamp {
    read(UInt64(truncatingIfNeeded: ticks))
  }

  @usableFromInline
  mutating func read(_ bits: UInt64) -> Timestamp {
    let mask = UInt64.max >> UInt64(64 - width.rawValue)
    let reading = bits & mask
    if let last {
      let back = (last &- reading) & mask
      total += back <= mask >> 8 ? -Int128(back) : Int128((reading &- last) & mask)
    } else {
      total = first(reading)
    }
    last = reading
    // Far beyond the range of a timestamp, and the product below does not overflow.
    total = min(max(total, -1 << 100), 1 << 100)
    return Timestamp(microseconds: Int64(clamping: total * 1_000_000 / Int128(ticksPerSecond)))
  }

  /// The first reading plus the number of ranges that brings it nearest to the reference.
  private func first(_ reading: UInt64) -> Int128 {
    guard let reference else { return Int128(reading) }
    let wanted = Int128(reference.microseconds) * Int128(ticksPerSecond) / 1_000_000
    let range = Int128(1) << Int128(width.rawValue)
    return Int128(reading) + ((wanted - Int128(reading) + range / 2) >> Int128(width.rawValue)) * range
  }
}
