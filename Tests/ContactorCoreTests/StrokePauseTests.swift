import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Touches in the pause after a stroke: presses of controls, dots, and further strokes.
@Suite("Touches in the pause after a stroke")
struct StrokePauseTests {
  private let stage = Stage()
  private let stroke: StrokeGestureRecognizer
  private let button: Button

  init() throws {
    let shapes = [("minus", "0,50 100,50"), ("plus", "0,50 100,50 / 50,0 50,100"), ("i", "50,30 50,100 / 50,0 50,5"), ("l", "50,0 50,100")]
    stroke = StrokeGestureRecognizer(templates: try shapes.map { try StrokeTemplate($0.0, text: $0.1) })
    stage.window.addGestureRecognizer(stroke)
    button = stage.button("ok", 300, 60, 100, 100)
  }

  private func line(_ start: (Double, Double), _ end: (Double, Double)) -> [Point] {
    (0...20).map { step in
      let share = Double(step) / 20
      return Point(x: start.0 + (end.0 - start.0) * share, y: start.1 + (end.1 - start.1) * share)
    }
  }

  /// Draws a line of 200 points to the right, through (200, 200); the time when it is lifted.
  private func drawMinus() -> Int64 { stage.draw([line((100, 200), (300, 200))]) }

  private func events() -> [String] {
    stage.taken().filter { $0.contains("touchUpInside") || $0.contains("touchCancel") || $0.contains("touchDown") }
  }

  @Test("9.2 a control that is pressed in the pause after a stroke acts, and the stroke is a drawing", arguments: [10, 300, 480])
  func press(pause: Int64) {
    let lifted = drawMinus()
    _ = stage.taken()
    stage.down(2, 350, 100, at: lifted + pause)
    stage.move(2, 353, 101, at: lifted + pause + 10)
    stage.up(2, 353, 101, at: lifted + pause + 50)
    stage.pass(to: lifted + 2000)
    #expect(events().map { $0.contains("touchCancel") } == [false, false])
    #expect(stroke.match?.name == "minus" && stroke.lastReason?.isRecognized == true)
    #expect(stroke.state == .possible && stage.violations.isEmpty)
  }

  @Test("9.2 a control that is held in the pause keeps its finger when the stroke is recognized")
  func hold() {
    let lifted = drawMinus()
    stage.down(2, 350, 100, at: lifted + 200)
    stage.pass(to: lifted + 1500)
    #expect(stage.takenGestures() == ["stroke recognized"])
    #expect(button.isTracking)
    _ = stage.taken()
    stage.up(2, 350, 100, at: lifted + 1600)
    stage.pass(to: lifted + 3000)
    #expect(events().count { $0.contains("touchUpInside") } == 1)
    #expect(stage.takenGestures() == [] && stage.violations.isEmpty)
  }

  @Test("9.2 a stroke that begins on a control is a stroke of the drawing once it is long enough, and the control loses it")
  func strokeOnControl() {
    // The second stroke of the plus begins in the button's lower part.
    button.frame = Rect(x: 150, y: 60, width: 100, height: 60)
    let lifted = drawMinus()
    _ = stage.taken()
    stage.draw([line((200, 100), (200, 300))], from: lifted + 200)
    #expect(stroke.match?.name == "plus" && stroke.lastReason?.isRecognized == true)
    #expect(events().contains { $0.contains("touchCancel") })
    #expect(stage.violations.isEmpty)
  }

  @Test("9.2 presses of several recognizers' view count for none of them, and they still decide together")
  func rivals() throws {
    let other = StrokeGestureRecognizer(templates: [try StrokeTemplate("slash", text: "0,100 100,0 / 0,0 100,100")])
    other.name = "other"
    stage.window.addGestureRecognizer(other)
    let lifted = drawMinus()
    stage.tap(2, 350, 100, at: lifted + 460)
    stage.pass(to: lifted + 2000)
    #expect(stage.takenGestures().sorted() == ["other failed", "stroke recognized"])
    #expect(other.lastReason?.text.hasPrefix("best slash") == true, "\(other.lastReason?.text ?? "")")
    #expect(stage.violations.isEmpty)
  }

  @Test("9.2 a tap beside every control is a dot: an i is not an l", arguments: [0.0, 1, 4])
  func dot(roll: Double) throws {
    for hasDot in [true, false] {
      let start: Int64 = hasDot ? 0 : 5000
      let lifted = stage.draw([line((500, 130), (500, 270))], from: start)
      if hasDot {
        stage.down(2, 500, 70, at: lifted + 200)
        if roll > 0 { stage.move(2, 500, 70 + roll, at: lifted + 220) }
        stage.up(2, 500, 70 + roll, at: lifted + 250)
      }
      stage.pass(to: lifted + 2000)
      #expect(stroke.match?.name == (hasDot ? "i" : "l"))
      #expect(stroke.match?.score ?? 0 > 0.9, "\(stroke.match?.score ?? 0)")
      #expect(stroke.lastReason?.isRecognized == true)
    }
  }

  @Test("9.2 a dot is one whether a template draws it or taps it")
  func dotTemplates() throws {
    let tapped = try #require(StrokeTemplate("i", strokes: [[Point(x: 50, y: 30), Point(x: 50, y: 100)], [Point(x: 50, y: 2)]]))
    let drawn = try StrokeTemplate("i", text: "50,30 50,100 / 50,0 50,4")
    #expect(tapped.strokes.count == 2)
    for direction in StrokeMatcher.Direction.allCases {
      #expect(tapped.similarity(to: drawn.strokes, direction: direction) > 0.8)
      #expect(drawn.similarity(to: tapped.strokes, direction: direction) > 0.8)
    }
    #expect(try StrokeTemplate("i", text: tapped.text).similarity(to: tapped.strokes) > 0.99)
    #expect(StrokeTemplate("dot", strokes: [[Point(x: 50, y: 2)]]) == nil)
  }
}
