/// The kinds of devices with coordinates, by the rules of udev.
///
/// ```swift
/// DeviceClass(.touchscreen(name: "Panel"))  // .touchscreen
/// ```
public enum DeviceClass: String, Hashable, Sendable, CaseIterable {
  /// A touchscreen: what is touched is what is shown.
  case touchscreen
  /// A touchpad: fingers move a pointer.
  case touchpad
  /// A pen, on a tablet or a screen.
  case pen
  /// A pointer with absolute places: a panel in mouse mode, or the mouse of a virtual machine.
  case absolutePointer = "absolute pointer"
  /// A device without places, such as a keyboard or a mouse.
  case other

  /// The kind of a device by its properties, axes and buttons.
  public init(_ description: EvdevDescription) {
    self.init(
      hasContacts: description.axes[EvdevCode.positionX] != nil && description.axes[EvdevCode.positionY] != nil,
      hasPointer: description.axes[EvdevCode.x] != nil && description.axes[EvdevCode.y] != nil,
      isDirect: description.properties.contains(EvdevCode.direct), hasKey: description.hasKey)
  }

  /// The kind of a device.
  ///
  /// - Parameters:
  ///   - hasContacts: whether it has `ABS_MT_POSITION_X` and `ABS_MT_POSITION_Y`.
  ///   - hasPointer: whether it has `ABS_X` and `ABS_Y`.
  ///   - isDirect: whether it has `INPUT_PROP_DIRECT`.
  ///   - hasKey: whether it has a key or button, by its code.
  package init(hasContacts: Bool, hasPointer: Bool, isDirect: Bool, hasKey: (UInt16) -> Bool) {
    if !hasContacts, !hasPointer {
      self = .other
    } else if hasKey(EvdevCode.pen) {
      self = .pen
    } else if hasKey(EvdevCode.fingerTool), !isDirect {
      self = .touchpad
    } else if !hasContacts, hasKey(EvdevCode.leftButton), !hasKey(EvdevCode.touch) {
      // Virtual machines have mice with absolute coordinates.
      self = .absolutePointer
    } else {
      self = isDirect || hasKey(EvdevCode.touch) ? .touchscreen : .other
    }
  }
}
