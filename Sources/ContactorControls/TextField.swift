public import ContactorCore

/// A line of text that is edited while the field is its window's first responder (contract 4.8).
///
/// The engine has no keyboard: whoever has one calls `insertText(_:)`, `deleteBackward()` and `insertNewline()` of the
/// first responder. A tap begins editing.
open class TextField: Control {
  /// The text; setting it sends nothing.
  open var text = ""
  /// Whether the field is being edited.
  public private(set) var isEditing = false

  /// True while the field is enabled.
  override open var canBecomeFirstResponder: Bool { isEnabled }

  /// Begins editing: `editingDidBegin` is sent once the field is first responder.
  @discardableResult
  override open func becomeFirstResponder() -> Bool {
    guard super.becomeFirstResponder() else { return false }
    if !isEditing {
      isEditing = true
      sendActions(for: .editingDidBegin)
    }
    return true
  }

  /// Ends editing: `editingDidEnd` is sent once the field is no longer first responder.
  @discardableResult
  override open func resignFirstResponder() -> Bool {
    guard super.resignFirstResponder() else { return false }
    if isEditing {
      isEditing = false
      sendActions(for: .editingDidEnd)
    }
    return true
  }

  /// Puts text at the end and sends `editingChanged`; nothing happens while the field is not edited.
  public func insertText(_ insertion: String) {
    guard isEditing, !insertion.isEmpty else { return }
    text += insertion
    sendActions(for: .editingChanged)
  }

  /// Takes the last character away and sends `editingChanged`; nothing happens where there is none.
  public func deleteBackward() {
    guard isEditing, !text.isEmpty else { return }
    text.removeLast()
    sendActions(for: .editingChanged)
  }

  /// The return key: sends `editingDidEndOnExit`, then ends editing.
  public func insertNewline() {
    guard isEditing else { return }
    sendActions(for: .editingDidEndOnExit)
    resignFirstResponder()
  }

  override open func touchesEnded(_ touches: TouchSet, with event: ContactorCore.Event?) {
    let ending = trackedTouch.flatMap { touches.contains($0) ? $0 : nil }
    super.touchesEnded(touches, with: event)
    if isEnabled, let ending, bounds.contains(ending.location(in: self)) { becomeFirstResponder() }
  }
}
