import Foundation
import Testing

extension Conformance {
  @Suite("The interpreters that read the cases")
  struct InterpreterTests {
    /// A case that is in no file, what it holds, and the same with another expectation.
    struct MadeUp: Sendable, CustomTestStringConvertible {
      let form: String
      let area: String
      let given: String
      let expect: String
      let wrong: String
      var params = "null"
      /// Of no source, or of one whose words it uses.
      var file = "made-up"
      var testDescription: String { "\(form): \(expect)" }

      func item(expecting expect: String) throws -> Case {
        let text = """
          {"id": "\(file)/case", "tier": 3, "area": "\(area)", "given": \(given), "expect": \(expect), "params": \(params)}
          """
        return try Case(file, JSONDecoder().decode(JSON.self, from: Data(text.utf8)))
      }
    }

    private static let line = """
      [{"t": 0, "phase": "down", "id": 0, "x": 10, "y": 10}, {"t": 10, "phase": "move", "id": 0, "x": 40, "y": 10}, \
      {"t": 20, "phase": "up", "id": 0, "x": 40, "y": 10}]
      """
    private static let tap = """
      [{"t": 0, "phase": "down", "id": 0, "x": 10, "y": 10}, {"t": 20, "phase": "up", "id": 0, "x": 10, "y": 10}]
      """

