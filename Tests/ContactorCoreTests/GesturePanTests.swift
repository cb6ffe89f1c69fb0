import ContactorCore
import ContactorStage
import Testing

/// Contract 9.2: pans, screen-edge pans and swipes.
struct GesturePanTests {
  let stage = Stage()

  @Test("9.2 a pan begins at 10 pt", arguments: [(9.99, false), (10.0, true)])
  func hysteresis(way: Double, begins: Bool) {
    stage.recognize(PanGestureRecognizer())
    stage.down(1, 100, 100, at: 0)
    stage.move(1, 100 + way, 100, at: 10)
    #expect(stage.takenGestures() == (begins ? ["pan began"] : []))
    stage.up(1, 100 + way, 100, at: 20)
  }

  @Test("9.2 a pan needs its least number of touches and takes no more than its greatest")
  func numbers() {
    let pan = stage.recognize(PanGestureRecognizer())
    pan.minimumNumberOfTouches = 2
    pan.maximumNumberOfTouches = 3
    stage.down(1, 100, 100, at: 0)
    stage.move(1, 200, 100, at: 10)
    #expect(stage.takenGestures() == [])
    stage.down(2, 200, 200, at: 20)
    stage.move(1, 230, 100, at: 30)
    #expect(stage.takenGestures() == ["pan began"])
    #expect(pan.translation(in: nil) == Point(x: 15, y: 0))
    stage.down(3, 300, 300, at: 40)
    stage.down(4, 400, 400, at: 50)
    #expect(pan.numberOfTouches == 3)
    stage.up(1, 230, 100, at: 60)
    stage.up(2, 200, 200, at: 70)
    #expect(stage.takenGestures() == ["pan ended"])
    stage.up(3, 300, 300, at: 80)
    stage.up(4, 300, 300, at: 80)
    for finger in Int32(1)...4 { stage.down(finger, 100, Double(finger) * 50, at: 1000) }
    #expect(pan.lastReason?.description == "failed: 4 touches > 3 at +0 ms")
    for finger in Int32(1)...4 { stage.up(finger, 100, Double(finger) * 50, at: 1010) }
  }

  @Test("9.2 translation counts from the touch-down point, or from recognition")
  func translation() {
    let pan = stage.recognize(PanGestureRecognizer())
    stage.down(1, 100, 100, at: 0)
    stage.move(1, 112, 100, at: 10)
    stage.move(1, 130, 95, at: 20)
    #expect(pan.translation(in: nil) == Point(x: 30, y: -5))
    stage.up(1, 130, 95, at: 30)
    pan.countsFromRecognition = true
    stage.down(1, 100, 100, at: 1000)
    stage.move(1, 112, 100, at: 1010)
    // It was recognized at 10 pt.
    #expect(pan.translation(in: nil) == Point(x: 2, y: 0))
    stage.move(1, 130, 95, at: 1020)
    #expect(pan.translation(in: nil) == Point(x: 20, y: -5))
    stage.up(1, 130, 95, at: 1030)
  }

  @Test("A translation can be set, in the points of a view")
  func setTranslation() {
    let view = stage.add(View(frame: Rect(x: 0, y: 0, width: 400, height: 400)), "view")
    view.transform = AffineTransform(a: 2, b: 0, c: 0, d: 2, tx: 0, ty: 0)
    let pan = stage.recognize(PanGestureRecognizer(), in: view)
    stage.down(1, 100, 100, at: 0)
    stage.move(1, 120, 100, at: 10)
    #expect(pan.translation(in: view) == Point(x: 10, y: 0))
    #expect(pan.translation(in: nil) == Point(x: 20, y: 0))
    pan.setTranslation(.zero, in: view)
    stage.move(1, 130, 120, at: 20)
    #expect(pan.translation(in: view) == Point(x: 5, y: 10))
    pan.setTranslation(Point(x: 1, y: 1), in: view)
    #expect(pan.translation(in: nil) == Point(x: 2, y: 2))
    stage.up(1, 130, 120, at: 30)
  }

