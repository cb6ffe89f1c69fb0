import ContactorControls
import ContactorStage
import Testing

@testable import ContactorCore

/// Programs in safe Swift that once broke the engine, or could (contract 5.14, 1.10): each test ran into a crash, an access
/// conflict, a hang, or an effect that was not asked for.
@Suite("What no program may break (contract 5.14)")
struct SoundnessTests {
  private let stage = Stage()
  private var application: Application { stage.application }

  // MARK: A deinit that calls back into what is being changed

  @Test("5.14 cancelling a timer releases what its closure keeps, whose deinit may set and cancel timers")
  func timerCancelled() {
    let token = onDeinit(call: { [application] in
      application.cancel(application.schedule(at: Timestamp(microseconds: 5)) {})
      application.advance(to: Timestamp(microseconds: 10))
    }) { last in application.schedule(at: Timestamp(microseconds: 100)) { _ = last } }
    application.cancel(token)
    #expect(application.nextDeadline == nil)
    #expect(application.now == Timestamp(microseconds: 10))
  }

  @Test("5.14 removing or replacing a closure of a control releases what it keeps, whose deinit may change the table")
  func closureRemoved() {
    let button = stage.button("ok", 0, 0)
    var sent = 0
    for replaces in [false, true] {
      let button = Unowned(button)
      onDeinit(call: {
        button.object.addAction("late", for: .valueChanged) { _, _ in sent += 1 }
        button.object.sendActions(for: .valueChanged)
        button.object.removeTarget(nil, action: nil, for: .touchDown)
      }) { last in button.object.addAction("first", for: .touchDown) { _, _ in _ = last } }
      if replaces {
        button.object.addAction("first", for: .touchDown) { _, _ in }
      } else {
        button.object.removeAction(identifiedBy: "first")
      }
    }
    #expect(sent == 2)
    #expect(button.allControlEvents == .valueChanged)
  }

  @Test("5.14 a token of a closure that is cancelled releases it, whatever its deinit does to the control")
  func tokenCancelled() {
    let slider = stage.add(Slider(frame: Rect(x: 0, y: 0, width: 100, height: 40)), "slider")
    let weak = Unowned(slider)
    let token = onDeinit(call: { weak.object.removeTarget(nil, action: nil, for: .allEvents) }) { last in
      slider.on(.valueChanged) { _ in _ = last }
    }
    slider.on(.valueChanged) { slider in slider.value = 0.5 }
    token.cancel()
    token.cancel()
    slider.sendActions(for: .valueChanged)
    #expect(slider.value == 0)
    #expect(slider.allControlEvents == [])
  }

  @Test("5.14 a notification's token that is cancelled releases its closure, whose deinit may observe and post")
  func hubToken() {
    let hub = application.notifications
    var seen = 0
    var tokens: [NotificationToken] = []
    let token = onDeinit(call: { [window = stage.window] in
      tokens.append(hub.observe(Window.DidBecomeKey.self) { _ in seen += 1 })
      hub.post(Window.DidBecomeKey(sender: window))
    }) { last in hub.observe(Window.DidBecomeKey.self) { _ in _ = last } }
    token.cancel()
    #expect(seen == 1 && tokens.count == 1)
  }

  @Test("5.14 removing a recognizer's closure releases what it keeps, whose deinit may change the recognizer")
  func gestureClosure() {
    let tap = stage.recognize(TapGestureRecognizer(), named: "tap")
    let weak = Unowned(tap)
    onDeinit(call: {
      weak.object.addAction("late") { _ in }
      weak.object.removeTarget(nil, action: nil)
    }) { last in tap.addAction("first") { _ in _ = last } }
    tap.removeAction(identifiedBy: "first")
    stage.tap(1, 10, 10, at: 0)
    #expect(stage.violations.isEmpty)
  }

  @Test("5.14 a view that dies as it leaves may add another from its deinit")
  func viewDies() {
    let window = stage.window
    autoreleased {
      let view = DyingView()
      view.call = { [unowned window] in window.addSubview(View()) }
      window.addSubview(view)
    }
    window.subviews.last?.removeFromSuperview()
    #expect(window.subviews.count == 1)
  }

