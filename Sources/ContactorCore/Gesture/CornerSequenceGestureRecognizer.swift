/// Recognizes taps in corners of its view in a given order; discrete: for kiosks, for functions that the public must not find by chance
/// (contract 9.2).
open class CornerSequenceGestureRecognizer: GestureRecognizer {
  /// A corner of the view.
  public enum Corner: String, Hashable, Sendable, CaseIterable {
    /// The top left corner.
    case topLeft
    /// The top right corner.
    case topRight
    /// The bottom right corner.
    case bottomRight
    /// The bottom left corner.
    case bottomLeft
  }

  /// The corners in the order of the taps; clockwise from the top left by default.
  ///
  /// A recognizer without corners never recognizes.
  public var corners = Corner.allCases
  /// The greatest distance of a tap from the view's two edges.
  public var cornerSize = Distance.millimetres(Tuning().cornerSize)
  /// The greatest movement of the finger during a tap.
  public var maximumMovement = Distance.points(Tuning().tapDistance)
  /// The greatest duration of a tap.
  public var maximumDuration = Tuning().tapDuration
  /// The greatest time between two taps.
  public var maximumInterval = Tuning().cornerInterval

  @safe @exclusivity(unchecked) final var machine = CornerSequenceMachine()

  open override var kind: String { "corners" }

  override func prepare() {
    machine = CornerSequenceMachine(
      settings: CornerSequenceMachine.Settings(
        count: corners.count, movement: gestureScale.squaredPoints(maximumMovement), duration: maximumDuration.positiveMicroseconds,
        interval: maximumInterval.positiveMicroseconds))
  }

  /// A touch elsewhere ends the sequence, and may be the first of another one.
  override func objection(to touch: Touch) -> GestureReason.Cause? {
    isInNextCorner(touch) ? nil : .wrongCorner(machine.tapped + 1)
  }

  open override func touchesBegan(_ touches: TouchSet, with event: Event) {
    take(
      machine.began(
        down: self.touches.downCount, isThere: touches.first.map { isInNextCorner($0) } ?? false,
        at: event.timestamp), due: machine.deadline)
  }

  open override func touchesMoved(_ touches: TouchSet, with event: Event) {
    take(machine.moved(self.touches.greatestMovement))
  }

  open override func touchesEnded(_ touches: TouchSet, with event: Event) {
    let tooFar = machine.moved(self.touches.greatestMovement)
    guard tooFar == .wait else { return take(tooFar) }
    take(machine.ended(at: event.timestamp), due: machine.deadline)
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

  private func isInNextCorner(_ touch: Touch) -> Bool {
    guard let view, machine.tapped < corners.count else { return false }
    let place = touch.location(in: view)
    let corner = corners[machine.tapped]
    let isLeft = corner == .topLeft || corner == .bottomLeft
    let isTop = corner == .topLeft || corner == .topRight
    let size = points(cornerSize)
    return (isLeft ? place.x - view.bounds.minX : view.bounds.maxX - place.x) <= size
      && (isTop ? place.y - view.bounds.minY : view.bounds.maxY - place.y) <= size
  }
}

/// The state machine of a corner sequence: counts taps in corners, in their order.
///
/// | state | finger down | finger moves too far | finger up | deadline |
/// | --- | --- | --- | --- | --- |
/// | waiting | pressing; fails in another corner | – | – | fails: no next tap |
/// | pressing | fails: one finger at a time | fails | waiting, or recognized | fails |
struct CornerSequenceMachine: Hashable {
  struct Settings: Hashable {
    var count = 0
    /// The square of a length in points.
    var movement = 0.0
    var duration: Microseconds = 0
    var interval: Microseconds = 0
  }

  let settings: Settings
  /// The number of corners tapped so far.
  private(set) var tapped = 0
  /// The time of the next deadline.
  private(set) var deadline: Timestamp?
  private var isPressing = false
  private var pressedAt = Timestamp(microseconds: 0)

  init(settings: Settings = Settings()) {
    self.settings = settings
  }

  /// Moves the times with the clock.
  mutating func shift(by microseconds: Microseconds) {
    deadline = deadline?.advanced(byMicroseconds: microseconds)
    pressedAt = pressedAt.advanced(byMicroseconds: microseconds)
  }

  /// A finger touched down; `isThere` says whether it is in the next corner.
  mutating func began(down count: Int, isThere: Bool, at time: Timestamp) -> GestureStep {
    guard count == 1, !isPressing else { return .fail(.tooManyTouches(count, limit: 1)) }
    guard isThere else { return .fail(.wrongCorner(tapped + 1)) }
    isPressing = true
    pressedAt = time
    deadline = time.advanced(byMicroseconds: settings.duration)
    return .wait
  }

  /// The finger moved; `squaredDistance` is the squared distance from its start.
  func moved(_ squaredDistance: Double) -> GestureStep {
    guard squaredDistance > settings.movement else { return .wait }
    return .fail(.moved(squaredDistance.squareRoot(), limit: settings.movement.squareRoot()))
  }

  /// The finger was lifted.
  mutating func ended(at time: Timestamp) -> GestureStep {
    isPressing = false
    tapped += 1
    guard tapped < settings.count else {
      deadline = nil
      return .recognize
    }
    // A tap at the very end of the interval counts.
    deadline = time.advanced(byMicroseconds: settings.interval).advanced(byMicroseconds: 1)
    return .wait
  }

  /// The deadline has come.
  mutating func deadlinePassed(at time: Timestamp) -> GestureStep {
    deadline = nil
    return isPressing
      ? .fail(.heldTooLong(time - pressedAt, limit: .microseconds(settings.duration)))
      : .fail(.noNextTap(after: tapped, within: .microseconds(settings.interval)))
  }
}
