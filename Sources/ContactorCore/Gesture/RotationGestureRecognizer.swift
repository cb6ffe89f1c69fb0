/// Recognizes fingers that turn about each other; continuous (contract 9.2).
///
/// It begins when the fingers have turned by `hysteresis` and moved by `minimumMovement` around their centroid, and ends when fewer than
/// two are left.
open class RotationGestureRecognizer: GestureRecognizer {
  /// Directions of a rotation.
  public struct Direction: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Clockwise: the rotation grows.
    public static let clockwise = Direction(rawValue: 1)
    /// Counterclockwise: the rotation falls.
    public static let counterclockwise = Direction(rawValue: 2)
    /// Both.
    public static let any: Direction = [.clockwise, .counterclockwise]

    func allows(_ angle: Double) -> Bool { contains(angle < 0 ? .counterclockwise : .clockwise) }
  }

  /// The directions that the gesture can begin in; any by default.
  ///
  /// A rotation that goes the other way by `hysteresis` and `minimumMovement` fails. Once it has begun, the fingers may turn either way.
  public var direction = Direction.any
  /// How far the fingers must turn before the gesture begins, in radians.
  public var hysteresis = Tuning().rotationHysteresis
  /// How far the fingers must move around their centroid, on average, before the gesture begins.
  ///
  /// It prevents fingers that are close together from turning by accident, as in a scroll.
  public var minimumMovement = Distance.millimetres(Tuning().rotationMovement)
  /// The least number of fingers, from 2; 2 by default.
  public var minimumNumberOfTouches = 2
  /// The greatest number of fingers; any number by default.
  public var maximumNumberOfTouches = Int.max

  @safe @exclusivity(unchecked) final var machine = RotationMachine()
  /// The last delivery whose movement has been added.
  @safe @exclusivity(unchecked) private final var reckoned: UInt64 = 0
  @safe @exclusivity(unchecked) private final var lastTime = Timestamp(microseconds: 0)

  open override var kind: String { "rotation" }

  /// The angle of the fingers' turn since they touched down, in radians; clockwise is positive.
  ///
  /// It exceeds a full turn if the fingers do. Setting it changes the current value, which later turns count from, and resets the velocity,
  /// as in UIKit.
  public var rotation: Double {
    get { machine.rotation }
    set { machine.setRotation(newValue) }
  }

  /// The angular velocity of the fingers, in radians per second.
  public var velocity: Double { machine.velocity.velocity(at: referee?.now ?? lastTime).x }

  override var leastTouches: Int { max(minimumNumberOfTouches, 2) }

  override func prepare() {
    machine = RotationMachine(
      ContinuousMachine(
        minimum: max(minimumNumberOfTouches, 2), maximum: maximumNumberOfTouches, hysteresis: hysteresis),
      movement: lengthInPoints(minimumMovement), direction: direction)
  }

  open override func touchesBegan(_ touches: TouchSet, with event: Event) {
    guard admit(touches, upTo: machine.core.maximum, event) != nil else { return }
    lastTime = event.timestamp
    take(machine.began(down: self.touches.downCount, at: event.timestamp))
  }

  open override func touchesMoved(_ touches: TouchSet, with event: Event) {
    take(machine.moved(by: turn(event), radius: self.touches.radius, fingers: self.touches.count, at: event.timestamp))
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
    let rest = touches.downCount
    let angle = turn(event)
    end(
      machine.ended(
        down: rest, of: touches.count, by: angle, radius: touches.radius, isCancelled: isCancelled),
      isOver: rest < machine.core.minimum)
  }

  /// The angle of the fingers' turn in this delivery; 0 when asked again in the same delivery.
  private func turn(_ event: Event) -> Double {
    lastTime = event.timestamp
    guard let delivery = referee?.delivery, delivery != reckoned else { return 0 }
    reckoned = delivery
    return touches.turn(in: delivery)
  }
}

