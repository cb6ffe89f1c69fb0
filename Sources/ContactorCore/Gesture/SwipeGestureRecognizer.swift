/// Recognizes a quick movement in one of eight directions; discrete (contract 9.2).
///
/// It is recognized when the fingers have moved far enough on average, within `maximumDuration` of the first touch. Each finger is judged
/// from its own start, after it has moved by `onsetDistance`. A finger that landed with the others and has not moved that far does not
/// count. A finger that lands more than 150 ms after the first must move, too.
open class SwipeGestureRecognizer: GestureRecognizer {
  /// Directions of a swipe.
  public struct Direction: OptionSet, Hashable, Sendable, CustomStringConvertible {
    /// UIKit's bits.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// To the right.
    public static let right = Direction(rawValue: 1)
    /// To the left.
    public static let left = Direction(rawValue: 2)
    /// Upward.
    public static let up = Direction(rawValue: 4)
    /// Downward.
    public static let down = Direction(rawValue: 8)
    /// Upward and to the left.
    public static let upLeft = Direction(rawValue: 16)
    /// Upward and to the right.
    public static let upRight = Direction(rawValue: 32)
    /// Downward and to the left.
    public static let downLeft = Direction(rawValue: 64)
    /// Downward and to the right.
    public static let downRight = Direction(rawValue: 128)

    /// The directions' names, with commas between.
    public var description: String {
      Self.names.filter { contains($0.direction) }.map(\.name).joined(separator: ",")
    }

    /// The directions with their names, those along the axes first.
    package static let names: [(direction: Direction, name: String)] = [
      (.right, "right"), (.left, "left"), (.up, "up"), (.down, "down"), (.upLeft, "upLeft"), (.upRight, "upRight"),
      (.downLeft, "downLeft"), (.downRight, "downRight"),
    ]

    /// Whether one of the directions is between the axes.
    var hasDiagonals: Bool { rawValue & 0xF0 != 0 }
  }

  /// The accepted directions; to the right by default.
  ///
  /// A direction between the axes has the sector that the two beside it leave with `maximumDeviation`: from 26.6° to 63.4° by default.
  public var direction = Direction.right
  /// The number of fingers; 1 by default, and for a smaller value.
  public var numberOfTouchesRequired = 1
  /// How far the fingers must move.
  public var minimumDistance = Distance.points(Tuning().swipeDistance)
  /// How far the fingers may move along the direction; any distance by default.
  ///
  /// With a limit the swipe is recognized when a finger is lifted, as it may still go too far before.
  public var maximumDistance: Distance?
  /// The greatest duration of the swipe.
  public var maximumDuration = Tuning().swipeDuration
  /// The least mean speed, per second; any speed by default.
  public var minimumSpeed = Distance.points(0)
  /// The greatest movement across the direction, as a fraction of the movement along it.
  public var maximumDeviation = Tuning().swipeDeviation
  /// How far a finger must move before its direction is judged; never more than `minimumDistance`.
  public var onsetDistance = Distance.millimetres(Tuning().swipeOnset)

  @safe @exclusivity(unchecked) final var machine = SwipeMachine()

  open override var kind: String { "swipe" }

  /// The direction of the last recognized swipe; `nil` before the first.
  public private(set) var recognizedDirection: Direction?

  override var leastTouches: Int { max(numberOfTouchesRequired, 1) }

  override func prepare() {
    let distance = lengthInPoints(minimumDistance)
    machine = SwipeMachine(
      settings: SwipeMachine.Settings(
        directions: direction, touches: max(numberOfTouchesRequired, 1), distance: distance,
        limit: maximumDistance.map { lengthInPoints($0) } ?? .infinity,
        duration: maximumDuration.positiveMicroseconds, speed: lengthInPoints(minimumSpeed), deviation: maximumDeviation,
        onset: min(lengthInPoints(onsetDistance), distance)))
  }

  open override func touchesBegan(_ touches: TouchSet, with event: Event) {
    take(machine.began(down: self.touches.downCount, at: event.timestamp), due: machine.deadline)
  }

  open override func touchesMoved(_ touches: TouchSet, with event: Event) {
    judge(at: event.timestamp)
  }

  open override func touchesEnded(_ touches: TouchSet, with event: Event) {
    judge(at: event.timestamp, isLifting: true)
    if isUndecided { take(machine.ended(movement, at: event.timestamp), due: machine.deadline) }
  }

  override func shiftTime(by microseconds: Microseconds) {
    super.shiftTime(by: microseconds)
    machine.shift(by: microseconds)
  }

  open override func touchesCancelled(_ touches: TouchSet, with event: Event) {
    fail(.cancelled)
  }

  open override func deadlinePassed(at moment: Timestamp) {
    take(machine.deadlinePassed(movement, at: moment), due: machine.deadline)
  }

