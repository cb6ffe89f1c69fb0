import ContactorCore
import Testing

/// Drawings of 13 synthetic hands; the figures are those of the contract.
@Suite("Drawn shapes of many hands")
struct StrokeHandTests {
  private static let templates = Hand.templates(by: 0..<8)

  /// How drawings were judged, of a hundred.
  private struct Tally {
    var right = 0
    var wrong = 0
    var unsure = 0
    var firstIsRight = 0
    var count = 0
  }

  @Test("9.2 with eight templates a shape, at least 94 of 100 drawings are recognized rightly")
  func figures() throws {
    let matcher = StrokeMatcher(Self.templates)
    let recognizer = StrokeGestureRecognizer()
    var tally = Tally()
    for (number, shape) in Hand.shapes.enumerated() {
      for (index, hand) in Hand.all.enumerated() {
        let drawn = hand.draw(shape.drawing, seed: UInt64(number * 1000 + index * 10 + 1))
        let match = try #require(matcher.match(drawn))
        tally.count += 1
        if match.nextScore >= recognizer.threshold, match.score - match.nextScore < recognizer.margin {
          tally.unsure += 1
        } else if match.score >= recognizer.threshold {
          if match.name == shape.name { tally.right += 1 } else { tally.wrong += 1 }
        }
      }
    }
    #expect(tally.count == 208)
    #expect(tally.right * 100 >= tally.count * 94, "\(tally)")
    #expect(tally.wrong * 100 <= tally.count, "\(tally)")
    #expect(tally.unsure > 0, "\(tally)")
  }

  @Test("9.2 forward, a shape and the same shape drawn backwards are told apart")
  func forward() throws {
    let backwards = Hand.shapes.map { shape in
      var drawing = shape.drawing
      drawing.strokes = drawing.strokes.reversed().map { $0.reversed() }
      return (name: shape.name + " backwards", drawing: drawing)
    }
    let shapes = Hand.shapes + backwards
    let matcher = StrokeMatcher(Hand.templates(by: 0..<8, of: shapes), direction: .forward)
    var right = 0
    var otherWay = 0
    for (number, shape) in shapes.enumerated() {
      for (index, hand) in Hand.all.enumerated() {
        let match = try #require(matcher.match(hand.draw(shape.drawing, seed: UInt64(number * 1000 + index * 10 + 2))))
        let isLeft = match.nextName != nil && match.score - match.nextScore < 0.02
        if match.name == shape.name, match.score >= 0.75, !isLeft { right += 1 }
        if match.name + " backwards" == shape.name || match.name == shape.name + " backwards" { otherWay += 1 }
      }
    }
    #expect(right * 100 >= shapes.count * Hand.all.count * 94)
    #expect(otherWay == 0)
  }

  @Test("Of more templates than are compared, the best is found as if all were")
  func shortlist() throws {
    let matcher = StrokeMatcher(Self.templates)
    for (number, shape) in Hand.shapes.enumerated() {
      let drawn = Hand.all[number % 13].draw(shape.drawing, seed: UInt64(number * 1000 + 5))
      let match = try #require(matcher.match(drawn))
      let scores = Self.templates.map { ($0.name, $0.similarity(to: drawn)) }
      let best = try #require(scores.max { $0.1 < $1.1 })
      #expect(match.name == best.0)
      #expect(abs(match.score - best.1) < 0.01, "\(shape.name)")
    }
  }

  @Test("Forward, the best of many templates is that of comparing all from wherever they may begin, and a second one that is near, too")
  func forwardRanking() throws {
    let matcher = StrokeMatcher(Self.templates, direction: .forward)
    for (number, shape) in Hand.shapes.enumerated() {
      for hand in stride(from: number % 4, to: Hand.all.count, by: 4) {
        let drawn = Hand.all[hand].draw(shape.drawing, seed: UInt64(number * 1000 + hand * 10 + 7))
        let match = try #require(matcher.match(drawn))
        var best: [String: Double] = [:]
        for template in Self.templates {
          best[template.name] = max(best[template.name] ?? 0, template.similarity(to: drawn, direction: .forward))
        }
        let ranked = best.values.sorted(by: >)
        #expect(best[match.name] == ranked[0] && abs(match.score - ranked[0]) < 1e-5, "\(shape.name)")
        let isFar = ranked[1] < min(ranked[0] - 0.1, StrokeGestureRecognizer().threshold)
        #expect(abs(match.nextScore - ranked[1]) < 1e-5 || isFar, "\(shape.name) \(ranked[..<2]) \(match)")
      }
    }
  }

