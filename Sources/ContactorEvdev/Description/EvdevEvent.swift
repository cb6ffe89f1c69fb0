public import ContactorCore

/// One event as the kernel hands it out, in 24 bytes: laid out as `struct input_event` is on 64-bit machines.
///
/// What was read from a device node there is decoded where it lies, without a copy; elsewhere events are widened first.
public struct EvdevEvent: Hashable, Sendable {
  /// The whole seconds of the time.
  public var seconds: Int64
  /// The microseconds on top.
  public var microseconds: Int64
  /// The type, for example `EV_ABS`.
  public var type: UInt16
  /// The code within the type, for example `ABS_MT_POSITION_X`.
  public var code: UInt16
  /// The value.
  public var value: Int32

  /// Creates an event.
  @inlinable
  public init(at time: Timestamp, type: UInt16, code: UInt16, value: Int32) {
    seconds = time.microseconds / 1_000_000
    microseconds = time.microseconds % 1_000_000
    self.type = type
    self.code = code
    self.value = value
  }

  /// The time; wraps around where a device sends garbage.
  @inlinable public var time: Timestamp {
    Timestamp(microseconds: seconds &* 1_000_000 &+ microseconds)
  }
}
