import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// A delegate that is asked about ranges, and acts as it is told while it is asked.
private final class RangeEditor: TextFieldDelegate {
  var asked: [String] = []
  var answer = true
  var call: ((TextField) -> Void)?

  func textField(_ textField: TextField, shouldChangeTextIn range: Range<Int>, replacementText: String) -> Bool {
    asked.append("\(range.lowerBound)-\(range.upperBound) \(replacementText)")
    call?(textField)
    return answer
  }
}

@Suite("Editing a text field by touch and key")
struct TextFieldEditingTests {
  private let stage = Stage()
  private let field: TextField

  init() {
    field = stage.add(TextField(frame: Rect(x: 100, y: 100, width: 102, height: 50)), "f")
  }

  private func key(_ characters: String, _ modifiers: KeyEvent.Modifiers = [], plain: String? = nil) -> Bool {
    stage.application.sendKey(KeyEvent(characters, ignoringModifiers: plain, modifiers: modifiers, timestamp: stage.application.now))
  }

  // MARK: Touch. A character is 8 points wide.

  @Test("7.7 a tap puts the caret exactly where the finger is; a double tap selects the word, a triple tap all")
  func taps() {
    field.text = "one two"
    stage.tap(1, 100 + 5 * 8, 125, at: 0)
    #expect(field.isEditing && field.selectedRange == 5..<5)
    stage.tap(2, 100 + 5 * 8 + 5, 125, at: 1000)
    #expect(field.selectedRange == 6..<6, "nearer to the next place")
    stage.tap(3, 100 + 5 * 8, 125, at: 1150)
    #expect(field.selectedRange == 4..<7)
    stage.tap(4, 100 + 5 * 8, 125, at: 1300)
    #expect(field.selectedRange == 0..<7)
    stage.tap(5, 190, 125, at: 3000)
    #expect(field.selectedRange == 7..<7)
    stage.tap(6, 100, 125, at: 4000)
    field.insertText("x")
    #expect(field.text == "xone two" && stage.violations.isEmpty)
  }

  @Test("7.7 a long press begins editing, and the caret follows the finger until it is lifted")
  func longPress() {
    field.text = "one two"
    stage.down(1, 120, 125, at: 0)
    stage.pass(to: 499)
    #expect(!field.isEditing)
    stage.pass(to: 501)
    #expect(field.isEditing && field.selectedRange == 3..<3)
    stage.move(1, 140, 125, at: 600)
    #expect(field.selectedRange == 5..<5)
    stage.up(1, 124, 125, at: 700)
    #expect(field.selectedRange == 5..<5 && stage.application.nextDeadline == nil)
    stage.down(2, 120, 125, at: 2000)
    stage.move(2, 135, 125, at: 2100)
    stage.pass(to: 3000)
    #expect(field.selectedRange == 5..<5, "a finger that moved does not press long")
    stage.up(2, 135, 125, at: 3100)
    #expect(field.selectedRange == 5..<5 && stage.violations.isEmpty)
  }

  @Test("7.7 the handles of a selection are dragged up to a character before each other")
  func handles() {
    field.text = "0123456789"
    field.becomeFirstResponder()
    field.selectedRange = 3..<6
    let (start, end) = (field.contentFrame(for: .selectionStart), field.contentFrame(for: .selectionEnd))
    #expect(start == Rect(x: 18, y: 3, width: 12, height: 12) && end == Rect(x: 42, y: 35, width: 12, height: 12))
    #expect(field.contentFrame(for: .caret).isNull)
    stage.down(1, 100 + 24, 100 + 9, at: 0)
    stage.move(1, 100 + 9, 100 + 9, at: 20)
    #expect(field.selectedRange == 1..<6)
    stage.move(1, 190, 109, at: 40)
    #expect(field.selectedRange == 5..<6)
    stage.up(1, 190, 109, at: 60)
    #expect(field.selectedRange == 5..<6)
    stage.down(2, 100 + 48, 145, at: 1000)
    stage.move(2, 100 + 72, 145, at: 1020)
    stage.up(2, 100 + 72, 145, at: 1040)
    #expect(field.selectedRange == 5..<9)
  }

