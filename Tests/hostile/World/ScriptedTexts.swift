import ContactorControls
import ContactorCore

// Text controls and keyboards, and the delegates that may change the text while they are asked.

/// A text view.
final class ScriptedTextView: TextView, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func perform(_ command: TextCommand) { script.play(.performCommand) { super.perform(command) } }
  override func keyDown(with event: KeyEvent) -> Bool { script.play(.keyDown, event) { super.keyDown(with: event) } }
  override func becomeFirstResponder() -> Bool { script.play(.becomeFirstResponder) { super.becomeFirstResponder() } }
  override func resignFirstResponder() -> Bool { script.play(.resignFirstResponder) { super.resignFirstResponder() } }
  override var text: String {
    get { super.text }
    set {
      script.play(.setText)
      super.text = newValue
    }
  }
}

/// A keyboard on the screen.
final class ScriptedKeyboard: Keyboard, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func send(_ event: KeyEvent) -> Bool { script.play(.sendKey, event) { super.send(event) } }
  override func touchesEnded(_ touches: TouchSet, with event: Event?) {
    script.play(.touchesEnded, touches, event) { super.touchesEnded(touches, with: event) }
  }
  override func layoutSubviews() { script.play(.layoutSubviews) { super.layoutSubviews() } }
}

/// A dial pad.
final class ScriptedDialPad: DialPad, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func send(_ event: KeyEvent) -> Bool { script.play(.sendKey, event) { super.send(event) } }
}

/// A field for a PIN.
final class ScriptedPINField: PINField, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func keyDown(with event: KeyEvent) -> Bool { script.play(.keyDown, event) { super.keyDown(with: event) } }
  override func sendAction(_ action: Action, to target: AnyObject?, for event: Event?) {
    script.play(.sendAction) { super.sendAction(action, to: target, for: event) }
  }
}

extension ScriptedDelegate: TextViewDelegate {
  func textViewShouldBeginEditing(_ textView: TextView) -> Bool { script.ask(.viewShouldBeginEditing) { true } }
  func textViewDidBeginEditing(_ textView: TextView) { script.play(.viewDidBeginEditing) }
  func textView(_ textView: TextView, shouldChangeTextIn range: Range<Int>, replacementText: String) -> Bool {
    script.ask(.viewShouldChangeText) { true }
  }
  func textViewShouldEndEditing(_ textView: TextView) -> Bool { script.ask(.viewShouldEndEditing) { true } }
  func textViewDidEndEditing(_ textView: TextView) { script.play(.viewDidEndEditing) }
}

extension ScriptedDelegate: TextMeasuring {
  func advance(of character: Character, after previous: Character?) -> Double { script.length(.advanceOfCharacter) { 8 } }
  var lineHeight: Double { script.length(.lineHeight) { 20 } }
}

extension ScriptedDelegate: KeyboardDelegate {
  func keyboard(_ keyboard: Keyboard, shouldType event: KeyEvent) -> Bool {
    script.play(.shouldType, event)
    return script.answers[.shouldType] ?? true
  }
  func keyboard(_ keyboard: Keyboard, didType event: KeyEvent, handled: Bool) { script.play(.didType, event) }
  func keyboardShouldDismiss(_ keyboard: Keyboard) -> Bool { script.ask(.keyboardShouldDismiss) { true } }
}
