import ContactorCore

/// The application of a random walk: each new touch must have hit what a plain search finds.
final class WalkApplication: Application {
  /// What was wrong since it was last taken.
  var complaints: [String] = []
  /// How many events are being sent, one inside the other.
  private var depth = 0
  private var last = Timestamp(microseconds: .min)

  override func sendEvent(_ event: Event) {
    if event.timestamp < last { complaints.append("time went back") }
    last = event.timestamp
    depth += 1
    defer { depth -= 1 }
    // A cancellation inside a delivery shows touches that were hit before that delivery changed the views.
    for touch in event.allTouches where touch.phase == .began && depth == 1 {
      guard let window = touch.window else { continue }
      let found = Self.hit(window, touch.location(in: nil), in: window)
      if found !== touch.view { complaints.append("touch \(touch.id.rawValue) hit another view than it should") }
    }
    super.sendEvent(event)
  }

  /// Contract 3.1, once more: the front-most view under a point of the view's own space.
  private static func hit(_ view: View, _ point: Point, in window: Window) -> View? {
    if view.isHidden || view.alpha < 0.01 || !view.isUserInteractionEnabled { return nil }
    let bounds = view.bounds
    if point.x < bounds.minX || point.y < bounds.minY || point.x >= bounds.maxX || point.y >= bounds.maxY {
      return nil
    }
    for inner in view.subviews.reversed() {
      guard let point = convert(point, into: inner) else { continue }
      if let found = hit(inner, point, in: window) { return found }
    }
    return view
  }

  /// The inverse of: about the middle, through the transform, to the centre.
  private static func convert(_ point: Point, into view: View) -> Point? {
    let map = view.transform
    let determinant = map.a * map.d - map.b * map.c
    if determinant == 0 { return nil }
    let (x, y) = (point.x - view.center.x - map.tx, point.y - view.center.y - map.ty)
    let middle = view.bounds.center
    return Point(
      x: (map.d * x - map.c * y) / determinant + middle.x, y: (map.a * y - map.b * x) / determinant + middle.y)
  }
}
