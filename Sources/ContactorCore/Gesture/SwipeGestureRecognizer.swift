/// Recognizes a quick movement in one of four directions; discrete (contract 9.2).
///
/// It is recognized as soon as the fingers have gone far enough on average, within `maximumDuration` of the first coming
/// down. Each finger is judged from where it came down itself, once it has moved by `onsetDistance`; one that landed with
/// the others and has not set off yet does not count. One that lands more than 150 ms after the first must set off, too.
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

    /// The directions' names, with commas between.
    public var description: String {
      [(Direction.right, "right"), (.left, "left"), (.up, "up"), (.down, "down")]
        .filter { contains($0.0) }.map(\.1).joined(separator: ",")
    }
  }

  /// The directions that count; to the right by default.
  public var direction = Direction.right
  /// How many fingers; 1 by default, and where less is set.
  public var numberOfTouchesRequired = 1
  /// How far the fingers must go.
  public var minimumDistance = Distance.points(Tuning().swipeDistance)
  /// How long it may take, in microseconds.
  public var maximumDuration = Tuning().swipeDuration
  /// How fast it must be on average, per second; any speed by default.
  public var minimumSpeed = Distance.points(0)
  /// How far the fingers may go across, as a share of how far they go along the direction.
  public var maximumDeviation = Tuning().swipeDeviation
  /// How far a finger must move before its direction is judged; never more than `minimumDistance`.
  public var onsetDistance = Distance.millimetres(Tuning().swipeOnset)

  @exclusivity(unchecked) final var machine = SwipeMachine()

  open override var kind: String { "swipe" }

  /// The one direction of the last swipe that was recognized; `nil` before the first.
  public private(set) var recognizedDirection: Direction?

  override func prepare() {
    let distance = lengthInPoints(minimumDistance)
    machine = SwipeMachine(
      settings: SwipeMachine.Settings(
        directions: direction, touches: max(numberOfTouchesRequired, 1), distance: distance,
        duration: max(maximumDuration, 0), speed: lengthInPoints(minimumSpeed), deviation: maximumDeviation,
        onset: min(lengthInPoints(onsetDistance), distance)))
  }

  open override func touchesBegan(_ touches: TouchSet, with event: Event) {
    take(machine.began(down: self.touches.downCount, at: event.timestamp), due: machine.deadline)
  }

  open override func touchesMoved(_ touches: TouchSet, with event: Event) {
    judge(at: event.timestamp)
  }

  open override func touchesEnded(_ touches: TouchSet, with event: Event) {
    judge(at: event.timestamp)
    if isUndecided { take(machine.ended(movement, at: event.timestamp), due: machine.deadline) }
  }

  open override func touchesCancelled(_ touches: TouchSet, with event: Event) {
    fail(.cancelled)
  }

  open override func deadlinePassed(at moment: Timestamp) {
    take(machine.deadlinePassed(movement, at: moment), due: machine.deadline)
  }

  private func judge(at time: Timestamp) {
    guard machine.direction == nil else { return }
    let step = machine.moved(movement, at: time) { direction in
      touches.lazy.map(\.way).first { machine.hasSetOff($0) && !direction.matches($0) }
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
      let way = touch.way
      sumOfAll += way
      if machine.hasSetOff(way) {
        sum += way
        count += 1
      } else if machine.isLate(touch.beganAt) {
        idle = min(idle ?? .infinity, (way * way).sum().squareRoot())
      }
    }
    let mean = count > 0 ? sum / Double(count) : sumOfAll / Double(max(touches.count, 1))
    return SwipeMachine.Movement(way: mean, idle: idle)
  }
}

extension Touch {
  /// How far the touch has gone since it came down, in points of the window.
  fileprivate var way: SIMD2<Double> { SIMD2(location.x - startLocation.x, location.y - startLocation.y) }
}
