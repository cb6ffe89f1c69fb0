import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// The keyboard on the screen: what it types, and into what.
@Suite("Keyboard")
struct KeyboardTests {
  private let on = KeyboardStage()

  @Test("7.7 A tapped key reaches the first responder as a key event, pressed and released; the keyboard never becomes it")
  func keys() {
    on.tap("h", "i", "space", "return", "delete", from: 0)
    #expect(on.receiver.events.map(\.characters) == ["h", "i", " ", "\r", "\u{7F}"])
    #expect(on.receiver.events.map(\.timestamp.microseconds) == [50_000, 550_000, 1_050_000, 1_550_000, 2_000_000])
    #expect(on.receiver.isFirstResponder)
    #expect(!on.keyboard.canBecomeFirstResponder)
    #expect(!on.keyboard.becomeFirstResponder())
    #expect(on.stage.taken().contains("keyboard primaryActionTriggered"))
    #expect(on.stage.violations.isEmpty)
  }

  @Test("7.7 A first responder that handles no keys gets text, delete and return as actions")
  func actions() {
    /// A responder of an application, which knows actions only.
    final class Editor: View {
      var text = ""
      var lines = 0
      override class var actions: [Action] {
        super.actions + [
          Action("insertText:forEvent:", insertText(_:forEvent:)), Action("deleteBackward:", deleteBackward(_:)),
          Action("insertNewline:", insertNewline(_:)),
        ]
      }
      override var canBecomeFirstResponder: Bool { true }
      func insertText(_ sender: AnyObject, forEvent event: Event?) { text += (event as? TextEvent)?.text ?? "?" }
      func deleteBackward(_ sender: AnyObject) { text.removeLast() }
      func insertNewline(_ sender: AnyObject) { lines += 1 }
    }
    let editor = on.stage.add(Editor(frame: Rect(x: 0, y: 100, width: 200, height: 40)), "editor")
    editor.becomeFirstResponder()
    on.tap("h", "o", "delete", "i", "return", from: 0)
    #expect(editor.text == "Hi")
    #expect(editor.lines == 1)
  }

  @Test("7.7 A text field gets keys at its caret, with the capitals it wants; a secure one shows no key")
  func textField() {
    let field = on.stage.add(TextField(frame: Rect(x: 0, y: 100, width: 200, height: 40)), "field")
    field.text = "Yes. Or no"
    field.autocapitalization = .sentences
    field.becomeFirstResponder()
    field.selectedRange = 5..<7
    on.tap("w", "e", "delete", "space", "space", "u", from: 0)
    #expect(field.text == "Yes. W. U no")
    #expect(field.selectedRange == 9..<9)
    field.isSecure = true
    on.tap("x", from: 9_000)
    #expect(on.keyboard.typedKeyName == nil)
    on.tap("return", from: 10_000)
    #expect(!field.isFirstResponder)
  }

  @Test("7.7 Shift makes one capital; a double tap locks it until the next tap")
  func shift() {
    on.tap("shift", "a", "b", from: 0)
    #expect(on.receiver.events.map(\.modifiers) == [.shift, []])
    #expect(on.receiver.taken() == "Ab")
    on.stage.tap(1, on.place("shift").x, on.place("shift").y, at: 2_000)
    on.stage.tap(1, on.place("shift").x, on.place("shift").y, at: 2_200)
    #expect(on.keyboard.shift == .locked)
    on.tap("c", "d", "shift", "e", from: 3_000)
    #expect(on.receiver.events.map(\.modifiers) == [.capsLock, .capsLock, []])
    #expect(on.receiver.taken() == "CDe")
    // Two taps further apart are no double tap: on, and off again.
    on.tap("shift", "shift", "f", from: 6_000)
    #expect(on.receiver.taken() == "f")
  }

