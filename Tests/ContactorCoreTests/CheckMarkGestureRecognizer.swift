import ContactorCore

/// Follows a finger that goes down to the right, and then up to the right.
struct CheckMarkMachine: Hashable {
  /// How far the finger must come up again, in points; half as far down before.
  let length: Double
  private let start: Point
  /// The lowest place so far.
  private var corner: Point
  private var isRising = false

  init(from start: Point, length: Double) {
    self.start = start
    self.length = length
    corner = start
  }

  /// The finger moved.
  mutating func moved(to place: Point) -> GestureStep {
    if place.x < (isRising ? corner.x : start.x) - length / 10 { return .fail(.other("went to the left")) }
    if place.y >= corner.y {
      if isRising { return .fail(.other("went down again")) }
      corner = place
    } else if !isRising, corner.y - place.y > length / 10 {
      let depth = corner.y - start.y
      guard depth >= length / 2 else { return .fail(.movedTooLittle(depth, needed: length / 2)) }
      isRising = true
    }
    return .wait
  }

  /// The finger was lifted.
  func ended(at place: Point) -> GestureStep {
    let height = corner.y - place.y
    return isRising && height >= length ? .recognize : .fail(.movedTooLittle(max(height, 0), needed: length))
  }
}

/// Recognizes a check mark drawn by one finger.
final class CheckMarkGestureRecognizer: GestureRecognizer {
  /// How far the finger must come up; half as far down before.
  var length = Distance.millimetres(10)
  /// How long it may take.
  var maximumDuration = Duration.seconds(1)

  private var machine: CheckMarkMachine?

  override var kind: String { "checkMark" }

  override func touchesBegan(_ touches: TouchSet, with event: Event) {
    guard numberOfTouches == 1 else { return fail(.tooManyTouches(numberOfTouches, limit: 1)) }
    machine = CheckMarkMachine(from: location(in: view), length: points(length))
    deadline = event.timestamp + maximumDuration
  }

  override func touchesMoved(_ touches: TouchSet, with event: Event) {
    if let step = machine?.moved(to: location(in: view)) { apply(step) }
  }

  override func touchesEnded(_ touches: TouchSet, with event: Event) {
    if let step = machine?.ended(at: location(in: view)) { apply(step) }
  }

  override func touchesCancelled(_ touches: TouchSet, with event: Event) {
    fail(.cancelled)
  }

  override func deadlinePassed(at moment: Timestamp) {
    fail(.heldTooLong(elapsed, limit: maximumDuration))
  }

  override func reset() {
    machine = nil
  }
}
