import ContactorCore
import ContactorStage
import Testing

/// Edges of single recognizers that the cases and recordings of others brought up.
struct GestureEdgeTests {
  private let stage = Stage()

  private func add<Recognizer: GestureRecognizer>(_ recognizer: Recognizer, _ name: String) -> Recognizer {
    recognizer.name = name
    stage.window.addGestureRecognizer(recognizer)
    return recognizer
  }

  private func advance(to milliseconds: Int64) {
    stage.application.advance(to: Timestamp(microseconds: milliseconds * 1000))
  }

  @Test("9.3 a touch that comes while a tap waits is too late for it, and so is what comes beside it")
  func lateTouches() {
    let single = add(TapGestureRecognizer(), "single")
    let double = add(TapGestureRecognizer(), "double")
    double.numberOfTapsRequired = 2
    single.require(toFail: double)
    stage.tap(1, 100, 100, at: 0)
    stage.down(1, 100, 100, at: 100)
    stage.down(2, 200, 100, at: 110)
    #expect(stage.takenGestures() == ["double failed", "single recognized"])
    stage.up(1, 100, 100, at: 150)
    stage.up(2, 200, 100, at: 160)
    advance(to: 2000)
    #expect(stage.takenGestures() == [])
    // The next tap is a tap again.
    stage.tap(1, 100, 100, at: 3000)
    advance(to: 4000)
    #expect(stage.takenGestures() == ["double failed", "single recognized"])
    #expect(stage.violations.isEmpty)
  }

  @Test("9.3 a second touch that is held too long for a double tap is no tap either")
  func heldSecondTouch() {
    let single = add(TapGestureRecognizer(), "single")
    let double = add(TapGestureRecognizer(), "double")
    double.numberOfTapsRequired = 2
    single.require(toFail: double)
    stage.tap(1, 100, 100, at: 0)
    stage.down(1, 100, 100, at: 100)
    advance(to: 1000)
    stage.up(1, 100, 100, at: 1100)
    advance(to: 3000)
    #expect(stage.takenGestures() == ["double failed", "single recognized"])
    #expect(stage.violations.isEmpty)
  }

  @Test("9.2 a swipe that begins between two directions becomes the one that it turns to")
  func swipeArc() {
    let swipe = add(SwipeGestureRecognizer(), "swipe")
    swipe.direction = [.right, .up]
    stage.down(1, 100, 400, at: 0)
    stage.move(1, 160, 350, at: 50)
    stage.move(1, 170, 320, at: 80)
    #expect(stage.takenGestures() == [])
    stage.move(1, 160, 250, at: 120)
    #expect(stage.takenGestures() == ["swipe recognized"])
    #expect(swipe.recognizedDirection == .up)
    stage.up(1, 160, 250, at: 130)
    // One that stays between them is none, and says so.
    stage.down(1, 100, 400, at: 1000)
    stage.move(1, 200, 300, at: 1100)
    stage.up(1, 200, 300, at: 1200)
    #expect(stage.takenGestures() == ["swipe failed"])
    #expect(swipe.lastReason?.text == "moved 100.0 pt along and 100.0 pt across the direction")
  }

  @Test("9.2 a pan without hysteresis begins with the touch")
  func noHysteresis() {
    let pan = add(PanGestureRecognizer(), "pan")
    pan.hysteresis = .points(0)
    pan.minimumNumberOfTouches = 2
    stage.down(1, 100, 100, at: 0)
    #expect(stage.takenGestures() == [])
    stage.down(2, 200, 100, at: 10)
    #expect(stage.takenGestures() == ["pan began"])
    stage.up(1, 100, 100, at: 20)
    stage.up(2, 200, 100, at: 30)
    #expect(stage.takenGestures() == ["pan ended"])
  }

  @Test("9.2 a translation that counts from recognition leaves out the hysteresis, not the step that crossed it")
  func countsFromRecognition() {
    let pan = add(PanGestureRecognizer(), "pan")
    pan.countsFromRecognition = true
    stage.down(1, 100, 100, at: 0)
    stage.move(1, 130, 140, at: 10)
    let way = pan.translation(in: nil)
    #expect(abs(way.x - 24) < 1e-9 && abs(way.y - 32) < 1e-9)
    stage.move(1, 140, 140, at: 20)
    #expect(abs(pan.translation(in: nil).x - 34) < 1e-9)
    stage.up(1, 140, 140, at: 30)
  }

