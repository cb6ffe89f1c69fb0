internal import ContactorCore
import ContactorEvdev

/// One event of a shape: its type and code, and how its time and its value are written.
struct ShapeElement: Hashable {
  /// How a value is written.
  enum Mode: UInt8 {
    /// Not at all: the shape holds the value, of buttons and separators.
    case constant
    /// The change since the last value of the axis in the slot.
    case contact
    /// The change since the last value of the code.
    case global
    /// Not at all: the shape holds the step from the slot before.
    case slot
    /// The value itself, of codes for which the table of last values has no place left.
    case absolute
  }

  /// How a time is written.
  enum Clock: UInt8 {
    /// Not at all: the time of the event before.
    case same
    /// As the first of a frame: the change of the interval between frames.
    case frame
    /// As the time since the event before.
    case event
  }

  /// The type, and the code in the upper half.
  var head: UInt32
  /// The value, or the step of the slot, with the modes `constant` and `slot`.
  var constant: Int32 = 0
  /// The place of the last value: a column of the slot's row, or an index behind the rows.
  var column: Int32 = 0
  var mode: Mode
  var clock: Clock = .same

  /// Whether a type and code name an axis that each slot has.
  static func isContactAxis(_ head: UInt32) -> Bool {
    head & 0xffff == UInt32(EvdevCode.absolute) && (0x30...0x3f).contains(head >> 16)
  }

  static let slotHead = UInt32(EvdevCode.absolute) | UInt32(EvdevCode.slot) << 16
  static let reportHead = UInt32(EvdevCode.synchronization)
}

/// The shapes of a stream: numbers them, and finds the number of a group's shape.
///
/// No dictionary: each group asks for its shape, and the table keeps its memory from block to block.
struct ShapeTable {
  private struct Entry {
    var start: Int
    var count: Int
    var hash: UInt64
  }

  private var elements: [ShapeElement] = []
  private var entries: [Entry] = []
  /// The number of an entry plus 1 at the place that its hash gives, or 0 for a free place; a power of two of them.
  private var places = [Int32](repeating: 0, count: 512)

  /// The number of shapes.
  var count: Int { entries.count }

  /// Forgets all shapes.
  mutating func removeAll() {
    guard !entries.isEmpty else { return }
    elements.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    for index in places.indices { places[index] = 0 }
  }

  /// The number of a shape, and whether it is new.
  mutating func number(of group: [ShapeElement]) -> (number: Int, isNew: Bool) {
    let hash = Self.hash(group)
    var place = Int(truncatingIfNeeded: hash &>> 32) & (places.count - 1)
    while places[place] != 0 {
      let number = Int(places[place]) - 1
      if entries[number].hash == hash, isEqual(entries[number], group) { return (number, false) }
      place = (place + 1) & (places.count - 1)
    }
    entries.append(Entry(start: elements.count, count: group.count, hash: hash))
    elements += group
    places[place] = Int32(entries.count)
    if entries.count * 2 > places.count { grow() }
    return (entries.count - 1, true)
  }

  private func isEqual(_ entry: Entry, _ group: [ShapeElement]) -> Bool {
    guard entry.count == group.count else { return false }
    for index in 0..<group.count where elements[entry.start + index] != group[index] { return false }
    return true
  }

  private mutating func grow() {
    places = [Int32](repeating: 0, count: places.count * 2)
    for (number, entry) in entries.enumerated() {
      var place = Int(truncatingIfNeeded: entry.hash &>> 32) & (places.count - 1)
      while places[place] != 0 { place = (place + 1) & (places.count - 1) }
      places[place] = Int32(number + 1)
    }
  }

  private static func hash(_ group: [ShapeElement]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for element in group {
      let modes = UInt64(element.mode.rawValue) &<< 8 | UInt64(element.clock.rawValue)
      hash = (hash ^ UInt64(element.head)) &* 0x9E37_79B9_7F4A_7C15
      hash = (hash ^ UInt64(UInt32(bitPattern: element.constant)) ^ modes &<< 40) &* 0xD6E8_FEB8_6659_FD93
      hash ^= hash &>> 29
    }
    return hash
  }
}

/// The last value of every axis in every slot, then of every other code; changes are relative to them.
///
/// Writer and reader keep equal tables for each stream; all values are 0 at the start of each block.
final class ValueTable {
  /// The number of slots with a row of their own; all others share one more.
  static let slots = 64
  /// The number of axes in a row.
  static let columns = 16
  /// A column that is no axis: a reader changes it in place of axes that a contact lacks.
  static let nowhere = columns
  /// The distance from row to row.
  static let stride = columns + 4
  /// The number of other codes that have a place.
  static let others = 48
  private static let firstOther = (slots + 1) * stride
  private static let size = firstOther + others

  @safe @exclusivity(unchecked) var values = [Int32](repeating: 0, count: size)
  /// The other codes that have a place, in the order of their first appearance.
  @safe @exclusivity(unchecked) private var heads: [UInt32] = []

  func reset() {
    for index in values.indices { values[index] = 0 }
    heads.removeAll(keepingCapacity: true)
  }

  /// The index of the slot's row.
  @inline(__always)
  static func row(_ slot: Int32) -> Int {
    Int(min(UInt32(bitPattern: slot), UInt32(slots))) &* stride
  }

  /// The index of the last value of a code that belongs to no slot; `nil` where the table is full.
  func place(of head: UInt32) -> Int32? {
    if let index = heads.firstIndex(of: head) { return Int32(Self.firstOther + index) }
    guard heads.count < Self.others else { return nil }
    heads.append(head)
    return Int32(Self.firstOther + heads.count - 1)
  }
}
