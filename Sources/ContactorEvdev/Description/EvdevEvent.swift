public import ContactorCore

/// One event as the kernel hands it out, in 24 bytes: laid out as `struct input_event` is on 64-bit machines.
///
/// On those machines the decoder reads events from the buffer of `read()` without a copy; on others they are widened first.
public struct EvdevEvent: Hashable, Sendable {
  /// The whole seconds of the time.
  public var seconds: Int64
  /// The microseconds after `seconds`.
  public var microseconds: Int64
  /// The type, for example `EV_ABS`.
  public var type: UInt16
  /// The code within the type, for example `ABS_MT_POSITION_X`.
  public var code: UInt16
  /// The value.
  public var value: Int32

  /// Creates an event.
  @inlinable
  public init(at time: Timestamp, type: UInt16, code: UInt16, value: Int32) {
    seconds = time.microseconds / 1_000_000
    microseconds = time.microseconds % 1_000_000
    self.type = type
    self.code = code
    self.value = value
  }

  /// The time; overflow wraps around, because `seconds` may be any number.
  @inlinable public var time: Timestamp {
    Timestamp(microseconds: seconds &* 1_000_000 &+ microseconds)
  }
}

/// The values of a panel's axes and buttons at one moment, as the kernel keeps them.
///
/// Filled with `EVIOCGMTSLOTS`, `EVIOCGABS` and `EVIOCGKEY` when a device is opened, and again after `SYN_DROPPED`.
public struct EvdevState: Hashable, Sendable {
  /// Each slot's values, by the code of the axis (`EVIOCGMTSLOTS`); empty for a panel without slots.
  public var slots: [UInt16: [Int32]] = [:]
  /// The value of `ABS_MT_SLOT` (`EVIOCGABS`): the slot of the events that follow.
  public var currentSlot: Int32 = 0
  /// The pointer's axes by code: `ABS_X`, `ABS_Y`, `ABS_PRESSURE` (`EVIOCGABS`); read for single-touch panels only.
  public var axes: [UInt16: Int32] = [:]
  /// The buttons that are down (`EVIOCGKEY`).
  public var keys: Set<UInt16> = []

  /// Creates a state without any values.
  public init() {}
}

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
  /// `EV_MSC`: the type of miscellaneous events.
  public static let miscellaneous: UInt16 = 0x04

  /// `SYN_REPORT`: ends a frame.
  public static let report: UInt16 = 0
  /// `SYN_MT_REPORT`: ends a contact of a panel without slots.
  public static let contactReport: UInt16 = 2
  /// `SYN_DROPPED`: the kernel's buffer overflowed.
  public static let dropped: UInt16 = 3

  /// `BTN_LEFT`: the main button of a mouse, and of panels that are reported as a mouse.
  public static let leftButton: UInt16 = 0x110
  /// `BTN_TOOL_PEN`: the tool of pens.
  public static let pen: UInt16 = 0x140
  /// `BTN_TOOL_FINGER`: the tool of touchpads.
  public static let fingerTool: UInt16 = 0x145
  /// `BTN_TOUCH`: pressed while a contact touches the panel.
  public static let touch: UInt16 = 0x14a
  /// `MSC_TIMESTAMP`: the device's own clock.
  public static let deviceClock: UInt16 = 0x05
  /// `INPUT_PROP_DIRECT`: the property of touchscreens, whose contacts are on the screen itself.
  public static let direct: UInt16 = 0x01

  /// `ABS_X`: the pointer's column.
  public static let x: UInt16 = 0x00
  /// `ABS_Y`: the pointer's row.
  public static let y: UInt16 = 0x01
  /// `ABS_PRESSURE`: how hard the pointer presses.
  public static let pressure: UInt16 = 0x18
  /// `ABS_MT_SLOT`: the slot whose contact the following axes describe.
  public static let slot: UInt16 = 0x2f
  /// `ABS_MT_TOUCH_MAJOR`: the longer axis of a contact.
  public static let touchMajor: UInt16 = 0x30
  /// `ABS_MT_TOUCH_MINOR`: the shorter axis of a contact.
  public static let touchMinor: UInt16 = 0x31
  /// `ABS_MT_WIDTH_MAJOR`: the longer axis of the finger or pen above the contact.
  public static let widthMajor: UInt16 = 0x32
  /// `ABS_MT_WIDTH_MINOR`: the shorter axis of the finger or pen above the contact.
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
  /// `ABS_MT_TOOL_Y`: the last axis of contacts.
  package static let lastContactAxis: UInt16 = 0x3d
}
