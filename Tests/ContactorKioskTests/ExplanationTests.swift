import ContactorCore
@testable import ContactorKiosk
@testable import ContactorLayout
@testable import ContactorReport
import ContactorTrace
import Testing

/// Explanations, whole: what every control and gesture made of the touches, with numbers.
@Suite struct ExplanationTests {
  private static let layout = """
    screen: {size: [800, 480], mm: [160, 96]}
    views:
      - {id: ok, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: {emit: x}}}
      - {id: mute, kind: button, frame: [200, 0, 100, 100]}
      - {id: off, kind: button, enabled: false, frame: [400, 0, 100, 100]}
      - {id: level, kind: slider, frame: [0, 380, 800, 100], on: {valueChanged: {emit: x}}}

    """

  private func explain(_ script: String, gestures: String = "") throws -> String {
    let text = gestures.isEmpty ? Self.layout : Self.layout + "gestures:\n" + gestures + "\n"
    var lines: [String] = []
    try Explanation(script, file: "s", layout: SessionStage.parse(text)).run { lines.append($0) }
    return lines.joined(separator: "\n")
  }

  /// A script of one finger: time in milliseconds, phase, place.
  private func finger(_ steps: [(Int, String, Double, Double)], id: Int = 1) -> String {
    steps.map { #"{"t":\#($0.0 * 1000),"kind":"touch","touch":\#(id),"phase":"\#($0.1)","x":\#($0.2),"y":\#($0.3)}"# }
      .joined(separator: "\n") + "\n"
  }

  private func drag(_ places: [(Double, Double)], at time: Int = 1000, every: Int = 40, id: Int = 1) -> String {
    let last = places.count - 1
    return finger(
      places.enumerated().map {
        (time + $0.offset * every, $0.offset == 0 ? "began" : $0.offset == last ? "ended" : "moved", $0.element.0, $0.element.1)
      }, id: id)
  }

  @Test func `a tap on a button that has something to do, and on one that has not`() throws {
    #expect(
      try explain(drag([(50, 50), (50, 50)]) + drag([(250, 50), (250, 50)], at: 2000, id: 2)) == """
        sequence 1 at 1000000: 1 touch
          touch 1: down at (50, 50) in ok, moved 0 mm, lifted at +40 ms
          control ok: touchDown at +0 ms, touchUpInside at +40 ms, primaryActionTriggered at +40 ms

        sequence 2 at 2000000: 1 touch
          touch 2: down at (250, 50) in mute, moved 0 mm, lifted at +40 ms
          control mute: touchDown at +0 ms, touchUpInside at +40 ms, primaryActionTriggered at +40 ms, but nothing is bound to what it sent
        """)
  }

