extension GestureArena {
  /// Takes the touches of a gesture that was recognized from their views: what they have seen to begin is cancelled,
  /// the rest never comes (contract 9.3, `cancelsTouchesInView`).
  func withdraw(for winner: GestureRecognizer) {
    var taken = takeScratch()
    for touch in winner.touches where touch.isDelivered && !touch.isRevoked {
      touch.isDelivered = false
      if !isNew(touch) { taken.append(touch) }
    }
    for touch in held where touch.recognizers.contains(where: { $0 === winner }) {
      if touch.keptBack == .end { taken.append(touch) }
      touch.keptBack = .nothing
    }
    held.removeAll { $0.keptBack == .nothing }
    send(taken, as: .cancelled)
    for touch in taken where touch.isUnbound { touch.recognizers.removeAll() }
    returnScratch(&taken)
  }

  /// Keeps the ends of touches from their views while a recognizer that wants that is undecided
  /// (`delaysTouchesEnded`).
  func keepEnds(_ event: Event, _ delivery: UInt64, in window: Window) {
    for touch in event.allTouches.touches
    where touch.phase == .ended && touch.changedIn == delivery && touch.isDelivered && !touch.recognizers.isEmpty
      && touch.window === window
    {
      guard touch.recognizers.contains(where: { $0.isUndecided && $0.delaysTouchesEnded }) else { continue }
      touch.isDelivered = false
      touch.keptBack = .end
      held.append(touch)
    }
  }

  /// Gives views what was kept from them and is kept no longer.
  func releaseHeld() {
    guard !held.isEmpty else { return }
    var freed: ContiguousArray<Touch> = []
    for touch in held where !isDelayed(touch) { freed.append(touch) }
    guard !freed.isEmpty else { return }
    held.removeAll { freed.contains($0) }
    for touch in freed where touch.keptBack == .began {
      touch.isDelivered = isAdmitted(touch)
    }
    send(freed.filter { $0.keptBack == .began && $0.isDelivered && !isNew($0) }, as: .began)
    // A touch that ended in this very delivery reaches its view with all the others.
    send(freed.filter(wantsEnd), as: .ended)
    for touch in freed {
      touch.keptBack = .nothing
      if touch.isUnbound { touch.recognizers.removeAll() }
    }
  }

  /// Whether the view is still to be told that a freed touch has ended.
  private func wantsEnd(_ touch: Touch) -> Bool {
    // An action that ran as it began may have taken it away.
    guard !touch.isRevoked else { return false }
    return touch.keptBack == .end || touch.isDelivered && !touch.isAlive && !isCurrent(touch)
  }

  /// Whether the view has no other touch, or takes several (contract 2.5).
  private func isAdmitted(_ touch: Touch) -> Bool {
    guard let view = touch.view, view.acceptsTouches else { return false }
    return view.isMultipleTouchEnabled
      || !application.event.allTouches.touches.contains {
        $0 !== touch && $0.isAlive && $0.isDelivered && $0.view === view
      }
  }

  private func isDelayed(_ touch: Touch) -> Bool {
    for recognizer in touch.recognizers where recognizer.isUndecided && recognizer.arena === self {
      if touch.keptBack == .began ? recognizer.delaysTouchesBegan : recognizer.delaysTouchesEnded { return true }
    }
    return false
  }

  /// Whether the touch begins in the delivery that is going on, so that no view has seen it.
  private func isNew(_ touch: Touch) -> Bool { touch.phase == .began && isCurrent(touch) }

  private func isCurrent(_ touch: Touch) -> Bool {
    isFeeding && touch.changedIn == application.state.delivery
  }

  /// Calls a touch method of the touches' views, once for each view, as if the touches were in that phase.
  private func send(_ touches: ContiguousArray<Touch>, as phase: TouchPhase) {
    var rest = touches
    let event = application.event
    event.timestamp = now
    while let view = rest.first?.view {
      var set: ContiguousArray<Touch> = rest.filter { $0.view === view }
      rest.removeAll { $0.view === view }
      let isThere = view.window === set[0].window
      if phase == .began { begin(&set, isThere) }
      if set.isEmpty { continue }
      let phases = set.map(\.phase)
      // A view that left its window gets no end any more.
      let told = isThere ? phase : .cancelled
      for touch in set { touch.phase = told }
      view.receive(TouchSet(set), told, event)
      // One that was taken away meanwhile stays so.
      for (touch, before) in zip(set, phases) where !touch.isRevoked { touch.phase = before }
    }
  }

  /// Notes that a view is about to see touches begin: what was taken away since, or has no view left, never does.
  private func begin(_ set: inout ContiguousArray<Touch>, _ isThere: Bool) {
    set.removeAll { $0.isRevoked || !$0.isDelivered }
    guard isThere else {
      for touch in set { touch.isDelivered = false }
      return set.removeAll()
    }
    // What changes in this delivery comes as ever.
    let delivery = application.state.delivery
    for touch in set { touch.handledIn = isFeeding ? delivery - 1 : delivery }
  }
}
