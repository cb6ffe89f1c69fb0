/// Recognizes several fingers that stay down together; discrete: for kiosks, where it opens what the public must not
/// find by chance (contract 9.2).
open class MultiFingerHoldGestureRecognizer: GestureRecognizer {
  /// How many fingers; 3 by default, 1 where less is set.
  public var numberOfTouchesRequired = 3
  /// How long all of them must stay, in microseconds; 1 s by default.
  public var hold = Tuning().holdDuration
  /// How far a finger may move meanwhile.
  public var allowableMovement = Distance.points(Tuning().longPressMovement)

  @exclusivity(unchecked) final var machine = LongPressMachine()

  open override var kind: String { "hold" }

  override func prepare() {
    machine = LongPressMachine(
      settings: LongPressMachine.Settings(
        touches: max(numberOfTouchesRequired, 1), duration: max(hold, 0), movement: gestureScale.squaredPoints(allowableMovement),
        isDiscrete: true))
  }

  open override func touchesBegan(_ touches: TouchSet, with event: Event) {
    take(machine.began(down: self.touches.downCount, at: event.timestamp), due: machine.deadline)
  }

  open override func touchesMoved(_ touches: TouchSet, with event: Event) {
    take(machine.moved(self.touches.greatestMovement))
  }

  open override func touchesEnded(_ touches: TouchSet, with event: Event) {
    take(machine.ended(down: self.touches.downCount, at: event.timestamp), due: machine.deadline)
  }

  open override func touchesCancelled(_ touches: TouchSet, with event: Event) {
    fail(.cancelled)
  }

  open override func deadlinePassed(at moment: Timestamp) {
    take(machine.deadlinePassed(at: moment), due: machine.deadline)
  }
}