    static let madeUp = [
      MadeUp(
        form: "touches", area: "pan", given: #"{"recognizer": "pan", "touches": \#(line)}"#,
        expect: #"{"states": ["began", "ended"], "translationAtEnd": [30, 0]}"#, wrong: #"{"translationAtEnd": [30, 1]}"#),
      MadeUp(
        form: "touches", area: "tap", given: #"{"recognizer": {"tap": [1, 1]}, "touches": \#(tap)}"#, expect: #"{"fires": 1}"#,
        wrong: #"{"fires": 0}"#),
      MadeUp(
        form: "touches", area: "tap", given: #"{"touches": \#(line)}"#, expect: #"{"tap": 0}"#, wrong: #"{"tap": 1}"#,
        params: #"{"touchSlop": 8}"#),
      MadeUp(
        form: "touches", area: "tap", given: #"{"touches": \#(line)}"#, expect: #"{"tap": 1}"#, wrong: #"{"tap": ">1"}"#,
        params: #"{"touchSlop": 80}"#),
      MadeUp(
        form: "touches", area: "pan", given: #"{"touches": \#(line)}"#,
        expect: #"{"order": ["TAP_DOWN", "SCROLL_BEGIN", "SCROLL_UPDATE", "SCROLL_END"]}"#,
        wrong: #"{"order": ["TAP_DOWN", "TAP"]}"#, params: #"{"touchSlop": 8}"#, file: "chromium"),
      MadeUp(
        form: "samples", area: "velocity",
        given: #"{"samples": [{"t": 0, "x": 0, "y": 0}, {"t": 10, "x": 1, "y": 2}, {"t": 20, "x": 2, "y": 4}]}"#,
        expect: #"{"velocity": [100, 200]}"#, wrong: #"{"velocity": [100, 199]}"#),
      MadeUp(
        form: "conversions", area: "coordinate-conversion",
        given: """
          {"views": {"root": {"frame": [0, 0, 100, 100]}, "a": {"parent": "root", "frame": [10, 20, 30, 30]}}, \
          "convert": {"point": [1, 1], "from": "a", "to": "root"}}
          """, expect: #"{"result": [11, 21]}"#, wrong: #"{"result": [1, 1]}"#),
      MadeUp(
        form: "points inside", area: "hit-test", given: #"{"view": {"bounds": [0, 0, 10, 10]}, "points": [[5, 5], [10, 5]]}"#,
        expect: #"{"pointInside": [true, false]}"#, wrong: #"{"pointInside": [true, true]}"#),
      MadeUp(
        form: "hits", area: "hit-test",
        given: """
          {"views": {"root": {"frame": [0, 0, 100, 100]}, "a": {"parent": "root", "frame": [10, 20, 30, 30]}}, \
          "hitTestOn": "root", "pointsInRootCoords": [[15, 25], [5, 5]]}
          """, expect: #"{"hit": ["a", "root"]}"#, wrong: #"{"hit": ["a", "a"]}"#),
      MadeUp(
        form: "dispatch tables", area: "dispatch-table",
        given: #"{"addTarget": [["A", "a", "touchDown"], ["B", "b", "touchUpInside"]], "send": ["touchDown", "touchDown"]}"#,
        expect: #"{"A.a": 2, "B.b": 0}"#, wrong: #"{"A.a": 1}"#),
      MadeUp(
        form: "control tracking", area: "control-tracking", given: #"{"control": {"frame": [0, 0, 100, 50]}, "touches": \#(tap)}"#,
        expect: #"{"order": ["touchDown", "touchUpInside"]}"#, wrong: #"{"order": ["touchDown"]}"#),
      MadeUp(
        form: "buttons", area: "button", given: #"{"call": ["performClick", "performClick"]}"#, expect: #"{"calls": 2}"#,
        wrong: #"{"calls": 1}"#),
      MadeUp(
        form: "values", area: "stepper", given: #"{"ops": ["max=10", "value=12", "min=11"]}"#, expect: #"{"value": [0, 10, 11]}"#,
        wrong: #"{"value": [0, 12, 12]}"#),
      MadeUp(
        form: "values", area: "segmented", given: #"{"segments": 2, "ops": ["select 1", "disable 0", "select 0"]}"#,
        expect: #"{"selected": [false, true]}"#, wrong: #"{"selected": [true, false]}"#),
      MadeUp(
        form: "responder chains", area: "responder-chain",
        given: #"{"chain": ["a (no override)", "b (no override)", "c (implements b)"], "call": "a.tryToPerform(b)"}"#,
        expect: #"{"returns": true, "handledBy": "c"}"#, wrong: #"{"handledBy": "b"}"#),
      MadeUp(
        form: "prevention", area: "exclusivity",
        given: #"{"active": {"canPreventOther": false}, "possible": {"canBePreventedByActive": true}}"#,
        expect: #"{"possibleIsPrevented": false}"#, wrong: #"{"possibleIsPrevented": true}"#),
      MadeUp(
        form: "states", area: "state-machine",
        given:
          #"{"recognizers": {"g1": "on stage", "g2": "on stage"}, "touches": \#(tap), "then": ["down 1 at 5,5", "g2->RECOGNIZING", "up 1"]}"#,
        expect: #"{"g1": ["POSSIBLE", "CANCELLED", "WAITING", "POSSIBLE", "CANCELLED", "WAITING"]}"#,
        wrong: #"{"g1": ["POSSIBLE", "WAITING"]}"#, params: #"{"map": "states"}"#),
      MadeUp(
        form: "filters", area: "hysteresis", given: #"{"threshold": 10, "values": [[0, 0], [8, 0], [12, 0]]}"#,
        expect: #"{"outputs": ["filtered", "filtered", [2, 0]]}"#, wrong: #"{"outputs": ["filtered", [8, 0], [2, 0]]}"#),
      MadeUp(
        form: "deadlines", area: "timer", given: #"{"minMs": 300, "start": 100, "finalAt": 500}"#,
        expect: #"{"timerAt": 400, "deadline": null, "output": "final"}"#, wrong: #"{"timerAt": 500}"#),
      MadeUp(
        form: "propagation", area: "propagation",
        given: #"{"tree": "A(window) > B(box)", "gestures": ["a1", "b1"], "plainHandlers": ["A propagate", "B STOP"]}"#,
        expect: #"{"order": ["b1", "a1", "plain B"]}"#, wrong: #"{"order": ["a1", "b1", "plain B", "plain A"]}"#),
    ]

    @Test("A case that is in no file runs, and one that expects something else is told", arguments: madeUp)
    func runs(_ madeUp: MadeUp) throws {
      let item = try madeUp.item(expecting: madeUp.expect)
      let form = try #require(Form.of(item))
      #expect(form.name == madeUp.form)
      try form.check(item)
      #expect(throws: Mismatch.self) { try form.check(madeUp.item(expecting: madeUp.wrong)) }
    }

    @Test("A case whose expectation nobody understands is malformed, and never passes", arguments: madeUp)
    func unknown(_ madeUp: MadeUp) throws {
      for expect in [#"{"wiggles": 3}"#, #"{"wiggles": null}"#, "{}"] {
        let item = try madeUp.item(expecting: expect)
        guard let form = Form.of(item) else { continue }
        #expect(throws: (any Error).self, "\(expect)") { try form.check(item) }
      }
    }

    @Test("A setting that no recognizer has is malformed, as is a recognizer that there is not")
    func unknownSettings() throws {
      for recognizer in [#"{"tap": [1, 1], "colour": "red"}"#, #""wiggle""#, #"{"wiggle": 1}"#] {
        let madeUp = MadeUp(
          form: "touches", area: "tap", given: #"{"recognizer": \#(recognizer), "touches": \#(Self.tap)}"#, expect: #"{"fires": 1}"#,
          wrong: "")
        let item = try madeUp.item(expecting: madeUp.expect)
        #expect(throws: MalformedCase.self, "\(recognizer)") { try Form.touches.check(item) }
      }
    }

    @Test(
      "Relations hold for what they say",
      arguments: [
        (">=1", [1, 2], [0]), (">0", [1], [0, -1]), ("<0", [-1], [0]), ("!=0 on every changed", [1, -1], [0]), ("y < 0", [-2], [2]),
        ("1 < s < 1.01", [1.005], [1, 1.01]), ("between 5 and 6", [5.2], [5, 6, 7]),
      ])
    func relations(_ text: String, _ holding: [Double], _ failing: [Double]) throws {
      let relation = try #require(Relation(text))
      #expect(holding.allSatisfy { relation.holds(for: $0) })
      #expect(!failing.contains { relation.holds(for: $0) })
      #expect(Relation("right") == nil)
    }
  }
}
