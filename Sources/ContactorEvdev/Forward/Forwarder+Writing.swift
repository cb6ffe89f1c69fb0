internal import ContactorCore

/// From decisions to events.
extension Forwarder {
  /// Writes what was held back of the contacts that are released: frames with their own times, in order.
  ///
  /// All of it comes at once. Where that is more than the kernel keeps for a reader, moves are left out until it is not: the reader would
  /// lose everything, the last places, too.
  mutating func handOn() {
    guard held.all.count * CopyWriter.mostEventsOfSample > writer.burstLimit else { return writeHeld() }
    var before = self
    writeHeld()
    while writer.output.count - before.writer.output.count > writer.burstLimit, before.held.thin() {
      self = before
      writeHeld()
    }
  }

  private mutating func writeHeld() {
    var last: Timestamp?
    for position in held.all.indices {
      let sample = held.all[position]
      guard let index = contacts.firstIndex(where: { $0.serial == sample.serial && $0.state == .released }) else { continue }
      if last != sample.time {
        writer.close()
        writer.setTime(sample.time)
        last = sample.time
      }
      write(sample, of: index)
    }
    writer.close()
    let known = contacts
    held.removeAll { serial in
      known.contains { $0.serial == serial && ($0.state == .released || $0.state == .kept) }
    }
    for index in contacts.indices where contacts[index].state == .released {
      contacts[index].state = .passing
      if contacts[index].isHeldByVerdict { note(.released, index) } else { noteRule(.released, index) }
    }
  }

  private mutating func write(_ sample: HeldSample, of index: Int) {
    if sample.kind == .down { return putDown(index, sample.sample) }
    let slot = contacts[index].slot
    guard slot >= 0 else { return }
    // Two samples of one time: each in its own frame, so that none is lost.
    if writer.isChanged(slot) { writer.close() }
    if sample.kind == .up { lift(index) } else { writer.move(slot, to: sample.sample) }
  }

  /// Writes the frame of this moment, and those that must follow it at the same time.
  mutating func writeFrame() {
    writer.setTime(now)
    if asides > 0 { liftAsides() }
    prepareCancels()
    for index in contacts.indices where contacts[index].state == .passing && contacts[index].slot >= 0 {
      if contacts[index].hasEnded {
        lift(index)
      } else if contacts[index].isChanged {
        writer.move(contacts[index].slot, to: contacts[index].sample)
        contacts[index].isChanged = false
      }
    }
    // With one that is aside, a new contact would be a pair.
    if asides > 0, contacts.contains(where: { $0.state == .beginning }) {
      writer.close()
      liftAsides(isHasty: true)
      writer.close()
    }
    for index in contacts.indices where contacts[index].state == .beginning {
      contacts[index].state = .passing
      contacts[index].isChanged = false
      putDown(index, contacts[index].sample)
    }
    writer.close()
    finishCancels()
    // Contacts that began and ended in this frame.
    for index in contacts.indices where contacts[index].hasEnded && contacts[index].slot >= 0 && contacts[index].state != .aside {
      lift(index)
    }
    writer.close()
  }

  /// Cancels the contacts that are leaving, in frames of their own, and lifts those that are aside: others are about to begin.
  mutating func cancel() {
    writer.setTime(now)
    prepareCancels()
    finishCancels()
    liftAsides(isHasty: true)
    writer.close()
  }

  private mutating func prepareCancels() {
    var retreats = false
    for index in contacts.indices where contacts[index].state == .leaving {
      switch settings.cancelBy {
      case .lift:
        lift(index)
        contacts[index].state = .kept
      case .palm: writer.makePalm(contacts[index].slot)
      case .slide:
        writer.slots[contacts[index].slot].isLeaving = true
        retreats = true
      }
    }
    guard retreats else { return }
    writer.retreat(along: map.horizontalLane, scale: map.scale)
    for index in contacts.indices where contacts[index].state == .leaving {
      contacts[index].state = .aside
      contacts[index].asideSince = now
      asides += 1
    }
  }

  /// Lifts the contacts that have been aside for long enough.
  ///
  /// - Parameter isHasty: whether they are lifted at once, because other contacts begin.
  private mutating func liftAsides(isHasty: Bool = false) {
    if !isHasty { settleAsides(all: false) }
    for index in contacts.indices where contacts[index].state == .aside {
      guard isHasty || hasRested(contacts[index]) else { continue }
      lift(index)
      contacts[index].state = .kept
      asides -= 1
    }
  }

  private mutating func finishCancels() {
    writer.close()
    for index in contacts.indices where contacts[index].state == .leaving {
      lift(index)
      contacts[index].state = .kept
    }
    writer.close()
  }

  /// Makes the last step of one of the contacts that are aside: of all, or of those that have rested for long enough.
  mutating func settleAsides(all: Bool) {
    let slots = contacts.filter { $0.state == .aside && (all || hasRested($0)) }.map(\.slot)
    if let slot = slots.min() { writer.settle(slot, along: map.horizontalLane, scale: map.scale) }
  }

  private func hasRested(_ contact: TrackedContact) -> Bool { now.microseconds(since: contact.asideSince) >= Self.pause }

  private mutating func putDown(_ index: Int, _ sample: ContactSample) {
    guard hasFinger(for: index), let slot = freeSlot(for: contacts[index].panelSlot) else {
      setVerdict(of: index, .keep, .fingers)
      contacts[index].state = .kept
      return note(.kept, index)
    }
    contacts[index].slot = slot
    writer.down(slot, sample)
  }

  /// Whether another contact may be let through, among those that are counted with it.
  private func hasFinger(for index: Int) -> Bool {
    let limits = limits(of: index)
    guard limits.fingers < .max else { return true }
    var count = 0
    for other in contacts.indices where contacts[other].slot >= 0 && contacts[other].state != .leaving && contacts[other].state != .aside {
      if self.limits(of: other).fingerGroup == limits.fingerGroup { count += 1 }
    }
    return count < limits.fingers
  }

  private mutating func freeSlot(for panelSlot: Int32) -> Int? {
    if let slot = writer.freeSlot(preferring: panelSlot) { return slot }
    // Slots that ended in this frame are free in the next one.
    finishCancels()
    return writer.freeSlot(preferring: panelSlot)
  }

  mutating func lift(_ index: Int) {
    writer.up(contacts[index].slot)
    contacts[index].slot = -1
  }
}
