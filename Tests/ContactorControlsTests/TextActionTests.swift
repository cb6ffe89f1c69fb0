import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Standard actions by name, as AppKit's reference has them.
@Suite("Standard actions of text")
struct TextActionTests {
  private let stage = Stage()
  private let view: TextView

  init() {
    view = stage.add(TextView(frame: Rect(x: 0, y: 0, width: 800, height: 60)), "t")
    stage.window.makeKey()
    view.becomeFirstResponder()
  }

  /// A text with its selection drawn: `a|b` is a caret, `a[bc]d` a selection.
  private func put(_ drawn: String, in control: TextControl? = nil) {
    let control = control ?? view
    control.text = drawn.filter { !"|[]".contains($0) }
    let characters = Array(drawn)
    if let caret = characters.firstIndex(of: "|") { return control.selectedRange = caret..<caret }
    let (start, end) = (characters.firstIndex(of: "[") ?? 0, characters.firstIndex(of: "]") ?? 1)
    control.selectedRange = start..<end - 1
  }

  private func drawn(_ control: TextControl? = nil) -> String {
    let control = control ?? view
    var characters = Array(control.text)
    let selection = control.selectedRange
    if selection.isEmpty { characters.insert("|", at: selection.lowerBound) }
    if !selection.isEmpty {
      characters.insert("]", at: selection.upperBound)
      characters.insert("[", at: selection.lowerBound)
    }
    return String(characters)
  }

  private static let moves = [
    ("moveLeft:", "ab|c", "a|bc"), ("moveLeft:", "a[bc]d", "a|bcd"), ("moveRight:", "a[bc]d", "abc|d"), ("moveRight:", "abc|", "abc|"),
    ("moveBackward:", "|abc", "|abc"), ("moveForward:", "|👩‍👧‍👦b", "👩‍👧‍👦|b"), ("moveUp:", "abc\nde|f", "ab|c\ndef"),
    ("moveDown:", "ab|c\nd", "abc\nd|"), ("moveUp:", "ab|c", "|abc"), ("moveDown:", "a|bc", "abc|"),
    ("moveWordLeft:", "one two|", "one |two"), ("moveWordRight:", "one| two", "one two|"), ("moveWordBackward:", "one |two", "|one two"),
    ("moveWordForward:", "|one two", "one| two"), ("moveToBeginningOfLine:", "a\nbc|d", "a\n|bcd"),
    ("moveToEndOfLine:", "a|b\nc", "ab|\nc"),
    ("moveToLeftEndOfLine:", "ab|", "|ab"), ("moveToRightEndOfLine:", "|ab", "ab|"), ("moveToBeginningOfParagraph:", "a\nb|", "a\n|b"),
    ("moveToEndOfParagraph:", "|a\nb", "a|\nb"), ("moveParagraphBackward:", "a\n|b", "|a\nb"), ("moveParagraphForward:", "a|\nb", "a\nb|"),
    ("moveToBeginningOfDocument:", "a\nb|", "|a\nb"), ("moveToEndOfDocument:", "|a\nb", "a\nb|"),
    ("pageDown:", "|a\nb\nc\nd", "a\nb\n|c\nd"),
    ("pageUp:", "a\nb\nc\n|d", "a\n|b\nc\nd"),
  ]

  @Test("7.4 each move by name does what AppKit's does", arguments: moves)
  func move(name: String, before: String, after: String) {
    put(before)
    #expect(view.doCommand(by: ActionName(name)) && drawn() == after)
  }

  @Test("7.4 each move has a form that modifies the selection: its end moves, its beginning stays", arguments: moves)
  func modify(name: String, before: String, after: String) {
    guard !before.contains("[") else { return }
    put(before)
    let anchor = view.selectedRange.lowerBound
    #expect(view.doCommand(by: ActionName(name.dropLast() + "AndModifySelection:")))
    let focus = Array(after).firstIndex(of: "|") ?? 0
    #expect(view.selectedRange == min(anchor, focus)..<max(anchor, focus))
    #expect(view.text == after.filter { $0 != "|" })
  }

  @Test(
    "7.4 each edit by name does what AppKit's does",
    arguments: [
      ("deleteBackward:", "ab|c", "a|c"), ("deleteBackward:", "a[bc]d", "a|d"), ("deleteBackward:", "|a", "|a"),
      ("deleteBackward:", "e\u{301}|", "|"), ("deleteForward:", "a|bc", "a|c"), ("deleteForward:", "a|", "a|"),
      ("deleteWordBackward:", "one two|", "one |"), ("deleteWordForward:", "one| two", "one|"),
      ("deleteToBeginningOfLine:", "a\nbc|d", "a\n|d"), ("deleteToBeginningOfLine:", "a\n|b", "a|b"),
      ("deleteToEndOfLine:", "a|b\nc", "a|\nc"), ("deleteToEndOfLine:", "a|\nc", "a|c"),
      ("deleteToBeginningOfParagraph:", "a\nbc|", "a\n|"), ("deleteToEndOfParagraph:", "|ab\nc", "|\nc"),
      ("deleteBackwardByDecomposingPreviousCharacter:", "xe\u{301}|", "xe|"),
      ("deleteBackwardByDecomposingPreviousCharacter:", "ab|", "a|"), ("insertNewline:", "a|b", "a\n|b"),
      ("insertParagraphSeparator:", "a|b", "a\n|b"), ("insertNewlineIgnoringFieldEditor:", "[ab]", "\n|"),
      ("insertLineBreak:", "a|b", "a\u{2028}|b"), ("insertContainerBreak:", "a|", "a\u{C}|"), ("insertTab:", "a|b", "a\t|b"),
      ("insertTabIgnoringFieldEditor:", "a|b", "a\t|b"), ("insertSingleQuoteIgnoringSubstitution:", "|", "'|"),
      ("insertDoubleQuoteIgnoringSubstitution:", "|", "\"|"), ("indent:", "a\nb|", "a\n\t|b"), ("transpose:", "a|b", "ba|"),
      ("transpose:", "abc|", "acb|"), ("transpose:", "|ab", "|ab"), ("transposeWords:", "one| two", "two one|"),
      ("capitalizeWord:", "one tw|O", "one Two|"), ("uppercaseWord:", "stra|ße x", "STRASSE| x"), ("lowercaseWord:", "A[BC]D", "A[bc]D"),
      ("changeCaseOfLetter:", "a|bC", "aB|C"), ("selectAll:", "a|b", "[ab]"), ("selectWord:", "one tw|o", "one [two]"),
      ("selectLine:", "a\nb|c", "a\n[bc]"), ("selectParagraph:", "a|b\nc", "[ab]\nc"), ("delete:", "a[b]c", "a|c"),
    ])
  func edit(name: String, before: String, after: String) {
    put(before)
    #expect(view.doCommand(by: ActionName(name)))
    #expect(drawn() == after)
  }

