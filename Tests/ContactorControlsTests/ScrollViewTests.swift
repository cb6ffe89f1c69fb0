import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Writes down what a scroll view tells.
final class ScrollRecord: ScrollViewDelegate {
  var calls: [String] = []
  var offsets: [Double] = []
  var target: Point?
  var velocity = Point.zero
  var proposed = Point.zero
  var zoomed: View?
  var allowsTop = true
  /// Called at each `scrollViewDidScroll`.
  var onScroll: ((ScrollView) -> Void)?

  func taken() -> [String] {
    defer { calls = [] }
    return calls
  }

  func scrollViewDidScroll(_ scrollView: ScrollView) {
    offsets.append(scrollView.contentOffset.y)
    onScroll?(scrollView)
  }

  func scrollViewWillBeginDragging(_ scrollView: ScrollView) { calls.append("willBeginDragging") }

  func scrollViewWillEndDragging(_ scrollView: ScrollView, withVelocity velocity: Point, targetContentOffset: inout Point) {
    calls.append("willEndDragging")
    self.velocity = velocity
    proposed = targetContentOffset
    if let target { targetContentOffset = target }
  }

  func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerates: Bool) {
    calls.append("didEndDragging \(decelerates)")
  }

  func scrollViewWillBeginDecelerating(_ scrollView: ScrollView) { calls.append("willBeginDecelerating") }

  func scrollViewDidEndDecelerating(_ scrollView: ScrollView) { calls.append("didEndDecelerating") }

  func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) { calls.append("didEndScrollingAnimation") }

  func scrollViewShouldScrollToTop(_ scrollView: ScrollView) -> Bool { allowsTop }

  func viewForZooming(in scrollView: ScrollView) -> View? { zoomed }

  func scrollViewWillBeginZooming(_ scrollView: ScrollView, with view: View?) { calls.append("willBeginZooming") }

  func scrollViewDidZoom(_ scrollView: ScrollView) { if calls.last != "didZoom" { calls.append("didZoom") } }

  func scrollViewDidEndZooming(_ scrollView: ScrollView, with view: View?, atScale scale: Double) { calls.append("didEndZooming \(scale)") }
}

extension Stage {
  /// Drags a finger straight from one point to another, with a frame every 10 ms, and leaves it down.
  func drag(_ finger: Int32 = 1, from start: Point, to end: Point, steps: Int = 10, at time: Int64) {
    down(finger, start.x, start.y, at: time)
    for step in 1...steps {
      let share = Double(step) / Double(steps)
      move(finger, start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share, at: time + Int64(step) * 10)
    }
  }
}

/// Scroll views: dragging, throwing, limits, code that scrolls.
@Suite("Scroll views")
struct ScrollViewTests {
  private let stage = Stage()
  private let view: ScrollView
  private let record = ScrollRecord()

  init() {
    view = stage.add(ScrollView(frame: Rect(x: 100, y: 0, width: 400, height: 400)), "scroll")
    view.contentSize = Size(width: 400, height: 4000)
    view.delegate = record
  }

  @Test("7.6 A finger drags the content, without the 10 points before the drag was recognized")
  func drags() {
    stage.drag(from: Point(x: 200, y: 300), to: Point(x: 200, y: 200), at: 1000)
    #expect(view.contentOffset == Point(x: 0, y: 90))
    #expect(view.isDragging && view.isTracking)
    stage.move(1, 200, 200, at: 1200)
    stage.up(1, 200, 200, at: 1300)
    #expect(record.calls == ["willBeginDragging", "willEndDragging", "didEndDragging false"])
    #expect(!view.isDragging && !view.isTracking && !view.isDecelerating)
    #expect(view.contentOffset == Point(x: 0, y: 90))
    #expect(stage.violations.isEmpty)
  }

  @Test("7.6 A lifted finger throws the content, which comes to rest where the delegate was told")
  func throwsContent() {
    stage.drag(from: Point(x: 200, y: 300), to: Point(x: 200, y: 200), at: 1000)
    stage.up(1, 200, 200, at: 1105)
    #expect(abs(record.velocity.y - 1) < 1e-9)
    #expect(view.isDecelerating)
    let start = view.contentOffset.y
    #expect(abs(record.proposed.y - (start + 499.5)) < 0.1)
    stage.pass(to: 10_000)
    #expect(view.contentOffset.y == record.proposed.y)
    #expect(record.calls.suffix(3) == ["didEndDragging true", "willBeginDecelerating", "didEndDecelerating"])
    #expect(stage.application.nextDeadline == nil)
  }
}
