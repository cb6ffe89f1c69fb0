import ContactorControls
import ContactorCore
import ContactorStage
import Testing

@Suite("Cut, copy, paste, and secrets")
struct PasteboardTests {
  private let stage = Stage()
  private let field: TextField

  init() {
    field = stage.add(TextField(frame: Rect(x: 0, y: 0, width: 200, height: 50)), "f")
    field.text = "one two"
    field.becomeFirstResponder()
  }

  private func offered() -> [String] {
    ["cut:", "copy:", "paste:", "delete:", "selectAll:"].filter { field.canPerformAction(ActionName($0), withSender: nil) }
  }

  @Test("7.4 cut, copy and paste by way of the application's pasteboard, which another field shares and another application does not")
  func cutCopyPaste() {
    field.selectedRange = 0..<3
    #expect(field.doCommand(by: "copy:") && stage.application.pasteboard.string == "one" && field.text == "one two")
    #expect(field.doCommand(by: "cut:") && field.text == " two")
    let other = stage.add(TextView(frame: Rect(x: 0, y: 100, width: 100, height: 50)), "o")
    #expect(other.doCommand(by: "paste:") && other.doCommand(by: "paste:") && other.text == "oneone")
    #expect(stage.application.pasteboard.changeCount == 2 && Application().pasteboard.string == nil)
  }

  @Test("7.4 a menu is offered what can be done now")
  func offers() {
    #expect(offered() == ["selectAll:"])
    field.selectedRange = 0..<3
    #expect(offered() == ["cut:", "copy:", "delete:", "selectAll:"])
    stage.application.pasteboard.string = ""
    #expect(!offered().contains("paste:"))
    stage.application.pasteboard.string = "x"
    #expect(offered() == ["cut:", "copy:", "paste:", "delete:", "selectAll:"])
    field.isSecure = true
    #expect(offered() == ["paste:", "delete:", "selectAll:"])
    field.isEnabled = false
    #expect(offered() == [])
  }

  @Test("7.7 lines that are pasted into a field become blanks, and what is too long is cut")
  func pastesLines() {
    stage.application.pasteboard.string = "a\nb\r\nc\u{2028}d"
    field.doCommand(by: "selectAll:")
    field.doCommand(by: "paste:")
    #expect(field.text == "a b c d")
    field.maximumLength = 9
    field.doCommand(by: "paste:")
    #expect(field.text == "a b c da ")
  }

  @Test("A control with a pasteboard of its own; one outside of an application has none")
  func own() {
    let board = Pasteboard()
    var heard: [String?] = []
    board.onChange = { heard.append($0.string) }
    field.ownPasteboard = board
    field.doCommand(by: "selectAll:")
    field.doCommand(by: "cut:")
    #expect(heard == ["one two"] && stage.application.pasteboard.string == nil && field.pasteboard === board)
    let lone = TextField(frame: .zero)
    lone.text = "x"
    lone.selectedRange = 0..<1
    #expect(lone.pasteboard == nil && !lone.doCommand(by: "copy:") && !lone.doCommand(by: "paste:"))
  }

  @Test("5.14 a pasteboard whose observer changes the text, or the pasteboard, while it is cut to")
  func observerCallsBack() {
    var rounds = 0
    stage.application.pasteboard.onChange = { [unowned field] board in
      rounds += 1
      field.text = "z"
      if rounds < 3 { board.string = "again" }
    }
    field.doCommand(by: "selectAll:")
    field.doCommand(by: "cut:")
    #expect(rounds == 3 && field.text.count <= 1)
  }

  @Test("14.1, 7.7 a secret shows as dots, is told to nobody, and cannot be copied, undone, or taken apart into words")
  func secure() {
    field.insertText(" three")
    #expect(field.canUndo)
    field.isSecure = true
    #expect(!field.canUndo && field.accessibility == Accessibility(.secureTextField))
    field.selectedRange = 5..<5
    field.doCommand(by: "selectWord:")
    #expect(field.selectedRange == 0..<13)
    #expect(!field.doCommand(by: "cut:") && !field.doCommand(by: "copy:") && stage.application.pasteboard.string == nil)
    let texts = field.contentParts.compactMap(\.text)
    #expect(texts == [String(repeating: "•", count: 13)])
    field.selectedRange = 13..<13
    field.doCommand(by: "moveWordLeft:")
    #expect(field.selectedRange == 0..<0)
    field.doCommand(by: "deleteWordForward:")
    #expect(field.text.isEmpty && !field.doCommand(by: "yank:") && !field.doCommand(by: "undo:"))
    field.insertText("pin")
    #expect(!field.canUndo && field.textBeforeCaret == nil)
    field.isSecure = false
    #expect(field.textBeforeCaret == "pin" && field.accessibilityValue == "pin" && !field.canUndo)
  }
}