  @Test("7.7 Sentences begin with a capital; taking shift back is respected")
  func capitals() {
    on.receiver.rule = .sentences
    on.stage.pass(to: 1)
    #expect(on.keyboard.shift == .off)
    on.receiver.resignFirstResponder()
    on.receiver.becomeFirstResponder()
    on.stage.window.layoutIfNeeded()
    #expect(on.keyboard.shift == .once)
    on.tap("a", "b", "space", "c", "digits", ".", "space", "d", "e", from: 1_000)
    #expect(on.receiver.taken() == "Ab c. De")
    on.tap("return", "shift", "f", from: 9_000)
    #expect(on.receiver.taken() == "⏎f")
    on.receiver.text = "Who? "
    on.tap("delete", "g", from: 12_000)
    #expect(on.receiver.taken() == "⌫G")
  }

  @Test(
    "Capitals follow their rule",
    arguments: [("", true, true), ("a", false, false), ("a ", false, true), ("a. ", true, true), ("a.", false, false), ("\n", true, true)])
  func rules(text: String, sentence: Bool, word: Bool) {
    for (rule, expected) in [(Autocapitalization.sentences, sentence), (.words, word), (.none, false), (.allCharacters, true)] {
      on.receiver.rule = rule
      on.receiver.text = text
      on.keyboard.shift = .off
      on.tap("x", from: on.stage.application.now.microseconds / 1000 + 1_000)
      #expect((on.keyboard.shift == .once) == expected, "\(rule) after '\(text)'")
    }
  }

  @Test("7.7 Two spaces soon after a word become a period and a space")
  func period() {
    on.tap("a", "space", "space", from: 0)
    #expect(on.receiver.taken() == "a ⌫. ")
    on.tap("space", "space", from: 2_000)
    #expect(on.receiver.taken() == "  ")
    on.tap("b", "space", from: 4_000)
    on.tap("space", from: 6_000)
    #expect(on.receiver.taken() == "b  ")
    on.keyboard.doubleSpaceMakesPeriod = false
    on.tap("c", "space", "space", from: 8_000)
    #expect(on.receiver.taken() == "c  ")
  }

  @Test("7.7 Keys lead to other planes; a space leads back, and the globe to the next language")
  func planes() {
    on.keyboard.layouts = [.english, .german]
    on.tap("digits", "1", "#+=", "€", "space", "a", from: 0)
    #expect(on.receiver.taken() == "1€ a")
    #expect(on.keyboard.planeIndex == 0)
    _ = on.stage.taken()
    on.tap("🌐", "ü", "🌐", "z", from: 5_000)
    #expect(on.keyboard.languageIndex == 0)
    #expect(on.receiver.taken() == "üz")
    #expect(on.stage.taken().count { $0 == "keyboard valueChanged" } == 2)
  }

  @Test("7.7 The keys are those that the first responder wants")
  func types() {
    let pin = on.stage.add(PINField(frame: Rect(x: 0, y: 100, width: 200, height: 40)), "pin")
    pin.becomeFirstResponder()
    on.stage.pass(to: 10)
    on.stage.window.layoutIfNeeded()
    #expect(on.keyboard.keyboardType == .pin)
    #expect(on.keyboard.numberOfKeys == 12)
    on.tap("1", "2", "delete", "3", "4", "5", from: 100)
    #expect(pin.digits == "1345")
    on.receiver.becomeFirstResponder()
    on.stage.window.layoutIfNeeded()
    #expect(on.keyboard.keyboardType == .letters)
    for (type, key) in [(KeyboardType.email, "@"), (.url, ".com"), (.decimal, "."), (.phone, "+")] {
      on.keyboard.keyboardType = type
      #expect(on.index(key) != nil, "\(type)")
    }
  }

  @Test("7.7 The dismiss key ends editing, unless the delegate or the first responder refuses")
  func dismissal() {
    final class Guardian: KeyboardDelegate {
      var agrees = false
      func keyboardShouldDismiss(_ keyboard: Keyboard) -> Bool { agrees }
    }
    let guardian = Guardian()
    on.keyboard.delegate = guardian
    on.tap("dismiss", from: 0)
    #expect(on.receiver.isFirstResponder)
    guardian.agrees = true
    on.tap("dismiss", from: 1_000)
    #expect(!on.receiver.isFirstResponder)
    #expect(on.stage.taken().contains("keyboard editingDidEnd"))
  }

