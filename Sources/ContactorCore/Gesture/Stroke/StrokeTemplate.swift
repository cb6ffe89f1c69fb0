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
