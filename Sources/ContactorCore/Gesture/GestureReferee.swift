/// Connects the gesture arena with users' code: calls delegates and overrides for the answers that the arena needs, checks what the calls
/// may have changed, and enters the answers.
///
/// Users' code may do anything, for example make a recognizer decide. So the arena is not changed while a question is pending, and every
/// condition is checked again after it. `GestureReferee+Delivery` carries out the arena's decisions.
final class GestureReferee {
  /// The decisions and the state on which they are based.
  @safe @exclusivity(unchecked) var arena = GestureArena()
  /// The application, which owns the referee.
  @safe @exclusivity(unchecked) var applicationLink = BackReference<Application>(nil)
  @safe @exclusivity(unchecked) var isCarryingOut = false
  /// Whether the delivery is being passed to recognizers, so that views have not got it yet.
  @safe @exclusivity(unchecked) var isRecognizing = false
  /// The number of passes over the recognizers in progress, one inside the other.
  @safe @exclusivity(unchecked) var depth = 0

  init() {
    arena.referee = BackReference(self)
  }

  var now: Timestamp { applicationLink.read { $0.now } ?? Timestamp(microseconds: 0) }
  var delivery: UInt64 { applicationLink.read { $0.delivery } ?? 0 }
  var moment: GestureArena.Moment { GestureArena.Moment(time: now, delivery: delivery, isRecognizing: isRecognizing) }

  /// Releases all touches and recognizers when the application is deallocated.
  func shutDown(_ touches: ContiguousArray<Touch>) {
    for touch in touches + arena.delayed { touch.releaseRecognizers() }
    let effects = arena.effects
    arena.effects = []
    arena.shutDown()
    // A caller in progress may retain the referee longer than the application exists.
    applicationLink = BackReference(nil)
    releaseDropped()
    withExtendedLifetime(effects) {}
  }

  /// Releases the objects that the arena removed, which may call back.
  func releaseDropped() {
    guard !arena.dropped.isEmpty else { return }
    var dropped = arena.takeDropped()
    dropped.removeAll(keepingCapacity: true)
    arena.reuse(&dropped)
  }

  // MARK: Touches

  /// Removes a touch that was cancelled before a recognizer or its view saw it.
  func forget(_ touch: Touch) {
    guard !arena.arriving.isEmpty || !arena.delayed.isEmpty else { return }
    arena.forget(touch)
    releaseDropped()
  }

  /// Binds the touches that began in the window to the recognizers of their views and those views' ancestors.
  func bindArrivals(of delivery: UInt64, in window: Window) {
    let arriving = arena.arriving
    for touch in arriving where touch.window === window && touch.isAlive && touch.changedIn == delivery { bind(touch) }
  }

  private func bind(_ touch: Touch) {
    var depth = touch.view?.depth ?? 0
    var view = touch.view
    while let current = view {
      for recognizer in current.recognizers { offer(touch, to: recognizer, of: current, at: depth) }
      depth -= 1
      view = current.superview
    }
    judgeNewcomers(of: touch)
  }

  /// Binds a touch to a recognizer that takes it.
  private func offer(_ touch: Touch, to recognizer: GestureRecognizer, of view: View, at depth: Int) {
    // The delegate may have removed the recognizer.
    guard takes(touch, recognizer), recognizer.view === view, recognizer.isEnabled, touch.isAlive else { return }
    // The window came from another application, and the sequence is not over there yet.
    guard recognizer.refereeLink.isEmpty || arena.holds(recognizer) else { return }
    if arena.holds(recognizer) {
      if recognizer.bound == 0, !makeRoom(for: touch, recognizer) { return }
      // Observers and targets of the previous sequence may have changed anything.
      guard recognizer.view === view, recognizer.isEnabled, touch.isAlive else { return }
      if arena.holds(recognizer), !sees(recognizer) { return arena.bindLate(touch, to: recognizer) }
    }
    if !arena.holds(recognizer) {
      arena.enter(recognizer, with: touch, at: depth)
      recognizer.prepare()
    }
    arena.bind(touch, to: recognizer)
  }

