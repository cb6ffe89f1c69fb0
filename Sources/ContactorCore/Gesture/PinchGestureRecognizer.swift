/// Recognizes fingers that go apart or together; continuous (contract 9.2).
///
/// It begins when their distance has changed by `hysteresis`, and ends when fewer than two are left. With more than two
/// fingers it is twice their mean distance from the middle.
open class PinchGestureRecognizer: GestureRecognizer {
  /// How much the fingers' distance must change before it begins.
  public var hysteresis = Distance.points(Tuning().pinchHysteresis)
  /// How many fingers it needs, from 2; 2 by default.
  public var minimumNumberOfTouches = 2
  /// How many fingers it takes; any number by default.
  public var maximumNumberOfTouches = Int.max
  /// How far apart the fingers must be when it begins; any distance by default.
  ///
  /// The scale is 1 at this distance where the fingers came down closer together.
  public var minimumSpan = Distance.points(0)

  @safe @exclusivity(unchecked) final var machine = PinchMachine()
  @safe @exclusivity(unchecked) private final var lastTime = Timestamp(microseconds: 0)

  open override var kind: String { "pinch" }

  /// How many times as far apart the fingers are as when they came down.
  ///
  /// Setting it makes what was done so far count as so much, and forgets the velocity, as in UIKit.
  public var scale: Double {
    get { machine.scale }
    set { machine.setScale(newValue) }
  }

  /// How fast the scale changes, per second.
  public var velocity: Double { machine.velocity.velocity(at: referee?.now ?? lastTime).x }

  override func prepare() {
    machine = PinchMachine(
      ContinuousMachine(
        minimum: max(minimumNumberOfTouches, 2), maximum: maximumNumberOfTouches, hysteresis: points(hysteresis)),
      minimumSpan: points(minimumSpan))
  }

  open override func touchesBegan(_ touches: TouchSet, with event: Event) {
    guard let others = takeIn(touches, upTo: machine.core.maximum, event) else { return }
    lastTime = event.timestamp
    take(machine.began(others: others.span, span: self.touches.span, down: self.touches.downCount, at: event.timestamp))
  }

  open override func touchesMoved(_ touches: TouchSet, with event: Event) {
    lastTime = event.timestamp
    take(machine.moved(to: self.touches.span, at: event.timestamp))
  }

  open override func touchesEnded(_ touches: TouchSet, with event: Event) {
    leave(event, isCancelled: false)
  }

  open override func touchesCancelled(_ touches: TouchSet, with event: Event) {
    leave(event, isCancelled: true)
  }

  private func leave(_ event: Event, isCancelled: Bool) {
    lastTime = event.timestamp
    let rest = touches.down
    let step = machine.ended(at: touches.span, rest: rest.span, down: rest.count, isCancelled: isCancelled)
    end(step, isOver: rest.count < machine.core.minimum)
  }
}

/// Follows how far the fingers are apart.
///
/// A finger that comes or goes makes no jump: the scale so far is kept and the new distance followed from there.
struct PinchMachine {
  private(set) var core: ContinuousMachine
  /// The least distance with which a pinch begins, in points; the scale counts from there where the fingers came down
  /// closer together.
  let minimumSpan: Double
  /// How many times as far apart the fingers are as when they came down.
  private(set) var scale = 1.0
  private(set) var velocity = VelocityTracker()
  /// The distance at which the scale is `factor`; 0 where there is none to compare with.
  private var base = 0.0
  private var factor = 1.0
  /// How much the distance has changed in all, of fingers that were down together.
  private var change = 0.0
  private var span = 0.0
  private var fingers = 0

  init(_ core: ContinuousMachine = ContinuousMachine(minimum: 2), minimumSpan: Double = 0) {
    self.core = core
    self.minimumSpan = minimumSpan
  }

  /// A finger came down: the distance of the others, and of all.
  mutating func began(others: Double, span: Double, down count: Int, at time: Timestamp) -> GestureStep {
    follow(others)
    start(span, count)
    if count >= core.minimum { velocity.add(Point(x: scale, y: 0), at: time) }
    return core.began(down: count)
  }

  /// The fingers moved.
  mutating func moved(to span: Double, at time: Timestamp) -> GestureStep {
    follow(span)
    guard fingers >= core.minimum else { return .wait }
    velocity.add(Point(x: scale, y: 0), at: time)
    if !core.isUnderWay, span < minimumSpan { return .wait }
    return core.moved(change.magnitude, fingers: fingers)
  }

  /// Fingers were lifted, or taken away: the distance of all, and of the rest.
  mutating func ended(at span: Double, rest: Double, down count: Int, isCancelled: Bool) -> GestureStep {
    follow(span)
    let before = fingers
    start(rest, count)
    if isCancelled { return core.cancelled(down: count) }
    return core.ended(
      down: count, of: before, way: change.magnitude,
      before < core.minimum && change == 0
        ? .tooFewTouches(before, needed: core.minimum)
        : .movedTooLittle(change.magnitude, needed: core.hysteresis))
  }

  /// Makes the scale so far count as another.
  mutating func setScale(_ scale: Double) {
    self.scale = scale
    start(span, fingers)
    velocity.reset()
  }

  private mutating func start(_ span: Double, _ count: Int) {
    fingers = count
    self.span = span
    base = core.isUnderWay || span <= 0 ? span : max(span, minimumSpan)
    factor = scale
  }

  private mutating func follow(_ span: Double) {
    guard fingers >= core.minimum else { return }
    change += span - self.span
    self.span = span
    // Fingers that came down on one spot have no distance to be compared with, until they part.
    if base > 0 { scale = factor * span / base } else { base = span }
  }
}

extension ContiguousArray<Touch> {
  /// How far the touches are apart: twice their mean distance from the middle, which for two is their distance.
  var span: Double {
    2 * radius
  }

  /// The mean distance of the touches from their middle, in points of the window; 0 for fewer than two.
  var radius: Double {
    guard count > 1 else { return 0 }
    let middle = centroid
    var sum = 0.0
    for touch in self { sum += touch.location.squaredDistance(to: middle).squareRoot() }
    return sum / Double(count)
  }
}
