/// Decides between the gesture recognizers of an application: their states, and the touches that views get (contract 9.3).
///
/// | event | consequence |
/// | --- | --- |
/// | a touch began | it is bound to the recognizers of the hit view and its ancestors |
/// | a delivery | recognizers see their touches, deepest view first, then the views get the touches left to them |
/// | a recognizer wants to begin | it is refused, prevented, made to wait, or wins |
/// | a recognizer wins | the recognizers that it prevents fail, views lose its touches |
/// | a recognizer fails | the recognizers that waited for it continue, views get the touches that it delayed |
/// | its touches have ended | it is reset |
///
/// The arena is a value and calls no object. `GestureReferee` first asks users' code (delegates, overrides), checks what the answers may
/// have changed, and enters them. The consequences are a list of effects, which the referee carries out: observers to notify, touches to
/// cancel or to pass on.
///
/// Recognizers are collected once per touch; a frame iterates only the recognizers that are in a sequence.
struct GestureArena {
  /// The consequence of a decision.
  enum Effect {
    /// A recognizer was recognized: observers get the reason.
    case decided(GestureRecognizer, GestureReason)
    /// A recognizer's state changed: observers and targets are notified.
    case state(GestureRecognizer, GestureRecognizer.State)
    /// A recognizer failed: observers are notified.
    case failed(GestureRecognizer, GestureReason?)
    /// Touches that views have seen begin are cancelled for them.
    case cancel(ContiguousArray<Touch>)
    /// Delayed phases of touches are delivered to their views.
    case release(ContiguousArray<Touch>)
    /// A recognizer's sequence is over.
    case reset(GestureRecognizer)
    /// A recognizer waits for an event that cannot occur (debug builds).
    case stuck(GestureRecognizer)
  }

  /// A touch that began while the recognizer was waiting for another recognizer.
  typealias Skipped = (touch: Touch, recognizer: GestureRecognizer)

  /// The circumstances of a decision.
  struct Moment {
    let time: Timestamp
    /// The delivery in progress.
    let delivery: UInt64
    /// Whether the delivery is being passed to recognizers, so that views have not got it yet.
    let isRecognizing: Bool

    /// Whether the touch changed in the delivery in progress, and the views of its window have not got it yet.
    func isCurrent(_ touch: Touch) -> Bool {
      isRecognizing && touch.changedIn == delivery && touch.window?.gesturesHandledIn != delivery
    }

    /// Whether the touch begins in the delivery in progress, so that no view has got it.
    func isNew(_ touch: Touch) -> Bool { touch.phase == .began && isCurrent(touch) }
  }

  /// The referee that uses the arena; recognizers in a sequence refer to it.
  var referee = BackReference<GestureReferee>(nil)
  /// Whether a delivery has anything to do: the only test that a frame without recognizers costs.
  private(set) var isActive = false
  /// The recognizers that are in a sequence; earlier ones see touches first.
  private(set) var active: ContiguousArray<GestureRecognizer> = []
  /// Touches that began and are not bound yet.
  private(set) var arriving: ContiguousArray<Touch> = []
  /// New touches of recognizers that wait for others; a recognizer gets them if it has decided by the end of the delivery.
  private(set) var skipped: ContiguousArray<Skipped> = []
  /// Touches with a phase that their view has not got yet.
  private(set) var delayed: ContiguousArray<Touch> = []
  /// The effects to be carried out, in order.
  var effects: ContiguousArray<Effect> = []
  /// Objects removed from the lists; they are released after the access to the arena, as that may run a user's `deinit`.
  private(set) var dropped: ContiguousArray<AnyObject> = []
  /// The earliest deadline of a recognizer.
  private(set) var nextDeadline: Timestamp?
  /// The number of passes over due deadlines so far.
  private var pass: UInt64 = 0

  /// Whether the recognizer is in a sequence of this arena.
  @inline(__always) func holds(_ recognizer: GestureRecognizer) -> Bool { recognizer.refereeLink.isSame(as: referee) }

  // MARK: Beginning touches

  /// Records a touch that begins, if a recognizer could see it; called before the touch is delivered.
  mutating func arrive(_ touch: Touch) {
    guard let view = touch.view, view.isUnderRecognizers else { return }
    arriving.append(touch)
    isActive = true
    assertInvariants()
  }

  /// Removes a touch that was cancelled before a recognizer or its view saw it.
  mutating func forget(_ touch: Touch) {
    if !arriving.isEmpty { dropped.take(from: &arriving) { $0 === touch } }
    if !delayed.isEmpty, touch.delayedPhase == .began { dropped.take(from: &delayed) { $0 === touch } }
    assertInvariants()
  }