  @Test("9.2 a finger that comes or goes makes no jump")
  func noJump() {
    let pan = stage.recognize(PanGestureRecognizer())
    stage.down(1, 100, 100, at: 0)
    stage.move(1, 120, 100, at: 10)
    stage.down(2, 500, 400, at: 20)
    #expect(pan.translation(in: nil) == Point(x: 20, y: 0))
    stage.contact(1, .moved, 130, 100)
    stage.contact(2, .moved, 510, 400)
    stage.frame(at: 30)
    #expect(pan.translation(in: nil) == Point(x: 30, y: 0))
    // One moves while another comes, and while another goes.
    stage.contact(1, .moved, 160, 100)
    stage.contact(3, .began, 10, 10)
    stage.frame(at: 40)
    #expect(pan.translation(in: nil) == Point(x: 45, y: 0))
    stage.contact(2, .ended, 510, 400)
    stage.contact(1, .moved, 190, 100)
    stage.frame(at: 50)
    #expect(pan.translation(in: nil) == Point(x: 55, y: 0))
    stage.up(1, 190, 100, at: 60)
    #expect(pan.translation(in: nil) == Point(x: 55, y: 0))
    stage.up(3, 10, 10, at: 70)
    #expect(stage.takenGestures().last == "pan ended")
  }

  @Test("9.2 a pan has a velocity, in the points of a view")
  func velocity() {
    let pan = stage.recognize(PanGestureRecognizer())
    stage.down(1, 100, 100, at: 0)
    for step in 1...5 { stage.move(1, 100 + Double(step) * 10, 100, at: Int64(step) * 10) }
    let velocity = pan.velocity(in: nil)
    #expect(abs(velocity.x - 1000) < 1)
    #expect(velocity.y == 0)
    pan.setTranslation(.zero, in: nil)
    #expect(abs(pan.velocity(in: nil).x - 1000) < 1)
    stage.up(1, 150, 100, at: 50)
    #expect(abs(pan.velocity(in: nil).x - 1000) < 1)
  }

  @Test("A pan that gets far enough only with its last sample begins and ends")
  func lastSample() {
    stage.recognize(PanGestureRecognizer())
    stage.down(1, 100, 100, at: 0)
    stage.up(1, 150, 100, at: 10)
    #expect(stage.takenGestures() == ["pan began", "pan ended"])
  }

  // MARK: Screen edge

  @Test(
    "9.2 a screen-edge pan starts within 3 mm of the edge",
    arguments: [
      (ScreenEdgePanGestureRecognizer.Edges.left, 29.0, 240.0, 1.0, 0.0), (.right, 771, 240, -1, 0),
      (.top, 400, 29, 0, 1), (.bottom, 400, 451, 0, -1),
    ])
  func edge(edges: ScreenEdgePanGestureRecognizer.Edges, x: Double, y: Double, dx: Double, dy: Double) {
    stage.window.pointsPerMillimetre = 10
    let pan = stage.recognize(ScreenEdgePanGestureRecognizer())
    pan.edges = edges
    stage.down(1, x, y, at: 0)
    stage.move(1, x + dx * 20, y + dy * 20, at: 10)
    #expect(pan.edge == edges)
    stage.move(1, x + dx * 40, y + dy * 40, at: 20)
    stage.up(1, x + dx * 40, y + dy * 40, at: 30)
    #expect(stage.takenGestures() == ["edgePan began", "edgePan changed", "edgePan ended"])
    stage.down(1, x + dx * 2, y + dy * 2, at: 1000)
    #expect(pan.lastReason?.description == "failed: began 3.1 mm from the edge > 3.0 mm at +0 ms")
    stage.up(1, x + dx * 2, y + dy * 2, at: 1010)
  }

  @Test("9.2 touches that come later are ignored by a screen-edge pan, and stay with their view")
  func later() {
    let pan = stage.recognize(ScreenEdgePanGestureRecognizer())
    pan.edges = .left
    let view = stage.add(TouchView(frame: Rect(x: 200, y: 0, width: 200, height: 480)), "view")
    stage.down(1, 0, 300, at: 0)
    stage.move(1, 30, 300, at: 16)
    stage.down(2, 250, 300, at: 32)
    stage.move(2, 310, 300, at: 48)
    stage.move(1, 60, 300, at: 64)
    #expect(pan.translation(in: nil) == Point(x: 60, y: 0))
    #expect(pan.numberOfTouches == 1)
    #expect(view.taken() == ["began 2", "moved 2"])
    stage.up(1, 60, 300, at: 80)
    stage.up(2, 310, 300, at: 90)
    #expect(view.taken() == ["ended 2"])
  }

  @Test("A screen-edge pan goes inward")
  func inward() {
    let pan = stage.recognize(ScreenEdgePanGestureRecognizer())
    pan.edges = .left
    stage.down(1, 5, 100, at: 0)
    stage.move(1, 10, 120, at: 10)
    #expect(pan.lastReason?.description == "failed: moved 5.0 pt along and 20.0 pt across the direction at +10 ms")
    stage.up(1, 10, 120, at: 20)
  }

