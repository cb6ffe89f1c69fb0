/// Decides between the recognizers of one application, and stands between the touches and the views (contract 9.3).
///
/// | when | what |
/// | --- | --- |
/// | a touch began | it is bound to the recognizers of the hit view and its ancestors |
/// | a delivery | recognizers see their touches, deepest view first, then the views get what is left to them |
/// | a recognizer wants to begin | it is refused, prevented, made to wait, or wins |
/// | one wins | those that it prevents fail, views lose its touches |
/// | one fails | those that waited for it go on, views get what it kept back |
/// | its touches have ended | it is reset |
///
/// The arena decides and the window delivers. A decision asks users first (delegates, overrides), looks again at what
/// the answers may have changed, then changes the arena, and adds what follows to a list of effects: whom to tell, which
/// touches to cancel or hand on. `Window+Gestures` carries out the list once nothing is being changed.
///
/// Recognizers are gathered once per touch; a frame loops over those that are in a sequence.
final class GestureArena {
  /// What follows from a decision.
  enum Effect {
    /// A recognizer was recognized: observers learn why.
    case decided(GestureRecognizer, GestureReason)
    /// A recognizer's state changed: observers and targets learn it.
    case state(GestureRecognizer, GestureRecognizer.State)
    /// A recognizer failed: observers learn it.
    case failed(GestureRecognizer, GestureReason?)
    /// Views lose touches that they have seen to begin.
    case cancel(ContiguousArray<Touch>)
    /// Views get what was kept back from them.
    case release(ContiguousArray<Touch>)
    /// A recognizer's sequence is over.
    case reset(GestureRecognizer)
    /// A recognizer waits for what cannot come (debug builds).
    case stuck(GestureRecognizer)
  }

  /// The application, which owns the arena.
  @safe @exclusivity(unchecked) var applicationLink = BackReference<Application>(nil)
  /// Whether there is anything to do in a delivery: the one test that a frame without recognizers pays.
  @safe @exclusivity(unchecked) var isActive = false
  /// The recognizers that are in a sequence, in the order in which they see touches.
  @safe @exclusivity(unchecked) var active: ContiguousArray<GestureRecognizer> = []
  /// Touches that began and are not bound yet.
  @safe @exclusivity(unchecked) var arriving: ContiguousArray<Touch> = []
  /// New touches of recognizers that wait for others: theirs if they have decided when the touches have been seen.
  @safe @exclusivity(unchecked) var skipped: ContiguousArray<(touch: Touch, recognizer: GestureRecognizer)> = []
  /// Touches of which views have not seen something yet.
  @safe @exclusivity(unchecked) var held: ContiguousArray<Touch> = []
  /// What is to be done, in order.
  @safe @exclusivity(unchecked) var effects: ContiguousArray<Effect> = []
  @safe @exclusivity(unchecked) var isCarryingOut = false
  /// Whether recognizers are being fed, so that views have not seen the delivery yet.
  @safe @exclusivity(unchecked) var isFeeding = false
  /// How many passes over the recognizers are going on, one inside the other.
  @safe @exclusivity(unchecked) var depth = 0
  /// The earliest deadline of a recognizer.
  @safe @exclusivity(unchecked) private(set) var nextDeadline: Timestamp?
  /// Counts the passes over what is due.
  @safe @exclusivity(unchecked) private var pass: UInt64 = 0

  var now: Timestamp { applicationLink.read { $0.now } ?? Timestamp(microseconds: 0) }
  var delivery: UInt64 { applicationLink.read { $0.delivery } ?? 0 }

  /// Lets go of everything, as the application dies: touches and recognizers know each other while a finger is down.
  func shutDown(_ touches: ContiguousArray<Touch>) {
    for touch in touches { touch.letGoOfRecognizers() }
    let (held, recognizers, effects) = (self.held, active, self.effects)
    for touch in held { touch.letGoOfRecognizers() }
    self.held = []
    active = []
    self.effects = []
    for recognizer in recognizers { recognizer.forgetSequence() }
    withExtendedLifetime((held, recognizers, effects)) {}
  }

  // MARK: Touches that begin

  /// Notes a touch that begins, if a recognizer could see it; called before it is delivered.
  func arrive(_ touch: Touch) {
    guard let view = touch.view, view.isUnderRecognizers else { return }
    arriving.append(touch)
    isActive = true
  }

  /// Forgets a touch that was taken away before any recognizer saw it, or before its view did.
  func forget(_ touch: Touch) {
    guard !arriving.isEmpty || !held.isEmpty else { return }
    let (arrived, kept) = (arriving, held)
    arriving = arrived.filter { $0 !== touch }
    if touch.keptBack == .began { held = kept.filter { $0 !== touch } }
    withExtendedLifetime((arrived, kept)) {}
  }

