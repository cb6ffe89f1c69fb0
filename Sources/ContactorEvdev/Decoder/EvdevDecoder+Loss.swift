public import ContactorCore

/// Lost events, and lost devices.
extension EvdevDecoder {
  /// Continues after a loss of events with the panel's state, read from the kernel (contract 1.5).
  ///
  /// Missing contacts end, new ones begin, others move. Call it while `needsState`, after reading all events that the
  /// device node still has: the decoder ignores them, and the state includes them.
  public mutating func resynchronize(
    with state: EvdevState, at time: Timestamp, _ yield: (TouchFrame) -> Void
  ) {
    isDiscarding = false
    needsState = false
    list.reset()
    write(state)
    if mode == .lists, !button.isOpen { seenMask |= SlotTable.attention }
    report(at: time, yield)
  }

  /// Cancels every contact, for a device that is removed, suspended or turned off (contract 1.5).
  ///
  /// A finger that stays on the panel is ignored until it is lifted.
  public mutating func cancelAll(at time: Timestamp, _ yield: (TouchFrame) -> Void) {
    finishAll(as: .cancelled, at: time, yield)
    reset(forgettingValues: false)
  }

  /// Takes a `SYN_REPORT` with a value other than 0, which the kernel makes itself: contacts are cancelled.
  ///
  /// When a device is removed, suspended or inhibited, the kernel releases its keys, `BTN_TOUCH` among them, and may empty
  /// its slots. No finger was lifted.
  @inline(never)
  mutating func reportByKernel(at time: Timestamp, _ yield: (TouchFrame) -> Void) {
    // The kernel also ends its repetition of a pressed key with such a report.
    guard !button.isDown, !isDiscarding else { return report(at: time, yield) }
    if (0..<table.capacity).contains(where: { table.reported[$0] >= 0 }) { wasLiftedByKernel = true }
    cancelAll(at: time, yield)
  }

  /// Whether the kernel released contacts, which were cancelled, since the last call.
  public mutating func takeKernelLift() -> Bool {
    defer { wasLiftedByKernel = false }
    return wasLiftedByKernel
  }

  /// Takes the `SYN_REPORT` after `SYN_DROPPED`.
  mutating func finishLoss(at time: Timestamp, _ yield: (TouchFrame) -> Void) {
    switch lossPolicy {
    case .askForState: needsState = true
    case .cancelContacts:
      finishAll(as: .cancelled, at: time, yield)
      reset(forgettingValues: true)
      isDiscarding = false
    }
  }

  private mutating func reset(forgettingValues forgets: Bool) {
    table.close(forgettingValues: forgets)
    list.reset()
    seenMask = 0
    if mode == .single { button.isDown = false }
    button.wasReleased = false
    button.wasOpen = button.isOpen
  }

  /// Hands out a frame in which every contact ends or is cancelled; the caller must then close the table.
  mutating func finishAll(as phase: TouchPhase, at time: Timestamp, _ yield: (TouchFrame) -> Void) {
    resize(to: table.capacity)
    var count = 0
    for slot in 0..<table.capacity where table.reported[slot] >= 0 {
      var contact = table.contacts[slot]
      unsafe axes.place(&contact, from: table.row(slot), at: SlotTable.reportedPlace)
      contact.phase = phase
      frame.contacts[count] = contact
      count += 1
    }
    handOut(count, at: time, yield)
  }

  /// Writes the kernel's state into the table, as events would.
  mutating func write(_ state: EvdevState) {
    let isDown = state.keys.contains(button.code)
    if isDown != button.isDown { button.set(isDown ? 1 : 0) }
    switch mode {
    case .slots:
      for (code, values) in state.slots {
        let axis = Int(code) - SlotTable.firstCode
        guard (0..<SlotTable.axisCount).contains(axis) else { continue }
        for (slot, value) in values.prefix(table.capacity).enumerated() {
          unsafe set(axis, to: value, in: table.row(slot))
        }
      }
      row =
        unsafe (0..<Int32(table.capacity)).contains(state.currentSlot)
        ? table.row(Int(state.currentSlot)) : table.spareRow
    case .lists: break
    case .single:
      let row = unsafe table.row(0)
      for (code, axis) in [
        (EvdevCode.x, SlotTable.x), (EvdevCode.y, SlotTable.y), (EvdevCode.pressure, SlotTable.pressure),
      ] {
        if let value = state.axes[code] { unsafe set(axis, to: value, in: row) }
      }
    }
  }
}
