import ContactorCore

/// The focus in an open menu.
extension MenuWindow: FocusLeading {
  func takeFocusLead() -> FocusStop? {
    defer { focusLead = nil }
    return focusLead.map { lead in FocusStop(view: lead.view, element: lead.item.flatMap { lead.view.element(of: $0) }) }
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

extension MenuView: FocusObjects {
  /// The element's item; for the part that closes the menu, the menu.
  final func object(ofElement index: Int) -> AnyObject? {
    let rows = rows
    if index == rows.count { return menu }
    return rows.indexes.indices.contains(index) ? menu?.item(at: Int(rows.indexes[index])) : nil
  }

  final func element(of object: AnyObject) -> Int? {
    if object === menu { return rows.count }
    return (object as? MenuItem).flatMap { menu?.index(of: $0) }.flatMap { rows.row(ofItem: $0) }
  }
}
