/// Follows the middle of the fingers.
///
/// A finger that comes or goes makes no jump: the way so far is kept and the new middle followed from there.
struct PanMachine {
  private(set) var core: ContinuousMachine
  /// How far the middle has gone while enough fingers were down, in points.
  private(set) var way = SIMD2<Double>.zero
  private var anchor = SIMD2<Double>.zero
  private var fingers = 0
  var velocity = VelocityTracker()

  init(_ core: ContinuousMachine = ContinuousMachine()) {
    self.core = core
  }

  /// A finger came down: the middle of the others, if there are any, and of all.
  mutating func began(others: Point?, middle: Point, down count: Int, at time: Timestamp) -> GestureStep {
    if let others { follow(others, at: time) }
    start(middle, count)
    if count >= core.minimum { velocity.add(place, at: time) }
    let step = core.began(down: count)
    // Without a slop it begins with the touch.
    if step == .wait, core.hysteresis <= 0, !core.isUnderWay { return core.moved(0, fingers: count) }
    return step
  }

  /// The middle moved.
  mutating func moved(to middle: Point, at time: Timestamp) -> GestureStep {
    follow(middle, at: time)
    return core.moved((way * way).sum().squareRoot(), fingers: fingers)
  }

  /// Fingers were lifted, or taken away: where the middle of all was, and that of the rest, if any.
  mutating func ended(
    at middle: Point, rest: Point?, down count: Int, at time: Timestamp, isCancelled: Bool
  ) -> GestureStep {
    settle(middle)
    let before = fingers
    if let rest { start(rest, count) } else { fingers = 0 }
    if isCancelled { return core.cancelled(down: count) }
    let length = (way * way).sum().squareRoot()
    return core.ended(
      down: count, of: before, way: length,
      before < core.minimum
        ? .tooFewTouches(before, needed: core.minimum) : .movedTooLittle(length, needed: core.hysteresis))
  }

  private var place: Point { Point(x: way.x, y: way.y) }

  private mutating func start(_ middle: Point, _ count: Int) {
    anchor = SIMD2(middle.x, middle.y) - way
    fingers = count
  }

  private mutating func settle(_ middle: Point) {
    if fingers >= core.minimum { way = SIMD2(middle.x, middle.y) - anchor }
  }

  private mutating func follow(_ middle: Point, at time: Timestamp) {
    settle(middle)
    if fingers >= core.minimum { velocity.add(place, at: time) }
  }
}
