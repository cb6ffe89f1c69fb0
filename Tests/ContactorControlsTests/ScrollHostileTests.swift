import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Scroll views that are given nonsense, and whose delegates do everything at the wrong time.
@Suite("Scroll views, hostile")
struct ScrollHostileTests {
  private let stage = Stage()
  private let view: ScrollView
  private let record = ScrollRecord()

  init() { view = stage.scrollView(told: record) }

  private func fling(at time: Int64) {
    stage.drag(from: Point(x: 200, y: 300), to: Point(x: 200, y: 100), at: time)
    stage.up(1, 200, 100, at: time + 105)
    stage.pass(to: time + 20_000)
  }

  @Test("Sizes, insets and offsets that are no lengths are limited or ignored")
  func lengths() {
    view.contentSize = Size(width: .nan, height: -5)
    #expect(view.contentSize == .zero)
    view.contentSize = Size(width: .infinity, height: 1e300)
    #expect(view.contentSize == Size(width: 1e9, height: 1e9))
    view.contentInset = EdgeInsets(top: .infinity, left: -.infinity, bottom: .nan, right: 1e10)
    #expect(view.contentInset == .zero)
    view.contentOffset = Point(x: .nan, y: 0)
    view.contentOffset = Point(x: 0, y: .infinity)
    view.setContentOffset(Point(x: -.infinity, y: .nan), animated: true)
    #expect(view.contentOffset == .zero)
    fling(at: 1000)
    #expect(view.contentOffset.isFinite)
    view.contentInset = EdgeInsets(top: -1e9, left: 1e9, bottom: -1e9, right: 1e9)
    fling(at: 40_000)
    #expect(view.contentOffset.isFinite)
    view.decelerationRate = .init(rawValue: .nan)
    #expect(view.decelerationRate == .normal)
    view.decelerationRate = .init(rawValue: 7)
    #expect(view.decelerationRate.rawValue == 0.9999)
    fling(at: 80_000)
    for bounds in [Rect(x: 0, y: 0, width: -1, height: .nan), Rect(x: .nan, y: .infinity, width: .infinity, height: 0)] {
      view.bounds = bounds
      _ = view.contentParts
      view.layoutIfNeeded()
      view.isPagingEnabled.toggle()
      fling(at: stage.application.now.microseconds / 1000 + 1000)
      _ = view.performAccessibility(.scrollForward)
      view.scrollRectToVisible(Rect(x: 0, y: 0, width: 10, height: 10), animated: true)
    }
    #expect(stage.violations.isEmpty)
  }

  @Test("A place that is no number, or far away, leaves what scrolls usable", arguments: [.nan, .infinity, -.infinity, 1e300, -1e300])
  func places(_ place: Double) {
    let frame = Rect(x: 0, y: 0, width: 100, height: 100)
    let (pages, column) = (PageView(frame: frame), PageView(frame: frame))
    for view in [pages, column] { view.pages = (0..<3).map { _ in View() } }
    column.isVertical = true
    let lists = [TableView(frame: frame), OutlineView(frame: frame), CollectionView(frame: frame)]
    for view in [pages, column, ScrollView(frame: frame)] + lists {
      let stage = Stage()
      stage.add(view, "view")
      for axis in 0..<2 {
        stage.down(1, 50, 50, at: Int64(axis) * 1000 + 10)
        view.bounds = axis == 0 ? Rect(x: place, y: 0, width: 100, height: 100) : Rect(x: 0, y: place, width: 100, height: 100)
        stage.move(1, 50, 10, at: Int64(axis) * 1000 + 20)
        stage.pass(to: Int64(axis) * 1000 + 500)
        stage.up(1, 50, 10, at: Int64(axis) * 1000 + 510)
        view.bounds = Rect(x: 0, y: 0, width: 100, height: 100)
        stage.pass(to: Int64(axis) * 1000 + 900)
        view.setContentOffset(.zero, animated: false)
        #expect(view.contentOffset == .zero && stage.violations.isEmpty)
      }
    }
  }

  @Test("A delegate may change the size, the offset and the bounds at every step", arguments: 0..<10)
  func changes(_ kind: Int) {
    var count = 0
    record.zoomed = stage.add(View(frame: Rect(x: 0, y: 0, width: 400, height: 4000)), "content", to: view)
    view.maximumZoomScale = 3
    record.onScroll = { view in
      count += 1
      switch kind {
      case 0: view.contentSize.height = view.contentSize.height == 4000 ? 100 : 4000
      case 1: view.contentOffset.y += 1
      case 2: view.setContentOffset(Point(x: 0, y: Double(count % 7) * 100), animated: true)
      case 3: view.bounds = Rect(x: 0, y: Double(count), width: 400, height: Double(count % 5) * 100)
      case 4: view.delegate = nil
      case 5: view.isScrollEnabled.toggle()
      case 6: view.bounces.toggle()
      case 7: view.zoomScale += 0.1
      case 8: view.panGestureRecognizer.isEnabled = false
      default: view.contentInset.top = Double(count % 100)
      }
    }
    fling(at: 1000)
    view.delegate = record
    view.contentOffset = Point(x: 0, y: 9000)
    view.bounces.toggle()
    view.contentSize.height += 1
    view.zoomScale = 2
    view.contentOffset = .zero
    fling(at: 30_000)
    #expect(view.contentOffset.isFinite)
    #expect(count < 20_000)
    #expect(stage.violations.isEmpty)
  }

