extension GestureArena {
  /// Notes a touch that begins, if a recognizer could see it; called before it is delivered.
  func arrive(_ touch: Touch) {
    guard let view = touch.view, view.isUnderRecognizers else { return }
    arriving.append(touch)
    isActive = true
  }

  /// Binds the touches that began in the window to the recognizers in their view's ancestry.
  func bindArrivals(in window: Window) {
    for touch in arriving where touch.window === window && touch.isAlive { bind(touch) }
  }

  private func bind(_ touch: Touch) {
    var depth = 0
    var view = touch.view
    while let current = view {
      depth += 1
      view = current.superview
    }
    view = touch.view
    while let current = view {
      for recognizer in current.recognizers { offer(touch, to: recognizer, at: depth) }
      depth -= 1
      view = current.superview
    }
    judgeNewcomers(of: touch)
  }

  /// Binds a touch to a recognizer that takes it.
  func offer(_ touch: Touch, to recognizer: GestureRecognizer, at depth: Int) {
    guard takes(touch, recognizer) else { return }
    if recognizer.arena != nil {
      if recognizer.bound == 0, !makeRoom(for: touch, recognizer, at: depth) { return }
      if recognizer.arena != nil, !sees(recognizer) {
        // Too late for this sequence; it is not over before the touch is.
        recognizer.bound += 1
        return touch.recognizers.append(recognizer)
      }
    }
    if recognizer.arena == nil { enter(recognizer, with: touch, at: depth) }
    recognizer.bound += 1
    recognizer.touches.append(touch)
    recognizer.seen.append(touch.id)
    touch.recognizers.append(recognizer)
  }

  private func takes(_ touch: Touch, _ recognizer: GestureRecognizer) -> Bool {
    guard recognizer.isEnabled, recognizer.allowedTouchTypes.allows(touch.contact.tool) else { return false }
    return recognizer.delegate?.gestureRecognizer(recognizer, shouldReceive: touch) ?? true
  }

  /// Whether the recognizer still looks at new touches.
  private func sees(_ recognizer: GestureRecognizer) -> Bool {
    recognizer.current.isUnderWay
      || recognizer.current == .possible && recognizer.pending != .ended && !recognizer.endsWhenBegun
  }

  /// Prepares a recognizer between two touches for a new one: it goes on, starts anew, or, where it waits for another
  /// recognizer, gets the touch once that has decided.
  private func makeRoom(for touch: Touch, _ recognizer: GestureRecognizer, at depth: Int) -> Bool {
    if recognizer.current.isFinal {
      restore(recognizer)
    } else if recognizer.pending != nil {
      skipped.append((touch, recognizer))
      return false
    } else if let objection = recognizer.objection(to: touch) {
      lose(recognizer, objection)
      restore(recognizer)
    }
    return true
  }

  private func enter(_ recognizer: GestureRecognizer, with touch: Touch, at depth: Int) {
    recognizer.arena = self
    recognizer.depth = depth
    recognizer.sequenceStart = touch.beganAt
    recognizer.recorded.removeAll(keepingCapacity: true)
    if let window = touch.window { recognizer.gestureScale = window.gestureScale }
    let index = active.firstIndex {
      $0.depth < depth || $0.view === recognizer.view && $0.rank < recognizer.rank
    }
    active.insert(recognizer, at: index ?? active.count)
    isActive = true
    recognizer.prepare()
  }

  /// Has recognizers fail that could only begin beside one that is under way.
  private func judgeNewcomers(of touch: Touch) {
    guard touch.recognizers.contains(where: { $0.current.isUnderWay }) else { return }
    for recognizer in touch.recognizers where recognizer.isUndecided {
      if let winner = preventer(of: recognizer) { lose(recognizer, .prevented(by: winner.displayName)) }
    }
  }

  /// Keeps new touches of the window from their views where a gesture has them, or wants to have a look first.
  func keepArrivals(in window: Window) {
    for touch in arriving where touch.window === window && touch.isAlive { keepFromView(touch) }
    arriving.removeAll { $0.window === window }
  }

  private func keepFromView(_ touch: Touch) {
    guard touch.isDelivered else { return }
    for recognizer in touch.recognizers where recognizer.touches.contains(touch) {
      if recognizer.current.isUnderWay, recognizer.cancelsTouchesInView {
        touch.isDelivered = false
        return
      }
      if recognizer.isUndecided, recognizer.delaysTouchesBegan { touch.keptBack = .began }
    }
    guard touch.keptBack == .began else { return }
    touch.isDelivered = false
    held.append(touch)
  }

  /// Gives touches that began now to recognizers that have decided since.
  func offerSkipped(_ event: Event) {
    let pairs = skipped
    skipped.removeAll(keepingCapacity: true)
    for (touch, recognizer) in pairs {
      if recognizer.current.isFinal, recognizer.bound == 0, recognizer.arena != nil { restore(recognizer) }
      if recognizer.arena != nil, recognizer.bound == 0 {
        // It waits still: the touch came too late, and what comes beside it does, too.
        recognizer.bound = 1
        touch.recognizers.append(recognizer)
        continue
      }
      guard touch.phase == .began, takes(touch, recognizer) else { continue }
      offer(touch, to: recognizer, at: recognizer.depth)
      recognizer.touchesBegan(TouchSet([touch]), with: event)
    }
  }
}
