/// Follows how the fingers turn about their middle, from one frame to the next.
///
/// An angle says little about fingers that are close together: the noise of a panel and the fanning of a hand that scrolls
/// turn them by many degrees. So they must go a least way around their middle, too.
///
/// Only fingers that are down in both frames count, so that one that comes or goes makes no jump.
struct RotationMachine {
  private(set) var core: ContinuousMachine
  /// How far the fingers must go around their middle, in points.
  let movement: Double
  /// How far the fingers have turned, in radians, clockwise as y grows downward.
  private(set) var rotation = 0.0
  private(set) var velocity = VelocityTracker()
  /// How far they have turned in all, whatever was set meanwhile.
  private var turned = 0.0
  /// How far they have gone around their middle on average, in points, in the sense of the angle.
  private var gone = 0.0
  private var mostFingers = 0

  init(_ core: ContinuousMachine = ContinuousMachine(minimum: 2), movement: Double = 0) {
    self.core = core
    self.movement = movement
  }

  /// A finger came down.
  mutating func began(down count: Int, at time: Timestamp) -> GestureStep {
    mostFingers = max(mostFingers, count)
    if count >= core.minimum { velocity.add(Point(x: turned, y: 0), at: time) }
    return core.began(down: count)
  }

  /// The fingers turned by an angle, on circles of a mean radius in points.
  mutating func moved(by angle: Double, radius: Double, fingers: Int, at time: Timestamp) -> GestureStep {
    guard fingers >= core.minimum else { return .wait }
    follow(angle, radius)
    velocity.add(Point(x: turned, y: 0), at: time)
    if !core.isUnderWay, gone.magnitude < movement { return .wait }
    return core.moved(turned.magnitude, fingers: fingers)
  }

  /// Fingers were lifted, or taken away, of so many, after a last turn.
  mutating func ended(
    down count: Int, of fingers: Int, by angle: Double, radius: Double, isCancelled: Bool
  ) -> GestureStep {
    if fingers >= core.minimum { follow(angle, radius) }
    if isCancelled { return core.cancelled(down: count) }
    return core.ended(
      down: count, of: fingers, way: gone.magnitude >= movement ? turned.magnitude : 0, shortfall)
  }

  private mutating func follow(_ angle: Double, _ radius: Double) {
    rotation += angle
    turned += angle
    gone += angle * radius
  }

  private var shortfall: GestureReason.Cause {
    if mostFingers < core.minimum { return .tooFewTouches(mostFingers, needed: core.minimum) }
    if turned.magnitude < core.hysteresis { return .turnedTooLittle(turned.magnitude, needed: core.hysteresis) }
    return .turnedTooShort(gone.magnitude, needed: movement)
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
