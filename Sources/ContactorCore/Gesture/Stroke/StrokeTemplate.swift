/// A shape with which a drawing is compared: a name and strokes.
///
/// Write a template as points, cut it from a recording (`init(_:cutting:during:)`), or read it from a layout's text (`init(_:text:)`).
/// Position and size do not count; proportions and angle do. Whether the order and direction of the strokes count is the matcher's
/// `direction`. Several templates may share a name, for example circles drawn by different hands.
public struct StrokeTemplate: Hashable, Sendable {
  /// The name of the shape.
  public let name: String
  /// The strokes in the order of drawing, those of a single point being dots; the unit is arbitrary but equal for x and y.
  public let strokes: [[Point]]
  let cloud: StrokeCloud
  /// The loop that a drawing may begin anywhere of; `nil` for a shape that has a beginning and an end.
  private let loop: StrokeLoop?

  /// Creates a template from strokes; `nil` if they have no extent or a coordinate is NaN.
  ///
  /// - Complexity: O(points).
  public init?(_ name: String, strokes: [[Point]]) {
    let strokes = strokes.filter { !$0.isEmpty }
    guard let cloud = StrokeCloud(strokes, inOrder: true) else { return nil }
    self.name = name
    self.strokes = strokes
    self.cloud = cloud
    loop = cloud.loop.flatMap { $0.isRound ? $0 : nil }
  }

  /// The similarity of a drawing to this template, 0…1; 1 for the same shape.
  ///
  /// - Parameters:
  ///   - strokes: What was drawn, in any unit.
  ///   - direction: Whether the order and direction of the strokes count; `any` by default.
  /// - Returns: 0 for a drawing without extent.
  /// - Complexity: O(points); the comparison itself takes constant time.
  public func similarity(to strokes: [[Point]], direction: StrokeMatcher.Direction = .any) -> Double {
    guard let drawn = StrokeCloud(strokes, inOrder: direction == .forward) else { return 0 }
    return StrokeTemplate.similarity(
      at: direction == .forward
        ? orderedDistance(to: drawn) : StrokePairing.using { $0.distance(from: cloud, to: drawn, below: .infinity) })
  }

  /// The distance of a drawing in the order of its points: as it was drawn or, if it is `isTurned` and both are loops, from wherever it
  /// begins; any greater one if it is not below a limit.
  func orderedDistance(to drawn: StrokeCloud, isTurned: Bool = true, below limit: Float = .infinity) -> Float {
    let distance = cloud.orderedDistance(to: drawn)
    guard isTurned, let loop, let other = drawn.loop else { return distance }
    return loop.distance(to: other, below: min(distance, limit))
  }

  /// The similarity of clouds at a distance.
  static func similarity(at distance: Float) -> Double { max(0, 1 - Double(distance) / unrelatedDistance) }

  /// The mean distance of paired points at which the similarity is 0, as a fraction of the longer side.
  ///
  /// 0.4: ours. Seven common shapes are 0.08 apart at least, a line and an arrow, and 0.13 otherwise.
  static let unrelatedDistance = 0.4
}

