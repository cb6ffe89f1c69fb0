import ContactorControls
import ContactorStage
import Testing

@testable import ContactorCore

/// Touches whose end does not reach the control that tracks them: what closes, leaves, moves or swallows in between.
///
/// Contract 3.7, 4.6, 5.14; the hostile program found most of these.
@Suite("Ends of touches that controls are not told of (contract 4.6, 5.14)")
struct LostEndTests {
  private let stage = Stage()
  private var application: Application { stage.application }

  @Test("5.14 a window that closes before its touches are given their end cancels them, and nothing stays behind")
  func windowClosesBeforeEnd() {
    var application: HoldingApplication? = HoldingApplication()
    let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    var button: Button? = Button(frame: window.bounds)
    weak let dying = button
    application?.addWindow(window)
    window.addSubview(button!)
    var sent: [Control.Events] = []
    button?.on(.allTouchEvents) { _, event in sent.append(event?.controlEvents ?? []) }
    application?.tap(at: 0)
    application?.beforeSend = { application, event in
      if event.allTouches.contains(where: { $0.phase == .ended }) { application.windows.first?.close() }
    }
    application?.tap(at: 1_000_000)
    #expect(sent == [.touchDown, .touchUpInside, .touchDown, .touchCancel])
    #expect(button?.isTracking == false && button?.isHighlighted == false)
    application = nil
    button?.removeFromSuperview()
    button = nil
    #expect(dying == nil)
  }

  @Test("5.14 a window that closes as its touches are about to be cancelled still gives them that")
  func windowClosesBeforeCancel() {
    let application = HoldingApplication()
    let observer = Watcher()
    application.addObserver(observer)
    let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let button = Button(frame: window.bounds)
    application.addWindow(window)
    window.addSubview(button)
    var cancelled = 0
    button.on(.touchCancel) { _ in cancelled += 1 }
    application.press(at: 0)
    application.beforeSend = { application, _ in application.windows.first?.close() }
    application.cancelTouches()
    #expect(cancelled == 1 && !button.isTracking && observer.violations == 0)
  }

  @Test("5.14 a touch that arrives while a window is removed waits for the host's next call, and does not begin there")
  func touchBeginsInRemoval() {
    let button = stage.button("ok", 0, 0)
    let recognizer = stage.recognize(FeedingRecognizer(), named: "feeding")
    var cancelled = 0
    button.on(.touchCancel) { _ in cancelled += 1 }
    recognizer.onReset = { [stage] in stage.down(2, 20, 20, at: 10) }
    stage.down(1, 10, 10, at: 0)
    application.removeWindow(stage.window)
    #expect(cancelled == 1 && application.event.allTouches.isEmpty && application.nextDeadline == application.now)
    stage.pass(to: 10)
    #expect(application.event.allTouches.count == 1 && application.event.allTouches.first?.view == nil)
    application.cancelTouches()
    #expect(cancelled == 1 && !button.isTracking && stage.violations.isEmpty)
  }

  @Test("5.14 a control inside which a view took the touch is at rest, though that view has left it before its end")
  func passingViewLeaves() {
    weak var dying: Button?
    do {
      let button = stage.button("ok", 0, 0)
      dying = button
      button.addSubview(LeavingView(frame: button.bounds))
      stage.tap(1, 10, 10, at: 0)
      #expect(!button.isTracking && button.subviews.isEmpty)
      button.removeFromSuperview()
    }
    #expect(dying == nil)
  }

  @Test("5.14 a window that closes in the touchCancel of a gesture takes the touch from the gesture, too")
  func windowClosesInCancel() {
    let stepper = stage.add(Stepper(frame: Rect(x: 0, y: 0, width: 100, height: 100)), "stepper")
    let press = LongPressGestureRecognizer()
    stepper.addGestureRecognizer(press)
    stepper.on(.touchCancel) { [weak stage] _ in stage?.window.close() }
    stage.down(1, 10, 10, at: 0)
    stage.frame(at: 2_000)
    #expect(press.state == .possible)
    stage.up(1, 10, 10, at: 2_010)
    #expect(stage.violations.isEmpty && application.event.allTouches.isEmpty)
  }

  @Test("3.7, 4.6 a control from inside which a touched view moves elsewhere cancels tracking; the view keeps its touch")
  func touchedViewMoves() {
    let button = stage.button("ok", 0, 0)
    let inner = LastingView(frame: button.bounds)
    button.addSubview(inner)
    var sent: [Control.Events] = []
    button.on(.allTouchEvents) { button, event in sent.append(event?.controlEvents ?? []) }
    stage.down(1, 10, 10, at: 0)
    let other = stage.add(View(frame: Rect(x: 0, y: 100, width: 100, height: 100)), "other")
    other.addSubview(inner)
    #expect(!button.isTracking && sent == [.touchDown, .touchCancel])
    stage.up(1, 10, 10, at: 10)
    #expect(inner.ended == 1 && sent.count == 2 && stage.violations.isEmpty)
  }

