/// Recognizes fingers that move apart or together; continuous (contract 9.2).
///
/// It begins when the distance of the fingers has changed by `hysteresis`, and ends when fewer than two are left. The distance of more
/// than two fingers is twice their mean distance from the centroid.
open class PinchGestureRecognizer: GestureRecognizer {
  /// Directions of a pinch.
  public struct Direction: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The fingers move together: the scale falls.
    public static let inward = Direction(rawValue: 1)
    /// The fingers move apart: the scale grows.
    public static let outward = Direction(rawValue: 2)
    /// Both.
    public static let any: Direction = [.inward, .outward]

    func allows(_ change: Double) -> Bool { contains(change < 0 ? .inward : .outward) }
  }

  /// The directions that the gesture can begin in; any by default.
  ///
  /// A pinch that goes the other way by `hysteresis` fails. Once it has begun, the fingers may move either way.
  public var direction = Direction.any
  /// How much the distance of the fingers must change before the gesture begins.
  public var hysteresis = Distance.points(Tuning().pinchHysteresis)
  /// The least number of fingers, from 2; 2 by default.
  public var minimumNumberOfTouches = 2
  /// The greatest number of fingers; any number by default.
  public var maximumNumberOfTouches = Int.max
  /// The least distance of the fingers at which the gesture begins; any distance by default.
  ///
  /// The scale is 1 at this distance if the fingers touched down closer together.
  public var minimumSpan = Distance.points(0)

  @safe @exclusivity(unchecked) final var machine = PinchMachine()
  @safe @exclusivity(unchecked) private final var lastTime = Timestamp(microseconds: 0)

  open override var kind: String { "pinch" }

  /// The ratio of the fingers' distance to their distance when they touched down.
  ///
  /// Setting it changes the current value, which later changes count from, and resets the velocity, as in UIKit.
  public var scale: Double {
    get { machine.scale }
    set { machine.setScale(newValue) }
  }

  /// The velocity of the scale, per second.
  public var velocity: Double { machine.velocity.velocity(at: referee?.now ?? lastTime).x }

  override var leastTouches: Int { max(minimumNumberOfTouches, 2) }

  override func prepare() {
    machine = PinchMachine(
      ContinuousMachine(
        minimum: max(minimumNumberOfTouches, 2), maximum: maximumNumberOfTouches, hysteresis: points(hysteresis)),
      minimumSpan: points(minimumSpan), direction: direction)
  }

  open override func touchesBegan(_ touches: TouchSet, with event: Event) {
    guard let others = admit(touches, upTo: machine.core.maximum, event) else { return }
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

  override func shiftTime(by microseconds: Microseconds) {
    super.shiftTime(by: microseconds)
    lastTime = lastTime.advanced(byMicroseconds: microseconds)
    machine.shift(by: microseconds)
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

/// The state machine of a pinch: follows the distance of the fingers.
///
/// A finger that is added or lifted makes no jump: the scale is kept, and the new distance is followed from there.
struct PinchMachine {
  private(set) var core: ContinuousMachine
  /// The least distance at which a pinch begins, in points; the scale counts from it if the fingers touched down closer together.
  let minimumSpan: Double
  /// The directions that it begins in.
  let direction: PinchGestureRecognizer.Direction
  /// The ratio of the fingers' distance to their distance when they touched down.
  private(set) var scale = 1.0
  private(set) var velocity = VelocityTracker()
  /// The distance at which the scale is `factor`; 0 without a distance to compare with.
  private var base = 0.0
  private var factor = 1.0
  /// The total change of the distance, over fingers that were down together.
  private var change = 0.0
  private var span = 0.0
  private var fingers = 0

  init(
    _ core: ContinuousMachine = ContinuousMachine(minimum: 2), minimumSpan: Double = 0,
    direction: PinchGestureRecognizer.Direction = .any
  ) {
    self.core = core
    self.minimumSpan = minimumSpan
    self.direction = direction
  }

  /// Moves the times of the samples with the clock.
  mutating func shift(by microseconds: Microseconds) { velocity.shift(by: microseconds) }

  /// A finger touched down; `others` is the distance of the previous fingers, `span` that of all.
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
    return directed(core.moved(change.magnitude, fingers: fingers))
  }

  /// Fingers were lifted or cancelled; `span` is the distance of all, `rest` that of the remaining fingers.
  mutating func ended(at span: Double, rest: Double, down count: Int, isCancelled: Bool) -> GestureStep {
    follow(span)
    let before = fingers
    start(rest, count)
    if isCancelled { return core.cancelled(down: count) }
    return directed(
      core.ended(
        down: count, of: before, movement: change.magnitude,
        before < core.minimum && change == 0
          ? .tooFewTouches(before, needed: core.minimum)
          : .movedTooLittle(change.magnitude, needed: core.hysteresis)))
  }

  /// The step, or a failure if the gesture would begin in another direction.
  private func directed(_ step: GestureStep) -> GestureStep {
    step == .begin && !direction.allows(change) ? .fail(.pinchedOtherWay(change)) : step
  }

  /// Sets the current value of the scale.
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
    // Fingers that touched down at one point have no distance to compare with until they move apart.
    if base > 0 { scale = factor * span / base } else { base = span }
  }
}

extension ContiguousArray<Touch> {
  /// The distance of the touches: twice their mean distance from the centroid, which for two touches is their distance.
  var span: Double {
    2 * radius
  }

  /// The mean distance of the touches from their centroid, in points of the window; 0 for fewer than two.
  var radius: Double {
    guard count > 1 else { return 0 }
    let middle = centroid
    var sum = 0.0
    for touch in self { sum += touch.location.squaredDistance(to: middle).squareRoot() }
    return sum / Double(count)
  }
}
