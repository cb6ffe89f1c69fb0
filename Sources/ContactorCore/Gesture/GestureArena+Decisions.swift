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
    if let name = refusal(of: recognizer) { return lose(recognizer, .refused(by: name)) }
    proceed(recognizer, state)
  }

  private func proceed(_ recognizer: GestureRecognizer, _ state: GestureRecognizer.State) {
    recognizer.pending = nil
    guard recognizer.isUndecided else { return }
    if let winner = preventer(of: recognizer) {
      lose(recognizer, .prevented(by: winner.displayName))
    } else if blocker(of: recognizer) != nil {
      recognizer.pending = state
    } else {
      win(recognizer, state)
    }
  }

  /// The name of the delegate or view that does not want the gesture.
  private func refusal(of recognizer: GestureRecognizer) -> String? {
    if let delegate = recognizer.delegate, !delegate.gestureRecognizerShouldBegin(recognizer) { return "delegate" }
    for touch in recognizer.touches {
      var view = touch.view
      while let current = view {
        if !current.gestureRecognizerShouldBegin(recognizer) { return current.displayName }
        view = current === recognizer.view ? nil : current.superview
      }
    }
    return nil
  }

  /// A recognizer that is under way with the same touches and keeps this one from beginning.
  func preventer(of recognizer: GestureRecognizer) -> GestureRecognizer? {
    active.first {
      $0.current.isUnderWay && $0 !== recognizer && $0.sharesTouch(with: recognizer) && $0.prevents(recognizer)
    }
  }

  /// A recognizer that must fail first and still may be recognized.
  func blocker(of recognizer: GestureRecognizer) -> GestureRecognizer? {
    active.first {
      $0.isUndecided && $0 !== recognizer && recognizer.requiresFailure(of: $0)
        && !waits($0, for: recognizer, active.count)
    }
  }

  /// Whether the first waits for the second, be it through others: waiting in a circle is no waiting.
  private func waits(_ first: GestureRecognizer, for second: GestureRecognizer, _ steps: Int) -> Bool {
    guard first.pending != nil, steps > 0 else { return false }
    if first.requiresFailure(of: second) { return true }
    return active.contains {
      $0 !== first && $0 !== second && $0.pending != nil && first.requiresFailure(of: $0)
        && waits($0, for: second, steps - 1)
    }
  }

  // MARK: Deciding

  private func win(_ recognizer: GestureRecognizer, _ state: GestureRecognizer.State) {
    recognizer.current = state
    recognizer.isDiscrete = state == .ended
    if state == .ended { recognizer.deadline = nil } else { recognizer.didBegin() }
    decide(recognizer, recognizer.success)
    let losers = beat(by: recognizer)
    if recognizer.cancelsTouchesInView { withdraw(for: recognizer) }
    announce(recognizer)
    for loser in losers { reportLoss(loser) }
    if recognizer.endsWhenBegun, recognizer.current.isUnderWay { conclude(recognizer, .ended) }
  }

  /// Has those fail that the winner prevents or that required it to fail; nobody is told yet.
  private func beat(by winner: GestureRecognizer) -> [GestureRecognizer] {
    var losers: [GestureRecognizer] = []
    for other in active where other.isUndecided && other !== winner && other.sharesTouch(with: winner) {
      let cause: GestureReason.Cause
      if other.requiresFailure(of: winner) {
        cause = .requirement(winner.displayName)
      } else if winner.prevents(other) {
        cause = .prevented(by: winner.displayName)
      } else {
        continue
      }
      markLost(other, cause)
      losers.append(other)
    }
    return losers
  }

  func lose(_ recognizer: GestureRecognizer, _ cause: GestureReason.Cause) {
    guard recognizer.isUndecided else { return }
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
    if let observer = application.observer, let reason = recognizer.lastReason {
      observer.gesture(recognizer, changedTo: .failed, at: now)
      observer.gestureDecided(recognizer, reason)
    }
    goOn(after: recognizer)
  }

  /// Lets those go on that waited for a recognizer which failed.
  private func goOn(after loser: GestureRecognizer) {
    guard active.contains(where: { $0.pending != nil }) else { return }
    let recognizers = active
    for recognizer in recognizers {
      guard let wish = recognizer.pending, recognizer.isUndecided, recognizer.requiresFailure(of: loser) else { continue }
      recognizer.wait = GestureReason.Wait(name: loser.displayName, elapsed: now - recognizer.sequenceStart)
      if blocker(of: recognizer) == nil { proceed(recognizer, wish) }
    }
  }

  /// Goes on with a gesture that is under way.
  private func set(_ recognizer: GestureRecognizer, _ state: GestureRecognizer.State) {
    recognizer.current = state
    announce(recognizer)
  }

  /// Ends a gesture that is under way.
  private func conclude(_ recognizer: GestureRecognizer, _ state: GestureRecognizer.State) {
    recognizer.deadline = nil
    set(recognizer, state)
  }

  // MARK: Telling

  private func decide(_ recognizer: GestureRecognizer, _ cause: GestureReason.Cause) {
    record(recognizer, cause)
    guard let observer = application.observer, let reason = recognizer.lastReason else { return }
    observer.gestureDecided(recognizer, reason)
  }

  private func record(_ recognizer: GestureRecognizer, _ cause: GestureReason.Cause) {
    recognizer.lastReason = GestureReason(
      cause: cause, elapsed: now - recognizer.sequenceStart, wait: recognizer.wait, scale: recognizer.gestureScale)
  }

  private func announce(_ recognizer: GestureRecognizer) {
    if application.state.hasObserver { application.observer?.gesture(recognizer, changedTo: recognizer.current, at: now) }
    recognizer.sendActions(in: application)
  }
}
