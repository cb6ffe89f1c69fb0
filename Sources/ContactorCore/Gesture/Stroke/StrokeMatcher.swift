/// Finds the template that is most similar to a drawing.
///
/// The method is that of $P (Vatavu, Anthony and Wobbrock, 2012): drawings are clouds of points, paired greedily. The measure of
/// similarity is ours: see `StrokeTemplate.similarity(to:)`.
public struct StrokeMatcher: Hashable, Sendable {
  /// The result of matching a drawing.
  public struct Match: Hashable, Sendable {
    /// The name of the most similar template.
    public let name: String
    /// The similarity to it, 0…1.
    public let score: Double
    /// The name of the second-best shape; `nil` if all templates have one name.
    public let nextName: String?
    /// The similarity to the second-best shape, 0…1.
    public let nextScore: Double
  }

  /// The templates.
  public var templates: [StrokeTemplate]

  /// Creates a matcher.
  public init(_ templates: [StrokeTemplate] = []) {
    self.templates = templates
  }

  /// The template that is most similar to the strokes, however low the similarity; `nil` if there is no template or the strokes have no
  /// extent.
  ///
  /// - Complexity: O(templates + points).
  public func match(_ strokes: [[Point]]) -> Match? {
    guard let cloud = StrokeCloud(strokes) else { return nil }
    var best: (name: String, score: Double)?
    var next: (name: String, score: Double)?
    for template in templates {
      let score = template.similarity(to: cloud)
      if let leader = best, score <= leader.score {
        if template.name != leader.name, score > next?.score ?? -1 { next = (template.name, score) }
      } else {
        if let leader = best, leader.name != template.name { next = leader }
        best = (template.name, score)
      }
    }
    return best.map { Match(name: $0.name, score: $0.score, nextName: next?.name, nextScore: next?.score ?? 0) }
  }
}

/// A drawing as a cloud of 32 points, which is compared with other clouds.
///
/// The points are evenly spaced along the strokes, scaled so that the longer side of their bounds is 1, and moved so that their mean is
/// (0, 0). So position and size, and the order and direction of the strokes, do not count; proportions and angle do.
struct StrokeCloud: Hashable, Sendable {
  /// The number of points in a cloud; the description of $P found it to be enough.
  static let count = 32

  /// The points, 32 of them, in the order in which they were drawn.
  let points: [SIMD2<Double>]

  /// Creates the cloud of strokes; `nil` if they have no extent.
  ///
  /// - Complexity: O(points).
  init?(_ strokes: [[Point]]) {
    let even = StrokeCloud.evenPoints(along: strokes)
    guard let first = even.first else { return nil }
    let lowest = even.reduce(first, pointwiseMin)
    let highest = even.reduce(first, pointwiseMax)
    let size = (highest - lowest).max()
    guard size > 0, size.isFinite else { return nil }
    let mean = even.reduce(.zero, +) / Double(even.count)
    points = even.map { ($0 - mean) / size }
  }

  /// Points at equal distances along the strokes, leaving out the gaps between strokes; none for an empty drawing.
  static func evenPoints(along strokes: [[Point]]) -> [SIMD2<Double>] {
    let segments = strokes.flatMap { stroke in
      zip(stroke, stroke.dropFirst()).map { (SIMD2($0.x, $0.y), SIMD2($1.x, $1.y)) }
    }
    let length = segments.reduce(0) { $0 + ($1.1 - $1.0).length }
    guard length > 0, length.isFinite, let end = segments.last?.1 else { return [] }
    var points: [SIMD2<Double>] = []
    points.reserveCapacity(count)
    var passed = 0.0
    for (start, end) in segments {
      let step = (end - start).length
      while step > 0, points.count < count {
        let wanted = length * Double(points.count) / Double(count - 1)
        guard wanted <= passed + step else { break }
        points.append(start + (end - start) * ((wanted - passed) / step))
      }
      passed += step
    }
    // The sum of the steps may fall short of the length by a rounding error.
    while points.count < count { points.append(end) }
    return points
  }

  /// The distance of two clouds, 0 for equal ones: the weighted mean distance of each point from its partner.
  ///
  /// Pairs are formed greedily, from several starting points of either cloud, and the first pairs weigh most.
  ///
  /// - Complexity: O(n² √n): 14 pairings of 32 points.
  func distance(to other: StrokeCloud) -> Double {
    // √32 is 5.7, so every fifth point is a starting point.
    let starts = stride(from: 0, to: StrokeCloud.count, by: 5)
    return starts.reduce(.infinity) { least, start in
      min(least, pairing(with: other, from: start), other.pairing(with: self, from: start))
    }
  }

  private func pairing(with other: StrokeCloud, from start: Int) -> Double {
    let count = StrokeCloud.count
    var free = UInt32.max
    var sum = 0.0
    for step in 0..<count {
      let point = points[(start + step) % count]
      var nearest = (index: 0, squared: Double.infinity)
      for index in 0..<count where free & (1 << UInt32(index)) != 0 {
        let way = other.points[index] - point
        let squared = (way * way).sum()
        if squared < nearest.squared { nearest = (index, squared) }
      }
      free &= ~(1 << UInt32(nearest.index))
      sum += nearest.squared.squareRoot() * Double(count - step)
    }
    return sum / Double(count * (count + 1) / 2)
  }
}

extension SIMD2<Double> {
  fileprivate var length: Double { (self * self).sum().squareRoot() }
}
