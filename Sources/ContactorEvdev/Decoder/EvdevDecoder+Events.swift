public import ContactorCore

extension EvdevDecoder {
  /// Takes events, and hands out a frame at each `SYN_REPORT` before which a contact changed.
  public mutating func decode(_ events: [EvdevEvent], _ yield: (TouchFrame) -> Void) {
    unsafe events.withUnsafeBufferPointer { unsafe decode($0, yield) }
  }

  /// Takes the bytes of `EvdevEvent`s, as they are read from a device node.
  ///
  /// The bytes must be aligned to 8; an incomplete record at the end is ignored.
  public mutating func decode(_ bytes: UnsafeRawBufferPointer, _ yield: (TouchFrame) -> Void) {
    guard let base = bytes.baseAddress else { return }
    let count = bytes.count / MemoryLayout<EvdevEvent>.stride
    let events = unsafe base.assumingMemoryBound(to: EvdevEvent.self)
    unsafe decode(UnsafeBufferPointer(start: events, count: count), yield)
  }

  /// Takes events in a buffer, without copying them.
  ///
  /// - Complexity: O(number of events), without an allocation once the frame has had its largest number of contacts.
  public mutating func decode(_ events: UnsafeBufferPointer<EvdevEvent>, _ yield: (TouchFrame) -> Void) {
    var index = 0
    while index < events.count {
      index = unsafe takeAxes(events, from: index)
      guard index < events.count else { return }
      unsafe take(events[index], yield)
      index += 1
    }
  }

  /// Takes one event.
  public mutating func handle(_ event: EvdevEvent, _ yield: (TouchFrame) -> Void) {
    unsafe withUnsafePointer(to: event) { unsafe decode(UnsafeBufferPointer(start: $0, count: 1), yield) }
  }

  /// Takes the axes up to the next event of another type; returns that event's index.
  private mutating func takeAxes(_ events: UnsafeBufferPointer<EvdevEvent>, from start: Int) -> Int {
    var index = start
    if isDiscarding {
      while index < events.count, unsafe events[index].type == EvdevCode.absolute { index &+= 1 }
      return index
    }
    guard index < events.count, let base = events.baseAddress else { return index }
    let (changed, rows, capacity) = (table.changed, table.rows, UInt32(truncatingIfNeeded: table.capacity))
    let hasSlots = mode == .slots
    // `.max` matches no axis: without slots, `ABS_MT_SLOT` is handled by `takeOther`.
    let slotAxis = hasSlots ? Self.slotAxis : .max
    var changedCount = table.changedCount
    var row = row
    var seenMask = seenMask
    var event = unsafe base + index
    let end = unsafe base + events.count
    // A move takes three events, so none begins after this one.
    let lastMove = unsafe hasSlots && events.count > 2 ? end - 2 : base
    while unsafe event < end {
      while unsafe event < lastMove, let moved = unsafe takeMove(event, rows, capacity) {
        unsafe row = moved
        let before = unsafe row[SlotTable.changes]
        unsafe changed[changedCount] = row
        changedCount &+= before == 0 ? 1 : 0
        unsafe row[SlotTable.changes] = before | Self.place
        seenMask |= Self.move
        unsafe event += 3
      }
      guard unsafe event < end else { break }
      // Type and code in one number: below `axisCount` for the axes in a row, larger for all other events.
      let head = unsafe Self.head(of: event) &- Self.firstAxis
      let axis = head &>> 16 | head &<< 16
      let value = unsafe event.pointee.value
      if axis < UInt32(SlotTable.axisCount) {
        let bit = 1 &<< Int32(truncatingIfNeeded: axis)
        let position = Int(axis)
        seenMask |= bit
        if unsafe row[position] != value {
          unsafe row[position] = value
          let before = unsafe row[SlotTable.changes]
          unsafe changed[changedCount] = row
          changedCount &+= before == 0 ? 1 : 0
          unsafe row[SlotTable.changes] = before | bit
        } else {
          seenMask |= SlotTable.repetition
        }
      } else if axis == slotAxis {
        seenMask |= SlotTable.selection
        unsafe row = rows + Int(min(UInt32(bitPattern: value), capacity)) &* 16
      } else if unsafe event.pointee.type != EvdevCode.absolute {
        break
      } else if !hasSlots {
        table.changedCount = changedCount
        unsafe row = takeOther(event.pointee, row)
        changedCount = table.changedCount
        index = unsafe event - base + 1
        // The event may have changed the mode.
        if mode == .slots { break }
      }
      unsafe event += 1
    }
    table.changedCount = changedCount
    self.row = unsafe row
    hasSelectedSlot = hasSelectedSlot || seenMask & SlotTable.selection != 0
    self.seenMask |= seenMask & ~SlotTable.selection
    if hasSlots != (mode == .slots) { return unsafe takeAxes(events, from: index) }
    return unsafe event - base
  }