  @Test(
    "A delegate may remove the view, or let it go, when it is told of anything", arguments: ["willBegin", "willEnd", "scroll", "didEnd"])
  func removal(_ moment: String) {
    final class Remover: ScrollViewDelegate {
      let moment: String
      init(_ moment: String) { self.moment = moment }
      func act(_ name: String, _ view: ScrollView) { if name == moment { view.removeFromSuperview() } }
      func scrollViewWillBeginDragging(_ view: ScrollView) { act("willBegin", view) }
      func scrollViewWillEndDragging(_ view: ScrollView, withVelocity velocity: Point, targetContentOffset: inout Point) {
        act("willEnd", view)
        targetContentOffset = Point(x: .nan, y: -.infinity)
      }
      func scrollViewDidScroll(_ view: ScrollView) { if view.contentOffset.y > 120 { act("scroll", view) } }
      func scrollViewDidEndDragging(_ view: ScrollView, willDecelerate: Bool) { act("didEnd", view) }
    }
    let remover = Remover(moment)
    view.delegate = remover
    fling(at: 1000)
    #expect(view.window == nil)
    #expect(!view.isDragging && !view.isTracking && !view.isDecelerating)
    #expect(stage.application.nextDeadline == nil)
    #expect(stage.violations.isEmpty)
  }

  @Test("A scroll view that is let go while it moves leaves no calls behind")
  func deallocation() {
    stage.drag(from: Point(x: 200, y: 300), to: Point(x: 200, y: 100), at: 1000)
    stage.up(1, 200, 100, at: 1105)
    weak var gone: View?
    do {
      let other = ScrollView(frame: Rect(x: 0, y: 0, width: 400, height: 400))
      other.contentSize = Size(width: 400, height: 4000)
      stage.window.addSubview(other)
      other.setContentOffset(Point(x: 0, y: 100), animated: true)
      other.removeFromSuperview()
      gone = other
    }
    #expect(gone == nil)
    view.removeFromSuperview()
    #expect(stage.application.nextDeadline == nil)
  }

  @Test("A clock a century ahead ends every motion where it leads")
  func century() {
    stage.drag(from: Point(x: 200, y: 300), to: Point(x: 200, y: 100), at: 1000)
    stage.up(1, 200, 100, at: 1105)
    let target = record.proposed.y
    stage.application.advance(to: Timestamp(microseconds: 3_155_760_000_000_000))
    #expect(view.contentOffset.y == target)
    #expect(!view.isDecelerating)
    view.setContentOffset(.zero, animated: true)
    stage.application.advance(to: Timestamp(microseconds: .max))
    #expect(view.contentOffset.y == 0)
    #expect(!view.isScrollAnimating)
  }

  @Test("Fingers in numbers, cancelled fingers, and a recognizer that is taken away leave the view at rest")
  func fingers() {
    for finger: Int32 in 1...10 { stage.contact(finger, .began, Double(finger) * 30, 350) }
    stage.frame(at: 1000)
    for step in 1...10 {
      for finger: Int32 in 1...10 { stage.contact(finger, .moved, Double(finger) * 30, 350 - Double(step) * 20) }
      stage.frame(at: 1000 + Int64(step) * 10)
    }
    #expect(view.isDragging)
    for finger: Int32 in 1...10 { stage.contact(finger, .cancelled, 0, 0) }
    stage.frame(at: 1200)
    #expect(!view.isDragging && !view.isTracking)
    stage.drag(from: Point(x: 200, y: 300), to: Point(x: 200, y: 100), at: 2000)
    view.removeGestureRecognizer(view.panGestureRecognizer)
    #expect(!view.isDragging)
    stage.up(1, 200, 100, at: 2300)
    view.addGestureRecognizer(view.panGestureRecognizer)
    fling(at: 3000)
    #expect(record.calls.filter { $0 == "willBeginDragging" }.count == 3)
    stage.drag(from: Point(x: 200, y: 300), to: Point(x: 200, y: 100), at: 40_000)
    view.isScrollEnabled = false
    #expect(!view.isDragging)
    stage.up(1, 200, 100, at: 40_200)
    #expect(stage.violations.isEmpty)
  }

  @Test("A scroll view that is turned scrolls along its own axes")
  func turned() {
    view.transform = AffineTransform(rotationAngle: .pi / 2)
    stage.drag(from: Point(x: 100, y: 200), to: Point(x: 250, y: 200), at: 1000)
    #expect(abs(view.contentOffset.y - 140) < 1e-6)
    stage.up(1, 250, 200, at: 1400)
    view.transform = AffineTransform(scaleX: 0, y: 0)
    fling(at: 3000)
    #expect(view.contentOffset.isFinite)
  }
}
