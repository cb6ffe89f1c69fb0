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
}
