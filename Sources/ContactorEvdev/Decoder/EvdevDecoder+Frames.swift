internal import ContactorCore

extension EvdevDecoder {
  /// Ends a frame: compares the table with the reported contacts and hands out the difference.
  @inline(__always)
  mutating func report(at time: Timestamp, _ yield: (TouchFrame) -> Void) {
    if mode != .slots || isDiscarding {
      guard prepare(at: time, yield) else { return }
    }
    let hasStructure = seenMask & Self.structure != 0 || button.isOpen != button.wasOpen
    seenMask = 0
    guard table.changedCount > 0 || hasStructure else { return }
    let leavers = hasStructure ? findLeavers() : 0
    emit(leavers, at: time, yield)
  }

  /// The axes that decide which contacts exist.
  private static let structure: Int32 = 1 << SlotTable.id | 1 << SlotTable.distance | SlotTable.attention

  /// Writes the frame of a panel without slots into the table, or ends a loss; `false` where no frame follows.
  @inline(never)
  private mutating func prepare(at time: Timestamp, _ yield: (TouchFrame) -> Void) -> Bool {
    if isDiscarding {
      finishLoss(at: time, yield)
      return false
    }
    switch mode {
    case .slots: break
    case .lists:
      advance(to: time, yield)
      lastFrameTime = time
      writeList()
    case .single: writePointer()
    }
    return true
  }

  /// Writes a single-touch panel's state into the first slot.
  private mutating func writePointer() {
    let row = unsafe table.row(0)
    let isDown =
      unsafe button.isDeclared
      ? button.isDown
      : row[SlotTable.pressure] != SlotTable.unknown && row[SlotTable.pressure] > axes.restPressure
    if isDown {
      // A finger lifted and put down within a frame is a new contact; otherwise a tap would be lost.
      if unsafe row[SlotTable.id] < 0 || button.wasReleased { unsafe set(SlotTable.id, to: makeUpID(), in: row) }
    } else {
      unsafe set(SlotTable.id, to: -1, in: row)
    }
    button.wasReleased = false
  }

  /// An id that no contact has.
  mutating func makeUpID() -> Int32 {
    repeat {
      lastMadeUpID = lastMadeUpID == .max ? 0 : lastMadeUpID + 1
    } while table.slotReporting(lastMadeUpID) != nil
    return lastMadeUpID
  }

  /// The id of the contact that touches in a slot; −1 for none.
  private func touchingID(_ slot: Int) -> Int32 {
    let row = unsafe table.row(slot)
    let id = unsafe row[SlotTable.id]
    if unsafe id < 0 || row[SlotTable.distance] > axes.hoverLimit { return -1 }
    return mode == .single || button.isOpen ? id : -1
  }

  /// Moves contacts that have left their slot to the list of leavers; those found in another slot continue there.
  ///
  /// - Returns: how many contacts are on the list.
  @inline(never)
  private mutating func findLeavers() -> Int {
    if mode != .single, button.isOpen != button.wasOpen {
      for slot in 0..<table.capacity where unsafe table.row(slot)[SlotTable.id] >= 0 || table.reported[slot] >= 0 {
        unsafe table.mark(table.row(slot), SlotTable.attention)
      }
    }
    button.wasOpen = button.isOpen
    var count = 0
    for index in 0..<table.changedCount {
      let slot = unsafe Int(table.changed[index][SlotTable.number])
      guard table.reported[slot] >= 0, table.reported[slot] != touchingID(slot) else { continue }
      table.leaving[count] = table.contacts[slot]
      unsafe axes.place(table.leaving + count, from: table.row(slot), at: SlotTable.reportedPlace)
      table.leavingSlots[count] = Int32(slot)
      table.reported[slot] = -1
      count += 1
    }
    for index in 0..<count { followJump(index) }
    return count
  }

  private func followJump(_ index: Int) {
    let id = table.leaving[index].trackingID
    for slot in 0..<table.capacity where table.reported[slot] < 0 && touchingID(slot) == id && isPlaced(slot) {
      table.contacts[slot] = table.leaving[index]
      table.contacts[slot].slot = Int32(slot)
      table.reported[slot] = id
      unsafe table.mark(table.row(slot), SlotTable.attention)
      table.leavingSlots[index] = -1
      return
    }
  }

