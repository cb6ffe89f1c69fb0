/// Names one opened input device for as long as the engine runs; a device plugged in again gets a new one.
public struct DeviceID: Hashable, Sendable {
  /// The number behind the name, from 1.
  public var rawValue: UInt32

  /// Creates an identifier from its number.
  @inlinable
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}
