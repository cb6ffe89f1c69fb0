/// Recognizes taps: one or more, by one or more fingers; discrete (contract 9.2).
///
/// It is recognized when the last finger of the last tap is lifted, or, with `hold`, when the last tap has been held that long. A
/// recognizer of fewer taps needs `require(toFail:)` of this one, or it is recognized first.
open class TapGestureRecognizer: GestureRecognizer {
  /// The number of taps; 1 by default, and for a smaller value.
  public var numberOfTapsRequired = 1
  /// The number of fingers of each tap; 1 by default, and for a smaller value.
  public var numberOfTouchesRequired = 1
  /// The greatest movement of a finger during a tap.
  public var maximumMovement = Distance.points(Tuning().tapDistance)
  /// The greatest distance of a tap from the previous one.
  public var maximumTapDistance = Distance.points(Tuning().tapDistance)
  /// The greatest distance between the fingers of a tap; `nil` for any distance.
  public var maximumSeparation: Distance?
  /// The greatest duration of a tap.
  public var maximumDuration = Tuning().tapDuration
  /// The greatest time between two taps.
  public var maximumInterval = Tuning().tapInterval
  /// The least time between two taps; 0 by default.
  ///
  /// A tap that comes sooner is the first of another sequence (contract 9.2).
  public var minimumInterval = Duration.zero
  /// How long the last tap must be held; `nil` if it is lifted like the others.
  public var hold: Duration?

  @safe @exclusivity(unchecked) final var machine = TapMachine()
  /// The last locations of the fingers of the current tap.
  private var places = TapPlaces()
  private var separation = Double.infinity

  open override var kind: String { "tap" }
  override var rank: Int { numberOfTapsRequired }
  override var isSingleTap: Bool { numberOfTapsRequired == 1 && numberOfTouchesRequired == 1 && hold == nil }

  /// A recognizer does not prevent one of more taps, as in UIKit.
  open override func canPrevent(_ other: GestureRecognizer) -> Bool {
    guard let tap = other as? TapGestureRecognizer else { return true }
    return tap.numberOfTapsRequired <= numberOfTapsRequired
  }

  override var leastTouches: Int { max(numberOfTouchesRequired, 1) }

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

  override func shiftTime(by microseconds: Microseconds) {
    super.shiftTime(by: microseconds)
    machine.shift(by: microseconds)
  }

  private func checkSeparation() {
    for touch in touches {
      let squaredDistance = touch.location.squaredDistance(to: touches[0].location)
      if squaredDistance > separation { return fail(.tooFarApart(squaredDistance.squareRoot(), limit: separation.squareRoot())) }
    }
  }
}

/// The state machine of taps: counts how often a number of fingers is put down and lifted.
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
    /// The square of a length in points.
    var movement = 0.0
    var duration: Microseconds = 0
    var interval: Microseconds = 0
    var minimumInterval: Microseconds = 0
    /// How long the last tap is held; `nil` if it is lifted.
    var hold: Microseconds?
  }
  enum State: Hashable {
    /// No finger is down.
    case between
    /// Fingers touch down.
    case pressing
    /// All fingers of the tap were down and are being lifted.
    case lifting
    /// The last tap was held long enough, or all taps were made.
    case done
  }

  var settings = Settings()
  private(set) var state = State.between
  /// The number of taps so far.
  private(set) var taps = 0
  /// The time of the next deadline.
  private(set) var deadline: Timestamp?
  private var pressedAt = Timestamp(microseconds: 0)
  private var liftedAt = Timestamp(microseconds: 0)
  /// The greatest number of fingers of this tap.
  private(set) var fingers = 0

  /// Why a touch that begins now is not the next tap of this sequence, but may be the first of another one.
  func objection(at time: Timestamp) -> GestureReason.Cause? {
    guard state == .between, taps > 0, time.microseconds(since: liftedAt) < settings.minimumInterval else { return nil }
    return .tooSoon(time - liftedAt, needed: .microseconds(settings.minimumInterval))
  }

  /// Moves the times with the clock.
  mutating func shift(by microseconds: Microseconds) {
    deadline = deadline?.advanced(byMicroseconds: microseconds)
    pressedAt = pressedAt.advanced(byMicroseconds: microseconds)
    liftedAt = liftedAt.advanced(byMicroseconds: microseconds)
  }

  /// Fingers touched down; `count` are down now.
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

  /// Whether the current tap is the one to be held.
  private var isHeld: Bool { settings.hold != nil && taps == settings.taps - 1 }

  /// Fingers moved; `squaredDistance` is the greatest squared distance of a finger from its start.
  mutating func moved(_ squaredDistance: Double) -> GestureStep {
    guard squaredDistance > settings.movement, state != .done else { return .wait }
    return .fail(.moved(squaredDistance.squareRoot(), limit: settings.movement.squareRoot()))
  }

  /// Fingers were lifted; `count` are still down.
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
    // A tap at the very end of the interval counts.
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

  /// Returns to the initial state.
  mutating func reset() {
    self = TapMachine(settings: settings)
  }

  init(settings: Settings = Settings()) {
    self.settings = settings
  }
}

/// The locations of the last tap's fingers, near which the next tap must be.
struct TapPlaces {
  /// The square of the greatest distance of the next tap, in points.
  private var limit = 0.0
  private(set) var places: ContiguousArray<Point> = []

  /// Begins a sequence.
  mutating func start(limit: Double) {
    self.limit = limit
    clear()
  }

  /// Removes the locations, when a tap begins.
  mutating func clear() {
    places.removeAll(keepingCapacity: true)
  }

  /// Adds the locations at which fingers were lifted.
  mutating func add(_ touches: TouchSet) {
    for touch in touches { places.append(touch.location) }
  }

  /// Why a touch is too far from all of them; `nil` if it is near enough or there are none.
  func objection(to touch: Touch) -> GestureReason.Cause? {
    let nearest = places.lazy.map { $0.squaredDistance(to: touch.location) }.min() ?? 0
    guard nearest > limit else { return nil }
    return .tooFarFromLastTap(nearest.squareRoot(), limit: limit.squareRoot())
  }
}
