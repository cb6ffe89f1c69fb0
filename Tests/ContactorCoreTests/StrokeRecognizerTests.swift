import ContactorCore
import ContactorStage
import Testing

/// A finger draws shapes; contract 9.1 and 9.5 for the stroke recognizer.
struct StrokeRecognizerTests {
  private let stage = Stage()
  private let stroke: StrokeGestureRecognizer

  init() {
    stroke = StrokeGestureRecognizer(
      templates: Drawing.shapes.filter { ["check", "circle", "cross"].contains($0.name) }.map {
        StrokeTemplate($0.name, strokes: $0.drawing.strokes)!
      })
    stage.window.addGestureRecognizer(stroke)
  }

  private func drawing(_ name: String) throws -> [[Point]] {
    try #require(Drawing.shapes.first { $0.name == name }).drawing.drawn(jitter: 2)
  }

  private func wait(until milliseconds: Int64) {
    stage.application.advance(to: Timestamp(microseconds: milliseconds * 1000))
  }

  @Test("9.1 a shape of one stroke is recognized after the pause in which another stroke could come")
  func oneStroke() throws {
    stroke.name = "shape"
    let lifted = stage.draw(try drawing("check"))
    #expect(stage.takenGestures() == [])
    #expect(stage.application.nextDeadline == Timestamp(microseconds: lifted * 1000 + 500_000))
    wait(until: lifted + 500)
    #expect(stage.takenGestures() == ["shape recognized"])
    #expect(stroke.match?.name == "check")
    #expect(stroke.state == .possible && stage.violations.isEmpty)
  }

  @Test("9.1 a shape of as many strokes as any template has is recognized when the last is lifted")
  func lastStroke() throws {
    stage.draw(try drawing("cross"))
    #expect(stage.takenGestures() == ["stroke recognized"])
    #expect(stroke.match?.name == "cross")
    stroke.maximumNumberOfStrokes = 1
    stage.draw(try drawing("circle"), from: 5000)
    #expect(stage.takenGestures() == ["stroke recognized"])
    #expect(stroke.match?.name == "circle")
  }

  @Test("9.2 a stroke after the pause is another drawing")
  func pause() throws {
    stroke.templates.removeAll { $0.name == "check" }
    let lifted = stage.draw(try drawing("cross"), pause: 700)
    wait(until: lifted + 500)
    #expect(stage.takenGestures() == ["stroke failed", "stroke failed"])
    stroke.pauseLimit = .seconds(1)
    stage.draw(try drawing("cross"), from: 5000, pause: 700)
    #expect(stage.takenGestures() == ["stroke recognized"])
  }

  @Test("9.5 the reason gives the likeness, what was needed, and the next best shape")
  func reasons() throws {
    stroke.maximumNumberOfStrokes = 1
    let lifted = stage.draw(
      [[Point(x: 0, y: 55), Point(x: 30, y: 90), Point(x: 100, y: 0)]].map { stroke in
        stroke.map { Point(x: $0.x * 3, y: $0.y * 3) }
      })
    let reason = try #require(stroke.lastReason)
    #expect(reason.isRecognized)
    #expect(reason.text.hasPrefix("matched check 1.00 >= 0.75; next cross 0."), "\(reason.text)")
    #expect(reason.description.hasSuffix(" at +\(lifted) ms"))
    stage.draw(try drawing("line"), from: 5000)
    let failure = try #require(stroke.lastReason)
    #expect(!failure.isRecognized)
    #expect(failure.text.hasPrefix("best check 0.") && failure.text.contains(" < 0.75; next cross 0."), "\(failure.text)")
  }

  @Test("9.5 a threshold of its own decides")
  func threshold() throws {
    stroke.maximumNumberOfStrokes = 1
    stroke.threshold = 0.3
    stage.draw(try drawing("line"))
    #expect(stage.takenGestures() == ["stroke recognized"])
    stroke.threshold = 1
    stage.draw(try drawing("check"), from: 5000)
    #expect(stage.takenGestures() == ["stroke failed"])
  }

  @Test("9.1 a tap, a second finger, a palm and a missing template are no drawing; the next one is recognized")
  func failures() throws {
    stage.tap(1, 100, 100, at: 0)
    #expect(stroke.lastReason?.text == "moved 0.0 pt < 64.2 pt")
    stage.down(1, 100, 100, at: 100)
    stage.down(2, 200, 100, at: 110)
    #expect(stroke.lastReason?.text == "2 touches > 1")
    stage.up(1, 100, 100, at: 120)
    stage.up(2, 200, 100, at: 130)
    stage.down(1, 100, 100, at: 200)
    stage.move(1, 200, 100, at: 210)
    stage.cancel(1, at: 220)
    #expect(stroke.lastReason?.text == "a touch was cancelled")
    let templates = stroke.templates
    stroke.templates = []
    stage.draw(try drawing("check"), from: 300)
    #expect(stroke.lastReason?.text == "no template")
    #expect(stage.takenGestures() == Array(repeating: "stroke failed", count: 4))
    stroke.templates = templates
    wait(until: stage.draw(try drawing("check"), from: 2000) + 500)
    #expect(stage.takenGestures() == ["stroke recognized"])
    #expect(stage.violations.isEmpty)
  }

  @Test("A drawing may go on for minutes and is kept in bounds")
  func longDrawing() throws {
    stroke.maximumNumberOfStrokes = 1
    let circle = try #require(Drawing.shapes.first { $0.name == "circle" }).drawing.strokes[0]
    // 200 turns at 37 points of 300 points' size each.
    let turns = (0..<200).flatMap { _ in circle.map { Point(x: 400 + $0.x * 3, y: 240 + $0.y * 3) } }
    stage.draw([turns])
    #expect(stroke.match?.name == "circle")
  }
}
