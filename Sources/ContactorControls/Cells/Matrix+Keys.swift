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
  private final func traverse(by step: Int) -> Bool {
    var index = cells.indices.contains(keyIndex) ? keyIndex + step : step > 0 ? 0 : cells.count - 1
    while cells.indices.contains(index) {
      let cell = cells[index]
      if cell.isEnabled {
        keyIndex = index
        changed(.selection)
        if let text = cell as? TextFieldCell, text.isEditable { beginEditing(text) } else { endEditing() }
        return true
      }
      index += step
    }
    return false
  }

  // MARK: Editing

  /// The actions of a matrix of which a text cell is edited: `insertText:forEvent:`, `deleteBackward:`, `insertNewline:`.
  static var editingActions: [Action] {
    [
      Action("insertText:forEvent:") { (matrix: Matrix, _: AnyObject, event: Event?) in
        if let event = event as? TextEvent { matrix.insertText(event.text) }
      },
      Action("deleteBackward:") { (matrix: Matrix, _: AnyObject) in matrix.deleteBackward() },
      Action("insertNewline:") { (matrix: Matrix, _: AnyObject) in matrix.endEditing(withReturn: true) },
    ]
  }

  /// Begins editing of the text cell at a row and column; returns whether it is edited.
  ///
  /// Sends `editingDidBegin`. False for another cell, a disabled one, one that is not editable, and in a matrix that cannot become the
  /// first responder, as one without a window.
  @discardableResult
  public final func selectText(atRow row: Int, column: Int) -> Bool {
    guard let index = index(row, column), let cell = cells[index] as? TextFieldCell else { return false }
    beginEditing(cell)
    return editedCell === cell
  }

  final func beginEditing(_ cell: TextFieldCell) {
    guard isEnabled, cell.isEnabled, cell.isEditable, editedCell !== cell, nesting < ActionLink.nestingLimit else { return }
    nesting += 1
    defer { nesting -= 1 }
    endEditing()
    // Typed text goes to the key window's first responder.
    window?.makeKey()
    guard becomeFirstResponder() || isFirstResponder, cell.controlView === self, editedCell == nil else { return }
    editedCell = cell
    keyIndex = index(of: cell, near: keyIndex) ?? -1
    changed(.state)
    sendActions(for: .editingDidBegin)
  }

  /// Ends editing: sends `editingDidEnd`; does nothing if no cell is edited.
  public final func endEditing() { endEditing(withReturn: false) }

  private final func endEditing(withReturn: Bool) {
    guard let cell = editedCell else { return }
    editedCell = nil
    changed(.state)
    if withReturn { sendActions(for: .editingDidEndOnExit) }
    sendActions(for: .editingDidEnd)
    if withReturn, cell.controlView === self { _ = send(of: cell, nil) }
  }

  /// Appends text to the cell that is edited, and sends `editingChanged`; a line feed acts as the return key.
  ///
  /// Text beyond `TextFieldCell.maximumLength` is left out.
  public final func insertText(_ text: String) {
    if text == "\n" || text == "\r" { return endEditing(withReturn: true) }
    guard let cell = editedCell, isEnabled, cell.isEnabled else { return }
    let old = cell.stringValue
    let new = String((old + text).prefix(TextFieldCell.maximumLength))
    guard new != old else { return }
    cell.stringValue = new
    sendActions(for: .editingChanged)
  }

  /// Removes the last character of the cell that is edited, and sends `editingChanged`.
  public final func deleteBackward() {
    guard let cell = editedCell, isEnabled, cell.isEnabled, !cell.stringValue.isEmpty else { return }
    cell.stringValue.removeLast()
    sendActions(for: .editingChanged)
  }

  /// Handles the keys of a text that is edited; returns false for others.
  final func editKey(_ event: KeyEvent) -> Bool {
    guard editedCell != nil, event.modifiers.isDisjoint(with: [.command, .control]) else { return false }
    switch event.characters {
    case KeyEvent.carriageReturn, KeyEvent.enter: endEditing(withReturn: true)
    case KeyEvent.escape: endEditing()
    case KeyEvent.delete: deleteBackward()
    default:
      // Control characters, and those of keys without a character.
      guard let first = event.characters.unicodeScalars.first, first.value >= 0x20, !(0xF700...0xF8FF).contains(first.value) else {
        return false
      }
      insertText(event.characters)
    }
    return true
  }
}
