/// What one device reports between two `SYN_REPORT`s (contract 1.3).
public struct TouchFrame: Hashable, Sendable {
  /// The device that reports.
  public var device: DeviceID
  /// The device's time, `CLOCK_MONOTONIC`.
  public var timestamp: Timestamp
  /// The contacts that changed, in the order in which they changed.
  ///
  /// Where one contact ends and another begins in the same slot, the end comes first (contract 1.4).
  public var contacts: [Contact]

  /// Creates a frame.
  public init(device: DeviceID, timestamp: Timestamp, contacts: [Contact]) {
    self.device = device
    self.timestamp = timestamp
    self.contacts = contacts
  }
}
