/// Asked and told about a text field's editing (contract 8.2); every method has a default.
public protocol TextFieldDelegate: AnyObject {
  /// Whether editing may begin.
  func textFieldShouldBeginEditing(_ textField: TextField) -> Bool
  /// Editing began; called before `editingDidBegin` is sent.
  func textFieldDidBeginEditing(_ textField: TextField)
  /// Whether the text may become another one.
  func textField(_ textField: TextField, shouldChangeTextTo text: String) -> Bool
  /// Whether the return key ends editing.
  func textFieldShouldReturn(_ textField: TextField) -> Bool
  /// Whether editing may end.
  func textFieldShouldEndEditing(_ textField: TextField) -> Bool
  /// Editing ended; called before `editingDidEnd` is sent.
  func textFieldDidEndEditing(_ textField: TextField)
}

extension TextFieldDelegate {
  /// Lets editing begin.
  public func textFieldShouldBeginEditing(_ textField: TextField) -> Bool { true }

  /// Does nothing.
  public func textFieldDidBeginEditing(_ textField: TextField) {}

  /// Lets the text change.
  public func textField(_ textField: TextField, shouldChangeTextTo text: String) -> Bool { true }

  /// Lets the return key end editing.
  public func textFieldShouldReturn(_ textField: TextField) -> Bool { true }

  /// Lets editing end.
  public func textFieldShouldEndEditing(_ textField: TextField) -> Bool { true }

  /// Does nothing.
  public func textFieldDidEndEditing(_ textField: TextField) {}
}
