/// Follows how the fingers turn about their middle, from one frame to the next.
///
/// Only fingers that are down in both frames count, so that one that comes or goes makes no jump.
struct RotationMachine {
  private(set) var core: ContinuousMachine
  /// How far the fingers have turned, in radians, clockwise as y grows downward.
  private(set) var rotation = 0.0
  private(set) var velocity = VelocityTracker()
  /// How far they have turned in all, whatever was set meanwhile.
  private var turned = 0.0
  private var mostFingers = 0

  init(_ core: ContinuousMachine = ContinuousMachine(minimum: 2)) {
    self.core = core
  }

  /// A finger came down.
  mutating func began(down count: Int, at time: Timestamp) -> GestureStep {
    mostFingers = max(mostFingers, count)
    if count >= core.minimum { velocity.add(Point(x: turned, y: 0), at: time) }
    return core.began(down: count)
  }

  /// The fingers turned by an angle.
  mutating func moved(by angle: Double, fingers: Int, at time: Timestamp) -> GestureStep {
    guard fingers >= core.minimum else { return .wait }
    rotation += angle
    turned += angle
    velocity.add(Point(x: turned, y: 0), at: time)
    return core.moved(turned.magnitude, fingers: fingers)
  }

  /// Fingers were lifted, or taken away, of so many, after a last turn.
  mutating func ended(down count: Int, of fingers: Int, by angle: Double, isCancelled: Bool) -> GestureStep {
    if fingers >= core.minimum {
      rotation += angle
      turned += angle
    }
    if isCancelled { return core.cancelled(down: count) }
    return core.ended(
      down: count, of: fingers, way: turned.magnitude,
      mostFingers < core.minimum
        ? .tooFewTouches(mostFingers, needed: core.minimum)
        : .turnedTooLittle(turned.magnitude, needed: core.hysteresis))
  }

  /// Makes the rotation so far count as another.
  mutating func setRotation(_ rotation: Double) {
    self.rotation = rotation
    velocity.reset()
  }
}

extension ContiguousArray<Touch> {
  /// By how much the touches turned about their middle in a delivery: the angle that fits best.
  func turn(in delivery: UInt64) -> Double {
    guard count > 1 else { return 0 }
    var middle = SIMD2<Double>.zero
    var middleBefore = SIMD2<Double>.zero
    for touch in self {
      let before = touch.changedIn == delivery ? touch.previousLocation : touch.location
      middle += SIMD2(touch.location.x, touch.location.y)
      middleBefore += SIMD2(before.x, before.y)
    }
    middle /= Double(count)
    middleBefore /= Double(count)
    var along = 0.0
    var across = 0.0
    for touch in self {
      let before = touch.changedIn == delivery ? touch.previousLocation : touch.location
      let now = SIMD2(touch.location.x, touch.location.y) - middle
      let then = SIMD2(before.x, before.y) - middleBefore
      along += then.x * now.x + then.y * now.y
      across += then.x * now.y - then.y * now.x
    }
    return Angle.of(x: along, y: across)
  }
}
