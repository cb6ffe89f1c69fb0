import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Widths by character: `i` is 4 points wide, `W` 16, all others 8; and what a test does while it is asked.
private final class Ruler: TextMeasuring {
  var asked = 0
  var lineHeight = 20.0
  var widths: [Character: Double] = ["i": 4, "W": 16]
  var call: (() -> Void)?

  func advance(of character: Character, after previous: Character?) -> Double {
    asked += 1
    call?()
    return widths[character] ?? 8
  }
}

/// Widths that depend on the character before, and on whether there is one: of kerning, and senseless ones.
private final class KerningRuler: TextMeasuring {
  let lineHeight = 20.0
  var isSenseless = false

  func advance(of character: Character, after previous: Character?) -> Double {
    switch (character, previous) {
    case ("W", "x"?), ("x", "W"?): 5.3
    case ("x", nil): isSenseless ? 60 : 9.7
    case ("x", " "?): isSenseless ? 0 : 8
    case ("W", _): isSenseless ? 90 : 14.1
    case ("i", _): 3.1
    default: 8
    }
  }
}

@Suite("Text views")
struct TextViewTests {
  private let stage = Stage()
  private let view: TextView

  init() {
    // Ten characters of 8 points a line, five lines.
    view = stage.add(TextView(frame: Rect(x: 100, y: 100, width: 80, height: 100)), "v")
  }

  private func lines(_ view: TextView? = nil) -> [String] {
    (view ?? self.view).contentParts.filter { $0.kind == "line" }.compactMap(\.text)
  }

  @Test("7.7 lines break behind blanks, which hang over the edge, inside words that are too wide, and where the text says so")
  func wrapping() {
    view.text = "one two three\nfour   fives sixandseventy\n\nend"
    #expect(lines() == ["one two ", "three", "four   ", "fives ", "sixandseve"])
    view.frame = Rect(x: 100, y: 100, width: 80, height: 400)
    #expect(lines() == ["one two ", "three", "four   ", "fives ", "sixandseve", "nty", "", "end"])
    #expect(view.numberOfLines == 8 && view.contentSize == Size(width: 80, height: 160))
    view.text = "1234567890    x"
    #expect(lines() == ["1234567890    ", "x"])
    view.text = "\r\n"
    #expect(lines() == ["", ""] && view.text.count == 1)
    view.bounds.size.width = .nan
    view.text = "one two three four"
    #expect(lines() == ["one two three four"])
  }

  @Test("7.7 a point of the finger gives the position in its line, also past its end and beside the text")
  func points() {
    view.text = "one two three"
    view.becomeFirstResponder()
    #expect(view.closestPosition(to: Point(x: 17, y: 5)) == 2 && view.closestPosition(to: Point(x: 17, y: 25)) == 10)
    #expect(view.closestPosition(to: Point(x: -50, y: -50)) == 0 && view.closestPosition(to: Point(x: 999, y: 999)) == 13)
    stage.tap(1, 100 + 79, 105, at: 0)
    #expect(view.selectedRange == 8..<8)
    #expect(view.contentFrame(for: .caret) == Rect(x: 64, y: 0, width: 2, height: 20), "at the end of the line that was tapped")
    view.doCommand(by: "moveToBeginningOfLine:")
    #expect(view.selectedRange == 0..<0)
    stage.tap(2, 100, 125, at: 1000)
    #expect(view.selectedRange == 8..<8)
    #expect(view.contentFrame(for: .caret) == Rect(x: 0, y: 20, width: 2, height: 20))
    view.doCommand(by: "moveToEndOfLine:")
    #expect(view.selectedRange == 13..<13)
  }

  @Test("7.4 moving up and down keeps the distance from the edge over shorter lines, and stays in the line that it reaches")
  func vertical() {
    view.text = "123456\n12\n123456789 12345"
    view.selectedRange = 5..<5
    view.doCommand(by: "moveDown:")
    #expect(view.selectedRange == 9..<9)
    view.doCommand(by: "moveDown:")
    #expect(view.selectedRange == 15..<15)
    view.doCommand(by: "moveDown:")
    #expect(view.selectedRange == 25..<25)
    for _ in 0..<3 { view.doCommand(by: "moveUp:") }
    #expect(view.selectedRange == 5..<5)
    view.doCommand(by: "moveUpAndModifySelection:")
    #expect(view.selectedRange == 0..<5)
    view.selectedRange = 20..<20
    view.doCommand(by: "moveToEndOfLine:")
    #expect(view.selectedRange == 25..<25)
  }

