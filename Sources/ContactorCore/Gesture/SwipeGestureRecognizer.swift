/// Recognizes a quick movement in one of four directions; discrete (contract 9.2).
///
/// It is recognized as soon as all fingers have gone far enough, within `maximumDuration` of the first coming down.
public final class SwipeGestureRecognizer: GestureRecognizer {
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

    /// The first direction as a vector of length 1.
    var vector: SIMD2<Double> {
      if contains(.right) { return SIMD2(1, 0) }
      if contains(.left) { return SIMD2(-1, 0) }
      return contains(.up) ? SIMD2(0, -1) : SIMD2(0, 1)
    }
  }

  /// The directions that count; to the right by default.
  public var direction = Direction.right
  /// How many fingers; 1 by default.
  public var numberOfTouchesRequired = 1
  /// How far the fingers must go.
  public var minimumDistance = Distance.points(Tuning().swipeDistance)
  /// How long it may take, in microseconds.
  public var maximumDuration = Tuning().swipeDuration
  /// How fast it must be on average, per second; any speed by default.
  public var minimumSpeed = Distance.points(0)
  /// How far the fingers may go across, as a share of how far they go along the direction.
  public var maximumDeviation = Tuning().swipeDeviation

  @safe @exclusivity(unchecked) var machine = SwipeMachine()

  override public var kind: String { "swipe" }

  /// The one direction of the last swipe that was recognized; `nil` before the first.
  public private(set) var recognizedDirection: Direction?

  override func prepare() {
    machine = SwipeMachine(
      settings: SwipeMachine.Settings(
        directions: direction, touches: numberOfTouchesRequired, distance: points(minimumDistance),
        duration: maximumDuration, speed: points(minimumSpeed), deviation: maximumDeviation))
  }

  override public func touchesBegan(_ touches: TouchSet, with event: Event) {
    take(machine.began(down: self.touches.downCount, at: event.timestamp), due: machine.deadline)
  }

  override public func touchesMoved(_ touches: TouchSet, with event: Event) {
    judge(at: event.timestamp)
  }

  override public func touchesEnded(_ touches: TouchSet, with event: Event) {
    judge(at: event.timestamp)
    if isUndecided { take(machine.ended(self.touches.displacement, at: event.timestamp), due: machine.deadline) }
  }

  override public func touchesCancelled(_ touches: TouchSet, with event: Event) {
    fail(.cancelled)
  }

  override public func deadlinePassed(at moment: Timestamp) {
    take(machine.deadlinePassed(touches.displacement, at: moment), due: machine.deadline)
  }

  private func judge(at time: Timestamp) {
    guard machine.direction == nil else { return }
    let step = machine.moved(touches.displacement, at: time) { direction in
      touches.allSatisfy { $0.goes(direction) }
    }
    if step == .recognize { recognizedDirection = machine.direction }
    take(step, due: machine.deadline)
  }

}

extension ContiguousArray<Touch> {
  /// How far the touches have gone on average since they came down.
  var displacement: SIMD2<Double> {
    guard !isEmpty else { return .zero }
    var sum = SIMD2<Double>.zero
    for touch in self {
      sum += SIMD2(touch.location.x - touch.startLocation.x, touch.location.y - touch.startLocation.y)
    }
    return sum / Double(count)
  }
}

extension Touch {
  /// Whether the touch went at least as far along the direction as across it.
  fileprivate func goes(_ direction: SwipeGestureRecognizer.Direction) -> Bool {
    let axis = direction.vector
    let way = SIMD2(location.x - startLocation.x, location.y - startLocation.y)
    let along = (way * axis).sum()
    return along > 0 && along >= (way.x * axis.y - way.y * axis.x).magnitude
  }
}
