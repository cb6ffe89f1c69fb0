import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Forms: titled texts that are edited by keys.
@Suite("Forms (contract 7.2)")
final class FormTests: FormRig {
  @Test("7.2 entries have titles, tags and texts, and are found and removed")
  func entries() throws {
    form.entry(at: 2)?.tag = 42
    let first = try #require(form.insertEntry("Title", at: -7))
    #expect(form.entry(at: 0) === first && form.numberOfEntries == 4 && form.indexOfCell(withTag: 42) == 3)
    first.stringValue = "Dr."
    #expect(first.title == "Title" && first.displayText == "Dr.")
    form.removeEntry(at: 1)
    form.removeEntry(at: 17)
    #expect((0..<3).map { form.entry(at: $0)?.title } == ["Title", "Street", "PIN"] && form.entry(at: 3) == nil)
    #expect(form.indexOfCell(withTag: 7) == nil && first.accessibility.label == "Title" && first.accessibility.value == "Dr.")
  }

  @Test("7.2 a tap begins editing, keys edit the text, tab goes on to the next, return sends the action")
  func editing() throws {
    try form.setTarget(target, action: "choose:")
    stage.tap(1, 200, 20, at: 0)
    #expect(form.editedCell === form.entry(at: 0) && stage.window.firstResponder === form.currentEditor)
    for key in ["A", "d", "é", "x", KeyEvent.delete] { #expect(type(key)) }
    #expect(form.entry(at: 0)?.stringValue == "Adé")
    #expect(
      stage.taken() == ["f touchDown", "f touchUpInside", "f valueChanged", "f editingDidBegin"]
        + Array(repeating: "f editingChanged", count: 5))
    #expect(type(KeyEvent.tab) && form.editedCell === form.entry(at: 1))
    #expect(type(" ") && form.entry(at: 1)?.stringValue == " ")
    #expect(!type("s", .command) && !type(KeyEvent.function(3)), "such keys are no text")
    #expect(type(KeyEvent.backTab) && form.editedCell === form.entry(at: 0))
    _ = stage.taken()
    #expect(type(KeyEvent.carriageReturn) && form.editedCell == nil && target.taken() == ["choose by f"])
    #expect(stage.taken() == ["f editingDidEndOnExit", "f editingDidEnd", "choose: handled=true"])
    #expect(form.selectText(at: 2) && !form.selectText(at: 3))
    form.entry(at: 2)?.isSecure = true
    type("12")
    #expect(form.entry(at: 2)?.displayText == "••" && form.contentParts.last?.text == nil)
    #expect(form.currentEditor?.contentParts.first?.text == "••", "the editor shows the text")
    #expect(type(KeyEvent.tab) == false, "after the last the key goes on")
    type(KeyEvent.escape)
    #expect(form.editedCell == nil)
  }

  @Test("Editing ends when the entry is removed, the form is disabled, or leaves its window")
  func ends() {
    form.selectText(at: 0)
    form.removeEntry(at: 0)
    #expect(form.editedCell == nil && stage.taken() == ["f editingDidBegin", "f editingDidEnd"])
    form.selectText(at: 0)
    form.isEnabled = false
    form.isEnabled = true
    #expect(form.editedCell == nil)
    form.selectText(at: 0)
    form.resignFirstResponder()
    #expect(form.editedCell == nil && !form.isFirstResponder && stage.window.firstResponder === stage.window)
    form.selectText(at: 0)
    form.removeFromSuperview()
    #expect(form.editedCell == nil && stage.taken().filter { $0 == "f editingDidEnd" }.count == 3)
    #expect(!form.selectText(at: 0), "without a window there are no keys")
  }

  @Test("Actions of editing may remove entries, edit others and end the edit")
  func hostile() {
    form.on(.editingDidBegin) { _ = ($0 as Form).selectText(at: 1) }
    form.on(.editingDidEnd) { _ = $0.selectText(at: 0) }
    form.on(.editingChanged) { form in
      form.insertText("more")
      form.removeEntry(at: 0)
      form.endEditing()
    }
    form.selectText(at: 0)
    type("a")
    type(KeyEvent.carriageReturn)
    form.removeFromSuperview()
    #expect(form.numberOfEntries < 3 && stage.violations.isEmpty)
  }

  @Test("A typed text has an end, and the actions of an on-screen keyboard reach the entry")
  func actions() throws {
    form.selectText(at: 0)
    form.insertText(String(repeating: "x", count: TextFieldCell.maximumLength + 5))
    #expect(form.entry(at: 0)?.stringValue.count == TextFieldCell.maximumLength)
    form.entry(at: 0)?.stringValue = ""
    let (key, event) = (Button(frame: .zero), TextEvent("q", timestamp: stage.application.now))
    #expect(stage.application.sendAction(Action("insertText:forEvent:"), to: nil, from: key, for: event))
    #expect(form.entry(at: 0)?.stringValue == "q")
    #expect(stage.application.sendAction(Action("deleteBackward:"), to: nil, from: key, for: nil))
    #expect(form.entry(at: 0)?.stringValue == "")
    #expect(form.doCommand(by: "insertNewline:") && form.editedCell == nil)
  }

  @Test("Titles and texts share the width of an entry; a width that makes no sense is ignored")
  func frames() {
    #expect(form.contentFrame(for: .title, at: 1) == Rect(x: 0, y: 45, width: 100, height: 44))
    #expect(form.contentFrame(for: .text, at: 1) == Rect(x: 100, y: 45, width: 200, height: 44))
    for width in [-1, .nan, .infinity] as [Double] { form.titleWidth = width }
    #expect(form.titleWidth == 100)
    form.titleWidth = 900
    #expect(form.contentFrame(for: .text, at: 0).width == 0 && form.contentFrame(for: .text, at: 9).isNull)
    #expect(form.accessibility.role == .list && form.accessibilityElementCount == 3)
  }
}
