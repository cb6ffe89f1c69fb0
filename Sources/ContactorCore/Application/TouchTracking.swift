/// The engine's counters of touches and deliveries from frame to frame; only numbers and flags.
struct TouchTracking {
  /// The number of the last delivery; a touch carries the number of the last delivery that changed it.
  var lastDelivery: UInt64 = 0
  /// The delivery that is being collected or sent.
  var delivery: UInt64 = 0
  /// The deliveries from within which the present one is made, the outermost first.
  var around: ContiguousArray<UInt64> = []
  /// The number of touches that changed in the delivery that is being collected.
  var changes = 0
  var lastTouchID = 0
  /// Whether two touches of one view may be down, so that sets of touches have to be built.
  var hasSharedViews = false
  /// Whether a touch is over and not dropped yet.
  var hasFinished = false
  /// Whether frames were merged into the next delivery.
  var hasMerged = false
}

/// A contact's identity: the device and its tracking id (contract 1.4).
struct ContactKey: Equatable {
  let device: DeviceID
  let trackingID: Int32
}

// MARK: - Contacts become touches

extension Application {
  final var delivery: UInt64 { tracking.delivery }
  final var hasSharedViews: Bool { tracking.hasSharedViews }

  /// Updates the touches from a frame and delivers the changes.
  final func track(_ frame: TouchFrame) {
    startDelivery()
    takeContacts(of: frame)
    finishDelivery()
  }

  private func startDelivery() {
    tracking.lastDelivery &+= 1
    tracking.delivery = tracking.lastDelivery
    tracking.changes = 0
  }

  /// Updates the touches from the contacts of a frame.
  ///
  /// Sources mostly list contacts in their order of beginning, so the search for a contact starts after the previous one.
  private func takeContacts(of frame: TouchFrame) {
    var place = 0
    var touches = event.touches
    var follows = revoked.isEmpty
    for contact in frame.contacts {
      if contact.phase == .moved, contact.tool != .palm, contact.location.isFinite, follows, place < touches.count {
        let touch = touches[place]
        if touch.trackingID == contact.trackingID, touch.device == frame.device, touch.phase.isDown,
          touch.changedIn != tracking.delivery, touch.merged.isEmpty
        {
          touch.follow(contact, at: now, in: tracking.delivery)
          tracking.changes += 1
          place += 1
          continue
        }
      }
      // Not retained while the list may grow.
      touches = []
      apply(contact, frame)
      touches = event.touches
      follows = revoked.isEmpty
      place += 1
    }
  }

  private func apply(_ contact: Contact, _ frame: TouchFrame) {
    let key = ContactKey(device: frame.device, trackingID: contact.trackingID)
    if let index = revoked.firstIndex(of: key) {
      if contact.phase == .ended || contact.phase == .cancelled { revoked.remove(at: index) }
      if contact.phase != .began { return }
      revoked.remove(at: index)
    }
    var contact = contact
    if contact.tool == .palm, contact.phase != .ended, contact.phase != .cancelled {
      // The palm still lies on the panel: its contact is ignored until it is lifted.
      revoked.append(key)
      contact.phase = .cancelled
    }
    guard let touch = touch(for: key) else { return begin(contact, frame) }
    update(touch, contact, frame)
  }

  final func touch(for key: ContactKey) -> Touch? {
    for touch in event.touches
    where touch.trackingID == key.trackingID && touch.device == key.device && !touch.isRevoked {
      // A contact that ended in this delivery and is reported again is a new contact of the same number.
      return touch.isAlive ? touch : nil
    }
    return nil
  }

  private func begin(_ contact: Contact, _ frame: TouchFrame) {
    guard contact.phase == .began else {
      // A palm that was never a touch may end without an anomaly.
      if contact.tool != .palm { report(.unknownContact, frame.device) }
      return
    }
    guard contact.location.isFinite else {
      revoked.append(ContactKey(device: frame.device, trackingID: contact.trackingID))
      guard let placelessTouchBegan else { return report(.invalidPosition, frame.device) }
      // It takes a number as it did when it had a place, so that the touches after it keep theirs.
      tracking.lastTouchID += 1
      return placelessTouchBegan(TouchID(rawValue: tracking.lastTouchID), contact, frame.device)
    }
    var place = destination(of: contact, frame.device)
    if endedInThisDelivery(contact, frame.device, place.view) {
      split()
      // The delivery may have changed the views.
      place = destination(of: contact, frame.device)
    }
    tracking.lastTouchID += 1
    let touch = Touch(
      id: TouchID(rawValue: tracking.lastTouchID), device: frame.device, contact: contact, at: place, now)
    if let view = place.view {
      touch.tapCount = taps.countForTouch(in: view, at: touch.location, now, tuning)
    }
    touch.isDelivered = admits(touch)
    if !tracking.hasSharedViews, let view = place.view, event.touches.contains(where: { $0.view === view }) {
      tracking.hasSharedViews = true
    }
    event.touches.append(touch)
    gestures.arena.arrive(touch)
    mark(touch)
  }

