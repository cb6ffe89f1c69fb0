/// A shape that a drawing is compared with: a name and the strokes that make it.
///
/// Write one down as points, cut one from a recording (`init(_:cutting:during:)`), or read one from a layout's text
/// (`init(_:text:)`). Place and size do not count, nor the order and direction of the strokes; proportions and angle
/// do. Several templates may share a name: a circle drawn in different hands.
public struct StrokeTemplate: Hashable, Sendable {
  /// The name of the shape.
  public let name: String
  /// The strokes in the order in which they were drawn, those of a single point left out; the unit is of no account, but it is the same for x and y.
  public let strokes: [[Point]]
  let cloud: StrokeCloud

  /// Creates a template from strokes; `nil` where they have no extent or a coordinate is no number.
  ///
  /// - Complexity: O(points).
  public init?(_ name: String, strokes: [[Point]]) {
    let strokes = strokes.filter { $0.count > 1 }
    guard let cloud = StrokeCloud(strokes) else { return nil }
    self.name = name
    self.strokes = strokes
    self.cloud = cloud
  }

  /// How like this template another drawing is, 0…1; 1 is the same.
  ///
  /// - Returns: 0 for a drawing without extent.
  /// - Complexity: O(points); the comparison itself takes the same time for all.
  public func likeness(to strokes: [[Point]]) -> Double {
    StrokeCloud(strokes).map { likeness(to: $0) } ?? 0
  }

  func likeness(to other: StrokeCloud) -> Double {
    max(0, 1 - cloud.distance(to: other) / StrokeTemplate.strangeness)
  }

  /// The mean distance of paired points, in lengths of the longer side, at which two drawings have nothing in common.
  ///
  /// 0.4: ours. Seven common shapes are 0.08 apart at least, a line and an arrow, and 0.13 otherwise.
  static let strangeness = 0.4
}

extension StrokeTemplate {
  /// What is wrong with a template's text.
  public struct TextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Which point is wrong, counted from 0 over all strokes; `nil` where it is the whole.
    public let point: Int?
    /// What is wrong, in words.
    public let description: String
  }

  /// Creates a template from the text that a layout holds.
  ///
  /// Points are `x,y`, separated by blanks; strokes are separated by `/`: `0,50 30,80 100,0 / 20,20 40,40`. Numbers may
  /// have fractions and signs; the unit is of no account.
  ///
  /// - Throws: `TextError` where the text is no list of points, or the points have no extent.
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
      guard points.count > 1 else {
        throw TextError(point: nil, description: "a stroke needs two points at least")
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

  /// The template as a layout holds it: points on a raster whose longer side is 100, from the top left corner.
  ///
  /// Points that lie on the straight line between their neighbours are left out. A template that is read from this
  /// text is all but the same as this one.
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

  /// A coordinate on the raster; 0 where the template is too small for the numbers of a computer.
  private func coordinate(_ value: Double) -> Int { value.isFinite ? Int(min(max(value, 0), 100).rounded()) : 0 }

  /// The stroke with no more points than the comparison tells apart.
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
  /// Places are the frames' window points. A contact that is cancelled, as a palm is, leaves no stroke; one that is
  /// still down at the end leaves what was drawn of it.
  ///
  /// - Parameters:
  ///   - name: The name of the shape.
  ///   - frames: The recording, in the order of time.
  ///   - span: The moments between which touches count; `nil` for all.
  /// - Returns: `nil` where no contact moved.
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
