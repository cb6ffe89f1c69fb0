import ContactorCore
public import ContactorEvdev

/// Descriptions of real panels, and of made-up panels with one peculiarity each.
///
/// The axes, numbers and names are those that the devices report; libinput tests with the first twelve, too.
public enum PanelCatalog {
  /// All panels of the catalog.
  public static let all: [EvdevDescription] = [
    calibrated, coolTouch, singleTouch, nexus4, listing, generic, fuzzy, offsetRange, toolTypes, cintiq13,
    cintiqPro16, isdv4, nexus4Bare, carDisplay, uselessRange, noResolution, sixtySlots, hovering, optical,
    listingWithIDs, kobo, mouseLike, pressureOnly, pixelTablet,
  ]

  /// Ten slots, no resolution; libinput's test device for calibration.
  public static let calibrated = EvdevDescription.slots(
    "Calibrated Touchscreen", x: EvdevAxis(0, 1500), y: EvdevAxis(0, 2500), ids: (0x11, 0x22, 0x33, 0))
  /// Dell Canvas: reports the device's clock in every frame.
  public static let coolTouch: EvdevDescription = {
    var panel = EvdevDescription.slots(
      "Advanced Silicon S.A. CoolTouch® System", 5, x: EvdevAxis(0, 32767, resolution: 55),
      y: EvdevAxis(0, 32767, resolution: 98), ids: (3, 0x2575, 0x0204, 0x111))
    panel.codes[EvdevCode.miscellaneous] = [EvdevCode.deviceClock]
    return panel
  }()
  /// One contact; one range starts far above 0, the other below 0.
  public static let singleTouch = EvdevDescription(
    panel: "generic_singletouch", bus: 1, vendor: 2, product: 3,
    axes: [
      EvdevCode.x: EvdevAxis(10000, 20000, resolution: 10),
      EvdevCode.y: EvdevAxis(-2000, 2000, resolution: 9),
    ])
  /// A phone that reports size and pressure.
  public static let nexus4 = EvdevDescription.slots(
    "Nexus 4 touch screen", x: EvdevAxis(0, 1500), y: EvdevAxis(0, 2500),
    more: [EvdevCode.touchMajor: EvdevAxis(0, 15, fuzz: 1), EvdevCode.contactPressure: EvdevAxis(0, 255)],
    ids: (1, 0x43e, 0x26, 0))
  /// A list of contacts in each frame, without tracking ids.
  public static let listing = EvdevDescription.lists(
    "Protocol A touch screen", x: EvdevAxis(0, 32767), y: EvdevAxis(0, 32767),
    more: [
      EvdevCode.x: EvdevAxis(0, 32767), EvdevCode.y: EvdevAxis(0, 32767),
      EvdevCode.contactPressure: EvdevAxis(0, 1),
    ])
  /// Axes for position, orientation, size and pressure; 500 mm by 330 mm.
  public static let generic = EvdevDescription.slots(
    "generic-mt", x: EvdevAxis(0, 50000, resolution: 100), y: EvdevAxis(0, 33000, resolution: 100),
    more: [
      EvdevCode.orientation: EvdevAxis(-256, 255), EvdevCode.touchMajor: EvdevAxis(0, 255, fuzz: 1),
      EvdevCode.touchMinor: EvdevAxis(0, 255, fuzz: 1), EvdevCode.contactPressure: EvdevAxis(0, 255),
    ])
  /// Axes with fuzz, by which the kernel filters noise.
  public static let fuzzy = EvdevDescription.slots(
    "touchscreen with fuzz", x: EvdevAxis(0, 1500, fuzz: 10), y: EvdevAxis(0, 2500, fuzz: 12),
    more: [EvdevCode.contactPressure: EvdevAxis(0, 255)])
  /// A panel whose values lie outside of the ranges that it states.
  public static let offsetRange = EvdevDescription.slots(
    "touchscreen-invalid-range", x: EvdevAxis(1000, 2500, resolution: 10),
    y: EvdevAxis(2000, 4500, resolution: 10))
  /// Reports a tool type, which tells fingers from palms.
  public static let toolTypes = EvdevDescription.slots(
    "touchscreen-mt-tool-type", x: EvdevAxis(1000, 2500, resolution: 10),
    y: EvdevAxis(2000, 4500, resolution: 10), more: [EvdevCode.toolType: EvdevAxis(0, 2)])
  /// A pen display of 294 mm by 165.
  public static let cintiq13 = EvdevDescription.slots(
    "Wacom Cintiq 13 HD touch Finger", x: EvdevAxis(0, 2937, resolution: 10),
    y: EvdevAxis(0, 1652, resolution: 10),
    more: [
      EvdevCode.touchMajor: EvdevAxis(0, 2937), EvdevCode.widthMajor: EvdevAxis(0, 2937),
      EvdevCode.widthMinor: EvdevAxis(0, 1652), EvdevCode.orientation: EvdevAxis(0, 1),
    ], ids: (3, 0x56a, 0x335, 0x110))
  /// Sixteen slots.
  public static let cintiqPro16 = EvdevDescription.slots(
    "Wacom Cintiq Pro 16 Finger", 16, x: EvdevAxis(0, 13824, resolution: 40),
    y: EvdevAxis(0, 7776, resolution: 40),
    more: [
      EvdevCode.touchMajor: EvdevAxis(0, 40), EvdevCode.touchMinor: EvdevAxis(0, 40),
      EvdevCode.orientation: EvdevAxis(0, 1),
    ], ids: (3, 0x56a, 0x354, 0xb))
  /// Two slots.
  public static let isdv4 = EvdevDescription.slots(
    "Wacom ISDv4 E6 Finger", 2, x: EvdevAxis(0, 2776, resolution: 10), y: EvdevAxis(0, 1569, resolution: 9),
    ids: (3, 0x56a, 0xe6, 0))

