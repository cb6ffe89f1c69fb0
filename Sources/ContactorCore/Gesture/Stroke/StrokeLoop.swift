/// A stroke that ends near its beginning, as 31 points round it: it may begin anywhere.
///
/// People leave a circle open, or draw a part of it twice. So the loop ends at the point of the last sixth that is nearest to the beginning;
/// what comes after that is left out, and a line closes what is open.
struct StrokeLoop: Hashable, Sendable {
  /// The number of points: one less than a cloud's, as the first one is not repeated.
  private static let count = StrokeCloud.count - 1
  /// How many of a cloud's points may be left out at the end, as drawn twice: a sixth of the way, 58° of a circle.
  private static let greatestOverlap = 5
  /// The greatest gap of a drawing, in parts of its length: 45° of a circle.
  private static let greatestGap = 0.125
  /// The greatest gap of a shape that may begin anywhere: 36° of a circle.
  ///
  /// A `U` that is not four times as high as wide has a greater one.
  private static let greatestGapOfShape = 0.1
  /// The least distance of a loop from the same one drawn the other way round, from wherever that begins: that of a score of 0.75.
  ///
  /// A line there and back has 0, a rectangle 0.1 with a side of a ninth of the other.
  private static let leastWidth: Float = 0.1

  /// The points, and those half-way from each to the next: their x twice, one after the other, so that 31 can be counted from each; then
  /// their y.
  private let coordinates: [Float]
  private let between: [Float]
  /// The mean distance from a point to the one half-way to the next.
  private let step: Float
  /// The gap in parts of the length.
  private let gap: Double

  /// Closes a stroke; `nil` if its end is too far from its beginning.
  ///
  /// - Parameter even: the points of a cloud, at equal distances along the stroke.
  init?(closing even: [SIMD2<Double>]) {
    let start = even[0]
    var end = even.count - 1
    for index in (end - StrokeLoop.greatestOverlap)..<end where (even[index] - start).length < (even[end] - start).length { end = index }
    let open = (even[end] - start).length
    // The chords between points at equal distances along the stroke; at a corner one is shorter.
    var length = 0.0
    for index in 0..<end { length += (even[index + 1] - even[index]).length }
    guard length > 0, open <= length * StrokeLoop.greatestGap else { return nil }
    gap = open / length
    let points = StrokeLoop.scaled(StrokeLoop.points(around: even[...end] + [start], length + open))
    coordinates = StrokeLoop.twice(points)
    let halves = points.indices.map { (points[$0] + points[$0 + 1 < points.count ? $0 + 1 : 0]) / 2 }
    between = StrokeLoop.twice(halves)
    step = zip(points, halves).reduce(0) { $0 + (($1.0 - $1.1) * ($1.0 - $1.1)).sum().squareRoot() } / Float(points.count)
  }

  /// Points at equal distances around a ring, whose last point is the first one again.
  private static func points(around ring: ArraySlice<SIMD2<Double>>, _ length: Double) -> [SIMD2<Double>] {
    var points: [SIMD2<Double>] = []
    points.reserveCapacity(count)
    var passed = 0.0
    for (start, end) in zip(ring, ring.dropFirst()) {
      let step = (end - start).length
      while step > 0, points.count < count {
        let wanted = length * Double(points.count) / Double(count)
        guard wanted <= passed + step else { break }
        points.append(start + (end - start) * ((wanted - passed) / step))
      }
      passed += step
    }
    // The sum of the steps may fall short of the length by a rounding error.
    while points.count < count, let last = ring.last { points.append(last) }
    return points
  }

  /// The points about their mean, with bounds whose longer side is 1.
  private static func scaled(_ points: [SIMD2<Double>]) -> [SIMD2<Float>] {
    let size = (points.reduce(points[0], pointwiseMax) - points.reduce(points[0], pointwiseMin)).max()
    let mean = points.reduce(.zero, +) / Double(points.count)
    return points.map { SIMD2<Float>(($0 - mean) / size) }
  }

  private static func twice(_ points: [SIMD2<Float>]) -> [Float] {
    let twice = points + points
    return twice.map { $0.x } + twice.map { $0.y }
  }

  /// Whether a shape may begin anywhere: it is closed but for a small gap, and is another one when it is drawn the other way round.
  var isRound: Bool {
    guard gap <= StrokeLoop.greatestGapOfShape else { return false }
    let count = StrokeLoop.count
    let reversed = Array(coordinates[..<(2 * count)].reversed() + coordinates[(2 * count)...].reversed())
    let least = (0..<count).reduce(Float.infinity) { min($0, meanDistance(to: reversed, from: $1)) }
    return least >= StrokeLoop.leastWidth
  }

  // MARK: Comparing

  /// The mean distance of the points of two loops, from where these begin nearest to each other; any greater one if it is not below a limit.
  ///
  /// The other loop may begin at each of its points and half-way to the next: at 62 places. From one to the next the distance changes by
  /// `step` at most, so two places with great distances rule out those between them.
  ///
  /// - Complexity: O(1): 62 × 31 distances of points at most, a tenth of that for most shapes.
  func distance(to other: StrokeLoop, below limit: Float = .infinity) -> Float {
    var best = limit
    let first = distance(to: other, at: 0, &best)
    var (start, before) = (0, first)
    for end in stride(from: StrokeLoop.sparse, to: 2 * StrokeLoop.count, by: StrokeLoop.sparse) {
      let after = distance(to: other, at: end, &best)
      search(other, between: (start, before), and: (end, after), &best)
      (start, before) = (end, after)
    }
    search(other, between: (start, before), and: (2 * StrokeLoop.count, first), &best)
    return best
  }

  /// How far apart the places are that are always tried.
  private static let sparse = 16

  /// A place where the other loop may begin, and the distance there.
  private typealias Place = (place: Int, distance: Float)

  /// Tries the places between two whose distances are known, as far as one can be nearer than the best.
  private func search(_ other: StrokeLoop, between low: Place, and high: Place, _ best: inout Float) {
    let width = high.place - low.place
    guard width > 1, (low.distance + high.distance - other.step * Float(width)) / 2 < best else { return }
    let place = low.place + width / 2
    let middle = (place, distance(to: other, at: place, &best))
    search(other, between: low, and: middle, &best)
    search(other, between: middle, and: high, &best)
  }

  /// The mean distance where the other loop begins at one of its 62 places: an even one is a point, an odd one half-way to the next.
  func distance(to other: StrokeLoop, at place: Int) -> Float {
    meanDistance(to: place % 2 == 0 ? other.coordinates : other.between, from: place / 2)
  }

  private func distance(to other: StrokeLoop, at place: Int, _ best: inout Float) -> Float {
    let distance = distance(to: other, at: place)
    best = min(best, distance)
    return distance
  }

  /// The mean distance of the points, the other ones counted from one of them.
  private func meanDistance(to others: [Float], from start: Int) -> Float {
    let (count, y) = (StrokeLoop.count, 2 * StrokeLoop.count)
    // The last of 32 is the first one again.
    return coordinates.span.sumOfDistances(0, y, to: others.span, start, y + start, leavesOutLast: true) / Float(count)
  }
}