  /// Puts a recognizer into a sequence that begins with the touch.
  mutating func enter(_ recognizer: GestureRecognizer, with touch: Touch, at depth: Int) {
    recognizer.refereeLink = referee
    recognizer.depth = depth
    recognizer.sequenceStart = touch.beganAt
    recognizer.recorded.removeAll(keepingCapacity: true)
    // A deadline set outside of a sequence does not count.
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

  /// Binds a touch that came too late for the sequence; the sequence does not end before the touch does.
  func bindLate(_ touch: Touch, to recognizer: GestureRecognizer) {
    recognizer.bound += 1
    touch.recognizers.append(recognizer)
  }

  /// Records a touch for a recognizer that waits for another one.
  mutating func skip(_ touch: Touch, of recognizer: GestureRecognizer) {
    skipped.append((touch, recognizer))
  }

  /// Removes and returns the skipped touches that began in the delivery.
  mutating func takeSkipped(of delivery: UInt64) -> ContiguousArray<Skipped> {
    let all = skipped
    skipped = all.filter { $0.touch.changedIn != delivery }
    return all.filter { $0.touch.changedIn == delivery }
  }

  /// Withholds new touches of the window from their views if a gesture owns them, or delays their beginning.
  mutating func delayBeginnings(of delivery: UInt64, in window: Window) {
    for touch in arriving where touch.window === window && touch.isAlive && touch.changedIn == delivery { delayBeginning(touch) }
    dropped.take(from: &arriving) { $0.window === window && $0.changedIn == delivery }
    assertInvariants()
  }

  private mutating func delayBeginning(_ touch: Touch) {
    guard touch.isDelivered else { return }
    for recognizer in touch.recognizers where recognizer.touches.contains(touch) {
      if recognizer.current.isUnderWay, recognizer.cancelsTouchesInView {
        touch.isDelivered = false
        return
      }
      if recognizer.isUndecided, recognizer.delaysTouchesBegan { touch.delayedPhase = .began }
    }
    guard touch.delayedPhase == .began else { return }
    touch.isDelivered = false
    delayed.append(touch)
  }

  // MARK: Ending touches

  /// Withholds the ends of touches from their views while a recognizer with `delaysTouchesEnded` is undecided.
  mutating func delayEnds(_ touches: ContiguousArray<Touch>, _ delivery: UInt64, in window: Window) {
    for touch in touches
    where touch.phase == .ended && touch.changedIn == delivery && touch.isDelivered && !touch.recognizers.isEmpty
      && touch.window === window
    {
      guard touch.recognizers.contains(where: { $0.isUndecided && $0.delaysTouchesEnded && $0.hasSeen(touch.id) }) else { continue }
      touch.isDelivered = false
      touch.delayedPhase = .ended
      delayed.append(touch)
    }
    assertInvariants()
  }

  /// Releases the delayed touches that recognizers have stopped delaying.
  mutating func releaseDelayed() {
    guard !delayed.isEmpty else { return }
    let freed: ContiguousArray<Touch> = delayed.filter { !isDelayed($0) }
    guard !freed.isEmpty else { return }
    // The effect retains them.
    delayed = delayed.filter { isDelayed($0) }
    effects.append(.release(freed))
    assertInvariants()
  }

  private func isDelayed(_ touch: Touch) -> Bool {
    for recognizer in touch.recognizers where recognizer.isUndecided && holds(recognizer) && recognizer.hasSeen(touch.id) {
      if touch.delayedPhase == .began ? recognizer.delaysTouchesBegan : recognizer.delaysTouchesEnded { return true }
    }
    return false
  }

  /// Releases a touch that ended from its recognizers.
  func unbind(_ touch: Touch) {
    guard !touch.recognizers.isEmpty, !touch.isUnbound else { return }
    touch.isUnbound = true
    for recognizer in touch.recognizers where holds(recognizer) { recognizer.release(touch) }
  }

  /// Removes touches that no recognizer took.
  mutating func dropArrivals() {
    dropped.take(from: &arriving) { _ in true }
    for (touch, recognizer) in skipped {
      dropped.append(touch)
      dropped.append(recognizer)
    }
    skipped = []
  }

  /// Removes a recognizer from its sequence, and resets it.
  mutating func restore(_ recognizer: GestureRecognizer) {
    guard holds(recognizer) else { return }
    dropped.take(from: &active) { $0 === recognizer }
    for touch in recognizer.touches { dropped.append(touch) }
    recognizer.forgetSequence()
    findDeadline()
    effects.append(.reset(recognizer))
    assertInvariants()
  }

  /// Updates `isActive` after sequences have ended.
  mutating func updateActivity() {
    isActive = !active.isEmpty || !delayed.isEmpty || !arriving.isEmpty
    assertInvariants()
  }

  /// The touches with a phase that views have not got: the delayed ones, and those of effects that have not been carried out.
  var undeliveredTouches: ContiguousArray<Touch> {
    effects.reduce(into: delayed) { touches, effect in
      switch effect {
      case .cancel(let some), .release(let some): touches += some
      default: break
      }
    }
  }

  /// Releases all touches and recognizers when the application is deallocated: touches and recognizers retain each other while a finger is down.
  mutating func shutDown() {
    for recognizer in active {
      for touch in recognizer.touches { dropped.append(touch) }
      recognizer.forgetSequence()
    }
    dropped.take(from: &active) { _ in true }
    dropped.take(from: &delayed) { _ in true }
    dropArrivals()
    nextDeadline = nil
    isActive = false
    assertInvariants()
  }

  // MARK: Decisions

  /// Makes a recognizer begin or be recognized; the recognizers that it prevents fail, and views lose its touches.
  ///
  /// - Returns: the recognizers that failed, in order; report each by `report(_:)`.
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

  /// A recognizer that fails if another one wins, and the cause.
  typealias Loser = (recognizer: GestureRecognizer, cause: GestureReason.Cause)

  /// Makes a recognizer fail; report it by `report(_:)`.
  mutating func markLost(_ recognizer: GestureRecognizer, _ cause: GestureReason.Cause, at moment: Moment) {
    recognizer.current = .failed
    recognizer.pending = nil
    clearDeadline(of: recognizer)
    record(recognizer, cause, at: moment)
    assertInvariants()
  }

  /// Adds the effect that notifies observers of a failure.
  mutating func report(_ loser: GestureRecognizer) {
    effects.append(.failed(loser, loser.lastReason))
  }

  /// Changes the state of a gesture that is under way.
  mutating func set(_ recognizer: GestureRecognizer, _ state: GestureRecognizer.State) {
    if state.isFinal { clearDeadline(of: recognizer) }
    recognizer.current = state
    effects.append(.state(recognizer, state))
    assertInvariants()
  }

  /// Whether a recognizer is still undecided after users' code was called.
  func canDecide(_ recognizer: GestureRecognizer) -> Bool { holds(recognizer) && recognizer.isUndecided }

  /// Withdraws the touches of a recognized gesture from their views: touches that the views have seen begin are cancelled, the others are
  /// never delivered (contract 9.3, `cancelsTouchesInView`).
  private mutating func withdraw(for winner: GestureRecognizer, at moment: Moment) {
    var taken: ContiguousArray<Touch> = []
    for touch in winner.touches where touch.isDelivered && !touch.isRevoked {
      touch.isDelivered = false
      if !moment.isNew(touch) { taken.append(touch) }
    }
    for touch in delayed where winner.hasSeen(touch.id) && touch.recognizers.contains(where: { $0 === winner }) {
      if touch.delayedPhase == .ended { taken.append(touch) }
      touch.delayedPhase = .none
    }
    dropped.take(from: &delayed) { $0.delayedPhase == .none }
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

  /// Moves the times of all recognizers with the clock.
  mutating func shiftTime(by microseconds: Microseconds) {
    for recognizer in active { recognizer.shiftTime(by: microseconds) }
    findDeadline()
  }

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

  /// Begins a pass, which calls each recognizer at most once.
  mutating func beginPass() {
    pass &+= 1
  }

  /// The earliest deadline up to a time that has not been handled in this pass; `nil` if there is none.
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

  /// Removes and returns the recognizer with the earliest due deadline; it is not returned again in this pass.
  mutating func takeDue(at moment: Timestamp) -> GestureRecognizer? {
    guard let recognizer = nextDue(at: moment) else { return nil }
    recognizer.firedIn = pass
    clearDeadline(of: recognizer)
    return recognizer
  }

  // MARK: Invariants

  /// Checks after each change, in debug builds, that the arena's lists agree with the states of recognizers and touches.
  private func assertInvariants() {
    #if DEBUG
      assert(active.allSatisfy(holds), "a recognizer is in no sequence")
      assert(Set(active).count == active.count, "a recognizer is in two sequences")
      assert(nextDeadline == active.compactMap(\.due).min(), "the next deadline is another recognizer's")
      assert(delayed.allSatisfy { !$0.isDelivered && $0.delayedPhase != .none }, "a delayed touch is marked as delivered")
      assert(isActive || active.isEmpty && delayed.isEmpty && arriving.isEmpty, "there is something to do")
    #endif
  }

  // MARK: Deferred release

  /// Returns the objects removed from the lists, to be released after the access to the arena.
  mutating func takeDropped() -> ContiguousArray<AnyObject> {
    var taken: ContiguousArray<AnyObject> = []
    swap(&taken, &dropped)
    return taken
  }

  /// Takes back the storage of the removed objects, unless further objects were removed meanwhile.
  mutating func reuse(_ storage: inout ContiguousArray<AnyObject>) {
    if dropped.isEmpty { swap(&storage, &dropped) }
  }
}

extension ContiguousArray<AnyObject> {
  /// Moves the matching objects of a list to the end of this one.
  fileprivate mutating func take<Object: AnyObject>(from list: inout ContiguousArray<Object>, where goes: (Object) -> Bool) {
    for object in list where goes(object) { append(object) }
    list.removeAll(where: goes)
  }
}
