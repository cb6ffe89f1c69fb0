/// Waits for fingers to stay, after so many taps.
///
/// | state | fingers down | movement | finger up | deadline |
/// | --- | --- | --- | --- | --- |
/// | tapping | counted | fails beyond the slop | counted | fails |
/// | pressing | fails if too many | fails beyond the slop | fails | begins, or is recognized |
/// | held | – | changes | ends | – |
struct LongPressMachine: Hashable {
  struct Settings: Hashable {
    var touches = 1
    var duration: Microseconds = 0
    /// The square of a length in points.
    var movement = 0.0
    /// Whether it is over as soon as it was held long enough.
    var isDiscrete = false
  }
  enum State: Hashable {
    /// Taps come first.
    case tapping
    /// Fingers are down, or about to come.
    case pressing
    /// They stayed.
    case held
  }

  let settings: Settings
  private var taps: TapMachine
  private(set) var state: State
  private var pressDeadline: Timestamp?
  private var pressedAt = Timestamp(microseconds: 0)
  private var fingers = 0

  init(settings: Settings = Settings(), taps: TapMachine.Settings = TapMachine.Settings(taps: 0)) {
    self.settings = settings
    self.taps = TapMachine(settings: taps)
    state = taps.taps > 0 ? .tapping : .pressing
  }

  /// When something is due.
  var deadline: Timestamp? { state == .tapping ? taps.deadline : pressDeadline }

  /// Fingers came down; `count` are down now.
  mutating func began(down count: Int, at time: Timestamp) -> GestureStep {
    switch state {
    case .tapping: return taps.began(down: count, at: time)
    case .held: return .wait
    case .pressing:
      if fingers == 0 { pressedAt = time }
      fingers = max(fingers, count)
      if count > settings.touches { return .fail(.tooManyTouches(count, limit: settings.touches)) }
      guard count == settings.touches else {
        // Those that are missing have as long as the press takes.
        pressDeadline = pressedAt + settings.duration
        return .wait
      }
      pressedAt = time
      guard settings.duration > 0 else { return hold() }
      pressDeadline = time + settings.duration
      return .wait
    }
  }

  /// Fingers moved; `way` is the greatest squared distance of one from where it came down.
  mutating func moved(_ way: Double) -> GestureStep {
    switch state {
    case .tapping: return taps.moved(way)
    case .held: return settings.isDiscrete ? .wait : .change
    case .pressing:
      guard way > settings.movement else { return .wait }
      return .fail(.moved(way.squareRoot(), limit: settings.movement.squareRoot()))
    }
  }

  /// Fingers were lifted; `count` are down still.
  mutating func ended(down count: Int, at time: Timestamp) -> GestureStep {
    switch state {
    case .tapping:
      let step = taps.ended(down: count, at: time)
      guard step == .recognize else { return step }
      state = .pressing
      // The last moment of the interval still counts.
      pressDeadline = time + taps.settings.interval + 1
      return .wait
    case .held: return settings.isDiscrete ? .wait : .recognize
    case .pressing:
      if fingers < settings.touches { return .fail(.tooFewTouches(fingers, needed: settings.touches)) }
      return .fail(.liftedEarly(time - pressedAt, needed: settings.duration))
    }
  }

  /// The deadline has come.
  mutating func deadlinePassed(at time: Timestamp) -> GestureStep {
    switch state {
    case .tapping: return taps.deadlinePassed(at: time)
    case .held: return .wait
    case .pressing:
      pressDeadline = nil
      if fingers == 0 { return .fail(.noNextTap(after: taps.taps, within: taps.settings.interval)) }
      if fingers < settings.touches { return .fail(.tooFewTouches(fingers, needed: settings.touches)) }
      return hold()
    }
  }

  private mutating func hold() -> GestureStep {
    state = .held
    pressDeadline = nil
    return settings.isDiscrete ? .recognize : .begin
  }
}