  @Test("3.7, 4.6 a control from inside which a view moves elsewhere cancels tracking though a gesture keeps the end back")
  func viewMovesWithKeptEnd() {
    let button = stage.button("ok", 0, 0)
    let inner = View(frame: button.bounds)
    button.addSubview(inner)
    stage.tapRecognizer("double", taps: 2, in: inner)
    var sent: [Control.Events] = []
    button.on(.allTouchEvents) { button, event in sent.append(event?.controlEvents ?? []) }
    stage.tap(1, 10, 10, at: 0)
    #expect(button.isTracking && sent == [.touchDown], "its end is kept back")
    stage.add(View(frame: Rect(x: 0, y: 100, width: 100, height: 100)), "other").addSubview(inner)
    #expect(!button.isTracking && sent == [.touchDown, .touchCancel])
    stage.pass(to: 1_000)
    #expect(sent.count == 2 && stage.violations.isEmpty)
  }

  @Test("5.14 a control that a view passes by is at rest once a gesture has the touch whose end it kept back")
  func passedByWithKeptEnd() {
    weak var dying: Control?
    do {
      let control = stage.add(Control(frame: Rect(x: 0, y: 0, width: 100, height: 200)), "control")
      dying = control
      let view = stage.add(Detour(frame: control.bounds), "detour", to: control)
      stage.tapRecognizer("double", taps: 2, in: view)
      stage.tap(1, 10, 100, at: 0)
      #expect(control.isTracking, "its end is kept back")
      view.detour = stage.window
      stage.tap(2, 10, 100, at: 100)
      #expect(stage.takenGestures() == ["double recognized"])
      #expect(!control.isTracking && stage.violations.isEmpty)
      control.removeFromSuperview()
    }
    stage.pass(to: 1_000)
    #expect(dying == nil)
  }

  @Test("5.14 a window that an observer closes as two fingers are lifted leaves no gesture stuck")
  func windowClosesAsFingersLift() {
    let button = stage.button("ok", 0, 0)
    button.addGestureRecognizer(PanGestureRecognizer())
    stage.down(1, 10, 10, at: 0)
    stage.contact(1, .moved, 10, 90)
    stage.contact(2, .began, 20, 20)
    stage.frame(at: 8)
    let watcher = Watcher()
    application.addObserver(watcher)
    watcher.onTouch = { [stage] in stage.window.close() }
    stage.contact(2, .ended, 20, 20)
    stage.contact(1, .ended, 10, 90)
    stage.frame(at: 16)
    #expect(stage.violations.isEmpty && watcher.violations == 0 && application.event.allTouches.isEmpty)
  }

  @Test("5.14 an application that turns a recognizer off as it dies leaves no control with the touch that was kept back")
  func applicationDiesWithKeptEnd() {
    weak var dying: Control?
    do {
      var application: HoldingApplication? = HoldingApplication()
      let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
      let control = Control(frame: window.bounds)
      dying = control
      application?.addWindow(window)
      window.addSubview(control)
      let pinch = PinchGestureRecognizer()
      window.addGestureRecognizer(pinch)
      application?.press(at: 0)
      application?.handle([(2, .began), (1, .ended)], at: 8_000)
      application?.onDeinit = { pinch.isEnabled = false }
      application = nil
    }
    #expect(dying == nil)
  }

  @Test("5.14 a control that passes a touch on to super after a gesture took it does not track it")
  func touchIsLostBeforeSuper() {
    let control = stage.add(StartingControl(frame: Rect(x: 0, y: 0, width: 100, height: 100)), "control")
    let recognizer = GestureRecognizer()
    stage.window.addGestureRecognizer(recognizer)
    control.beforeBegan = { recognizer.state = .changed }
    stage.down(1, 10, 10, at: 0)
    #expect(!control.isTracking)
    recognizer.state = .ended
    stage.up(1, 10, 10, at: 10)
    #expect(stage.violations.isEmpty)
  }

  @Test("5.14 a recognizer whose window changes applications in the middle of a sequence begins the next one when that is over")
  func recognizerChangesApplications() {
    let other = Application()
    let button = stage.button("ok", 0, 0)
    let corners = CornerSequenceGestureRecognizer()
    stage.window.addGestureRecognizer(corners)
    button.on(.touchDown) { [unowned stage, unowned other] _ in
      other.addWindow(stage.window)
      let contact = Contact(trackingID: 1, slot: 0, phase: .began, location: Point(x: 10, y: 10))
      other.handle(TouchFrame(device: DeviceID(rawValue: 1), timestamp: Timestamp(microseconds: 1), contacts: [contact]))
    }
    stage.down(1, 10, 10, at: 0)
    #expect(stage.violations.isEmpty)
    other.cancelTouches()
    #expect(!button.isTracking && corners.state == .possible)
  }

  @Test("5.14 a control that is removed, and its window closed, while a gesture keeps its end back is at rest")
  func removedWithKeptEnd() {
    let slider = stage.add(Slider(frame: Rect(x: 0, y: 140, width: 100, height: 100)), "slider")
    let button = stage.button("ok", 0, 0)
    slider.on(.touchDown) { [unowned stage, unowned button] _ in
      button.removeFromSuperview()
      stage.window.performClose()
    }
    stage.window.addGestureRecognizer(PinchGestureRecognizer())
    stage.down(7, 10, 10, at: 0)
    stage.contact(1, .began, 20, 20)
    stage.contact(7, .ended, 10, 10)
    stage.contact(3, .began, 10, 150)
    stage.frame(at: 8)
    #expect(!button.isTracking && !slider.isTracking && stage.violations.isEmpty)
  }

