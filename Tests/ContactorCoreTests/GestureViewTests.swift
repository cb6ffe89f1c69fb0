import ContactorCore
import ContactorStage
import Testing

/// Contract 9.3: what views see of the touches of gestures.
struct GestureViewTests {
  let stage = Stage()
  let view: TouchView

  init() {
    view = stage.add(TouchView(frame: Rect(x: 0, y: 0, width: 800, height: 480)), "view")
    view.isMultipleTouchEnabled = true
  }

  @Test("9.3 cancelsTouchesInView: the view has seen touchesBegan and then gets touchesCancelled")
  func cancels() {
    stage.recognize(PanGestureRecognizer(), in: view)
    stage.down(1, 100, 100, at: 0)
    stage.move(1, 105, 100, at: 10)
    #expect(view.taken() == ["began 1", "moved 1"])
    stage.move(1, 130, 100, at: 20)
    #expect(view.taken() == ["cancelled 1"])
    stage.move(1, 150, 100, at: 30)
    stage.up(1, 150, 100, at: 40)
    #expect(view.taken() == [])
    #expect(stage.violations.isEmpty)
  }

  @Test("9.3 cancelsTouchesInView false: the view keeps its touches")
  func keeps() {
    let pan = stage.recognize(PanGestureRecognizer(), in: view)
    pan.cancelsTouchesInView = false
    stage.down(1, 100, 100, at: 0)
    stage.move(1, 130, 100, at: 20)
    stage.up(1, 130, 100, at: 40)
    #expect(view.taken() == ["began 1", "moved 1", "ended 1"])
    #expect(stage.takenGestures() == ["pan began", "pan ended"])
  }

  @Test("9.3 a tap that is recognized takes the up from the view")
  func tap() {
    stage.tapRecognizer("tap", in: view)
    stage.tap(1, 100, 100, at: 0)
    #expect(view.taken() == ["began 1", "cancelled 1"])
  }

  @Test("9.3 a long press cancels the view's touch at its deadline")
  func press() {
    stage.recognize(LongPressGestureRecognizer(), in: view)
    stage.down(1, 100, 100, at: 0)
    stage.wait(until: 500)
    #expect(view.taken() == ["began 1", "cancelled 1"])
    #expect(stage.application.event.timestamp == Timestamp(microseconds: 500_000))
    stage.up(1, 100, 100, at: 600)
    #expect(view.taken() == [])
  }

  @Test("9.3 a gesture that wins takes the button's touch: touchCancel and no up event")
  func button() {
    stage.recognize(PanGestureRecognizer())
    view.removeFromSuperview()
    _ = stage.button("ok", 100, 100)
    stage.down(1, 120, 120, at: 0)
    stage.move(1, 150, 120, at: 10)
    stage.up(1, 150, 120, at: 20)
    #expect(stage.taken() == ["ok touchDown", "ok touchCancel"])
    stage.tap(2, 120, 120, at: 1000)
    #expect(stage.taken().contains("ok touchUpInside"))
    #expect(stage.violations.isEmpty)
  }

  @Test("9.3 a finger that joins a gesture under way never reaches its view")
  func joins() {
    stage.recognize(PanGestureRecognizer(), in: view)
    stage.down(1, 100, 100, at: 0)
    stage.move(1, 130, 100, at: 10)
    _ = view.taken()
    stage.down(2, 300, 300, at: 20)
    stage.up(2, 300, 300, at: 30)
    stage.up(1, 130, 100, at: 40)
    #expect(view.taken() == [])
  }

  @Test("9.3 a recognizer that is recognized by the down itself leaves the view nothing to see")
  func atOnce() {
    let press = stage.recognize(LongPressGestureRecognizer(), in: view)
    press.minimumPressDuration = .zero
    stage.down(1, 100, 100, at: 0)
    stage.up(1, 100, 100, at: 10)
    #expect(view.taken() == [])
  }

