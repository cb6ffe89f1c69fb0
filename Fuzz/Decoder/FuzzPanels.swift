import ContactorCore

/// The panels that are fuzzed, and the events that they are fuzzed with.
enum FuzzPanels {
  /// Slots of several numbers, lists, mixtures, single-touch panels, and one that nothing is known of.
  static let all: [EvdevDescription] = [
    panel(slots: 10), panel(slots: 10, ids: true, more: [EvdevCode.distance]), panel(slots: 60, button: nil),
    panel(slots: 1), panel(slots: 2, more: [EvdevCode.contactPressure, EvdevCode.touchMajor]), panel(),
    panel(ids: true), panel(button: nil),
    panel(ids: true, more: [EvdevCode.contactPressure, EvdevCode.touchMajor]),
    single(EvdevCode.touch), single(EvdevCode.leftButton), single(nil), EvdevDescription(name: "unknown"),
    panel(slots: -5), panel(slots: 100_000),
  ]

  /// Types and codes by number; the separators come up more often.
  static let codes: [(UInt16, UInt16)] = [
    (0, 0), (0, 0), (0, 0), (0, 2), (0, 2), (0, 3), (1, 0x14a), (1, 0x110), (3, 0), (3, 1), (3, 0x18),
    (3, 0x2f),
    (3, 0x2f), (3, 0x30), (3, 0x34), (3, 0x35), (3, 0x36), (3, 0x37), (3, 0x39), (3, 0x39), (3, 0x39),
    (3, 0x3a),
    (3, 0x3b), (3, 0x3d), (4, 5), (0xffff, 0xffff), (3, 0x2e), (0, 1),
  ]

  private static func panel(
    slots: Int32? = nil, ids: Bool = false, button: UInt16? = EvdevCode.touch, more: [UInt16] = []
  ) -> EvdevDescription {
    var panel = EvdevDescription(name: "fuzzed")
    panel.codes[EvdevCode.key] = button.map { [$0] } ?? []
    for code in [EvdevCode.positionX, EvdevCode.positionY] + more {
      panel.axes[code] = EvdevAxis(0, 255, resolution: 4)
    }
    if let slots { panel.axes[EvdevCode.slot] = EvdevAxis(0, slots - 1) }
    if ids || slots != nil { panel.axes[EvdevCode.trackingID] = EvdevAxis(0, 65535) }
    return panel
  }

  private static func single(_ button: UInt16?) -> EvdevDescription {
    var panel = EvdevDescription(name: "fuzzed")
    panel.codes[EvdevCode.key] = button.map { [$0] } ?? []
    for code in [EvdevCode.x, EvdevCode.y, EvdevCode.pressure] { panel.axes[code] = EvdevAxis(-10, 255) }
    return panel
  }
}
