extension View {
  /// Hit-tests the subviews whose outlines contain the point, front to back.
  final func hitIndexed(_ point: Point, with event: Event?) -> View? {
    let index = extras?.hitIndex ?? HitIndex()
    if extras?.hitIndex == nil { madeExtras.hitIndex = index }
    index.update(children)
    var cursor = index.cursor(at: point)
    while let view = index.next(&cursor) {
      if let hit = view.hit(fromSuperview: point, with: event) { return hit }
      // The hit test may have changed anything; the cursor notices.
    }
    return nil
  }

  /// Called when the view's position or shape in its superview has changed.
  @inline(__always)
  final func placeChanged() {
    origin = center - bounds.size.half - bounds.origin
    if hitSlot >= 0 { superviewLink.read { $0.extras?.hitIndex?.place(of: self, changed: hitSlot) } }
  }

  final func dropHitIndex() {
    guard let index = extras?.hitIndex else { return }
    index.forgetAll()
    extras?.hitIndex = nil
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
