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
