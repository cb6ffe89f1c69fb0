import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Zooming: about the fingers, within limits, by code.
@Suite("Zooming")
struct ZoomTests {
  private let stage = Stage()
  private let view: ScrollView
  private let map: View
  private let record = ScrollRecord()

  init() {
    view = stage.add(ScrollView(frame: Rect(x: 0, y: 0, width: 400, height: 400)), "scroll")
    view.contentSize = Size(width: 400, height: 400)
    map = stage.add(View(frame: Rect(x: 0, y: 0, width: 400, height: 400)), "map", to: view)
    view.delegate = record
    record.zoomed = map
    view.minimumZoomScale = 0.5
    view.maximumZoomScale = 4
  }

  /// Two fingers about (200, 100), at a distance.
  private func pinch(_ distance: Double, _ phase: TouchPhase = .moved, at time: Int64) {
    stage.contact(1, phase, 200 - distance / 2, 100)
    stage.contact(2, phase, 200 + distance / 2, 100)
    stage.frame(at: time)
  }

  /// Spreads two fingers from 100 points; the pinch is recognized at 120, from where the scale counts.
  private func spread(to distance: Double, at time: Int64) {
    pinch(100, .began, at: time)
    pinch(120, at: time + 10)
    pinch(distance, at: time + 20)
  }

  private func isClose(_ one: Point, _ other: Point) -> Bool { one.distance(to: other) < 1e-9 }

  @Test("7.6 A pinch zooms about the fingers: the point between them stays there")
  func aboutTheFingers() {
    spread(to: 240, at: 1000)
    #expect(view.isZooming)
    #expect(view.zoomScale == 2)
    #expect(map.transform == AffineTransform(scaleX: 2, y: 2))
    #expect(view.contentSize == Size(width: 800, height: 800))
    #expect(map.frame == Rect(x: 0, y: 0, width: 800, height: 800))
    #expect(isClose(map.convert(Point(x: 200, y: 100), to: stage.window), Point(x: 200, y: 100)))
    // The fingers move on together: the content follows them.
    stage.contact(1, .moved, 110, 150)
    stage.contact(2, .moved, 350, 150)
    stage.frame(at: 1030)
    #expect(isClose(map.convert(Point(x: 200, y: 100), to: stage.window), Point(x: 230, y: 150)))
    stage.contact(1, .ended, 110, 150)
    stage.contact(2, .ended, 350, 150)
    stage.frame(at: 1400)
    stage.pass(to: 4000)
    #expect(!view.isZooming && view.zoomScale == 2)
    #expect(record.calls.first == "willBeginZooming" && record.calls.contains("didEndZooming 2.0"))
    #expect(view.clamped(view.contentOffset) == view.contentOffset)
    #expect(stage.violations.isEmpty)
  }

  /// The calls that begin and end a zoom, in their order.
  private var ends: [Bool] { record.calls.filter { $0.contains("Zooming") }.map { $0.hasPrefix("didEnd") } }

  @Test("7.6 A pinch that catches a zoom on its way back goes on with it: one beginning, one end")
  func caught() {
    spread(to: 1200, at: 1000)
    pinch(1200, .ended, at: 1100)
    stage.pass(to: 1200)
    #expect(view.isZoomBouncing && ends == [false])
    spread(to: 110, at: 1210)
    #expect(view.isZooming && ends == [false])
    pinch(110, .ended, at: 1300)
    stage.pass(to: 4000)
    #expect(ends == [false, true] && view.zoomScale <= 4)
    // Code that sets the scale ends a zoom that is on its way back.
    spread(to: 1200, at: 5000)
    pinch(1200, .ended, at: 5100)
    stage.pass(to: 5200)
    view.zoomScale = 1
    #expect(ends == [false, true, false, true] && view.zoomScale == 1)
    stage.pass(to: 8000)
    #expect(ends == [false, true, false, true])
  }

  @Test("7.6 Beginnings and ends of zooms alternate, whatever two fingers do while the scale goes back", arguments: 1...100)
  func pairs(_ seed: Int) {
    var state = UInt64(seed)
    func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
    var time: Int64 = 1000
    for _ in 0..<20 {
      var distance = Double(60 + next(300))
      pinch(distance, .began, at: time)
      for _ in 0..<next(5) {
        time += 10
        distance = max(4, distance * [0.2, 0.7, 1.3, 5][next(4)])
        pinch(min(distance, 2000), at: time)
      }
      time += 10
      switch next(6) {
      case 0:
        stage.contact(1, .ended, 100, 100)
        stage.frame(at: time)
        stage.up(2, 300, 100, at: time + Int64(next(100)))
        time += 100
      case 1:
        for finger in [Int32(1), 2] { stage.contact(finger, .cancelled, 100, 100) }
        stage.frame(at: time)
      default: pinch(distance, .ended, at: time)
      }
      if next(8) == 0 { view.setZoomScale(Double(1 + next(3)), animated: false) }
      if next(4) == 0 { stage.tap(3, 200, 200, at: time + 20) }
      time += Int64(60 + next(next(3) == 0 ? 600 : 120))
      stage.pass(to: time)
    }
    stage.pass(to: time + 5000)
    #expect(ends == ends.indices.map { $0 % 2 == 1 } && ends.count % 2 == 0, "\(ends)")
    #expect(ends.count > 2 && !view.isZooming && !view.isZoomBouncing && stage.violations.isEmpty)
  }