  @Test("7.7 the field scrolls sideways so that the caret is in view, and back as the text gets shorter")
  func scrolling() {
    for _ in 0..<20 { field.insertText("x") }
    #expect(field.contentOffset.x == 60 && field.contentFrame(for: .caret) == Rect(x: 100, y: 15, width: 2, height: 20))
    #expect(field.contentSize == Size(width: 162, height: 20) && field.closestPosition(to: Point(x: 0, y: 0)) == 8)
    #expect(field.doCommand(by: "moveToBeginningOfLine:") && field.contentOffset.x == 0)
    field.doCommand(by: "moveToEndOfLine:")
    for _ in 0..<18 { field.deleteBackward() }
    #expect(field.contentOffset == .zero)
    field.contentOffset = Point(x: .nan, y: -5)
    #expect(field.contentOffset == .zero)
  }

  // MARK: Keys

  @Test("7.4 keys: characters are inserted, others looked up in the table, which can be changed")
  func keys() {
    field.becomeFirstResponder()
    #expect(key("h") && key("i", .shift) && key("é", .option) && key("👩‍👧‍👦"))
    #expect(field.text == "hié👩‍👧‍👦")
    #expect(key(KeyEvent.delete) && key(KeyEvent.leftArrow, .shift) && field.selectedRange == 2..<3)
    #expect(key("\u{1}", .control, plain: "a") && field.selectedRange == 0..<3)
    #expect(key("c", .control) && key(KeyEvent.rightArrow) && key("v", .control) && field.text == "hiéhié")
    #expect(key("z", .control) && field.text == "hié" && key("Z", [.control, .shift]) && field.text == "hiéhié")
    #expect(!key(KeyEvent.function(5)) && !key("q", .command) && !key("") && !key(KeyEvent.tab), "left to others")
    field.keyBindings[KeyBindings.Stroke("q", .command)] = ["selectAll:", "delete:"]
    #expect(key("q", .command) && field.text.isEmpty)
    field.keyBindings = KeyBindings()
    #expect(!key(KeyEvent.delete) && key("a") && field.text == "a")
    field.isEnabled = false
    #expect(!key("b") && field.text == "a")
  }

  @Test("7.4 the tables: AppKit's with Emacs' keys, a PC's with control; every action in them is one of the table of actions")
  func tables() {
    #expect(KeyBindings.appKit[.init("a", .control)] == ["moveToBeginningOfParagraph:"])
    #expect(KeyBindings.standard[.init("A", .control)] == ["selectAll:"])
    #expect(KeyBindings.standard[.init("k", .control)] == ["deleteToEndOfParagraph:"])
    #expect(KeyBindings.pc[.init(KeyEvent.leftArrow, [.control, .shift, .capsLock])] == ["moveWordLeftAndModifySelection:"])
    for table in [KeyBindings.common, .appKit, .pc, .standard] {
      for (stroke, actions) in table.strokes {
        #expect(actions.allSatisfy { TextCommand.named[$0] != nil }, "\(stroke): \(actions)")
      }
    }
  }

  @Test("4.8 the return key of a real keyboard ends editing; a line break does, too")
  func returnKey() {
    field.becomeFirstResponder()
    _ = stage.taken()
    #expect(key("\r"))
    #expect(stage.taken() == ["f editingDidEndOnExit", "f editingDidEnd", "f primaryActionTriggered"])
    field.becomeFirstResponder()
    #expect(field.doCommand(by: "insertLineBreak:") && !field.isEditing && field.text.isEmpty)
  }

  // MARK: Delegates that call back

  @Test("4.8 a delegate is asked about the range that changes, and may refuse")
  func ranges() {
    let editor = RangeEditor()
    field.text = "abc"
    field.delegate = editor
    field.selectedRange = 1..<2
    field.insertText("x")
    field.deleteBackward()
    field.doCommand(by: "undo:")
    editor.answer = false
    field.deleteBackward()
    #expect(editor.asked == ["1-2 x", "1-2 ", "1-1 x", "1-2 "] && field.text == "axc")
  }

