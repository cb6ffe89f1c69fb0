import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Scroll views: dragging, throwing, limits, code that scrolls.
@Suite("Scroll views")
struct ScrollViewTests {
  private let stage = Stage()
  private let view: ScrollView
  private let record = ScrollRecord()

  init() { view = stage.scrollView(at: 100, told: record) }

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

  @Test("7.6 Beyond the end the content follows with a rubber band, and springs back")
  func rubberBand() {
    stage.drag(from: Point(x: 200, y: 100), to: Point(x: 200, y: 210), at: 1000)
    // 100 points beyond the top: (1 − 1 / (100·0.55 / 400 + 1))·400.
    #expect(abs(view.contentOffset.y + 48.35164835164835) < 1e-9)
    stage.move(1, 200, 110, at: 1110)
    #expect(view.contentOffset.y == 0)
    stage.move(1, 200, 210, at: 1120)
    stage.move(1, 200, 210, at: 1300)
    stage.up(1, 200, 210, at: 1310)
    #expect(view.isDecelerating)
    stage.pass(to: 5000)
    #expect(view.contentOffset == .zero)
    #expect(record.calls == ["willBeginDragging", "willEndDragging", "didEndDragging true", "willBeginDecelerating", "didEndDecelerating"])
  }

  @Test("7.6 Without a bounce the content stops at its end")
  func noBounce() {
    view.bounces = false
    stage.drag(from: Point(x: 200, y: 100), to: Point(x: 200, y: 210), at: 1000)
    #expect(view.contentOffset == .zero)
    stage.move(1, 200, 160, at: 1110)
    #expect(view.contentOffset.y == 50)
    stage.up(1, 200, 160, at: 1115)
    stage.pass(to: 9000)
    #expect(view.contentOffset.y >= 50)
  }

  @Test("7.6 Content that is no larger than the view is scrolled along no axis, unless it always bounces")
  func fits() {
    view.contentSize = Size(width: 400, height: 400)
    stage.drag(from: Point(x: 200, y: 100), to: Point(x: 200, y: 210), at: 1000)
    #expect(!view.isDragging)
    stage.up(1, 200, 210, at: 1200)
    view.alwaysBounceVertical = true
    stage.drag(from: Point(x: 200, y: 100), to: Point(x: 200, y: 210), at: 2000)
    #expect(abs(view.contentOffset.y + 48.35164835164835) < 1e-9)
    stage.up(1, 200, 210, at: 2500)
  }

  @Test("7.6 A drag waits for its axis, and does not jump when it comes")
  func waitsForItsAxis() {
    stage.drag(from: Point(x: 200, y: 300), to: Point(x: 260, y: 300), at: 1000)
    #expect(!view.isDragging)
    stage.move(1, 260, 250, at: 1110)
    #expect(!view.isDragging)
    stage.move(1, 260, 230, at: 1120)
    #expect(view.isDragging)
    // The last movement was the first that could scroll.
    #expect(view.contentOffset.y == 20)
    stage.up(1, 260, 230, at: 1400)
  }

  @Test("7.6 A drag locked to its direction goes along it only; one between both goes freely")
  func directionLock() {
    view.contentSize = Size(width: 4000, height: 4000)
    view.isDirectionalLockEnabled = true
    stage.drag(from: Point(x: 200, y: 300), to: Point(x: 180, y: 200), at: 1000)
    #expect(view.contentOffset.x == 0)
    #expect(view.contentOffset.y > 80)
    stage.up(1, 180, 200, at: 1300)
    view.contentOffset = .zero
    stage.drag(from: Point(x: 300, y: 300), to: Point(x: 200, y: 200), at: 2000)
    #expect(view.contentOffset.x > 80 && view.contentOffset.y > 80)
    stage.up(1, 200, 200, at: 2300)
  }

  @Test("7.6 Paging turns one page for a throw, and goes to the nearest one without it", arguments: [false, true])
  func paging(_ isThrown: Bool) {
    view.isPagingEnabled = true
    stage.drag(from: Point(x: 200, y: 300), to: Point(x: 200, y: 240), at: 1000)
    if !isThrown { stage.move(1, 200, 240, at: 1300) }
    stage.up(1, 200, 240, at: isThrown ? 1105 : 1310)
    #expect(view.isDecelerating)
    stage.pass(to: 5000)
    #expect(view.contentOffset.y == (isThrown ? 400 : 0))
    #expect(record.proposed.y == (isThrown ? 400 : 0))
  }