  /// Whether a touch has to be delivered as ended before this contact begins: a touch in the same slot (contract 1.4), or the one
  /// touch of a single-touch view.
  private func endedInThisDelivery(_ contact: Contact, _ device: DeviceID, _ view: View?) -> Bool {
    guard tracking.hasFinished else { return false }
    return event.touches.contains {
      !$0.isAlive
        && ($0.device == device && ($0.contact.slot == contact.slot || $0.trackingID == contact.trackingID)
          || view != nil && $0.view === view && view?.isMultipleTouchEnabled == false)
    }
  }

  /// Whether a new touch is delivered to its view (contract 2.5, 4.7).
  private func admits(_ touch: Touch) -> Bool {
    guard let view = touch.view, view.acceptsTouches else { return false }
    for other in event.touches where other.isAlive && other.isDelivered && other.window === touch.window {
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
      report(.beganTwice, frame.device)
      phase = .moved
    }
    if phase == .stationary { return }
    // A touch that began in this delivery is delivered as begun before it can end.
    if touch.changedIn == tracking.delivery, touch.phase == .began {
      if phase == .moved { phase = .began } else { split() }
    }
    // The delivery may have taken the touch away.
    guard touch.isAlive else { return }
    if touch.changedIn != tracking.delivery {
      touch.previousLocation = touch.location
      touch.previousTimestamp = touch.timestamp
    }
    if contact.location.isFinite {
      touch.take(contact)
    } else {
      report(.invalidPosition, frame.device)
      var known = contact
      known.location = touch.location
      touch.contact = known
    }
    touch.phase = phase
    touch.timestamp = now
    if !phase.isDown { tracking.hasFinished = true }
    if !touch.merged.isEmpty { touch.merged.append(Touch.Sample(contact: touch.contact, timestamp: now)) }
    mark(touch)
  }

  private func mark(_ touch: Touch) {
    if touch.changedIn != tracking.delivery { tracking.changes += 1 }
    touch.changedIn = tracking.delivery
  }
}

// MARK: - Delivery

extension Application {
  /// Delivers the changes collected so far and starts another delivery: for two changes of one contact in one frame.
  private func split() {
    finishDelivery()
    startDelivery()
  }

  private func finishDelivery() {
    if tracking.changes > 0 {
      event.timestamp = now
      send(updatePhases())
      if tracking.hasMerged { forgetMerged() }
      tracking.changes = 0
      if tracking.hasFinished { removeFinished() } else { verify() }
    } else if tracking.hasFinished {
      removeFinished()
    }
  }

  /// Drops touches that due timers and gestures took away.
  final func dropFinished() {
    if tracking.hasFinished { removeFinished() }
  }

  /// Updates the phases and tap counts of all touches to the current time; returns the phases of those that changed.
  private func updatePhases() -> PhaseMask {
    let limit = tuning.tapDistance * tuning.tapDistance
    let duration = tapDuration
    let delivery = tracking.delivery
    var phases = PhaseMask()
    event.touches.forEachUncounted { touch in
      if touch.changedIn == delivery { phases.insert(touch.phase) } else if touch.phase.isDown { touch.phase = .stationary }
      if touch.tapCount != 0,
        now.microseconds(since: touch.beganAt) >= duration
          || touch.location.squaredDistance(to: touch.startLocation) >= limit
      {
        touch.tapCount = 0
      }
    }
    return phases
  }

  /// Notifies observers of the delivery, and sends it through `sendEvent(_:)`.
  private func send(_ phases: PhaseMask) {
    if hasObservers { announce(phases) }
    let delivery = tracking.delivery
    sendEvent(event)
    tracking.delivery = delivery
    announceOutsideTouches(of: delivery)
  }

  /// Notifies observers of the touches that changed; the list of touches does not change meanwhile.
  private func announce(_ phases: PhaseMask) {
    let delivery = tracking.delivery
    var phases = phases
    while let phase = phases.popFirst() {
      for index in event.touches.indices {
        let touch = unsafe Unmanaged.passUnretained(event.touches[index])
        unsafe touch._withUnsafeGuaranteedRef {
          if $0.changedIn == delivery, $0.phase == phase { observers.touchChanged($0) }
        }
      }
    }
  }

  private func forgetMerged() {
    tracking.hasMerged = false
    for touch in event.touches { touch.merged.removeAll(keepingCapacity: true) }
  }