  @Test("7.6 Beyond its limits the scale follows with a rubber band, and goes back", arguments: [(1200.0, 4.0), (10, 0.5)])
  func limits(_ distance: Double, _ limit: Double) {
    if distance > 100 {
      spread(to: distance, at: 1000)
    } else {
      pinch(300, .began, at: 1000)
      pinch(280, at: 1010)
      pinch(distance, at: 1020)
    }
    let shown = view.zoomScale
    #expect(distance > 100 ? shown > 4 && shown < 8 : shown < 0.5 && shown > 0.25)
    pinch(distance, .ended, at: 1100)
    #expect(view.isZoomBouncing)
    stage.pass(to: 1250)
    #expect(view.zoomScale != shown && view.zoomScale != limit)
    stage.pass(to: 3000)
    #expect(view.zoomScale == limit)
    #expect(record.calls.last == "didEndZooming \(limit)")
    #expect(view.clamped(view.contentOffset) == view.contentOffset)
    #expect(stage.application.nextDeadline == nil)
  }

  @Test("7.6 A finger that stays when the other is lifted scrolls on without a jump")
  func oneFingerStays() {
    spread(to: 240, at: 1000)
    let before = view.contentOffset
    stage.contact(2, .ended, 320, 100)
    stage.contact(1, .stationary, 80, 100)
    stage.frame(at: 1030)
    #expect(view.contentOffset == before)
    stage.move(1, 80, 80, at: 1040)
    stage.move(1, 80, 60, at: 1050)
    #expect(view.isDragging)
    #expect(view.contentOffset.y > before.y + 20 && view.contentOffset.y <= before.y + 40)
    stage.up(1, 80, 60, at: 1400)
    #expect(stage.violations.isEmpty)
  }

  @Test("7.6 Code zooms about the centre, or to a rectangle, within the limits")
  func byCode() {
    view.zoomScale = 2
    #expect(view.contentOffset == Point(x: 200, y: 200))
    view.zoomScale = 1
    #expect(view.contentOffset == .zero)
    #expect(view.contentSize == Size(width: 400, height: 400))
    #expect(map.frame == Rect(x: 0, y: 0, width: 400, height: 400))
    view.zoomScale = 100
    #expect(view.zoomScale == 4)
    view.zoom(to: Rect(x: 100, y: 100, width: 200, height: 100), animated: false)
    #expect(view.zoomScale == 2)
    #expect(isClose(view.bounds.center, Point(x: 400, y: 300)))
    view.zoom(to: Rect(x: 0, y: 0, width: 400, height: 400), animated: true)
    stage.pass(to: 150)
    #expect(view.zoomScale == 1.5)
    stage.pass(to: 1000)
    #expect(view.zoomScale == 1 && view.contentOffset == .zero)
    #expect(record.calls.last == "didEndZooming 1.0")
  }

  @Test("Useless scales and rectangles are ignored, and no view or a lost one zooms nothing")
  func hostile() {
    view.zoomScale = .nan
    view.minimumZoomScale = .nan
    view.maximumZoomScale = .nan
    #expect(view.zoomScale == 1 && view.minimumZoomScale == 0.5)
    view.minimumZoomScale = -3
    view.maximumZoomScale = .infinity
    #expect(view.minimumZoomScale == 1e-4 && view.maximumZoomScale == 1e4)
    view.zoom(to: .zero, animated: false)
    view.zoom(to: Rect(x: 0, y: 0, width: .nan, height: 1), animated: false)
    view.zoom(to: .null, animated: true)
    #expect(view.zoomScale == 1)
    // The view that is zoomed leaves while fingers zoom it.
    spread(to: 200, at: 1000)
    map.removeFromSuperview()
    pinch(300, at: 1030)
    pinch(300, .ended, at: 1040)
    stage.pass(to: 3000)
    record.zoomed = stage.window
    view.zoomScale = 2
    record.zoomed = view
    view.zoomScale = 2
    record.zoomed = nil
    spread(to: 300, at: 5000)
    pinch(300, .ended, at: 5040)
    view.delegate = nil
    view.zoomScale = 3
    stage.pass(to: 9000)
    #expect(stage.violations.isEmpty)
  }

  @Test("A minimum above the maximum counts, and the limits hold the scale at once")
  func crossedLimits() {
    view.zoomScale = 3
    view.maximumZoomScale = 2
    #expect(view.zoomScale == 2)
    view.minimumZoomScale = 5
    #expect(view.zoomScale == 5)
  }
}
