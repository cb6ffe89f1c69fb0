/// Remembers where and when taps ended, so that a touch nearby soon after counts on (contract 2.3).
struct TapMemory {
  private struct Tap {
    let view: ObjectIdentifier
    let location: Point
    let time: Timestamp
    let count: Int
  }

  private var taps: ContiguousArray<Tap> = []

  /// Keeps the end of a touch whose tap count is still above 0.
  mutating func remember(_ touch: Touch) {
    guard touch.tapCount > 0, let view = touch.view else { return }
    taps.append(
      Tap(view: ObjectIdentifier(view), location: touch.location, time: touch.timestamp, count: touch.tapCount))
  }

  /// The tap count of a touch that begins: one more than that of the nearest tap it repeats, or 1.
  mutating func countForTouch(in view: View, at location: Point, _ time: Timestamp, _ tuning: Tuning) -> Int {
    taps.removeAll { time - $0.time > tuning.tapInterval }
    let limit = tuning.tapDistance * tuning.tapDistance
    var best: (index: Int, distance: Double)?
    for (index, tap) in taps.enumerated() where tap.view == ObjectIdentifier(view) {
      let distance = tap.location.squaredDistance(to: location)
      if distance <= limit, distance < best?.distance ?? .infinity { best = (index, distance) }
    }
    guard let best else { return 1 }
    return taps.remove(at: best.index).count + 1
  }
}
