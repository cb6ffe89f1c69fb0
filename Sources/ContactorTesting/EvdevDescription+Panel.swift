import ContactorCore
public import ContactorEvdev

extension EvdevDescription {
  /// Creates the description of a touchscreen (`INPUT_PROP_DIRECT`) from its buttons and its axes, by event code.
  public init(
    panel name: String, bus: UInt16 = 3, vendor: UInt16 = 0, product: UInt16 = 0, version: UInt16 = 0,
    buttons: Set<UInt16> = [EvdevCode.touch], axes: [UInt16: EvdevAxis]
  ) {
    self.init(name: name)
    self.bus = bus
    self.vendor = vendor
    self.product = product
    self.version = version
    properties = [EvdevCode.direct]
    codes = buttons.isEmpty ? [EvdevCode.key: []] : [EvdevCode.key: buttons]
    self.axes = axes
  }

  /// A panel with slots (protocol B); `pointer` adds `ABS_X` and `ABS_Y`, `more` adds further axes.
  static func slots(
    _ name: String, _ slots: Int32 = 10, x: EvdevAxis, y: EvdevAxis, pointer: Bool = true,
    buttons: Set<UInt16> = [EvdevCode.touch], more: [UInt16: EvdevAxis] = [:],
    ids: (bus: UInt16, vendor: UInt16, product: UInt16, version: UInt16) = (1, 0, 0x25, 0)
  ) -> EvdevDescription {
    var axes = more
    axes[EvdevCode.slot] = EvdevAxis(0, slots - 1)
    axes[EvdevCode.positionX] = x
    axes[EvdevCode.positionY] = y
    axes[EvdevCode.trackingID] = EvdevAxis(0, 65535)
    if pointer {
      axes[EvdevCode.x] = x
      axes[EvdevCode.y] = y
    }
    return EvdevDescription(
      panel: name, bus: ids.bus, vendor: ids.vendor, product: ids.product, version: ids.version,
      buttons: buttons, axes: axes)
  }

  /// A panel without slots, which lists its contacts in each frame (protocol A).
  static func lists(
    _ name: String, x: EvdevAxis, y: EvdevAxis, buttons: Set<UInt16> = [EvdevCode.touch],
    more: [UInt16: EvdevAxis] = [:]
  ) -> EvdevDescription {
    var axes = more
    axes[EvdevCode.positionX] = x
    axes[EvdevCode.positionY] = y
    return EvdevDescription(
      panel: name, bus: 0x18, vendor: 0xeef, product: 0x20, buttons: buttons, axes: axes)
  }
}
