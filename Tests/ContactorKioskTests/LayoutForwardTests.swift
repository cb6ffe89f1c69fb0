import ContactorCore
import ContactorEvdev
import ContactorLayout
import Testing

/// A layout with one more key at the top, which starts on line 3.
private func with(_ text: String) -> String {
  "contactor: 1\nscreen: {size: [800, 480]}\n\(text)\n"
}

@Suite("Forwarding in a layout") struct LayoutForwardTests {
  private func layout(_ text: String) throws -> Layout {
    try Layout.parse(Array(with(text).utf8), file: "k.yaml")
  }

  @Test("11.5 Every rule of forwarding is read, with its units")
  func everyRule() throws {
    let layout = try layout(
      """
      forward:
        fingers: 2
        edges: {left: 3 mm, top: 10, bottom: {mm: 1}}
        deadZones: [{id: crack, frame: [0, 300, 40, 60]}]
        ghost: {shorterThan: 20 ms, smallerThan: 2 mm, largerThan: 30 mm, fasterThan: 3000 mm/s}
        stuckAfter: 30 s
        rate: 40
        filter: {median: 5}
        cancelBy: slide
        calibrated: true
      """)
    let forward = try #require(layout.forward(inWindow: "main", mode: nil))
    #expect(forward.isCalibrated == true && layout.isForwarding)
    let settings = forward.settings(target: Rect(x: 0, y: 0, width: 800, height: 480), pointsPerMillimetre: 5)
    var expected = ForwardSettings()
    expected.fingers = 2
    expected.inside = Rect(x: 15, y: 10, width: 785, height: 465)
    expected.deadZones = [.init(id: "crack", frame: Rect(x: 0, y: 300, width: 40, height: 60))]
    expected.ghost.shorterThan = .milliseconds(20)
    expected.ghost.smallerThan = 10
    expected.ghost.largerThan = 150
    expected.ghost.fasterThan = 15_000
    expected.stuckAfter = .seconds(30)
    expected.rate = 40
    expected.filter = .median(5)
    expected.cancelBy = .slide
    #expect(settings == expected)
  }

  @Test("Forwarding without rules lets everything through", arguments: ["forward: true", "forward: {}"])
  func noRules(_ text: String) throws {
    let forward = try #require(try layout(text).forward(inWindow: "main", mode: nil))
    #expect(forward == LayoutForward())
    #expect(forward.settings(target: Rect(x: 0, y: 0, width: 8, height: 4), pointsPerMillimetre: 5) == ForwardSettings())
  }

  @Test("Without 'forward', and with 'false', nothing is forwarded", arguments: ["views: []", "forward: false"])
  func off(_ text: String) throws {
    let layout = try layout(text)
    #expect(layout.forward(inWindow: "main", mode: nil) == nil && !layout.isForwarding)
  }

  @Test("Filters are read in each of their forms")
  func filters() throws {
    #expect(try layout("forward: {filter: none}").forward?.filter == ForwardSettings.Filter.none)
    #expect(try layout("forward: {filter: {oneEuro: {beta: 0.1}}}").forward?.filter == .oneEuro(minimumCutoff: 1, beta: 0.1))
  }

  @Test("A window changes single rules of the layout, a mode those of the window, and each window has its own dead zones")
  func overrides() throws {
    let layout = try Layout.parse(
      Array(
        """
        contactor: 1
        windows:
          - {id: left, size: [800, 480]}
          - {id: right, size: [800, 480], forward: {fingers: 1, deadZones: [{id: edge, frame: [0, 0, 9, 9]}]}}
          - {id: staff, size: [800, 480], forward: false}
        forward:
          fingers: 3
          rate: 20
          deadZones: [{id: a, frame: [0, 0, 1, 1]}, {id: b, frame: [0, 0, 1, 1], window: right}]
        modes:
          kiosk: {}
          admin: {forward: {fingers: 5, cancelBy: lift}}
        """.utf8), file: "k.yaml")
    let left = try #require(layout.forward(inWindow: "left", mode: "kiosk"))
    #expect(left.fingers == 3 && left.rate == 20 && left.deadZones?.map(\.id) == ["a"])
    let right = try #require(layout.forward(inWindow: "right", mode: "kiosk"))
    #expect(right.fingers == 1 && right.rate == 20 && right.deadZones?.map(\.id) == ["edge"])
    let admin = try #require(layout.forward(inWindow: "right", mode: "admin"))
    #expect(admin.fingers == 5 && admin.cancelBy == .lift && admin.deadZones?.map(\.id) == ["edge"])
    #expect(layout.forward(inWindow: "staff", mode: "admin") == nil)
  }

