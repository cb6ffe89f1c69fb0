internal import ContactorCore
import ContactorEvdev

/// One event of a shape: its type and code, and how its time and its value are written.
struct ShapeElement: Hashable {
  /// How a value is written.
  enum Mode: UInt8 {
    /// It is part of the shape: of buttons and separators.
    case constant
    /// The change since the last value of the axis in the slot.
    case contact
    /// The change since the last value of the code.
    case global
    /// The slot, whose step since the last slot is part of the shape.
    case slot
    /// The value as it is: of codes for which no place is left.
    case absolute
  }

  /// How a time is written.
  enum Clock: UInt8 {
    /// Not at all: it is the time of the event before.
    case same
    /// As the first of a frame: the change of the interval between frames.
    case frame
    /// As the time since the event before.
    case event
  }

  /// The type, and the code in the upper half.
  var head: UInt32
  /// The value, or the slot's step, where the mode says so.
  var constant: Int32 = 0
  /// Where the last value is: in the slot's row, or behind the rows.
  var column: Int32 = 0
  var mode: Mode
  var clock: Clock = .same

  /// Whether it names an axis that each slot has.
  static func isContactAxis(_ head: UInt32) -> Bool {
    head & 0xffff == UInt32(EvdevCode.absolute) && (0x30...0x3f).contains(head >> 16)
  }

  static let slotHead = UInt32(EvdevCode.absolute) | UInt32(EvdevCode.slot) << 16
  static let reportHead = UInt32(EvdevCode.synchronization)
}
