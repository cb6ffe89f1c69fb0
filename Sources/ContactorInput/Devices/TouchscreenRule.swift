/// Tells touchscreens from other devices that have coordinates, as udev does where it runs.
struct TouchscreenRule {
  /// Whether it has `ABS_MT_POSITION_X/Y`.
  var hasContacts: Bool
  /// Whether it has `ABS_X/Y`.
  var hasPointer: Bool
  /// Whether it has `INPUT_PROP_DIRECT`.
  var isDirect: Bool
  /// Whether it has a key or button.
  var hasKey: (Int) -> Bool

  /// Whether it is a touchscreen.
  var isTouchscreen: Bool {
    guard hasContacts || hasPointer else { return false }
    if hasKey(KernelBits.pen) { return false }
    let isTouchpad = hasKey(KernelBits.finger) && !isDirect
    if isTouchpad { return false }
    // A mouse with absolute coordinates, as virtual machines have.
    if !hasContacts, hasKey(KernelBits.leftButton), !hasKey(KernelBits.touch) { return false }
    return isDirect || hasKey(KernelBits.touch)
  }
}