  /// Makes the frame from the changed slots, in order; within a slot, an end precedes a beginning.
  @inline(__always)
  private mutating func emit(_ leavers: Int, at time: Timestamp, _ yield: (TouchFrame) -> Void) {
    let changed = table.changedCount
    resize(to: changed &+ leavers)
    var count = 0
    var contacts: [Contact] = []
    swap(&contacts, &frame.contacts)
    unsafe contacts.withUnsafeMutableBufferPointer { buffer in
      guard let out = buffer.baseAddress else { return }
      let (rows, reported, known) = (table.changed, table.reported, table.contacts)
      for index in 0..<changed {
        let row = unsafe rows[index]
        let changes = unsafe row[SlotTable.changes]
        let slot = unsafe Int(row[SlotTable.number])
        unsafe row[SlotTable.changes] = 0
        if leavers > 0, unsafe takeLeaver(of: slot, among: leavers, to: out + count) { count &+= 1 }
        if unsafe reported[slot] >= 0 {
          if changes & AxisMap.more != 0 { unsafe axes.updateMore(&known[slot], from: row) }
          unsafe out[count].traits = known[slot].traits
          unsafe axes.place(out + count, from: row, at: SlotTable.x)
          count &+= 1
        } else if unsafe begins(slot, in: out + count) {
          count &+= 1
        }
      }
    }
    swap(&contacts, &frame.contacts)
    table.changedCount = 0
    handOut(count, at: time, yield)
  }

  /// Hands out a frame of the first `count` contacts; none where `count` is 0.
  @inline(__always)
  mutating func handOut(_ count: Int, at time: Timestamp, _ yield: (TouchFrame) -> Void) {
    guard count > 0 else { return }
    resize(to: count)
    frame.timestamp = time
    yield(frame)
  }

  /// Sets how many contacts the frame has.
  @inline(__always)
  mutating func resize(to count: Int) {
    let current = frame.contacts.count
    if current != count { resizeSlowly(current, to: count) }
  }

  @inline(never)
  private mutating func resizeSlowly(_ current: Int, to count: Int) {
    if current > count {
      frame.contacts.removeLast(current - count)
    } else {
      let none = Contact(trackingID: -1, slot: -1, phase: .ended, location: .zero)
      for _ in current..<count { frame.contacts.append(none) }
    }
  }

  /// Writes the end of the contact that leaves a slot; `false` where none does.
  @inline(never)
  private func takeLeaver(of slot: Int, among count: Int, to out: UnsafeMutablePointer<Contact>) -> Bool {
    for index in 0..<count where table.leavingSlots[index] == Int32(slot) {
      table.leavingSlots[index] = -1
      unsafe out.pointee = table.leaving[index]
      unsafe out.pointee.phase = .ended
      return true
    }
    return false
  }

  /// Whether the position in a slot is known.
  private func isPlaced(_ slot: Int) -> Bool {
    let row = unsafe table.row(slot)
    return unsafe row[SlotTable.x] != SlotTable.unknown && row[SlotTable.y] != SlotTable.unknown
  }

  /// Writes the beginning of the contact in a slot; `false` where it hovers, its position is unknown, or its id is in use.
  @inline(never)
  private func begins(_ slot: Int, in out: UnsafeMutablePointer<Contact>) -> Bool {
    let id = touchingID(slot)
    guard id >= 0, isPlaced(slot), table.slotReporting(id) == nil else { return false }
    let number: Int32 = mode == .single ? -1 : Int32(slot)
    var contact = Contact(trackingID: id, slot: number, phase: .began, location: .zero)
    unsafe axes.updateMore(&contact, from: table.row(slot))
    unsafe axes.place(&contact, from: table.row(slot), at: SlotTable.x)
    unsafe out.pointee = contact
    // Its next report is a move.
    contact.phase = .moved
    table.contacts[slot] = contact
    table.reported[slot] = id
    return true
  }
}