  @Test("5.14 a class's list of actions may change the very table that asks for it")
  func listChangesTable() throws {
    let button = stage.button("ok", 0, 0)
    Listing.calls.run = { [unowned button] in
      button.addAction("from the list", for: .valueChanged) { _, _ in }
      button.removeTarget(nil, action: nil, for: .touchDown)
    }
    defer { Listing.calls.run = {} }
    let listing = Listing()
    try button.addTarget(listing, action: "go", for: .touchUpInside)
    try button.addTarget(nil, action: "go", for: .touchDown)
    stage.window.addSubview(button)
    button.sendActions(for: [.touchUpInside, .touchDown])
    #expect(button.allControlEvents.contains([.touchUpInside, .valueChanged]))
  }

  @Test("5.5 a target is dead from the beginning of its deinit: it is not called from there")
  func targetInItsDeinit() {
    let button = stage.button("ok", 0, 0)
    for isResponder in [true, false] {
      var calls = 0
      autoreleased {
        if isResponder {
          let target = DyingResponder { calls += 1 }
          target.last = { [unowned button] in button.sendActions(for: .touchUpInside) }
          button.addTarget(target, action: .init("go", DyingResponder.go), for: .touchUpInside)
          withExtendedLifetime(target) { button.sendActions(for: .touchUpInside) }
        } else {
          let target = DyingObject { calls += 1 }
          target.last = { [unowned button] in button.sendActions(for: .touchUpInside) }
          button.addTarget(target, action: .init("go", DyingObject.go), for: .touchUpInside)
          withExtendedLifetime(target) { button.sendActions(for: .touchUpInside) }
        }
      }
      #expect(calls == 1)
    }
    #expect(button.allTargets.isEmpty)
  }

  // MARK: Trees that change under the hand

  @Test("5.14 a view that is put elsewhere during its own removal stays there")
  func movedDuringRemoval() {
    let other = stage.add(View(frame: Rect(x: 400, y: 0, width: 100, height: 100)), "other")
    let view = stage.add(Recorder(frame: Rect(x: 0, y: 0, width: 100, height: 100)), "view")
    view.onTouches = { [unowned view, unowned other] touches, _ in
      if touches.first?.phase == .cancelled { other.addSubview(view) }
    }
    stage.down(1, 10, 10, at: 0)
    view.removeFromSuperview()
    #expect(view.superview === other && view.window === stage.window)
    #expect(other.subviews.count == 1 && stage.violations.isEmpty)
  }

  @Test("5.14 views of negative or no size, and at no place, are never hit and harm nobody", arguments: [true, false])
  func strangeFrames(indexed: Bool) {
    let container = stage.add(View(frame: Rect(x: 0, y: 0, width: 800, height: 480)), "container")
    container.indexesSubviews = indexed
    for index in 0..<24 { container.addSubview(View(frame: Rect(x: Double(index) * 30, y: 0, width: 20, height: 20))) }
    let numbers = [-50.0, .nan, .infinity, -.infinity, .greatestFiniteMagnitude, 0]
    for x in numbers {
      for width in numbers {
        container.addSubview(View(frame: Rect(x: x, y: x, width: width, height: -20)))
        container.subviews[0].frame = Rect(x: x, y: 0, width: width, height: 20)
        _ = stage.window.hitTest(Point(x: 35, y: 5), with: nil)
        _ = stage.window.hitTest(Point(x: width, y: x), with: nil)
      }
    }
    container.subviews[0].frame = Rect(x: 0, y: 0, width: 20, height: 20)
    #expect(stage.window.hitTest(Point(x: 35, y: 5), with: nil) === container.subviews[1])
  }

  @Test("5.14 a view is not put into itself, into what it contains, nor is a window put anywhere")
  func impossibleTrees() {
    let outer = stage.add(View(frame: Rect(x: 0, y: 0, width: 100, height: 100)), "outer")
    let inner = View()
    outer.addSubview(inner)
    inner.addSubview(outer)
    outer.addSubview(outer)
    outer.addSubview(stage.window)
    outer.insertSubview(inner, at: .max)
    outer.insertSubview(inner, at: .min)
    outer.exchangeSubview(at: -1, withSubviewAt: 7)
    #expect(outer.superview === stage.window && outer.subviews == [inner] && inner.subviews.isEmpty)
  }

  @Test("3.2 a chain whose next leads back to itself ends, for actions and touches")
  func circle() throws {
    let view = stage.add(CircularView(frame: Rect(x: 0, y: 0, width: 100, height: 100)), "view")
    let inner = View(frame: view.bounds)
    view.addSubview(inner)
    view.elsewhere = inner
    let button = Button(frame: Rect(x: 50, y: 0, width: 50, height: 50))
    inner.addSubview(button)
    try button.addTarget(nil, action: "nowhere", for: .touchUpInside)
    button.sendActions(for: .touchUpInside)
    stage.down(1, 10, 10, at: 0)
    stage.up(1, 10, 10, at: 10)
    #expect(stage.unhandled.count == 1)
    #expect(inner.becomeFirstResponder() == false)
  }