  private func takes(_ touch: Touch, _ recognizer: GestureRecognizer) -> Bool {
    guard recognizer.isEnabled, recognizer.allowedTouchTypes.allows(touch.contact.tool) else { return false }
    return recognizer.delegate?.gestureRecognizer(recognizer, shouldReceive: touch) ?? true
  }

  /// Whether the recognizer takes further touches.
  private func sees(_ recognizer: GestureRecognizer) -> Bool {
    recognizer.current.isUnderWay
      || recognizer.current == .possible && recognizer.pending != .ended && !recognizer.endsWhenBegun
  }

  /// Prepares a recognizer whose touches have all ended for a new one: it continues, starts a new sequence, or, if it waits for another
  /// recognizer, gets the touch after that one has decided.
  private func makeRoom(for touch: Touch, _ recognizer: GestureRecognizer) -> Bool {
    if recognizer.current.isFinal {
      arena.restore(recognizer)
    } else if recognizer.pending != nil {
      arena.skip(touch, of: recognizer)
      return false
    } else if let objection = recognizer.objection(to: touch) {
      lose(recognizer, objection)
      // Observers and targets still find the old sequence.
      carryOut()
      arena.restore(recognizer)
    }
    carryOut()
    return true
  }

  /// Makes recognizers fail that a gesture under way prevents from beginning.
  private func judgeNewcomers(of touch: Touch) {
    let recognizers = touch.recognizers
    guard recognizers.contains(where: { $0.current.isUnderWay }) else { return }
    for recognizer in recognizers where recognizer.isUndecided {
      if let winner = preventer(of: recognizer) { lose(recognizer, .prevented(by: winner.displayName)) }
    }
  }

  /// Offers the touches that began in this delivery to recognizers that have decided since; returns those that were taken.
  func offerSkipped(of delivery: UInt64) -> ContiguousArray<GestureArena.Skipped> {
    let pairs = arena.takeSkipped(of: delivery)
    var given: ContiguousArray<GestureArena.Skipped> = []
    for (touch, recognizer) in pairs {
      guard let view = recognizer.view else { continue }
      if recognizer.current.isFinal, recognizer.bound == 0, arena.holds(recognizer) { arena.restore(recognizer) }
      if arena.holds(recognizer), recognizer.bound == 0 {
        // The recognizer still waits: this touch came too late, and so do further touches beside it.
        recognizer.bound = 1
        touch.recognizers.append(recognizer)
        continue
      }
      guard touch.phase == .began else { continue }
      offer(touch, to: recognizer, of: view, at: recognizer.depth)
      if recognizer.touches.contains(touch) { given.append((touch, recognizer)) }
    }
    return given
  }

  /// Releases the touches that ended in this delivery, and resets the recognizers whose sequence is over.
  func finish(_ touches: ContiguousArray<Touch>) {
    for touch in touches where !touch.isAlive {
      arena.unbind(touch)
      if touch.isUnbound, touch.delayedPhase == .none { touch.releaseRecognizers() }
    }
    arena.dropArrivals()
    resetFinished()
    releaseDropped()
    if arena.isActive, depth == 0 { verifyRest(touches) }
  }

  /// Resets the recognizers that have decided and whose touches have ended.
  ///
  /// A recognizer that is possible and has no deadline fails, because no further event can reach it.
  func resetFinished() {
    guard depth == 0, arena.isActive else { return }
    depth += 1
    let recognizers = arena.active
    for recognizer in recognizers where recognizer.bound == 0 && arena.holds(recognizer) {
      if recognizer.current.isUnderWay {
        arena.effects.append(.stuck(recognizer))
        move(recognizer, to: .cancelled, because: .undecided)
      } else if recognizer.isUndecided, recognizer.pending == nil, recognizer.due == nil {
        lose(recognizer, .undecided)
      }
    }
    arena.releaseDelayed()
    carryOut()
    // A reset may end further sequences.
    for _ in 0..<8 {
      let through = arena.active.filter { $0.bound == 0 && $0.current.isFinal }
      guard !through.isEmpty else { break }
      for recognizer in through { arena.restore(recognizer) }
      carryOut()
    }
    depth -= 1
    arena.updateActivity()
  }

