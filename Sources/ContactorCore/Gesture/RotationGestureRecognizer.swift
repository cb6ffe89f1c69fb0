/// Recognizes fingers that turn about each other; continuous (contract 9.2).
///
/// It begins when they have turned by `hysteresis`, and ends when fewer than two are left.
public final class RotationGestureRecognizer: GestureRecognizer {
  /// How far the fingers must turn before it begins, in radians.
  public var hysteresis = Tuning().rotationHysteresis
  /// How many fingers it needs, from 2; 2 by default.
  public var minimumNumberOfTouches = 2
  /// How many fingers it takes; any number by default.
  public var maximumNumberOfTouches = Int.max

  @exclusivity(unchecked) var machine = RotationMachine()
  /// The delivery whose movement has been reckoned.
  @exclusivity(unchecked) private var reckoned: UInt64 = 0
  @exclusivity(unchecked) private var lastTime = Timestamp(microseconds: 0)

  override public var kind: String { "rotation" }

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
        minimum: max(minimumNumberOfTouches, 2), maximum: maximumNumberOfTouches, hysteresis: hysteresis))
  }

  override public func touchesBegan(_ touches: TouchSet, with event: Event) {
    if current.isUnderWay { ignoreSurplus(touches, over: maximumNumberOfTouches, event) }
    lastTime = event.timestamp
    take(machine.began(down: self.touches.downCount, at: event.timestamp))
  }

  override public func touchesMoved(_ touches: TouchSet, with event: Event) {
    reckon(event)
  }

  override public func touchesEnded(_ touches: TouchSet, with event: Event) {
    reckon(event)
    take(machine.ended(down: self.touches.without(touches).count, isCancelled: false))
  }

  override public func touchesCancelled(_ touches: TouchSet, with event: Event) {
    take(machine.ended(down: self.touches.without(touches).count, isCancelled: true))
  }

  /// Takes the movement of this delivery, once.
  private func reckon(_ event: Event) {
    lastTime = event.timestamp
    guard let delivery = arena?.application.state.delivery, delivery != reckoned else { return }
    reckoned = delivery
    take(machine.moved(by: touches.turn(in: delivery), fingers: touches.count, at: event.timestamp))
  }
}
