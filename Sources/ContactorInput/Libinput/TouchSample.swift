internal import ContactorCore

/// One libinput event, flattened: what `FrameAssembler` is fed with.
struct TouchSample: Hashable, Sendable {
  /// What libinput says.
  enum Kind: Hashable, Sendable {
    /// A contact came down.
    case down
    /// A contact moved.
    case motion
    /// A contact was lifted; there is no position.
    case up
    /// A contact turned out to be a palm, or libinput took it away; there is no position.
    case cancel
    /// The device's frame is complete.
    case frame
    /// A device came.
    case added
    /// A device went.
    case removed
    /// Something that is not a touch.
    case other
  }

  /// What happened.
  var kind: Kind
  /// The device.
  var device: DeviceID
  /// When, on the device's clock.
  var time: Timestamp
  /// The kernel's slot; −1 on a single-touch panel.
  var slot: Int32 = -1
  /// The position, 0 … 1 of the panel.
  var position = Point.zero
  /// The position in millimetres; only meaningful on a panel that states its size.
  var millimetres = Point.zero
}
