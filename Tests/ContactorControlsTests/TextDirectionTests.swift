import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Numbers that look random and are the same in each run.
private struct Chance: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 11 ^ state << 21
  }
}

/// Widths by character, some of them 0.
private final class Widths: TextMeasuring {
  let lineHeight = 20.0
  func advance(of character: Character, after previous: Character?) -> Double { character == "w" ? 14.5 : character == "\u{200F}" ? 0 : 7 }
}

/// A renderer that mirrors each line, and one whose answers are senseless.
private final class Renderer: TextMeasuring {
  struct Shape: TextLineShape {
    let count: Int
    let isSenseless: Bool
    var width: Double { isSenseless ? .nan : Double(count) * 10 }
    func x(of position: Int) -> Double { isSenseless ? -.infinity : Double(count - position) * 10 }
    func position(at x: Double) -> Int { isSenseless ? .max : count - Int((x / 10).rounded()) }
    func spans(of range: Range<Int>) -> [ClosedRange<Double>] {
      [x(of: range.upperBound)...max(x(of: range.lowerBound), x(of: range.upperBound))]
    }
    func position(besides position: Int, isToTheRight: Bool) -> Int? { isSenseless ? .min : position + (isToTheRight ? -1 : 1) }
  }

  var isSenseless = false
  var asked: [String] = []
  let lineHeight = 20.0
  func advance(of character: Character, after previous: Character?) -> Double { 10 }
  func shape(of paragraph: String, line: Range<Int>, direction: WritingDirection) -> (any TextLineShape)? {
    asked.append("\(paragraph) \(line) \(direction)")
    return Shape(count: line.count, isSenseless: isSenseless)
  }
}

@Suite("Text from right to left")
struct TextDirectionTests {
  private let stage = Stage()
  private let field: TextField
  private let view: TextView

  private static let pieces = [
    "a", "bc", " ", "7", "12", "ש", "שלום", "ع", "مرحبا", "٣", "e\u{301}", "ש\u{5B8}", "👩‍👧‍👦", "🇩🇪", "(", ")", "[", "]", ",", ".", "+", "$",
    "\u{200F}",
    "\u{200E}", "\u{202B}", "\u{202C}", "\u{2067}", "\u{2066}", "\u{2069}", "\t", "w",
  ]

  init() {
    field = stage.add(TextField(frame: Rect(x: 100, y: 0, width: 200, height: 40)), "f")
    view = stage.add(TextView(frame: Rect(x: 100, y: 100, width: 80, height: 100)), "v")
  }

  private static func text(_ count: Int, _ chance: inout Chance) -> String {
    (0..<count).map { _ in pieces.randomElement(using: &chance) ?? "" }.joined()
  }

  @Test("7.7 the caret of a Hebrew word begins at the right edge; a tap there puts it before the first letter; left goes on")
  func hebrew() {
    field.writingDirection = .rightToLeft
    field.text = "שלום"
    field.becomeFirstResponder()
    field.selectedRange = 0..<0
    #expect(field.caretFrame(for: 0).maxX == 200 && field.caretFrame(for: 1).maxX == 192 && field.caretFrame(for: 4).maxX == 168)
    field.doCommand(by: "moveLeft:")
    #expect(field.selectedRange == 1..<1)
    field.doCommand(by: "moveRight:")
    field.doCommand(by: "moveRight:")
    #expect(field.selectedRange == 0..<0)
    field.doCommand(by: "moveForward:")
    #expect(field.selectedRange == 1..<1, "forward is a direction of the text")
    stage.tap(1, 298, 20, at: 0)
    #expect(field.selectedRange == 0..<0)
    stage.tap(1, 110, 20, at: 2000)
    #expect(field.selectedRange == 4..<4)
    field.selectedRange = 1..<3
    #expect(field.selectionFrames.map { [$0.minX, $0.maxX] } == [[174, 190]])
    field.doCommand(by: "moveLeft:")
    #expect(field.selectedRange == 3..<3)
    field.writingDirection = .natural
    #expect(field.caretFrame(for: 0).maxX == 200, "its first letter says so")
    field.writingDirection = .leftToRight
    #expect(field.caretFrame(for: 4).minX == 32 && field.caretFrame(for: 0).minX == 0 && field.caretFrame(for: 1).minX == 24)
  }

