extension GestureArena {
  /// Takes a recognizer's wish to change its state.
  func move(_ recognizer: GestureRecognizer, to state: GestureRecognizer.State, because cause: GestureReason.Cause?) {
    switch (recognizer.current, state) {
    case (.possible, .began), (.possible, .changed): claim(recognizer, .began)
    case (.possible, .ended): claim(recognizer, .ended)
    case (.possible, .failed), (.possible, .cancelled): lose(recognizer, cause ?? .undecided)
    case (.began, .changed), (.changed, .changed): set(recognizer, .changed)
    case (.began, .ended), (.changed, .ended): conclude(recognizer, .ended)
    case (.began, .cancelled), (.changed, .cancelled), (.began, .failed), (.changed, .failed):
      record(recognizer, cause ?? .cancelled)
      conclude(recognizer, .cancelled)
    default: break
    }
    carryOut()
    if depth == 0 { settle() }
  }

  /// Breaks off what a recognizer is doing that is turned off or taken away.
  func dismiss(_ recognizer: GestureRecognizer) {
    move(recognizer, to: .failed, because: .disabled)
  }

  // MARK: Wanting to begin

  private func claim(_ recognizer: GestureRecognizer, _ state: GestureRecognizer.State) {
    if recognizer.pending != nil {
      if state == .ended { recognizer.endsWhenBegun = recognizer.pending == .began }
      return
    }
    let refusal = refusal(of: recognizer)
    // Those that were asked may have turned the recognizer off, or had it decide.
    guard canDecide(recognizer) else { return }
    if let refusal { return lose(recognizer, .refused(by: refusal)) }
    proceed(recognizer, state)
  }

  /// Whether a recognizer is still to decide after users were asked.
  private func canDecide(_ recognizer: GestureRecognizer) -> Bool { recognizer.isIn(self) && recognizer.isUndecided }

  private func proceed(_ recognizer: GestureRecognizer, _ state: GestureRecognizer.State) {
    recognizer.pending = nil
    guard canDecide(recognizer) else { return }
    let preventer = preventer(of: recognizer)
    let blocker = preventer == nil ? blocker(of: recognizer) : nil
    let losers = preventer == nil && blocker == nil ? losers(to: recognizer) : []
    guard canDecide(recognizer) else { return }
    if let preventer {
      lose(recognizer, .prevented(by: preventer.displayName))
    } else if blocker != nil {
      recognizer.pending = state
    } else {
      win(recognizer, state, losers)
    }
  }

  /// The name of the delegate or view that does not want the gesture.
  private func refusal(of recognizer: GestureRecognizer) -> String? {
    if let delegate = recognizer.delegate, !delegate.gestureRecognizerShouldBegin(recognizer) { return "delegate" }
    let top = recognizer.view
    for touch in recognizer.touches {
      var view = touch.view
      while let current = view {
        if !current.gestureRecognizerShouldBegin(recognizer) { return current.displayName }
        view = current === top ? nil : current.superview
      }
    }
    return nil
  }

  /// A recognizer that is under way with the same touches and keeps this one from beginning.
  func preventer(of recognizer: GestureRecognizer) -> GestureRecognizer? {
    let recognizers = active
    return recognizers.first {
      $0.current.isUnderWay && $0 !== recognizer && $0.sharesTouch(with: recognizer) && $0.prevents(recognizer)
    }
  }

  /// A recognizer that must fail first and still may be recognized.
  func blocker(of recognizer: GestureRecognizer) -> GestureRecognizer? {
    let recognizers = active
    return recognizers.first {
      $0.isUndecided && $0 !== recognizer && recognizer.requiresFailure(of: $0)
        && !waits($0, for: recognizer, recognizers, recognizers.count)
    }
  }

  /// Whether the first waits for the second, be it through others: waiting in a circle is no waiting.
  private func waits(
    _ first: GestureRecognizer, for second: GestureRecognizer, _ recognizers: ContiguousArray<GestureRecognizer>, _ steps: Int
  ) -> Bool {
    guard first.pending != nil, steps > 0 else { return false }
    if first.requiresFailure(of: second) { return true }
    return recognizers.contains {
      $0 !== first && $0 !== second && $0.pending != nil && first.requiresFailure(of: $0)
        && waits($0, for: second, recognizers, steps - 1)
    }
  }

