/// Recognizes taps: one or more, by one or more fingers; discrete (contract 9.2).
///
/// It is recognized when the last finger of the last tap is lifted, or, with `hold`, when the last tap has been held that
/// long. With several taps, add `require(toFail:)` to a recognizer of fewer, or that one is recognized first.
open class TapGestureRecognizer: GestureRecognizer {
  /// How many taps; 1 by default, and where less is set.
  public var numberOfTapsRequired = 1
  /// How many fingers each tap is made of; 1 by default, and where less is set.
  public var numberOfTouchesRequired = 1
  /// How far a finger may move during a tap.
  public var maximumMovement = Distance.points(Tuning().tapDistance)
  /// How far a tap may be from the one before.
  public var maximumTapDistance = Distance.points(Tuning().tapDistance)
  /// How far the fingers of one tap may be from each other; `nil` for any distance.
  public var maximumSeparation: Distance?
  /// How long a tap may last.
  public var maximumDuration = Tuning().tapDuration
  /// How long the next tap may keep one waiting.
  public var maximumInterval = Tuning().tapInterval
  /// How long the next tap must keep one waiting; 0 by default.
  ///
  /// A tap that comes sooner is the first of another sequence (contract 9.2).
  public var minimumInterval = Duration.zero
  /// How long the last tap must be held; `nil` where it is lifted like the others.
  public var hold: Duration?

  @safe @exclusivity(unchecked) final var machine = TapMachine()
  /// Where the fingers of the tap that is going on were last.
  private var places = TapPlaces()
  private var separation = Double.infinity

  open override var kind: String { "tap" }
  override var rank: Int { numberOfTapsRequired }
  override var isSingleTap: Bool { numberOfTapsRequired == 1 && numberOfTouchesRequired == 1 && hold == nil }

  /// A tap of fewer taps leaves one of more a chance, as in UIKit.
  open override func canPrevent(_ other: GestureRecognizer) -> Bool {
    guard let tap = other as? TapGestureRecognizer else { return true }
    return tap.numberOfTapsRequired <= numberOfTapsRequired
  }

  override func prepare() {
    machine = TapMachine(
      settings: TapMachine.Settings(
        taps: max(numberOfTapsRequired, 1), touches: max(numberOfTouchesRequired, 1),
        movement: gestureScale.squaredPoints(maximumMovement), duration: maximumDuration.positiveMicroseconds,
        interval: maximumInterval.positiveMicroseconds, minimumInterval: minimumInterval.positiveMicroseconds,
        hold: hold?.positiveMicroseconds))
    separation = maximumSeparation.map { gestureScale.squaredPoints($0) } ?? .infinity
    places.start(limit: gestureScale.squaredPoints(maximumTapDistance))
  }

  override func objection(to touch: Touch) -> GestureReason.Cause? {
    machine.objection(at: touch.beganAt) ?? places.objection(to: touch)
  }

  open override func touchesBegan(_ touches: TouchSet, with event: Event) {
    if machine.state == .between { places.clear() }
    take(machine.began(down: self.touches.downCount, at: event.timestamp), due: machine.deadline)
    if isUndecided, separation < .infinity { checkSeparation() }
  }

  open override func touchesMoved(_ touches: TouchSet, with event: Event) {
    take(machine.moved(self.touches.greatestMovement))
  }

  open override func touchesEnded(_ touches: TouchSet, with event: Event) {
    let tooFar = machine.moved(self.touches.greatestMovement)
    guard tooFar == .wait else { return take(tooFar) }
    places.add(touches)
    let step = machine.ended(down: self.touches.downCount, at: event.timestamp)
    if step == .recognize { recorded = places.places }
    take(step, due: machine.deadline)
  }

  open override func touchesCancelled(_ touches: TouchSet, with event: Event) {
    fail(.cancelled)
  }

  open override func deadlinePassed(at moment: Timestamp) {
    take(machine.deadlinePassed(at: moment), due: machine.deadline)
  }

  private func checkSeparation() {
    for touch in touches {
      let way = touch.location.squaredDistance(to: touches[0].location)
      if way > separation { return fail(.tooFarApart(way.squareRoot(), limit: separation.squareRoot())) }
    }
  }
}

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
    guard state == .between, taps > 0, time.microseconds(since: liftedAt) < settings.minimumInterval else { return nil }
    return .tooSoon(time - liftedAt, needed: .microseconds(settings.minimumInterval))
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
    deadline = pressedAt.advanced(byMicroseconds: isHeld ? settings.hold ?? 0 : settings.duration)
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
    if isHeld { return .fail(.liftedEarly(time - pressedAt, needed: .microseconds(settings.hold ?? 0))) }
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
    deadline = time.advanced(byMicroseconds: settings.interval).advanced(byMicroseconds: 1)
    return .wait
  }

  /// The deadline has come.
  mutating func deadlinePassed(at time: Timestamp) -> GestureStep {
    deadline = nil
    switch state {
    case .between: return .fail(.noNextTap(after: taps, within: .microseconds(settings.interval)))
    case .pressing, .lifting:
      guard isHeld else { return .fail(.heldTooLong(time - pressedAt, limit: .microseconds(settings.duration))) }
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

/// Where the fingers of the last tap were, so that the next one must be near.
struct TapPlaces {
  /// The square of how far the next tap may be, in points.
  private var limit = 0.0
  private(set) var places: ContiguousArray<Point> = []

  /// Begins a sequence.
  mutating func start(limit: Double) {
    self.limit = limit
    clear()
  }

  /// Begins a tap.
  mutating func clear() {
    places.removeAll(keepingCapacity: true)
  }

  /// Keeps where fingers were lifted.
  mutating func add(_ touches: TouchSet) {
    for touch in touches { places.append(touch.location) }
  }

  /// Why a touch is not near enough to any of them, if it is not; everything is near where there are none.
  func objection(to touch: Touch) -> GestureReason.Cause? {
    let nearest = places.lazy.map { $0.squaredDistance(to: touch.location) }.min() ?? 0
    guard nearest > limit else { return nil }
    return .tooFarFromLastTap(nearest.squareRoot(), limit: limit.squareRoot())
  }
}
