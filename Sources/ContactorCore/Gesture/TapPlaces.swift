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
