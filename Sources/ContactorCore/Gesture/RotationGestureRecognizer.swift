/// Recognizes fingers that turn about each other; continuous (contract 9.2).
///
/// It begins when they have turned by `hysteresis` and gone `minimumMovement` around their middle, and ends when fewer than two are left.
open class RotationGestureRecognizer: GestureRecognizer {
  /// How far the fingers must turn before it begins, in radians.
  public var hysteresis = Tuning().rotationHysteresis
  /// How far the fingers must go around their middle, on average, before it begins.
  ///
  /// It keeps fingers that are close together from turning by accident, as in a scroll.
  public var minimumMovement = Distance.millimetres(Tuning().rotationMovement)
  /// How many fingers it needs, from 2; 2 by default.
  public var minimumNumberOfTouches = 2
  /// How many fingers it takes; any number by default.
  public var maximumNumberOfTouches = Int.max

  @exclusivity(unchecked) final var machine = RotationMachine()
  /// The delivery whose movement has been reckoned.
  @exclusivity(unchecked) private final var reckoned: UInt64 = 0
  @exclusivity(unchecked) private final var lastTime = Timestamp(microseconds: 0)

  open override var kind: String { "rotation" }

  /// How far the fingers have turned since they came down, in radians; clockwise is positive.
  ///
  /// It goes on beyond a full turn. Setting it makes what was done so far count as so much, and forgets the velocity, as
  /// in UIKit.
  public var rotation: Double {
    get { machine.rotation }
    set { machine.setRotation(newValue) }
  }

  /// How fast the fingers turn, in radians per second.
  public var velocity: Double { machine.velocity.velocity(at: arena?.now ?? lastTime).x }

  override func prepare() {
    machine = RotationMachine(
      ContinuousMachine(
        minimum: max(minimumNumberOfTouches, 2), maximum: maximumNumberOfTouches, hysteresis: hysteresis),
      movement: lengthInPoints(minimumMovement))
  }

  open override func touchesBegan(_ touches: TouchSet, with event: Event) {
    guard takeIn(touches, upTo: machine.core.maximum, event) != nil else { return }
    lastTime = event.timestamp
    take(machine.began(down: self.touches.downCount, at: event.timestamp))
  }

  open override func touchesMoved(_ touches: TouchSet, with event: Event) {
    take(machine.moved(by: turn(event), radius: self.touches.radius, fingers: self.touches.count, at: event.timestamp))
  }

  open override func touchesEnded(_ touches: TouchSet, with event: Event) {
    leave(event, isCancelled: false)
  }

  open override func touchesCancelled(_ touches: TouchSet, with event: Event) {
    leave(event, isCancelled: true)
  }

  private func leave(_ event: Event, isCancelled: Bool) {
    let rest = touches.downCount
    let angle = turn(event)
    end(
      machine.ended(
        down: rest, of: touches.count, by: angle, radius: touches.radius, isCancelled: isCancelled),
      isOver: rest < machine.core.minimum)
  }

  /// How far the fingers turned in this delivery, once.
  private func turn(_ event: Event) -> Double {
    lastTime = event.timestamp
    guard let delivery = arena?.application.state.delivery, delivery != reckoned else { return 0 }
    reckoned = delivery
    return touches.turn(in: delivery)
  }
}
