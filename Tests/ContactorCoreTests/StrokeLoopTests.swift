@testable import ContactorCore
import Testing

/// Closed shapes that are drawn from anywhere, overlapped or left open, with the direction counting.
@Suite("Closed shapes, forward")
struct StrokeLoopTests {
  /// 144 points at equal distances around corners.
  private static func path(_ corners: [(Double, Double)]) -> [Point] {
    let sides = zip(corners, corners.dropFirst() + corners.prefix(1)).map { start, end in
      let way = (end.0 - start.0, end.1 - start.1)
      return (start: start, way: way, length: (way.0 * way.0 + way.1 * way.1).squareRoot())
    }
    let length = sides.reduce(0) { $0 + $1.length }
    return (0..<144).map { number in
      var left = length * Double(number) / 144
      var index = 0
      while index < sides.count - 1, left > sides[index].length {
        left -= sides[index].length
        index += 1
      }
      let (side, share) = (sides[index], left / sides[index].length)
      return Point(x: side.start.0 + side.way.0 * share, y: side.start.1 + side.way.1 * share)
    }
  }

  private static func ring(_ width: Double, _ height: Double) -> [Point] {
    path(
      (0..<72).map { step in
        let place = Drawing.turn(Double(step) / 72, radius: 0.5)
        return (place.0 * width, place.1 * height)
      })
  }

  private static let eight = path(
    (0..<72).map { step in
      let (once, twice) = (Drawing.turn(Double(step) / 72, radius: 50), Drawing.turn(Double(step * 2 % 72) / 72, radius: 25))
      return (once.1, twice.1)
    })

  private static let shapes: [(name: String, points: [Point])] = [
    ("circle", ring(100, 100)), ("ellipse", ring(100, 25)), ("flat ellipse", ring(100, 15)), ("eight", eight),
    ("square", path([(0, 0), (100, 0), (100, 100), (0, 100)])), ("rectangle", path([(0, 0), (100, 0), (100, 15), (0, 15)])),
    ("triangle", path([(50, 0), (100, 90), (0, 90)])), ("kite", path([(30, 0), (60, 40), (30, 100), (0, 40)])),
  ]

  /// A closed shape from one of its points, overlapped by a share of it, or left open for a negative one.
  private static func drawn(_ points: [Point], from start: Double, overlap: Double = 0) -> [[Point]] {
    let first = Int(start * Double(points.count))
    let count = Int(((1 + overlap) * Double(points.count)).rounded())
    return [(0...count).map { points[(first + $0) % points.count] }]
  }

  @Test("9.2 forward, a closed shape may begin anywhere, also if a twelfth of it is left open or drawn twice", arguments: 0..<8)
  func anywhere(number: Int) throws {
    let shape = Self.shapes[number]
    let template = try #require(StrokeTemplate(shape.name, strokes: Self.drawn(shape.points, from: 0)))
    for overlap in [-1.0 / 12, -0.05, 0, 0.05, 1.0 / 12, 1.0 / 9] {
      for eighth in 0..<8 {
        let drawing = Self.drawn(shape.points, from: Double(eighth) / 8, overlap: overlap)
        let score = template.similarity(to: drawing, direction: .forward)
        #expect(score > 0.85, "\(shape.name) from \(eighth)/8 by \(overlap): \(score)")
      }
    }
  }

  @Test("9.2 forward, a closed shape is not the same one drawn the other way round, from wherever it begins", arguments: 0..<8)
  func otherWay(number: Int) throws {
    let shape = Self.shapes[number]
    let template = try #require(StrokeTemplate(shape.name, strokes: Self.drawn(shape.points, from: 0)))
    for overlap in [-1.0 / 12, 0, 1.0 / 12] {
      for eighth in 0..<8 {
        let drawing = Self.drawn(shape.points.reversed(), from: Double(eighth) / 8, overlap: overlap)
        let score = template.similarity(to: drawing, direction: .forward)
        #expect(score < StrokeGestureRecognizer().threshold, "\(shape.name) from \(eighth)/8 by \(overlap): \(score)")
      }
    }
  }

  @Test("9.2 forward, a line there and back, and shapes that are open, have a beginning and an end")
  func open() throws {
    let strokes: [(String, [(Double, Double)])] = [
      ("there and back", [(0, 0), (0, 100), (0, 0)]), ("hairpin", [(0, 0), (0, 100), (8, 100), (8, 0)]),
      ("U", [(0, 0), (0, 100), (60, 100), (60, 0)]), ("narrow U", [(0, 0), (0, 100), (25, 100), (25, 0)]),
      ("V", [(0, 0), (20, 100), (40, 0)]), ("C", [(80, 0), (0, 20), (0, 80), (80, 100)]), ("check", [(0, 55), (30, 90), (100, 0)]),
    ]
    for (name, corners) in strokes {
      let points = corners.map { Point(x: $0.0, y: $0.1) }
      let template = try #require(StrokeTemplate(name, strokes: [points]))
      #expect(template.similarity(to: [points], direction: .forward) == 1)
      // From its other end; the first is the same from there, the second nearly.
      let isThin = name == "there and back" || name == "hairpin"
      #expect(template.similarity(to: [points.reversed()], direction: .forward) < 0.75 || isThin, "\(name)")
      // Half-way round, which the others have no beginning at.
      let turned = points.map { Point(x: 100 - $0.x, y: 100 - $0.y) }
      #expect(template.similarity(to: [turned], direction: .forward) < 0.75, "\(name)")
    }
  }

  @Test("9.2 forward, the score falls without a cliff as more of a circle is left open or drawn twice")
  func noCliff() throws {
    let circle = Self.shapes[0].points
    let template = try #require(StrokeTemplate("circle", strokes: Self.drawn(circle, from: 0)))
    for overlap in stride(from: -0.11, through: 0.25, by: 1.0 / 72) {
      let scores = (0..<6).map { template.similarity(to: Self.drawn(circle, from: Double($0) / 6, overlap: overlap), direction: .forward) }
      #expect(scores.min() ?? 0 > 0.8, "\(overlap): \(scores)")
    }
  }

  @Test("The least distance of two closed shapes is that of all places where one of them may begin")
  func leastDistance() throws {
    let byHands = Hand.all.enumerated().map { $1.draw(Hand.shapes[$0].drawing, seed: UInt64($0)).flatMap(\.self) }
    let loops = (Self.shapes.map(\.points) + byHands).compactMap { StrokeCloud([$0 + $0.prefix(1)], inOrder: true)?.loop }
    #expect(loops.count > 12)
    for loop in loops {
      for other in loops {
        let least = (0..<62).map { loop.distance(to: other, at: $0) }.min()!
        #expect(abs(loop.distance(to: other) - least) < 1e-5)
        #expect(loop.distance(to: other, below: least + 0.01) <= least + 1e-5)
        #expect(loop.distance(to: other, below: least / 2) == least / 2)
      }
    }
  }
}