extension StrokeTemplate {
  /// An error in a template's text.
  public struct TextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of the wrong point, counted from 0 over all strokes; `nil` if the error concerns the whole text.
    public let point: Int?
    /// The error in words.
    public let description: String
  }

  /// Creates a template from the text that a layout holds.
  ///
  /// A point is `x,y`; points are separated by blanks, strokes by `/`: `0,50 30,80 100,0 / 20,20 40,40`. A stroke of one point is a dot.
  /// Numbers may have fractions and signs; the unit is arbitrary.
  ///
  /// - Throws: `TextError` if the text is not a list of points, or the points have no extent.
  public init(_ name: String, text: String) throws(TextError) {
    var strokes: [[Point]] = []
    var count = 0
    for stroke in text.split(separator: "/", omittingEmptySubsequences: false) {
      var points: [Point] = []
      for word in stroke.split(whereSeparator: \.isWhitespace) {
        guard let point = StrokeTemplate.point(word) else {
          throw TextError(point: count, description: "'\(word)' is no point; a point is 'x,y'")
        }
        points.append(point)
        count += 1
      }
      guard !points.isEmpty else {
        throw TextError(point: nil, description: "a stroke needs two points at least, a dot one")
      }
      strokes.append(points)
    }
    guard let template = StrokeTemplate(name, strokes: strokes) else {
      throw TextError(point: nil, description: "all points are in the same place")
    }
    self = template
  }

  private static func point(_ word: Substring) -> Point? {
    let parts = word.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let x = Double(parts[0]), let y = Double(parts[1]) else { return nil }
    let point = Point(x: x, y: y)
    return point.isFinite ? point : nil
  }

  /// The template as a layout contains it: points on a grid whose longer side is 100, from the top left corner.
  ///
  /// Points on the straight line between their neighbours are left out. A template that is read from this text is nearly the same as this
  /// one.
  ///
  /// - Complexity: O(points).
  public var text: String {
    let even = strokes.map { StrokeTemplate.thinned($0) }
    let all = even.joined()
    let left = all.reduce(Double.infinity) { min($0, $1.x) }
    let top = all.reduce(Double.infinity) { min($0, $1.y) }
    let right = all.reduce(-Double.infinity) { max($0, $1.x) }
    let bottom = all.reduce(-Double.infinity) { max($0, $1.y) }
    let scale = 100 / max(right - left, bottom - top)
    return even.map { stroke in
      stroke.map { point in
        "\(coordinate((point.x - left) * scale)),\(coordinate((point.y - top) * scale))"
      }.joined(separator: " ")
    }.joined(separator: " / ")
  }

  /// A coordinate on the grid; 0 if the template's size is too small to divide by.
  private func coordinate(_ value: Double) -> Int { value.isFinite ? Int(min(max(value, 0), 100).rounded()) : 0 }

  /// The stroke with at most as many points as the comparison uses.
  private static func thinned(_ stroke: [Point]) -> [Point] {
    let even = StrokeCloud.evenPoints(along: [stroke])
    guard let first = even.first, let last = even.last else { return stroke }
    let size = (even.reduce(first, pointwiseMax) - even.reduce(first, pointwiseMin)).max()
    var kept = [first]
    var skipped: [SIMD2<Double>] = []
    for (point, next) in zip(even.dropFirst(), even.dropFirst(2)) {
      skipped.append(point)
      let corner = kept[kept.count - 1]
      if skipped.contains(where: { $0.distance(fromLineThrough: corner, and: next) > size / 200 }) {
        kept.append(point)
        skipped = []
      }
    }
    return (kept + [last]).map { Point(x: $0.x, y: $0.y) }
  }
}

extension SIMD2<Double> {
  fileprivate func distance(fromLineThrough start: SIMD2<Double>, and end: SIMD2<Double>) -> Double {
    let line = end - start
    let way = self - start
    let length = (line * line).sum().squareRoot()
    guard length > 0 else { return (way * way).sum().squareRoot() }
    return abs(line.x * way.y - line.y * way.x) / length
  }
}

extension StrokeTemplate {
  /// Cuts a template from recorded frames: each contact's path is a stroke.
  ///
  /// Positions are the frames' window points. A contact that is cancelled, for example a palm, leaves no stroke; a contact that is still
  /// down at the end leaves the stroke drawn so far.
  ///
  /// - Parameters:
  ///   - name: The name of the shape.
  ///   - frames: The recording, in the order of time.
  ///   - span: The times between which touches count; `nil` for all.
  /// - Returns: `nil` if no contact moved.
  /// - Complexity: O(contacts of all frames).
  public init?(_ name: String, cutting frames: some Sequence<TouchFrame>, during span: ClosedRange<Timestamp>? = nil) {
    var paths: [(device: DeviceID, contact: Int32, isDown: Bool, points: [Point])] = []
    for frame in frames where span?.contains(frame.timestamp) ?? true {
      for contact in frame.contacts {
        let index = paths.lastIndex {
          $0.isDown && $0.device == frame.device && $0.contact == contact.trackingID
        }
        switch (contact.phase, index) {
        case (.cancelled, let index?): paths.remove(at: index)
        case (.cancelled, nil), (.ended, nil): break
        case (.ended, let index?): paths[index].isDown = false
        case (_, let index?): paths[index].points.append(contact.location)
        case (_, nil): paths.append((frame.device, contact.trackingID, true, [contact.location]))
        }
      }
    }
    self.init(name, strokes: paths.map(\.points))
  }
}
