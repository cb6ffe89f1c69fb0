import ContactorCore

/// Shapes to draw in tests, and a hand that does not draw them well.
struct Drawing {
  var strokes: [[Point]]

  static let shapes: [(name: String, drawing: Drawing)] = [
    ("check", Drawing([[(0, 55), (30, 90), (100, 0)]])),
    ("circle", Drawing([(0...36).map { turn(Double($0) / 36, radius: 50) }])),
    ("cross", Drawing([[(0, 0), (100, 100)], [(100, 0), (0, 100)]])),
    ("line", Drawing([[(0, 50), (100, 50)]])),
    ("triangle", Drawing([[(50, 0), (100, 90), (0, 90), (50, 0)]])),
    ("zigzag", Drawing([[(0, 0), (100, 0), (0, 100), (100, 100)]])),
    ("arrow", Drawing([[(0, 50), (100, 50)], [(70, 20), (100, 50), (70, 80)]])),
  ]

  init(_ strokes: [[(Double, Double)]]) {
    self.strokes = strokes.map { stroke in
      stroke.map { Point(x: $0.0, y: $0.1) }
    }
  }

  static func turn(_ share: Double, radius: Double) -> (Double, Double) {
    // Each quarter by its rational form, which needs no sine.
    let quarter = (share * 4).rounded(.down)
    let t = share * 4 - quarter
    let x = (1 - t * t) / (1 + t * t)
    let y = 2 * t / (1 + t * t)
    switch Int(quarter) % 4 {
    case 0: return (radius * x, radius * y)
    case 1: return (-radius * y, radius * x)
    case 2: return (-radius * x, -radius * y)
    default: return (radius * y, -radius * x)
    }
  }

  /// The same shape with a point every few units, each off by up to `jitter`, scaled and moved.
  func drawn(jitter: Double, scale: Double = 3, at place: Point = Point(x: 200, y: 100), seed: UInt64 = 1) -> [[Point]] {
    var random = Noise(state: seed)
    return strokes.map { stroke in
      var points: [Point] = []
      for (start, end) in zip(stroke, stroke.dropFirst()) {
        for step in 0..<8 {
          let share = Double(step) / 7
          points.append(
            Point(
              x: place.x + scale * (start.x + (end.x - start.x) * share + random.next() * jitter),
              y: place.y + scale * (start.y + (end.y - start.y) * share + random.next() * jitter)))
        }
      }
      return points
    }
  }

  /// Numbers −1…1 that are the same in each run.
  struct Noise {
    var state: UInt64
    mutating func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 33) / Double(1 << 30) - 1
    }
  }
}
