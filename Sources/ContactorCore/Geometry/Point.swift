/// A point in two dimensions; x grows to the right, y downward.
///
/// It is also the vector from (0, 0) to that point. The unit is stated where a point is used: window points, device units or
/// millimetres. Arithmetic follows IEEE 754: a result that is too large is infinite, one that is undefined is NaN, and nothing traps.
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

  /// Whether both coordinates are finite: neither infinite nor NaN.
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }

  /// The distance to another point, in the unit of both.
  ///
  /// Correct for distances up to the largest `Double` and down to the smallest; infinite if a coordinate is infinite in one point only, NaN
  /// if a coordinate is NaN.
  @inlinable
  public func distance(to other: Point) -> Double {
    let square = squaredDistance(to: other)
    // Outside this range the square has lost digits, or is infinite.
    if square > 1e-280, square < .infinity { return square.squareRoot() }
    return scaledDistance(to: other)
  }

  /// The distance if its square cannot be represented.
  @usableFromInline
  func scaledDistance(to other: Point) -> Double {
    let distance = Point.length(x - other.x, y - other.y)
    if distance != .infinity { return distance }
    // The difference of two large numbers is infinite, that of their halves is not.
    return 2 * Point.length(x / 2 - other.x / 2, y / 2 - other.y / 2)
  }

  /// The length of the vector (x, y), computed without squares of large or small numbers.
  private static func length(_ x: Double, _ y: Double) -> Double {
    let (x, y) = (x.magnitude, y.magnitude)
    let larger = x > y ? x : y
    guard larger > 0, larger < .infinity else { return x + y }
    let (across, down) = (x / larger, y / larger)
    return larger * (across * across + down * down).squareRoot()
  }

  /// The square of the distance, which needs no root.
  @inlinable
  package func squaredDistance(to other: Point) -> Double {
    let dx = x - other.x
    let dy = y - other.y
    return dx * dx + dy * dy
  }
}

// MARK: Arithmetic

extension Point {
  /// Adds two vectors.
  @inlinable
  public static func + (left: Point, right: Point) -> Point { Point(x: left.x + right.x, y: left.y + right.y) }

  /// The vector from `right` to `left`.
  @inlinable
  public static func - (left: Point, right: Point) -> Point { Point(x: left.x - right.x, y: left.y - right.y) }

  /// The opposite vector.
  @inlinable
  public static prefix func - (point: Point) -> Point { Point(x: -point.x, y: -point.y) }

  /// Scales a vector.
  @inlinable
  public static func * (point: Point, factor: Double) -> Point { Point(x: point.x * factor, y: point.y * factor) }

  /// Divides a vector; by 0 the result is infinite or NaN.
  @inlinable
  public static func / (point: Point, divisor: Double) -> Point { Point(x: point.x / divisor, y: point.y / divisor) }

  /// Moves the point by a vector.
  @inlinable
  public static func += (left: inout Point, right: Point) { left = left + right }

  /// Moves the point by the opposite of a vector.
  @inlinable
  public static func -= (left: inout Point, right: Point) { left = left - right }

  /// Scales the vector.
  @inlinable
  public static func *= (point: inout Point, factor: Double) { point = point * factor }

  /// Divides the vector; by 0 it becomes infinite or NaN.
  @inlinable
  public static func /= (point: inout Point, divisor: Double) { point = point / divisor }
}

/// A width and a height, in the unit stated where it is used.
public struct Size: Hashable, Sendable {
  /// The horizontal extent.
  public var width: Double
  /// The vertical extent.
  public var height: Double

  /// Creates a size.
  @inlinable
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The size 0 × 0.
  public static let zero = Size(width: 0, height: 0)

  /// Whether both extents are finite: neither infinite nor NaN.
  @inlinable public var isFinite: Bool { width.isFinite && height.isFinite }

  /// The vector from a corner to the centre.
  @inlinable var half: Point { Point(x: width / 2, y: height / 2) }

  /// Adds widths and heights.
  @inlinable
  public static func + (left: Size, right: Size) -> Size {
    Size(width: left.width + right.width, height: left.height + right.height)
  }

  /// Subtracts widths and heights; the result may be negative.
  @inlinable
  public static func - (left: Size, right: Size) -> Size {
    Size(width: left.width - right.width, height: left.height - right.height)
  }

  /// Scales both extents.
  @inlinable
  public static func * (size: Size, factor: Double) -> Size {
    Size(width: size.width * factor, height: size.height * factor)
  }

  /// Divides both extents; by 0 the result is infinite or NaN.
  @inlinable
  public static func / (size: Size, divisor: Double) -> Size {
    Size(width: size.width / divisor, height: size.height / divisor)
  }

  /// Grows by another size.
  @inlinable
  public static func += (left: inout Size, right: Size) { left = left + right }

  /// Shrinks by another size; the result may be negative.
  @inlinable
  public static func -= (left: inout Size, right: Size) { left = left - right }
}
