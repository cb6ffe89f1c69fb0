import ContactorCore

extension Matrix {
  /// The cell that keys operate: the one that was selected, tapped or reached by keys last; `nil` for none.
  public final var keyCell: Cell? { cells.indices.contains(keyIndex) ? cells[keyIndex] : nil }

  // MARK: Moving

  /// Handles arrows, space, return and tab; returns false for other keys, and at the edge.
  final func moveKey(_ event: KeyEvent) -> Bool {
    switch event.charactersIgnoringModifiers {
    case KeyEvent.leftArrow: return move(0, -1, event.modifiers)
    case KeyEvent.rightArrow: return move(0, 1, event.modifiers)
    case KeyEvent.upArrow: return move(-1, 0, event.modifiers)
    case KeyEvent.downArrow: return move(1, 0, event.modifiers)
    case " ", KeyEvent.carriageReturn, KeyEvent.enter: return press(event)
    case KeyEvent.tab where !event.modifiers.contains(.shift): return tabKeyTraversesCells && traverse(by: 1)
    case KeyEvent.tab, KeyEvent.backTab: return tabKeyTraversesCells && traverse(by: -1)
    default: return false
    }
  }

  /// Opens the context menu at the key cell for the menu key; returns whether it is open.
  final func menuKey(_ event: KeyEvent) -> Bool { event.opensContextMenu && showContextMenuForSelection() }

  private final func press(_ event: KeyEvent) -> Bool {
    guard keyCell?.isEnabled ?? false else { return false }
    if !event.isRepeat { click(keyIndex, event) }
    return true
  }

  /// Goes on to the next enabled cell in a direction; false if there is none.
  private final func move(_ rows: Int, _ columns: Int, _ modifiers: KeyEvent.Modifiers) -> Bool {
    guard let start = keyCell == nil ? nil : keyIndex else { return enterByKey(modifiers) }
    var (row, column) = position(ofCellAt: start)
    repeat {
      (row, column) = (row + rows, column + columns)
      guard let index = index(row, column) else { return false }
      if cells[index].isEnabled { return reach(index, from: start, modifiers) }
    } while true
  }

  /// The first arrow in a matrix without a key cell reaches its first enabled cell.
  private final func enterByKey(_ modifiers: KeyEvent.Modifiers) -> Bool {
    guard let first = cells.firstIndex(where: \.isEnabled) else { return false }
    return reach(first, from: first, modifiers)
  }

  /// Makes a cell the one that keys operate; in the modes radio and list it becomes selected, too.
  private final func reach(_ index: Int, from start: Int, _ modifiers: KeyEvent.Modifiers) -> Bool {
    if mirrorsState, !modifiers.contains(.command) {
      if mode == .list, modifiers.contains(.shift) {
        extend(to: index, from: start)
      } else {
        // In radio mode a cell that is reached is never deselected.
        if !(mode == .radio && selection.contains(index)) { click(index, nil) }
      }
    }
    if cells.indices.contains(index) {
      keyIndex = index
      changed(.selection)
      revealKeyCell()
    }
    return true
  }

  private final func extend(to index: Int, from start: Int) {
    let before = selection
    selectRange(from: cells.indices.contains(anchor) ? anchor : start, to: index)
    guard selection != before else { return }
    sendActions(for: .valueChanged)
    if let cell = selectedCell { _ = send(of: cell, nil) }
  }

  /// Tab: goes on to the next enabled cell row by row, to be edited if it is a text; false after the last.
  final func traverse(by step: Int) -> Bool {
    var index = cells.indices.contains(keyIndex) ? keyIndex + step : step > 0 ? 0 : cells.count - 1
    while cells.indices.contains(index) {
      let cell = cells[index]
      if cell.isEnabled {
        keyIndex = index
        changed(.selection)
        if let text = cell as? TextFieldCell, text.isEditable { beginEditing(text, selectsAll: true) } else { endEditing() }
        revealKeyCell()
        return true
      }
      index += step
    }
    return false
  }

  /// Lets the views around scroll to the cell that keys operate.
  private final func revealKeyCell() {
    if cells.indices.contains(keyIndex) { reveal(frame(ofCellAt: keyIndex), of: self) }
  }
}
