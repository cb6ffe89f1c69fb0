/// A point in two dimensions; x grows to the right, y downward.
///
/// The unit is stated where a point is used: window points, device units or millimetres.
public struct Point: Hashable, Sendable {
  /// The horizontal coordinate.
  public var x: Double
  /// The vertical coordinate.
  public var y: Double

  /// Creates a point.
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The point (0, 0).
  public static let zero = Point(x: 0, y: 0)
}

extension Point {
  /// The square of the distance, which needs no root.
  @inlinable
  func squaredDistance(to other: Point) -> Double {
    let dx = x - other.x
    let dy = y - other.y
    return dx * dx + dy * dy
  }

  /// Whether both coordinates are numbers that one can reckon with.
  @inlinable
  public var isFinite: Bool { x.isFinite && y.isFinite }

  /// The point moved back by another's coordinates.
  @inlinable
  public static func - (left: Point, right: Point) -> Point { Point(x: left.x - right.x, y: left.y - right.y) }
}
