/// Counts taps: so many fingers down and up again, so many times.
///
/// | state | finger down | finger moves too far | finger up | deadline |
/// | --- | --- | --- | --- | --- |
/// | between | first tap, or the next one; a tap too soon is the first of another sequence | – | – | fails: no next tap |
/// | pressing | fails if too many | fails | lifting, or fails if too few came | fails, or is recognized if held |
/// | lifting | fails | fails | last one: between, or recognized | fails |
struct TapMachine: Hashable {
  struct Settings: Hashable {
    var taps = 1
    var touches = 1
    /// The squares of lengths in points.
    var movement = 0.0
    var duration: Microseconds = 0
    var interval: Microseconds = 0
    var minimumInterval: Microseconds = 0
    /// How long the last tap is held; `nil` where it is lifted.
    var hold: Microseconds?
  }
  enum State: Hashable {
    /// No finger is down.
    case between
    /// Fingers come down.
    case pressing
    /// Enough were down, and they are lifted.
    case lifting
    /// The last tap is held long enough, or all were made.
    case done
  }

  var settings = Settings()
  private(set) var state = State.between
  /// How many taps were made.
  private(set) var taps = 0
  /// When something is due.
  private(set) var deadline: Timestamp?
  private var pressedAt = Timestamp(microseconds: 0)
  private var liftedAt = Timestamp(microseconds: 0)
  /// The most fingers of this tap.
  private(set) var fingers = 0

  /// Why a touch that begins now is not the next tap of this sequence; it may be the first of another one.
  func objection(at time: Timestamp) -> GestureReason.Cause? {
    guard state == .between, taps > 0, time - liftedAt < settings.minimumInterval else { return nil }
    return .tooSoon(time - liftedAt, needed: settings.minimumInterval)
  }

  /// Fingers came down; `count` are down now.
  mutating func began(down count: Int, at time: Timestamp) -> GestureStep {
    switch state {
    case .between:
      state = .pressing
      pressedAt = time
      fingers = 0
    case .pressing: break
    case .lifting: return .fail(.tooManyTouches(count + 1, limit: settings.touches))
    case .done: return .wait
    }
    fingers = max(fingers, count)
    if fingers > settings.touches { return .fail(.tooManyTouches(fingers, limit: settings.touches)) }
    deadline = pressedAt + (isHeld ? settings.hold ?? 0 : settings.duration)
    return .wait
  }

  /// Whether the tap that is going on is the one to be held.
  private var isHeld: Bool { settings.hold != nil && taps == settings.taps - 1 }

  /// Fingers moved; `way` is the greatest squared distance of one from where it came down.
  mutating func moved(_ way: Double) -> GestureStep {
    guard way > settings.movement, state != .done else { return .wait }
    return .fail(.moved(way.squareRoot(), limit: settings.movement.squareRoot()))
  }

  /// Fingers were lifted; `count` are down still.
  mutating func ended(down count: Int, at time: Timestamp) -> GestureStep {
    guard state != .done else { return .wait }
    if fingers < settings.touches { return .fail(.tooFewTouches(fingers, needed: settings.touches)) }
    if isHeld { return .fail(.liftedEarly(time - pressedAt, needed: settings.hold ?? 0)) }
    state = .lifting
    guard count == 0 else { return .wait }
    taps += 1
    liftedAt = time
    if taps == settings.taps {
      state = .done
      deadline = nil
      return .recognize
    }
    state = .between
    // The last moment of the interval still counts.
    deadline = time + settings.interval + 1
    return .wait
  }

  /// The deadline has come.
  mutating func deadlinePassed(at time: Timestamp) -> GestureStep {
    deadline = nil
    switch state {
    case .between: return .fail(.noNextTap(after: taps, within: settings.interval))
    case .pressing, .lifting:
      guard isHeld else { return .fail(.heldTooLong(time - pressedAt, limit: settings.duration)) }
      if fingers < settings.touches { return .fail(.tooFewTouches(fingers, needed: settings.touches)) }
      state = .done
      return .recognize
    case .done: return .wait
    }
  }

  /// Forgets the sequence.
  mutating func reset() {
    self = TapMachine(settings: settings)
  }

  init(settings: Settings = Settings()) {
    self.settings = settings
  }
}
