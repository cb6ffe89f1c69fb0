import ContactorCore

/// The focus in an open menu.
extension MenuWindow: FocusLeading {
  func takeFocusLead() -> FocusStop? {
    defer { focusLead = nil }
    return focusLead.map { FocusStop(view: $0.view, element: $0.element) }
  }

  /// The last part of an open menu, which closes it: for users who can only go on to the next part.
  func wayOut(of level: MenuView) -> AccessibilityElement {
    let bounds = level.bounds
    return AccessibilityElement(
      Accessibility(.button, label: level === levels.first ? "Close" : "Back"),
      frame: Rect(x: bounds.minX, y: bounds.maxY, width: bounds.width, height: 0))
  }

  /// Closes a submenu and those that it opened, or the outermost menu with all of them.
  func leave(_ level: MenuView) -> Bool {
    guard !isOver, let index = levels.firstIndex(where: { $0 === level }) else { return false }
    if index == 0 { finish() } else { closeLevels(from: index) }
    if !isOver { application?.refreshFocus() }
    return true
  }
}
