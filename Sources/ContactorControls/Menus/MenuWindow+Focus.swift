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

  /// Gives the open levels the heights of their items, each beside what opened it.
  func placeLevels() {
    for index in levels.indices where levels.indices.contains(index) {
      let level = levels[index]
      if let frame = frame(ofLevel: index, Size(width: level.frame.size.width, height: level.contentHeight)) { level.frame = frame }
    }
  }

  /// The rectangle of a level, which is below what opened the menu, or beside the row of the item that opened it; `nil` if there is
  /// no such row.
  private func frame(ofLevel index: Int, _ size: Size) -> Rect? {
    guard index > 0 else { return MenuPlacement.below(source, size, in: bounds) }
    let parent = levels[index - 1]
    guard let item = levels[index].menu?.superitem, let row = parent.menu?.index(of: item) else { return nil }
    let frame = parent.contentFrame(for: .item(row))
    return frame.isNull ? nil : MenuPlacement.beside(parent.convert(frame, to: self), size, in: bounds)
  }

  /// Closes a submenu and those that it opened, or the outermost menu with all of them.
  func leave(_ level: MenuView) -> Bool {
    guard !isOver, let index = levels.firstIndex(where: { $0 === level }) else { return false }
    if index == 0 { finish() } else { closeLevels(from: index) }
    if !isOver { application?.refreshFocus() }
    return true
  }
}