  /// Checks after the last touch that no recognizer waits for an event that cannot occur (contract 9.5, 10.1).
  private func verifyRest(_ touches: ContiguousArray<Touch>) {
    #if DEBUG
      // A touch that was cancelled during a reset has not been released yet.
      guard !touches.contains(where: { $0.isAlive || !$0.isUnbound && !$0.recognizers.isEmpty }) else { return }
      let recognizers = arena.active
      for recognizer in recognizers where recognizer.due == nil && !recognizer.current.isFinal {
        if recognizer.pending == nil || blocker(of: recognizer) == nil { arena.effects.append(.stuck(recognizer)) }
      }
      carryOut()
    #endif
  }

  /// Calls the recognizer whose deadline has come.
  func fire(at moment: Timestamp) {
    guard let recognizer = arena.takeDue(at: moment) else { return }
    depth += 1
    recognizer.deadlinePassed(at: moment)
    arena.releaseDelayed()
    carryOut()
    depth -= 1
    resetFinished()
  }
}

// MARK: - Requests of recognizers

extension GestureReferee {
  /// Handles a recognizer's request to change its state.
  func move(_ recognizer: GestureRecognizer, to state: GestureRecognizer.State, because cause: GestureReason.Cause?) {
    switch (recognizer.current, state) {
    case (.possible, .began), (.possible, .changed): claim(recognizer, .began)
    case (.possible, .ended): claim(recognizer, .ended)
    case (.possible, .failed), (.possible, .cancelled): lose(recognizer, cause ?? .undecided)
    case (.began, .changed), (.changed, .changed): arena.set(recognizer, .changed)
    case (.began, .ended), (.changed, .ended): arena.set(recognizer, .ended)
    case (.began, .cancelled), (.changed, .cancelled), (.began, .failed), (.changed, .failed):
      arena.record(recognizer, cause ?? .cancelled, at: moment)
      arena.set(recognizer, .cancelled)
    default: break
    }
    carryOut()
    if depth == 0 { resetFinished() }
  }

  /// Makes a recognizer that is disabled or removed fail, or cancels its gesture.
  func dismiss(_ recognizer: GestureRecognizer) {
    move(recognizer, to: .failed, because: .disabled)
  }

  private func claim(_ recognizer: GestureRecognizer, _ state: GestureRecognizer.State) {
    if recognizer.pending != nil {
      if state == .ended { recognizer.endsWhenBegun = recognizer.pending == .began }
      return
    }
    let refusal = refusal(of: recognizer)
    // The delegate or a view may have disabled the recognizer, or made it decide.
    guard arena.canDecide(recognizer) else { return }
    if let refusal { return lose(recognizer, .refused(by: refusal)) }
    proceed(recognizer, state)
  }

  private func proceed(_ recognizer: GestureRecognizer, _ state: GestureRecognizer.State) {
    recognizer.pending = nil
    guard arena.canDecide(recognizer) else { return }
    let preventer = preventer(of: recognizer)
    let blocker = preventer == nil ? blocker(of: recognizer) : nil
    let losers = preventer == nil && blocker == nil ? losers(to: recognizer) : []
    let name = preventer?.displayName
    guard arena.canDecide(recognizer) else { return }
    if let name {
      lose(recognizer, .prevented(by: name))
    } else if blocker != nil {
      recognizer.pending = state
    } else {
      win(recognizer, state, losers)
    }
  }

