import ContactorCore
@testable import ContactorLayout
@testable import ContactorReport
import Testing

/// What explanations say of texts, wheels, menus, cells, lists and keyboards: what a touch did to them, and why not more.
@Suite("Explanations of kinds of views")
struct ExplanationKindTests {
  private static let layout = """
    screen: {size: [800, 480]}
    views:
      - {id: note, kind: textView, frame: [0, 0, 200, 100], value: {text: one two}}
      - {id: heat, kind: knob, frame: [200, 0, 100, 100], value: {min: 16, max: 28, at: 21, step: 0.5}, on: {valueChanged: {emit: x}}}
      - {id: bar, kind: progress, frame: [310, 0, 80, 20]}
      - {id: wish, kind: picker, frame: [400, 0, 190, 132], value: {wheels: [["5", "6", "7"], [am, pm]], at: [2, 0]}, on: {valueChanged: {emit: x}}}
      - {id: size, kind: popUp, frame: [600, 0, 120, 44], value: {titles: [S, M, L], at: 0}, on: {valueChanged: {emit: x}}}
      - {id: cells, kind: matrix, frame: [0, 120, 200, 60], value: {titles: [[A, B]], at: [0, 0]}}
      - id: feed
        kind: scroll
        frame: [0, 200, 200, 100]
        content: [200, 400]
        views: [{id: more, kind: button, frame: [0, 0, 200, 50], on: {touchUpInside: {emit: x}}}]
      - {id: list, kind: table, frame: [220, 150, 200, 160], rowHeight: 40, rows: [Anna, Bert, Carl, Dora, Emil, Fred]}
      - {id: plain, kind: table, selection: none, frame: [430, 150, 100, 100], rowHeight: 40, rows: [One]}
      - {id: name, kind: textField, frame: [540, 150, 200, 44]}
      - {id: pin, kind: pinField, frame: [540, 200, 200, 44]}
      - {id: keys, kind: keyboard, frame: [0, 320, 400, 160]}
      - {id: dial, kind: dialPad, frame: [400, 320, 200, 160]}

    """

  /// The lines of an explanation that are not of touches; each finger is a list of places 10 ms apart, the fingers two seconds.
  private func explain(_ fingers: [(Double, Double)]..., more: String = "") throws -> [String] {
    try explain(fingers, apart: 2_000_000, more: more)
  }

  private func explain(_ fingers: [[(Double, Double)]], apart: Int, more: String = "") throws -> [String] {
    let script = fingers.enumerated().map { index, places in
      ReportOfScript.drag(places, at: 1_000_000 + index * apart, touch: index + 1)
    }
    var lines: [String] = []
    try Explanation(script.joined(), file: "s", layout: SessionStage.parse(Self.layout + more)).run { lines.append($0) }
    return lines.filter { !$0.hasPrefix("sequence") && !$0.hasPrefix("  touch") && !$0.isEmpty }.map { String($0.dropFirst(2)) }
  }

  private func tap(_ x: Double, _ y: Double) -> [(Double, Double)] { [(x, y), (x, y)] }

  private func drag(from start: (Double, Double), to end: (Double, Double), steps: Int = 8, rests: Bool = false) -> [(Double, Double)] {
    let way = (0...steps).map { step in
      let share = Double(step) / Double(steps)
      return (start.0 + (end.0 - start.0) * share, start.1 + (end.1 - start.1) * share)
    }
    return way + Array(repeating: end, count: rests ? 12 : 1)
  }

