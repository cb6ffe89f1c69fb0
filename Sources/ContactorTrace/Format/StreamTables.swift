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

/// The shapes of a block, by their elements: which number a group's shape has.
///
/// A table of its own, for it is asked for each group and begins anew with each block: it keeps its memory.
struct ShapeTable {
  private struct Entry {
    var start: Int
    var count: Int
    var hash: UInt64
  }

  private var elements: [ShapeElement] = []
  private var entries: [Entry] = []
  /// Places of the entries, from 1, by their hash, or 0 where a place is free; as many as a power of two.
  private var places = [Int32](repeating: 0, count: 512)

  /// How many shapes there are.
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

/// The last value of every axis in every slot, then of every other code: what changes are counted from.
///
/// Writer and reader keep the same one for each device and set it to zero at the start of each block.
final class ValueTable {
  /// How many slots have a row of their own; all others share one more.
  static let slots = 64
  /// How many axes are in a row.
  static let columns = 16
  /// A place in a row that is no axis: what a reader that does not ask writes comes here.
  static let nowhere = columns
  /// How far it is from row to row.
  static let stride = columns + 4
  /// How many other codes have a place.
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

  /// Where the last value of a code is that belongs to no slot, and `nil` when there is no place left.
  func place(of head: UInt32) -> Int32? {
    if let index = heads.firstIndex(of: head) { return Int32(Self.firstOther + index) }
    guard heads.count < Self.others else { return nil }
    heads.append(head)
    return Int32(Self.firstOther + heads.count - 1)
  }
}
