/// Recognizes taps: one or more, by one or more fingers; discrete (contract 9.2).
///
/// It is recognized when the last finger of the last tap is lifted, or, with `hold`, when the last tap has been held that
/// long. With several taps, add `require(toFail:)` to a recognizer of fewer, or that one is recognized first.
open class TapGestureRecognizer: GestureRecognizer {
  /// How many taps; 1 by default, and where less is set.
  public var numberOfTapsRequired = 1
  /// How many fingers each tap is made of; 1 by default, and where less is set.
  public var numberOfTouchesRequired = 1
  /// How far a finger may move during a tap.
  public var maximumMovement = Distance.points(Tuning().tapDistance)
  /// How far a tap may be from the one before.
  public var maximumTapDistance = Distance.points(Tuning().tapDistance)
  /// How far the fingers of one tap may be from each other; `nil` for any distance.
  public var maximumSeparation: Distance?
  /// How long a tap may last, in microseconds.
  public var maximumDuration = Tuning().tapDuration
  /// How long the next tap may keep one waiting, in microseconds.
  public var maximumInterval = Tuning().tapInterval
  /// How long the next tap must keep one waiting, in microseconds; 0 by default.
  ///
  /// A tap that comes sooner is the first of another sequence (contract 9.2).
  public var minimumInterval: Microseconds = 0
  /// How long the last tap must be held, in microseconds; `nil` where it is lifted like the others.
  public var hold: Microseconds?

  @exclusivity(unchecked) final var machine = TapMachine()
  /// Where the fingers of the tap that is going on were last.
  private var places = TapPlaces()
  private var separation = Double.infinity

  open override var kind: String { "tap" }
  override var rank: Int { numberOfTapsRequired }
  override var isSingleTap: Bool { numberOfTapsRequired == 1 && numberOfTouchesRequired == 1 && hold == nil }

  /// A tap of fewer taps leaves one of more a chance, as in UIKit.
  open override func canPrevent(_ other: GestureRecognizer) -> Bool {
    guard let tap = other as? TapGestureRecognizer else { return true }
    return tap.numberOfTapsRequired <= numberOfTapsRequired
  }

  override func prepare() {
    machine = TapMachine(
      settings: TapMachine.Settings(
        taps: max(numberOfTapsRequired, 1), touches: max(numberOfTouchesRequired, 1),
        movement: gestureScale.squaredPoints(maximumMovement), duration: max(maximumDuration, 0),
        interval: max(maximumInterval, 0), minimumInterval: minimumInterval, hold: hold.map { max($0, 0) }))
    separation = maximumSeparation.map { gestureScale.squaredPoints($0) } ?? .infinity
    places.start(limit: gestureScale.squaredPoints(maximumTapDistance))
  }

  override func objection(to touch: Touch) -> GestureReason.Cause? {
    machine.objection(at: touch.beganAt) ?? places.objection(to: touch)
  }

  open override func touchesBegan(_ touches: TouchSet, with event: Event) {
    if machine.state == .between { places.clear() }
    take(machine.began(down: self.touches.downCount, at: event.timestamp), due: machine.deadline)
    if isUndecided, separation < .infinity { checkSeparation() }
  }

  open override func touchesMoved(_ touches: TouchSet, with event: Event) {
    take(machine.moved(self.touches.greatestMovement))
  }

  open override func touchesEnded(_ touches: TouchSet, with event: Event) {
    let tooFar = machine.moved(self.touches.greatestMovement)
    guard tooFar == .wait else { return take(tooFar) }
    places.add(touches)
    let step = machine.ended(down: self.touches.downCount, at: event.timestamp)
    if step == .recognize { recorded = places.places }
    take(step, due: machine.deadline)
  }

  open override func touchesCancelled(_ touches: TouchSet, with event: Event) {
    fail(.cancelled)
  }

  open override func deadlinePassed(at moment: Timestamp) {
    take(machine.deadlinePassed(at: moment), due: machine.deadline)
  }

  private func checkSeparation() {
    for touch in touches {
      let way = touch.location.squaredDistance(to: touches[0].location)
      if way > separation { return fail(.tooFarApart(way.squareRoot(), limit: separation.squareRoot())) }
    }
  }
}
