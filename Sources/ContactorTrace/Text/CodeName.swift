internal import ContactorCore
import ContactorEvdev

/// The kernel's names of the types and codes that touchscreens use (`linux/input-event-codes.h`).
package enum CodeName {
  static let types: [UInt16: String] = [
    0: "EV_SYN", 1: "EV_KEY", 2: "EV_REL", 3: "EV_ABS", 4: "EV_MSC", 5: "EV_SW", 17: "EV_LED", 18: "EV_SND",
    20: "EV_REP", 21: "EV_FF", 22: "EV_PWR", 23: "EV_FF_STATUS",
  ]
  private static let separators: [UInt16: String] = [
    0: "SYN_REPORT", 1: "SYN_CONFIG", 2: "SYN_MT_REPORT", 3: "SYN_DROPPED",
  ]
  private static let axes: [UInt16: String] = [
    0x00: "ABS_X", 0x01: "ABS_Y", 0x02: "ABS_Z", 0x03: "ABS_RX", 0x04: "ABS_RY", 0x05: "ABS_RZ", 0x06: "ABS_THROTTLE",
    0x07: "ABS_RUDDER", 0x08: "ABS_WHEEL", 0x18: "ABS_PRESSURE", 0x19: "ABS_DISTANCE", 0x1a: "ABS_TILT_X",
    0x1b: "ABS_TILT_Y", 0x1c: "ABS_TOOL_WIDTH", 0x20: "ABS_VOLUME", 0x28: "ABS_MISC", 0x2f: "ABS_MT_SLOT",
    0x30: "ABS_MT_TOUCH_MAJOR", 0x31: "ABS_MT_TOUCH_MINOR", 0x32: "ABS_MT_WIDTH_MAJOR", 0x33: "ABS_MT_WIDTH_MINOR",
    0x34: "ABS_MT_ORIENTATION", 0x35: "ABS_MT_POSITION_X", 0x36: "ABS_MT_POSITION_Y", 0x37: "ABS_MT_TOOL_TYPE",
    0x38: "ABS_MT_BLOB_ID", 0x39: "ABS_MT_TRACKING_ID", 0x3a: "ABS_MT_PRESSURE", 0x3b: "ABS_MT_DISTANCE",
    0x3c: "ABS_MT_TOOL_X", 0x3d: "ABS_MT_TOOL_Y",
  ]
  private static let others: [UInt16: String] = [
    0: "MSC_SERIAL", 1: "MSC_PULSELED", 2: "MSC_GESTURE", 3: "MSC_RAW", 4: "MSC_SCAN", 5: "MSC_TIMESTAMP",
  ]
  private static let keys: [UInt16: String] = [
    102: "KEY_HOME", 114: "KEY_VOLUMEDOWN", 115: "KEY_VOLUMEUP", 116: "KEY_POWER", 139: "KEY_MENU", 142: "KEY_SLEEP",
    143: "KEY_WAKEUP", 158: "KEY_BACK", 172: "KEY_HOMEPAGE", 217: "KEY_SEARCH", 0x110: "BTN_LEFT", 0x111: "BTN_RIGHT",
    0x112: "BTN_MIDDLE", 0x140: "BTN_TOOL_PEN", 0x141: "BTN_TOOL_RUBBER", 0x145: "BTN_TOOL_FINGER",
    0x146: "BTN_TOOL_MOUSE", 0x148: "BTN_TOOL_QUINTTAP", 0x14a: "BTN_TOUCH", 0x14b: "BTN_STYLUS",
    0x14c: "BTN_STYLUS2", 0x14d: "BTN_TOOL_DOUBLETAP", 0x14e: "BTN_TOOL_TRIPLETAP", 0x14f: "BTN_TOOL_QUADTAP",
  ]

  private static func names(of type: UInt16) -> [UInt16: String] {
    switch type {
    case EvdevCode.synchronization: separators
    case EvdevCode.key: keys
    case EvdevCode.absolute: axes
    case EvdevCode.miscellaneous: others
    default: [:]
    }
  }

  /// The type's name, or its number.
  package static func name(_ type: UInt16) -> String { types[type] ?? "\(type)" }

  /// The code's name, or its number.
  package static func name(_ type: UInt16, _ code: UInt16) -> String { names(of: type)[code] ?? "\(code)" }

  /// Types and codes, by the code's name.
  static let numbers: [String: (type: UInt16, code: UInt16)] = {
    var numbers: [String: (type: UInt16, code: UInt16)] = [:]
    for type in types.keys { for (code, name) in names(of: type) { numbers[name] = (type, code) } }
    numbers["BTN_MOUSE"] = (EvdevCode.key, 0x110)
    numbers["BTN_DIGI"] = (EvdevCode.key, 0x140)
    return numbers
  }()

  /// Types, by name.
  static let typeNumbers: [String: UInt16] = Dictionary(uniqueKeysWithValues: types.map { ($1, $0) })
}
