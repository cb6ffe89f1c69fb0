/// The last value of every axis in every slot, then of every other code: what changes are counted from.
///
/// Writer and reader keep the same one for each device and set it to zero at the start of each block.
@safe final class ValueTable {
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

  let values: UnsafeMutablePointer<Int32>
  /// The other codes that have a place, in the order of their first appearance.
  @safe @exclusivity(unchecked) private var heads: [UInt32] = []

  init() {
    unsafe values = .allocate(capacity: Self.size)
    unsafe values.initialize(repeating: 0, count: Self.size)
  }

  deinit {
    unsafe values.deallocate()
  }

  func reset() {
    unsafe values.update(repeating: 0, count: Self.size)
    heads.removeAll(keepingCapacity: true)
  }

  /// The slot's row.
  @inline(__always)
  func row(_ slot: Int32) -> UnsafeMutablePointer<Int32> {
    unsafe values + Int(min(UInt32(bitPattern: slot), UInt32(Self.slots))) &* Self.stride
  }

  /// Where the last value of a code is that belongs to no slot, and `nil` when there is no place left.
  func place(of head: UInt32) -> Int32? {
    if let index = heads.firstIndex(of: head) { return Int32(Self.firstOther + index) }
    guard heads.count < Self.others else { return nil }
    heads.append(head)
    return Int32(Self.firstOther + heads.count - 1)
  }
}
