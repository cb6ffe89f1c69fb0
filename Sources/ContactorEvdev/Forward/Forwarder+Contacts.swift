internal import ContactorCore

/// From a frame to what is known of its contacts.
extension Forwarder {
  mutating func take(_ contact: Contact) {
    let known = find(contact.trackingID)
    if contact.phase == .began {
      if let known { finish(known, isLost: false) }
      return add(contact)
    }
    guard let known else { return }
    switch contact.phase {
    case .began: break
    case .moved, .stationary: update(known, from: contact)
    case .ended: finish(known, isLost: false)
    case .cancelled: finish(known, isLost: true)
    }
  }

  /// The contact with an id that is down; by index, because a contact is too large to be copied for each comparison.
  private func find(_ id: Int32) -> Int? {
    var index = contacts.count - 1
    while index >= 0 {
      if contacts[index].id == id, !contacts[index].hasEnded { return index }
      index -= 1
    }
    return nil
  }

  private mutating func finish(_ index: Int, isLost: Bool) {
    checkRest(index)
    contacts[index].hasEnded = true
    contacts[index].isLost = isLost
  }

  private mutating func add(_ contact: Contact) {
    lastSerial &+= 1
    var added = TrackedContact(contact, serial: lastSerial, at: now)
    var filter = ContactFilter(settings.filter)
    let place = filter.filter(map.place(of: contact), at: now, unit: map.unit)
    added.sample = map.sample(of: contact, at: place)
    if !regionLimits.isEmpty { added.region = region(at: contact.location) }
    contacts.append(added)
    filters.append(filter)
    let limits = limits(of: contacts.count - 1)
    contacts[contacts.count - 1].isYoung = limits.shorterThan != nil
    contacts[contacts.count - 1].isSmall = limits.smallerThan != nil && contact.touchMajor != nil
    checkSize(contacts.count - 1, contact.touchMajor)
  }

  private mutating func update(_ index: Int, from contact: Contact) {
    if limits(of: index).hasMotionRules, contacts[index].state != .kept {
      checkRest(index)
      checkSpeed(index, contact.location)
      checkSize(index, contact.touchMajor)
      followRest(index, contact.location)
    }
    contacts[index].location = contact.location
    contacts[index].time = now
    contacts[index].isChanged = true
    guard contacts[index].state != .kept, contacts[index].state != .aside else { return }
    let raw = map.place(of: contact)
    // An unknown place: the contact keeps its last one.
    if raw.x.isNaN || raw.y.isNaN { return }
    let place = filters[index].filter(raw, at: now, unit: map.unit)
    contacts[index].sample = map.sample(of: contact, at: place)
  }
}