  @Test("7.7 words and ends of lines to the left and right are those of the paragraph; beginning and end those of the text")
  func words() {
    field.text = "שלום עולם"
    field.selectedRange = 0..<0
    for (name, position) in [
      ("moveWordLeft:", 4), ("moveWordLeft:", 9), ("moveWordRight:", 5), ("moveToLeftEndOfLine:", 9), ("moveToRightEndOfLine:", 0),
      ("moveToEndOfLine:", 9), ("moveToBeginningOfLine:", 0), ("moveWordForward:", 4), ("moveRight:", 3), ("moveLeft:", 4),
    ] {
      field.doCommand(by: ActionName(name))
      #expect(field.selectedRange == position..<position, "\(name)")
    }
    field.doCommand(by: "moveLeftAndModifySelection:")
    field.doCommand(by: "moveWordLeftAndModifySelection:")
    #expect(field.selectedRange == 4..<9)
  }

  @Test("7.7 mixed text: numbers stay from left to right, right goes over every position once")
  func mixed() {
    let line = TextLine("abc שלום 123", direction: .leftToRight)
    var (seen, position) = ([0], 0)
    while let next = line.position(besides: position, isToTheRight: true) {
      seen.append(next)
      position = next
    }
    #expect(seen == [0, 1, 2, 3, 4, 10, 11, 9, 8, 7, 6, 5, 12])
    #expect(line.spans(of: 3..<6) == [24...32, 80...96], "a range of the text in two parts")
    #expect(!line.isRightToLeft && TextLine("שלום abc").isRightToLeft)
  }

