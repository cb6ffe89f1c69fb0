internal import ContactorCore

extension EvdevCode {
  /// `MSC_MAX`: a code that no device sends; declared by the copies of panels that Contactor makes, as their mark.
  public static let copyMark: UInt16 = 0x07
}

extension EvdevDescription {
  /// Whether this is a copy of a panel that a `Forwarder` writes to, which no Contactor opens (contract 11.1).
  public var isForwardedCopy: Bool {
    codes[EvdevCode.miscellaneous]?.contains(EvdevCode.copyMark) ?? false
  }
}

extension Forwarder {
  /// Whether the kernel takes a name for a copy (`UINPUT_MAX_NAME_SIZE`): 1 to 79 bytes without control characters.
  package static func isCopyName(_ name: String) -> Bool {
    (1...79).contains(name.utf8.count) && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
  }

  /// The description of the copy of a panel: a touchscreen with slots, and nothing else (contract 11.1).
  ///
  /// It has the panel's identity, properties, ranges and resolutions, `INPUT_PROP_DIRECT`, `BTN_TOUCH` as its only button, the axes of
  /// contacts that a `Contact` carries, a pointer (`ABS_X`, `ABS_Y`, and `ABS_PRESSURE` where contacts have a pressure), and
  /// `EvdevCode.copyMark`. `ABS_MT_TOOL_TYPE` reaches `MT_TOOL_PALM` at least, because palms cancel contacts. The ranges have no
  /// fuzz: if the kernel has one, it has already filtered the panel's values, and would change them a second time.
  ///
  /// There are as many slots as the panel has, at most 256; 10 for a panel that lists contacts, 1 for a single-touch panel.
  ///
  /// - Parameter name: the copy's name; `nil` for the panel's.
  public static func copy(of panel: EvdevDescription, name: String? = nil) -> EvdevDescription {
    var copy = panel
    if let name { copy.name = name }
    copy.properties.insert(EvdevCode.direct)
    copy.codes = [EvdevCode.key: [EvdevCode.touch], EvdevCode.miscellaneous: [EvdevCode.copyMark]]
    copy.axes = [:]
    let isSingle = panel.contactProtocol == .single
    func add(_ code: UInt16, as axis: EvdevAxis?) {
      guard var axis else { return }
      axis.fuzz = 0
      copy.axes[code] = axis
    }
    let pressure = panel.axes[isSingle ? EvdevCode.pressure : EvdevCode.contactPressure]
    for code in [EvdevCode.x, EvdevCode.positionX] { add(code, as: panel.horizontal ?? EvdevAxis(0, 0)) }
    for code in [EvdevCode.y, EvdevCode.positionY] { add(code, as: panel.vertical ?? EvdevAxis(0, 0)) }
    for code in [EvdevCode.pressure, EvdevCode.contactPressure] { add(code, as: pressure) }
    for code in [EvdevCode.touchMajor, EvdevCode.touchMinor, EvdevCode.orientation, EvdevCode.distance] {
      add(code, as: panel.axes[code])
    }
    var tools = panel.axes[EvdevCode.toolType] ?? .toolTypes
    tools.maximum = max(tools.maximum, EvdevAxis.toolTypes.maximum)
    add(EvdevCode.toolType, as: tools)
    add(EvdevCode.trackingID, as: EvdevAxis(0, CopyWriter.lastID))
    add(EvdevCode.slot, as: EvdevAxis(0, Int32(truncatingIfNeeded: slotCount(of: panel)) - 1))
    return copy
  }

  private static func slotCount(of panel: EvdevDescription) -> Int {
    switch panel.contactProtocol {
    case .slots: panel.slotCount
    case .lists: 10
    case .single: 1
    }
  }
}
