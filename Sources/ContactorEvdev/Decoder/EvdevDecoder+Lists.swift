public import ContactorCore

/// Panels without slots (protocol A): each frame lists the contacts that are down.
extension EvdevDecoder {
  /// Takes `SYN_MT_REPORT`, which ends one contact of the list.
  mutating func endListed() {
    if mode == .slots {
      guard !hasSelectedSlot else { return }
      enterLists()
    }
    guard mode == .lists else { return }
    if seenMask & SlotTable.repetition != 0 { list.repeatsValues = true }
    let isBare = seenMask & ~SlotTable.repetition == 0
    seenMask = 0
    list.hasReport = true
    // Without an axis, nothing touches, or the kernel has left out unchanged values; the button tells which.
    if isBare, !button.isDown || list.repeatsValues { return }
    listContact()
  }

  /// Changes to lists, for a panel whose description has slots; the values of the first slot belong to the first contact.
  private mutating func enterLists() {
    mode = .lists
    let first = unsafe table.row(0)
    unsafe table.spareRow.update(from: first, count: SlotTable.axisCount)
    unsafe first[SlotTable.id] = table.reported[0]
    table.forgetChanges()
    row = unsafe table.spareRow
  }

  private mutating func listContact() {
    let size = row[SlotTable.touchMajor]
    let pressure = row[SlotTable.pressure]
    list.hasSize = list.hasSize || size > 0
    list.hasPressure = list.hasPressure || pressure > 0
    if list.hasSize && size == 0 || list.hasPressure && pressure == 0 { return }
    guard list.count < min(ListState.limit, table.capacity), row[SlotTable.x] != SlotTable.unknown,
      row[SlotTable.y] != SlotTable.unknown
    else { return }
    for index in 0..<16 { list.listed.append(row[index]) }
  }

  /// Writes the frame's list into the slots, as events of a panel with slots would.
  mutating func writeList() {
    if !list.hasReport, seenMask & (1 << SlotTable.x | 1 << SlotTable.y) != 0 { endListed() }
    seenMask = 0
    defer { list.reset() }
    if !list.hasReport {
      // The button alone lifts all contacts (Goodix gt9xx); any other frame changes nothing.
      if !button.isOpen { for slot in 0..<table.capacity { closeSlot(slot) } }
      return
    }
    if list.trustsIDs, hasDuplicates { list.trustsIDs = false }
    if list.trustsIDs, hasIDs {
      matchByID()
    } else {
      matchByPlace()
    }
  }

  private var hasIDs: Bool {
    list.count == 0 || (0..<list.count).allSatisfy { list.value(SlotTable.id, of: $0) >= 0 }
  }

  private var hasDuplicates: Bool {
    for index in 0..<list.count {
      let id = list.value(SlotTable.id, of: index)
      guard id >= 0 else { continue }
      for other in 0..<index where list.value(SlotTable.id, of: other) == id { return true }
    }
    return false
  }

  private mutating func closeSlot(_ slot: Int) {
    unsafe set(SlotTable.id, to: -1, in: table.row(slot))
  }

  private mutating func matchByID() {
    for slot in 0..<table.capacity {
      let id = unsafe table.row(slot)[SlotTable.id]
      guard id >= 0 else { continue }
      if let index = (0..<list.count).first(where: { list.value(SlotTable.id, of: $0) == id }) {
        write(index, to: slot, id: id)
      } else {
        closeSlot(slot)
      }
    }
    openRest(trustingIDs: true)
  }

  /// Matches contacts to slots by distance, the closest pair first.
  private mutating func matchByPlace() {
    list.openSlots.removeAll(keepingCapacity: true)
    for slot in 0..<table.capacity where unsafe table.row(slot)[SlotTable.id] >= 0 { list.openSlots.append(slot) }
    while let (position, index) = closestPair() {
      let slot = list.openSlots.remove(at: position)
      unsafe write(index, to: slot, id: table.row(slot)[SlotTable.id])
    }
    for slot in list.openSlots { closeSlot(slot) }
    openRest(trustingIDs: false)
  }

