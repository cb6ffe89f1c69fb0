extension Application {
  var delivery: UInt64 { state.delivery }

  /// Takes what a device reported: updates the touches and delivers them.
  ///
  /// A frame older than the last one is processed at that one's time and counted as an anomaly (contract 1.2). Called
  /// from within an action, the frame waits until the one that is being handled is done.
  public func handle(_ frame: TouchFrame) {
    guard !state.isHandling else { return state.queue.append(frame) }
    state.isHandling = true
    process(frame)
    while !state.queue.isEmpty { process(state.queue.removeFirst()) }
    state.isHandling = false
  }

  /// Takes frames that came together and delivers those that only move as one, so that a host that falls behind does
  /// not act on every step; `Event.coalescedTouches(for:)` has them all (contract 2.2).
  ///
  /// Frames of other devices, and frames in which a contact begins, ends or is cancelled, are delivered by themselves.
  public func handle(merging frames: some Sequence<TouchFrame>) {
    var waiting: TouchFrame?
    for frame in frames {
      let moves = frame.contacts.allSatisfy { $0.phase == .moved || $0.phase == .stationary }
      if let before = waiting, moves, before.device == frame.device {
        merge(before)
      } else if let before = waiting {
        handle(before)
      }
      waiting = frame
      if !moves {
        handle(frame)
        waiting = nil
      }
    }
    if let waiting { handle(waiting) }
  }

  /// Keeps the states of a frame that a later one makes out of date.
  private func merge(_ frame: TouchFrame) {
    for contact in frame.contacts where contact.location.isFinite {
      let key = ContactKey(device: frame.device, trackingID: contact.trackingID)
      guard contact.phase == .moved, let touch = touch(for: key) else { continue }
      touch.merged.append(Touch.Sample(contact: contact, timestamp: max(frame.timestamp, state.now)))
      state.hasMerged = true
    }
  }

  private func forgetMerged() {
    state.hasMerged = false
    for touch in event.allTouches.touches { touch.merged.removeAll(keepingCapacity: true) }
  }

  /// Cancels every touch of a device, or of all for `nil`; their contacts are ignored until they are lifted.
  public func cancelTouches(of device: DeviceID? = nil) {
    revokeTouches { device == nil || $0.device == device }
  }

  private func process(_ frame: TouchFrame) {
    if let last = state.lastFrame, frame.timestamp < last {
      report(.timeWentBack, frame)
    }
    state.lastFrame = max(state.lastFrame ?? frame.timestamp, frame.timestamp)
    advance(to: frame.timestamp)
    startDelivery()
    for contact in frame.contacts { apply(contact, frame) }
    finishDelivery()
  }

  private func startDelivery() {
    state.delivery &+= 1
    state.changes = 0
  }

  /// Delivers what was gathered, then goes on gathering: for two changes of one contact in one frame.
  private func split() {
    finishDelivery()
    startDelivery()
  }

  // MARK: Contacts

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

  private func touch(for key: ContactKey) -> Touch? {
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
    let window = window(for: frame.device, at: contact.location)
    let view = window?.hitTest(contact.location, with: event)
    if endedInThisDelivery(contact, frame.device, view) { split() }
    state.lastTouchID += 1
    let touch = Touch(
      id: TouchID(rawValue: state.lastTouchID), device: frame.device, contact: contact, window: window, view: view,
      at: state.now)
    if let view {
      touch.tapCount = state.taps.countForTouch(in: view, at: contact.location, state.now, tuning)
    }
    touch.isDelivered = admits(touch)
    event.allTouches.touches.append(touch)
    gestures.arrive(touch)
    mark(touch)
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
    if !touch.merged.isEmpty { touch.merged.append(Touch.Sample(contact: touch.contact, timestamp: state.now)) }
    mark(touch)
  }

  private func mark(_ touch: Touch) {
    if touch.changedIn != state.delivery { state.changes += 1 }
    touch.changedIn = state.delivery
  }

  private func report(_ kind: Anomaly.Kind, _ frame: TouchFrame) {
    observer?.anomaly(Anomaly(kind, device: frame.device, at: state.now))
  }

  // MARK: Delivery

  private func finishDelivery() {
    guard state.changes > 0 else { return }
    event.timestamp = state.now
    settle()
    if state.hasObserver { announce() }
    sendEvent(event)
    if state.hasMerged { forgetMerged() }
    state.changes = 0
    verify()
    removeFinished()
  }

  /// Brings phases and tap counts of every touch up to the moment.
  private func settle() {
    let limit = tuning.tapDistance * tuning.tapDistance
    for touch in event.allTouches.touches {
      if touch.changedIn != state.delivery, touch.isAlive { touch.phase = .stationary }
      if touch.tapCount != 0,
        state.now - touch.beganAt >= tuning.tapDuration
          || touch.location.squaredDistance(to: touch.startLocation) >= limit
      {
        touch.tapCount = 0
      }
    }
  }

  private func announce() {
    for phase in TouchPhase.allCases where phase != .stationary {
      for touch in event.allTouches.touches where touch.changedIn == state.delivery && touch.phase == phase {
        observer?.touchChanged(touch)
      }
    }
  }

  private func removeFinished() {
    guard event.allTouches.touches.contains(where: { !$0.isAlive }) else { return }
    if gestures.isActive { gestures.finish() }
    for touch in event.allTouches.touches where touch.phase == .ended { state.taps.remember(touch) }
    event.allTouches.touches.removeAll { !$0.isAlive }
  }

  /// Takes touches from their views for good: the views get `touchesCancelled`, the fingers are ignored until lifted.
  func revokeTouches(where matches: (Touch) -> Bool) {
    for touch in event.allTouches.touches where touch.isAlive && matches(touch) {
      touch.phase = .cancelled
      touch.isRevoked = true
      touch.timestamp = state.now
      state.revoked.append(ContactKey(device: touch.device, trackingID: touch.trackingID))
      observer?.touchChanged(touch)
      if gestures.isActive { gestures.revoke(touch, event) }
      if touch.isDelivered { touch.view?.receive(TouchSet([touch]), .cancelled, event) }
    }
    if !state.isHandling {
      verify()
      removeFinished()
    }
  }

  private func verify() {
    #if DEBUG
      for violation in state.verifier.check(event.allTouches, at: state.now) {
        observer?.violation(violation)
      }
    #endif
  }

  // MARK: Storage

  func takeScratch() -> ContiguousArray<Touch> {
    var scratch: ContiguousArray<Touch> = []
    swap(&scratch, &state.scratch)
    return scratch
  }

  func returnScratch(_ used: inout ContiguousArray<Touch>) {
    used.removeAll(keepingCapacity: true)
    swap(&used, &state.scratch)
  }
}
