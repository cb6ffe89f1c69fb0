/// Recognizes fingers that stay down; continuous (contract 9.2).
///
/// It begins once the fingers have been down for `minimumPressDuration` without moving further than `allowableMovement`.
/// Then any movement is `changed`, and lifting any finger ends it.
open class LongPressGestureRecognizer: GestureRecognizer {
  /// How long the fingers must stay, in microseconds; 0.5 s by default.
  public var minimumPressDuration = Tuning().longPressDuration
  /// How many fingers; 1 by default, and where less is set.
  public var numberOfTouchesRequired = 1
  /// How many taps come before the press; 0 by default.
  public var numberOfTapsRequired = 0
  /// How far a finger may move before the gesture begins.
  public var allowableMovement = Distance.points(Tuning().longPressMovement)
  /// How long one of the taps before may last, in microseconds.
  public var maximumTapDuration = Tuning().tapDuration
  /// How long the next tap, or the press, may keep one waiting, in microseconds.
  public var maximumInterval = Tuning().tapInterval
  /// How far a tap or the press may be from the tap before.
  public var maximumTapDistance = Distance.points(Tuning().tapDistance)

  @exclusivity(unchecked) final var machine = LongPressMachine()
  private var places = TapPlaces()

  open override var kind: String { "longPress" }

  override func prepare() {
    let movement = gestureScale.squaredPoints(allowableMovement)
    let tapDistance = gestureScale.squaredPoints(maximumTapDistance)
    machine = LongPressMachine(
      settings: LongPressMachine.Settings(
        touches: max(numberOfTouchesRequired, 1), duration: max(minimumPressDuration, 0), movement: movement),
      taps: TapMachine.Settings(
        taps: max(numberOfTapsRequired, 0), touches: max(numberOfTouchesRequired, 1), movement: tapDistance,
        duration: max(maximumTapDuration, 0), interval: max(maximumInterval, 0)))
    places.start(limit: tapDistance)
  }

  override func objection(to touch: Touch) -> GestureReason.Cause? {
    places.objection(to: touch)
  }

  open override func touchesBegan(_ touches: TouchSet, with event: Event) {
    if current.isUnderWay {
      // The gesture is made of the fingers that were held.
      for touch in touches { ignore(touch, for: event) }
      return
    }
    places.clear()
    take(machine.began(down: self.touches.downCount, at: event.timestamp), due: machine.deadline)
  }

  open override func touchesMoved(_ touches: TouchSet, with event: Event) {
    take(machine.moved(machine.state == .held ? 0 : self.touches.greatestMovement))
  }

  open override func touchesEnded(_ touches: TouchSet, with event: Event) {
    if machine.state != .held {
      let tooFar = machine.moved(self.touches.greatestMovement)
      guard tooFar == .wait else { return take(tooFar) }
    }
    places.add(touches)
    take(machine.ended(down: self.touches.downCount, at: event.timestamp), due: machine.deadline)
  }

  open override func touchesCancelled(_ touches: TouchSet, with event: Event) {
    apply(.cancel)
  }

  open override func deadlinePassed(at moment: Timestamp) {
    take(machine.deadlinePassed(at: moment), due: machine.deadline)
  }
}