/// The state machine of a rotation: follows the turn of the fingers about their centroid, from one frame to the next.
///
/// The angle of fingers that are close together is unreliable: the noise of a panel and the fanning of a hand that scrolls turn them by
/// many degrees. So the fingers must also move a least length around their centroid.
///
/// Only fingers that are down in both frames count, so that a finger that is added or lifted makes no jump.
struct RotationMachine {
  private(set) var core: ContinuousMachine
  /// How far the fingers must move around their centroid, in points.
  let movement: Double
  /// The directions that it begins in.
  let direction: RotationGestureRecognizer.Direction
  /// The angle of the fingers' turn, in radians, clockwise as y grows downward.
  private(set) var rotation = 0.0
  private(set) var velocity = VelocityTracker()
  /// The total angle of the turn, which setting `rotation` does not change.
  private var turned = 0.0
  /// The mean length that the fingers have moved around their centroid, in points, with the sign of the angle.
  private var gone = 0.0
  private var mostFingers = 0

  init(
    _ core: ContinuousMachine = ContinuousMachine(minimum: 2), movement: Double = 0,
    direction: RotationGestureRecognizer.Direction = .any
  ) {
    self.core = core
    self.movement = movement
    self.direction = direction
  }

  /// Moves the times of the samples with the clock.
  mutating func shift(by microseconds: Microseconds) { velocity.shift(by: microseconds) }

  /// A finger touched down.
  mutating func began(down count: Int, at time: Timestamp) -> GestureStep {
    mostFingers = max(mostFingers, count)
    if count >= core.minimum { velocity.add(Point(x: turned, y: 0), at: time) }
    return core.began(down: count)
  }

  /// The fingers turned by an angle, on circles with a mean radius in points.
  mutating func moved(by angle: Double, radius: Double, fingers: Int, at time: Timestamp) -> GestureStep {
    guard fingers >= core.minimum else { return .wait }
    follow(angle, radius)
    velocity.add(Point(x: turned, y: 0), at: time)
    if !core.isUnderWay, gone.magnitude < movement { return .wait }
    return directed(core.moved(turned.magnitude, fingers: fingers))
  }

  /// Fingers were lifted or cancelled after a last turn; `count` of `fingers` are still down.
  mutating func ended(
    down count: Int, of fingers: Int, by angle: Double, radius: Double, isCancelled: Bool
  ) -> GestureStep {
    if fingers >= core.minimum { follow(angle, radius) }
    if isCancelled { return core.cancelled(down: count) }
    return directed(
      core.ended(
        down: count, of: fingers, movement: gone.magnitude >= movement ? turned.magnitude : 0, shortfall))
  }

  /// The step, or a failure if the gesture would begin in another direction.
  private func directed(_ step: GestureStep) -> GestureStep {
    step == .begin && !direction.allows(turned) ? .fail(.turnedOtherWay(turned)) : step
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

  /// Sets the current value of the rotation.
  mutating func setRotation(_ rotation: Double) {
    self.rotation = rotation
    velocity.reset()
  }
}

extension ContiguousArray<Touch> {
  /// The angle of the touches' turn about their centroid in a delivery, by least squares.
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

/// Functions of angles; the standard library has no trigonometry.
package enum Angle {
  /// The angle of the vector (x, y) in radians, −π … π; 0 for the zero vector.
  ///
  /// Exact to about 1e-15: the argument is halved until the series converges.
  package static func of(x: Double, y: Double) -> Double {
    if x == 0, y == 0 { return 0 }
    let steep = y.magnitude > x.magnitude
    let ratio = steep ? x / y : y / x
    let small = arcTangent(ratio)
    if steep { return (y > 0 ? .pi / 2 : -.pi / 2) - small }
    if x > 0 { return small }
    return y >= 0 ? small + .pi : small - .pi
  }

  /// The arc tangent of a number from −1 to 1.
  private static func arcTangent(_ value: Double) -> Double {
    var half = value
    var factor = 1.0
    // tan(a/2) = t / (1 + √(1 + t²))
    while half.magnitude > 0.1 {
      half /= 1 + (1 + half * half).squareRoot()
      factor *= 2
    }
    let square = half * half
    var sum = 0.0
    for term in stride(from: 15.0, through: 1.0, by: -2) { sum = 1 / term - square * sum }
    return factor * half * sum
  }
}
