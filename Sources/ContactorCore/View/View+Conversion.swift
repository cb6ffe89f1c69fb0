extension View {
  /// The map from the view's space to its superview's.
  public var transformToSuperview: AffineTransform {
    let middle = bounds.center
    return AffineTransform(translationX: -middle.x, y: -middle.y)
      .concatenating(transform)
      .concatenating(AffineTransform(translationX: center.x, y: center.y))
  }

  /// A point of the superview's space in the view's space; `nil` if the transform has no inverse.
  func convertFromSuperview(_ point: Point) -> Point? {
    if hasIdentityTransform { return Point(x: point.x - origin.x, y: point.y - origin.y) }
    return transformToSuperview.inverse?.apply(to: point)
  }

  /// A point of the window's space in the view's space; O(depth).
  ///
  /// The centre of the bounds if a transform has no inverse.
  func convertFromWindow(_ point: Point) -> Point {
    superviewLink.read { convertFromSuperview($0.convertFromWindow(point)) ?? bounds.center } ?? point
  }

  /// A point of the view's space in its window's space; O(depth).
  func convertToWindow(_ point: Point) -> Point {
    superviewLink.read { $0.convertToWindow(convertToSuperview(point)) } ?? point
  }

  /// A point of the view's space in its superview's space.
  func convertToSuperview(_ point: Point) -> Point {
    hasIdentityTransform ? Point(x: point.x + origin.x, y: point.y + origin.y) : transformToSuperview.apply(to: point)
  }

  /// A point of this view's space in another view's space, or in the window's for `nil`; both views must be in one tree.
  ///
  /// - Complexity: O(depth of both).
  public func convert(_ point: Point, to view: View?) -> Point {
    let inWindow = convertToWindow(point)
    return view?.convertFromWindow(inWindow) ?? inWindow
  }

  /// A point of another view's space, or of the window's for `nil`, in this view's space.
  public func convert(_ point: Point, from view: View?) -> Point {
    convertFromWindow(view?.convertToWindow(point) ?? point)
  }

  /// The bounding box, in another view's space, of a rectangle of this view's space.
  ///
  /// As in UIKit, a bounding box is taken twice if both views are rotated relative to their nearest common ancestor.
  public func convert(_ rect: Rect, to view: View?) -> Rect {
    guard let view else { return Rect(around: rect.corners.map { convertToWindow($0) }) }
    guard let shared = commonAncestor(with: view) else {
      let boxed = Rect(around: rect.corners.map { convertToWindow($0) })
      return Rect(around: boxed.corners.map { view.convertFromWindow($0) })
    }
    let boxed = Rect(around: rect.corners.map { convert($0, toAncestor: shared) })
    return Rect(around: boxed.corners.map { view.convert($0, fromAncestor: shared) })
  }

  /// The nearest view that contains or is both; `nil` if they are in no common tree.
  private func commonAncestor(with other: View) -> View? {
    var view: View? = self
    while let current = view {
      if other.isDescendant(of: current) { return current }
      view = current.superview
    }
    return nil
  }

  private func convert(_ point: Point, toAncestor ancestor: View) -> Point {
    guard self !== ancestor, let superview else { return point }
    return superview.convert(transformToSuperview.apply(to: point), toAncestor: ancestor)
  }

  private func convert(_ point: Point, fromAncestor ancestor: View) -> Point {
    guard self !== ancestor, let superview else { return point }
    return convertFromSuperview(superview.convert(point, fromAncestor: ancestor)) ?? bounds.center
  }

  /// The bounding box, in this view's space, of a rectangle of another view's space.
  public func convert(_ rect: Rect, from view: View?) -> Rect {
    guard let view else { return Rect(around: rect.corners.map { convertFromWindow($0) }) }
    return view.convert(rect, to: self)
  }
}

/// The bounding box of a view in its superview's space, with a small margin for rounding errors.
struct Outline {
  var minX: Double
  var minY: Double
  var maxX: Double
  var maxY: Double

  static let nowhere = Outline(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)

  init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  /// Creates the outline of a view grown by its outset.
  init(of view: View) {
    var frame = view.frame
    if !view.hasIdentityTransform {
      frame = Rect(around: view.bounds.outset(by: view.hitOutsetInPoints).corners.map(view.transformToSuperview.apply))
    } else if view.extras != nil {
      frame = frame.outset(by: view.hitOutsetInPoints)
    }
    let margin = 1e-6 * (1 + frame.minX.magnitude + frame.minY.magnitude + frame.size.width.magnitude + frame.size.height.magnitude)
    minX = min(frame.minX, frame.maxX) - margin
    minY = min(frame.minY, frame.maxY) - margin
    maxX = max(frame.minX, frame.maxX) + margin
    maxY = max(frame.minY, frame.maxY) + margin
  }

  var width: Double { maxX - minX }
  var height: Double { maxY - minY }

  /// Whether the outline can be placed in a grid; views with other outlines are always tested.
  var isFinite: Bool { minX.magnitude < 1e9 && minY.magnitude < 1e9 && maxX.magnitude < 1e9 && maxY.magnitude < 1e9 }

  mutating func formUnion(_ other: Outline) {
    minX = min(minX, other.minX)
    minY = min(minY, other.minY)
    maxX = max(maxX, other.maxX)
    maxY = max(maxY, other.maxY)
  }

  /// Whether the point may lie inside; true if an edge is NaN.
  func contains(_ point: Point) -> Bool {
    !(point.x < minX || point.x > maxX || point.y < minY || point.y > maxY)
  }
}
