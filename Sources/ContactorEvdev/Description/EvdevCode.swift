internal import ContactorCore

/// The kernel's numbers for what touch panels send (`linux/input-event-codes.h`).
public enum EvdevCode {
  /// `EV_SYN`: the type of events that separate others.
  public static let synchronization: UInt16 = 0x00
  /// `EV_KEY`: the type of keys and buttons.
  public static let key: UInt16 = 0x01
  /// `EV_REL`: the type of relative axes.
  public static let relative: UInt16 = 0x02
  /// `EV_ABS`: the type of absolute axes.
  public static let absolute: UInt16 = 0x03
  /// `EV_MSC`: the type of what fits nowhere else.
  public static let miscellaneous: UInt16 = 0x04

  /// `SYN_REPORT`: ends a frame.
  public static let report: UInt16 = 0
  /// `SYN_MT_REPORT`: ends a contact of a panel without slots.
  public static let contactReport: UInt16 = 2
  /// `SYN_DROPPED`: the kernel's buffer overflowed.
  public static let dropped: UInt16 = 3

  /// `BTN_LEFT`: the main button of a mouse, and of panels that pose as one.
  public static let leftButton: UInt16 = 0x110
  /// `BTN_TOUCH`: something touches the panel.
  public static let touch: UInt16 = 0x14a
  /// `MSC_TIMESTAMP`: the device's own clock.
  public static let deviceClock: UInt16 = 0x05
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
  /// `ABS_MT_TOUCH_MAJOR`: the longer axis of a contact.
  public static let touchMajor: UInt16 = 0x30
  /// `ABS_MT_TOUCH_MINOR`: the shorter axis of a contact.
  public static let touchMinor: UInt16 = 0x31
  /// `ABS_MT_WIDTH_MAJOR`: the longer axis of what makes the contact.
  public static let widthMajor: UInt16 = 0x32
  /// `ABS_MT_WIDTH_MINOR`: the shorter axis of what makes the contact.
  public static let widthMinor: UInt16 = 0x33
  /// `ABS_MT_ORIENTATION`: how a contact is turned.
  public static let orientation: UInt16 = 0x34
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
  /// `ABS_MT_DISTANCE`: how far a contact is from the surface.
  public static let distance: UInt16 = 0x3b
}
