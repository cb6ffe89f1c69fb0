import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// What follows a finger inside a scroll view: sliders, drawings, recognizers.
@Suite("Content of scroll views")
struct ScrollContentTests {
  private let stage = Stage()
  private let view: ScrollView

  init() { view = stage.scrollView() }

  /// A view that follows a finger along both axes and counts what it gets.
  private final class Canvas: View, DragFollowing {
    var points = 0
    var ends = 0
    let dragAxes = ScrollAxes.both

    override func touchesBegan(_ touches: TouchSet, with event: Event?) { points += 1 }
    override func touchesMoved(_ touches: TouchSet, with event: Event?) { points += 1 }
    override func touchesEnded(_ touches: TouchSet, with event: Event?) { ends += 1 }
    override func touchesCancelled(_ touches: TouchSet, with event: Event?) { ends -= 100 }
  }

  @Test("7.6 A slider keeps a drag along its own axis, quick or slow; the scroll view takes one across it", arguments: [false, true])
  func sliders(_ rests: Bool) {
    let slider = stage.add(Slider(frame: Rect(x: 0, y: 100, width: 400, height: 50)), "slider", to: view)
    func touch(at time: Int64) -> Int64 {
      stage.down(1, 100, 120, at: time)
      if rests { stage.pass(to: time + 200) }
      return time + (rests ? 210 : 10)
    }
    var time = touch(at: 1000)
    stage.move(1, 150, 122, at: time)
    stage.move(1, 300, 200, at: time + 10)
    #expect(slider.value == 0.75)
    #expect(!view.isDragging)
    stage.up(1, 300, 200, at: time + 20)
    time = touch(at: 3000)
    let before = slider.value
    stage.move(1, 102, 80, at: time)
    stage.move(1, 102, 60, at: time + 10)
    #expect(view.isDragging)
    #expect(view.contentOffset.y > 40)
    #expect(slider.value == before && !slider.isTracking)
    stage.up(1, 102, 60, at: time + 300)
    slider.isEnabled = false
    stage.drag(from: Point(x: 100, y: 80), to: Point(x: 100, y: 40), at: 6000)
    #expect(view.isDragging)
    stage.up(1, 100, 40, at: 6500)
    #expect(stage.violations.isEmpty)
  }

  @Test("7.6 A drawing view in a scroll view keeps its strokes, and a slider beside it its drags")
  func strokes() {
    let canvas = stage.add(Canvas(frame: Rect(x: 0, y: 200, width: 400, height: 200)), "canvas", to: view)
    let slider = stage.add(Slider(frame: Rect(x: 0, y: 100, width: 400, height: 50)), "slider", to: view)
    stage.drag(from: Point(x: 100, y: 380), to: Point(x: 100, y: 220), at: 1000)
    stage.up(1, 100, 220, at: 1110)
    // The beginning and ten movements.
    #expect(canvas.points == 11 && canvas.ends == 1)
    #expect(view.contentOffset == .zero)
    stage.drag(from: Point(x: 0, y: 120), to: Point(x: 200, y: 120), at: 2000)
    stage.up(1, 200, 120, at: 2110)
    #expect(slider.value == 0.5)
    #expect(view.contentOffset == .zero)
    // Both at once, each with a finger of its own.
    stage.contact(1, .began, 100, 380)
    stage.contact(2, .began, 0, 120)
    stage.frame(at: 3000)
    for step in 1...10 {
      stage.contact(1, .moved, 100, 380 - Double(step) * 10)
      stage.contact(2, .moved, Double(step) * 10, 120)
      stage.frame(at: 3000 + Int64(step) * 10)
    }
    #expect(stage.violations.isEmpty)
    stage.up(1, 100, 280, at: 3200)
    stage.up(2, 100, 120, at: 3210)
  }

  @Test("7.6 A shape that is drawn in a scroll view is recognized, if the scroll view waits for it")
  func strokeRecognizer() throws {
    let canvas = stage.add(View(frame: Rect(x: 0, y: 0, width: 400, height: 400)), "canvas", to: view)
    let line = try #require(StrokeTemplate("line", strokes: [(0...8).map { Point(x: 100, y: Double($0) * 20) }]))
    let stroke = StrokeGestureRecognizer(templates: [line])
    canvas.addGestureRecognizer(stroke)
    view.panGestureRecognizer.require(toFail: stroke)
    stage.drag(from: Point(x: 100, y: 100), to: Point(x: 100, y: 300), at: 1000)
    stage.up(1, 100, 300, at: 1110)
    #expect(stage.takenGestures().contains("stroke recognized"))
    #expect(view.contentOffset == .zero)
  }

  @Test("7.6 A swipe across the axis, a tap and a long press on a row compose with scrolling")
  func recognizers() {
    let row = stage.add(View(frame: Rect(x: 0, y: 0, width: 400, height: 400)), "row", to: view)
    let swipe = SwipeGestureRecognizer()
    swipe.direction = .left
    let press = LongPressGestureRecognizer()
    for recognizer in [swipe, press, TapGestureRecognizer()] as [GestureRecognizer] { row.addGestureRecognizer(recognizer) }
    stage.drag(from: Point(x: 300, y: 200), to: Point(x: 150, y: 195), at: 1000)
    stage.up(1, 150, 195, at: 1105)
    #expect(stage.takenGestures().contains("swipe recognized"))
    #expect(!view.isDragging)
    stage.tap(1, 200, 200, at: 3000)
    #expect(stage.takenGestures().contains("tap recognized"))
    stage.down(1, 200, 200, at: 5000)
    stage.pass(to: 5600)
    #expect(stage.takenGestures().contains("longPress began"))
    stage.move(1, 200, 100, at: 5610)
    #expect(!view.isDragging)
    stage.up(1, 200, 100, at: 5620)
    stage.drag(from: Point(x: 200, y: 300), to: Point(x: 200, y: 200), at: 8000)
    #expect(view.isDragging)
    stage.up(1, 200, 200, at: 8300)
    let last = stage.takenGestures()
    #expect(!last.contains("swipe recognized") && !last.contains("tap recognized"))
    #expect(stage.violations.isEmpty)
  }
}