  @Test("The delegate may keep a key, and hears whether an object took it")
  func delegate() {
    final class Listener: KeyboardDelegate {
      var record: [String] = []
      func keyboard(_ keyboard: Keyboard, shouldType event: KeyEvent) -> Bool { event.characters != "x" }
      func keyboard(_ keyboard: Keyboard, didType event: KeyEvent, handled: Bool) { record.append("\(event.characters) \(handled)") }
    }
    let listener = Listener()
    on.keyboard.delegate = listener
    on.tap("a", "x", from: 0)
    on.receiver.handles = false
    on.tap("b", from: 2_000)
    #expect(listener.record == ["a true", "b false"])
    #expect(on.receiver.taken() == "a")
  }

  @Test("14.1 A secure keyboard shows no pressed key, no preview, no alternatives and no name")
  func secure() {
    on.keyboard.isSecure = true
    on.tap("n", from: 0)
    #expect(on.receiver.taken() == "", "a secure keyboard types into no text that is not secure")
    on.receiver.isSecure = true
    on.down("e", at: 1_000)
    #expect(on.keyboard.previewText == nil)
    #expect(on.keyboard.contentFrame(for: .preview) == .zero)
    on.stage.pass(to: 1_700)
    #expect(on.keyboard.alternatives.isEmpty)
    #expect(on.keyboard.contentParts.allSatisfy { $0.state == .normal })
    on.up("e", at: 1_800)
    #expect(on.keyboard.typedKeyName == nil)
    #expect(on.receiver.taken() == "e")
    on.keyboard.isSecure = false
    on.receiver.isSecure = false
    on.tap("f", from: 2_000)
    #expect(on.keyboard.typedKeyName == "f")
    on.receiver.isSecure = true
    on.tap("g", from: 3_000)
    #expect(on.keyboard.typedKeyName == nil)
  }

  @Test("7.8 A finger on shift or on a plane's key is the key typed last, as without a finger", arguments: ["shift", "digits"])
  func keyNames(_ name: String) {
    on.tap("a", name, from: 0)
    #expect(on.keyboard.typedKeyName == name)
    let other = KeyboardStage()
    #expect(other.keyboard.performAccessibility(.activate, at: other.index(name)))
    #expect(other.keyboard.typedKeyName == name)
  }

  @Test("7.8 Each key is an element that can be typed, its alternatives included")
  func accessibility() throws {
    #expect(on.keyboard.accessibility.role == .keyboard)
    #expect(on.keyboard.accessibilityElementCount == on.keyboard.numberOfKeys)
    let e = try #require(on.index("e"))
    #expect(on.keyboard.accessibilityElement(at: e)?.content.role == .key)
    #expect(on.keyboard.performAccessibility(.activate, at: e))
    #expect(on.keyboard.customAccessibilityActions(at: e).contains("é"))
    #expect(on.keyboard.performAccessibility(.custom("é"), at: e))
    #expect(!on.keyboard.performAccessibility(.custom("ß"), at: e))
    let shift = try #require(on.index("shift"))
    _ = on.keyboard.performAccessibility(.activate, at: shift)
    #expect(on.keyboard.accessibilityElement(at: e)?.content.label == "E")
    on.stage.pass(to: 100)
    _ = on.keyboard.performAccessibility(.activate, at: e)
    #expect(on.receiver.taken() == "eéE")
    #expect(!on.keyboard.performAccessibility(.activate, at: 10_000))
    #expect(!on.keyboard.performAccessibility(.activate, at: -1))
    #expect(on.keyboard.performAccessibility(.escape))
    #expect(!on.receiver.isFirstResponder)
    on.keyboard.isEnabled = false
    #expect(!on.keyboard.performAccessibility(.activate, at: e))
  }

  @Test("What is drawn: keys with labels and states, the preview above the key")
  func parts() throws {
    on.down("h", at: 0)
    let parts = on.keyboard.contentParts
    let key = try #require(parts.first { $0.text == "h" })
    let preview = try #require(parts.last)
    #expect(key.state == .highlighted)
    #expect(preview.kind == "preview")
    #expect(preview.text == "h")
    #expect(preview.frame.maxY <= key.frame.minY)
    on.stage.cancel(at: 10)
    #expect(on.keyboard.contentParts.allSatisfy { $0.state == .normal })
  }
}
