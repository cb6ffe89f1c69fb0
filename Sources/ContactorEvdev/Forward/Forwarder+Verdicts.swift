internal import ContactorCore

/// From verdicts and rules to decisions.
extension Forwarder {
  /// Applies verdicts and rules to all contacts, and writes what follows.
  mutating func apply() {
    if starts.mutedUntil != nil, starts.unmute(at: now) {
      notes.append(ForwardNote(.unmuted, .rate, trackingID: -1, at: now))
    }
    var hasReleases = false
    var hasKept = false
    for index in contacts.indices {
      settle(index)
      let state = contacts[index].state
      hasReleases = hasReleases || state == .released
      hasKept = hasKept || state == .kept
    }
    if hasKept, !held.all.isEmpty { dropKept() }
    if hasReleases {
      // The slots of those that leave may be needed.
      cancel()
      handOn()
    }
    writeFrame()
    forgetEnded()
    findDeadline()
  }

  /// Decides what becomes of a contact.
  private mutating func settle(_ index: Int) {
    switch contacts[index].state {
    case .fresh, .held: settleUndecided(index)
    case .passing:
      if limits.stuckAfter != nil { checkRest(index) }
      guard contacts[index].verdict == .keep || contacts[index].isLost else { return }
      if contacts[index].verdict == .keep { note(.cancelled, index) }
      contacts[index].state = .leaving
    case .kept, .beginning, .released, .leaving, .aside: return
    }
  }

  private mutating func settleUndecided(_ index: Int) {
    let isFresh = contacts[index].state == .fresh
    if isFresh { applyRules(toNew: index) }
    if limits.stuckAfter != nil, !contacts[index].hasEnded { checkRest(index) }
    let isHeld = isHeldByRule(index)
    if isHeld, contacts[index].hasEnded {
      setVerdict(of: index, .keep, contacts[index].isYoung ? .tooShort : .tooSmall)
    }
    if contacts[index].verdict == .keep || contacts[index].isLost {
      if contacts[index].verdict == .keep { note(.kept, index) }
      contacts[index].state = .kept
    } else if contacts[index].verdict == .hold || isHeld {
      contacts[index].state = .held
      hold(index, isFresh: isFresh)
    } else {
      contacts[index].state = isFresh ? .beginning : .released
    }
  }

  /// Keeps in memory what is new of a contact.
  private mutating func hold(_ index: Int, isFresh: Bool) {
    if contacts[index].verdict == .hold, !contacts[index].isHeldByVerdict {
      contacts[index].isHeldByVerdict = true
      note(.held, index)
    } else if isFresh, contacts[index].verdict != .hold {
      contacts[index].holdingRule = contacts[index].isYoung ? .shorterThan : .smallerThan
      noteRule(.held, index)
    }
    if isFresh || contacts[index].isChanged { hold(index, isFresh ? .down : .move) }
    contacts[index].isChanged = false
    if contacts[index].hasEnded, !contacts[index].isEndHeld {
      contacts[index].isEndHeld = true
      hold(index, .up)
    }
  }

  private mutating func hold(_ index: Int, _ kind: HeldSample.Kind) {
    held.append(HeldSample(serial: contacts[index].serial, kind: kind, time: now, sample: contacts[index].sample))
  }

  private mutating func dropKept() {
    let known = contacts
    held.removeAll { serial in known.contains { $0.serial == serial && $0.state == .kept } }
  }

  /// Whether nothing more is to be done with a contact; by index, because a property of the contact would copy it.
  private func isOver(_ index: Int) -> Bool {
    contacts[index].hasEnded && contacts[index].state != .held && contacts[index].state != .aside
  }

  /// Forgets the contacts whose end was written or dropped.
  mutating func forgetEnded() {
    for index in contacts.indices.reversed() where isOver(index) {
      contacts.remove(at: index)
      filters.remove(at: index)
    }
  }
}
