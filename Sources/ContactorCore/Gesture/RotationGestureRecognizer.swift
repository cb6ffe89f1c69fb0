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

  @safe @exclusivity(unchecked) var machine = RotationMachine()
  /// The delivery whose movement has been reckoned.
  @safe @exclusivity(unchecked) private var reckoned: UInt64 = 0
  @safe @exclusivity(unchecked) private var lastTime = Timestamp(microseconds: 0)

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
    take(machine.moved(by: turn(event), fingers: self.touches.count, at: event.timestamp))
  }

  override public func touchesEnded(_ touches: TouchSet, with event: Event) {
    leave(event, isCancelled: false)
  }

  override public func touchesCancelled(_ touches: TouchSet, with event: Event) {
    leave(event, isCancelled: true)
  }

  private func leave(_ event: Event, isCancelled: Bool) {
    let rest = touches.downCount
    let angle = turn(event)
    end(machine.ended(down: rest, of: touches.count, by: angle, isCancelled: isCancelled), isOver: rest < machine.core.minimum)
  }

  /// How far the fingers turned in this delivery, once.
  private func turn(_ event: Event) -> Double {
    lastTime = event.timestamp
    guard let delivery = arena?.delivery, delivery != reckoned else { return 0 }
    reckoned = delivery
    return touches.turn(in: delivery)
  }
}
