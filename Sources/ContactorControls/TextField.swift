public import ContactorCore

/// A line of text that is edited (contract 4.8): it sends the editing events.
///
/// A touch up inside makes it the first responder and so begins editing. Text comes from a keyboard, drawn or real, through
/// `insertText(_:)`, `deleteBackward(_:)` and `insertNewline(_:)`, or as the actions of these names, which reach the
/// field that is being edited when they are sent without a target.
///
/// | what happens          | what is sent                                                                             |
/// | --------------------- | ---------------------------------------------------------------------------------------- |
/// | editing begins        | `editingDidBegin`                                                                        |
/// | the text is edited    | `editingChanged`                                                                         |
/// | editing ends          | `editingDidEnd`                                                                          |
/// | return                | `editingDidEndOnExit`, then `editingDidEnd`, then `primaryActionTriggered`: three deliveries |
open class TextField: LiftControl {
  /// The text; setting it sends nothing.
  open var text = ""
  /// Asked and told about editing; not kept.
  public weak var delegate: (any TextFieldDelegate)?
  /// Whether the text is being edited: from the first responder's beginning to its end.
  public var isEditing: Bool { isFirstResponder }

  override open var canBecomeFirstResponder: Bool { isEnabled }

  /// What can be sent to a text field by name, beside what can be sent to every control.
  override open class var actions: [Action] {
    super.actions + [
      Action("insertText:forEvent:", insertText(_:forEvent:)), Action("deleteBackward:", deleteBackward(_:)),
      Action("insertNewline:", insertNewline(_:)), Action("clear:", clear(_:)),
      Action("beginEditing:", beginEditing(_:)), Action("endEditing:", endEditing(_:)),
    ]
  }

  override open func lifted(_ touch: Touch, with event: Event?) {
    becomeFirstResponder()
  }

  // MARK: First responder

  @discardableResult
  override open func becomeFirstResponder() -> Bool {
    if isFirstResponder { return true }
    guard delegate?.textFieldShouldBeginEditing(self) ?? true, super.becomeFirstResponder() else { return false }
    // What is typed goes to the key window's first responder.
    window?.makeKey()
    delegate?.textFieldDidBeginEditing(self)
    sendActions(for: .editingDidBegin)
    return true
  }

  @discardableResult
  override open func resignFirstResponder() -> Bool {
    guard isFirstResponder else { return super.resignFirstResponder() }
    guard delegate?.textFieldShouldEndEditing(self) ?? true, super.resignFirstResponder() else { return false }
    delegate?.textFieldDidEndEditing(self)
    sendActions(for: .editingDidEnd)
    return true
  }

  // MARK: Editing

  /// Adds text at the end, begins editing if need be, and sends `editingChanged`.
  ///
  /// A line feed does what the return key does.
  public func insertText(_ text: String) {
    if text == "\n" { return insertNewline(self) }
    edit(self.text + text)
  }

  /// Removes the last character and sends `editingChanged`; an empty text stays as it is.
  public func deleteBackward(_ sender: AnyObject) {
    if !text.isEmpty { edit(String(text.dropLast())) }
  }

  /// Removes all text and sends `editingChanged`; an empty text stays as it is.
  public func clear(_ sender: AnyObject) {
    if !text.isEmpty { edit("") }
  }

  /// Does what the return key does: editing ends, unless the delegate does not want it.
  ///
  /// Without editing going on, nothing happens.
  public func insertNewline(_ sender: AnyObject) {
    guard isEditing, delegate?.textFieldShouldReturn(self) ?? true else { return }
    sendActions(for: .editingDidEndOnExit)
    resignFirstResponder()
    sendActions(for: .primaryActionTriggered)
  }

  /// Begins editing.
  public func beginEditing(_ sender: AnyObject) { becomeFirstResponder() }

  /// Ends editing.
  public func endEditing(_ sender: AnyObject) { resignFirstResponder() }

  /// Adds the text that a `TextEvent` carries; other events carry none.
  public func insertText(_ sender: AnyObject, forEvent event: Event?) {
    if let event = event as? TextEvent { insertText(event.text) }
  }

  private func edit(_ text: String) {
    guard isEnabled, becomeFirstResponder(), delegate?.textField(self, shouldChangeTextTo: text) ?? true else { return }
    self.text = text
    sendActions(for: .editingChanged)
  }
}