  @Test("7.6 The delegate's target is where the content goes, within its limits; a useless one changes nothing")
  func target() {
    for (wanted, end) in [(300.0, 300.0), (99_999, 3600), (-50, 0), (.nan, nil), (.infinity, nil)] as [(Double, Double?)] {
      view.contentOffset = .zero
      record.target = Point(x: 0, y: wanted)
      let time = stage.application.now.microseconds / 1000 + 1000
      stage.drag(from: Point(x: 200, y: 300), to: Point(x: 200, y: 200), at: time)
      stage.up(1, 200, 200, at: time + 105)
      let proposed = record.proposed
      stage.pass(to: time + 20_000)
      #expect(view.contentOffset.y == end ?? proposed.y)
    }
  }

  @Test("7.6 Insets widen the range, and a rectangle is shown by the least movement")
  func insets() {
    view.contentInset = EdgeInsets(top: 20, left: 0, bottom: 30, right: .nan)
    #expect(view.contentInset.right == 0)
    view.scrollRectToVisible(Rect(x: 0, y: 500, width: 10, height: 100), animated: false)
    #expect(view.contentOffset.y == 230)
    view.scrollRectToVisible(Rect(x: 0, y: 250, width: 10, height: 100), animated: false)
    #expect(view.contentOffset.y == 230)
    view.scrollRectToVisible(Rect(x: 0, y: 100, width: 10, height: 2000), animated: false)
    #expect(view.contentOffset.y == 230)
    view.scrollRectToVisible(Rect(x: 0, y: 4000, width: 10, height: 500), animated: false)
    #expect(view.contentOffset.y == 3630)
    view.scrollRectToVisible(Rect(x: .nan, y: 0, width: 10, height: 10), animated: false)
    #expect(view.contentOffset.y == 3630)
    view.scrollToTop(animated: false)
    #expect(view.contentOffset.y == -20)
    record.allowsTop = false
    view.contentOffset.y = 100
    view.scrollToTop()
    #expect(view.contentOffset.y == 100 && !view.isScrollAnimating)
  }

  @Test("7.6 An animated change takes 0.3 s, and a finger stops it")
  func animation() {
    view.setContentOffset(Point(x: 0, y: 1000), animated: true)
    #expect(view.isScrollAnimating)
    stage.pass(to: 150)
    #expect(view.contentOffset.y == 500)
    stage.pass(to: 300)
    #expect(view.contentOffset.y == 1000)
    #expect(record.calls == ["didEndScrollingAnimation"])
    #expect(stage.application.nextDeadline == nil)
    view.setContentOffset(.zero, animated: true)
    stage.down(1, 200, 200, at: 450)
    #expect(!view.isScrollAnimating)
    #expect(view.contentOffset.y == 500)
    stage.up(1, 200, 200, at: 460)
    stage.pass(to: 2000)
    #expect(view.contentOffset.y == 500)
    #expect(record.calls == ["didEndScrollingAnimation", "didEndScrollingAnimation"])
  }