  /// Drops the touches that are over.
  private func removeFinished() {
    // Calls made while recognizers and controls come to rest may revoke further touches.
    for _ in 0..<8 {
      finishGestures()
      guard leaveTrackers() else { break }
    }
    verify()
    let old = event.touches
    for touch in old where touch.phase == .ended { taps.remember(touch) }
    event.touches = old.filter(\.isAlive)
    tracking.hasFinished = false
    if event.touches.isEmpty { tracking.hasSharedViews = false }
    // Touches retain views, whose deinit may call back.
    withExtendedLifetime(old) {}
  }

  /// Makes controls stop tracking touches that are over; returns whether a control tracked one.
  private func leaveTrackers() -> Bool {
    var wasTracked = false
    for touch in event.touches where !touch.isAlive && touch.delayedPhase == .none {
      if touch.leaveTrackers() { wasTracked = true }
    }
    return wasTracked
  }

  private func finishGestures() {
    for _ in 0..<8 where gestures.arena.isActive {
      gestures.finish(event.touches)
      guard event.touches.contains(where: { !$0.isAlive && !$0.isUnbound && !$0.recognizers.isEmpty }) else { break }
    }
  }

  /// Cancels touches for good, through `sendEvent(_:)`: recognizers and views get `touchesCancelled`, and the fingers are ignored until
  /// they are lifted.
  ///
  /// - Parameter isLast: whether touches that have just been lifted are cancelled, too, if their views have not been notified: for a
  ///   window that is being removed and does not get the rest of this delivery.
  final func revokeTouches(isLast: Bool = false, where matches: (Touch) -> Bool) {
    let taken = event.touches.filter { ($0.isDown && !$0.isRevoked || isLast && isUndelivered($0)) && matches($0) }
    guard !taken.isEmpty else { return }
    let isNested = isBusy
    deliverNow {
      let (outer, changes) = (tracking.delivery, tracking.changes)
      // This is a delivery of its own: the changes of the last frame are past.
      if !isNested { for touch in event.touches where touch.isAlive { touch.phase = .stationary } }
      if isNested { tracking.around.append(outer) }
      startDelivery()
      for touch in taken { revoke(touch) }
      event.timestamp = now
      send([.cancelled])
      (tracking.delivery, tracking.changes) = (outer, changes)
      if isNested { tracking.around.removeLast() }
      guard !isNested else { return }
      tracking.changes = 0
      dropFinished()
    }
  }

  /// Whether the touch ended or was cancelled in the current delivery, or in one around it, and its view or its recognizers have not been
  /// notified.
  private func isUndelivered(_ touch: Touch) -> Bool {
    let delivery = touch.changedIn
    guard isBusy, !touch.isAlive, delivery == tracking.delivery || tracking.around.contains(delivery), touch.delayedPhase != .ended
    else { return false }
    return touch.isDelivered && touch.sentToViewIn != delivery || !touch.recognizers.isEmpty && touch.sentToRecognizersIn != delivery
  }

  /// Makes controls cancel tracking of touches whose view was moved out of them to another parent: the touches, and withheld ends of
  /// touches, reach these controls no longer (contract 3.7, 4.6).
  final func leaveFormerTrackers(below view: View) {
    let touches = event.touches + gestures.arena.undeliveredTouches
    for touch in touches where touch.view?.isDescendant(of: view) == true {
      for control in touch.trackers where touch.view?.isDescendant(of: control) == false { control.cancelIfTracked(touch, event) }
    }
  }

  private func revoke(_ touch: Touch) {
    let isDown = touch.isDown
    // A view that has got the end gets no cancel besides.
    if !touch.isAlive, touch.sentToViewIn == touch.changedIn { touch.isDelivered = false }
    touch.phase = .cancelled
    touch.isRevoked = true
    touch.timestamp = now
    tracking.hasFinished = true
    if isDown { revoked.append(ContactKey(device: touch.device, trackingID: touch.trackingID)) }
    // A touch that has not been delivered to its view has not begun for that view, and is not cancelled for it either.
    if touch.sentToViewIn == 0 { touch.isDelivered = false }
    gestures.forget(touch)
    mark(touch)
  }

  /// Cancels every touch of a device, or of all devices for `nil`; their contacts are ignored until they are lifted.
  public func cancelTouches(of device: DeviceID? = nil) {
    revokeTouches { device == nil || $0.device == device }
  }

  private func verify() {
    #if DEBUG
      let violations = verifier.check(event.allTouches, at: now)
      for violation in violations { tell { $0.violation(violation) } }
    #endif
  }

  // MARK: Storage

  /// Lends the storage of a set of touches.
  final func takeScratch() -> ContiguousArray<Touch> {
    var lent: ContiguousArray<Touch> = []
    swap(&lent, &scratch)
    return lent
  }

  final func returnScratch(_ used: inout ContiguousArray<Touch>) {
    used.removeAll(keepingCapacity: true)
    swap(&used, &scratch)
  }
}