  // MARK: Swipe

  @Test(
    "9.2 a swipe has a direction",
    arguments: [
      (SwipeGestureRecognizer.Direction.right, 60.0, 0.0), (.left, -60, 0), (.up, 0, -60), (.down, 0, 60),
    ])
  func swipe(direction: SwipeGestureRecognizer.Direction, dx: Double, dy: Double) {
    for each in [SwipeGestureRecognizer.Direction.right, .left, .up, .down] {
      let swipe = stage.recognize(SwipeGestureRecognizer(), named: each.description)
      swipe.direction = each
    }
    stage.down(1, 400, 240, at: 0)
    stage.move(1, 400 + dx, 240 + dy, at: 100)
    #expect(stage.takenGestures().filter { $0.hasSuffix("recognized") } == ["\(direction) recognized"])
    stage.up(1, 400 + dx, 240 + dy, at: 110)
  }

  @Test("9.2 a swipe of several directions says which it was")
  func whichWay() {
    let swipe = stage.recognize(SwipeGestureRecognizer())
    swipe.direction = [.left, .right]
    stage.down(1, 400, 240, at: 0)
    stage.move(1, 330, 240, at: 100)
    stage.up(1, 330, 240, at: 110)
    #expect(swipe.recognizedDirection == .left)
  }

  @Test("9.2 a swipe goes at least 50 pt", arguments: [(49.9, false), (50.0, true)])
  func swipeDistance(way: Double, isSwipe: Bool) {
    stage.recognize(SwipeGestureRecognizer())
    stage.down(1, 100, 100, at: 0)
    stage.move(1, 100 + way, 100, at: 100)
    stage.up(1, 100 + way, 100, at: 110)
    #expect(stage.takenGestures() == [isSwipe ? "swipe recognized" : "swipe failed"])
  }

  @Test("9.2 a swipe takes 0.5 s at most", arguments: [(500, true), (501, false)])
  func swipeDuration(milliseconds: Int64, isSwipe: Bool) {
    stage.recognize(SwipeGestureRecognizer())
    stage.down(1, 100, 100, at: 0)
    stage.move(1, 160, 100, at: milliseconds)
    stage.up(1, 160, 100, at: 600)
    #expect(stage.takenGestures() == [isSwipe ? "swipe recognized" : "swipe failed"])
  }

  @Test("9.2 a swipe needs its number of touches, all going the same way")
  func swipeTouches() {
    let swipe = stage.recognize(SwipeGestureRecognizer())
    swipe.numberOfTouchesRequired = 2
    stage.both(.began, 100, 100, 100, 200, at: 0)
    stage.both(.moved, 160, 100, 160, 200, at: 50)
    stage.both(.ended, 160, 100, 160, 200, at: 60)
    #expect(stage.takenGestures() == ["swipe recognized"])
    stage.both(.began, 100, 100, 100, 200, at: 1000)
    stage.both(.moved, 220, 100, 100, 260, at: 1050)
    stage.both(.ended, 220, 100, 100, 260, at: 1060)
    #expect(stage.takenGestures() == ["swipe failed"])
    stage.down(1, 100, 100, at: 2000)
    stage.move(1, 200, 100, at: 2050)
    stage.up(1, 200, 100, at: 2060)
    #expect(swipe.lastReason?.description == "failed: 1 touch < 2 at +60 ms")
  }

  @Test("A swipe may be asked to be fast and straight")
  func swipeNumbers() {
    let swipe = stage.recognize(SwipeGestureRecognizer())
    swipe.minimumSpeed = .points(1000)
    stage.down(1, 100, 100, at: 0)
    stage.move(1, 160, 100, at: 200)
    stage.up(1, 160, 100, at: 210)
    #expect(swipe.lastReason?.description == "failed: moved at 285.7 pt/s < 1000.0 pt/s at +210 ms")
    swipe.minimumSpeed = .points(0)
    stage.down(1, 100, 100, at: 1000)
    stage.move(1, 160, 140, at: 1050)
    stage.up(1, 160, 140, at: 1060)
    #expect(swipe.lastReason?.description == "failed: moved 60.0 pt along and 40.0 pt across the direction at +60 ms")
    stage.down(1, 200, 100, at: 2000)
    stage.move(1, 140, 105, at: 2050)
    stage.up(1, 140, 105, at: 2060)
    #expect(swipe.lastReason?.description == "failed: moved -60.0 pt along and 5.0 pt across the direction at +50 ms")
  }
}