  @Test("Up to 16 templates, the result is that of comparing all by the definition")
  func definition() throws {
    for seed in UInt64(1)...12 {
      var noise = Drawing.Noise(state: seed)
      let templates = (0..<Int(seed + 4)).map { number -> StrokeTemplate in
        let shape = Hand.shapes[Int((noise.next() + 1) * 7.99)]
        return StrokeTemplate(shape.name, strokes: Hand.all[number % 13].draw(shape.drawing, seed: seed * 100 + UInt64(number)))!
      }
      let shape = Hand.shapes[Int(seed)].drawing
      let drawn = Hand.all[Int(seed)].draw(shape, seed: seed)
      let match = try #require(StrokeMatcher(templates).match(drawn))
      var best: [String: Double] = [:]
      for template in templates {
        let score = max(0, 1 - PairedCloud(template.strokes).distance(to: PairedCloud(drawn)) / 0.4)
        #expect(abs(template.similarity(to: drawn) - score) < 1e-3, "seed \(seed): \(template.name)")
        best[template.name] = max(best[template.name] ?? 0, score)
      }
      let ranked = best.sorted { $0.value > $1.value }
      #expect(match.name == ranked[0].key && abs(match.score - ranked[0].value) < 1e-3)
      #expect(ranked.count < 2 || abs(match.nextScore - ranked[1].value) < 1e-3)
    }
  }
}

/// The measure of similarity by its definition: $P's pairing, without anything that makes it fast.
private struct PairedCloud {
  private var points: [Point] = []

  /// 32 points at equal distances along the strokes, as large as 1 and about (0, 0).
  init(_ strokes: [[Point]]) {
    let steps = strokes.flatMap { zip($0, $0.dropFirst()).map { ($0, $1) } }
    let lengths = steps.map { $0.squaredDistance(to: $1).squareRoot() }
    let length = lengths.reduce(0, +)
    for number in 0..<32 {
      var left = length * Double(number) / 31
      var index = 0
      while index < steps.count - 1, left > lengths[index] {
        left -= lengths[index]
        index += 1
      }
      let (start, end) = steps[index]
      let share = lengths[index] > 0 ? min(1, left / lengths[index]) : 0
      points.append(Point(x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share))
    }
    let (x, y) = (points.map { $0.x }, points.map { $0.y })
    let size = max(x.max()! - x.min()!, y.max()! - y.min()!)
    let count = points[31].squaredDistance(to: points[0]).squareRoot() < size / 4 ? 31 : 32
    let (meanX, meanY) = (x.prefix(count).reduce(0, +) / Double(count), y.prefix(count).reduce(0, +) / Double(count))
    points = points.map { Point(x: ($0.x - meanX) / size, y: ($0.y - meanY) / size) }
  }

  /// The least weighted mean distance of each point from the nearest that is free, over starting points of either cloud.
  func distance(to other: PairedCloud) -> Double {
    stride(from: 0, to: 32, by: 4).map { min(pairing(with: other, from: $0), other.pairing(with: self, from: $0)) }.min()!
  }

  private func pairing(with other: PairedCloud, from start: Int) -> Double {
    var free = Set(0..<32)
    var sum = 0.0
    for step in 0..<32 {
      let point = points[(start + step) % 32]
      let nearest = free.min { other.points[$0].squaredDistance(to: point) < other.points[$1].squaredDistance(to: point) }!
      free.remove(nearest)
      sum += other.points[nearest].squaredDistance(to: point).squareRoot() * Double(32 - step)
    }
    return sum / 528
  }
}
