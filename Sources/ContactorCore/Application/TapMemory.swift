/// The ends of recent taps, from which the tap count of a touch nearby is derived (contract 2.3).
struct TapMemory {
  private struct Tap {
    let view: ObjectIdentifier
    /// Retains the view's memory, so that no other view gets its address.
    let memory: Weak<View>
    let location: Point
    let time: Timestamp
    let count: Int
  }

  /// The greatest number of taps that are kept; most panels report ten fingers.
  private static let limit = 32

  private var taps: ContiguousArray<Tap> = []

  /// Records the end of a touch whose tap count is above 0.
  ///
  /// The reference to the view is weak, so nothing is released that could call back.
  mutating func remember(_ touch: Touch) {
    guard touch.tapCount > 0, let view = touch.view else { return }
    if taps.count >= Self.limit { taps.removeFirst() }
    taps.append(
      Tap(
        view: ObjectIdentifier(view), memory: Weak(view), location: touch.location, time: touch.timestamp,
        count: touch.tapCount))
  }

  /// The tap count of a touch that begins: the count of the nearest tap that it repeats, plus 1; otherwise 1.
  mutating func countForTouch(in view: View, at location: Point, _ time: Timestamp, _ tuning: Tuning) -> Int {
    // The taps are in the order of time.
    let interval = tuning.tapInterval.clampedMicroseconds
    var expired = 0
    while expired < taps.count, time.microseconds(since: taps[expired].time) > interval { expired += 1 }
    if expired > 0 { taps.removeFirst(expired) }
    let limit = tuning.tapDistance * tuning.tapDistance
    var best: (index: Int, distance: Double)?
    for index in taps.indices where taps[index].view == ObjectIdentifier(view) {
      let distance = taps[index].location.squaredDistance(to: location)
      if distance <= limit, distance < best?.distance ?? .infinity { best = (index, distance) }
    }
    guard let best else { return 1 }
    let count = taps.remove(at: best.index).count
    return count == .max ? count : count + 1
  }
}