  @Test("5.14 a delegate that is asked sets the text, removes the field, resigns, or edits: nothing is lost or done twice")
  func callsBack() {
    let editor = RangeEditor()
    field.delegate = editor
    editor.call = { $0.text = "much longer than before" }
    field.insertText("a")
    #expect(field.text == "a" && field.selectedRange == 1..<1)
    editor.call = { $0.text = "" }
    field.deleteBackward()
    #expect(field.text == "")
    editor.call = { field in for _ in 0..<3 { field.insertText("+") } }
    field.insertText("b")
    #expect(field.text == "b")
    editor.call = { $0.doCommand(by: "undo:") }
    field.insertText("c")
    #expect(field.text == "bc")
    editor.call = { $0.removeFromSuperview() }
    field.insertText("d")
    #expect(field.text == "bc" && !field.isEditing)
  }

  @Test("5.14 actions of editingChanged that set, undo, select or remove")
  func actionsCallBack() {
    let calls: [(TextField) -> Void] = [
      { $0.text = "" }, { $0.doCommand(by: "undo:") }, { $0.selectedRange = -5..<900 }, { $0.isSecure.toggle() },
      { $0.maximumLength = 0 }, { $0.insertText("\u{301}") }, { $0.removeFromSuperview() },
    ]
    for call in calls {
      stage.window.addSubview(field)
      (field.maximumLength, field.text) = (100, "abc")
      field.addAction("call", for: .editingChanged) { [unowned field] _, _ in call(field) }
      field.selectedRange = 1..<2
      for _ in 0..<3 { field.insertText("é") }
      field.deleteBackward()
      field.doCommand(by: "deleteWordForward:")
      field.removeAction(identifiedBy: "call")
      let count = field.text.count
      #expect(field.selectedRange.upperBound <= count && field.selectedRange.lowerBound >= 0)
    }
    #expect(stage.violations.isEmpty)
  }

  @Test("7.7 setting the text while it is edited clamps the selection; a caret at the end stays there; lengths are cut")
  func setting() {
    field.text = "abcdef"
    field.becomeFirstResponder()
    field.selectedRange = 2..<5
    field.text = "abc"
    #expect(field.selectedRange == 2..<3)
    field.selectedRange = 3..<3
    field.text = "longer"
    #expect(field.selectedRange == 6..<6)
    field.maximumLength = 8
    field.insertText("🇩🇪🇫🇷🇮🇹")
    #expect(field.text == "longer🇩🇪🇫🇷")
    _ = stage.taken()
    field.insertText("x")
    #expect(stage.taken().isEmpty && field.text.count == 8)
    field.maximumLength = -1
    field.text = "x"
    #expect(field.text.isEmpty && field.maximumLength == 0)
    field.maximumLength = .max
    field.insertText(String(repeating: "0123456789", count: 1_000_000))
    #expect(field.maximumLength == 1_000_000 && field.text.utf8.count == 1_000_000)
  }

  @Test("7.5 a field is asked for its value in any form, and set by one; accessibility has role, name and value")
  func values() {
    field.stringValue = "42 apples"
    #expect(field.intValue == 42 && field.doubleValue == 42)
    field.intValue = 7
    #expect(field.text == "7" && stage.taken().isEmpty)
    field.placeholder = "Number"
    #expect(field.accessibility == Accessibility(.textField, label: "Number", value: "7"))
    #expect(field.performAccessibility(.activate) && field.isEditing && field.performAccessibility(.escape) && !field.isEditing)
    field.objectValue = nil
    #expect(field.contentParts.map(\.kind) == ["placeholder"] && field.contentParts.first?.text == "Number")
  }

  @Test("A key does not build the text, be there a delegate or not, unless it looks at proposals")
  func builds() {
    final class Silent: TextFieldDelegate {}
    let silent = Silent()
    field.text = "abc"
    field.delegate = silent
    field.insertText("d")
    #expect(key("e") && !field.hasBuiltText && field.text == "abcde" && field.hasBuiltText)
  }
}
