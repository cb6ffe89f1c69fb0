import ContactorCore

/// People who draw: 16 shapes, and 13 hands that draw them each in its own way.
///
/// A hand is jitter, corners off their places, slant, proportions, corners that are cut, speed that changes, and tilt; a drawing of a hand
/// differs from its others in size and a little in all of them.
struct Hand {
  var jitter, wobble, slant, squeeze, rounding, speed, tilt: Double

  static let all: [Hand] = (0..<13).map { number in
    var noise = Drawing.Noise(state: UInt64(1000 + number * 77))
    for _ in 0..<5 { _ = noise.next() }
    func between(_ low: Double, _ high: Double) -> Double { low + (high - low) * (noise.next() + 1) / 2 }
    return Hand(
      jitter: between(0.5, 3), wobble: between(2, 9), slant: between(-0.3, 0.3), squeeze: between(0.7, 1.35),
      rounding: between(0, 0.6), speed: between(0, 0.8), tilt: between(-0.12, 0.12))
  }

  /// The strokes of a shape as this hand draws it, in points of a window, somewhere between (0, 0) and (600, 600).
  func draw(_ shape: Drawing, seed: UInt64) -> [[Point]] {
    var noise = Drawing.Noise(state: seed &* 2_654_435_761 &+ 17)
    for _ in 0..<8 { _ = noise.next() }
    let size = 2 * (1 + 0.5 * noise.next())
    let lean = slant + 0.08 * noise.next()
    let width = squeeze * (1 + 0.1 * noise.next())
    let turn = tilt + 0.06 * noise.next()
    return shape.strokes.map { stroke in
      let path = rounded(Hand.dense(bent(stroke, &noise)))
      let phase = noise.next() / 2
      let (swayX, swayY) = (wobble * 0.7 * noise.next(), wobble * 0.7 * noise.next())
      var drawn: [Point] = []
      var at = 0.0
      while at < Double(path.count - 1) {
        let share = at / Double(path.count)
        let (here, next, part) = (path[Int(at)], path[Int(at) + 1], at - at.rounded(.down))
        var x = here.x + (next.x - here.x) * part + swayX * Hand.sine(share + phase)
        let y = here.y + (next.y - here.y) * part + swayY * Hand.sine(share + phase + 0.3)
        x = 50 + (x + lean * (50 - y) - 50) * width
        drawn.append(
          Point(x: 200 + (x - y * turn) * size + jitter * noise.next(), y: 200 + (x * turn + y) * size + jitter * noise.next()))
        // Points are close together while the hand is slow.
        at += 2 * (1 + speed * Hand.sine(2 * share + phase))
      }
      return drawn
    }
  }

  /// A stroke with its corners off their places; curves are left as they are.
  private func bent(_ stroke: [Point], _ noise: inout Drawing.Noise) -> [Point] {
    guard stroke.count <= 8 else { return stroke }
    return stroke.map { Point(x: $0.x + wobble * noise.next(), y: $0.y + wobble * noise.next()) }
  }

  /// A path whose corners are cut.
  private func rounded(_ path: [Point]) -> [Point] {
    let reach = Int(rounding * 10)
    return path.indices.map { index in
      let reach = min(reach, index, path.count - 1 - index)
      let part = path[(index - reach)...(index + reach)]
      return Point(x: part.reduce(0) { $0 + $1.x } / Double(part.count), y: part.reduce(0) { $0 + $1.y } / Double(part.count))
    }
  }

  /// A path with a point every two units.
  private static func dense(_ stroke: [Point]) -> [Point] {
    var path: [Point] = []
    for (start, end) in zip(stroke, stroke.dropFirst()) {
      let steps = max(1, Int(start.squaredDistance(to: end).squareRoot() / 2))
      for step in 0..<steps {
        let share = Double(step) / Double(steps)
        path.append(Point(x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share))
      }
    }
    return path + stroke.suffix(1)
  }

  private static func sine(_ turns: Double) -> Double {
    Drawing.turn(turns - turns.rounded(.down), radius: 1).1
  }
}

extension Hand {
  /// The shapes that the hands draw.
  static let shapes: [(name: String, drawing: Drawing)] = [
    ("line", Drawing([[(0, 50), (100, 50)]])),
    ("check", Drawing([[(0, 55), (30, 90), (100, 0)]])),
    ("arrow", Drawing([[(0, 50), (100, 50), (70, 20), (100, 50), (70, 80)]])),
    ("circle", Drawing([arc(50, 50, 50, from: -0.25, to: 0.75)])),
    ("square", Drawing([[(0, 0), (100, 0), (100, 100), (0, 100), (0, 0)]])),
    ("triangle", Drawing([[(50, 0), (100, 90), (0, 90), (50, 0)]])),
    ("zigzag", Drawing([[(0, 0), (100, 0), (0, 100), (100, 100)]])),
    ("L", Drawing([[(0, 0), (0, 100), (70, 100)]])),
    ("V", Drawing([[(0, 0), (45, 100), (90, 0)]])),
    ("N", Drawing([[(0, 100), (0, 0), (80, 100), (80, 0)]])),
    ("W", Drawing([[(0, 0), (25, 90), (50, 20), (75, 90), (100, 0)]])),
    ("S", Drawing([arc(50, 25, 25, from: -0.1, to: -0.75) + arc(50, 75, 25, from: -0.25, to: 0.4)])),
    ("C", Drawing([arc(50, 50, 50, from: -0.12, to: -0.88)])),
    ("star", Drawing([[(20, 100), (50, 0), (80, 100), (0, 38), (100, 38), (20, 100)]])),
    ("spiral", Drawing([(0...48).map { spot(50, 50, 50 - 40 * Double($0) / 48, Double($0) / 24) }])),
    ("pigtail", Drawing([[(0, 90), (25, 88)] + arc(50, 55, 32, from: 0.25, to: -0.75) + [(75, 88), (100, 90)]])),
  ]

  /// Templates of shapes, as many of each as there are hands that draw them.
  static func templates(by hands: Range<Int>, of shapes: [(name: String, drawing: Drawing)] = shapes) -> [StrokeTemplate] {
    shapes.flatMap { shape in
      hands.map { StrokeTemplate(shape.name, strokes: all[$0].draw(shape.drawing, seed: UInt64(7000 + $0)))! }
    }
  }

  private static func arc(_ x: Double, _ y: Double, _ radius: Double, from start: Double, to end: Double) -> [(Double, Double)] {
    (0...24).map { spot(x, y, radius, start + (end - start) * Double($0) / 24) }
  }

  private static func spot(_ x: Double, _ y: Double, _ radius: Double, _ turns: Double) -> (Double, Double) {
    let place = Drawing.turn(turns - turns.rounded(.down), radius: radius)
    return (x + place.0, y + place.1)
  }
}