  /// No `BTN_TOUCH` and no pointer axes at all.
  public static let nexus4Bare = EvdevDescription.slots(
    "touch_dev", x: EvdevAxis(0, 1535), y: EvdevAxis(0, 2559), pointer: false, buttons: [],
    more: [EvdevCode.contactPressure: EvdevAxis(0, 255)])
  /// Only the contacts' axes, with the width of the finger.
  public static let carDisplay = EvdevDescription.slots(
    "car display", x: EvdevAxis(0, 1919), y: EvdevAxis(0, 719), pointer: false, buttons: [],
    more: [EvdevCode.widthMajor: EvdevAxis(0, 255)])
  /// Ranges that say nothing about the panel (HTC M8).
  public static let uselessRange = EvdevDescription.slots(
    "max1187x", x: EvdevAxis(-32768, 32768), y: EvdevAxis(-32768, 32768), pointer: false, buttons: [])
  /// No resolution, and empty ranges.
  public static let noResolution = EvdevDescription.slots(
    "no range at all", 5, x: EvdevAxis(0, 0), y: EvdevAxis(0, 0))
  /// Sixty slots (3M, FlatFrog).
  public static let sixtySlots = EvdevDescription.slots(
    "3M Multi-Touch", 60, x: EvdevAxis(0, 32767), y: EvdevAxis(0, 32767))
  /// Reports the distance of a hovering finger.
  public static let hovering = EvdevDescription.slots(
    "hovering panel", x: EvdevAxis(0, 1919), y: EvdevAxis(0, 1079),
    more: [EvdevCode.distance: EvdevAxis(0, 1)])
  /// Optical: contacts without `BTN_TOUCH` are fingers above the glass.
  public static let optical = EvdevDescription.slots(
    "QUANTA OpticalTouchScreen", x: EvdevAxis(0, 1920), y: EvdevAxis(0, 1080), ids: (3, 0x408, 0x3001, 0x110))
  /// A list of contacts with tracking ids (Goodix gt9xx).
  public static let listingWithIDs = EvdevDescription.lists(
    "goodix-ts", x: EvdevAxis(0, 1279), y: EvdevAxis(0, 799),
    more: [
      EvdevCode.trackingID: EvdevAxis(0, 255), EvdevCode.touchMajor: EvdevAxis(0, 255),
      EvdevCode.widthMajor: EvdevAxis(0, 255),
    ])
  /// States slots but lists contacts (Kobo Clara BW).
  public static let kobo = EvdevDescription.slots(
    "Elan Touchscreen", 2, x: EvdevAxis(0, 1447), y: EvdevAxis(0, 1071),
    more: [EvdevCode.contactPressure: EvdevAxis(0, 255)])
  /// One contact, reported as a mouse with absolute axes.
  public static let mouseLike = EvdevDescription(
    panel: "mouse-like panel", buttons: [EvdevCode.leftButton],
    axes: [EvdevCode.x: EvdevAxis(0, 4095), EvdevCode.y: EvdevAxis(0, 4095)])
  /// One contact and no button: the pressure says whether the panel is touched.
  public static let pressureOnly = EvdevDescription(
    panel: "resistive panel", buttons: [],
    axes: [
      EvdevCode.x: EvdevAxis(0, 4095), EvdevCode.y: EvdevAxis(0, 4095), EvdevCode.pressure: EvdevAxis(0, 255),
    ])
  /// Google Pixel Tablet: size, orientation and pressure.
  public static let pixelTablet = EvdevDescription.slots(
    "NVTCapacitiveTouchScreen", x: EvdevAxis(0, 1599, resolution: 11), y: EvdevAxis(0, 2559, resolution: 11),
    pointer: false,
    more: [
      EvdevCode.touchMajor: EvdevAxis(0, 2559, resolution: 11),
      EvdevCode.touchMinor: EvdevAxis(0, 1599, resolution: 11),
      EvdevCode.orientation: EvdevAxis(-4096, 4096), EvdevCode.toolType: EvdevAxis(0, 2),
      EvdevCode.contactPressure: EvdevAxis(0, 256),
    ], ids: (0x1c, 0x603, 0x7806, 0x100))
}

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
