import ContactorCore

/// The text field through which a matrix edits one of its text cells, made for one editing and dropped when it ends.
///
/// It lies over the cell's text and is the first responder, so that caret, selection, undo, pasteboard and keyboards are those of every
/// text field. Each edit goes to the cell at once. It sends no events of its own: the matrix sends the editing events.
final class FieldEditor: TextField {
  /// The matrix; `nil` once it is deallocated.
  private(set) weak var matrix: Matrix?
  /// The cell that is edited.
  let cell: TextFieldCell
  /// Whether the matrix took the cell as the edited one when editing began.
  private var isAccepted = false
  /// Whether the cell is being given the text; its setter may be a user's.
  private var isWriting = false
  /// Whether the return key ends editing.
  var endsWithReturn = false
  /// Whether the matrix becomes the first responder when editing ends.
  var givesBack = false

  /// Creates an editor with the cell's text and the caret at its end.
  init(_ cell: TextFieldCell, of matrix: Matrix, frame: Rect) {
    self.matrix = matrix
    self.cell = cell
    super.init(frame: frame)
    measure = matrix.measure
    adopt()
  }

  /// Takes over what the cell's user set: text, secrecy, placeholder.
  func adopt() {
    guard !isWriting else { return }
    if isSecure != cell.isSecure { isSecure = cell.isSecure }
    placeholder = cell.placeholder.isEmpty ? nil : cell.placeholder
    // A longer text that was set stays; typing adds nothing to it.
    maximumLength = EditableText.limit
    text = cell.stringValue
    maximumLength = TextFieldCell.maximumLength
  }

  /// Whether the cell may be edited now.
  private var canEdit: Bool {
    guard let matrix, matrix.fieldEditor === self, matrix.isEnabled else { return false }
    return cell.controlView === matrix && cell.isEnabled && cell.isEditable
  }

  // MARK: The text control's hooks

  override var hasDelegate: Bool { true }
  override func shouldBegin() -> Bool { canEdit }
  override func didBegin() { isAccepted = canEdit && matrix?.editingBegan(self) ?? false }
  override func didEnd() { matrix?.editingEnded(self) }

  override func shouldChange(_ range: Range<Int>, to replacement: String, in text: EditableText) -> Bool { canEdit && !isWriting }

  override func noteChange(_ change: EditableText.Change) {
    super.noteChange(change)
    guard !isWriting, matrix?.fieldEditor === self else { return }
    isWriting = true
    cell.stringValue = text
    isWriting = false
    // A setter of the user's class may keep another text.
    adopt()
  }

  /// The matrix sends the end in `editingEnded(_:)`.
  override func report(_ event: Control.Events) {
    if isAccepted, event != .editingDidEnd { matrix?.sendActions(for: event) }
  }

  override func pressReturn() {
    if isEditing { matrix?.endEditing(withReturn: true) }
  }

  /// Escape leaves the text as it is and the keys with the matrix.
  override func perform(_ command: TextCommand) {
    guard command == .cancel, let matrix else { return super.perform(command) }
    if isEditing { matrix.endEditing() }
  }
}
