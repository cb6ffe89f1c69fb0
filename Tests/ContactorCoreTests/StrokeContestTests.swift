import ContactorCore
import ContactorStage
import Testing

/// Several stroke recognizers of one view decide together; contract 9.2.
struct StrokeContestTests {
  private let stage = Stage()

  private func add(_ name: String, _ texts: String..., change: (StrokeGestureRecognizer) -> Void = { _ in }) -> StrokeGestureRecognizer {
    let recognizer = StrokeGestureRecognizer(templates: texts.map { try! StrokeTemplate(name, text: $0) })
    recognizer.name = name
    change(recognizer)
    stage.window.addGestureRecognizer(recognizer)
    return recognizer
  }

  /// Draws the strokes of a template's text, three points a unit.
  @discardableResult
  private func draw(_ text: String, from start: Int64 = 0) throws -> Int64 {
    let strokes = try StrokeTemplate("", text: text).strokes.map { stroke in
      zip(stroke, stroke.dropFirst()).flatMap { Self.points(from: $0, to: $1) }
    }
    return stage.draw(strokes, from: start, pause: 100)
  }

  private static func points(from start: Point, to end: Point) -> [Point] {
    (0...10).map { step -> Point in
      let share = Double(step) / 10
      let x = start.x + (end.x - start.x) * share
      let y = start.y + (end.y - start.y) * share
      return Point(x: 150 + 3 * x, y: 90 + 3 * y)
    }
  }

  private static let line = "0,50 100,50"
  private static let arrow = "0,50 100,50 70,20 100,50 70,80"
  private static let check = "0,55 30,90 100,0"
  private static let downUp = "50,0 50,100 50,0"
  private static let upDown = "50,100 50,0 50,100"

  @Test("9.2 the most similar shape wins, in whatever order the recognizers were added", arguments: [false, true])
  func best(_ arrowIsFirst: Bool) throws {
    var recognizers: [StrokeGestureRecognizer] = []
    for name in arrowIsFirst ? ["arrow", "line"] : ["line", "arrow"] {
      recognizers.append(add(name, name == "line" ? Self.line : Self.arrow))
    }
    try draw(Self.arrow)
    #expect(Set(stage.takenGestures()) == ["arrow recognized", "line failed"])
    for recognizer in recognizers {
      let text = try #require(recognizer.lastReason).text
      let isArrow = recognizer.name == "arrow"
      #expect(text.hasPrefix(isArrow ? "matched arrow 1.00 >= 0.75; next line 0." : "another was closer: arrow 1.00, line 0."), "\(text)")
    }
    try draw(Self.line, from: 5000)
    #expect(Set(stage.takenGestures()) == ["line recognized", "arrow failed"])
    #expect(stage.violations.isEmpty)
  }

  @Test("9.2 of two shapes that are as similar none is recognized, and the reason gives both scores")
  func unsure() throws {
    let right = add("right", Self.line)
    let left = add("left", "100,50 0,50")
    let check = add("check", Self.check)
    try draw(Self.line)
    #expect(stage.takenGestures().sorted() == ["check failed", "left failed", "right failed"])
    for recognizer in [right, left] {
      let text = try #require(recognizer.lastReason).text
      #expect(text == "unsure: right 1.00, left 1.00" || text == "unsure: left 1.00, right 1.00", "\(text)")
    }
    #expect(try #require(check.lastReason).text.hasPrefix("best check 0."))
    left.margin = 0
    right.margin = 0
    try draw(Self.line, from: 5000)
    #expect(stage.takenGestures().filter { $0.hasSuffix("recognized") }.count == 1)
  }

  @Test("9.2 shapes of one recognizer are told apart by the margin, too")
  func unsureAlone() throws {
    let both = StrokeGestureRecognizer(templates: [
      try StrokeTemplate("right", text: Self.line), try StrokeTemplate("left", text: "100,50 0,50"),
    ])
    stage.window.addGestureRecognizer(both)
    try draw(Self.line)
    #expect(both.lastReason?.text == "unsure: right 1.00, left 1.00")
    both.direction = .forward
    try draw("100,50 0,50", from: 5000)
    #expect(both.lastReason?.isRecognized == true && both.match?.name == "left")
  }

  @Test(
    "9.2 forward, left is not right, and down and up is not up and down",
    arguments: [("0,50 100,50", "right"), ("100,50 0,50", "left"), (downUp, "downUp"), (upDown, "upDown"), ("50,0 50,100", "down")])
  func forward(_ drawn: String, _ name: String) throws {
    let shapes = [("right", Self.line), ("left", "100,50 0,50"), ("downUp", Self.downUp), ("upDown", Self.upDown), ("down", "50,0 50,100")]
    for (name, text) in shapes { _ = add(name, text) { $0.direction = .forward } }
    try draw(drawn)
    #expect(stage.takenGestures().filter { $0.hasSuffix("recognized") } == ["\(name) recognized"])
  }

