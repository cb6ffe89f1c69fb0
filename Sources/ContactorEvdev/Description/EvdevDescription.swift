public import ContactorCore

/// The range of an absolute axis; the corresponding C type is `struct input_absinfo`.
public struct EvdevAxis: Hashable, Sendable {
  /// The smallest value.
  public var minimum: Int32
  /// The largest value.
  public var maximum: Int32
  /// The largest change that is noise; the kernel has already filtered such changes.
  public var fuzz: Int32
  /// The largest distance from the centre that counts as the centre.
  public var flat: Int32
  /// Units per millimetre; 0 where unknown.
  public var resolution: Int32

  /// The range of `ABS_PRESSURE` and `ABS_MT_PRESSURE` of described panels.
  package static let pressure = EvdevAxis(0, 255)
  /// The range of `ABS_MT_TOOL_TYPE` up to `MT_TOOL_PALM`.
  package static let toolTypes = EvdevAxis(0, 2)

  /// Creates a range.
  public init(
    _ minimum: Int32, _ maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0
  ) {
    self.minimum = minimum
    self.maximum = maximum
    self.fuzz = fuzz
    self.flat = flat
    self.resolution = resolution
  }

  /// A number rounded to a value of the axis, and whether the value was clamped.
  ///
  /// A number beyond the ends of the axis is kept where it fits into 32 bits, because panels report touches beside their
  /// edge. A larger number, infinity included, becomes the nearer end of the axis; NaN becomes the minimum.
  package func value(nearest number: Double) -> (value: Int32, isClamped: Bool) {
    if let exact = Int32(exactly: number.rounded()) { return (exact, false) }
    return (number > 0 ? maximum : minimum, true)
  }

  /// How many values the axis has, as libinput counts them; `nil` for an empty range.
  public var extent: Double? {
    maximum > minimum ? Double(maximum) - Double(minimum) + 1 : nil
  }

  /// The length of the axis in millimetres; `nil` without a range or a resolution.
  public var millimetres: Double? {
    guard resolution > 0, maximum > minimum else { return nil }
    return (Double(maximum) - Double(minimum)) / Double(resolution)
  }
}

/// The description of a touch panel by the kernel: identity, properties, codes, and axes, which the decoder reads events with.
public struct EvdevDescription: Hashable, Sendable {
  /// The name (`EVIOCGNAME`).
  public var name: String
  /// The bus, for example 3 for USB.
  public var bus: UInt16
  /// The vendor's number.
  public var vendor: UInt16
  /// The product's number.
  public var product: UInt16
  /// The version.
  public var version: UInt16
  /// The `INPUT_PROP_*` numbers.
  public var properties: Set<UInt16>
  /// The codes that the device can send, by type; absolute axes are in `axes`.
  public var codes: [UInt16: Set<UInt16>]
  /// The absolute axes and their ranges, by code.
  public var axes: [UInt16: EvdevAxis]

  /// Creates the description of a device without codes and axes.
  public init(name: String) {
    self.name = name
    bus = 0
    vendor = 0
    product = 0
    version = 0
    properties = []
    codes = [:]
    axes = [:]
  }

  /// How the panel reports contacts, derived from its axes; the decoder changes its mode where the events differ.
  public var contactProtocol: TouchDevice.ContactProtocol {
    if axes[EvdevCode.slot] != nil { return .slots }
    return axes[EvdevCode.positionX] != nil && axes[EvdevCode.positionY] != nil ? .lists : .single
  }

  /// Whether the device can send a key or button.
  public func hasKey(_ code: UInt16) -> Bool {
    codes[EvdevCode.key]?.contains(code) ?? false
  }

  /// The axis of contacts' columns: `ABS_MT_POSITION_X`, else `ABS_X`.
  public var horizontal: EvdevAxis? {
    contactProtocol == .single ? axes[EvdevCode.x] : axes[EvdevCode.positionX]
  }

  /// The axis of contacts' rows: `ABS_MT_POSITION_Y`, else `ABS_Y`.
  public var vertical: EvdevAxis? {
    contactProtocol == .single ? axes[EvdevCode.y] : axes[EvdevCode.positionY]
  }

  /// The panel's size; `nil` where a range or a resolution is missing.
  public var millimetres: Size? {
    guard let width = horizontal?.millimetres, let height = vertical?.millimetres else { return nil }
    return Size(width: width, height: height)
  }

