internal import CContactor
internal import ContactorCore
internal import ContactorEvdev
internal import ContactorSystem
internal import Glibc

/// The events that a program writes into a panel's node for the panel's other readers, around a grab.
///
/// A grab hides from the others what happens to the panel, and the kernel's input core drops whatever equals its own last value. So
/// a reader that was shut out keeps a finger that it saw land, and combines later events with the values and the slot that it saw
/// last: taps land where no finger is.
enum PanelHandover {
  /// Lifts every contact that is down; empty where none is.
  ///
  /// The frame ends with `SYN_REPORT` 1, the kernel's own mark of lifts that no finger made: readers that look at it cancel the touches.
  static func lifts(_ description: EvdevDescription, _ state: EvdevState) -> [EvdevEvent] {
    var events: [EvdevEvent] = []
    for (slot, id) in (state.slots[EvdevCode.trackingID] ?? []).enumerated() where id >= 0 {
      events.append(axis(EvdevCode.slot, Int32(slot)))
      events.append(axis(EvdevCode.trackingID, -1))
    }
    for key in state.keys.sorted() { events.append(event(EvdevCode.key, key, 0)) }
    if events.isEmpty { return [] }
    if description.contactProtocol == .lists {
      events.append(event(EvdevCode.synchronization, EvdevCode.contactReport, 0))
    }
    events.append(event(EvdevCode.synchronization, EvdevCode.report, 1))
    return events
  }

  /// Gives the readers the present value of every axis, in slots without a contact, so that none begins.
  ///
  /// Each value is written after another one, because the kernel drops a value that does not change. The slot that the
  /// panel's driver has selected comes last, so that it stays selected.
  ///
  /// - Parameter state: the state after `lifts(_:_:)`, with the pointer's axes.
  static func refresh(_ description: EvdevDescription, _ state: EvdevState) -> [EvdevEvent] {
    var events: [EvdevEvent] = []
    for code in state.axes.keys.sorted() {
      append(code, state.axes[code] ?? 0, description, to: &events)
    }
    if !events.isEmpty { events.append(event(EvdevCode.synchronization, EvdevCode.report, 0)) }
    let count = description.contactProtocol == .slots ? Int32(description.slotCount) : 0
    let codes = state.slots.keys.sorted().filter { $0 != EvdevCode.trackingID }
    guard count > 0, !codes.isEmpty else { return events }
    let last = min(max(state.currentSlot, 0), count - 1)
    for slot in Array(0..<count).filter({ $0 != last }) + [last] {
      events.append(axis(EvdevCode.slot, slot))
      for code in codes {
        guard let values = state.slots[code], values.indices.contains(Int(slot)) else { continue }
        append(code, values[Int(slot)], description, to: &events)
      }
      events.append(event(EvdevCode.synchronization, EvdevCode.report, 0))
    }
    return events
  }

  private static func append(_ code: UInt16, _ value: Int32, _ description: EvdevDescription, to events: inout [EvdevEvent]) {
    if code == EvdevCode.toolType {
      // Never a palm on the way; a contact that comes starts as a finger, and the driver says otherwise itself.
      events.append(axis(code, 1))
      return events.append(axis(code, 0))
    }
    events.append(axis(code, other(than: value, on: description.axes[code])))
    events.append(axis(code, value))
  }

  /// A value so far away that the kernel's filter of noise (fuzz) changes neither it nor the way back.
  private static func other(than value: Int32, on axis: EvdevAxis?) -> Int32 {
    let step = 2 * max(Int(axis?.fuzz ?? 0), 0) + 1
    let above = Int(value) + step
    let isInside = above <= Int(axis?.maximum ?? .max)
    return Int32(clamping: isInside ? above : Int(value) - step)
  }

  private static func axis(_ code: UInt16, _ value: Int32) -> EvdevEvent { event(EvdevCode.absolute, code, value) }

  private static func event(_ type: UInt16, _ code: UInt16, _ value: Int32) -> EvdevEvent {
    EvdevEvent(at: Timestamp(microseconds: 0), type: type, code: code, value: value)
  }
}

extension EvdevState {
  /// Whether a finger is on the panel, as far as the kernel knows: not on panels that list contacts and have no `BTN_TOUCH`.
  func hasContacts(_ description: EvdevDescription) -> Bool {
    guard description.contactProtocol == .slots else { return !keys.isEmpty }
    return slots[EvdevCode.trackingID]?.contains { $0 >= 0 } ?? false
  }
}

extension EvdevNode {
  /// How often fingers that land at the moment of the grab are lifted for the others.
  private static let attempts = 4

  /// Takes the panel for this program alone, without a finger that its other readers would keep for ever.
  ///
  /// Fingers that are down are lifted for the others, and the others get the values that an earlier grab has hidden from
  /// them. Both need a descriptor that may write.
  ///
  /// - Returns: the panel's state; `nil` where a finger is down and this descriptor may not write, so that it is not taken.
  /// - Throws: `InputError` with the code `grabbed` if another program has it; nothing is written then.
  func takeOver(_ description: EvdevDescription) throws(InputError) -> EvdevState? {
    try grab()
    if allowsWriting {
      ungrab()
      bringUpToDate(description)
      try grab()
    }
    for _ in 0..<Self.attempts {
      drain()
      let state = state(of: description)
      if !state.hasContacts(description) { return state }
      ungrab()
      guard allowsWriting else { return nil }
      write(PanelHandover.lifts(description, state))
      try grab()
    }
    ungrab()
    return nil
  }

  /// Gives a panel back that this descriptor has grabbed, and brings its other readers up to date.
  ///
  /// A finger that is down is lifted while only this descriptor hears of that. The panel's driver lets it begin anew, or the finger
  /// is ignored until it is lifted. Where the descriptor may not write, the others are up to date after the next touch in each slot.
  func handBack(_ description: EvdevDescription) {
    guard allowsWriting else { return ungrab() }
    write(PanelHandover.lifts(description, state(of: description)))
    ungrab()
    bringUpToDate(description)
  }

  /// Whether another program holds the panel for itself; `nil` where a finger is on it.
  ///
  /// See `DeviceList.isGrabbedAtRest(_:)`.
  func isGrabbedAtRest() throws(InputError) -> Bool? {
    let description = try LibevdevDevice(rawValue, node: path).description
    drain()
    if state(of: description).hasContacts(description) { return nil }
    if isGrabbed { return true }
    // This descriptor has got what the others may have missed.
    if drain(), allowsWriting { bringUpToDate(description) }
    return false
  }

  /// Discards the events that wait; whether there were any.
  @discardableResult
  func drain() -> Bool {
    unsafe withUnsafeTemporaryAllocation(byteCount: 64 * MemoryLayout<EvdevEvent>.stride, alignment: 16) { buffer in
      var isEmpty = true
      while unsafe read(into: buffer) > 0 { isEmpty = false }
      return !isEmpty
    }
  }

  private func bringUpToDate(_ description: EvdevDescription) {
    write(PanelHandover.lifts(description, state(of: description)))
    var state = state(of: description)
    for code in [EvdevCode.x, EvdevCode.y] where description.axes[code] != nil { state.axes[code] = value(of: code) }
    write(PanelHandover.refresh(description, state))
  }
}
