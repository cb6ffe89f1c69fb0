/// Counts taps in corners, in their order.
///
/// | state | finger down | finger moves too far | finger up | deadline |
/// | --- | --- | --- | --- | --- |
/// | waiting | pressing, or fails elsewhere | – | – | fails: no next tap |
/// | pressing | fails: one at a time | fails | waiting, or recognized | fails |
struct CornerSequenceMachine: Hashable {
  struct Settings: Hashable {
    var count = 0
    /// The square of a length in points.
    var movement = 0.0
    var duration: Microseconds = 0
    var interval: Microseconds = 0
  }

  let settings: Settings
  /// How many corners were tapped.
  private(set) var tapped = 0
  /// When something is due.
  private(set) var deadline: Timestamp?
  private var isPressing = false
  private var pressedAt = Timestamp(microseconds: 0)

  init(settings: Settings = Settings()) {
    self.settings = settings
  }

  /// A finger came down; `isThere` says whether in the corner that is next.
  mutating func began(down count: Int, isThere: Bool, at time: Timestamp) -> GestureStep {
    guard count == 1, !isPressing else { return .fail(.tooManyTouches(count, limit: 1)) }
    guard isThere else { return .fail(.wrongCorner(tapped + 1)) }
    isPressing = true
    pressedAt = time
    deadline = time + settings.duration
    return .wait
  }

  /// The finger moved; `way` is the squared distance from where it came down.
  func moved(_ way: Double) -> GestureStep {
    guard way > settings.movement else { return .wait }
    return .fail(.moved(way.squareRoot(), limit: settings.movement.squareRoot()))
  }

  /// The finger was lifted.
  mutating func ended(at time: Timestamp) -> GestureStep {
    isPressing = false
    tapped += 1
    guard tapped < settings.count else {
      deadline = nil
      return .recognize
    }
    // The last moment of the interval still counts.
    deadline = time + settings.interval + 1
    return .wait
  }

  /// The deadline has come.
  mutating func deadlinePassed(at time: Timestamp) -> GestureStep {
    deadline = nil
    return isPressing
      ? .fail(.heldTooLong(time - pressedAt, limit: settings.duration))
      : .fail(.noNextTap(after: tapped, within: settings.interval))
  }
}
