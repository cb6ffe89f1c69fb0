/// Recognizes fingers that stay down; continuous (contract 9.2).
///
/// It begins when the fingers have been down for `minimumPressDuration` without moving further than `allowableMovement`. After that any
/// movement is `changed`, and lifting any finger ends it.
open class LongPressGestureRecognizer: GestureRecognizer {
  /// How long the fingers must stay down; 0.5 s by default.
  public var minimumPressDuration = Tuning().longPressDuration
  /// The number of fingers; 1 by default, and for a smaller value.
  public var numberOfTouchesRequired = 1
  /// The number of taps before the press; 0 by default.
  public var numberOfTapsRequired = 0
  /// The greatest movement of a finger before the gesture begins.
  public var allowableMovement = Distance.points(Tuning().longPressMovement)
  /// The greatest duration of a tap before the press.
  public var maximumTapDuration = Tuning().tapDuration
  /// The greatest time before the next tap, or the press.
  public var maximumInterval = Tuning().tapInterval
  /// The greatest distance of a tap or the press from the previous tap.
  public var maximumTapDistance = Distance.points(Tuning().tapDistance)

  @safe @exclusivity(unchecked) final var machine = LongPressMachine()
  private var places = TapPlaces()

  open override var kind: String { "longPress" }

  override var leastTouches: Int { max(numberOfTouchesRequired, 1) }

  override func prepare() {
    let movement = gestureScale.squaredPoints(allowableMovement)
    let tapDistance = gestureScale.squaredPoints(maximumTapDistance)
    machine = LongPressMachine(
      settings: LongPressMachine.Settings(
        touches: max(numberOfTouchesRequired, 1), duration: minimumPressDuration.positiveMicroseconds, movement: movement),
      taps: TapMachine.Settings(
        taps: max(numberOfTapsRequired, 0), touches: max(numberOfTouchesRequired, 1), movement: tapDistance,
        duration: maximumTapDuration.positiveMicroseconds, interval: maximumInterval.positiveMicroseconds))
    places.start(limit: tapDistance)
  }

  override func objection(to touch: Touch) -> GestureReason.Cause? {
    places.objection(to: touch)
  }

  open override func touchesBegan(_ touches: TouchSet, with event: Event) {
    if current.isUnderWay {
      // The gesture consists of the fingers that were held.
      for touch in touches { ignore(touch, for: event) }
      return
    }
    places.clear()
    take(machine.began(down: self.touches.downCount, at: event.timestamp), due: machine.deadline)
  }

  open override func touchesMoved(_ touches: TouchSet, with event: Event) {
    take(machine.moved(machine.state == .held ? 0 : self.touches.greatestMovement))
  }

  open override func touchesEnded(_ touches: TouchSet, with event: Event) {
    if machine.state != .held {
      let tooFar = machine.moved(self.touches.greatestMovement)
      guard tooFar == .wait else { return take(tooFar) }
    }
    places.add(touches)
    take(machine.ended(down: self.touches.downCount, at: event.timestamp), due: machine.deadline)
  }

  override func shiftTime(by microseconds: Microseconds) {
    super.shiftTime(by: microseconds)
    machine.shift(by: microseconds)
  }

  open override func touchesCancelled(_ touches: TouchSet, with event: Event) {
    apply(.cancel)
  }

  open override func deadlinePassed(at moment: Timestamp) {
    take(machine.deadlinePassed(at: moment), due: machine.deadline)
  }
}

/// Recognizes several fingers that stay down together; discrete: for kiosks, for functions that the public must not find by chance
/// (contract 9.2).
open class MultiFingerHoldGestureRecognizer: GestureRecognizer {
  /// The number of fingers; 3 by default, 1 for a value below 1.
  public var numberOfTouchesRequired = 3
  /// How long all of them must stay down; 1 s by default.
  public var hold = Tuning().holdDuration
  /// The greatest movement of a finger meanwhile.
  public var allowableMovement = Distance.points(Tuning().longPressMovement)

  @safe @exclusivity(unchecked) final var machine = LongPressMachine()

  open override var kind: String { "hold" }

  override var leastTouches: Int { max(numberOfTouchesRequired, 1) }

