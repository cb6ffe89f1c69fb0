// Carries out the arena's decisions: passes touches to recognizers, and calls observers, targets and views.

extension GestureReferee {
  /// Passes the changes in the window to the recognizers, before the views get them; O(recognizers × their touches).
  ///
  /// Recognizers get a delivery once, however often it is sent.
  func deliver(_ event: Event, in window: Window) {
    let delivery = self.delivery
    guard window.gesturesBegunIn != delivery else { return }
    window.gesturesBegunIn = delivery
    let wasRecognizing = isRecognizing
    depth += 1
    isRecognizing = true
    if !arena.arriving.isEmpty { bindArrivals(of: delivery, in: window) }
    carryOut()
    let recognizers = arena.active
    for recognizer in recognizers where arena.holds(recognizer) && recognizer.touches.first?.window === window {
      sendTouches(recognizer, delivery, event)
    }
    if !arena.skipped.isEmpty {
      let given = offerSkipped(of: delivery)
      carryOut()
      for (touch, recognizer) in given where recognizer.touches.contains(touch) {
        recognizer.touchesBegan(TouchSet(only: touch), with: event)
      }
    }
    if !arena.arriving.isEmpty { arena.delayBeginnings(of: delivery, in: window) }
    arena.delayEnds(event.touches, delivery, in: window)
    arena.releaseDelayed()
    carryOut()
    isRecognizing = wasRecognizing
    window.gesturesHandledIn = delivery
    depth -= 1
  }

  /// Calls the touch methods of one recognizer for its touches that changed.
  private func sendTouches(_ recognizer: GestureRecognizer, _ delivery: UInt64, _ event: Event) {
    guard !recognizer.current.isFinal, recognizer.pending != .ended else { return }
    var phases: UInt8 = 0
    var changed = 0
    let touches = recognizer.touches
    for touch in touches where touch.changedIn == delivery {
      touch.sentToRecognizersIn = delivery
      phases |= 1 << touch.phase.rawValue
      changed += 1
    }
    guard phases != 0 else { return }
    if phases & (phases - 1) == 0, changed == touches.count {
      // All touches have the same phase: the recognizer's own storage is the set.
      let phase = TouchPhase(rawValue: UInt8(phases.trailingZeroBitCount)) ?? .moved
      return receive(recognizer, TouchSet(touches), phase, event)
    }
    for phase in [TouchPhase.began, .moved, .ended, .cancelled] where phases & 1 << phase.rawValue != 0 {
      let set: ContiguousArray<Touch> = recognizer.touches.filter { $0.changedIn == delivery && $0.phase == phase }
      if !set.isEmpty, !recognizer.current.isFinal { receive(recognizer, TouchSet(set), phase, event) }
    }
  }

  /// Calls a recognizer's touch method of the phase; then removes cancelled touches from it.
  private func receive(_ recognizer: GestureRecognizer, _ touches: TouchSet, _ phase: TouchPhase, _ event: Event) {
    switch phase {
    case .moved:
      recognizer.touchesMoved(touches, with: event)
      if recognizer.failsIfTooFewMove { recognizer.failIfTooFewMoved() }
    case .began: recognizer.touchesBegan(touches, with: event)
    case .ended: recognizer.touchesEnded(touches, with: event)
    case .cancelled:
      recognizer.touchesCancelled(touches, with: event)
      for touch in touches { recognizer.forget(touch) }
    case .stationary: break
    }
  }

  // MARK: Effects

  /// Carries out the effects in order, including those added meanwhile.
  ///
  /// Frames that arrive meanwhile wait, even if no frame is being handled.
  func carryOut() {
    releaseDropped()
    guard !arena.effects.isEmpty, !isCarryingOut, let application = applicationLink.object else { return }
    application.deliverNow { carryOutAll() }
  }

  private func carryOutAll() {
    isCarryingOut = true
    var next = 0
    while next < arena.effects.count {
      let effect = arena.effects[next]
      next += 1
      carryOut(effect)
    }
    var done: ContiguousArray<GestureArena.Effect> = []
    swap(&done, &arena.effects)
    isCarryingOut = false
    // Releasing the effects may call back, so the storage is reused only if no effect was added meanwhile.
    done.removeAll(keepingCapacity: true)
    if arena.effects.isEmpty { swap(&done, &arena.effects) }
  }

