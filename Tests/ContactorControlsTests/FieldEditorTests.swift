import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Text cells of matrices and forms are edited through a text field that lies over them.
@Suite("Editing text cells (contract 7.2, 7.4, 7.7)")
final class FieldEditorTests: FormRig {
  override init() {
    super.init()
    form.entry(at: 0)?.stringValue = "one two"
  }

  private var text: String? { form.entry(at: 0)?.stringValue }

  @Test("7.2 a tap puts the caret at the finger, a double tap selects the word, a long press moves the caret")
  func touches() throws {
    stage.tap(1, 100 + 3 * 8, 20, at: 0)
    let editor = try #require(form.currentEditor)
    #expect(editor.selectedRange == 3..<3 && editor.frame == form.contentFrame(for: .text, at: 0))
    type("x")
    #expect(text == "onex two")
    stage.tap(2, 100 + 6 * 8, 20, at: 1000)
    stage.tap(3, 100 + 6 * 8, 20, at: 1150)
    #expect(editor.selectedRange == 5..<8 && form.currentEditor === editor)
    type("2")
    #expect(text == "onex 2")
    stage.down(4, 100 + 6 * 8, 20, at: 3000)
    stage.pass(to: 3600)
    stage.move(4, 100, 20, at: 3700)
    stage.up(4, 100, 20, at: 3800)
    #expect(editor.selectedRange == 0..<0 && editor.contentParts.contains { $0.kind == "caret" })
    stage.tap(5, 200, 65, at: 5000)
    #expect(form.editedCell === form.entry(at: 1) && editor.superview == nil && stage.violations.isEmpty)
  }

  @Test("7.2 keys move the caret, select, cut, paste, undo and do again in a cell")
  func keys() {
    form.selectText(at: 0)
    #expect(form.currentEditor?.selectedRange == 0..<7, "selectText selects")
    type(KeyEvent.leftArrow)
    type(KeyEvent.rightArrow, .shift)
    type(KeyEvent.rightArrow, .shift)
    #expect(form.currentEditor?.selectedRange == 0..<2)
    type("x", .command)
    #expect(text == "e two" && stage.application.pasteboard.string == "on")
    type(KeyEvent.end)
    type("v", .command)
    #expect(text == "e twoon")
    type("z", .command)
    #expect(text == "e two")
    type("z", .command)
    #expect(text == "one two")
    type(KeyEvent.deleteForward)
    #expect(text == "e two")
    _ = stage.taken()
    #expect(form.doCommand(by: "moveToEndOfDocument:") && form.doCommand(by: "deleteWordBackward:") && text == "e ")
    #expect(form.doCommand(by: "selectAll:") && form.currentEditor?.selectedRange == 0..<2)
    #expect(stage.taken() == ["f editingChanged"])
    #expect(!form.doCommand(by: "complete:"), "no text does it")
  }

  @Test("7.2 escape and return leave the keys with the matrix, and each begin has its end")
  func ends() throws {
    try form.setTarget(target, action: "choose:")
    form.selectText(at: 0)
    type(KeyEvent.escape)
    #expect(form.editedCell == nil && form.isFirstResponder && form.currentEditor == nil && form.subviews.isEmpty)
    #expect(target.taken().isEmpty && stage.taken() == ["f editingDidBegin", "f editingDidEnd"])
    form.selectText(at: 0)
    #expect(form.doCommand(by: "insertTab:") && form.editedCell === form.entry(at: 1))
    #expect(form.doCommand(by: "insertBacktab:") && form.editedCell === form.entry(at: 0))
    type(KeyEvent.enter)
    #expect(form.isFirstResponder && target.taken() == ["choose by f"])
    form.selectText(at: 0)
    let other = stage.add(TextField(frame: Rect(x: 500, y: 0, width: 100, height: 40)), "other")
    #expect(other.becomeFirstResponder() && form.editedCell == nil && other.isEditing, "the matrix takes nothing back")
    form.selectText(at: 2)
    form.currentEditor?.removeFromSuperview()
    #expect(form.editedCell == nil && form.currentEditor == nil, "an editor that is taken away ends editing")
    form.selectText(at: 2)
    form.entry(at: 2)?.isEnabled = false
    #expect(form.editedCell == nil, "a disabled cell is not edited")
  }

