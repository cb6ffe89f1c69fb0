/// Something a device did that it should not have; counted, logged, and never fatal.
public struct Anomaly: Hashable, Sendable {
  /// What went wrong; the raw values are the `what` of the log's anomaly lines.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The kernel's buffer overflowed and events were lost (`SYN_DROPPED`).
    case synDropped = "syn-dropped"
    /// A frame is older than the one before it; it is processed at the time of that one (contract 1.2).
    case timeWentBack = "time-went-back"
    /// A contact began that was down already; it is treated as moved.
    case beganTwice = "began-twice"
    /// A contact moved, ended or was cancelled that was not down; it is ignored.
    case unknownContact = "unknown-contact"
    /// The device disappeared with contacts down; they are cancelled.
    case deviceLost = "device-lost"
    /// Reading the device failed.
    case readError = "read-error"
    /// An action sent its own control's events again and again; the send was left out.
    case nestedTooDeep = "nested-too-deep"
    /// A coordinate was not a number; the contact stays where it was.
    case invalidPosition = "invalid-position"
  }

  /// What went wrong.
  public var kind: Kind
  /// The device that did it.
  public var device: DeviceID
  /// When, on the device's clock.
  public var timestamp: Timestamp

  /// Creates an anomaly.
  public init(_ kind: Kind, device: DeviceID, at timestamp: Timestamp) {
    self.kind = kind
    self.device = device
    self.timestamp = timestamp
  }
}