  @Test("7.7 in any line carets and positions are pairs: taps, arrows and selections agree with them", arguments: 1...40)
  func properties(seed: UInt64) {
    var chance = Chance(state: seed)
    let widths = Widths()
    for step in 0..<25 {
      let text = Self.text(Int.random(in: 0...14, using: &chance), &chance)
      let direction = WritingDirection.allCases.randomElement(using: &chance) ?? .natural
      let line = TextLine(text, direction: direction, measure: widths)
      let about: Comment = "seed \(seed), step \(step): \(text.debugDescription) \(direction)"
      let characters = Array(text)
      let total = characters.reduce(0) { $0 + widths.advance(of: $1, after: nil) }
      #expect(line.width == total, about)
      var position = line.position(at: -1)
      while let next = line.position(besides: position, isToTheRight: false) { position = next }
      var seen = [position]
      while let next = line.position(besides: position, isToTheRight: true), seen.count <= characters.count {
        #expect(line.x(of: next) >= line.x(of: position) && line.position(besides: next, isToTheRight: false) == position, about)
        seen.append(next)
        position = next
      }
      #expect(seen.sorted() == Array(0...characters.count), about)
      for position in seen { #expect(line.x(of: line.position(at: line.x(of: position))) == line.x(of: position), about) }
      let start = Int.random(in: 0...characters.count, using: &chance)
      let range = start..<Int.random(in: start...characters.count, using: &chance)
      let spans = line.spans(of: range)
      let covered = spans.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
      #expect(covered == characters[range].reduce(0) { $0 + widths.advance(of: $1, after: nil) }, about)
      #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }, about)
    }
  }

  @Test("7.7 dots of a secure field follow the writing direction alone")
  func secure() {
    field.isSecure = true
    field.text = "שלום"
    #expect(field.caretFrame(for: 0).minX == 0 && field.caretFrame(for: 4).minX == 32)
    field.writingDirection = .rightToLeft
    #expect(field.caretFrame(for: 0).maxX == 200 && field.caretFrame(for: 4).maxX == 168)
    field.text = ""
    #expect(field.caretFrame(for: 0).maxX == 200)
  }

  @Test("7.7 a long text from right to left shows its beginning, and its caret while it is edited")
  func scrolling() {
    field.text = String(repeating: "שלום ", count: 20)
    #expect(field.contentSize.width == 802 && field.contentOffset.x == 602 && field.caretFrame(for: 0).maxX == 200)
    field.becomeFirstResponder()
    #expect(field.selectedRange == 100..<100)
    for name in ["moveToEndOfLine:", "moveRight:", "moveToBeginningOfLine:", "moveLeft:", "moveWordLeft:", "moveToLeftEndOfLine:"] {
      field.doCommand(by: ActionName(name))
      let caret = field.contentFrame(for: .caret)
      #expect(caret.minX >= 0 && caret.maxX <= 200, "\(name)")
    }
    field.insertText("ש")
    #expect(field.text.count == 101 && field.contentFrame(for: .caret).minX == 0)
  }

  @Test("7.7 each paragraph of a text view has a direction and an edge; lines that wrap are ordered one by one")
  func paragraphs() {
    view.becomeFirstResponder()
    view.text = "abc\nשלום עולם טוב\n\nx"
    // Lines: abc, the first two words, the third, an empty one, x.
    #expect(view.numberOfLines == 5 && view.caretFrame(for: 0).minX == 0)
    #expect(view.caretFrame(for: 4).maxX == 80 && view.caretFrame(for: 4).minY == 20 && view.caretFrame(for: 14).maxX == 80)
    #expect(view.caretFrame(for: 17).minX == 56 && view.caretFrame(for: 18).minX == 0)
    #expect(view.closestPosition(to: Point(x: 79, y: 30)) == 4 && view.closestPosition(to: Point(x: 79, y: 50)) == 14)
    view.selectedRange = 4..<17
    #expect(view.selectionFrames.map { [$0.minX, $0.maxX, $0.minY] } == [[0, 80, 20], [56, 80, 40]])
    view.selectedRange = 4..<4
    var seen: [Int] = []
    for _ in 0..<14 {
      view.doCommand(by: "moveLeft:")
      seen.append(view.selectedRange.lowerBound)
    }
    #expect(seen == [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 14, 15, 16, 17])
    view.doCommand(by: "moveUp:")
    #expect(view.caretFrame(for: view.selectedRange.lowerBound).minY == 20)
  }

  @Test("7.7 a renderer may order a line itself; senseless answers do no harm")
  func renderers() {
    let renderer = Renderer()
    field.measure = renderer
    field.text = "abc"
    #expect(field.caretFrame(for: 3).minX == 30 && renderer.asked.isEmpty, "text from left to right is measured as ever")
    field.text = "שלום"
    #expect(field.caretFrame(for: 0).maxX == 200 && field.caretFrame(for: 4).minX == 158)
    #expect(renderer.asked.allSatisfy { $0 == "שלום 0..<4 rightToLeft" } && !renderer.asked.isEmpty)
    renderer.isSenseless = true
    field.invalidateLayout()
    field.becomeFirstResponder()
    for name in ["moveLeft:", "moveRight:", "selectAll:", "moveWordLeft:"] { field.doCommand(by: ActionName(name)) }
    #expect(field.caretFrame(for: 2).isFinite && field.selectedRange.upperBound <= 4 && field.contentSize.isFinite)
  }

  @Test("7.7 keys, taps, arrows, undo and the pasteboard leave what a plain string has", arguments: ModelPrograms.seeds)
  func model(seed: UInt64) {
    let isView = seed % 2 == 1
    var chance = Chance(state: seed)
    let control: TextControl = isView ? view : field
    let y = isView ? 100.0 : 0
    let moves = ["Left", "Right", "Forward", "Backward", "WordLeft", "WordRight", "ToLeftEndOfLine", "ToRightEndOfLine", "Up", "Down"]
    control.becomeFirstResponder()
    var (plain, states) = ("", [""])
    for step in 0..<80 {
      let (range, about) = (control.selectedRange, Comment("seed \(seed), step \(step), \(isView)"))
      let characters = Array(plain)
      let removing = { (range: Range<Int>, new: String) in
        String(characters[..<range.lowerBound]) + new + String(characters[range.upperBound...])
      }
      switch Int.random(in: 0..<10, using: &chance) {
      case 0...3:
        let piece = Self.pieces.randomElement(using: &chance) ?? "a"
        plain = removing(range, piece)
        control.insertText(piece)
      case 4:
        plain = removing(range.isEmpty ? max(0, range.lowerBound - 1)..<range.lowerBound : range, "")
        control.deleteBackward()
      case 5:
        let suffix = Bool.random(using: &chance) ? "AndModifySelection:" : ":"
        control.doCommand(by: ActionName("move" + (moves.randomElement(using: &chance) ?? "Left") + suffix))
      case 6:
        let time = stage.application.now.microseconds / 1000 + 1000
        stage.tap(1, 100 + Double.random(in: 0..<80, using: &chance), y + Double.random(in: 1..<39, using: &chance), at: time)
      case 7:
        let start = Int.random(in: 0...characters.count, using: &chance)
        control.selectedRange = start..<Int.random(in: start...characters.count, using: &chance)
      case 8 where !range.isEmpty:
        control.doCommand(by: "cut:")
        plain = removing(range, "")
      default:
        control.doCommand(by: control.canRedo ? "redo:" : "undo:")
        #expect(states.contains { $0.utf8.elementsEqual(control.text.utf8) }, about)
        plain = control.text
      }
      states.append(plain)
      guard control.text.utf8.elementsEqual(plain.utf8) else {
        Issue.record("\(about): \(control.text.debugDescription), not \(plain.debugDescription)")
        return
      }
      #expect(control.selectedRange.upperBound <= plain.count && control.caretFrame(for: control.selectedRange.upperBound).isFinite, about)
      let caret = control.contentFrame(for: .caret)
      #expect(isView || caret.isNull || caret.minX >= 0 && caret.maxX <= 200, about)
    }
  }
}