  /// Those that fail if a recognizer wins: that it prevents, or that required it to fail.
  private func losers(to winner: GestureRecognizer) -> [(recognizer: GestureRecognizer, cause: GestureReason.Cause)] {
    let recognizers = active
    return recognizers.compactMap { other in
      guard other.isUndecided, other !== winner, other.sharesTouch(with: winner) else { return nil }
      if other.requiresFailure(of: winner) { return (other, .requirement(winner.displayName)) }
      return winner.prevents(other) ? (other, .prevented(by: winner.displayName)) : nil
    }
  }

  // MARK: Deciding

  private func win(
    _ recognizer: GestureRecognizer, _ state: GestureRecognizer.State,
    _ losers: [(recognizer: GestureRecognizer, cause: GestureReason.Cause)]
  ) {
    recognizer.current = state
    recognizer.isDiscrete = state == .ended
    if state == .ended { recognizer.deadline = nil } else { recognizer.didBegin() }
    effects.append(.decided(recognizer, record(recognizer, recognizer.success)))
    let beaten = losers.filter { canDecide($0.recognizer) }
    for loser in beaten { markLost(loser.recognizer, loser.cause) }
    if recognizer.cancelsTouchesInView { withdraw(for: recognizer) }
    effects.append(.state(recognizer, state))
    for loser in beaten { reportLoss(loser.recognizer) }
    if recognizer.endsWhenBegun, recognizer.current.isUnderWay { conclude(recognizer, .ended) }
  }

  func lose(_ recognizer: GestureRecognizer, _ cause: GestureReason.Cause) {
    guard canDecide(recognizer) else { return }
    markLost(recognizer, cause)
    reportLoss(recognizer)
  }

  private func markLost(_ recognizer: GestureRecognizer, _ cause: GestureReason.Cause) {
    recognizer.current = .failed
    recognizer.pending = nil
    recognizer.deadline = nil
    record(recognizer, cause)
  }

  private func reportLoss(_ recognizer: GestureRecognizer) {
    effects.append(.failed(recognizer, recognizer.lastReason))
    goOn(after: recognizer)
  }

  /// Lets those go on that waited for a recognizer which failed.
  private func goOn(after loser: GestureRecognizer) {
    let recognizers = active
    guard recognizers.contains(where: { $0.pending != nil }) else { return }
    for recognizer in recognizers {
      guard let wish = recognizer.pending, recognizer.isUndecided, recognizer.requiresFailure(of: loser) else { continue }
      recognizer.wait = GestureReason.Wait(
        name: loser.displayName, elapsed: now - recognizer.sequenceStart)
      if blocker(of: recognizer) == nil { proceed(recognizer, wish) }
    }
  }

  /// Takes the touches of a gesture that was recognized from their views: what they have seen to begin is cancelled,
  /// the rest never comes (contract 9.3, `cancelsTouchesInView`).
  private func withdraw(for winner: GestureRecognizer) {
    var taken: ContiguousArray<Touch> = []
    for touch in winner.touches where touch.isDelivered && !touch.isRevoked {
      touch.isDelivered = false
      if !isNew(touch) { taken.append(touch) }
    }
    let old = held
    for touch in old where touch.recognizers.contains(where: { $0 === winner }) {
      if touch.keptBack == .end { taken.append(touch) }
      touch.keptBack = .nothing
    }
    held = old.filter { $0.keptBack != .nothing }
    if !taken.isEmpty { effects.append(.cancel(taken)) }
    withExtendedLifetime(old) {}
  }

  /// Whether the touch begins in the delivery that is going on, so that no view has seen it.
  func isNew(_ touch: Touch) -> Bool { touch.phase == .began && isCurrent(touch) }

  func isCurrent(_ touch: Touch) -> Bool { isFeeding && touch.changedIn == delivery }

  /// Goes on with a gesture that is under way.
  private func set(_ recognizer: GestureRecognizer, _ state: GestureRecognizer.State) {
    recognizer.current = state
    effects.append(.state(recognizer, state))
  }

  /// Ends a gesture that is under way.
  private func conclude(_ recognizer: GestureRecognizer, _ state: GestureRecognizer.State) {
    recognizer.deadline = nil
    set(recognizer, state)
  }

  @discardableResult
  private func record(_ recognizer: GestureRecognizer, _ cause: GestureReason.Cause) -> GestureReason {
    let reason = GestureReason(
      cause: cause, elapsed: now - recognizer.sequenceStart, wait: recognizer.wait,
      scale: recognizer.gestureScale)
    recognizer.lastReason = reason
    return reason
  }
}
