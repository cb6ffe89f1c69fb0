/// Recognizes several fingers that stay down together; discrete: for kiosks, where it opens what the public must not
/// find by chance (contract 9.2).
public final class MultiFingerHoldGestureRecognizer: GestureRecognizer {
  /// How many fingers; 3 by default.
  public var numberOfTouchesRequired = 3
  /// How long all of them must stay, in microseconds; 1 s by default.
  public var hold = Tuning().holdDuration
  /// How far a finger may move meanwhile.
  public var allowableMovement = Distance.points(Tuning().longPressMovement)

  @safe @exclusivity(unchecked) var machine = LongPressMachine()

  override public var kind: String { "hold" }

  override func prepare() {
    machine = LongPressMachine(
      settings: LongPressMachine.Settings(
        touches: numberOfTouchesRequired, duration: hold, movement: gestureScale.squaredPoints(allowableMovement),
        isDiscrete: true))
  }

  override public func touchesBegan(_ touches: TouchSet, with event: Event) {
    take(machine.began(down: self.touches.downCount, at: event.timestamp), due: machine.deadline)
  }

  override public func touchesMoved(_ touches: TouchSet, with event: Event) {
    take(machine.moved(self.touches.greatestMovement))
  }

  override public func touchesEnded(_ touches: TouchSet, with event: Event) {
    take(machine.ended(down: self.touches.downCount, at: event.timestamp), due: machine.deadline)
  }

  override public func touchesCancelled(_ touches: TouchSet, with event: Event) {
    fail(.cancelled)
  }

  override public func deadlinePassed(at moment: Timestamp) {
    take(machine.deadlinePassed(at: moment), due: machine.deadline)
  }

}