  @Test("9.2 forward, a circle may begin anywhere, and has its direction", arguments: 0..<8)
  func circle(_ start: Int) throws {
    let points = (0...24).map { Drawing.turn(Double($0 % 24) / 24, radius: 50) }.map { Point(x: $0.0, y: $0.1) }
    let clockwise = StrokeTemplate("clockwise", strokes: [points])!
    let other = StrokeTemplate("other", strokes: [points.reversed()])!
    let shifted = Array(points[(start * 3)..<24] + points[0..<(start * 3)] + [points[start * 3]])
    let matcher = StrokeMatcher([clockwise, other], direction: .forward)
    let match = try #require(matcher.match([shifted]))
    #expect(match.name == "clockwise" && match.score > 0.9 && match.nextScore < 0.75, "\(match)")
    #expect(matcher.match([shifted.reversed()])?.name == "other")
    #expect(clockwise.similarity(to: [shifted.reversed()]) > 0.85)
  }

  @Test("9.2 recognizers of one view wait for as many strokes as one of them takes")
  func severalStrokes() throws {
    _ = add("line", Self.line)
    let cross = add("cross", "0,0 100,100 / 100,0 0,100")
    let lifted = try draw(Self.line)
    #expect(stage.takenGestures() == [])
    stage.application.advance(to: Timestamp(microseconds: (lifted + 500) * 1000))
    #expect(Set(stage.takenGestures()) == ["line recognized", "cross failed"])
    try draw("0,0 100,100 / 100,0 0,100", from: 5000)
    #expect(Set(stage.takenGestures()) == ["cross recognized", "line failed"])
    cross.maximumNumberOfStrokes = 1
    try draw(Self.line, from: 10_000)
    #expect(Set(stage.takenGestures()) == ["line recognized", "cross failed"])
  }

  @Test("9.2 a recognizer that is off, whose threshold is not reached, or of another view takes no part")
  func noRivals() throws {
    let line = add("line", Self.line)
    let off = add("off", Self.line) { $0.isEnabled = false }
    _ = add("strict", "0,52 100,48") { $0.threshold = 1 }
    try draw(Self.line)
    #expect(Set(stage.takenGestures()) == ["line recognized", "strict failed"])
    line.isEnabled = false
    off.isEnabled = true
    try draw(Self.line, from: 5000)
    #expect(Set(stage.takenGestures()) == ["off recognized", "strict failed"])
  }

  @Test("9.2 recognizers that may be recognized together do not compete")
  func together() throws {
    final class Friend: GestureRecognizerDelegate {
      func gestureRecognizer(_: GestureRecognizer, shouldRecognizeSimultaneouslyWith _: GestureRecognizer) -> Bool { true }
    }
    let friend = Friend()
    _ = add("one", Self.line) { $0.delegate = friend }
    _ = add("two", Self.line)
    try draw(Self.line)
    #expect(stage.takenGestures().sorted() == ["one recognized", "two recognized"])
  }

  @Test("9.2 the winner waits for a recognizer that it requires to fail")
  func requirement() throws {
    let line = add("line", Self.line)
    _ = add("arrow", Self.arrow)
    let press = LongPressGestureRecognizer()
    press.name = "press"
    press.allowableMovement = .points(10_000)
    press.minimumPressDuration = .seconds(60)
    stage.window.addGestureRecognizer(press)
    line.require(toFail: press)
    try draw(Self.line)
    #expect(Set(stage.takenGestures()) == ["line recognized", "arrow failed", "press failed"])
  }

  @Test("A finger that rests on a view with gestures, in the pause of a drawing, keeps nothing alive when the application ends")
  func pressAtTheEnd() {
    weak var kept: StrokeGestureRecognizer?
    weak var keptWindow: Window?
    do {
      let application = Application()
      let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
      application.addWindow(window)
      let view = View(frame: window.bounds)
      view.addGestureRecognizer(PinchGestureRecognizer())
      window.addSubview(view)
      let recognizer = StrokeGestureRecognizer()
      recognizer.maximumNumberOfStrokes = 2
      window.addGestureRecognizer(recognizer)
      (kept, keptWindow) = (recognizer, window)
      let steps: [(Int32, TouchPhase, Double)] = [(3, .began, 0), (3, .moved, 90), (3, .ended, 90), (4, .began, 50)]
      for (number, step) in steps.enumerated() {
        let contact = Contact(trackingID: step.0, slot: 0, phase: step.1, location: Point(x: 50, y: step.2))
        let time = Timestamp(microseconds: Int64(number + 1) * 8000)
        application.handle(TouchFrame(device: DeviceID(rawValue: 1), timestamp: time, contacts: [contact]))
      }
      #expect(recognizer.state == .possible && application.event.allTouches.count == 1)
    }
    #expect(kept == nil && keptWindow == nil)
  }
}