  @Test func `a finger that slid off a button, off and back, and along a slider`() throws {
    let script =
      drag([(50, 50), (50, 120), (50, 182), (50, 182)]) + drag([(50, 50), (50, 182), (50, 50), (50, 50)], at: 2000)
      + drag([(0, 400), (100, 400), (200, 400), (200, 400)], at: 3000)
    #expect(
      try explain(script) == """
        sequence 1 at 1000000: 1 touch
          touch 1: down at (50, 50) in ok, moved 26.4 mm, lifted at +120 ms
          control ok: touchDown at +0 ms, touch left the button by 82 pt > 70 pt at +80 ms: touchUpOutside at +120 ms, but nothing is bound to what it sent

        sequence 2 at 2000000: 1 touch
          touch 2: down at (50, 50) in ok, moved 26.4 mm, lifted at +120 ms
          control ok: touchDown at +0 ms, touchUpInside at +120 ms, primaryActionTriggered at +120 ms

        sequence 3 at 3000000: 1 touch
          touch 3: down at (0, 400) in level, moved 40 mm, lifted at +120 ms
          control level: touchDown at +0 ms, valueChanged 2 times, last at +80 ms, touchUpInside at +120 ms
        """)
  }

  @Test func `touches that no control got`() throws {
    let script =
      drag([(450, 50), (450, 50)]) + drag([(150, 50), (150, 50)], at: 2000)
      + finger([(3000, "began", 50, 50)], id: 3) + finger([(3010, "began", 60, 60)], id: 4)
      + finger([(3020, "cancelled", 50, 50)], id: 3) + finger([(3030, "ended", 60, 60)], id: 4)
    #expect(
      try explain(script) == """
        sequence 1 at 1000000: 1 touch
          touch 1: down at (450, 50) in off, moved 0 mm, lifted at +40 ms
          control off: touch 1 did nothing, for it is disabled

        sequence 2 at 2000000: 1 touch
          touch 2: down at (150, 50) in root, moved 0 mm, lifted at +40 ms
          no control under touch 2; the nearest, mute, is 50 pt away

        sequence 3 at 3000000: 2 touches
          touch 3: down at (50, 50) in ok, moved 0 mm, cancelled at +20 ms
          touch 4: down at (60, 60) in ok at +10 ms, moved 0 mm, lifted at +30 ms
          control ok: touchDown at +0 ms, touchCancel at +20 ms: the touch was taken away, but nothing is bound to what it sent
          control ok: touch 4 did nothing, for it tracks touch 3
        """)
  }

  @Test func `why gestures lost, in millimetres, and which took the touch from the button`() throws {
    #expect(
      try explain(
        drag([(50, 50), (50, 76), (50, 150), (50, 150)]),
        gestures: """
            - {id: small, kind: tap, tuning: {tapDistance: 4 mm}, on: {recognized: {emit: x}}}
            - {id: scroll, kind: pan, tuning: {panHysteresis: 6 mm}}
            - {id: back, kind: swipe, touches: 3, direction: left, on: {recognized: {emit: x}}}
            - {id: corner, kind: tap, region: [700, 0, 100, 100], on: {recognized: {emit: x}}}
            - {id: press, kind: longPress, on: {began: {emit: x}}}
          """) == """
          sequence 1 at 1000000: 1 touch
            touch 1: down at (50, 50) in ok, moved 20 mm, lifted at +120 ms
            control ok: touchDown at +0 ms, touchCancel at +80 ms: gesture scroll has the touch, but nothing is bound to what it sent
            gesture small (tap): failed: moved 5.2 mm > 4.0 mm at +40 ms
            gesture scroll (pan): recognized at +80 ms, ended at +120 ms, but nothing is bound to it
            gesture back (swipe): failed: prevented by scroll at +80 ms
            gesture corner (tap): touch 1 began outside its region [700, 0, 100, 100]
            gesture press (longPress): failed: moved 5.2 mm > 2.0 mm at +40 ms
          """)
  }

  @Test func `a tap that waited, and a sequence that goes on as long as something is undecided`() throws {
    let gestures = """
        - {id: one, kind: tap, requireToFail: [doubleTap], on: {recognized: {emit: x}}}
        - {id: doubleTap, kind: tap, taps: 2}
      """
    let slow = drag([(600, 300), (600, 300)]) + drag([(600, 300), (600, 300)], at: 2000, id: 2)
    #expect(
      try explain(slow, gestures: gestures) == """
        sequence 1 at 1000000: 1 touch
          touch 1: down at (600, 300) in root, moved 0 mm, lifted at +40 ms
          gesture one (tap): recognized at +390 ms; waited for doubleTap, which failed at +390 ms
          gesture doubleTap (tap): failed: no tap within 350 ms after 1 at +390 ms

        sequence 2 at 2000000: 1 touch
          touch 2: down at (600, 300) in root, moved 0 mm, lifted at +40 ms
          gesture one (tap): recognized at +390 ms; waited for doubleTap, which failed at +390 ms
          gesture doubleTap (tap): failed: no tap within 350 ms after 1 at +390 ms
        """)
    let fast = drag([(600, 300), (600, 300)]) + drag([(600, 300), (600, 300)], at: 1200, id: 2)
    #expect(
      try explain(fast, gestures: gestures) == """
        sequence 1 at 1000000: 2 touches
          touch 1: down at (600, 300) in root, moved 0 mm, lifted at +40 ms
          touch 2: down at (600, 300) in root at +200 ms, moved 0 mm, lifted at +240 ms
          gesture one (tap): failed: waited for doubleTap, which was recognized at +240 ms
          gesture doubleTap (tap): recognized at +240 ms, but nothing is bound to it
        """)
  }

  @Test func `without a layout the usual gestures are explained, and evemu is read`() throws {
    let evemu = """
      # EVEMU 1.3
      N: Pad
      I: 0003 0eef 0001 0100
      P: 02 00 00 00 00 00 00 00
      B: 03 00 00 00 00 00 00 60 02
      A: 2f 0 9 0 0 0
      A: 35 0 1600 0 0 10
      A: 36 0 960 0 0 10
      A: 39 0 65535 0 0 0
      E: 1.000000 0003 0039 1
      E: 1.000000 0003 0035 400
      E: 1.000000 0003 0036 300
      E: 1.000000 0000 0000 0
      E: 1.080000 0003 0039 -1
      E: 1.080000 0000 0000 0
      """
    var lines: [String] = []
    let count = try Explanation(evemu, file: "r", layout: nil).run { lines.append($0) }
    #expect(count == 1)
    #expect(
      lines.prefix(2) == ["sequence 1 at 1000000: 1 touch", "  touch 1: down at (256.533, 192.319) in root, moved 0 mm, lifted at +80 ms"])
    #expect(lines.contains("  gesture tap: recognized at +430 ms; waited for doubleTap, which failed at +430 ms"), "\(lines)")
    #expect(lines.contains("  gesture longPress: failed: lifted after 80 ms < 500 ms at +80 ms"), "\(lines)")
    #expect(lines.count == 2 + LayoutGesture.usual.count)
  }

  @Test func `a shape cut from a recording is a gesture that knows the shape`() throws {
    let script = drag([(300, 250), (330, 280), (365, 240), (400, 200), (400, 200)])
    let span = Timestamp(microseconds: 0)...Timestamp(microseconds: 9_000_000)
    let frames = try StrokeCutting.frames(of: .text(script, name: "s"), layout: nil, during: span)
    let snippet = try #require(StrokeCutting.snippet(frames, name: "tick \"1\"", during: span))
    let gestures = snippet.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n")
    let text = try explain(script, gestures: gestures)
    #expect(text.contains("gesture tick \"1\" (stroke): matched tick \"1\""), "\(snippet)\n\(text)")
    let resting = try StrokeCutting.frames(of: .text(drag([(1, 1), (1, 1)]), name: "s"), layout: nil, during: span)
    #expect(StrokeCutting.snippet(resting, name: "x", during: span) == nil)
    #expect(StrokeCutting.snippet(frames, name: "x", during: span.upperBound...span.upperBound) == nil)
  }
}