  // MARK: Recognizers

  @Test("9.3 a recognizer that is taken away in shouldReceive does not see the touch")
  func removedInShouldReceive() {
    let judge = Remover()
    let tap = stage.recognize(TapGestureRecognizer(), named: "tap")
    tap.delegate = judge
    var fired = 0
    tap.on { _ in fired += 1 }
    stage.tap(1, 10, 10, at: 0)
    #expect(fired == 0 && tap.view == nil && tap.state == .possible)
  }

  @Test("9.1 a pan that is turned off as its touches are cancelled says so once")
  func disabledInTouchesCancelled() {
    let pan = stage.recognize(QuittingPan(), named: "pan")
    var states: [GestureRecognizer.State] = []
    pan.on { pan in states.append(pan.state) }
    pan.on { pan in states.append(pan.state) }
    stage.down(1, 10, 10, at: 0)
    stage.move(1, 60, 10, at: 10)
    stage.cancel(1, at: 20)
    #expect(states == [.began, .began, .cancelled, .cancelled])
  }

  // MARK: Time

  @Test("1.10 a timer that sets itself for now runs once in each advance")
  func timerForNow() {
    // A timer that is still set when the test ends must not keep what keeps it.
    unowned let application = stage.application
    var runs = 0
    func again() {
      runs += 1
      application.schedule(at: application.now) { again() }
    }
    application.schedule(at: Timestamp(microseconds: 1)) { again() }
    application.advance(to: Timestamp(microseconds: 100))
    #expect(runs == 1)
    application.advance(to: Timestamp(microseconds: 100))
    #expect(runs == 2)
  }

  @Test("1.10 a repeating timer skips the beats that were missed, and keeps its rhythm")
  func missedBeats() {
    var beats: [Int64] = []
    let token = application.schedule(after: .milliseconds(10), every: .milliseconds(100)) {
      beats.append(application.now.microseconds / 1000)
    }
    for time in [5, 10, 110, 777, 780, 810] { stage.application.advance(to: Timestamp(microseconds: Int64(time) * 1000)) }
    #expect(beats == [10, 110, 210, 810])
    application.cancel(token)
    #expect(application.nextDeadline == nil)
  }

  @Test("1.10 a jump of three days, or to the last moment there is, is one step of a held stepper")
  func jumps() {
    let stepper = stage.add(Stepper(frame: Rect(x: 0, y: 0, width: 100, height: 50)), "stepper")
    stage.down(1, 75, 10, at: 0)
    application.advance(to: Timestamp(microseconds: 3 * 86_400 * 1_000_000))
    #expect(stepper.value == 1)
    application.advance(to: Timestamp(microseconds: .max))
    #expect(stepper.value == 2)
    application.advance(to: Timestamp(microseconds: .max))
    stage.up(1, 75, 10, at: 10)
    #expect(stage.violations.isEmpty && !stepper.isTracking)
  }

  @Test("1.10 the longest and the most negative durations wait for ever or not at all", arguments: [Int64.max, .min])
  func longest(seconds: Int64) {
    let duration = Duration(secondsComponent: seconds, attosecondsComponent: 0)
    application.tuning.tapInterval = duration
    application.tuning.tapDuration = duration
    application.tuning.repeatDelay = duration
    application.tuning.repeatInterval = duration
    let press = stage.recognize(LongPressGestureRecognizer(), named: "press")
    press.minimumPressDuration = duration
    let tap = stage.recognize(TapGestureRecognizer(), named: "tap")
    tap.numberOfTapsRequired = 2
    tap.maximumInterval = duration
    tap.maximumDuration = duration
    application.schedule(after: duration, every: duration) {}
    _ = stage.add(Stepper(frame: Rect(x: 0, y: 0, width: 100, height: 50)), "stepper")
    for time in [0, 100, 200] as [Int64] { stage.tap(Int32(time), 75, 10, at: time) }
    stage.down(1, 75, 10, at: 400)
    application.advance(to: Timestamp(microseconds: .max))
    stage.up(1, 75, 10, at: 500)
    #expect(stage.violations.isEmpty)
  }