  @Test("7.4 what more than a character was deleted by is put back by yank:")
  func yank() {
    put("one two|")
    #expect(!view.doCommand(by: "yank:"))
    view.doCommand(by: "deleteWordBackward:")
    view.doCommand(by: "deleteBackward:")
    view.doCommand(by: "yank:")
    view.doCommand(by: "yank:")
    #expect(drawn() == "onetwotwo|")
  }

  @Test("7.4 the mark: set, select, swap, delete; edits before it move it")
  func mark() {
    put("ab|cdef")
    #expect(!view.doCommand(by: "selectToMark:") && !view.doCommand(by: "swapWithMark:") && !view.doCommand(by: "deleteToMark:"))
    view.doCommand(by: "setMark:")
    view.selectedRange = 0..<0
    view.insertText("x")
    view.selectedRange = 5..<5
    view.doCommand(by: "selectToMark:")
    #expect(drawn() == "xab[cd]ef")
    view.selectedRange = 5..<5
    view.doCommand(by: "swapWithMark:")
    #expect(drawn() == "xab|cdef")
    view.doCommand(by: "deleteToMark:")
    #expect(drawn() == "xab|ef")
  }

  @Test("7.4 undo and redo; undoing asks and sends as an edit does")
  func undo() {
    #expect(!view.doCommand(by: "undo:") && !view.doCommand(by: "redo:"))
    view.insertText("a")
    view.insertText("b")
    _ = stage.taken()
    #expect(view.doCommand(by: "undo:") && view.text == "" && stage.taken() == ["t editingChanged"])
    #expect(!view.doCommand(by: "undo:"))
    #expect(view.doCommand(by: "redo:") && drawn() == "ab|")
    view.text = "c"
    #expect(!view.canUndo)
  }

  @Test("7.4 complete: and other actions that no text does are refused, and go up the chain")
  func refused() {
    for name: ActionName in ["complete:", "quickLookPreviewItems:", "insertBacktab:"] {
      #expect(!view.canPerformAction(name, withSender: nil) && !view.doCommand(by: name))
    }
    let field = stage.add(TextField(frame: Rect(x: 0, y: 100, width: 100, height: 30)), "f")
    field.becomeFirstResponder()
    #expect(!field.doCommand(by: "insertTab:") && !field.doCommand(by: "scrollPageDown:"))
    field.isEnabled = false
    #expect(!field.doCommand(by: "moveLeft:"))
  }

  @Test("7.4 every action of the table is listed by the classes, and can be sent without a target")
  func listed() throws {
    #expect(TextCommand.named.count > 100)
    for name in TextCommand.named.keys {
      #expect(TextView.actions.contains { $0.name == name } && TextField.actions.contains { $0.name == name })
    }
    put("a|b")
    let button = stage.button("go", 300, 300)
    try button.addTarget(nil, action: "moveToEndOfDocument:", for: .touchUpInside)
    try button.addTarget(view, action: "uppercaseWord:", for: .touchUpInside)
    stage.tap(1, 310, 310, at: 0)
    #expect(drawn() == "AB|" && stage.unhandled.isEmpty)
  }

  @Test("7.4 scrolling moves what is shown and not the caret; the selection comes back into view")
  func scroll() {
    put("|" + String(repeating: "line\n", count: 20))
    for (name, y) in [
      ("scrollPageDown:", 40.0), ("scrollLineDown:", 60), ("scrollLineUp:", 40), ("scrollPageUp:", 0), ("scrollToEndOfDocument:", 360),
      ("scrollToBeginningOfDocument:", 0),
    ] {
      #expect(view.doCommand(by: ActionName(name)) && view.contentOffset.y == y, "\(name)")
    }
    #expect(view.selectedRange == 0..<0)
    view.selectedRange = 50..<50
    #expect(view.contentOffset.y == 160, "the caret is in the tenth line, at the bottom")
    view.doCommand(by: "centerSelectionInVisibleArea:")
    #expect(view.contentOffset.y == 180)
  }

  @Test("7.4 writing directions are kept for a renderer; escape ends editing")
  func others() {
    view.doCommand(by: "makeBaseWritingDirectionRightToLeft:")
    #expect(view.writingDirection == .rightToLeft)
    view.doCommand(by: "makeTextWritingDirectionNatural:")
    #expect(view.writingDirection == .natural)
    #expect(view.doCommand(by: "cancelOperation:") && !view.isEditing && !view.doCommand(by: "cancelOperation:"))
  }
}