/// The sentences of explanations on waiting and on the end, and their limits.
@Suite struct ExplanationLimitTests {
  private static let layout = """
    screen: {size: [800, 480]}
    views:
      - {id: ok, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: {emit: x}}}
      - {id: level, kind: slider, frame: [0, 380, 800, 100], on: {valueChanged: {emit: x}}}

    """

  private func explain(_ script: String, _ more: String = "") throws -> String {
    var lines: [String] = []
    try Explanation(script, file: "s", layout: SessionStage.parse(Self.layout + more)).run { lines.append($0) }
    return lines.joined(separator: "\n")
  }

  @Test func `how long a double tap on the whole screen holds back a button, and that it does`() throws {
    let twice = "gestures: [{id: twice, kind: tap, taps: 2, on: {recognized: {emit: y}}}]\n"
    let text = try explain(ReportOfScript.drag([(50, 50), (50, 50), (50, 50)]), twice)
    #expect(
      text.contains("touchUpInside at +370 ms, primaryActionTriggered at +370 ms; touchUpInside was held back 350 ms by gesture twice"),
      "\(text)")
    let free = try explain(ReportOfScript.drag([(50, 50), (50, 50), (50, 50)]))
    #expect(!free.contains("held back"), "\(free)")
  }

  @Test func `a finger that is down at the end is not said to be lifted, and holds nothing longer`() throws {
    let text = try explain(
      #"{"t":1000,"kind":"touch","touch":1,"phase":"began","x":50,"y":50}"# + "\n", "gestures: [{id: press, kind: longPress}]\n")
    #expect(text.contains("touch 1: down at (50, 50) in ok, moved 0 pt, still down at the end"), "\(text)")
    #expect(text.contains("touchCancel at +0 ms: the recording ends") && !text.contains("press (longPress): recognized"), "\(text)")
  }

  @Test func `a sequence that never ends tells of a thousand touches and counts the others`() throws {
    let holder = #"{"t":1000,"kind":"touch","touch":1,"phase":"began","x":500,"y":200}"# + "\n"
    let text = try explain(
      holder + (2...1500).map { ReportOfScript.drag([(50, 50), (50, 50)], at: $0 * 100_000, touch: $0) }.joined(),
      "gestures: [{id: far, kind: tap, region: [700, 0, 100, 100]}]\n")
    #expect(text.contains("999, 1000 and 500 more began outside its region [700, 0, 100, 100]"))
    let lines = text.split(separator: "\n")
    #expect(lines[0] == "sequence 1 at 1000: 1500 touches" && lines.contains("  and 500 touches more"), "\(lines.prefix(3))")
    #expect(lines.count < 2100)
  }

  @Test func `a damaged line costs that line, what is around it is explained, and the line is named`() throws {
    var lines: [String] = []
    let explanation = try Explanation(
      ReportOfScript.drag([(50, 50), (50, 50)]) + "nonsense\n{\"t\":9000000,\"kind\":\"wait\"}\n", file: "s",
      layout: SessionStage.parse(Self.layout))
    try explanation.run { lines.append($0) }
    #expect(lines.first == "sequence 1 at 1000000: 1 touch")
    #expect(explanation.damage.map(\.description) == ["line 3: expected '{', found 'n'; the line was skipped"])
  }
}
