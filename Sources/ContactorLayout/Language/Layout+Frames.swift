public import ContactorCore

extension Layout {
  /// Where a view is in its window, in points; `nil` where there is none of the name.
  public func frame(ofView id: String) -> Rect? {
    for window in windows {
      if let frame = Self.frame(ofView: id, in: window.views, at: .zero) { return frame }
    }
    return nil
  }

  private static func frame(ofView id: String, in views: [LayoutView], at origin: Point) -> Rect? {
    for view in views {
      let place = Point(x: origin.x + view.frame.minX, y: origin.y + view.frame.minY)
      if view.id == id { return Rect(origin: place, size: view.frame.size) }
      if let found = frame(ofView: id, in: view.subviews, at: place) { return found }
    }
    return nil
  }
}
