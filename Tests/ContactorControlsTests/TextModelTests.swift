import ContactorControls
import ContactorCore
import Testing

/// Numbers that look random and are the same in each run.
private struct Chance: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 11 ^ state << 21
  }
}

/// The text that is edited, against the simplest that could be: a `String`, segmented anew after each edit.
@Suite("The text model")
struct TextModelTests {
  /// Pieces that merge with what stands beside them, and pieces that do not.
  private static let pieces = [
    "a", "Z", " ", "7", "\r", "\n", "\r\n", "\u{301}", "é", "e\u{301}", "\u{200D}", "👩", "👩‍👧‍👦", "🏽", "🇩", "🇪", "🇩🇪", "\u{FE0F}", "❤️", "ש",
    "\u{200F}",
    "\u{202B}", "\u{202C}", "न", "\u{94D}", "द", "\u{E33}", "각", "ᄀ", "ᅡ", "ᆨ", "\u{600}", "don’t stop", "one two\nthree", "\t", "\u{2028}",
  ]

  /// The boundary of characters at or behind a number of UTF-8 bytes.
  private static func boundary(_ bytes: Int, in text: String) -> Int {
    var (position, passed) = (0, 0)
    for character in text where passed < bytes {
      passed += character.utf8.count
      position += 1
    }
    return position
  }

  @Test("7.7 thousands of random edits leave what a plain string has, byte for byte, with the caret on a boundary", arguments: 1...12)
  func randomEdits(seed: UInt64) {
    var chance = Chance(state: seed)
    var text = EditableText()
    var plain = ""
    for step in 0..<700 {
      let characters = Array(plain)
      let (one, other) = (Int.random(in: 0...characters.count, using: &chance), Int.random(in: 0...characters.count, using: &chance))
      let isShort = Int.random(in: 0..<4, using: &chance) > 0
      let range = isShort ? one..<min(one + Int.random(in: 0...2, using: &chance), characters.count) : min(one, other)..<max(one, other)
      let count = seed.isMultiple(of: 4) && step.isMultiple(of: 50) ? 900 : Int.random(in: 0...3, using: &chance)
      let new = (0..<count).map { _ in Self.pieces.randomElement(using: &chance) ?? "" }.joined()
      let before = String(characters[..<range.lowerBound])
      plain = before + new + String(characters[range.upperBound...])
      text.replace(range, with: new)
      guard text.string.utf8.elementsEqual(plain.utf8), text.count == plain.count else {
        Issue.record("seed \(seed), step \(step): \(range) by \(new.debugDescription)")
        return
      }
      #expect(text.focus == Self.boundary(before.utf8.count + new.utf8.count, in: plain), "step \(step)")
      #expect(text.storage.characters(in: 0..<text.count).elementsEqual(plain))
    }
  }

  @Test("7.7 all edits undone one after the other lead back to the beginning, and done again to the end", arguments: 1...6)
  func undoAll(seed: UInt64) {
    var chance = Chance(state: seed &+ 100)
    var text = EditableText()
    var states = [""]
    for _ in 0..<300 {
      let start = Int.random(in: 0...text.count, using: &chance)
      let range = start..<min(start + Int.random(in: 0...3, using: &chance), text.count)
      text.replace(range, with: Self.pieces.randomElement(using: &chance) ?? "")
      if !text.string.utf8.elementsEqual(states[states.count - 1].utf8) || range.isEmpty == false { states.append(text.string) }
    }
    let end = text.string
    while text.canUndo { text.undo() }
    #expect(text.string.isEmpty)
    var seen = 1
    while text.canRedo {
      text.redo()
      #expect(states.contains { $0.utf8.elementsEqual(text.string.utf8) })
      seen += 1
    }
    #expect(text.string.utf8.elementsEqual(end.utf8) && seen > 200)
    #expect(text.undo() != nil && text.canRedo)
    text.replace(0..<0, with: "x")
    #expect(!text.canRedo, "an edit forgets what was undone")
  }

