import ContactorCore

extension Matrix {
  // MARK: Begin

  /// The text field in which the cell's text is edited, AppKit's `currentEditor()`; `nil` while no cell is edited.
  ///
  /// It lies over the cell as a subview of the matrix, is the first responder, and shows text, caret and selection. Each edit is in the
  /// cell at once. It ends with the editing: keep settings in the cell, or set them when `editingDidBegin` is sent.
  public final var currentEditor: TextField? { editedCell == nil ? nil : fieldEditor }

  /// Begins editing of the text cell at a row and column, with all of its text selected; returns whether it is edited.
  ///
  /// Sends `editingDidBegin`. False for another cell, a disabled one, one that is not editable, and in a matrix that cannot become the
  /// first responder, as one without a window.
  @discardableResult
  public final func selectText(atRow row: Int, column: Int) -> Bool {
    guard let index = index(row, column), let cell = cells[index] as? TextFieldCell else { return false }
    beginEditing(cell, selectsAll: true)
    return editedCell === cell
  }

  /// Begins editing with the caret at a point of the matrix's own space, or all text selected, or the caret at the end.
  final func beginEditing(_ cell: TextFieldCell, at point: Point? = nil, selectsAll: Bool = false) {
    guard isEnabled, cell.isEnabled, cell.isEditable, nesting < ActionLink.nestingLimit else { return }
    if editedCell === cell {
      if selectsAll { fieldEditor?.perform(.select(.document)) }
      return
    }
    nesting += 1
    defer { nesting -= 1 }
    endEditing()
    guard editedCell == nil, cell.controlView === self, let index = index(of: cell, near: keyIndex) else { return }
    let editor = FieldEditor(cell, of: self, frame: textFrame(ofCellAt: index))
    let old = fieldEditor
    fieldEditor = editor
    old?.removeFromSuperview()
    addSubview(editor)
    if selectsAll { editor.selectedRange = 0..<Int.max }
    if let point {
      let place = editor.closestPosition(to: editor.convert(point, from: self))
      editor.selectedRange = place..<place
    }
    editor.becomeFirstResponder()
    if fieldEditor === editor, editedCell !== cell { fieldEditor = nil }
    if fieldEditor !== editor { editor.removeFromSuperview() }
  }

  /// Makes the editor's cell the edited one, as its editing begins; returns whether it is.
  final func editingBegan(_ editor: FieldEditor) -> Bool {
    guard fieldEditor === editor, let index = index(of: editor.cell, near: keyIndex) else { return false }
    editedCell = editor.cell
    editor.cell.set(.edited, true)
    keyIndex = index
    changed(.state)
    return true
  }

  // MARK: End

  /// Ends editing: sends `editingDidEnd`; does nothing if no cell is edited.
  ///
  /// The matrix becomes the first responder, if it can.
  public final func endEditing() { endEditing(withReturn: false) }

  final func endEditing(withReturn: Bool, givesBack: Bool = true) {
    guard let editor = fieldEditor, editedCell != nil else { return }
    editor.endsWithReturn = withReturn
    editor.givesBack = givesBack && editor.isFirstResponder
    editor.resignFirstResponder()
  }

  /// Reports the end of editing; the cell's action follows if the return key ended it.
  final func editingEnded(_ editor: FieldEditor) {
    guard fieldEditor === editor, let cell = editedCell else { return }
    fieldEditor = nil
    editedCell = nil
    cell.set(.edited, false)
    editor.removeFromSuperview()
    if editor.givesBack, let window, window.firstResponder === window { becomeFirstResponder() }
    changed(.state)
    if editor.endsWithReturn { sendActions(for: .editingDidEndOnExit) }
    sendActions(for: .editingDidEnd)
    if editor.endsWithReturn, cell.controlView === self { _ = send(of: cell, nil) }
  }

  /// Takes over what a user set of the cell that is edited; editing ends if the cell is no longer to be edited.
  final func editedCellChanged(_ cell: TextFieldCell) {
    guard cell === editedCell, let fieldEditor else { return }
    if cell.isEnabled, cell.isEditable { fieldEditor.adopt() } else { endEditing() }
  }

  // MARK: Place

  /// The rectangle of a cell's text, which its editor fills.
  private final func textFrame(ofCellAt index: Int) -> Rect {
    (self as? Form)?.contentFrame(for: .text, at: index) ?? frame(ofCellAt: index)
  }

  /// Puts the editor over its cell.
  final func placeEditor() {
    guard let fieldEditor, let index = index(of: fieldEditor.cell, near: keyIndex) else { return }
    let frame = textFrame(ofCellAt: index)
    if fieldEditor.frame != frame { fieldEditor.frame = frame }
  }

  /// Has the editor put over its cell after cells were moved.
  final func cellsMoved() {
    if fieldEditor != nil { setNeedsLayout() }
  }

  /// Reports that cells lie elsewhere or have another size.
  final func geometryChanged() {
    cellsMoved()
    changed(.frame)
  }

  /// The text of a cell, for a renderer; `nil` for the one that is edited, whose editor shows it.
  final func shownText(of cell: Cell) -> String? { cell === editedCell ? nil : cell.displayText }

  // MARK: Typing

  /// The actions of a matrix of which a text cell is edited; the others of a text reach it through `doCommand(by:)`.
  static var editingActions: [Action] {
    [
      Action("insertText:forEvent:") { (matrix: Matrix, _: AnyObject, event: Event?) in
        if let event = event as? TextEvent { matrix.insertText(event.text) }
      },
      Action("deleteBackward:") { (matrix: Matrix, _: AnyObject) in matrix.deleteBackward() },
      Action("insertNewline:") { (matrix: Matrix, _: AnyObject) in matrix.endEditing(withReturn: true) },
    ]
  }

  /// Inserts text in place of the selection in the cell that is edited, and sends `editingChanged`; a line feed acts as the return key.
  ///
  /// Text beyond `TextFieldCell.maximumLength` is left out.
  public final func insertText(_ text: String) {
    currentEditor?.insertText(text == "\r" ? "\n" : text)
  }

  /// Removes the selection, or the character before the caret, in the cell that is edited, and sends `editingChanged`.
  public final func deleteBackward() { currentEditor?.deleteBackward() }

  /// Performs an action of the text that is edited, or goes on to the next cell; returns whether it did either.
  final func editCommand(_ name: ActionName) -> Bool {
    guard editedCell != nil, let editor = fieldEditor, let command = TextCommand.named[name] else { return false }
    if editor.canPerformAction(name, withSender: self) {
      editor.perform(command)
      return true
    }
    guard tabKeyTraversesCells else { return false }
    switch name {
    case "insertTab:": return traverse(by: 1)
    case "insertBacktab:": return traverse(by: -1)
    default: return false
    }
  }
}