  @Test("A text field and a text view say whether they are edited")
  func texts() throws {
    let down = "control note: touchDown at +0 ms, "
    #expect(
      try explain(tap(50, 50), tap(50, 50), [(50, 50), (300, 50), (300, 190), (300, 190)]) == [
        down + "touchUpInside at +10 ms, editingDidBegin at +10 ms; its text is edited now",
        down + "touchUpInside at +10 ms; its text was edited before, and still is",
        down + "touch left the text view by 100 pt > 70 pt at +10 ms: touchUpOutside at +30 ms; its text was edited before, and still is",
      ])
    #expect(
      try explain([(600, 170), (600, 300), (600, 300)]) == [
        "control name: touchDown at +0 ms, touch left the text field by 106 pt > 70 pt at +10 ms: touchUpOutside at +20 ms; "
          + "its text is not edited, for the finger was not lifted on it"
      ])
  }

  @Test("A knob says how far it was turned, or why it was not")
  func knobs() throws {
    let turned =
      "control heat: touchDown at +0 ms, valueChanged 7 times, last at +80 ms, touchUpInside at +90 ms; its value went from 21 to 25"
    #expect(try explain(drag(from: (290, 50), to: (250, 95))) == [turned])
    func effects(_ fingers: [(Double, Double)]...) throws -> [String] {
      try explain(fingers, apart: 2_000_000).map { String($0.split(separator: "; ").last ?? "") }
    }
    #expect(
      try effects(
        tap(290, 50), drag(from: (290, 50), to: (290, 51)), drag(from: (290, 50), to: (210, 50)),
        [(210, 50), (250, 10), (290, 50), (250, 90), (250, 90)], [(210, 50), (250, 10), (290, 50), (290, 50)]) == [
          "its value stays 21, for the finger did not turn it", "its value stays 21, for it was turned by less than a step of 0.5",
          "its value stays 21, for a finger that passes its centre turns nothing", "its value went from 21 to 28",
          "its value stays 28, its greatest",
        ])
  }

  @Test("A progress view takes no touches, and that is said of it")
  func progress() throws {
    #expect(try explain(tap(350, 10)) == ["progress view bar is under touch 1, and takes no touches"])
  }

  @Test("A picker says which wheel went to which row, after it has come to rest, or why none did")
  func pickers() throws {
    let down = "control wish: touchDown at +0 ms, touchUpInside at "
    #expect(
      try explain(
        drag(from: (440, 60), to: (440, 110), rests: true), drag(from: (440, 60), to: (440, 70), rests: true), tap(440, 66),
        drag(from: (540, 60), to: (540, 110), rests: true)) == [
          down + "+200 ms, valueChanged at +448 ms; wheel 1 went from 7 to 6",
          down + "+200 ms; wheel 1 stays at 6: the finger moved 10 pt, and half a row is 22 pt",
          down + "+10 ms; wheel 1 stays at 6, the row that was tapped", down + "+200 ms; wheel 2 stays at am, its first row",
        ])
    #expect(
      try explain([drag(from: (440, 20), to: (440, 120)), tap(440, 60)], apart: 200_000) == [
        down + "+90 ms; it was still turning at the next touch", down + "+10 ms, valueChanged at +179 ms; wheel 1 went from 7 to 5",
      ])
  }

  @Test("A pop-up button says that its menu opened, what was chosen in it, or that it closed without a choice")
  func popUps() throws {
    let opened =
      "control size: touchDown at +0 ms, menuActionTriggered at +0 ms, touchUpInside at +10 ms; its menu opened and waits for a choice"
    let chosen = "valueChanged at +30 ms, primaryActionTriggered at +30 ms; M was chosen in place of S, and the menu closed"
    #expect(
      try explain(tap(620, 20), tap(660, 60), tap(620, 20), tap(100, 400), [(620, 20), (640, 60), (650, 110), (650, 110)]) == [
        opened, "control size: primaryActionTriggered at +10 ms; S was chosen, as before, and the menu closed", opened,
        "control size: its menu closed without a choice, for the touch was outside of it",
        "control size: touchDown at +0 ms, menuActionTriggered at +0 ms, touchUpInside at +30 ms, " + chosen,
      ])
  }

  @Test("A matrix says which cell was selected in place of which, or why none was")
  func matrices() throws {
    let down = "control cells: touchDown at +0 ms, "
    #expect(
      try explain(tap(150, 150), tap(150, 150), [(150, 150), (150, 185), (150, 300), (150, 300)]) == [
        down + "touchUpInside at +10 ms, valueChanged at +10 ms; B selected in place of A, but nothing is bound to what it sent",
        down + "touchUpInside at +10 ms; B was selected before",
        down + "touch left the matrix by 120 pt > 70 pt at +20 ms: touchUpOutside at +30 ms; "
          + "B stays selected, for no cell was under the finger as it was lifted",
      ])
  }

  @Test("A scroll view says how far it scrolled, or why it did not, and that it took the touch from a button in it")
  func scrollViews() throws {
    #expect(
      try explain(
        tap(100, 280), drag(from: (100, 280), to: (100, 220), rests: true), drag(from: (20, 280), to: (150, 280)),
        drag(from: (100, 220), to: (100, 290), rests: true)) == [
          "scroll view feed: did not scroll: moved 0.0 pt < 10.0 pt", "scroll view feed: scrolled by (0, 50) from +20 ms, to (0, 50)",
          "scroll view feed: did not scroll: the finger moved along a side on which it does not scroll",
          "scroll view feed: scrolled by (0, -50) from +20 ms, to (0, 0)",
        ])
    #expect(
      try explain(tap(100, 220), drag(from: (100, 240), to: (100, 210), rests: true)) == [
        "control more: touchDown at +10 ms, touchUpInside at +10 ms, primaryActionTriggered at +10 ms; "
          + "touchDown was held back 10 ms by scroll view feed",
        "control more: touch 2 did not reach it: scroll view feed has it", "scroll view feed: scrolled by (0, 20) from +30 ms, to (0, 20)",
      ])
  }

  @Test("A table says which row was selected, or why it was not: before, moved too far, scrolling, no selection, no row")
  func tables() throws {
    let unselected = "table list: row Dora was not selected: the table has the touch from +10 ms on and scrolls with it; scrolled by "
    #expect(
      try explain(
        tap(300, 210), tap(300, 210), drag(from: (300, 290), to: (300, 200)), drag(from: (300, 210), to: (340, 210)),
        [(300, 210), (300, 219), (300, 219)]) == [
          selected("Bert", 10),
          "table list: row Bert was selected before, so that nothing was sent",
          unselected + "(0, 80) from +10 ms, to (0, 80)",
          "table list: row Dora was not selected: the finger moved 40 pt ≥ 10 pt", selected("Dora", 20),
        ])
    #expect(
      try explain([drag(from: (300, 290), to: (300, 200)), tap(300, 200)], apart: 250_000) == [
        unselected + "(0, 116.3) from +10 ms, to (0, 116.3), it was still scrolling at the next touch",
        "table list: row Emil was not selected: scrolling was under way; the touch stopped it while it scrolled",
      ])
    #expect(
      try explain(tap(480, 170), tap(480, 230)) == [
        "table plain: row One was not selected: the layout says 'selection: none'", "table plain: no row is under the touch",
      ])
  }

  private func selected(_ row: String, _ time: Int) -> String {
    "table list: row \(row) was selected at +\(time) ms, but nothing is bound to valueChanged"
  }

  @Test("A table with sections says that a header does nothing, and to which letter the index went")
  func sections() throws {
    let more = """
        - id: abc
          kind: table
          frame: [600, 320, 200, 160]
          rowHeight: 40
          rows: [Anna, Bert, Carl, Dora, Emil, Fred]
          sections: initials
          index: true
      """
    #expect(
      try explain(tap(700, 325), tap(795, 470), more: more) == [
        "table abc: the touch is on the header A, which does nothing",
        "table abc: the touch is on its index, which went to F",
      ])
  }

  @Test("A keyboard says which key was typed into what, that nothing is edited, and what shift does; a dial, what is dialled")
  func keyboards() throws {
    let down = "control keys: touchDown at +0 ms, touchUpInside at +10 ms; "
    #expect(
      try explain(tap(20, 340), tap(600, 170), tap(20, 340), tap(20, 430), tap(20, 340)) == [
        down + "typed q at +10 ms, which nothing got: no text is being edited",
        "control name: touchDown at +0 ms, touchUpInside at +10 ms, editingDidBegin at +10 ms; its text is edited now",
        down + "typed q into name at +10 ms", down + "shift is on for one letter", down + "typed q into name at +10 ms",
      ])
    #expect(
      try explain(tap(430, 340), tap(500, 340)) == [
        "control dial: touchDown at +0 ms, touchUpInside at +10 ms, valueChanged at +10 ms; typed 1 at +10 ms: 1 is dialled",
        "control dial: touchDown at +0 ms, touchUpInside at +10 ms, valueChanged at +10 ms; typed 2 at +10 ms: 12 is dialled",
      ])
  }

  @Test("14.1 Nothing is told of a PIN field, nor of the keys that are typed into it")
  func secrets() throws {
    #expect(
      try explain(tap(600, 220), tap(20, 340)) == [
        "what controls and gestures made of touches in secure views is not told", down(typing: "into a secure view"),
      ])
  }

  private func down(typing what: String) -> String {
    "control keys: touchDown at +0 ms, touchUpInside at +10 ms; typed \(what) at +10 ms"
  }
}
