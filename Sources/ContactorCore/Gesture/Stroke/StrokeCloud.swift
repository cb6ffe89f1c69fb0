/// A drawing as a cloud of 32 points, which is compared with other clouds.
///
/// The points are evenly spaced along the strokes, scaled so that the longer side of their bounds is 1, and moved so that their mean is
/// (0, 0). So position and size do not count; proportions and angle do.
struct StrokeCloud: Hashable, Sendable {
  /// The number of points in a cloud; the description of $P found it to be enough.
  static let count = 32

  /// The points in the order of drawing: the 32 x, then the 32 y.
  let coordinates: [Float]
  /// How much of the cloud lies in each of 8 by 8 cells, which overlap.
  let density: [SIMD4<Float>]
  /// The drawing as a loop, if it is one stroke that ends near its beginning; `nil` where the order does not count.
  let loop: StrokeLoop?

  /// Creates the cloud of strokes, for a comparison in order with its loop; `nil` if they have no extent.
  ///
  /// - Complexity: O(points).
  init?(_ strokes: [[Point]], inOrder: Bool) {
    let even = StrokeCloud.evenPoints(along: strokes)
    guard let first = even.first, let last = even.last else { return nil }
    let lowest = even.reduce(first, pointwiseMin)
    let highest = even.reduce(first, pointwiseMax)
    let size = (highest - lowest).max()
    guard size > 0, size.isFinite else { return nil }
    // The end of a closed drawing is its beginning, which must not count twice: the drawing may begin anywhere.
    let counted = (last - first).length < size / 4 ? even.dropLast() : even[...]
    let mean = counted.reduce(.zero, +) / Double(counted.count)
    let points = even.map { SIMD2<Float>(($0 - mean) / size) }
    coordinates = points.map { $0.x } + points.map { $0.y }
    density = StrokeCloud.density(of: points)
    loop = inOrder && strokes.count == 1 ? StrokeLoop(closing: even) : nil
  }

  /// How many times as long as the shortest of its strokes a drawing is at most: a shorter stroke, such as a dot, is as if it were so long.
  ///
  /// 15: ours. A dot is then two or three of the 32 points.
  private static let greatestRatio = 15.0

  /// Points at equal distances along the strokes, leaving out the gaps between strokes; none for an empty drawing, or only dots.
  static func evenPoints(along strokes: [[Point]]) -> [SIMD2<Double>] {
    let lengths = strokes.map(length)
    let drawn = lengths.reduce(0, +)
    guard drawn > 0, drawn.isFinite, let end = strokes.last(where: { !$0.isEmpty })?.last else { return [] }
    let least = drawn / greatestRatio
    let whole = lengths.reduce(0) { $0 + max($1, least) }
    var points: [SIMD2<Double>] = []
    points.reserveCapacity(count)
    var passed = 0.0
    func add(from start: SIMD2<Double>, by way: SIMD2<Double>, as length: Double) {
      while length > 0, points.count < count {
        let wanted = whole * Double(points.count) / Double(count - 1)
        guard wanted <= passed + length else { break }
        points.append(start + way * ((wanted - passed) / length))
      }
      passed += length
    }
    for (stroke, length) in zip(strokes, lengths) {
      guard length > 0 else {
        if let dot = stroke.first { add(from: SIMD2(dot.x, dot.y), by: .zero, as: least) }
        continue
      }
      let scale = max(length, least) / length
      forEachStep(of: stroke) { add(from: $0, by: $1, as: $1.length * scale) }
    }
    // The sum of the steps may fall short of the length by a rounding error.
    while points.count < count { points.append(SIMD2(end.x, end.y)) }
    return points
  }

  private static func length(of stroke: [Point]) -> Double {
    var length = 0.0
    forEachStep(of: stroke) { length += $1.length }
    return length
  }