  private func judge(at time: Timestamp, isLifting: Bool = false) {
    guard machine.direction == nil else { return }
    let step = machine.moved(movement, at: time, isLifting: isLifting) { direction in
      touches.lazy.map(\.displacement).first { machine.hasSetOff($0) && !direction.matches($0) }
    }
    if step == .recognize { recognizedDirection = machine.direction }
    take(step, due: machine.deadline)
  }

  private var movement: SwipeMachine.Movement {
    var sum = SIMD2<Double>.zero
    var sumOfAll = SIMD2<Double>.zero
    var count = 0
    var idle: Double?
    for touch in touches {
      let displacement = touch.displacement
      sumOfAll += displacement
      if machine.hasSetOff(displacement) {
        sum += displacement
        count += 1
      } else if machine.isLate(touch.beganAt) {
        idle = min(idle ?? .infinity, (displacement * displacement).sum().squareRoot())
      }
    }
    let mean = count > 0 ? sum / Double(count) : sumOfAll / Double(max(touches.count, 1))
    return SwipeMachine.Movement(displacement: mean, idle: idle)
  }
}

extension Touch {
  /// The displacement of the touch from its start, in points of the window.
  fileprivate var displacement: SIMD2<Double> { SIMD2(location.x - startLocation.x, location.y - startLocation.y) }
}

/// The state machine of a swipe: judges a quick movement in one direction.
///
/// | state | finger down | fingers moved | finger up | deadline |
/// | --- | --- | --- | --- | --- |
/// | gathering | fails if too many | – | fails | fails |
/// | complete | fails | recognized when far and fast enough; fails the wrong way | fails | fails |
/// | complete, with a limit | fails | fails too far or the wrong way | recognized when far and fast enough, else fails | fails |
///
/// The fingers of a hand land and start to move one after the other. Each finger is judged from its own start, after it has moved by
/// `onset`. Until then it has no direction, does not count in the mean, and is not waited for. A finger that lands too late to belong to
/// the same hand must move, too: an accidental touch makes no swipe of two fingers.
struct SwipeMachine: Hashable {
  struct Settings: Hashable {
    var directions = SwipeGestureRecognizer.Direction.right
    var touches = 1
    /// In points.
    var distance = 0.0
    /// The greatest distance, in points.
    var limit = Double.infinity
    var duration: Microseconds = 0
    /// In points per second.
    var speed = 0.0
    /// The greatest length across the direction for each point along it.
    var deviation = 0.5
    /// How far a finger moves before it is judged, in points.
    var onset = 0.0
  }
  /// A displacement in points.
  typealias Displacement = SIMD2<Double>
  /// The movement of the fingers, each from its start.
  struct Movement: Hashable {
    /// The mean displacement of the fingers that have moved by the onset; of all fingers if none has.
    var displacement = Displacement.zero
    /// The movement of a finger that landed too late and has not moved by the onset, in points; the least of several, `nil` if none.
    var idle: Double?
  }

  let settings: Settings
  /// The time at which the swipe takes too long.
  private(set) var deadline: Timestamp?
  /// The direction that was recognized.
  private(set) var direction: SwipeGestureRecognizer.Direction?
  private var startedAt = Timestamp(microseconds: 0)
  private var fingers = 0

  /// The least length along one of the axes of a displacement that is far enough.
  private let leastPart: Double

  init(settings: Settings = Settings()) {
    self.settings = settings
    leastPart = settings.directions.hasDiagonals ? settings.distance * 0.5.squareRoot() * 0.999 : settings.distance
  }

  /// Moves the times with the clock.
  mutating func shift(by microseconds: Microseconds) {
    deadline = deadline?.advanced(byMicroseconds: microseconds)
    startedAt = startedAt.advanced(byMicroseconds: microseconds)
  }

  /// Fingers touched down; `count` are down now.
  mutating func began(down count: Int, at time: Timestamp) -> GestureStep {
    if fingers == 0 {
      startedAt = time
      // The very end of the duration counts.
      deadline = time.advanced(byMicroseconds: settings.duration).advanced(byMicroseconds: 1)
    }
    fingers = max(fingers, count)
    return count > settings.touches ? .fail(.tooManyTouches(count, limit: settings.touches)) : .wait
  }

  /// Whether a finger with this displacement has moved by the onset.
  func hasSetOff(_ displacement: Displacement) -> Bool {
    let squared = (displacement * displacement).sum()
    return squared > 0 && squared >= settings.onset * settings.onset
  }

  /// Whether a finger that touched down at a time is too late to belong to the hand that began.
  func isLate(_ start: Timestamp) -> Bool { start.microseconds(since: startedAt) > Tuning.landingMicroseconds }