  @Test("Typing is undone at once; moving the caret, another kind of edit, or undo begin a new step")
  func coalescing() {
    var text = EditableText()
    for character in "hello" { text.replace(text.selection, with: String(character), .typing) }
    text.select(from: 0, to: 0)
    for character in "ab" { text.replace(text.selection, with: String(character), .typing) }
    text.replace(text.focus..<text.focus, with: "\u{301}", .typing)
    #expect(text.string == "ab\u{301}hello" && text.count == 7 && text.focus == 2)
    text.replace(1..<2, with: "", .deletingBackward)
    text.replace(0..<1, with: "", .deletingBackward)
    #expect(text.string == "hello")
    text.undo()
    #expect(text.string == "ab\u{301}hello" && text.focus == 2)
    text.undo()
    #expect(text.string == "hello" && text.focus == 0)
    text.undo()
    #expect(text.string.isEmpty && !text.canUndo && text.undo() == nil)
    text.redo()
    text.redo()
    #expect(text.string == "ab\u{301}hello")
    text.recordsUndo = false
    #expect(!text.canUndo && !text.canRedo)
  }

  @Test("Deleting forward key by key is one step, as long as the caret stays")
  func deletingForward() {
    var text = EditableText("abcdef")
    text.select(from: 2, to: 2)
    for _ in 0..<3 { text.replace(2..<3, with: "", .deletingForward) }
    #expect(text.string == "abf")
    text.undo()
    #expect(text.string == "abcdef" && text.focus == 2 && !text.canUndo)
  }

  @Test("7.7 what merges is one character: accents, CRLF, flags, families; the caret stays on a boundary")
  func merging() {
    var text = EditableText("e")
    text.replace(1..<1, with: "\u{301}")
    #expect(text.count == 1 && text.focus == 1)
    text = EditableText("\na")
    text.replace(0..<0, with: "\r")
    #expect(text.count == 2 && text.focus == 1, "behind the CRLF, as there is no place in it")
    text = EditableText("🇩🇪🇫🇷")
    text.replace(0..<0, with: "🇺")
    #expect(text.count == 3 && text.string == "🇺🇩🇪🇫🇷" && text.focus == 1)
    text.replace(0..<1, with: "")
    #expect(text.string == "🇪🇫🇷" && text.count == 2)
    text = EditableText("\u{200D}👧")
    #expect(text.count == 2)
    text.replace(0..<0, with: "👩")
    #expect(text.count == 1 && text.focus == 1)
    let marks = "\u{200F}שלום\u{200E} \u{202B}abc\u{202C}\u{2067}x\u{2069}"
    text = EditableText(marks)
    text.replace(3..<3, with: "-")
    text.replace(3..<4, with: "")
    #expect(text.string.utf8.elementsEqual(marks.utf8))
  }

  @Test("Words end at blanks and signs, not at an apostrophe; a paragraph at what Unicode says ends a line")
  func boundaries() {
    let text = EditableText("  don't stop, 42_x!\nnew\r\n\nend")
    #expect(text.wordEnd(after: 0) == 7 && text.wordEnd(after: 4) == 7 && text.wordEnd(after: 7) == 12)
    #expect(text.wordStart(before: 12) == 8 && text.wordStart(before: 8) == 2 && text.wordStart(before: 1) == 0)
    #expect(text.wordRange(at: 5) == 2..<7 && text.wordRange(at: 7) == 2..<7 && text.wordRange(at: 0) == 0..<2)
    #expect(text.wordRange(at: 15) == 14..<18 && text.wordRange(at: 19) == 18..<19)
    #expect(text.paragraphRange(at: 3) == 0..<19 && text.paragraphRange(at: 20) == 20..<23 && text.paragraphRange(at: 24) == 24..<24)
    #expect(text.paragraphRange(at: 99) == 25..<28)
    #expect(text.paragraphEdge(from: 5, .forward) == 19 && text.paragraphEdge(from: 19, .forward) == 23)
    #expect(text.paragraphEdge(from: 25, .backward) == 24 && text.paragraphEdge(from: 0, .backward) == 0)
    #expect(EditableText("").wordRange(at: 0) == 0..<0)
  }

  @Test("Positions outside, a text that is too long, a character of a million scalars")
  func bounds() {
    var text = EditableText("abc")
    text.select(from: -5, to: 99)
    #expect(text.selection == 0..<3)
    text.replace(-3..<900, with: "x")
    #expect(text.string == "x")
    text.setMark(.max)
    #expect(text.mark == 1)
    #expect(EditableText.cut("🇩🇪🇫🇷a", to: 2) == "🇩🇪🇫🇷" && EditableText.cut("abc", to: -1) == "" && EditableText.cut("é", to: 1) == "é")
    let long = EditableText(String(repeating: "0123456789", count: 1_000_000))
    #expect(long.count == EditableText.limit && long.storage.character(at: 999_999) == "9")
    text = EditableText("a" + String(repeating: "\u{301}", count: 1_000_000))
    text.replace(1..<1, with: "\u{302}")
    #expect(text.count == 1)
  }
}
