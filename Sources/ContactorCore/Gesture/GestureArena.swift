/// Decides between the gesture recognizers of one application: what they become, and what views get and do not get (contract 9.3).
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
/// It is a value, and calls nobody. `GestureReferee` asks users first (delegates, overrides), looks again at what the answers may
/// have changed, and puts the answers in; what follows comes out as a list of effects, which the window carries out:
/// whom to tell, which touches to cancel or hand on.
///
/// Recognizers are gathered once per touch; a frame loops over those that are in a sequence.
struct GestureArena {
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

  /// A touch that began while a recognizer was waiting for another one.
  typealias Skipped = (touch: Touch, recognizer: GestureRecognizer)

  /// The moment of a decision.
  struct Moment {
    let time: Timestamp
    /// The delivery that is going on.
    let delivery: UInt64
    /// Whether recognizers are being fed, so that views have not seen the delivery yet.
    let isFeeding: Bool

    /// Whether the touch changed in the delivery that is going on, and the views of its window have not had their turn.
    func isCurrent(_ touch: Touch) -> Bool {
      isFeeding && touch.changedIn == delivery && touch.window?.seenIn != delivery
    }

    /// Whether the touch begins in the delivery that is going on, so that no view has seen it.
    func isNew(_ touch: Touch) -> Bool { touch.phase == .began && isCurrent(touch) }
  }

  /// Who asks for the arena; recognizers that are in a sequence of it know him.
  var referee = BackReference<GestureReferee>(nil)
  /// Whether there is anything to do in a delivery: the one test that a frame without recognizers pays.
  private(set) var isActive = false
  /// The recognizers that are in a sequence, in the order in which they see touches.
  private(set) var active: ContiguousArray<GestureRecognizer> = []
  /// Touches that began and are not bound yet.
  private(set) var arriving: ContiguousArray<Touch> = []
  /// New touches of recognizers that wait for others: theirs if they have decided when the touches have been seen.
  private(set) var skipped: ContiguousArray<Skipped> = []
  /// Touches of which views have not seen something yet.
  private(set) var held: ContiguousArray<Touch> = []
  /// What is to be done, in order.
  var effects: ContiguousArray<Effect> = []
  /// What was taken out of the lists; released once the arena is not being changed, as that may run a user's `deinit`.
  private(set) var dropped: ContiguousArray<AnyObject> = []
  /// The earliest deadline of a recognizer.
  private(set) var nextDeadline: Timestamp?
  /// Counts the passes over what is due.
  private var pass: UInt64 = 0

  /// Whether the recognizer is in a sequence of this arena.
  @inline(__always) func holds(_ recognizer: GestureRecognizer) -> Bool { recognizer.refereeLink.isSame(as: referee) }

  // MARK: Touches that begin

  /// Notes a touch that begins, if a recognizer could see it; called before it is delivered.
  mutating func arrive(_ touch: Touch) {
    guard let view = touch.view, view.isUnderRecognizers else { return }
    arriving.append(touch)
    isActive = true
    assertInvariants()
  }

  /// Forgets a touch that was taken away before any recognizer saw it, or before its view did.
  mutating func forget(_ touch: Touch) {
    if !arriving.isEmpty { dropped.take(from: &arriving) { $0 === touch } }
    if !held.isEmpty, touch.keptBack == .began { dropped.take(from: &held) { $0 === touch } }
    assertInvariants()
  }

  /// Takes a recognizer into a sequence that begins with the touch.
  mutating func enter(_ recognizer: GestureRecognizer, with touch: Touch, at depth: Int) {
    recognizer.refereeLink = referee
    recognizer.depth = depth
    recognizer.sequenceStart = touch.beganAt
    recognizer.recorded.removeAll(keepingCapacity: true)
    // What was set outside of a sequence does not count.
    recognizer.due = nil
    if let window = touch.window { recognizer.gestureScale = window.gestureScale }
    let index = active.firstIndex {
      $0.depth < depth || $0.viewLink.leads(to: recognizer.view) && $0.rank < recognizer.rank
    }
    active.insert(recognizer, at: index ?? active.count)
    isActive = true
    assertInvariants()
  }

  /// Binds a touch to a recognizer that sees it.
  func bind(_ touch: Touch, to recognizer: GestureRecognizer) {
    bindLate(touch, to: recognizer)
    recognizer.touches.append(touch)
    recognizer.seen.append(touch.id)
  }

  /// Binds a touch that came too late for the sequence, which is not over before the touch is.
  func bindLate(_ touch: Touch, to recognizer: GestureRecognizer) {
    recognizer.bound += 1
    touch.recognizers.append(recognizer)
  }

  /// Notes a touch for a recognizer that waits for another one.
  mutating func skip(_ touch: Touch, of recognizer: GestureRecognizer) {
    skipped.append((touch, recognizer))
  }

  /// The skipped touches that began in the delivery.
  mutating func takeSkipped(of delivery: UInt64) -> ContiguousArray<Skipped> {
    let all = skipped
    skipped = all.filter { $0.touch.changedIn != delivery }
    return all.filter { $0.touch.changedIn == delivery }
  }