  private func carryOut(_ effect: GestureArena.Effect) {
    guard let application = applicationLink.object else { return }
    switch effect {
    case .decided(let recognizer, let reason):
      application.tell { $0.gestureDecided(recognizer, reason) }
    case .state(let recognizer, let state):
      let shown = recognizer.shown
      recognizer.shown = state
      application.tell { $0.gesture(recognizer, changedTo: state, at: now) }
      recognizer.stateChanged()
      recognizer.sendActions(in: application)
      recognizer.shown = shown
    case .failed(let recognizer, let reason):
      application.tell { $0.gesture(recognizer, changedTo: .failed, at: now) }
      if let reason { application.tell { $0.gestureDecided(recognizer, reason) } }
    case .cancel(let touches): cancel(touches, application.event)
    case .release(let touches): release(touches, application.event)
    case .reset(let recognizer): recognizer.reset()
    case .stuck(let recognizer): reportStuck(recognizer, application)
    }
  }

  private func reportStuck(_ recognizer: GestureRecognizer, _ application: Application) {
    #if DEBUG
      let violation = StreamVerifier.Violation(
        rule: .stuckRecognizer, touch: recognizer.seen.last ?? TouchID(rawValue: 0), timestamp: now,
        recognizer: recognizer.displayName)
      application.tell { $0.violation(violation) }
    #endif
  }

  /// Cancels touches for their views.
  private func cancel(_ touches: ContiguousArray<Touch>, _ event: Event) {
    send(touches, as: .cancelled, event)
    for touch in touches {
      if touch.isUnbound { touch.releaseRecognizers() }
      touch.leaveTrackers()
    }
  }

  /// Delivers the delayed phases of touches to their views.
  private func release(_ touches: ContiguousArray<Touch>, _ event: Event) {
    for touch in touches where touch.delayedPhase == .began { touch.isDelivered = isAdmitted(touch, event) }
    send(touches.filter { $0.delayedPhase == .began && $0.isDelivered && !moment.isNew($0) }, as: .began, event)
    // A touch that ended in this delivery reaches its view together with the others.
    send(touches.filter(wantsEnd), as: .ended, event)
    for touch in touches {
      touch.delayedPhase = .none
      if touch.isUnbound { touch.releaseRecognizers() }
      if !touch.isAlive, !moment.isCurrent(touch) { touch.leaveTrackers() }
    }
  }

  /// Whether the view has yet to get the end of a released touch.
  private func wantsEnd(_ touch: Touch) -> Bool {
    // An action called at the beginning of the touch may have cancelled it.
    guard !touch.isRevoked else { return false }
    return touch.delayedPhase == .ended || touch.isDelivered && !touch.isAlive && !moment.isCurrent(touch)
  }

  /// Whether the view has no other touch, or takes several (contract 2.5).
  private func isAdmitted(_ touch: Touch, _ event: Event) -> Bool {
    guard let view = touch.view, view.acceptsTouches else { return false }
    return view.isMultipleTouchEnabled
      || !event.touches.contains { $0 !== touch && $0.isAlive && $0.isDelivered && $0.view === view }
  }

  /// Calls a touch method of the touches' views, once for each view, with the touches in that phase.
  private func send(_ touches: ContiguousArray<Touch>, as phase: TouchPhase, _ event: Event) {
    var rest = touches
    event.timestamp = now
    while let view = rest.first?.view {
      var set: ContiguousArray<Touch> = rest.filter { $0.view === view }
      rest = rest.filter { $0.view !== view }
      let isThere = view.window === set[0].window
      if phase == .began { begin(&set, isThere) }
      if set.isEmpty { continue }
      let phases = set.map { ($0.phase, $0.actualPhase) }
      // A view that has left its window gets a cancellation instead of an end.
      let told = isThere ? phase : .cancelled
      for touch in set {
        touch.actualPhase = touch.actualPhase ?? touch.phase
        touch.phase = told
      }
      view.receive(TouchSet(set), told, event)
      // A touch that was cancelled meanwhile stays cancelled.
      for (touch, before) in zip(set, phases) {
        touch.actualPhase = before.1
        if !touch.isRevoked { touch.phase = before.0 }
      }
    }
  }

  /// Prepares touches whose beginning a view is about to get; removes those that were cancelled or have lost their view.
  private func begin(_ set: inout ContiguousArray<Touch>, _ isThere: Bool) {
    set = set.filter { !$0.isRevoked && $0.isDelivered }
    guard isThere else {
      for touch in set { touch.isDelivered = false }
      set = []
      return
    }
    // A change in this delivery is delivered as usual.
    let moment = self.moment
    for touch in set { touch.sentToViewIn = moment.isCurrent(touch) ? delivery &- 1 : delivery }
  }
}
