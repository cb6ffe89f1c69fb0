/// A rectangle; its width and height are never negative where the engine made it.
public struct Rect: Hashable, Sendable {
  /// The top left corner.
  public var origin: Point
  /// The extent to the right and downward.
  public var size: Size

  /// Creates a rectangle from its corner and size.
  @inlinable
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from its numbers.
  @inlinable
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The rectangle of no size at (0, 0).
  public static let zero = Rect(origin: .zero, size: .zero)

  /// The left edge.
  @inlinable public var minX: Double { origin.x }
  /// The top edge.
  @inlinable public var minY: Double { origin.y }
  /// The right edge, which is outside.
  @inlinable public var maxX: Double { origin.x + size.width }
  /// The bottom edge, which is outside.
  @inlinable public var maxY: Double { origin.y + size.height }
  /// The middle.
  @inlinable public var center: Point { Point(x: minX + size.width / 2, y: minY + size.height / 2) }

  /// Whether the point lies inside; the left and top edges belong to the rectangle, the right and bottom ones do not.
  @inlinable
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// The rectangle grown by the same length on each side; shrunk where the length is negative.
  @inlinable
  public func outset(by length: Double) -> Rect {
    Rect(
      x: minX - length, y: minY - length, width: size.width + 2 * length, height: size.height + 2 * length)
  }

  /// The four corners, clockwise from the top left.
  public var corners: [Point] {
    [origin, Point(x: maxX, y: minY), Point(x: maxX, y: maxY), Point(x: minX, y: maxY)]
  }

  /// The smallest rectangle that holds all points.
  ///
  /// - Precondition: there is at least one.
  public init(around points: [Point]) {
    let xs = points.map(\.x)
    let ys = points.map(\.y)
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else {
      preconditionFailure("no rectangle holds no points")
    }
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }
}
