import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// What random walks found between recognizers, views and touches that are taken away.
@Suite struct GestureStreamTests {
  @Test("9.3 a gesture in one window takes the touch from its control while another window is touched")
  func windowsApart() {
    let stage = Stage()
    let other = Window(frame: Rect(x: 0, y: 0, width: 800, height: 480))
    stage.application.addWindow(other)
    stage.application.route(DeviceID(rawValue: 1), to: stage.window)
    stage.application.route(DeviceID(rawValue: 2), to: other)
    let button = stage.button("ok", 0, 0)
    let pan = PanGestureRecognizer()
    pan.hysteresis = .points(0)
    stage.window.addGestureRecognizer(pan)
    // A finger rests in the other window, so that both get every event.
    stage.contact(9, .began, 10, 10)
    stage.frame(at: 0, device: 2)
    stage.down(1, 50, 25, at: 10)
    stage.move(1, 90, 25, at: 20)
    #expect(pan.state.isUnderWay)
    #expect(!button.isTracking)
    stage.up(1, 90, 25, at: 30)
    #expect(pan.state == .possible)
    #expect(stage.violations == [])
  }

  @Test("9.5 a gesture of two fingers that are taken away between frames is cancelled, not stuck")
  func twoFingersTakenAway() {
    let stage = Stage()
    let pan = PanGestureRecognizer()
    stage.window.isMultipleTouchEnabled = true
    stage.window.addGestureRecognizer(pan)
    stage.contact(1, .began, 100, 100)
    stage.contact(2, .began, 200, 100)
    stage.frame(at: 0)
    stage.contact(1, .moved, 150, 100)
    stage.contact(2, .moved, 250, 100)
    stage.frame(at: 10)
    #expect(pan.state.isUnderWay)
    stage.application.cancelTouches()
    #expect(pan.state == .possible)
    #expect(pan.lastReason?.cause == .cancelled)
    #expect(stage.violations == [])
  }

  @Test("9.5 a gesture of which one finger is lifted and one taken away in the same frame is over")
  func liftedAndTakenAway() {
    let stage = Stage()
    let pan = PanGestureRecognizer()
    stage.window.isMultipleTouchEnabled = true
    stage.window.addGestureRecognizer(pan)
    stage.contact(1, .began, 100, 100)
    stage.contact(2, .began, 200, 100)
    stage.frame(at: 0)
    stage.contact(1, .moved, 150, 100)
    stage.contact(2, .moved, 250, 100)
    stage.frame(at: 10)
    stage.contact(1, .ended, 150, 100)
    stage.contact(2, .cancelled, 250, 100)
    stage.frame(at: 20)
    #expect(pan.state == .possible)
    #expect(stage.violations == [])
  }

  @Test("9.3 a touch whose beginning was kept back is cancelled for good when its view's action takes it away")
  func keptBackThenTakenAway() {
    let stage = Stage()
    let button = stage.button("ok", 0, 0)
    button.addAction("cancel", for: .touchDown) { [unowned stage] _, _ in stage.application.cancelTouches() }
    let press = LongPressGestureRecognizer()
    press.delaysTouchesBegan = true
    stage.window.addGestureRecognizer(press)
    stage.down(1, 50, 25, at: 0)
    #expect(stage.taken() == [])
    // Too far for a press: the button is told that the touch began, and takes it away.
    stage.move(1, 80, 25, at: 10)
    #expect(stage.taken().filter { $0.hasPrefix("ok") } == ["ok touchDown", "ok touchCancel"])
    #expect(!button.isTracking)
    stage.up(1, 80, 25, at: 20)
    #expect(stage.application.event.allTouches.isEmpty)
    #expect(stage.violations == [])
  }
}