  @Test("5.14 a control that a view passes by in the middle of a touch is at rest before anybody looks")
  func passedBy() {
    let control = stage.add(Control(frame: Rect(x: 0, y: 0, width: 100, height: 200)), "control")
    let view = stage.add(Detour(frame: Rect(x: 0, y: 60, width: 100, height: 100)), "detour", to: control)
    stage.down(1, 10, 100, at: 0)
    #expect(control.isTracking)
    view.detour = stage.window
    stage.contact(1, .ended, 10, 100)
    stage.contact(2, .began, 10, 10)
    stage.frame(at: 8)
    #expect(!control.isTracking && stage.violations.isEmpty)
    stage.up(2, 10, 10, at: 16)
    stage.down(3, 10, 10, at: 2_000)
    #expect(control.isTracking && stage.violations.isEmpty)
  }

  @Test("9.3 a gesture that a recognizer of another window begins in the same frame takes the touch from its view")
  func gestureBegunByAnotherWindow() {
    let other = Window(frame: Rect(x: 400, y: 0, width: 100, height: 100))
    application.addWindow(other)
    let button = stage.button("ok", 0, 0)
    let press = stage.recognize(LongPressGestureRecognizer(), named: "press", in: button)
    let tap = stage.tapRecognizer("tap", in: other)
    tap.addAction("begin") { _ in press.state = .began }
    var sent: [Control.Events] = []
    button.on(.allTouchEvents) { _, event in sent.append(event?.controlEvents ?? []) }
    stage.down(1, 410, 10, at: 0)
    stage.contact(1, .ended, 410, 10)
    stage.contact(2, .began, 10, 10)
    stage.frame(at: 8)
    #expect(press.state == .began && sent == [.touchDown, .touchCancel])
    #expect(!button.isTracking && stage.violations.isEmpty)
    stage.up(2, 10, 10, at: 16)
    #expect(sent.count == 2 && stage.violations.isEmpty)
  }

  @Test("5.14 a control whose end an override swallows is at rest, tracks the next touch, and dies")
  func endIsSwallowed() {
    let application = HoldingApplication()
    let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    var button: ForgetfulButton? = ForgetfulButton(frame: window.bounds)
    weak let dying = button
    application.addWindow(window)
    window.addSubview(button!)
    var downs = 0
    button?.on(.touchDown) { _ in downs += 1 }
    for time in [0, 1_000_000] as [Int64] {
      application.tap(at: time)
      #expect(button?.isTracking == false && button?.isHighlighted == false)
    }
    #expect(downs == 2)
    button?.removeFromSuperview()
    button = nil
    application.tap(at: 2_000_000)
    #expect(dying == nil)
  }
}

/// Passes its touches on to something other than its superview once it is set to.
private final class Detour: View {
  weak var detour: Responder?

  override var next: Responder? { detour ?? super.next }
}

/// Calls something before it sends an event.
private final class HoldingApplication: Application {
  var beforeSend: (Application, Event) -> Void = { _, _ in }
  var onDeinit: () -> Void = {}

  deinit { onDeinit() }

  override func sendEvent(_ event: Event) {
    beforeSend(self, event)
    super.sendEvent(event)
  }

  func tap(at time: Int64) {
    press(at: time)
    handle([(1, .ended)], at: time + 50_000)
  }

  func press(at time: Int64) { handle([(1, .began)], at: time) }

  func handle(_ fingers: [(Int32, TouchPhase)], at time: Int64) {
    let contacts = fingers.map { finger, phase in
      Contact(trackingID: finger, slot: finger, phase: phase, location: Point(x: 10, y: 10))
    }
    handle(TouchFrame(device: DeviceID(rawValue: 1), timestamp: Timestamp(microseconds: time), contacts: contacts))
  }
}

private final class FeedingRecognizer: GestureRecognizer {
  var onReset: () -> Void = {}

  override func reset() {
    let call = onReset
    onReset = {}
    call()
  }
}

private final class StartingControl: Control {
  var beforeBegan: () -> Void = {}

  override func touchesBegan(_ touches: TouchSet, with event: Event?) {
    beforeBegan()
    super.touchesBegan(touches, with: event)
  }
}

private final class LastingView: View {
  var ended = 0

  override func touchesEnded(_ touches: TouchSet, with event: Event?) {
    ended += 1
    super.touchesEnded(touches, with: event)
  }
}

private final class LeavingView: View {
  override func touchesEnded(_ touches: TouchSet, with event: Event?) {
    removeFromSuperview()
    super.touchesEnded(touches, with: event)
  }
}

private final class ForgetfulButton: Button {
  override func touchesEnded(_ touches: TouchSet, with event: Event?) {}
}