  @Test("9.3 delaysTouchesBegan: the view gets new touches only once the recognizer has failed")
  func delaysBegan() {
    let pan = stage.recognize(PanGestureRecognizer(), in: view)
    pan.delaysTouchesBegan = true
    stage.down(1, 100, 100, at: 0)
    stage.move(1, 103, 100, at: 10)
    #expect(view.taken() == [])
    stage.up(1, 103, 100, at: 20)
    #expect(view.taken() == ["began 1", "ended 1"])
    stage.down(2, 100, 100, at: 1000)
    stage.move(2, 130, 100, at: 1010)
    stage.up(2, 130, 100, at: 1020)
    #expect(view.taken() == [])
    #expect(stage.violations.isEmpty)
  }

  @Test("9.3 delaysTouchesBegan: what comes after the failure is seen as ever")
  func delaysBeganInBetween() {
    let tap = stage.tapRecognizer("tap", in: view)
    tap.delaysTouchesBegan = true
    stage.down(1, 100, 100, at: 0)
    #expect(view.taken() == [])
    stage.move(1, 200, 100, at: 10)
    #expect(view.taken() == ["began 1", "moved 1"])
    stage.up(1, 200, 100, at: 20)
    #expect(view.taken() == ["ended 1"])
    stage.down(2, 100, 100, at: 1000)
    stage.wait(until: 1750)
    #expect(view.taken() == ["began 2"])
    stage.up(2, 100, 100, at: 1800)
    #expect(view.taken() == ["ended 2"])
  }

  @Test("9.3 delaysTouchesBegan: a view of one touch gets no second one by way of the delay")
  func delaysBeganSingleTouch() {
    view.isMultipleTouchEnabled = false
    let tap = stage.tapRecognizer("tap", touches: 3, in: view)
    tap.delaysTouchesBegan = true
    stage.both(.began, 100, 100, 200, 100, at: 0)
    stage.both(.ended, 100, 100, 200, 100, at: 10)
    #expect(view.taken() == ["began 1", "ended 1"])
  }

  @Test("9.3 delaysTouchesEnded: the view learns of the end once the recognizer has failed")
  func delaysEnded() {
    stage.tapRecognizer("double", taps: 2, in: view)
    stage.tap(1, 100, 100, at: 0)
    #expect(view.taken() == ["began 1"])
    stage.wait(until: 1000)
    #expect(view.taken() == ["ended 1"])
    stage.tap(2, 100, 100, at: 2000)
    stage.tap(3, 100, 100, at: 2150)
    #expect(view.taken() == ["began 2", "began 3", "cancelled 3,2"])
    #expect(stage.violations.isEmpty)
  }

  @Test("9.3 delaysTouchesEnded false: the view learns of the end at once")
  func delaysEndedNot() {
    let double = stage.tapRecognizer("double", taps: 2, in: view)
    double.delaysTouchesEnded = false
    stage.tap(1, 100, 100, at: 0)
    #expect(view.taken() == ["began 1", "ended 1"])
    stage.wait(until: 1000)
  }

  @Test("9.3 a button beside a double tap sends its up when the double tap has failed")
  func buttonWaits() {
    stage.tapRecognizer("double", taps: 2)
    view.removeFromSuperview()
    let button = stage.button("ok", 100, 100)
    stage.tap(1, 120, 120, at: 0)
    #expect(stage.taken() == ["ok touchDown"])
    #expect(button.isTracking)
    stage.wait(until: 1000)
    #expect(stage.taken() == ["ok touchUpInside", "ok primaryActionTriggered"])
    #expect(stage.violations.isEmpty)
  }

  @Test("9.3 the touch of a view that left while its end was kept is cancelled")
  func leaves() {
    stage.tapRecognizer("double", taps: 2)
    view.removeFromSuperview()
    let button = stage.button("ok", 100, 100)
    stage.tap(1, 120, 120, at: 0)
    button.removeFromSuperview()
    _ = stage.taken()
    stage.wait(until: 1000)
    #expect(!button.isTracking)
    #expect(!stage.taken().contains("ok touchUpInside"))
  }
}