  @Test("Edges that meet leave nothing inside")
  func wideEdges() throws {
    let forward = try #require(try layout("forward: {edges: 500}").forward)
    let inside = try #require(forward.settings(target: Rect(x: 0, y: 0, width: 800, height: 480), pointsPerMillimetre: 1).inside)
    #expect(inside.isEmpty)
  }

  @Test(
    "Wrong rules are found with their places",
    arguments: [
      ("forward: no", "k.yaml:3:10: error: 'forward' is 'no'; did you mean 'false'?"),
      (
        "forward: [fingers]",
        "k.yaml:3:10: error: 'forward' is a list; expected a mapping with fingers, edges, deadZones, ghost, regions, stuckAfter, rate, debounce, filter, cancelBy, wake, name, keepCopy, calibrated"
      ),
      ("forwrad: {}", "k.yaml:3:1: error: unknown key 'forwrad'; did you mean 'forward'?"),
      ("forward: {finger: 2}", "k.yaml:3:11: error: unknown key 'finger'; did you mean 'fingers'?"),
      ("forward: {fingers: 0}", "k.yaml:3:20: error: 'fingers' is '0'; expected a whole number from 1 to 60"),
      ("forward: {edges: -1}", "k.yaml:3:18: error: 'edges' is '-1'; expected points from 0 to 1000000, or a length such as 5 mm"),
      ("forward: {edges: 3 cm}", "k.yaml:3:18: error: 'edges' is '3 cm'; expected points from 0 to 1000000, or a length such as 5 mm"),
      ("forward: {edges: {lefft: 3}}", "k.yaml:3:19: error: unknown key 'lefft'; did you mean 'left'?"),
      ("forward: {deadZones: [{id: a}]}", "k.yaml:3:23: error: a dead zone needs the key 'frame'; expected 'frame: [x, y, width, height]'"),
      (
        "forward: {deadZones: [{id: a, frame: [0, 0, 1, 1]}, {id: a, frame: [0, 0, 1, 1]}]}",
        "k.yaml:3:58: error: the id 'a' is taken; the first is at 3:28"
      ),
      (
        "forward: {deadZones: [{id: a, frame: [0, 0, 1, 1], window: mian}]}",
        "k.yaml:3:60: error: no window is named 'mian'; did you mean 'main'?"
      ),
      (
        "forward: {ghost: {shorter: 20 ms}}",
        "k.yaml:3:19: error: unknown key 'shorter'; expected one of shorterThan, smallerThan, largerThan, fasterThan"
      ),
      (
        "forward: {ghost: {shorterThan: 20 mm}}",
        "k.yaml:3:32: error: 'shorterThan' is '20 mm'; expected seconds from 0 to 86400, or a time such as 350 ms"
      ),
      (
        "forward: {ghost: {largerThan: big}}",
        "k.yaml:3:31: error: 'largerThan' is 'big'; expected points from 0 to 1000000, or a length such as 5 mm"
      ),
      (
        "forward: {ghost: {fasterThan: -3 mm/s}}",
        "k.yaml:3:31: error: 'fasterThan' is '-3 mm'; expected points from 0 to 1000000, or a length such as 5 mm"
      ),
      (
        "forward: {ghost: {smallerThan: 9 mm, largerThan: 3 mm}}",
        "k.yaml:3:18: error: no touch has a size between 'smallerThan' and 'largerThan'; expected 'smallerThan' below 'largerThan'"
      ),
      (
        "forward: {stuckAfter: 0}",
        "k.yaml:3:23: error: 'stuckAfter' is '0'; expected seconds from 0.001 to 31536000, or a time such as 350 ms"
      ),
      ("forward: {rate: 1.5}", "k.yaml:3:17: error: 'rate' is '1.5'; expected a whole number from 1 to 10000"),
      (
        "forward: {filter: median}",
        "k.yaml:3:19: error: 'filter' is 'median'; expected none, {median: 5} or {oneEuro: {minimumCutoff: 1, beta: 0.007}}"
      ),
      (
        "forward: {filter: {}}",
        "k.yaml:3:19: error: a filter does nothing; expected none, {median: 5} or {oneEuro: {minimumCutoff: 1, beta: 0.007}}"
      ),
      ("forward: {filter: {median: 4}}", "k.yaml:3:28: error: 'median' is '4'; expected 3, 5, 7 or 9"),
      ("forward: {filter: {median: 3, oneEuro: {}}}", "k.yaml:3:31: error: a filter has both 'median' and 'oneEuro'; expected one of them"),
      (
        "forward: {filter: {oneEuro: {minimumCutoff: 0}}}",
        "k.yaml:3:45: error: 'minimumCutoff' is '0'; expected hertz over 0, at most 1000"
      ),
      ("forward: {cancelBy: plam}", "k.yaml:3:21: error: 'cancelBy' is 'plam'; did you mean 'palm'?"),
      ("forward: {calibrated: yes}", "k.yaml:3:23: error: 'calibrated' is 'yes'; did you mean 'true'?"),
      (
        "modes: {a: {forward: {fingers: 1}}}",
        "k.yaml:3:13: error: a mode changes what is forwarded, and nothing is; expected 'forward: true' at the top"
      ),
      ("forward: true\nmodes: {a: {forward: maybe}}", "k.yaml:4:22: error: 'forward' is 'maybe'; expected true or false"),
      ("views: [{id: v, kind: view, frame: [0, 0, 9, 9], forwards: 1}]", "k.yaml:3:60: error: 'forwards' is '1'; did you mean 'true'?"),
      ("gestures: [{id: g, kind: tap, delaysTouches: on}]", "k.yaml:3:46: error: 'delaysTouches' is 'on'; did you mean 'true'?"),
    ])
  func mistakes(_ text: String, _ line: String) {
    #expect(lines(with(text)) == [line])
  }

