import ContactorControls
import ContactorCore
import ContactorStage

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

extension Stage {
  /// A scroll view of 400 × 400 points on content of 400 × 4000.
  func scrollView(at x: Double = 0, told record: ScrollRecord? = nil) -> ScrollView {
    let view = add(ScrollView(frame: Rect(x: x, y: 0, width: 400, height: 400)), "scroll")
    view.contentSize = Size(width: 400, height: 4000)
    view.delegate = record
    return view
  }
}