  /// Fingers moved, or were lifted after a movement; `stray` returns the displacement of a finger that moves in another direction, if
  /// there is one.
  mutating func moved(
    _ movement: Movement, at time: Timestamp, isLifting: Bool = false, stray: (SwipeGestureRecognizer.Direction) -> Displacement?
  ) -> GestureStep {
    let displacement = movement.displacement
    guard fingers == settings.touches, max(displacement.x.magnitude, displacement.y.magnitude) >= leastPart else { return .wait }
    let heading = heading(displacement)
    let (along, across) = heading.parts(of: displacement)
    guard along >= settings.distance, along > 0 else { return .wait }
    guard settings.directions.contains(heading) else { return .fail(wrong(displacement)) }
    guard along <= settings.limit else { return .fail(.moved(along, limit: settings.limit)) }
    // Between two directions the movement may still become a swipe: a thumb swipes in an arc.
    guard across <= along * settings.deviation else { return .wait }
    if let stray = stray(heading) {
      let (along, across) = heading.parts(of: stray)
      return .fail(.strayed(along: along, across: across))
    }
    let passed = time.microseconds(since: startedAt)
    let speed = passed > 0 ? along * 1_000_000 / Double(passed) : .infinity
    guard speed >= settings.speed, movement.idle == nil, isLifting || settings.limit == .infinity else { return .wait }
    direction = heading
    deadline = nil
    return .recognize
  }

  /// A finger was lifted after a movement.
  func ended(_ movement: Movement, at time: Timestamp) -> GestureStep {
    if fingers < settings.touches { return .fail(.tooFewTouches(fingers, needed: settings.touches)) }
    return .fail(shortfall(movement, at: time))
  }

  /// The deadline has come.
  mutating func deadlinePassed(_ movement: Movement, at time: Timestamp) -> GestureStep {
    deadline = nil
    return ended(movement, at: time)
  }

  private func shortfall(_ movement: Movement, at time: Timestamp) -> GestureReason.Cause {
    let (along, across) = heading(movement.displacement).parts(of: movement.displacement)
    guard along >= settings.distance else { return .movedTooLittle(along, needed: settings.distance) }
    guard across <= along * settings.deviation else { return .wrongDirection(along: along, across: across) }
    if let idle = movement.idle { return .rested(idle, needed: settings.onset) }
    let passed = time.microseconds(since: startedAt)
    let speed = passed > 0 ? along * 1_000_000 / Double(passed) : 0
    if settings.limit < .infinity, speed >= settings.speed {
      return .heldTooLong(.microseconds(passed), limit: .microseconds(settings.duration))
    }
    return .tooSlow(speed, needed: settings.speed)
  }

  /// The movement relative to the required direction, or to the first of several.
  private func wrong(_ displacement: Displacement) -> GestureReason.Cause {
    let (along, across) = settings.directions.parts(of: displacement)
    return .wrongDirection(along: along, across: across)
  }

  /// The direction of a displacement: the nearest along an axis or, if the settings have directions between the axes, the one whose
  /// sector it is in.
  private func heading(_ displacement: Displacement) -> SwipeGestureRecognizer.Direction {
    let (x, y) = (displacement.x.magnitude, displacement.y.magnitude)
    if settings.directions.hasDiagonals, min(x, y) > max(x, y) * straightDeviation {
      if displacement.y < 0 { return displacement.x < 0 ? .upLeft : .upRight }
      return displacement.x < 0 ? .downLeft : .downRight
    }
    if x >= y { return displacement.x > 0 ? .right : .left }
    return displacement.y > 0 ? .down : .up
  }

  /// The greatest deviation of a direction along an axis, beside those between the axes.
  ///
  /// A deviation that would leave them nothing gives way to equal sectors of 45°.
  private var straightDeviation: Double { settings.deviation < 1 ? settings.deviation : Tuning.octantDeviation }
}

extension SwipeGestureRecognizer.Direction {
  /// The unit vector of the first direction in the set.
  private var vector: SIMD2<Double> {
    if contains(.right) { return SIMD2(1, 0) }
    if contains(.left) { return SIMD2(-1, 0) }
    if contains(.up) { return SIMD2(0, -1) }
    if contains(.down) { return SIMD2(0, 1) }
    let part = 0.5.squareRoot()
    if contains(.upLeft) { return SIMD2(-part, -part) }
    if contains(.upRight) { return SIMD2(part, -part) }
    return contains(.downLeft) ? SIMD2(-part, part) : SIMD2(part, part)
  }

  /// The length of a displacement along the first direction, negative for backward, and across it.
  fileprivate func parts(of displacement: SIMD2<Double>) -> (along: Double, across: Double) {
    let axis = vector
    return ((displacement * axis).sum(), (displacement.x * axis.y - displacement.y * axis.x).magnitude)
  }

  /// Whether a displacement is at least as long along the direction as across it.
  func matches(_ displacement: SIMD2<Double>) -> Bool {
    let (along, across) = parts(of: displacement)
    return along > 0 && along >= across
  }
}
