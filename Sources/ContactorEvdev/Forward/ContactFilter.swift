internal import ContactorCore

/// Smooths the positions of one contact, in device units.
struct ContactFilter {
  private let kind: ForwardSettings.Filter
  /// The last `count` positions, as a ring: columns and rows.
  private var columns = SIMD16<Double>()
  private var rows = SIMD16<Double>()
  private var count = 0
  private var next = 0
  /// The 1-euro filter's position and speed in device units per second, and when.
  private var place = SIMD2<Double>(repeating: 0)
  private var speed = SIMD2<Double>(repeating: 0)
  private var time = Timestamp(microseconds: 0)

  init(_ kind: ForwardSettings.Filter) {
    self.kind = kind
  }

  /// Moves the time of the last position with the clock.
  mutating func follow(_ turn: ClockTurn) { time = turn.moved(time) }

  /// The smoothed position for the next one.
  ///
  /// - Parameters:
  ///   - next: the position in device units.
  ///   - unit: points per device unit.
  mutating func filter(_ next: SIMD2<Double>, at time: Timestamp, unit: Point) -> SIMD2<Double> {
    switch kind {
    case .none: next
    case .median(let length): median(next, of: min(max(length, 1), 9) | 1)
    case .oneEuro(let minimumCutoff, let beta):
      oneEuro(next, at: time, cutoff: minimumCutoff, beta: SIMD2(beta * unit.x, beta * unit.y))
    }
  }

  private mutating func median(_ position: SIMD2<Double>, of length: Int) -> SIMD2<Double> {
    columns[next] = position.x
    rows[next] = position.y
    next = next + 1 < length ? next + 1 : 0
    count = min(count + 1, length)
    // Until there are enough positions, the median of an odd number of the last ones.
    let odd = count & 1 == 1 ? count : count - 1
    return SIMD2(middle(of: columns, count: odd), middle(of: rows, count: odd))
  }

  /// The median of the last values of a ring.
  private func middle(of ring: SIMD16<Double>, count wanted: Int) -> Double {
    var sorted = SIMD16<Double>()
    for index in 0..<wanted {
      let value = ring[(next &- 1 &- index &+ 2 &* length) % length]
      var place = index
      while place > 0, sorted[place - 1] > value {
        sorted[place] = sorted[place - 1]
        place -= 1
      }
      sorted[place] = value
    }
    return sorted[wanted / 2]
  }

  private var length: Int {
    if case .median(let length) = kind { min(max(length, 1), 9) | 1 } else { 1 }
  }

  /// The derivative is smoothed with a cut-off of 1 Hz, as in the paper.
  private mutating func oneEuro(
    _ position: SIMD2<Double>, at now: Timestamp, cutoff: Double, beta: SIMD2<Double>
  ) -> SIMD2<Double> {
    defer { time = now }
    guard count > 0 else {
      count = 1
      place = position
      return position
    }
    // Two frames at one time: as if the panel reported a thousand times a second.
    let interval = Double(max(now.microseconds(since: time), 1000)) / 1_000_000
    speed += Self.weight(SIMD2(repeating: 1), interval) * ((position - place) / interval - speed)
    let bounds = SIMD2(repeating: max(cutoff, 0)) + beta * SIMD2(speed.x.magnitude, speed.y.magnitude)
    place += Self.weight(bounds, interval) * (position - place)
    return place
  }

  /// How much of a new value a low pass takes: 1 / (1 + τ / interval), with τ = 1 / (2π · cutoff).
  private static func weight(_ cutoff: SIMD2<Double>, _ interval: Double) -> SIMD2<Double> {
    let part = cutoff * (2 * Double.pi * interval)
    return SIMD2(fraction(part.x), fraction(part.y))
  }

  private static func fraction(_ part: Double) -> Double {
    // An infinite cut-off takes all.
    part.isFinite ? max(part, 0) / (max(part, 0) + 1) : 1
  }
}