  private func win(_ recognizer: GestureRecognizer, _ state: GestureRecognizer.State, _ losers: [GestureArena.Loser]) {
    if state != .ended { recognizer.didBegin() }
    let beaten = arena.win(recognizer, state, recognizer.success, over: losers, at: moment)
    for loser in beaten {
      arena.report(loser)
      continueWaiting(after: loser)
    }
    // Recognizers with the same touches have failed; others waited for a failure that can no longer occur.
    continueWaiting(after: recognizer, hasFailed: false)
    if recognizer.endsWhenBegun, recognizer.current.isUnderWay { arena.set(recognizer, .ended) }
  }

  func lose(_ recognizer: GestureRecognizer, _ cause: GestureReason.Cause) {
    guard arena.canDecide(recognizer) else { return }
    arena.markLost(recognizer, cause, at: moment)
    arena.report(recognizer)
    continueWaiting(after: recognizer)
  }

  /// Continues the recognizers that waited for another one, which failed, or was recognized with other touches.
  private func continueWaiting(after other: GestureRecognizer, hasFailed: Bool = true) {
    let recognizers = arena.active
    guard recognizers.contains(where: { $0.pending != nil }) else { return }
    for recognizer in recognizers {
      guard let wish = recognizer.pending, recognizer.isUndecided, recognizer.requiresFailure(of: other) else { continue }
      recognizer.wait = GestureReason.Wait(
        name: other.displayName, elapsed: now - recognizer.sequenceStart, hasFailed: hasFailed)
      if blocker(of: recognizer) == nil { proceed(recognizer, wish) }
    }
  }

  // MARK: Questions

  /// The name of the delegate or view that refuses the gesture, or of the view whose drag it is; `nil` if there is none.
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
    return recognizer.follower?.displayName
  }

  /// A recognizer under way with a common touch that prevents this one from beginning.
  func preventer(of recognizer: GestureRecognizer) -> GestureRecognizer? {
    let recognizers = arena.active
    return recognizers.first {
      $0.current.isUnderWay && $0 !== recognizer && $0.sharesTouch(with: recognizer) && $0.prevents(recognizer)
    }
  }

  /// A recognizer that must fail first and is still undecided.
  private func blocker(of recognizer: GestureRecognizer) -> GestureRecognizer? {
    let recognizers = arena.active
    return recognizers.first {
      $0.isUndecided && $0 !== recognizer && recognizer.requiresFailure(of: $0)
        && !waits($0, for: recognizer, recognizers)
    }
  }

  /// Whether the first waits for the second, directly or through others; a cycle of waiting recognizers does not block.
  ///
  /// Looks at each recognizer once, so that the cost is at most the square of their number, whatever they wait for.
  private func waits(
    _ first: GestureRecognizer, for second: GestureRecognizer, _ recognizers: ContiguousArray<GestureRecognizer>
  ) -> Bool {
    guard first.pending != nil else { return false }
    if first.requiresFailure(of: second) { return true }
    var unseen: ContiguousArray<GestureRecognizer> = recognizers.filter { $0 !== first && $0 !== second && $0.pending != nil }
    var reached: ContiguousArray<GestureRecognizer> = [first]
    while !unseen.isEmpty, let waiting = reached.popLast() {
      var rest: ContiguousArray<GestureRecognizer> = []
      for other in unseen {
        guard waiting.requiresFailure(of: other) else {
          rest.append(other)
          continue
        }
        if other.requiresFailure(of: second) { return true }
        reached.append(other)
      }
      unseen = rest
    }
    return false
  }

  /// The recognizers that fail if this one wins: those that it prevents, and those that required it to fail.
  private func losers(to winner: GestureRecognizer) -> [GestureArena.Loser] {
    let recognizers = arena.active
    return recognizers.compactMap { other in
      guard other.isUndecided, other !== winner, other.sharesTouch(with: winner) else { return nil }
      if other.requiresFailure(of: winner) { return (other, .requirement(winner.displayName)) }
      return winner.prevents(other) ? (other, .prevented(by: winner.displayName)) : nil
    }
  }
}