  /// The map from device units to 0 … 1 of the panel, as libinput has it; `nil` where a range is missing.
  public var normalization: AffineTransform? {
    guard let horizontal, let vertical, let width = horizontal.extent, let height = vertical.extent else {
      return nil
    }
    return AffineTransform(translationX: -Double(horizontal.minimum), y: -Double(vertical.minimum))
      .concatenating(AffineTransform(scaleX: 1 / width, y: 1 / height))
  }
}

extension EvdevDescription {
  /// The most slots that a panel is followed with; the kernel is asked for no more (`cct_max_slots`).
  package static let slotLimit = 256

  /// How many slots the panel has, 1 … `slotLimit`; 0 for a panel without slots.
  package var slotCount: Int {
    guard let slot = axes[EvdevCode.slot] else { return 0 }
    return min(max(Int(slot.maximum) + 1, 1), Self.slotLimit)
  }

  /// The identity and measures that follow from the description.
  package func touchDevice(id: DeviceID, node: String) -> TouchDevice {
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

  /// Creates the description of a touchscreen as drivers in the kernel give it: `INPUT_PROP_DIRECT`, `BTN_TOUCH`, and axes.
  ///
  /// - Parameters:
  ///   - name: The device's name.
  ///   - panel: How it reports contacts.
  ///   - x: The range of columns, of `ABS_MT_POSITION_X` and `ABS_X`.
  ///   - y: The range of rows.
  ///   - slots: How many slots a panel with slots has.
  ///   - hasPointer: Whether it has `ABS_X` and `ABS_Y` besides contacts; a single-touch panel always has.
  package init(
    touchscreen name: String, panel: TouchDevice.ContactProtocol = .slots, x: EvdevAxis, y: EvdevAxis, slots: Int32,
    hasPointer: Bool = false
  ) {
    self.init(name: name)
    properties = [EvdevCode.direct]
    codes[EvdevCode.key] = [EvdevCode.touch]
    if hasPointer || panel == .single { (axes[EvdevCode.x], axes[EvdevCode.y]) = (x, y) }
    if panel == .single { return }
    (axes[EvdevCode.positionX], axes[EvdevCode.positionY]) = (x, y)
    if panel == .lists { return }
    axes[EvdevCode.slot] = EvdevAxis(0, slots - 1)
    axes[EvdevCode.trackingID] = EvdevAxis(0, 65535)
  }

  /// Describes a touchscreen on the USB bus as drivers in the kernel do.
  ///
  /// - Parameters:
  ///   - name: The device's name.
  ///   - panel: How it reports contacts; a single-touch panel has `ABS_X/Y` only.
  ///   - contacts: How many contacts it can report at once; 1 or more.
  ///   - range: How many steps an axis has; coordinates go from 0 to one less.
  ///   - millimetres: The panel's size, rounded by the kernel's whole units per millimetre; `nil` where the panel states none.
  ///   - reportsPressure: Whether contacts have a pressure, 0 … 255.
  ///   - reportsPalms: Whether contacts have a tool type.
  public static func touchscreen(
    name: String, panel: TouchDevice.ContactProtocol = .slots, contacts: Int32 = 10,
    range: (x: Int32, y: Int32) = (4096, 4096), millimetres: (width: Double, height: Double)? = nil,
    reportsPressure: Bool = false, reportsPalms: Bool = false
  ) -> EvdevDescription {
    var description = EvdevDescription(
      touchscreen: name, panel: panel, x: axis(steps: range.x, millimetres: millimetres?.width),
      y: axis(steps: range.y, millimetres: millimetres?.height), slots: contacts, hasPointer: true)
    description.bus = 3
    description.version = 1
    if reportsPressure { description.axes[EvdevCode.pressure] = .pressure }
    if panel == .single { return description }
    if reportsPressure { description.axes[EvdevCode.contactPressure] = .pressure }
    if reportsPalms { description.axes[EvdevCode.toolType] = .toolTypes }
    return description
  }

  private static func axis(steps: Int32, millimetres: Double?) -> EvdevAxis {
    let resolution = millimetres.map { EvdevAxis(0, .max).value(nearest: Double(steps - 1) / $0).value } ?? 0
    return EvdevAxis(0, steps - 1, resolution: resolution)
  }
}
