extension Application {
  var delivery: UInt64 { state.delivery }

  func startDelivery() {
    state.delivery &+= 1
    state.changes = 0
  }

  /// Delivers what was gathered, then goes on gathering: for two changes of one contact in one frame.
  func split() {
    finishDelivery()
    startDelivery()
  }

  func finishDelivery() {
    guard state.changes > 0 else {
      // Touches that were taken away before this frame, by work that was due, end with it.
      if state.hasFinished {
        verify()
        removeFinished()
      }
      return
    }
    event.timestamp = state.now
    settle()
    if state.hasObserver { announce() }
    sendEvent(event)
    if state.hasMerged { forgetMerged() }
    state.changes = 0
    verify()
    if state.hasFinished { removeFinished() }
  }

  private func forgetMerged() {
    state.hasMerged = false
    for touch in event.allTouches.touches { touch.merged.removeAll(keepingCapacity: true) }
  }

  /// Brings phases and tap counts of every touch up to the moment.
  private func settle() {
    let limit = tuning.tapDistance * tuning.tapDistance
    let delivery = state.delivery
    for touch in event.allTouches.touches {
      if touch.changedIn != delivery, touch.phase.isDown { touch.phase = .stationary }
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
    if gestures.isActive { gestures.finish() }
    for touch in event.allTouches.touches where touch.phase == .ended { state.taps.remember(touch) }
    event.allTouches.touches.removeAll { !$0.isAlive }
    state.hasFinished = false
    if event.allTouches.isEmpty { state.hasSharedViews = false }
  }

  /// Takes touches from their views for good: the views get `touchesCancelled`, the fingers are ignored until lifted.
  func revokeTouches(where matches: (Touch) -> Bool) {
    if !state.isHandling {
      // A delivery of its own: what the others did in the last frame is past.
      event.timestamp = state.now
      for touch in event.allTouches.touches where touch.isAlive { touch.phase = .stationary }
    }
    for touch in event.allTouches.touches where touch.isAlive && matches(touch) {
      touch.phase = .cancelled
      touch.isRevoked = true
      state.hasFinished = true
      touch.timestamp = state.now
      state.revoked.append(ContactKey(device: touch.device, trackingID: touch.trackingID))
      observer?.touchChanged(touch)
      if gestures.isActive { gestures.revoke(touch, event) }
      // One whose view's turn has not come has not begun for that view, and is not cancelled for it either.
      if touch.isDelivered, touch.handledIn != 0 { touch.view?.receive(TouchSet([touch]), .cancelled, event) }
    }
    if !state.isHandling {
      verify()
      removeFinished()
    }
  }

  func verify() {
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