  /// Calls the body with the start of each step of a stroke, and the way from it.
  private static func forEachStep(of stroke: [Point], _ body: (SIMD2<Double>, SIMD2<Double>) -> Void) {
    guard stroke.count > 1 else { return }
    for index in 1..<stroke.count {
      let (start, end) = (stroke[index - 1], stroke[index])
      body(SIMD2(start.x, start.y), SIMD2(end.x - start.x, end.y - start.y))
    }
  }

  /// Spreads each point over the four cells whose centres surround it.
  private static func density(of points: [SIMD2<Float>]) -> [SIMD4<Float>] {
    var cells = [Float](repeating: 0, count: 64)
    for point in points {
      // The cells cover ±0.75; points further from the mean are rare and count at the edge.
      let place = ((point + 0.75) * (7 / 1.5)).clamped(lowerBound: SIMD2(repeating: 0), upperBound: SIMD2(repeating: 6.999))
      let (column, row) = (Int(place.x), Int(place.y))
      let (right, below) = (place.x - Float(column), place.y - Float(row))
      let cell = row * 8 + column
      cells[cell] += (1 - right) * (1 - below)
      cells[cell + 1] += right * (1 - below)
      cells[cell + 8] += (1 - right) * below
      cells[cell + 9] += right * below
    }
    return stride(from: 0, to: 64, by: 4).map { SIMD4(cells[$0], cells[$0 + 1], cells[$0 + 2], cells[$0 + 3]) }
  }

  /// How differently two clouds fill the plane, for choosing what is compared exactly; 0 for equal ones.
  ///
  /// - Complexity: O(1): about 100 instructions.
  func roughDifference(from other: StrokeCloud) -> Float {
    var sum = SIMD4<Float>.zero
    for index in density.indices {
      let difference = density[index] - other.density[index]
      sum += difference * difference
    }
    return sum.sum()
  }

  /// The mean distance of the points of two clouds in the order of drawing, 0 for equal ones.
  ///
  /// - Complexity: O(1): 32 distances of points.
  func orderedDistance(to other: StrokeCloud) -> Float {
    let count = StrokeCloud.count
    return coordinates.span.sumOfDistances(0, count, to: other.coordinates.span, 0, count, leavesOutLast: false) / Float(count)
  }
}

extension Span<Float> {
  /// The sum of the distances of 32 points from 32 others; the x and the y of each begin at a place.
  ///
  /// Four are taken at a time. The bounds are checked once, as checks of each would cost twice as much as the distances.
  @inline(__always)
  func sumOfDistances(_ x: Int, _ y: Int, to other: Span<Float>, _ otherX: Int, _ otherY: Int, leavesOutLast: Bool) -> Float {
    let count = StrokeCloud.count
    let (xs, ys) = (extracting(x..<x &+ count), extracting(y..<y &+ count))
    let (otherXs, otherYs) = (other.extracting(otherX..<otherX &+ count), other.extracting(otherY..<otherY &+ count))
    let (xBytes, yBytes, otherXBytes, otherYBytes) = unsafe (xs.bytes, ys.bytes, otherXs.bytes, otherYs.bytes)
    var sums = SIMD4<Float>.zero
    for number in 0..<count / 4 {
      let x = xBytes.four(number) - otherXBytes.four(number)
      let y = yBytes.four(number) - otherYBytes.four(number)
      var distances = (x * x + y * y).squareRoot()
      if leavesOutLast, number == count / 4 - 1 { distances.w = 0 }
      sums += distances
    }
    return sums.sum()
  }
}

extension RawSpan {
  /// The numbers `4 * number` to `4 * number + 3`.
  @inline(__always)
  fileprivate func four(_ number: Int) -> SIMD4<Float> {
    unsafe unsafeLoadUnaligned(fromByteOffset: number &* MemoryLayout<SIMD4<Float>>.stride, as: SIMD4<Float>.self)
  }
}

extension SIMD2<Double> {
  var length: Double { (self * self).sum().squareRoot() }
}