  /// Binds the touches that began in the window to the recognizers in their view's ancestry.
  func bindArrivals(of delivery: UInt64, in window: Window) {
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
    // The delegate may have taken the recognizer away.
    guard takes(touch, recognizer), recognizer.view === view, recognizer.isEnabled, touch.isAlive else { return }
    if recognizer.isIn(self) {
      if recognizer.bound == 0, !makeRoom(for: touch, recognizer) { return }
      // Whoever was told of the sequence before may have changed anything.
      guard recognizer.view === view, recognizer.isEnabled, touch.isAlive else { return }
      if recognizer.isIn(self), !sees(recognizer) {
        // Too late for this sequence; it is not over before the touch is.
        recognizer.bound += 1
        return touch.recognizers.append(recognizer)
      }
    }
    if !recognizer.isIn(self) { enter(recognizer, with: touch, at: depth) }
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
  private func makeRoom(for touch: Touch, _ recognizer: GestureRecognizer) -> Bool {
    if recognizer.current.isFinal {
      restore(recognizer)
    } else if recognizer.pending != nil {
      skipped.append((touch, recognizer))
      return false
    } else if let objection = recognizer.objection(to: touch) {
      lose(recognizer, objection)
      // Whoever is told of it still finds the sequence that it was.
      carryOut()
      restore(recognizer)
    }
    carryOut()
    return true
  }

  private func enter(_ recognizer: GestureRecognizer, with touch: Touch, at depth: Int) {
    recognizer.arenaLink = BackReference(self)
    recognizer.depth = depth
    recognizer.sequenceStart = touch.beganAt
    recognizer.recorded.removeAll(keepingCapacity: true)
    if let window = touch.window { recognizer.gestureScale = window.gestureScale }
    let index = active.firstIndex {
      $0.depth < depth || $0.viewLink.leads(to: recognizer.view) && $0.rank < recognizer.rank
    }
    active.insert(recognizer, at: index ?? active.count)
    isActive = true
    recognizer.prepare()
  }

  /// Has recognizers fail that could only begin beside one that is under way.
  private func judgeNewcomers(of touch: Touch) {
    let recognizers = touch.recognizers
    guard recognizers.contains(where: { $0.current.isUnderWay }) else { return }
    for recognizer in recognizers where recognizer.isUndecided {
      if let winner = preventer(of: recognizer) { lose(recognizer, .prevented(by: winner.displayName)) }
    }
  }

  /// Keeps new touches of the window from their views where a gesture has them, or wants to have a look first.
  func keepArrivals(of delivery: UInt64, in window: Window) {
    let old = arriving
    for touch in old where touch.window === window && touch.isAlive && touch.changedIn == delivery { keepFromView(touch) }
    arriving = old.filter { $0.window !== window || $0.changedIn != delivery }
    withExtendedLifetime(old) {}
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

  /// The touches that began now and belong to recognizers that have decided since; they are given them.
  func offerSkipped(of delivery: UInt64) -> ContiguousArray<(touch: Touch, recognizer: GestureRecognizer)> {
    let all = skipped
    let pairs = all.filter { $0.touch.changedIn == delivery }
    skipped = all.filter { $0.touch.changedIn != delivery }
    var given: ContiguousArray<(touch: Touch, recognizer: GestureRecognizer)> = []
    for (touch, recognizer) in pairs {
      guard let view = recognizer.view else { continue }
      if recognizer.current.isFinal, recognizer.bound == 0, recognizer.isIn(self) { restore(recognizer) }
      if recognizer.isIn(self), recognizer.bound == 0 {
        // It waits still: the touch came too late, and what comes beside it does, too.
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

  // MARK: Touches that end

  /// Keeps the ends of touches from their views while a recognizer that wants that is undecided
  /// (`delaysTouchesEnded`).
  func keepEnds(_ touches: ContiguousArray<Touch>, _ delivery: UInt64, in window: Window) {
    for touch in touches
    where touch.phase == .ended && touch.changedIn == delivery && touch.isDelivered && !touch.recognizers.isEmpty
      && touch.window === window
    {
      guard touch.recognizers.contains(where: { $0.isUndecided && $0.delaysTouchesEnded }) else { continue }
      touch.isDelivered = false
      touch.keptBack = .end
      held.append(touch)
    }
  }

  /// Finds what is kept back from views and need be no longer.
  func releaseHeld() {
    guard !held.isEmpty else { return }
    let old = held
    let freed: ContiguousArray<Touch> = old.filter { !isDelayed($0) }
    guard !freed.isEmpty else { return }
    held = old.filter { isDelayed($0) }
    effects.append(.release(freed))
    withExtendedLifetime(old) {}
  }

  private func isDelayed(_ touch: Touch) -> Bool {
    for recognizer in touch.recognizers where recognizer.isUndecided && recognizer.isIn(self) {
      if touch.keptBack == .began ? recognizer.delaysTouchesBegan : recognizer.delaysTouchesEnded { return true }
    }
    return false
  }

  /// Lets go of the touches that ended in this delivery, and resets the recognizers that are through.
  func finish(_ touches: ContiguousArray<Touch>) {
    for touch in touches where !touch.isAlive { unbind(touch) }
    let (arrived, waited) = (arriving, skipped)
    arriving = []
    skipped = []
    settle()
    if isActive, depth == 0 { verifyRest(touches) }
    withExtendedLifetime((arrived, waited)) {}
  }

  private func unbind(_ touch: Touch) {
    guard !touch.recognizers.isEmpty, !touch.isUnbound else { return }
    touch.isUnbound = true
    for recognizer in touch.recognizers where recognizer.isIn(self) { recognizer.release(touch) }
    if touch.keptBack == .nothing { touch.letGoOfRecognizers() }
  }

  /// Resets the recognizers whose touches have ended and who have decided.
  ///
  /// One that is possible without a deadline fails: nothing more can come.
  func settle() {
    guard depth == 0, isActive else { return }
    depth += 1
    let recognizers = active
    for recognizer in recognizers where recognizer.bound == 0 && recognizer.isIn(self) {
      if recognizer.current.isUnderWay {
        effects.append(.stuck(recognizer))
        move(recognizer, to: .cancelled, because: .undecided)
      } else if recognizer.isUndecided, recognizer.pending == nil, recognizer.deadline == nil {
        lose(recognizer, .undecided)
      }
    }
    releaseHeld()
    carryOut()
    for recognizer in recognizers where recognizer.bound == 0 && recognizer.current.isFinal { restore(recognizer) }
    carryOut()
    depth -= 1
    isActive = !active.isEmpty || !held.isEmpty || !arriving.isEmpty
  }

  /// Takes a recognizer out of the arena; it is reset.
  private func restore(_ recognizer: GestureRecognizer) {
    guard recognizer.isIn(self) else { return }
    let old = active
    active = old.filter { $0 !== recognizer }
    recognizer.forgetSequence()
    deadlineChanged()
    effects.append(.reset(recognizer))
    withExtendedLifetime(old) {}
  }

  /// Checks that nothing waits for what cannot come, after the last touch (contract 9.5, 10.1).
  private func verifyRest(_ touches: ContiguousArray<Touch>) {
    #if DEBUG
      guard !touches.contains(where: \.isAlive) else { return }
      for recognizer in active where recognizer.deadline == nil {
        if recognizer.pending == nil || blocker(of: recognizer) == nil { effects.append(.stuck(recognizer)) }
      }
      carryOut()
    #endif
  }

  // MARK: Deadlines

  /// Finds the earliest deadline again.
  func deadlineChanged() {
    var earliest: Timestamp?
    for recognizer in active {
      guard let deadline = recognizer.deadline else { continue }
      earliest = min(earliest ?? deadline, deadline)
    }
    nextDeadline = earliest
  }

  /// Begins a pass: each recognizer is called once at most.
  func beginPass() {
    pass &+= 1
  }

  /// The earliest deadline up to a moment that was not met in this pass; `nil` for none.
  func due(at moment: Timestamp) -> Timestamp? {
    guard let nextDeadline, nextDeadline <= moment else { return nil }
    return nextDue(at: moment)?.deadline
  }

  private func nextDue(at moment: Timestamp) -> GestureRecognizer? {
    var found: GestureRecognizer?
    for recognizer in active where recognizer.firedIn != pass {
      guard let deadline = recognizer.deadline, deadline <= moment else { continue }
      if let earliest = found?.deadline, earliest <= deadline { continue }
      found = recognizer
    }
    return found
  }

  /// Calls the recognizer whose deadline has come.
  func fire(at moment: Timestamp) {
    guard let recognizer = nextDue(at: moment) else { return }
    depth += 1
    recognizer.firedIn = pass
    recognizer.deadline = nil
    recognizer.deadlinePassed(at: moment)
    releaseHeld()
    carryOut()
    depth -= 1
    settle()
  }
}

/// What a touch's view has not seen yet, because a recognizer wants to decide first.
enum KeptBack: UInt8 {
  /// It has seen everything.
  case nothing
  /// It has not seen that the touch began (`delaysTouchesBegan`).
  case began
  /// It has not seen that the touch ended (`delaysTouchesEnded`).
  case end
}

extension Touch {
  /// Forgets the recognizers that see the touch.
  func letGoOfRecognizers() {
    let old = recognizers
    recognizers = []
    withExtendedLifetime(old) {}
  }
}

extension GestureRecognizer {
  /// Whether the recognizer is in a sequence of that arena.
  @inline(__always) final func isIn(_ arena: GestureArena) -> Bool { arenaLink.leads(to: arena) }

  /// Goes back to where no finger is down.
  final func forgetSequence() {
    let old = touches
    current = .possible
    pending = nil
    endsWhenBegun = false
    touches = []
    seen.removeAll(keepingCapacity: true)
    bound = 0
    wait = nil
    arenaLink = BackReference(nil)
    deadline = nil
    withExtendedLifetime(old) {}
  }

  /// Forgets a touch that has ended.
  final func release(_ touch: Touch) {
    if bound > 0 { bound -= 1 }
    forget(touch)
  }

  /// Sees a touch no longer; it keeps the recognizer from being reset until it is released.
  final func forget(_ touch: Touch) {
    guard let index = touches.firstIndex(where: { $0 === touch }) else { return }
    if touches.count == 1 { lastCentroid = touch.location }
    // The caller keeps the touch, so nothing dies here.
    touches.remove(at: index)
  }
}