  @Test("7.6 The same frames give the same offsets at their times, in whatever steps time is advanced")
  func determinism() {
    func offsets(_ step: Int64?) -> [Point] {
      let stage = Stage()
      let view = stage.add(ScrollView(frame: Rect(x: 0, y: 0, width: 400, height: 400)), "scroll")
      view.contentSize = Size(width: 400, height: 1000)
      var found: [Point] = []
      func wait(until end: Int64) {
        guard let step else { return }
        for time in stride(from: stage.application.now.microseconds, to: end * 1000, by: Int64.Stride(step)) {
          stage.application.advance(to: Timestamp(microseconds: time))
        }
      }
      var time: Int64 = 1000
      for turn in 0..<6 {
        let way = turn % 2 == 0 ? -300.0 : 250
        stage.drag(from: Point(x: 200, y: 350), to: Point(x: 200, y: 350 + way), steps: 8, at: time)
        found.append(view.contentOffset)
        stage.up(1, 200, 350 + way, at: time + 84)
        time += 300 + Int64(turn) * 137
        wait(until: time)
      }
      stage.down(1, 200, 200, at: time)
      found.append(view.contentOffset)
      return found
    }
    let once = offsets(nil)
    #expect(Set(once.map(\.y)).count == once.count)
    for step: Int64 in [1000, 7_001, 16_667, 250_000] { #expect(offsets(step) == once) }
  }

  @Test("7.8 Scrolling forward and back goes by the length of the view, and not beyond the ends")
  func accessibility() {
    #expect(view.accessibility.role == .scrollArea)
    #expect(view.performAccessibility(.scrollBackward) == false)
    #expect(view.performAccessibility(.scrollForward))
    #expect(view.performAccessibility(.scrollForward))
    stage.pass(to: 2000)
    #expect(view.contentOffset.y == 800)
    #expect("\(view.contentOffset)" == "\(Point(x: 0, y: 800))", "neither is −0")
    #expect(view.performAccessibility(.scrollBackward))
    stage.pass(to: 4000)
    #expect(view.contentOffset.y == 400)
    view.contentSize = Size(width: 500, height: 100)
    #expect(view.performAccessibility(.scrollForward))
    stage.pass(to: 6000)
    #expect(view.contentOffset == Point(x: 100, y: 0))
    #expect(view.performAccessibility(.activate) == false)
  }

  @Test("7.6 Indicators show which part of the content is visible")
  func indicators() {
    let top = view.contentFrame(for: .verticalIndicator)
    #expect(top == Rect(x: 394, y: 3, width: 3, height: 39.4))
    #expect(view.contentFrame(for: .horizontalIndicator).isEmpty)
    #expect(view.contentParts.map(\.kind) == ["verticalIndicator"])
    view.contentOffset.y = 3600
    #expect(abs(view.contentFrame(for: .verticalIndicator).maxY - (view.bounds.maxY - 3)) < 1e-9)
    view.contentOffset.y = 3650
    #expect(view.contentFrame(for: .verticalIndicator).height == 3)
    view.showsVerticalScrollIndicator = false
    #expect(view.contentFrame(for: .verticalIndicator).isEmpty)
  }

  @Test("Content that grows above what is visible moves a drag and a throw along with it, and nobody is told")
  func shifts() {
    stage.drag(from: Point(x: 200, y: 300), to: Point(x: 200, y: 200), at: 1000)
    let told = record.offsets.count
    view.shiftContent(by: 500)
    view.contentSize.height += 500
    #expect(view.contentOffset.y == 590)
    stage.move(1, 200, 190, at: 1110)
    #expect(view.contentOffset.y == 600)
    #expect(record.offsets.count == told + 1)
    stage.up(1, 200, 190, at: 1115)
    let target = record.proposed.y
    stage.pass(to: 1300)
    let before = view.contentOffset.y
    view.shiftContent(by: 100)
    view.contentSize.height += 100
    #expect(view.contentOffset.y == before + 100)
    view.shiftContent(by: .nan)
    stage.pass(to: 9000)
    #expect(view.contentOffset.y == target + 100)
  }

  @Test("7.6 A throw goes on when its content grows, and ends at the new end when it shrinks")
  func contentChangesWhileThrown() {
    view.contentSize.height = 700
    stage.drag(from: Point(x: 200, y: 300), to: Point(x: 200, y: 200), at: 1000)
    stage.up(1, 200, 200, at: 1105)
    #expect(record.proposed.y == 300)
    stage.pass(to: 1150)
    let before = view.contentOffset.y
    view.contentSize.height = 4000
    #expect(view.contentOffset.y == before)
    stage.pass(to: 9000)
    #expect(abs(view.contentOffset.y - 589.5) < 0.1)
    stage.drag(from: Point(x: 200, y: 300), to: Point(x: 200, y: 200), at: 10_000)
    stage.up(1, 200, 200, at: 10_105)
    stage.pass(to: 10_150)
    view.contentSize.height = 1100
    stage.pass(to: 10_160)
    #expect(view.contentOffset.y > 680)
    stage.pass(to: 19_000)
    #expect(view.contentOffset.y == 700)
    #expect(record.calls.filter { $0 == "didEndDecelerating" }.count == 2)
  }
}