  private func closestPair() -> (position: Int, index: Int)? {
    var best: (position: Int, index: Int)?
    var least = Double.infinity
    for (position, slot) in list.openSlots.enumerated() {
      let row = unsafe table.row(slot)
      let place = unsafe Point(x: Double(row[SlotTable.x]), y: Double(row[SlotTable.y]))
      for index in 0..<list.count where list.value(SlotTable.number, of: index) >= 0 {
        let distance = place.squaredDistance(
          to: Point(
            x: Double(list.value(SlotTable.x, of: index)), y: Double(list.value(SlotTable.y, of: index))))
        if distance < least { (least, best) = (distance, (position, index)) }
      }
    }
    return best
  }

  /// Assigns free slots to the contacts that match none.
  private mutating func openRest(trustingIDs trusts: Bool) {
    var slot = 0
    for index in 0..<list.count where list.value(SlotTable.number, of: index) >= 0 {
      while slot < table.capacity, unsafe table.row(slot)[SlotTable.id] >= 0 { slot += 1 }
      guard slot < table.capacity else { return }
      write(index, to: slot, id: trusts ? list.value(SlotTable.id, of: index) : makeUpUnusedID())
    }
  }

  private mutating func makeUpUnusedID() -> Int32 {
    var id = makeUpID()
    while (0..<table.capacity).contains(where: { unsafe table.row($0)[SlotTable.id] == id }) { id = makeUpID() }
    return id
  }

  /// Writes a listed contact into a slot and crosses it off the list.
  private mutating func write(_ index: Int, to slot: Int, id: Int32) {
    let row = unsafe table.row(slot)
    for axis in 0..<SlotTable.axisCount where axis != SlotTable.id {
      unsafe set(axis, to: list.value(axis, of: index), in: row)
    }
    unsafe set(SlotTable.id, to: id, in: row)
    list.listed[index * 16 + SlotTable.number] = -1
  }

  /// When the contacts of a silent panel count as lifted; `nil` where there are none or there is no limit.
  public var nextDeadline: Timestamp? {
    guard let silenceLimit, mode == .lists, (0..<table.capacity).contains(where: { table.reported[$0] >= 0 })
    else { return nil }
    return lastFrameTime + silenceLimit
  }

  /// Lets time pass: ends the contacts of a panel that has been silent for `silenceLimit`.
  public mutating func advance(to time: Timestamp, _ yield: (TouchFrame) -> Void) {
    guard let deadline = nextDeadline, deadline <= time else { return }
    finishAll(as: .ended, at: deadline, yield)
    table.close(forgettingValues: false)
  }
}

/// The contacts that a panel without slots has listed in this frame, and how that panel lists them.
struct ListState {
  /// How many contacts of a frame are looked at.
  static let limit = 64

  /// The contacts' axes, 16 numbers each as in the slot table.
  var listed: [Int32] = []
  /// The slots that are open and not yet matched to a listed contact.
  var openSlots: [Int] = []
  /// Whether the frame has had a `SYN_MT_REPORT`.
  var hasReport = false
  /// Whether the panel repeats unchanged values.
  ///
  /// If so, a `SYN_MT_REPORT` without values means that there is no contact;
  /// otherwise it means that no value changed.
  var repeatsValues = false
  /// Whether ids tell contacts apart; some panels give each contact the same one.
  var trustsIDs = true
  /// Whether the panel ever reported a size, so that the size 0 means a lift.
  var hasSize = false
  /// Whether the panel ever reported a pressure, so that the pressure 0 means a lift.
  var hasPressure = false

  /// How many contacts are listed.
  var count: Int { listed.count / 16 }

  /// Starts a new frame.
  mutating func reset() {
    listed.removeAll(keepingCapacity: true)
    hasReport = false
  }

  /// A value of a listed contact.
  func value(_ axis: Int, of index: Int) -> Int32 { listed[index * 16 + axis] }
}
