import ContactorCore
import Testing

@testable import ContactorLayout

/// Warnings about what a layout says and probably does not mean: covers, units, shells, texts, delays.
@Suite struct LayoutWarningTests {
  /// The warnings of a layout with these views and gestures, without the file's name.
  private func warnings(_ views: [String], _ gestures: [String] = [], head: String = "screen: {size: [800, 480]}") throws -> [String] {
    let text = layout(views, gestures, head)
    let found = LayoutCheck.warnings(in: try Layout.parse(Array(text.utf8), file: "k.yaml"))
    #expect(found.allSatisfy { $0.severity == .warning })
    #expect(LayoutCheck.diagnostics(of: Array(text.utf8), file: "k.yaml") == found)
    return found.map { String($0.description.dropFirst("k.yaml:".count)) }
  }

  private func layout(_ views: [String], _ gestures: [String], _ head: String) -> String {
    var text = "contactor: 1\n\(head)\n"
    for (key, list) in [("views", views), ("gestures", gestures)] where !list.isEmpty {
      text += key + ":\n" + list.map { "  - \($0)\n" }.joined()
    }
    return text
  }

  // MARK: Covers

  @Test(arguments: [
    // In front, of the same size, larger, and inside another view.
    ("{id: c, kind: view, frame: [100, 100, 50, 50]}", true),
    ("{id: c, kind: button, frame: [0, 0, 800, 480], enabled: false}", true),
    ("{id: p, kind: view, frame: [90, 90, 100, 100], views: [{id: c, kind: view, frame: [10, 10, 50, 50]}]}", true),
    // Not as a whole, or not taking touches.
    ("{id: c, kind: view, frame: [100, 100, 50, 49]}", false), ("{id: c, kind: view, frame: [101, 100, 50, 50]}", false),
    ("{id: c, kind: view, frame: [100, 100, 50, 50], hidden: true}", false),
    ("{id: c, kind: view, frame: [100, 100, 50, 50], alpha: 0.005}", false),
    ("{id: p, kind: view, frame: [90, 90, 30, 30], views: [{id: c, kind: view, frame: [10, 10, 50, 50]}]}", false),
    // Shown at first, and hidden by an action: a notice over the controls.
    (
      "{id: c, kind: view, frame: [0, 0, 800, 480], views: [{id: x, kind: button, frame: [0, 0, 9, 9], on: {touchDown: {send: \"hide:\", to: c}}}]}",
      false
    ),
    ("{id: c, kind: button, frame: [0, 0, 800, 480], on: {touchDown: {send: \"hide:\"}}}", false),
  ])
  func `a control under a view in front`(front: String, isCovered: Bool) throws {
    let found = try warnings(["{id: b, kind: button, frame: [100, 100, 50, 50]}", front])
    let covered = found.filter { $0.contains("wholly under") }
    #expect(covered.isEmpty == !isCovered, "\(found)")
    if isCovered { #expect(covered[0].hasPrefix("4:5: warning: 'b' lies wholly under '")) }
    // The engine agrees: no place of the control leads to it.
    let session = LayoutSession(
      layout: try Layout.parse(
        Array(layout(["{id: b, kind: button, frame: [100, 100, 50, 50]}", front], [], "screen: {size: [800, 480]}").utf8), file: "k"))
    let places = stride(from: 100.5, to: 150, by: 1).flatMap { x in stride(from: 100.5, to: 150, by: 1).map { Point(x: x, y: $0) } }
    let isReached = places.contains { session.application.windows[0].hitTest($0, with: nil)?.identifier == "b" }
    if isCovered { #expect(!isReached) }
  }

  @Test func `what is behind a view, in it or in another window is not under it`() throws {
    #expect(
      try warnings(
        [
          "{id: c, kind: view, frame: [0, 0, 800, 480], views: [{id: in, kind: button, frame: [0, 0, 9, 9]}]}",
          "{id: b, kind: button, frame: [0, 0, 9, 9]}",
        ]
      ) == ["4:58: warning: 'in' lies wholly under 'b' and can never be touched; expected the views in the order from back to front"])
    let windows =
      "windows: [{id: l, size: [9, 9], views: [{id: a, kind: button, frame: [0, 0, 9, 9]}]}, {id: r, size: [9, 9], views: [{id: b, kind: button, frame: [0, 0, 9, 9]}]}]"
    #expect(try warnings([], head: windows) == [])
  }

  // MARK: Units

  @Test(arguments: [
    ("longPressDuration: 500", "5:49: warning: 'longPressDuration' is 500 seconds; did you mean '500 ms'?"),
    ("longPressDuration: 0.5", nil), ("longPressDuration: 500 ms", nil), ("longPressDuration: 60 s", nil), ("longPressDuration: 49", nil),
    ("tapInterval: 350.0", "5:43: warning: 'tapInterval' is 350 seconds; did you mean '350.0 ms'?"),
  ])
  func `a time that is probably in milliseconds`(tuning: String, expected: String?) throws {
    let found = try warnings(["{id: v, kind: view, frame: [0, 0, 9, 9]}"], head: "screen: {size: [800, 480]}\ntuning: {\(tuning)}")
    #expect(found.map { $0.drop { $0 != " " } } == (expected.map { [$0.drop { $0 != " " }] } ?? []))
  }

  @Test func `a hold, and a timeout with a unit`() throws {
    #expect(
      try warnings([], ["{id: g, kind: longPress, hold: 300, on: {began: {emit: x}}}"])
        == ["4:36: warning: 'hold' is 300 seconds; did you mean '300 ms'?"])
    let text = withAction("{touchDown: {run: [/bin/true], timeout: 1500 ms}}")
    let layout = try Layout.parse(Array(text.utf8), file: "k")
    guard case .run(let run) = layout.views[0].bindings[0].actions[0] else { return #expect(Bool(false)) }
    #expect(run.timeout == .milliseconds(1500))
    #expect(LayoutCheck.warnings(in: layout) == [])
  }

  // MARK: Actions

  @Test(arguments: [
    ("[/bin/echo, a, \"&&\", /bin/true]", ["'&&'"]), ("[/bin/cat, x, \"|\", wc, \">\", y]", ["'|'", "'>'"]),
    ("[/bin/sh, -c, \"a && b | c > d\"]", []), ("[/usr/bin/cut, -d, \"|\", -f, \"1\"]", []),
    ("[/usr/bin/find, /x, -exec, rm, \"{{}\", \";\"]", []), ("[/usr/bin/expr, \"1\", \"<\", \"2\"]", []), ("[/bin/true, a&&b]", []),
  ])
  func `what a shell would take for an operator`(argv: String, operators: [String]) throws {
    let found = try warnings(["{id: b, kind: button, frame: [0, 0, 9, 9], on: {touchDown: {run: \(argv)}}}"])
    let told = found.filter { $0.contains("no shell is between") }
    #expect(told.map { String($0.split(separator: " ")[2]) } == operators)
  }

  @Test(arguments: [
    ("{type: x, to: b}", "4:82: warning: 'b' is a button, which takes no text; expected the id of a text field"),
    ("{type: x, to: main}", "4:82: warning: a window takes no text; expected the id of a text field"),
    ("{type: x}", "4:82: warning: no view of the layout takes text; expected a text field that is being edited, or 'to'"),
  ])
  func `a text that is typed where there is none`(action: String, expected: String) throws {
    let button = "{id: b, kind: button, frame: [0, 0, 9, 9], on: {touchDown: \(action)}}"
    let found = try warnings([button])
    #expect(found.map { $0.drop { $0 != " " } } == [expected.drop { $0 != " " }])
    let field = "{id: f, kind: textField, frame: [9, 9, 9, 9]}"
    #expect(try warnings([button.replacing("to: b", with: "to: f").replacing("to: main", with: "to: f"), field]) == [])
  }

  // MARK: Delays

  /// Each gesture, whether `check` warns, and how long the engine keeps a lift from the button.
  @Test(arguments: [
    ("{id: g, kind: tap, taps: 2", 350_000), ("{id: g, kind: tap, taps: 7, hold: 1", 350_000),
    ("{id: g, kind: longPress, taps: 1", 350_000),
    ("{id: g, kind: tap, taps: 2, tuning: {tapInterval: 0.2}", 200_000), ("{id: g, kind: tap, taps: 2, view: pad", 350_000),
    ("{id: g, kind: tap, taps: 2, region: [0, 0, 300, 300]", 350_000), ("{id: g, kind: corners, tuning: {cornerSize: 300 pt}", 2_000_000),
    ("{id: g, kind: tap", 0), ("{id: g, kind: tap, taps: 2, touches: 2", 0), ("{id: g, kind: tap, taps: 2, enabled: false", 0),
    ("{id: g, kind: tap, taps: 2, region: [300, 0, 300, 300]", 0), ("{id: g, kind: tap, taps: 2, view: other", 0),
    ("{id: g, kind: corners", 0),
    ("{id: g, kind: corners, corners: [topRight, topLeft], tuning: {cornerSize: 300 pt}", 0), ("{id: g, kind: longPress", 0),
    ("{id: g, kind: swipe", 0), ("{id: g, kind: pan", 0), ("{id: g, kind: edgePan, edge: left", 0), ("{id: g, kind: hold", 0),
    ("{id: g, kind: stroke, points: [\"0,0 9,9\", \"0,0 9,9 / 9,0 0,9\"]", 0), ("{id: g, kind: pinch", 0), ("{id: g, kind: rotation", 0),
  ])
  func `a gesture that delays a button's tap`(gesture: String, delay: Int64) throws {
    let button = "{id: b, kind: button, frame: [100, 100, 50, 50], on: {touchUpInside: {emit: x}}}"
    let views = [
      "{id: pad, kind: view, frame: [0, 0, 400, 480], views: [\(button)]}", "{id: other, kind: view, frame: [400, 0, 400, 480]}",
    ]
    let gestures = [gesture + ", on: {recognized: {emit: y}}}"]
    let found = try warnings(views, gestures)
    let seconds = DecimalText.of(Double(delay) / 1e6)
    let next = gesture.contains("corners") ? "the next corner" : "another tap"
    let expected =
      "7:5: warning: 'g' waits \(seconds) s for \(next); until then 'b' cannot act on a finger that is lifted; expected a 'view' or a 'region' without controls"
    #expect(found == (delay > 0 ? [expected] : []))
    let text = layout(views, gestures, "screen: {size: [800, 480]}")
    let stage = try SessionStage(String(text.dropFirst("contactor: 1\n".count)))
    stage.tap(125, 125)
    func isTold() -> Bool { stage.lines.contains { $0.contains("touchUpInside") } }
    #expect(isTold() == (delay == 0))
    guard delay > 0 else { return }
    stage.wait(delay - 1)
    #expect(!isTold())
    stage.wait(2)
    #expect(isTold())
  }

  @Test func `the controls that a gesture delays are counted`() throws {
    let views = (0..<3).map { "{id: b\($0), kind: button, frame: [\($0 * 100), 0, 90, 90], on: {touchUpInside: {emit: x}}}" }
    let gestures = ["{id: g, kind: tap, taps: 2, on: {recognized: {emit: y}}}"]
    #expect(try warnings(views, gestures).first?.contains("until then 'b0' and 2 other controls cannot act") == true)
    #expect(try warnings(Array(views.prefix(2)), gestures).first?.contains("'b0' and 1 other control cannot act") == true)
  }

  // MARK: Beside mistakes

  @Test func `warnings stand beside mistakes, but for those that a mistake makes uncertain`() {
    let text = """
      contactor: 1
      screen: {size: [800, 480]}
      views:
        - {id: a, kind: button, frame: [0, 0, wide, 9], on: {touchDown: {run: [/no/such/program]}}}
        - {id: b, kind: button, frame: [900, 0, 9, 9]}
        - {id: c, kind: bottle, frame: [0, 0, 9, 9], on: {touchDown: [{send: "fly:"}, {send: "fly:", to: nowhere}]}}
        - {id: d, kind: view, frame: [], views: [{id: e, kind: button, frame: [0, 0, 9, 9], on: {touchDown: {send: "fly:", to: c}}}]}
      gestures:
        - {id: g, kind: tap}
        - {id: h, kind: tap, requireToFail: [gg], region: [900, 0, 9], on: {recognized: {emit: x}}}
        - {id: i, kind: tap, view: nowhere, on: {recognized: {send: "fly:"}}}
      """
    #expect(
      LayoutCheck.diagnostics(of: Array(text.utf8), file: "k").map { String($0.description.split(separator: ";")[0]) } == [
        "k:4:41: error: width of 'frame' is 'wide'", "k:4:74: warning: /no/such/program: No such file or directory",
        "k:5:5: warning: 'b' lies outside the screen and can never be touched",
        "k:6:19: error: unknown kind 'bottle'", "k:6:100: error: no view has the id 'nowhere'",
        "k:7:32: error: 'frame' has 0 numbers", "k:10:40: error: no gesture has the id 'gg'", "k:10:53: error: 'region' has 3 numbers",
        "k:11:30: error: no view has the id 'nowhere'",
      ])
    #expect(LayoutCheck.diagnostics(of: Array("a: [".utf8), file: "k").count == 1)
    #expect(LayoutCheck.diagnostics(path: "/no/such/layout").map(\.description) == ["/no/such/layout: error: No such file or directory"])
  }

  @Test func `the layout of the documentation has no warnings but those of its programs and its action`() throws {
    let layout = try Layout.parse(Array(goodLayout.utf8), file: "k.yaml")
    let found = LayoutCheck.warnings(in: layout).map(\.message).filter { !$0.hasPrefix("/usr/bin/") }
    #expect(found == ["a view does not do 'submit:'"])
  }

  @Test func `warnings are limited like mistakes`() throws {
    let views = (0..<1500).map { "{id: b\($0), kind: view, frame: [900, 0, 9, 9]}" }
    #expect(try warnings(views).count == LayoutDecoder.diagnosticLimit)
  }
}
