internal import ContactorCore
internal import ContactorEvdev

extension EvdevDescription {
  /// Whether it is a touchscreen, by the rules that udev has: coordinates, and touch without a pen or a mouse's
  /// button.
  var isTouchscreen: Bool {
    TouchscreenRule(
      hasContacts: axes[EvdevCode.positionX] != nil && axes[EvdevCode.positionY] != nil,
      hasPointer: axes[EvdevCode.x] != nil && axes[EvdevCode.y] != nil,
      isDirect: properties.contains(EvdevCode.direct), hasKey: { hasKey(UInt16($0)) }
    ).isTouchscreen
  }

  /// What is known of the device without udev.
  func touchDevice(id: DeviceID, node: String) -> TouchDevice {
    var device = TouchDevice(id: id, node: node, name: name)
    device.vendor = vendor
    device.product = product
    device.size = millimetres
    device.contactProtocol = contactProtocol
    switch contactProtocol {
    case .slots: device.contactCount = slotCount
    case .lists: device.contactCount = 0
    case .single: device.contactCount = 1
    }
    return device
  }
}