  @Test("9.2 a pinch with a least span begins there, and its scale counts from there")
  func leastSpan() {
    let pinch = add(PinchGestureRecognizer(), "pinch")
    pinch.minimumSpan = .points(100)
    stage.down(1, 100, 100, at: 0)
    stage.down(2, 140, 100, at: 10)
    stage.move(2, 180, 100, at: 20)
    #expect(stage.takenGestures() == [])
    stage.move(2, 250, 100, at: 30)
    #expect(stage.takenGestures() == ["pinch began"])
    #expect(abs(pinch.scale - 1.5) < 1e-9)
    stage.up(2, 250, 100, at: 40)
    stage.up(1, 100, 100, at: 50)
  }

  @Test("9.2 fingers that rest and roll by less than 20 pt are no pinch")
  func rolling() {
    let pinch = add(PinchGestureRecognizer(), "pinch")
    stage.down(1, 100, 100, at: 0)
    stage.down(2, 200, 100, at: 10)
    stage.move(2, 219, 100, at: 20)
    #expect(pinch.state == .possible)
    stage.move(2, 221, 100, at: 30)
    #expect(pinch.state == .began)
    stage.up(1, 100, 100, at: 40)
    stage.up(2, 221, 100, at: 50)
  }

  @Test("9.6 how long a pan's samples count can be set")
  func velocityHorizon() {
    let pan = add(PanGestureRecognizer(), "pan")
    pan.velocityHorizon = .seconds(1)
    pan.velocityStopTime = .milliseconds(500)
    stage.down(1, 100, 100, at: 0)
    stage.move(1, 200, 100, at: 400)
    #expect(abs(pan.velocity(in: nil).x - 250) < 1e-9)
    stage.up(1, 200, 100, at: 410)
  }

  /// An edge pan from the left of the window.
  private func edgePan() -> ScreenEdgePanGestureRecognizer {
    let pan = add(ScreenEdgePanGestureRecognizer(), "edge")
    pan.edges = .left
    return pan
  }

  @Test("9.2 an edge pan takes the finger at the edge, whatever others one frame reports with it", arguments: [true, false])
  func edgeFingerAmongOthers(isFirst: Bool) {
    let pan = edgePan()
    let view = stage.add(View(frame: Rect(x: 400, y: 0, width: 100, height: 400)), "middle")
    view.isMultipleTouchEnabled = true
    let places = [(Int32(1), 5.0), (2, 450), (3, 460)]
    for (finger, x) in isFirst ? places : places.reversed() { stage.contact(finger, .began, x, 100) }
    stage.frame(at: 0)
    #expect(pan.touchIDs.count == 1 && pan.numberOfTouches == 1)
    stage.move(1, 40, 100, at: 10)
    #expect(stage.takenGestures() == ["edge began"])
    stage.move(2, 480, 100, at: 20)
    #expect(abs(pan.translation(in: nil).x - 35) < 1e-9)
    // The fingers that are not the gesture's stay the view's.
    #expect(stage.application.event.touches(for: view).count == 2)
    stage.up(1, 40, 100, at: 30)
    #expect(stage.takenGestures().last == "edge ended")
    stage.up(2, 480, 100, at: 40)
    stage.up(3, 460, 100, at: 50)
    #expect(stage.violations.isEmpty)
  }

  @Test("9.2 a tap beside an edge pan that is undecided is not withheld from its view, and not taken away as the pan begins")
  func tapBesideEdgePan() {
    _ = edgePan()
    let button = stage.button("ok", 400, 80)
    stage.contact(1, .began, 5, 100)
    stage.contact(2, .began, 450, 100)
    stage.frame(at: 0)
    _ = stage.taken()
    stage.up(2, 450, 100, at: 20)
    #expect(stage.taken().contains { $0.contains("touchUpInside") }, "the pan does not see the finger")
    #expect(!button.isTracking)
    stage.move(1, 60, 100, at: 30)
    stage.up(1, 60, 100, at: 40)
    #expect(stage.takenGestures() == ["edge began", "edge ended"])
  }

  @Test("9.2 a finger that a gesture ignores is not one of its touches")
  func ignoredFinger() {
    let pan = edgePan()
    stage.down(1, 5, 100, at: 0)
    stage.down(2, 300, 100, at: 10)
    stage.move(1, 60, 100, at: 20)
    #expect(pan.numberOfTouches == 1 && pan.touchIDs.count == 1)
    stage.up(2, 300, 100, at: 30)
    stage.up(1, 60, 100, at: 40)
    #expect(stage.takenGestures() == ["edge began", "edge ended"])
  }
}