  /// Keeps new touches of the window from their views where a gesture has them, or wants to have a look first.
  mutating func keepArrivals(of delivery: UInt64, in window: Window) {
    for touch in arriving where touch.window === window && touch.isAlive && touch.changedIn == delivery { keepFromView(touch) }
    dropped.take(from: &arriving) { $0.window === window && $0.changedIn == delivery }
    assertInvariants()
  }

  private mutating func keepFromView(_ touch: Touch) {
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

  // MARK: Touches that end

  /// Keeps the ends of touches from their views while a recognizer that wants that is undecided
  /// (`delaysTouchesEnded`).
  mutating func keepEnds(_ touches: ContiguousArray<Touch>, _ delivery: UInt64, in window: Window) {
    for touch in touches
    where touch.phase == .ended && touch.changedIn == delivery && touch.isDelivered && !touch.recognizers.isEmpty
      && touch.window === window
    {
      guard touch.recognizers.contains(where: { $0.isUndecided && $0.delaysTouchesEnded }) else { continue }
      touch.isDelivered = false
      touch.keptBack = .end
      held.append(touch)
    }
    assertInvariants()
  }

  /// Finds what is kept back from views and need be no longer.
  mutating func releaseHeld() {
    guard !held.isEmpty else { return }
    let freed: ContiguousArray<Touch> = held.filter { !isDelayed($0) }
    guard !freed.isEmpty else { return }
    // The effect keeps them.
    held = held.filter { isDelayed($0) }
    effects.append(.release(freed))
    assertInvariants()
  }

  private func isDelayed(_ touch: Touch) -> Bool {
    for recognizer in touch.recognizers where recognizer.isUndecided && holds(recognizer) {
      if touch.keptBack == .began ? recognizer.delaysTouchesBegan : recognizer.delaysTouchesEnded { return true }
    }
    return false
  }

  /// Lets go of a touch that ended.
  func unbind(_ touch: Touch) {
    guard !touch.recognizers.isEmpty, !touch.isUnbound else { return }
    touch.isUnbound = true
    for recognizer in touch.recognizers where holds(recognizer) { recognizer.release(touch) }
  }

  /// Forgets touches that no recognizer has taken.
  mutating func dropArrivals() {
    dropped.take(from: &arriving) { _ in true }
    for (touch, recognizer) in skipped {
      dropped.append(touch)
      dropped.append(recognizer)
    }
    skipped = []
  }

  /// Takes a recognizer out of its sequence; it is reset.
  mutating func restore(_ recognizer: GestureRecognizer) {
    guard holds(recognizer) else { return }
    dropped.take(from: &active) { $0 === recognizer }
    for touch in recognizer.touches { dropped.append(touch) }
    recognizer.forgetSequence()
    findDeadline()
    effects.append(.reset(recognizer))
    assertInvariants()
  }

  /// Notes whether anything is left to be done.
  mutating func rest() {
    isActive = !active.isEmpty || !held.isEmpty || !arriving.isEmpty
    assertInvariants()
  }

  /// The touches of which views have not seen something: those that are held, and those of effects that are still to be
  /// carried out.
  var owedTouches: ContiguousArray<Touch> {
    effects.reduce(into: held) { touches, effect in
      switch effect {
      case .cancel(let some), .release(let some): touches += some
      default: break
      }
    }
  }

  /// Lets go of everything, as the application dies: touches and recognizers know each other while a finger is down.
  mutating func shutDown() {
    for recognizer in active {
      for touch in recognizer.touches { dropped.append(touch) }
      recognizer.forgetSequence()
    }
    dropped.take(from: &active) { _ in true }
    dropped.take(from: &held) { _ in true }
    dropArrivals()
    nextDeadline = nil
    isActive = false
    assertInvariants()
  }

  // MARK: Decisions

  /// A recognizer is recognized or begins; those that it prevents fail, and views lose its touches.
  ///
  /// - Returns: those that failed, in order; tell of each by `report(_:)`.
  mutating func win(
    _ recognizer: GestureRecognizer, _ state: GestureRecognizer.State, _ success: GestureReason.Cause,
    over losers: [Loser], at moment: Moment
  ) -> [GestureRecognizer] {
    recognizer.current = state
    recognizer.isDiscrete = state == .ended
    if state == .ended { clearDeadline(of: recognizer) }
    effects.append(.decided(recognizer, record(recognizer, success, at: moment)))
    let beaten = losers.filter { canDecide($0.recognizer) }
    for loser in beaten { markLost(loser.recognizer, loser.cause, at: moment) }
    if recognizer.cancelsTouchesInView { withdraw(for: recognizer, at: moment) }
    effects.append(.state(recognizer, state))
    assertInvariants()
    return beaten.map(\.recognizer)
  }

  /// A recognizer that fails if another one wins, and why.
  typealias Loser = (recognizer: GestureRecognizer, cause: GestureReason.Cause)

  /// A recognizer fails; tell of it by `report(_:)`.
  mutating func markLost(_ recognizer: GestureRecognizer, _ cause: GestureReason.Cause, at moment: Moment) {
    recognizer.current = .failed
    recognizer.pending = nil
    clearDeadline(of: recognizer)
    record(recognizer, cause, at: moment)
    assertInvariants()
  }

  /// Has observers learn that a recognizer failed.
  mutating func report(_ loser: GestureRecognizer) {
    effects.append(.failed(loser, loser.lastReason))
  }

  /// Goes on with a gesture that is under way, or ends it.
  mutating func set(_ recognizer: GestureRecognizer, _ state: GestureRecognizer.State) {
    if state.isFinal { clearDeadline(of: recognizer) }
    recognizer.current = state
    effects.append(.state(recognizer, state))
    assertInvariants()
  }

  /// Whether a recognizer is still to decide after users were asked.
  func canDecide(_ recognizer: GestureRecognizer) -> Bool { holds(recognizer) && recognizer.isUndecided }

  /// Takes the touches of a gesture that was recognized from their views: what they have seen to begin is cancelled,
  /// the rest never comes (contract 9.3, `cancelsTouchesInView`).
  private mutating func withdraw(for winner: GestureRecognizer, at moment: Moment) {
    var taken: ContiguousArray<Touch> = []
    for touch in winner.touches where touch.isDelivered && !touch.isRevoked {
      touch.isDelivered = false
      if !moment.isNew(touch) { taken.append(touch) }
    }
    for touch in held where touch.recognizers.contains(where: { $0 === winner }) {
      if touch.keptBack == .end { taken.append(touch) }
      touch.keptBack = .nothing
    }
    dropped.take(from: &held) { $0.keptBack == .nothing }
    if !taken.isEmpty { effects.append(.cancel(taken)) }
  }

  @discardableResult
  mutating func record(_ recognizer: GestureRecognizer, _ cause: GestureReason.Cause, at moment: Moment) -> GestureReason {
    let reason = GestureReason(
      cause: cause, elapsed: moment.time - recognizer.sequenceStart, wait: recognizer.wait,
      scale: recognizer.gestureScale)
    recognizer.lastReason = reason
    return reason
  }

  // MARK: Deadlines

  /// Finds the earliest deadline again.
  mutating func findDeadline() {
    var earliest: Timestamp?
    for recognizer in active {
      guard let deadline = recognizer.due else { continue }
      earliest = min(earliest ?? deadline, deadline)
    }
    nextDeadline = earliest
    assertInvariants()
  }

  private mutating func clearDeadline(of recognizer: GestureRecognizer) {
    guard recognizer.due != nil else { return }
    recognizer.due = nil
    findDeadline()
  }

  /// Begins a pass: each recognizer is called once at most.
  mutating func beginPass() {
    pass &+= 1
  }

  /// The earliest deadline up to a moment that was not met in this pass; `nil` for none.
  func due(at moment: Timestamp) -> Timestamp? {
    guard let nextDeadline, nextDeadline <= moment else { return nil }
    return nextDue(at: moment)?.due
  }

  private func nextDue(at moment: Timestamp) -> GestureRecognizer? {
    var found: GestureRecognizer?
    for recognizer in active where recognizer.firedIn != pass {
      guard let deadline = recognizer.due, deadline <= moment else { continue }
      if let earliest = found?.due, earliest <= deadline { continue }
      found = recognizer
    }
    return found
  }

  /// The recognizer whose deadline has come; it is due no longer, and not called again in this pass.
  mutating func takeDue(at moment: Timestamp) -> GestureRecognizer? {
    guard let recognizer = nextDue(at: moment) else { return nil }
    recognizer.firedIn = pass
    clearDeadline(of: recognizer)
    return recognizer
  }

  // MARK: Invariants

  /// Checks after each change, in debug builds, that what the arena keeps of recognizers and touches agrees with what these say.
  private func assertInvariants() {
    #if DEBUG
      assert(active.allSatisfy(holds), "a recognizer is in no sequence")
      assert(Set(active).count == active.count, "a recognizer is in two sequences")
      assert(nextDeadline == active.compactMap(\.due).min(), "the next deadline is another recognizer's")
      assert(held.allSatisfy { !$0.isDelivered && $0.keptBack != .nothing }, "a touch is held that its view has")
      assert(isActive || active.isEmpty && held.isEmpty && arriving.isEmpty, "there is something to do")
    #endif
  }

  // MARK: What is let go

  /// Gives what was taken out of the lists, to be released once the arena is not being changed.
  mutating func takeDropped() -> ContiguousArray<AnyObject> {
    var taken: ContiguousArray<AnyObject> = []
    swap(&taken, &dropped)
    return taken
  }

  /// Takes back the storage of what was dropped, unless more was dropped meanwhile.
  mutating func reuse(_ storage: inout ContiguousArray<AnyObject>) {
    if dropped.isEmpty { swap(&storage, &dropped) }
  }
}

extension ContiguousArray<AnyObject> {
  /// Takes over the elements of a list that go.
  fileprivate mutating func take<Object: AnyObject>(from list: inout ContiguousArray<Object>, where goes: (Object) -> Bool) {
    for object in list where goes(object) { append(object) }
    list.removeAll(where: goes)
  }
}