  private func latency(_ text: String) throws -> [String] {
    LayoutCheck.latency(of: try layout(text)).map(\.description)
  }

  @Test(
    "11.5 A check says what each rule costs in time",
    arguments: [
      ("ghost: {shorterThan: 20 ms}", "each touch is held back for 20 ms (ghost: shorterThan)"),
      ("ghost: {smallerThan: 2 mm}", "each touch is held back until it is large enough (ghost: smallerThan)"),
      ("filter: {median: 5}", "a movement comes 2 frames later, 20 ms at 100 frames a second (filter: median)"),
      ("filter: {median: 3}", "a movement comes 1 frame later, 10 ms at 100 frames a second (filter: median)"),
      (
        "filter: {oneEuro: {minimumCutoff: 1, beta: 0.007}}",
        "a slow movement lags 159.2 ms behind, a fast one less (filter: oneEuro)"
      ),
    ])
  func latencyOfRules(_ rule: String, _ cost: String) throws {
    #expect(try latency("forward: {\(rule)}") == ["k.yaml: note: applications get touches later: \(cost)"])
    #expect(try latency("modes: {day: {}, night: {forward: {\(rule)}}}\nforward: true").first?.contains(cost) == true)
  }

  @Test(
    "11.5 A check says how long the gestures with delaysTouches may hold touches back",
    arguments: [
      ("kind: swipe", "for 500 ms at most"), ("kind: swipe, tuning: {swipeDuration: 0.3}", "for 300 ms at most"),
      ("kind: tap", "for 750 ms at most"), ("kind: tap, taps: 2", "for 1850 ms at most"), ("kind: longPress", "for 500 ms at most"),
      ("kind: hold, hold: 2", "for 2000 ms at most"), ("kind: pan", "until they move or are lifted"),
    ])
  func latencyOfGestures(_ gesture: String, _ end: String) throws {
    let gestures = "gestures: [{id: g, delaysTouches: true, \(gesture)}]"
    #expect(
      try latency("forward: {fingers: 2}\n\(gestures)") == [
        "k.yaml: note: applications get touches later: the touches that gesture g may be made of are held back \(end) (delaysTouches)"
      ])
    #expect(try latency(gestures).isEmpty)
  }

  @Test("11.5 A layout whose rules cost no time has no note")
  func noLatency() throws {
    #expect(try latency("views: []").isEmpty && latency("forward: true").isEmpty)
    #expect(
      try latency("forward: {fingers: 2, edges: 3 mm, stuckAfter: 30 s, rate: 20, ghost: {largerThan: 30 mm}, filter: none}").isEmpty)
    #expect(try latency("forward: true\ngestures: [{id: g, kind: swipe}]").isEmpty)
  }

  @Test(
    "A setting that does not work everywhere is warned of",
    arguments: [
      ("forward: {cancelBy: palm}", "'palm' works with sway from 1.9, mutter, KWin and Wayfire"),
      ("forward: {wake: none}\npolicies: {idle: {after: 5, swallowWakingTouch: true}}", "a display that is off stays off"),
    ])
  func doubtfulSetting(_ text: String, _ warning: String) throws {
    #expect(try layout(text).warnings.count { $0.description.contains(warning) } == 1)
  }

  @Test(
    "A setting that works is not warned of",
    arguments: [
      "forward: {}", "forward: {cancelBy: slide}", "forward: {wake: none}",
      "forward: {}\npolicies: {idle: {after: 5, swallowWakingTouch: true}}",
      "forward: {wake: none}\npolicies: {idle: {after: 5, swallowWakingTouch: true, on: {active: {emit: on}}}}",
    ])
  func goodSetting(_ text: String) throws {
    #expect(try layout(text).warnings.isEmpty)
  }

  @Test("11.5 A check says when a gesture of several fingers gives its touches back")
  func latencyOfFingers() throws {
    for kind in ["pinch", "rotation", "pan, touches: 2"] {
      let notes = try latency("forward: {fingers: 2}\ngestures: [{id: g, delaysTouches: true, kind: \(kind)}]")
      #expect(notes.count == 1 && notes[0].contains("until fewer than 2 have moved alone, or they are lifted"), "\(notes)")
    }
  }

  @Test("A threshold that is written as a key of its gesture has one error, with the way out")
  func misplacedThreshold() throws {
    let mistakes = lines(with("gestures: [{id: g, kind: longPress, duration: 0.3}]"))
    #expect(mistakes.count == 1 && mistakes[0].contains("did you mean 'tuning: {longPressDuration: …}'"), "\(mistakes)")
  }

  @Test("A time without a unit for which every touch would wait is doubted")
  func doubtfulTime() throws {
    #expect(
      try layout("forward: {ghost: {shorterThan: 20}}").warnings.map(\.description) == [
        "k.yaml:3:32: warning: 'shorterThan' is 20 seconds, for which every touch waits; did you mean '20 ms'?"
      ])
  }

  @Test("11.4 A gesture and a view say what the application gets")
  func flags() throws {
    let layout = try layout(
      """
      gestures: [{id: g, kind: swipe, cancelsTouches: false, delaysTouches: true}]
      views: [{id: v, kind: button, frame: [0, 0, 9, 9], forwards: true}]
      """)
    #expect(layout.gestures[0].delaysTouches && !layout.gestures[0].cancelsTouches && layout.views[0].forwards)
  }
}
