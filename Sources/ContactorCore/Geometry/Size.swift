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

  /// The way from a corner to the middle.
  @inlinable var half: Point { Point(x: width / 2, y: height / 2) }
}
