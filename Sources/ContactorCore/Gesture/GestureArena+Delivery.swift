extension GestureArena {
  /// Lets recognizers see what changed in the window, before the views do; O(recognizers × their touches).
  func deliver(_ event: Event, in window: Window) {
    depth += 1
    isFeeding = true
    if !arriving.isEmpty { bindArrivals(in: window) }
    let delivery = application.state.delivery
    let recognizers = active
    for recognizer in recognizers where recognizer.touches.first?.window === window {
      feed(recognizer, delivery, event)
    }
    if !skipped.isEmpty { offerSkipped(event) }
    if !arriving.isEmpty { keepArrivals(in: window) }
    keepEnds(event, delivery, in: window)
    releaseHeld()
    isFeeding = false
    depth -= 1
  }

  /// Calls the touch methods of one recognizer for its touches that changed.
  private func feed(_ recognizer: GestureRecognizer, _ delivery: UInt64, _ event: Event) {
    guard !recognizer.current.isFinal, recognizer.pending != .ended else { return }
    var phases: UInt8 = 0
    var changed = 0
    for touch in recognizer.touches where touch.changedIn == delivery && !touch.isRevoked {
      phases |= 1 << touch.phase.rawValue
      changed += 1
    }
    guard phases != 0 else { return }
    if phases & (phases - 1) == 0, changed == recognizer.touches.count {
      // All of one phase: the recognizer's own storage is the set.
      let phase = TouchPhase(rawValue: UInt8(phases.trailingZeroBitCount)) ?? .moved
      return recognizer.receive(TouchSet(recognizer.touches), phase, event)
    }
    for phase in [TouchPhase.began, .moved, .ended, .cancelled] where phases & 1 << phase.rawValue != 0 {
      var set = takeScratch()
      for touch in recognizer.touches where touch.changedIn == delivery && touch.phase == phase && !touch.isRevoked {
        set.append(touch)
      }
      if !set.isEmpty, !recognizer.current.isFinal { recognizer.receive(TouchSet(set), phase, event) }
      returnScratch(&set)
    }
  }

  /// Takes a touch from its recognizers, as it is taken from its view.
  func revoke(_ touch: Touch, _ event: Event) {
    arriving.removeAll { $0 === touch }
    held.removeAll { $0 === touch && $0.isAlive || $0 === touch && $0.keptBack == .began }
    // Its view learns of it after the recognizers, whose actions may do anything.
    touch.keptBack = .end
    // What its view has not seen to begin cannot be cancelled there.
    if touch.handledIn == 0 { touch.isDelivered = false }
    depth += 1
    let recognizers = touch.recognizers
    for recognizer in recognizers where recognizer.touches.contains(touch) && !recognizer.current.isFinal {
      if recognizer.pending == .ended { continue }
      recognizer.touchesCancelled(TouchSet([touch]), with: event)
      // The next touch may be revoked before this one is let go: it must not count as down meanwhile.
      recognizer.forget(touch)
    }
    touch.keptBack = .nothing
    if touch.isUnbound { touch.recognizers.removeAll() }
    releaseHeld()
    depth -= 1
  }

  /// Lets go of the touches that ended in this delivery, and resets the recognizers that are through.
  func finish() {
    for touch in application.event.allTouches.touches where !touch.isAlive { unbind(touch) }
    arriving.removeAll(keepingCapacity: true)
    skipped.removeAll(keepingCapacity: true)
    settle()
    if isActive, depth == 0 { verifyRest() }
  }

  private func unbind(_ touch: Touch) {
    guard !touch.recognizers.isEmpty, !touch.isUnbound else { return }
    touch.isUnbound = true
    for recognizer in touch.recognizers where recognizer.arena === self { recognizer.release(touch) }
    if touch.keptBack == .nothing { touch.recognizers.removeAll() }
  }

  /// Resets the recognizers whose touches have ended and who have decided.
  ///
  /// One that is possible without a deadline fails: nothing more can come.
  func settle() {
    guard depth == 0, isActive else { return }
    depth += 1
    let recognizers = active
    for recognizer in recognizers where recognizer.bound == 0 && recognizer.arena === self {
      if recognizer.current.isUnderWay {
        reportStuck(recognizer)
        move(recognizer, to: .cancelled, because: .undecided)
      } else if recognizer.isUndecided, recognizer.pending == nil, recognizer.deadline == nil {
        lose(recognizer, .undecided)
      }
    }
    releaseHeld()
    for recognizer in recognizers where recognizer.bound == 0 && recognizer.current.isFinal { restore(recognizer) }
    depth -= 1
    isActive = !active.isEmpty || !held.isEmpty || !arriving.isEmpty
  }

  /// Resets a recognizer; it leaves the arena.
  func restore(_ recognizer: GestureRecognizer) {
    guard recognizer.arena === self else { return }
    recognizer.deadline = nil
    active.removeAll { $0 === recognizer }
    recognizer.forgetSequence()
    recognizer.reset()
  }

  // MARK: Verifying

  /// Checks that nothing waits for what cannot come, after the last touch (contract 9.5, 10.1).
  private func verifyRest() {
    #if DEBUG
      guard !application.event.allTouches.touches.contains(where: \.isAlive) else { return }
      for recognizer in active where recognizer.deadline == nil {
        if recognizer.pending == nil || blocker(of: recognizer) == nil { reportStuck(recognizer) }
      }
    #endif
  }

  private func reportStuck(_ recognizer: GestureRecognizer) {
    #if DEBUG
      application.observer?.violation(
        StreamVerifier.Violation(
          rule: .stuckRecognizer, touch: recognizer.seen.last ?? TouchID(rawValue: 0), timestamp: now,
          recognizer: recognizer.displayName))
    #endif
  }

  // MARK: Storage

  func takeScratch() -> ContiguousArray<Touch> {
    var taken: ContiguousArray<Touch> = []
    swap(&taken, &scratch)
    return taken
  }

  func returnScratch(_ used: inout ContiguousArray<Touch>) {
    used.removeAll(keepingCapacity: true)
    swap(&used, &scratch)
  }
}

extension GestureRecognizer {
  /// Calls the touch method of the phase.
  @inline(__always)
  func receive(_ touches: TouchSet, _ phase: TouchPhase, _ event: Event) {
    switch phase {
    case .moved: touchesMoved(touches, with: event)
    case .began: touchesBegan(touches, with: event)
    case .ended: touchesEnded(touches, with: event)
    case .cancelled: touchesCancelled(touches, with: event)
    case .stationary: break
    }
  }

  /// Forgets a touch that has ended.
  func release(_ touch: Touch) {
    bound -= 1
    forget(touch)
  }

  /// Sees a touch no longer; it keeps the recognizer from being reset until it is released.
  func forget(_ touch: Touch) {
    guard let index = touches.firstIndex(of: touch) else { return }
    if touches.count == 1 { lastCentroid = touch.location }
    touches.remove(at: index)
  }
}