  @Test("1.10 what comes in from a timer waits for its turn, and cannot keep the engine for ever")
  func feedsItself() {
    unowned let application = stage.application
    var runs = 0
    func feed() {
      runs += 1
      application.schedule(at: application.now) { feed() }
      application.advance(to: application.now)
    }
    application.schedule(at: Timestamp(microseconds: 1)) { feed() }
    application.advance(to: Timestamp(microseconds: 1))
    #expect(runs >= 1 && runs <= 2_000)
    #expect(application.nextDeadline != nil)
  }

  // MARK: Things that grow

  @Test("1.7 two thousand contacts that are never lifted cost each other little")
  func neverLifted() {
    let view = stage.add(View(frame: Rect(x: 0, y: 0, width: 800, height: 480)), "view")
    view.isMultipleTouchEnabled = true
    for id in 0..<2_000 { stage.down(Int32(id), Double(id % 800), 10, at: Int64(id)) }
    #expect(application.event.allTouches.count == 2_000)
    #expect(stage.violations.isEmpty)
  }

  @Test("5.2 registrations that are repeated for ever are told once")
  func duplicates() {
    let button = stage.button("ok", 0, 0)
    let panel = Panel()
    for _ in 0..<1_000 { button.addTarget(panel, action: .go, for: .touchDown) }
    button.addTarget(panel, action: .go, for: .touchUpInside)
    #expect(button.duplicateRegistrations.map(\.events) == [[.touchDown, .touchUpInside]])
  }

  @Test("2.3 a tap in a view that died is no first tap for another one at its address")
  func freedAddress() {
    for round in 0..<50 {
      let view = stage.add(Recorder(frame: Rect(x: 0, y: 0, width: 100, height: 100)), "view")
      var counts: [Int] = []
      view.onTouches = { touches, _ in counts += touches.map(\.tapCount) }
      stage.tap(Int32(round), 10, 10, at: Int64(round) * 20)
      #expect(counts.first == 1)
      view.removeFromSuperview()
      view.letGo()
    }
  }

  @Test("5.14 an action that sends its own events again is stopped, and an observer is told")
  func endless() {
    let button = stage.button("ok", 0, 0)
    var calls = 0
    button.on(.touchUpInside) { button in
      calls += 1
      button.sendActions(for: .touchUpInside)
    }
    button.sendActions(for: .touchUpInside)
    #expect(calls == 16)
    #expect(stage.anomalies == [.nestedTooDeep])
  }

  // MARK: Tools

  /// Has the closure that `install` makes keep an object whose deinit makes a call.
  @discardableResult
  private func onDeinit<Result>(call: @escaping () -> Void, _ install: (AnyObject) -> Result) -> Result {
    install(LastCall(call))
  }

  /// Lets what is made inside die at its end.
  private func autoreleased(_ body: () -> Void) { body() }
}

/// Makes a call as it dies.
private final class LastCall {
  private let call: () -> Void

  init(_ call: @escaping () -> Void) { self.call = call }

  deinit { call() }
}

/// Breaks a circle between a closure and what keeps it.
private struct Unowned<Object: AnyObject> {
  unowned let object: Object

  init(_ object: Object) { self.object = object }
}

private final class DyingView: View {
  var call: () -> Void = {}

  deinit { call() }
}

private class DyingResponder: Responder {
  private let called: () -> Void
  var last: () -> Void = {}

  init(_ called: @escaping () -> Void) { self.called = called }

  deinit { last() }

  func go() { called() }
}

private class DyingObject {
  private let called: () -> Void
  var last: () -> Void = {}

  init(_ called: @escaping () -> Void) { self.called = called }

  deinit { last() }

  func go() { called() }
}

private final class Listing: Responder {
  final class Calls: @unchecked Sendable {
    var run: () -> Void = {}
  }
  static let calls = Calls()

  override class var actions: [Action] {
    calls.run()
    return [Action("go", go)]
  }

  func go() {}
}

private final class CircularView: View {
  var elsewhere: Responder?

  override var next: Responder? { elsewhere ?? super.next }
}

private final class Remover: GestureRecognizerDelegate {
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
    recognizer.view?.removeGestureRecognizer(recognizer)
    return true
  }
}

private final class QuittingPan: PanGestureRecognizer {
  override func touchesCancelled(_ touches: TouchSet, with event: Event) {
    isEnabled = false
    super.touchesCancelled(touches, with: event)
  }
}