  @Test("14.1, 7.2 a secure cell shows dots while it is edited, and is not copied")
  func secure() {
    form.entry(at: 0)?.isSecure = true
    form.selectText(at: 0)
    type("c", .command)
    #expect(stage.application.pasteboard.string == nil)
    #expect(form.currentEditor?.contentParts.first?.text == "•••••••" && form.currentEditor?.accessibility.value == nil)
    form.entry(at: 0)?.isSecure = false
    #expect(form.currentEditor?.contentParts.first?.text == "one two", "the editor follows the cell")
    type("4")
    #expect(text == "4")
  }

  @Test("7.2 the editor follows its cell when cells move and when the cell's value is set")
  func follows() throws {
    form.selectText(at: 0)
    let editor = try #require(form.currentEditor)
    form.insertEntry("First", at: 0)
    form.titleWidth = 50
    form.layoutIfNeeded()
    #expect(editor.frame == form.contentFrame(for: .text, at: 1) && form.editedCell === form.entry(at: 1))
    form.entry(at: 1)?.intValue = 12
    #expect(editor.text == "12")
    type(KeyEvent.end)
    type("3")
    #expect(form.entry(at: 1)?.stringValue == "123" && form.entry(at: 1)?.intValue == 123)
    let long = String(repeating: "y", count: TextFieldCell.maximumLength + 9)
    form.entry(at: 1)?.stringValue = long
    type("4")
    #expect(form.entry(at: 1)?.stringValue == long, "what was set stays, and no more is typed")
  }

  /// A cell that keeps digits alone, and calls its form from the setter.
  private final class Digits: FormCell {
    var call: (() -> Void)?
    override var objectValue: ControlValue? {
      get { super.objectValue }
      set {
        call?()
        super.objectValue = newValue.map { .text($0.stringValue.filter(\.isNumber)) }
      }
    }
  }

  private final class Wide: TextMeasuring {
    func advance(of character: Character, after previous: Character?) -> Double { 20 }
    let lineHeight = 30.0
  }

  @Test("7.2 a tap finds the character by the widths that the matrix's renderer gives")
  func measure() {
    let wide = Wide()
    form.measure = wide
    stage.tap(1, 100 + 3 * 20, 20, at: 0)
    #expect(form.currentEditor?.selectedRange == 3..<3)
    form.measure = nil
    #expect(form.currentEditor?.caretFrame(for: 3).minX == 24)
  }

  @Test("5.14, 7.2 a cell's setter may change the text, edit, end editing, and remove the cell")
  func setters() {
    let cell = Digits()
    form.putCell(cell, atRow: 1, column: 0)
    form.selectText(at: 1)
    form.insertText("a1b2")
    #expect(cell.stringValue == "12" && form.currentEditor?.text == "12")
    cell.call = { [form] in form.insertText("9") }
    form.insertText("3")
    #expect(cell.stringValue == "123", "an edit from the setter is refused")
    cell.call = { [form] in _ = form.selectText(at: 0) }
    form.insertText("4")
    #expect(form.editedCell === form.entry(at: 0))
    form.selectText(at: 1)
    cell.call = { [form] in form.removeEntry(at: 1) }
    form.insertText("5")
    #expect(form.editedCell == nil && form.numberOfEntries == 2)
    cell.call = nil
  }

  @Test("5.14, 7.2 calls from every editing event leave one editor, or none", arguments: 0..<6)
  func hostile(_ kind: Int) {
    let calls: [(Form) -> Void] = [
      { $0.removeEntry(at: 0) }, { _ = $0.selectText(at: 1) }, { $0.currentEditor?.removeFromSuperview() },
      { $0.isEnabled.toggle() }, { $0.removeFromSuperview() }, { $0.endEditing() },
    ]
    for events in [Control.Events.editingDidBegin, .editingChanged, .editingDidEnd, .editingDidEndOnExit] {
      form.on(events) { calls[kind]($0 as Form) }
    }
    for _ in 0..<3 {
      form.selectText(at: 0)
      type("a")
      form.insertText("b")
      type(KeyEvent.tab)
      type(KeyEvent.carriageReturn)
      #expect(form.subviews.count == (form.currentEditor == nil ? 0 : 1))
      #expect((form.editedCell == nil) == (form.currentEditor == nil))
    }
    #expect(stage.violations.isEmpty)
  }
}
