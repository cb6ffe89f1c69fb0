/// The kernel's numbers for what a made-up touchscreen sends (`linux/input-event-codes.h`).
public enum UinputCode {
  /// `EV_SYN`: the type of events that separate others.
  public static let synchronization: UInt16 = 0x00
  /// `EV_KEY`: the type of keys and buttons.
  public static let key: UInt16 = 0x01
  /// `EV_REL`: the type of relative axes.
  public static let relative: UInt16 = 0x02
  /// `EV_ABS`: the type of absolute axes.
  public static let absolute: UInt16 = 0x03
  /// `SYN_REPORT`: ends a frame.
  public static let report: UInt16 = 0
  /// `SYN_MT_REPORT`: ends a contact of a panel without slots.
  public static let contactReport: UInt16 = 2

  /// `BTN_LEFT`: the main button of a mouse.
  public static let leftButton: UInt16 = 0x110
  /// `BTN_TOUCH`: something touches the panel.
  public static let touch: UInt16 = 0x14a
  /// `INPUT_PROP_DIRECT`: the fingers are on the screen itself.
  public static let direct: UInt16 = 0x01

  /// `ABS_X`: the pointer's column.
  public static let x: UInt16 = 0x00
  /// `ABS_Y`: the pointer's row.
  public static let y: UInt16 = 0x01
  /// `ABS_PRESSURE`: how hard the pointer presses.
  public static let pressure: UInt16 = 0x18
  /// `ABS_MT_SLOT`: the contact that the following axes belong to.
  public static let slot: UInt16 = 0x2f
  /// `ABS_MT_POSITION_X`: a contact's column.
  public static let positionX: UInt16 = 0x35
  /// `ABS_MT_POSITION_Y`: a contact's row.
  public static let positionY: UInt16 = 0x36
  /// `ABS_MT_TOOL_TYPE`: 0 finger, 1 pen, 2 palm.
  public static let toolType: UInt16 = 0x37
  /// `ABS_MT_TRACKING_ID`: a contact's identity; −1 when it is lifted.
  public static let trackingID: UInt16 = 0x39
  /// `ABS_MT_PRESSURE`: how hard a contact presses.
  public static let contactPressure: UInt16 = 0x3a
}
