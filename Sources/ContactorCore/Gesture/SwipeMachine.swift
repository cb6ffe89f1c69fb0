/// Judges a quick movement in one direction.
///
/// | state | finger down | fingers moved | finger up | deadline |
/// | --- | --- | --- | --- | --- |
/// | gathering | fails if too many | fails if already far the wrong way | fails | fails |
/// | complete | fails | recognized when far and fast enough; fails the wrong way | fails | fails |
struct SwipeMachine: Hashable {
  struct Settings: Hashable {
    var directions = SwipeGestureRecognizer.Direction.right
    var touches = 1
    /// In points.
    var distance = 0.0
    var duration: Microseconds = 0
    /// In points per second.
    var speed = 0.0
    /// How far across for each point along.
    var deviation = 0.5
  }
  /// How one finger moved since it came down, and the direction that it is nearest to.
  typealias Way = SIMD2<Double>

  let settings: Settings
  /// When it is too late.
  private(set) var deadline: Timestamp?
  /// The direction that was recognized.
  private(set) var direction: SwipeGestureRecognizer.Direction?
  private var startedAt = Timestamp(microseconds: 0)
  private var fingers = 0

  init(settings: Settings = Settings()) {
    self.settings = settings
  }

  /// Fingers came down; `count` are down now.
  mutating func began(down count: Int, at time: Timestamp) -> GestureStep {
    if fingers == 0 {
      startedAt = time
      // The last moment still counts.
      deadline = time + (settings.duration + 1)
    }
    fingers = max(fingers, count)
    return count > settings.touches ? .fail(.tooManyTouches(count, limit: settings.touches)) : .wait
  }

  /// Fingers moved: how far their middle did, and whether each goes more along a direction than across it.
  mutating func moved(
    _ way: Way, at time: Timestamp, agreed: (SwipeGestureRecognizer.Direction) -> Bool
  ) -> GestureStep {
    let dominant = way.x.magnitude >= way.y.magnitude
    let (along, across) = dominant ? (way.x.magnitude, way.y.magnitude) : (way.y.magnitude, way.x.magnitude)
    guard along >= settings.distance, fingers == settings.touches, along > 0 else { return .wait }
    let heading: SwipeGestureRecognizer.Direction =
      dominant ? (way.x > 0 ? .right : .left) : (way.y > 0 ? .down : .up)
    guard settings.directions.contains(heading) else { return .fail(wrong(way)) }
    // Between two directions it may still become one: a thumb swipes in an arc.
    guard across <= along * settings.deviation else { return .wait }
    guard agreed(heading) else { return .fail(.wrongDirection(along: along, across: across)) }
    let passed = time - startedAt
    let speed = passed > 0 ? along * 1_000_000 / Double(passed) : .infinity
    guard speed >= settings.speed else { return .wait }
    direction = heading
    deadline = nil
    return .recognize
  }

  /// A finger was lifted after its middle had moved so far.
  func ended(_ way: Way, at time: Timestamp) -> GestureStep {
    if fingers < settings.touches { return .fail(.tooFewTouches(fingers, needed: settings.touches)) }
    return .fail(shortfall(way, at: time))
  }

  /// The deadline has come.
  mutating func deadlinePassed(_ way: Way, at time: Timestamp) -> GestureStep {
    deadline = nil
    return ended(way, at: time)
  }

  private func shortfall(_ way: Way, at time: Timestamp) -> GestureReason.Cause {
    let length = max(way.x.magnitude, way.y.magnitude)
    guard length >= settings.distance else { return .movedTooLittle(length, needed: settings.distance) }
    let across = min(way.x.magnitude, way.y.magnitude)
    if across > length * settings.deviation { return .wrongDirection(along: length, across: across) }
    let passed = time - startedAt
    return .tooSlow(passed > 0 ? length * 1_000_000 / Double(passed) : 0, needed: settings.speed)
  }

  /// The way against the direction asked for; the first of several.
  private func wrong(_ way: Way) -> GestureReason.Cause {
    let axis = settings.directions.vector
    return .wrongDirection(along: way.x * axis.x + way.y * axis.y, across: (way.x * axis.y - way.y * axis.x).magnitude)
  }
}
