import ContactorCore

extension Measure {
  /// A drawing of some 70 points, compared with eight templates of each of 16 shapes, without and with the order of its strokes.
  static var strokes: [Measure] {
    [("stroke", StrokeMatcher.Direction.any), ("stroke-forward", .forward)].map { name, direction in
      Measure(name, operations: 200, counted: 64) {
        let scene = StrokeScene(direction)
        return { count in
          for _ in 0..<count { scene.draw() }
        }
      }
    }
  }
}

/// Sixteen shapes of 2 to 9 corners, every fourth one closed, and a hand that misses each corner by up to 8 %.
private final class StrokeScene {
  private static let shapes = 16
  private let matcher: StrokeMatcher
  private let drawings: [[[Point]]]
  private var next = 0

  init(_ direction: StrokeMatcher.Direction) {
    var chance: UInt64 = 1
    /// A number from −1 to 1.
    func random() -> Double {
      chance = chance &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(chance >> 33) / Double(1 << 30) - 1
    }
    let corners = (0..<Self.shapes).map { shape -> [Point] in
      let corners = (0..<(2 + shape / 2)).map { _ in Point(x: 50 * random(), y: 50 * random()) }
      return shape % 4 == 3 ? corners + [corners[0]] : corners
    }
    func drawn(_ shape: Int) -> [[Point]] {
      let corners = corners[shape].map { Point(x: $0.x + 8 * random(), y: $0.y + 8 * random()) }
      let steps = 70 / (corners.count - 1)
      return [
        zip(corners, corners.dropFirst()).flatMap { start, end in
          (0...steps).map { step -> Point in
            let share = Double(step) / Double(steps)
            return Point(x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share)
          }
        }
      ]
    }
    let templates = (0..<Self.shapes).flatMap { shape in
      (0..<8).compactMap { _ in StrokeTemplate("shape \(shape)", strokes: drawn(shape)) }
    }
    matcher = StrokeMatcher(templates, direction: direction)
    drawings = (0..<64).map { drawn($0 % Self.shapes) }
  }

  func draw() {
    next = (next + 1) % drawings.count
    precondition(matcher.match(drawings[next]) != nil, "every drawing has a best shape")
  }
}
