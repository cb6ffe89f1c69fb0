internal import ContactorCore

/// The decoder's table: a row of 16 numbers for each slot, and the contact last reported from it.
///
/// A row is one cache line: the values of `ABS_MT_TOUCH_MAJOR` … `ABS_MT_DISTANCE` in the order of their codes, then
/// the position last reported, the mask of the axes that changed in this frame, and the slot's number.
@safe final class SlotTable {
  /// The value of an axis that no event has set.
  static let unknown = Int32.min
  /// The first code in a row.
  static let firstCode = 0x30
  /// How many axes are in a row.
  static let axisCount = 12
  /// The index of the position last reported, two values.
  static let reportedPlace = 12
  /// The index of the mask of changes.
  static let changes = 14
  /// The index of the slot's number.
  static let number = 15
  /// A bit of the mask of seen axes: a slot was selected.
  static let selection: Int32 = 1 << 12
  /// A bit of the mask of seen axes: an event repeated an unchanged value.
  static let repetition: Int32 = 1 << 13
  /// A bit of the mask of changes: the row must be examined although no axis changed.
  static let attention: Int32 = 1 << 14
  /// A bit in the spare row's mask, which keeps that row from being listed as changed.
  private static let never: Int32 = 1 << 15

  static let touchMajor = 0
  static let touchMinor = 1
  static let orientation = 4
  static let x = 5
  static let y = 6
  static let tool = 7
  static let id = 9
  static let pressure = 10
  static let distance = 11

  /// How many slots there are.
  let capacity: Int
  /// The rows, followed by the spare row.
  @safe let rows: UnsafeMutablePointer<Int32>
  /// The id of the contact reported from each slot; −1 for none.
  @safe let reported: UnsafeMutablePointer<Int32>
  /// The contacts as they were last reported.
  @safe let contacts: UnsafeMutablePointer<Contact>
  /// The rows that changed in this frame, in the order of their first change.
  @safe let changed: UnsafeMutablePointer<UnsafeMutablePointer<Int32>>
  /// The contacts that have left their slot and end, unless they are found in another slot.
  @safe let leaving: UnsafeMutablePointer<Contact>
  /// The slots of the contacts in `leaving`; −1 once a contact has ended or was found.
  @safe let leavingSlots: UnsafeMutablePointer<Int32>
  /// How many rows changed in this frame.
  var changedCount = 0

  init(capacity: Int) {
    self.capacity = capacity
    rows = .allocate(capacity: (capacity + 1) * 16)
    unsafe rows.initialize(repeating: Self.unknown, count: (capacity + 1) * 16)
    reported = .allocate(capacity: capacity)
    unsafe reported.initialize(repeating: -1, count: capacity)
    contacts = .allocate(capacity: capacity)
    unsafe contacts.initialize(
      repeating: Contact(trackingID: -1, slot: -1, phase: .ended, location: .zero), count: capacity)
    leaving = .allocate(capacity: capacity)
    unsafe leaving.initialize(from: contacts, count: capacity)
    leavingSlots = .allocate(capacity: capacity)
    unsafe leavingSlots.initialize(repeating: -1, count: capacity)
    // One more than can be listed, because the event loop writes an entry before it decides whether to count it.
    changed = .allocate(capacity: capacity + 1)
    unsafe changed.initialize(repeating: rows, count: capacity + 1)
    for slot in 0...capacity {
      let row = unsafe row(slot)
      unsafe row[Self.id] = -1
      unsafe row[Self.changes] = slot == capacity ? Self.never : 0
      unsafe row[Self.number] = Int32(slot)
    }
  }

  deinit {
    unsafe rows.deallocate()
    unsafe reported.deallocate()
    unsafe contacts.deallocate()
    unsafe leaving.deallocate()
    unsafe leavingSlots.deallocate()
    unsafe changed.deallocate()
  }

  /// A slot's row.
  @inline(__always)
  func row(_ slot: Int) -> UnsafeMutablePointer<Int32> {
    unsafe rows + slot &* 16
  }

  /// The row for values that belong to no slot: those of slots out of range, and of the contact being listed.
  var spareRow: UnsafeMutablePointer<Int32> { unsafe row(capacity) }

  /// Marks axes of a row as changed, and lists the row.
  @inline(__always)
  func mark(_ row: UnsafeMutablePointer<Int32>, _ mask: Int32) {
    let before = unsafe row[Self.changes]
    if before == 0 {
      unsafe changed[changedCount] = row
      changedCount &+= 1
    }
    unsafe row[Self.changes] = before | mask
  }

  /// Empties the list of changes.
  func forgetChanges() {
    for index in 0..<changedCount { unsafe changed[index][Self.changes] = 0 }
    changedCount = 0
  }

  /// Empties every slot without reporting an end.
  ///
  /// - Parameter forgets: whether the values become unknown, too.
  func close(forgettingValues forgets: Bool) {
    for slot in 0...capacity {
      let row = unsafe row(slot)
      if forgets { for axis in 0..<Self.axisCount { unsafe row[axis] = Self.unknown } }
      unsafe row[Self.id] = -1
      if slot < capacity { reported[slot] = -1 }
    }
    forgetChanges()
  }

  /// The slot from which an id is reported; `nil` where it is not reported.
  func slotReporting(_ id: Int32) -> Int? {
    for slot in 0..<capacity where reported[slot] == id { return slot }
    return nil
  }
}