  /// Takes a slot's number and both coordinates, if these are the next three events and both coordinates change.
  ///
  /// Panels send these three for a finger that moves, and little else.
  ///
  /// - Returns: the slot's row; `nil` for other events.
  @inline(__always)
  private func takeMove(
    _ event: UnsafePointer<EvdevEvent>, _ rows: UnsafeMutablePointer<Int32>, _ capacity: UInt32
  ) -> UnsafeMutablePointer<Int32>? {
    guard unsafe Self.head(of: event) == Self.slotHead, unsafe Self.head(of: event + 1) == Self.xHead,
      unsafe Self.head(of: event + 2) == Self.yHead
    else { return nil }
    let row = unsafe rows + Int(min(UInt32(bitPattern: event.pointee.value), capacity)) &* 16
    let (x, y) = unsafe (event[1].value, event[2].value)
    guard unsafe row[SlotTable.x] != x, unsafe row[SlotTable.y] != y else { return nil }
    unsafe row[SlotTable.x] = x
    unsafe row[SlotTable.y] = y
    return unsafe row
  }

  private static let slotHead = UInt32(EvdevCode.absolute) | UInt32(EvdevCode.slot) << 16
  private static let xHead = UInt32(EvdevCode.absolute) | UInt32(EvdevCode.positionX) << 16
  private static let yHead = UInt32(EvdevCode.absolute) | UInt32(EvdevCode.positionY) << 16
  /// The axes of a move.
  private static let place: Int32 = 1 << SlotTable.x | 1 << SlotTable.y
  private static let move: Int32 = place | SlotTable.selection

  /// An event's type and code, the type in the lower half.
  @inline(__always)
  private static func head(of event: UnsafePointer<EvdevEvent>) -> UInt32 {
    #if _endian(little)
      unsafe (UnsafeRawPointer(event) + 16).load(as: UInt32.self)
    #else
      UInt32(event.pointee.type) | UInt32(event.pointee.code) &<< 16
    #endif
  }

  private static let firstAxis = UInt32(EvdevCode.absolute) | UInt32(SlotTable.firstCode) << 16
  /// The number of `ABS_MT_SLOT`, whose code precedes the first axis in a row, after the subtraction of `firstAxis`.
  private static let slotAxis: UInt32 = 0xffff

  /// Takes an axis that is not in a row, for a panel without slots; returns the row for the following axes.
  @inline(never)
  private mutating func takeOther(
    _ event: EvdevEvent, _ row: UnsafeMutablePointer<Int32>
  ) -> UnsafeMutablePointer<Int32> {
    if mode == .single {
      takePointer(event.code, event.value)
      return unsafe row
    }
    guard event.code == EvdevCode.slot else { return unsafe row }
    // A panel that sends `ABS_MT_SLOT` has slots, even if its description has none.
    for slot in 0..<table.capacity { unsafe set(SlotTable.id, to: -1, in: table.row(slot)) }
    mode = .slots
    hasSelectedSlot = true
    list.reset()
    return unsafe table.row(Int(min(UInt32(bitPattern: event.value), UInt32(table.capacity))))
  }

  /// Takes an axis of a single-touch panel.
  private mutating func takePointer(_ code: UInt16, _ value: Int32) {
    switch code {
    case EvdevCode.x: unsafe set(SlotTable.x, to: value, in: table.row(0))
    case EvdevCode.y: unsafe set(SlotTable.y, to: value, in: table.row(0))
    case EvdevCode.pressure: unsafe set(SlotTable.pressure, to: value, in: table.row(0))
    default: break
    }
  }

  /// Sets one value of a slot and marks the change.
  mutating func set(_ axis: Int, to value: Int32, in row: UnsafeMutablePointer<Int32>) {
    guard unsafe row[axis] != value else { return }
    unsafe row[axis] = value
    unsafe table.mark(row, 1 << axis)
    seenMask |= 1 << axis
  }

  @inline(__always)
  private mutating func take(_ event: EvdevEvent, _ yield: (TouchFrame) -> Void) {
    if event.type == EvdevCode.synchronization {
      if event.code == EvdevCode.report {
        if event.value == 0 { report(at: event.time, yield) } else { reportByKernel(at: event.time, yield) }
      } else {
        takeSeparator(event)
      }
    } else if event.type == EvdevCode.key, event.code == button.code, !isDiscarding {
      button.set(event.value)
    }
  }

  @inline(never)
  private mutating func takeSeparator(_ event: EvdevEvent) {
    switch event.code {
    case EvdevCode.contactReport:
      if !isDiscarding { endListed() }
    case EvdevCode.dropped:
      note(.synDropped, at: event.time)
      isDiscarding = true
    default: break
    }
  }
}
