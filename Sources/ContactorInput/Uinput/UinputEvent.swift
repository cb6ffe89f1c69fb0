/// One event as the kernel takes it; the kernel stamps it with the time at which it arrives.
public struct UinputEvent: Hashable, Sendable {
  /// The type, for example `EV_ABS`.
  public var type: UInt16
  /// The code within the type, for example `ABS_MT_POSITION_X`.
  public var code: UInt16
  /// The value.
  public var value: Int32

  /// Creates an event.
  public init(type: UInt16, code: UInt16, value: Int32) {
    self.type = type
    self.code = code
    self.value = value
  }

  /// The end of a frame (`SYN_REPORT`).
  public static let report = UinputEvent(
    type: UinputCode.synchronization, code: UinputCode.report, value: 0)
}
