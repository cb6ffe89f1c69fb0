/// A rectangle: a corner and a size, in the unit stated where it is used.
///
/// The left and top edges belong to the rectangle, the right and bottom edges do not. Reading uses the numbers as they are: a rectangle
/// whose width or height is not above 0 is empty and contains no point; that includes a negative size and NaN. `standardized` turns a
/// negative size into a positive one. Methods that derive a rectangle from others (`union(_:)`, `intersection(_:)`, `insetBy(dx:dy:)`,
/// `integral`) standardize them first, as CoreGraphics does. Nothing here traps, for any number.
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

  /// Creates a rectangle from its coordinates and extents.
  @inlinable
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The rectangle of no size at (0, 0).
  public static let zero = Rect(origin: .zero, size: .zero)

  /// The null rectangle: the intersection of rectangles that do not meet.
  ///
  /// Its origin is infinite and its size 0. It contains nothing, and its union with a rectangle is that rectangle.
  public static let null = Rect(x: .infinity, y: .infinity, width: 0, height: 0)

  // MARK: Numbers

  /// The left edge.
  @inlinable public var minX: Double { origin.x }
  /// The top edge.
  @inlinable public var minY: Double { origin.y }
  /// The right edge, which is outside.
  @inlinable public var maxX: Double { origin.x + size.width }
  /// The bottom edge, which is outside.
  @inlinable public var maxY: Double { origin.y + size.height }
  /// The horizontal coordinate of the centre.
  @inlinable public var midX: Double { origin.x + size.width / 2 }
  /// The vertical coordinate of the centre.
  @inlinable public var midY: Double { origin.y + size.height / 2 }
  /// The horizontal extent: `size.width`.
  @inlinable public var width: Double { size.width }
  /// The vertical extent: `size.height`.
  @inlinable public var height: Double { size.height }
  /// The centre.
  @inlinable public var center: Point { Point(x: midX, y: midY) }

  /// The four corners, clockwise from the top left.
  public var corners: [Point] {
    [origin, Point(x: maxX, y: minY), Point(x: maxX, y: maxY), Point(x: minX, y: maxY)]
  }

  /// Whether the rectangle contains no point: its width or height is not above 0.
  @inlinable public var isEmpty: Bool { !(size.width > 0 && size.height > 0) }

  /// Whether this is the null rectangle.
  @inlinable public var isNull: Bool { origin.x == .infinity || origin.y == .infinity }

  /// Whether all four numbers are finite: neither infinite nor NaN.
  @inlinable public var isFinite: Bool { origin.isFinite && size.isFinite }

  // MARK: Tests

  /// Whether the point lies inside; the left and top edges belong to the rectangle, the right and bottom edges do not.
  @inlinable
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Whether another rectangle lies inside, edges included; every rectangle contains the null rectangle.
  public func contains(_ rect: Rect) -> Bool {
    if rect.isNull { return true }
    let (outer, inner) = (standardized, rect.standardized)
    return inner.minX >= outer.minX && inner.maxX <= outer.maxX && inner.minY >= outer.minY && inner.maxY <= outer.maxY
  }

  /// Whether the rectangles have a common area; rectangles that only touch at an edge have none.
  public func intersects(_ rect: Rect) -> Bool { !intersection(rect).isNull }
}

// MARK: Derived rectangles

extension Rect {
  /// The same area with a width and height that are not negative.
  ///
  /// If the right edge lies left of the left edge, the edges are exchanged; the same holds for top and bottom.
  @inlinable public var standardized: Rect {
    if size.width >= 0, size.height >= 0 { return self }
    return Rect(
      x: size.width < 0 ? maxX : minX, y: size.height < 0 ? maxY : minY, width: size.width.magnitude,
      height: size.height.magnitude)
  }

  /// The smallest rectangle of whole numbers that contains this one.
  ///
  /// Infinite numbers stay infinite, and NaN stays NaN.
  public var integral: Rect {
    if isNull { return self }
    let rect = standardized
    let (left, top) = (rect.minX.rounded(.down), rect.minY.rounded(.down))
    return Rect(x: left, y: top, width: rect.maxX.rounded(.up) - left, height: rect.maxY.rounded(.up) - top)
  }

  /// The rectangle with its left and right edges moved inwards by `dx`, its top and bottom edges by `dy`; negative lengths grow it.
  ///
  /// Null if the edges would pass each other.
  public func insetBy(dx: Double, dy: Double) -> Rect {
    if isNull { return self }
    let rect = standardized
    let (width, height) = (rect.size.width - 2 * dx, rect.size.height - 2 * dy)
    if width < 0 || height < 0 { return .null }
    return Rect(x: rect.minX + dx, y: rect.minY + dy, width: width, height: height)
  }

  /// The rectangle grown by the same length on each side; shrunk if the length is negative.
  ///
  /// Unlike `insetBy(dx:dy:)` it keeps its centre and may end with a negative size, which contains no point.
  @inlinable
  public func outset(by length: Double) -> Rect {
    Rect(x: minX - length, y: minY - length, width: size.width + 2 * length, height: size.height + 2 * length)
  }

  /// The rectangle moved by a vector; the null rectangle does not change.
  @inlinable
  public func offsetBy(dx: Double, dy: Double) -> Rect {
    isNull ? self : Rect(origin: Point(x: minX + dx, y: minY + dy), size: size)
  }

  /// The smallest rectangle that contains both; the position of a rectangle of no size counts.
  public func union(_ rect: Rect) -> Rect {
    if isNull { return rect }
    if rect.isNull { return self }
    let (one, other) = (standardized, rect.standardized)
    let (left, top) = (min(one.minX, other.minX), min(one.minY, other.minY))
    return Rect(x: left, y: top, width: max(one.maxX, other.maxX) - left, height: max(one.maxY, other.maxY) - top)
  }

  /// The common area of both; null if there is none, as when they only touch.
  public func intersection(_ rect: Rect) -> Rect {
    let (one, other) = (standardized, rect.standardized)
    let (left, top) = (max(one.minX, other.minX), max(one.minY, other.minY))
    let (right, bottom) = (min(one.maxX, other.maxX), min(one.maxY, other.maxY))
    guard left < right, top < bottom else { return .null }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The bounding box of points: `zero` for an empty list.
  ///
  /// A point with a NaN coordinate is left out.
  public init(around points: [Point]) {
    var (left, top, right, bottom) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
    for point in points where !point.x.isNaN && !point.y.isNaN {
      left = min(left, point.x)
      top = min(top, point.y)
      right = max(right, point.x)
      bottom = max(bottom, point.y)
    }
    // Without a point, left is still greater than right.
    guard left <= right, top <= bottom else {
      self = .zero
      return
    }
    self.init(x: left, y: top, width: left == right ? 0 : right - left, height: top == bottom ? 0 : bottom - top)
  }

  /// The bounding box of the rectangle's image; the null rectangle does not change.
  public func applying(_ transform: AffineTransform) -> Rect {
    isNull ? self : Rect(around: corners.map(transform.apply(to:)))
  }
}
