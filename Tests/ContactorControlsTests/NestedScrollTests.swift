import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Scroll views inside each other: the inner one first, what is left to the outer.
@Suite("Nested scroll views")
struct NestedScrollTests {
  private let stage = Stage()
  private let outer: ScrollView
  private let inner: ScrollView
  private let record = ScrollRecord()

  init() {
    outer = stage.add(ScrollView(frame: Rect(x: 0, y: 0, width: 400, height: 400)), "outer")
    outer.contentSize = Size(width: 400, height: 1000)
    inner = stage.add(ScrollView(frame: Rect(x: 0, y: 0, width: 400, height: 300)), "inner", to: outer)
    inner.contentSize = Size(width: 400, height: 350)
    outer.delegate = record
  }

  @Test("7.6 The inner view scrolls first, and hands the drag to the outer at its end; back the same way")
  func handsOver() {
    stage.down(1, 200, 290, at: 1000)
    stage.move(1, 200, 270, at: 1010)
    #expect(inner.contentOffset.y == 10 && outer.contentOffset.y == 0)
    #expect(record.calls.isEmpty)
    stage.move(1, 200, 200, at: 1020)
    #expect(inner.contentOffset.y == 50 && outer.contentOffset.y == 30)
    #expect(inner.isDragging && outer.isDragging)
    stage.move(1, 200, 240, at: 1030)
    #expect(inner.contentOffset.y == 10 && outer.contentOffset.y == 30)
    stage.move(1, 200, 260, at: 1040)
    #expect(inner.contentOffset.y == 0 && outer.contentOffset.y == 20)
    stage.up(1, 200, 260, at: 1400)
    #expect(record.calls == ["willBeginDragging", "willEndDragging", "didEndDragging false"])
    #expect(!inner.isDragging && !outer.isDragging)
    #expect(stage.violations.isEmpty)
  }

  @Test("7.6 The outermost is pulled beyond its end, and comes back before anything else moves")
  func bandOfTheOutermost() {
    stage.down(1, 200, 100, at: 1000)
    stage.move(1, 200, 210, at: 1010)
    #expect(inner.contentOffset.y == 0)
    #expect(abs(outer.contentOffset.y + 48.35164835164835) < 1e-9)
    stage.move(1, 200, 110, at: 1020)
    #expect(inner.contentOffset.y == 0 && outer.contentOffset.y == 0)
    stage.move(1, 200, 90, at: 1030)
    #expect(inner.contentOffset.y == 20 && outer.contentOffset.y == 0)
    stage.move(1, 200, 300, at: 1040)
    stage.up(1, 200, 300, at: 1300)
    #expect(outer.isDecelerating && !inner.isDecelerating)
    stage.pass(to: 9000)
    #expect(outer.contentOffset.y == 0)
  }

  @Test("7.6 A throw goes to the view that has room for it")
  func throwsOuter() {
    inner.contentOffset.y = 50
    stage.drag(from: Point(x: 200, y: 290), to: Point(x: 200, y: 190), at: 1000)
    stage.up(1, 200, 190, at: 1105)
    #expect(outer.isDecelerating && !inner.isDecelerating)
    stage.pass(to: 9000)
    // 90 points of the drag, and about 500 of the throw.
    #expect(outer.contentOffset.y > 580 && outer.contentOffset.y <= 600)
    #expect(inner.contentOffset.y == 50)
  }

  @Test("7.6 Each axis is the view's that scrolls along it")
  func axes() {
    inner.contentSize = Size(width: 2000, height: 300)
    stage.drag(from: Point(x: 300, y: 200), to: Point(x: 200, y: 190), at: 1000)
    #expect(inner.contentOffset.x > 80 && outer.contentOffset.y == 0)
    stage.up(1, 200, 190, at: 1500)
    stage.drag(from: Point(x: 300, y: 290), to: Point(x: 290, y: 190), at: 2000)
    #expect(outer.contentOffset.y > 80 && !inner.isDragging)
    stage.up(1, 290, 190, at: 2500)
    #expect(stage.violations.isEmpty)
  }

  @Test("7.6 An outer view that does not scroll leaves the inner its rubber band")
  func disabledOuter() {
    outer.isScrollEnabled = false
    stage.drag(from: Point(x: 200, y: 100), to: Point(x: 200, y: 210), at: 1000)
    #expect(outer.contentOffset.y == 0)
    // (1 − 1 / (100·0.55 / 300 + 1))·300
    #expect(abs(inner.contentOffset.y + 46.47887323943662) < 1e-9)
    stage.up(1, 200, 210, at: 1500)
  }

  @Test("7.6 A drag that is taken away ends in every view that it moved")
  func cancelled() {
    stage.down(1, 200, 290, at: 1000)
    stage.move(1, 200, 270, at: 1010)
    stage.move(1, 200, 150, at: 1020)
    #expect(outer.isDragging)
    inner.removeFromSuperview()
    #expect(!inner.isDragging && !outer.isDragging)
    stage.up(1, 200, 150, at: 1030)
    #expect(record.calls.last == "didEndDragging false")
    #expect(stage.violations.isEmpty)
  }

  @Test("7.6 A hundred scroll views inside each other hand over from the innermost to the outermost")
  func deep() {
    var views: [ScrollView] = []
    var parent: View = stage.window
    for level in 0..<100 {
      let view = stage.add(ScrollView(frame: Rect(x: 0, y: 0, width: 400, height: 400)), "\(level)", to: parent)
      view.contentSize = Size(width: 400, height: 401)
      views.append(view)
      parent = view
    }
    stage.down(1, 200, 350, at: 1000)
    stage.move(1, 200, 340, at: 1010)
    stage.move(1, 200, 290, at: 1020)
    #expect(views.map(\.contentOffset.y) == (0..<100).map { $0 < 50 ? 0 : 1 })
    stage.move(1, 200, 290, at: 1500)
    stage.up(1, 200, 290, at: 1510)
    #expect(views.allSatisfy { !$0.isDragging })
    stage.pass(to: 9000)
    #expect(stage.violations.isEmpty)
  }

  @Test("7.6 A finger stops both views when both move, and neither taps")
  func stopsBoth() {
    let button = stage.add(Button(frame: Rect(x: 0, y: 0, width: 400, height: 2000)), "button", to: inner)
    inner.contentSize.height = 2000
    outer.setContentOffset(Point(x: 0, y: 100), animated: true)
    inner.setContentOffset(Point(x: 0, y: 100), animated: true)
    stage.pass(to: 100)
    stage.down(1, 200, 150, at: 100)
    #expect(!inner.isScrollAnimating && !outer.isScrollAnimating)
    stage.up(1, 200, 150, at: 150)
    stage.pass(to: 3000)
    #expect(outer.contentOffset == inner.contentOffset)
    #expect(outer.contentOffset.y > 0 && outer.contentOffset.y < 100)
    #expect(!button.isTracking && stage.taken().isEmpty)
    #expect(!outer.isTracking && !inner.isTracking)
  }
}
