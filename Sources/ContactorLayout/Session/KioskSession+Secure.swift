package import ContactorCore

extension Layout {
  /// The ids of the views whose touches are recorded without their places.
  package var secureIDs: Set<String> {
    var ids: Set<String> = []
    func walk(_ views: [LayoutView]) {
      for view in views {
        if view.isSecure { ids.insert(view.id) }
        walk(view.subviews)
      }
    }
    for window in windows { walk(window.views) }
    return ids
  }
}

extension KioskSession {
  /// Whether a touch that begins at a place of a panel's window is in one of these views, or in something in it.
  package func isSecure(_ point: Point, of panel: TouchDevice, _ ids: Set<String>) -> Bool {
    guard let index = layout.windowIndex(for: panel), index < application.windows.count else { return false }
    var view: View? = application.windows[index].hitTest(point, with: nil)
    while let present = view {
      if ids.contains(present.identifier) { return true }
      view = present.superview
    }
    return false
  }
}
