/// What a source of touches yields, in the order in which it happened.
public enum InputEvent: Hashable, Sendable {
  /// A touchscreen came; its contacts follow.
  case deviceAdded(TouchDevice, at: Timestamp)
  /// A touchscreen went; its contacts were cancelled in a frame before this.
  case deviceRemoved(DeviceID, at: Timestamp)
  /// Contacts changed.
  case frame(TouchFrame)
  /// A device did something it should not have.
  case anomaly(Anomaly)
}