  @Test("7.7 the selection is a rectangle for each line; a selected end of paragraph goes to the edge")
  func selectionFrames() {
    view.text = "one two three\nx"
    view.becomeFirstResponder()
    view.selectedRange = 4..<15
    #expect(
      view.selectionFrames == [
        Rect(x: 32, y: 0, width: 48, height: 20), Rect(x: 0, y: 20, width: 80, height: 20), Rect(x: 0, y: 40, width: 8, height: 20),
      ])
    view.selectedRange = 4..<6
    #expect(view.selectionFrames == [Rect(x: 32, y: 0, width: 16, height: 20)])
    #expect(view.contentParts.map(\.kind) == ["line", "line", "line", "selection", "selectionStart", "selectionEnd"])
    view.selectedRange = 4..<4
    #expect(view.selectionFrames.isEmpty && view.contentParts.last?.kind == "caret")
  }

  @Test("7.7 a key in a text of 10,000 characters lays out only its paragraph")
  func incremental() {
    let paragraph = "some words that wrap over several lines, a hundred characters with the sign that ends the paragraph\n"
    view.text = String(repeating: paragraph, count: 100)
    view.selectedRange = 5005..<5005
    let before = view.laidOutParagraphs
    #expect(before == 101)
    view.insertText("x")
    #expect(view.laidOutParagraphs == before + 1)
    view.deleteBackward()
    #expect(view.laidOutParagraphs == before + 2)
    view.insertText("\n")
    #expect(view.laidOutParagraphs == before + 4)
    let ruler = Ruler()
    view.measure = ruler
    _ = view.numberOfLines
    ruler.asked = 0
    view.insertText("y")
    #expect(view.numberOfLines > 100 && ruler.asked < 400)
  }

  @Test("7.7 after any edits the lines are those of a view that is laid out anew", arguments: 1...12)
  func sameAsAnew(seed: UInt64) {
    var state = seed
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % max(limit, 1)
    }
    let pieces = [
      "word ", "\n", "\r", "longerthanaline", " ", "x", "\r\n", "\u{301}", "", "a\nb\nc", "iiW", "          ", "", "xxxxxxxxxx", "x Wxx xW",
      "👩‍👩‍👧", "🇩🇪", "\u{200D}", "שלום עולם ", "مرحبا", "\u{2028}", String(repeating: "verylong", count: 9),
      "one two three four five six seven ", "é",
    ]
    let (ruler, kerning) = (Ruler(), KerningRuler())
    kerning.isSenseless = seed > 8
    let measure: (any TextMeasuring)? = [nil, ruler, kerning][Int(seed % 3)]
    let fresh = TextView(frame: Rect(x: 0, y: 0, width: 80, height: 100_000))
    view.frame = Rect(x: 0, y: 0, width: 80, height: 100_000)
    (view.measure, fresh.measure) = (measure, measure)
    for step in 0..<200 {
      let count = view.text.count
      let start = random(count + 1)
      view.selectedRange = start..<min(count, start + random(count > 500 ? 300 : 6))
      view.insertText(pieces[random(pieces.count)] + pieces[random(pieces.count)])
      if step.isMultiple(of: 3) { continue }
      if step.isMultiple(of: 50) {
        let width = [80.0, 33, 200, 5, .infinity, 80][random(6)]
        (view.bounds.size.width, fresh.bounds.size.width) = (width, width)
      }
      if step.isMultiple(of: 70) {
        ruler.widths["i"] = Double(random(20))
        view.invalidateLayout()
      }
      fresh.text = ""
      fresh.text = view.text
      guard lines() == lines(fresh), view.numberOfLines == fresh.numberOfLines else {
        Issue.record("seed \(seed), step \(step): \(lines()) not \(lines(fresh))")
        return
      }
      let position = random(view.text.count)
      #expect(view.caretFrame(for: position) == fresh.caretFrame(for: position))
      let point = Point(x: Double(random(90)), y: Double(random(view.numberOfLines * 20)))
      #expect(view.closestPosition(to: point) == fresh.closestPosition(to: point))
    }
  }

  @Test("7.7 a blank in a word whose widths are senseless changes the lines of the whole word")
  func irregularLines() {
    let ruler = KerningRuler()
    ruler.isSenseless = true
    view.measure = ruler
    view.text = "aaaa xxxxxxxxx"
    // The third line begins before the character that made the first too wide.
    #expect(lines() == ["aaaa ", "xxx", "xxx", "xxx"])
    view.selectedRange = 9..<9
    view.insertText(" ")
    #expect(lines() == ["aaaa xxxx ", "xxx", "xx"])
  }

  @Test("7.7 a key in one paragraph of 10,000 characters breaks only the lines about it", arguments: [false, true])
  func incrementalLines(isMeasured: Bool) {
    let ruler = Ruler()
    if isMeasured { view.measure = ruler }
    // Words of 1 to 9 characters in no order: lines of a text that repeats may begin elsewhere up to its end.
    view.text = (0..<2000).map { String(repeating: "w", count: 1 + $0 * $0 / 7 % 9) + " " }.joined()
    #expect(view.text.count > 10_000)
    let (count, before) = (view.numberOfLines, view.laidOutLines)
    #expect(count > 800 && before == count)
    for place in [5003, 5000, 0, 10_000, 7777] {
      let last = view.laidOutLines
      view.selectedRange = place..<place
      ruler.asked = 0
      view.insertText("i")
      #expect(view.laidOutLines - last <= 20 && ruler.asked < 300)
      view.deleteBackward()
      view.insertText("\n")
      view.deleteBackward()
      #expect(view.laidOutLines - last <= 80 && view.numberOfLines == count)
    }
  }

  @Test("7.7 a renderer's widths decide; senseless ones count as none")
  func measures() {
    let ruler = Ruler()
    view.measure = ruler
    view.text = "iiWWiia"
    #expect(view.caretFrame(for: 4).minX == 40 && view.closestPosition(to: Point(x: 17, y: 0)) == 3)
    for value in [Double.nan, -.infinity, .infinity, -5, 1e300] {
      (ruler.widths["i"], ruler.lineHeight) = (value, value)
      view.invalidateLayout()
      #expect(view.caretFrame(for: 7).isFinite && view.numberOfLines >= 1 && view.contentSize.isFinite)
      _ = view.closestPosition(to: Point(x: .nan, y: .infinity))
    }
    let field = stage.add(TextField(frame: Rect(x: 0, y: 0, width: 100, height: 40)), "f")
    ruler.widths["i"] = 4
    ruler.lineHeight = 20
    field.measure = ruler
    field.text = String(repeating: "iW", count: 1000)
    #expect(field.caretFrame(for: 1001).minX - field.caretFrame(for: 0).minX == 10_004)
    #expect(field.closestPosition(to: Point(x: 10_005 - field.contentOffset.x, y: 0)) == 1001)
    field.selectedRange = 500..<500
    field.insertText("WW")
    #expect(field.caretFrame(for: 1003).minX - field.caretFrame(for: 0).minX == 10_036)
  }

  @Test("5.14 widths whose giver changes the text, the width, or asks for positions while it is asked")
  func measureCallsBack() {
    let ruler = Ruler()
    var rounds = 0
    let field = stage.add(TextField(frame: Rect(x: 0, y: 0, width: 100, height: 40)), "f")
    for control in [view, field] as [TextControl] {
      control.measure = ruler
      ruler.call = { [unowned control] in
        rounds += 1
        guard rounds.isMultiple(of: 7) else { return }
        control.insertText(rounds.isMultiple(of: 2) ? "a\nb" : "c")
        if rounds.isMultiple(of: 3) { control.text = "short" }
        _ = (control.contentFrame(for: .caret), control.closestPosition(to: Point(x: 30, y: 30)), control.contentParts.count)
        control.doCommand(by: "moveDown:")
      }
      for _ in 0..<20 {
        control.insertText("word ")
        control.doCommand(by: "moveUp:")
        _ = (control.contentParts, control.contentSize)
        #expect(control.selectedRange.upperBound <= control.text.count)
        if control.text.count > 300 { control.text = "" }
      }
      ruler.call = nil
    }
    #expect(rounds > 100)
  }

  @Test("7.7 return begins a line and sends editingChanged; the delegate of a view is asked as that of a field")
  func editing() {
    final class Editor: TextViewDelegate {
      var heard: [String] = []
      func textViewShouldBeginEditing(_ textView: TextView) -> Bool { heard.append("begin?") == () }
      func textViewDidBeginEditing(_ textView: TextView) { heard.append("began") }
      func textView(_ textView: TextView, shouldChangeTextIn range: Range<Int>, replacementText: String) -> Bool {
        heard.append("\(range) \(replacementText.debugDescription)")
        return replacementText != "no"
      }
      func textViewDidEndEditing(_ textView: TextView) { heard.append("ended") }
    }
    let editor = Editor()
    view.delegate = editor
    view.insertText("\n")
    view.insertText("no")
    view.resignFirstResponder()
    #expect(editor.heard == ["begin?", "began", "0..<0 \"\\n\"", "1..<1 \"no\"", "ended"])
    #expect(view.text == "\n" && stage.taken() == ["v editingDidBegin", "v editingChanged", "v editingDidEnd"])
    #expect(view.accessibility.role == .textView)
  }

  @Test("7.7 the view scrolls as far as the caret needs; setting the offset is clamped to the text")
  func scrolling() {
    for number in 0..<10 { view.insertText("\(number)\n") }
    view.insertText("\n")
    #expect(view.contentOffset.y == 140 && view.numberOfLines == 12)
    #expect(lines().first == "7")
    view.contentOffset = Point(x: 5, y: 1e9)
    #expect(view.contentOffset == Point(x: 0, y: 140))
    view.selectedRange = 0..<0
    #expect(view.contentOffset.y == 0)
  }
}
