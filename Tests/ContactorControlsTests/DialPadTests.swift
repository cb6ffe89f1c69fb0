import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// The telephone keys and the field for a PIN.
@Suite("Dial and PIN")
struct DialPadTests {
  private let dial = DialPad(frame: Rect(x: 0, y: 180, width: 300, height: 300))
  private let on: KeyboardStage

  init() {
    on = KeyboardStage(dial)
  }

  @Test("7.7 A dial collects digits, with + by a long press on 0; delete repeats, return calls")
  func dialling() {
    on.down("0", at: 0)
    on.stage.pass(to: 600)
    #expect(dial.digits == "+")
    #expect(dial.alternatives.isEmpty)
    on.up("0", at: 700)
    let time = on.tap("4", "9", "0", "#", "*", from: 1_000)
    #expect(dial.digits == "+490#*")
    #expect(on.stage.taken().count { $0 == "keyboard valueChanged" } == 6)
    #expect(on.receiver.taken() == "", "the first responder gets nothing")
    on.down("delete", at: time)
    on.stage.pass(to: time + 750)
    on.up("delete", at: time + 760)
    #expect(dial.digits == "+4")
    on.tap("return", from: time + 1_000)
    #expect(on.stage.taken().contains("keyboard primaryActionTriggered"))
    dial.typesIntoFirstResponder = true
    on.tap("1", from: time + 2_000)
    #expect(on.receiver.taken() == "1")
  }

  @Test("A dial keeps what can be dialled, up to its length; its keys have captions")
  func content() throws {
    dial.digits = "+49 (0) 1a２1\u{301}2"
    #expect(dial.digits == "+49012")
    dial.maximumLength = 3
    #expect(dial.digits == "+49")
    dial.maximumLength = -1
    #expect(dial.digits == "")
    #expect(dial.key(at: 1)?.caption == "ABC")
    dial.maximumLength = 8
    dial.objectValue = .integer(110)
    #expect(dial.stringValue == "110")
    #expect(dial.accessibility.value == "110")
    dial.clear(dial)
    #expect(dial.digits.isEmpty)
  }

  @Test("7.7 A PIN field shows dots, and sends valueChanged when the code is complete")
  func pin() {
    let field = on.stage.add(PINField(frame: Rect(x: 0, y: 100, width: 200, height: 40)), "pin")
    let keyboard = Keyboard(frame: Rect(x: 300, y: 240, width: 300, height: 240))
    on.stage.add(keyboard, "pinpad")
    on.stage.tap(1, 50, 120, at: 0)
    #expect(field.isFirstResponder)
    _ = on.stage.taken()
    on.stage.window.layoutIfNeeded()
    var time: Int64 = 1_000
    for digit in [0, 1, 2, 3, 4] {
      let place = keyboard.contentFrame(for: .key(digit)).center + keyboard.frame.origin
      on.stage.tap(1, place.x, place.y, at: time)
      time += 500
    }
    #expect(field.digits == "1234")
    #expect(
      on.stage.taken().filter { $0.hasPrefix("pin ") }
        == ["pin editingChanged", "pin editingChanged", "pin editingChanged", "pin editingChanged", "pin valueChanged"])
    #expect(field.contentParts.map(\.text) == ["•", "•", "•", "•"])
    #expect(field.accessibility.value == nil)
    #expect(field.accessibility.role == .secureTextField)
    #expect(keyboard.typedKeyName == nil)
    #expect(field.contentFrame(for: .digit(1)) == Rect(x: 50, y: 0, width: 50, height: 40))
    #expect(field.contentFrame(for: .digit(4)) == .zero)
  }

  @Test("A PIN field takes digits from any keyboard and nothing else")
  func keys() {
    let field = on.stage.add(PINField(frame: Rect(x: 0, y: 100, width: 200, height: 40)), "pin")
    field.becomeFirstResponder()
    func send(_ text: String, _ modifiers: KeyEvent.Modifiers = []) -> Bool {
      on.stage.application.sendKey(KeyEvent(text, modifiers: modifiers, timestamp: on.stage.application.now))
    }
    #expect(send("1"))
    #expect(!send("a"))
    #expect(!send("2", .control))
    #expect(send("23"))
    #expect(send(KeyEvent.delete))
    #expect(field.digits == "12")
    #expect(send("\r"))
    #expect(!on.stage.taken().contains("pin primaryActionTriggered"))
    field.digits = "98765"
    #expect(field.digits == "9876")
    #expect(send("\r"))
    #expect(on.stage.taken().contains("pin primaryActionTriggered"))
    field.digitCount = 0
    #expect(field.digits == "9")
    field.digitCount = .max
    #expect(field.digitCount == PINField.maximumCount)
    field.isEnabled = false
    field.insertText("1")
    #expect(field.digits == "9")
  }

  @Test("5.14 A PIN field may be cleared, or removed, by the action that its last digit sends")
  func callbacks() {
    let field = on.stage.add(PINField(frame: Rect(x: 0, y: 100, width: 200, height: 40)), "pin")
    field.digitCount = 2
    field.on(.editingChanged) { field in if field.isComplete { field.clear(field) } }
    field.insertText("12")
    #expect(field.digits == "")
    field.on(.valueChanged) { field in field.removeFromSuperview() }
    field.insertText("3")
    field.insertText("4")
    #expect(field.digits == "")
  }
}
