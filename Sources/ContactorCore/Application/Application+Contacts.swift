extension Application {
  /// Brings the touches up to what the frame says of its contacts.
  ///
  /// Sources name contacts in the order in which they came down, mostly: so each is looked for where the last was found.
  func takeContacts(of frame: TouchFrame) {
    var place = 0
    for contact in frame.contacts {
      if contact.phase == .moved, contact.tool != .palm, contact.location.isFinite, state.revoked.isEmpty,
        place < event.allTouches.touches.count
      {
        let touch = event.allTouches.touches[place]
        if touch.trackingID == contact.trackingID, touch.device == frame.device, touch.phase.isDown,
          touch.changedIn != state.delivery, touch.merged.isEmpty
        {
          touch.follow(contact, at: state.now, in: state.delivery)
          state.changes += 1
          place += 1
          continue
        }
      }
      apply(contact, frame)
      place += 1
    }
  }

  private func apply(_ contact: Contact, _ frame: TouchFrame) {
    let key = ContactKey(device: frame.device, trackingID: contact.trackingID)
    if let index = state.revoked.firstIndex(of: key) {
      if contact.phase == .ended || contact.phase == .cancelled { state.revoked.remove(at: index) }
      if contact.phase != .began { return }
      state.revoked.remove(at: index)
    }
    var contact = contact
    if contact.tool == .palm, contact.phase != .ended, contact.phase != .cancelled {
      // The hand still lies there: what it does until it is lifted is nobody's business.
      state.revoked.append(key)
      contact.phase = .cancelled
    }
    guard let touch = touch(for: key) else { return begin(contact, frame) }
    update(touch, contact, frame)
  }

  func touch(for key: ContactKey) -> Touch? {
    for touch in event.allTouches.touches
    where touch.trackingID == key.trackingID && touch.device == key.device && !touch.isRevoked {
      // A contact that ended in this delivery and is named again is a new one of the same number.
      return touch.isAlive ? touch : nil
    }
    return nil
  }

  private func begin(_ contact: Contact, _ frame: TouchFrame) {
    guard contact.phase == .began else {
      // A palm that never was a touch ends quietly.
      if contact.tool != .palm { report(.unknownContact, frame) }
      return
    }
    guard contact.location.isFinite else {
      state.revoked.append(ContactKey(device: frame.device, trackingID: contact.trackingID))
      return report(.invalidPosition, frame)
    }
    var (window, view) = hit(contact, frame.device)
    if endedInThisDelivery(contact, frame.device, view) {
      split()
      // What was delivered may have changed the views.
      (window, view) = hit(contact, frame.device)
    }
    state.lastTouchID += 1
    let touch = Touch(
      id: TouchID(rawValue: state.lastTouchID), device: frame.device, contact: contact, window: window, view: view,
      at: state.now)
    if let view {
      touch.tapCount = state.taps.countForTouch(in: view, at: contact.location, state.now, tuning)
    }
    touch.isDelivered = admits(touch)
    if !state.hasSharedViews, event.allTouches.touches.contains(where: { $0.view === view }) {
      state.hasSharedViews = true
    }
    event.allTouches.touches.append(touch)
    gestures.arrive(touch)
    mark(touch)
  }

  /// The window that a contact belongs to, and the view that it hits there.
  private func hit(_ contact: Contact, _ device: DeviceID) -> (window: Window?, view: View?) {
    let window = window(for: device, at: contact.location)
    return (window, window?.hitTest(contact.location, with: event))
  }

  /// Whether a touch must be seen to end before this one begins: one in the same slot (contract 1.4), or the one
  /// that a single-touch view has.
  private func endedInThisDelivery(_ contact: Contact, _ device: DeviceID, _ view: View?) -> Bool {
    event.allTouches.touches.contains {
      !$0.isAlive
        && ($0.device == device && ($0.contact.slot == contact.slot || $0.trackingID == contact.trackingID)
          || view != nil && $0.view === view && view?.isMultipleTouchEnabled == false)
    }
  }

  /// Whether a new touch reaches its view (contract 2.5, 4.7).
  private func admits(_ touch: Touch) -> Bool {
    guard let view = touch.view, view.acceptsTouches else { return false }
    for other in event.allTouches.touches where other.isAlive && other.isDelivered && other.window === touch.window {
      if other.view === view {
        if !view.isMultipleTouchEnabled { return false }
      } else if view.isExclusiveTouch || other.view?.isExclusiveTouch == true {
        return false
      }
    }
    return true
  }

  private func update(_ touch: Touch, _ contact: Contact, _ frame: TouchFrame) {
    var phase = contact.phase
    if phase == .began {
      report(.beganTwice, frame)
      phase = .moved
    }
    if phase == .stationary { return }
    // What began in this delivery must be seen to begin before it can end.
    if touch.changedIn == state.delivery, touch.phase == .began {
      if phase == .moved { phase = .began } else { split() }
    }
    if touch.changedIn != state.delivery {
      touch.previousLocation = touch.location
      touch.previousTimestamp = touch.timestamp
    }
    let before = touch.location
    touch.contact = contact
    if contact.location.isFinite {
      touch.location = contact.location
    } else {
      report(.invalidPosition, frame)
      touch.contact.location = before
    }
    touch.phase = phase
    touch.timestamp = state.now
    if !phase.isDown { state.hasFinished = true }
    if !touch.merged.isEmpty { touch.merged.append(Touch.Sample(contact: touch.contact, timestamp: state.now)) }
    mark(touch)
  }

  private func mark(_ touch: Touch) {
    if touch.changedIn != state.delivery { state.changes += 1 }
    touch.changedIn = state.delivery
  }

  func report(_ kind: Anomaly.Kind, _ frame: TouchFrame) {
    observer?.anomaly(Anomaly(kind, device: frame.device, at: state.now))
  }
}