  override func prepare() {
    machine = LongPressMachine(
      settings: LongPressMachine.Settings(
        touches: max(numberOfTouchesRequired, 1), duration: hold.positiveMicroseconds,
        movement: gestureScale.squaredPoints(allowableMovement), isDiscrete: true))
  }

  open override func touchesBegan(_ touches: TouchSet, with event: Event) {
    take(machine.began(down: self.touches.downCount, at: event.timestamp), due: machine.deadline)
  }

  open override func touchesMoved(_ touches: TouchSet, with event: Event) {
    take(machine.moved(self.touches.greatestMovement))
  }

  open override func touchesEnded(_ touches: TouchSet, with event: Event) {
    take(machine.ended(down: self.touches.downCount, at: event.timestamp), due: machine.deadline)
  }

  override func shiftTime(by microseconds: Microseconds) {
    super.shiftTime(by: microseconds)
    machine.shift(by: microseconds)
  }

  open override func touchesCancelled(_ touches: TouchSet, with event: Event) {
    fail(.cancelled)
  }

  open override func deadlinePassed(at moment: Timestamp) {
    take(machine.deadlinePassed(at: moment), due: machine.deadline)
  }
}

/// The state machine of a long press, after a number of taps.
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
    /// Whether the gesture is over as soon as the fingers were held long enough.
    var isDiscrete = false
  }
  enum State: Hashable {
    /// Taps come before the press.
    case tapping
    /// Fingers are down, or expected.
    case pressing
    /// The fingers stayed down long enough.
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

  /// The time of the next deadline.
  var deadline: Timestamp? { state == .tapping ? taps.deadline : pressDeadline }

  /// Moves the times with the clock.
  mutating func shift(by microseconds: Microseconds) {
    taps.shift(by: microseconds)
    pressDeadline = pressDeadline?.advanced(byMicroseconds: microseconds)
    pressedAt = pressedAt.advanced(byMicroseconds: microseconds)
  }

  /// Fingers touched down; `count` are down now.
  mutating func began(down count: Int, at time: Timestamp) -> GestureStep {
    switch state {
    case .tapping: return taps.began(down: count, at: time)
    case .held: return .wait
    case .pressing:
      if fingers == 0 { pressedAt = time }
      fingers = max(fingers, count)
      if count > settings.touches { return .fail(.tooManyTouches(count, limit: settings.touches)) }
      guard count == settings.touches else {
        // The missing fingers have as long as the press takes.
        pressDeadline = pressedAt.advanced(byMicroseconds: settings.duration)
        return .wait
      }
      pressedAt = time
      guard settings.duration > 0 else { return hold() }
      pressDeadline = time.advanced(byMicroseconds: settings.duration)
      return .wait
    }
  }

  /// Fingers moved; `squaredDistance` is the greatest squared distance of a finger from its start.
  mutating func moved(_ squaredDistance: Double) -> GestureStep {
    switch state {
    case .tapping: return taps.moved(squaredDistance)
    case .held: return settings.isDiscrete ? .wait : .change
    case .pressing:
      guard squaredDistance > settings.movement else { return .wait }
      return .fail(.moved(squaredDistance.squareRoot(), limit: settings.movement.squareRoot()))
    }
  }

  /// Fingers were lifted; `count` are still down.
  mutating func ended(down count: Int, at time: Timestamp) -> GestureStep {
    switch state {
    case .tapping:
      let step = taps.ended(down: count, at: time)
      guard step == .recognize else { return step }
      state = .pressing
      // A press at the very end of the interval counts.
      pressDeadline = time.advanced(byMicroseconds: taps.settings.interval).advanced(byMicroseconds: 1)
      return .wait
    case .held: return settings.isDiscrete ? .wait : .recognize
    case .pressing:
      if fingers < settings.touches { return .fail(.tooFewTouches(fingers, needed: settings.touches)) }
      return .fail(.liftedEarly(time - pressedAt, needed: .microseconds(settings.duration)))
    }
  }

  /// The deadline has come.
  mutating func deadlinePassed(at time: Timestamp) -> GestureStep {
    switch state {
    case .tapping: return taps.deadlinePassed(at: time)
    case .held: return .wait
    case .pressing:
      pressDeadline = nil
      if fingers == 0 { return .fail(.noNextTap(after: taps.taps, within: .microseconds(taps.settings.interval))) }
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
