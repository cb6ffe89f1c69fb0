import ContactorControls
import ContactorStage
import Testing

@testable import ContactorCore

/// What dies, leaves or comes while it is being called: the engine counts few references, so these are the cases in which
/// none is left but its own (contract 5.9, 5.14).
@Suite("What dies or leaves while it is called (contract 5.9, 5.14)")
struct LifetimeTests {
  private let stage = Stage()
  private var application: Application { stage.application }

  // MARK: Applications

  @Test("5.14 an application that an action lets go of is gone for the actions that follow", arguments: [true, false], [true, false])
  func applicationDies(isObserved: Bool, isOverridden: Bool) {
    var application: Application? = isOverridden ? CountingApplication() : Application()
    weak let dying = application
    let observer = Watcher()
    if isObserved { application?.addObserver(observer) }
    let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let button = Button(frame: window.bounds)
    application?.addWindow(window)
    window.addSubview(button)
    var calls: [String] = []
    button.on(.valueChanged) { _ in
      application = nil
      calls.append("first")
    }
    button.on(.valueChanged) { button in calls.append("second \(button.application == nil)") }
    button.sendActions(for: .valueChanged)
    // One that is overridden is kept until its own method has returned, not longer.
    #expect(calls == ["first", "second true"])
    #expect(dying == nil && button.application == nil)
    button.sendActions(for: .valueChanged)
    #expect(calls.count == 4)
  }

  @Test("5.14 an application that dies in an action without a target has been asked for it to the end")
  func applicationDiesInChain() throws {
    var application: Application? = Application()
    weak let dying = application
    let observer = Watcher()
    application?.addObserver(observer)
    let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let panel = PanelView(frame: window.bounds)
    let button = Button(frame: window.bounds)
    application?.addWindow(window)
    window.addSubview(panel)
    panel.addSubview(button)
    panel.called = { application = nil }
    try button.addTarget(nil, action: "go", for: .valueChanged)
    button.sendActions(for: .valueChanged)
    #expect(dying == nil && panel.calls == 1)
    #expect(observer.told == ["control", "action true"])
  }

  // MARK: Recognizers

  @Test("9.3 a recognizer that a reset takes away is reset in its turn, and is not stuck")
  func resetTakesAnotherAway() {
    let corners = stage.recognize(CornerSequenceGestureRecognizer(), named: "corners")
    let first = stage.recognize(ResettingRecognizer(), named: "first")
    first.onReset = { [weak stage, unowned corners] in stage?.window.removeGestureRecognizer(corners) }
    stage.tap(1, 1, 1, at: 0)
    #expect(stage.violations.isEmpty && corners.state == .possible && stage.application.gestures.arena.active.isEmpty)
  }

  // MARK: Tables

  @Test("5.9 deliveries one inside the other each go on with the entries that they began with")
  func nestedDeliveries() {
    let button = stage.button("ok", 0, 0)
    var calls: [String] = []
    var depth = 0
    for name in ["a", "b", "c"] {
      button.addAction(ActionIdentifier(name), for: .valueChanged) { [unowned button] _, _ in
        calls.append("\(name)\(depth)")
        guard name == "a", depth < 2 else { return }
        depth += 1
        let inner = depth
        button.removeAction(identifiedBy: "b")
        button.addAction(ActionIdentifier("late\(inner)"), for: .valueChanged) { _, _ in calls.append("late\(inner)") }
        button.sendActions(for: .valueChanged)
        button.addAction("b", for: .valueChanged) { _, _ in calls.append("new b") }
        depth -= 1
      }
    }
    button.sendActions(for: .valueChanged)
    // The outermost has a, b and c; the first inside a, c and late1; the second a, c, late1 and late2.
    #expect(calls == ["a0", "a1", "a2", "c2", "late1", "late2", "c1", "late1", "b0", "c0"])
    calls = []
    depth = 2
    button.sendActions(for: .valueChanged)
    #expect(calls == ["a2", "c2", "late1", "late2", "new b"])
  }

  @Test("5.9 a thousand changes from inside a delivery cost as many, not their square")
  func manyChanges() {
    let button = stage.button("ok", 0, 0)
    let panels = (0..<1_000).map { _ in Panel() }
    button.addAction("all", for: .touchDown) { [unowned button] _, _ in
      for panel in panels { button.addTarget(panel, action: .go, for: .valueChanged) }
      for panel in panels.dropFirst(2) { button.removeTarget(panel, action: "go", for: .valueChanged) }
    }
    button.sendActions(for: .touchDown)
    button.sendActions(for: .valueChanged)
    #expect(panels.map(\.calls.count).reduce(0, +) == 2)
    #expect(button.table.entries.count == 3)
  }

  @Test("5.5 entries of targets that died are dropped by the delivery that meets them, also where they are all")
  func deadTargets() {
    let button = stage.button("ok", 0, 0)
    var panels: [Panel] = (0..<20).map { _ in Panel() }
    for panel in panels { button.addTarget(panel, action: .go, for: .valueChanged) }
    panels.removeLast(10)
    button.sendActions(for: .valueChanged)
    #expect(button.table.entries.count == 10)
    panels = []
    button.sendActions(for: .valueChanged)
    #expect(button.table.entries.isEmpty)
  }

  // MARK: Observers

  @Test("5.14 an observer that leaves, comes or dies while it is told harms nobody")
  func observersChange() {
    var last: Watcher? = Watcher()
    weak let dying = last
    let (first, second) = (Watcher(), Watcher())
    for watcher in [first, last!] { application.addObserver(watcher) }
    _ = stage.button("ok", 0, 0)
    first.onTouch = { [application, unowned first] in
      application.removeObserver(first)
      application.addObserver(second)
      if let last { application.removeObserver(last) }
      last = nil
    }
    stage.tap(1, 10, 10, at: 0)
    #expect(first.told == ["touch"])
    #expect(second.told.first == "touch" && second.told.filter { $0 == "touch" }.count == 2)
    #expect(dying == nil)
    stage.tap(1, 10, 10, at: 1000)
    #expect(first.told == ["touch"] && second.told.filter { $0 == "touch" }.count == 4)
  }

  @Test("5.14 an observer whose last reference goes while a frame is handled is kept until its end, and its deinit may feed the engine")
  func observerDiesInFrame() {
    var observer: Watcher? = Watcher()
    weak let dying = observer
    var isDead = false
    let button = stage.button("ok", 0, 0)
    observer?.onDeinit = { [stage] in
      isDead = true
      stage.tap(2, 20, 20, at: 500)
    }
    application.addObserver(observer!)
    observer = nil
    #expect(isDead && dying == nil)
    isDead = false
    observer = Watcher()
    observer?.onTouch = { observer = nil }
    observer?.onDeinit = { [stage] in
      isDead = true
      stage.tap(3, 30, 30, at: 2000)
    }
    application.addObserver(observer!)
    var taps = 0
    button.on(.touchDown) { _ in
      taps += 1
      #expect(!isDead || taps > 1)
    }
    stage.down(1, 10, 10, at: 1000)
    #expect(isDead && taps == 1)
    #expect(application.event.allTouches.map(\.view) == [button])
    #expect(application.observers.count == 1)
  }

  @Test("an observer that another one removes is told nothing more, in a frame and outside of one", arguments: [true, false])
  func observerRemovesAnother(isInFrame: Bool) {
    let (first, second) = (Watcher(), Watcher())
    let button = stage.button("ok", 0, 0)
    application.addObserver(first)
    application.addObserver(second)
    first.onControl = { [application] in application.removeObserver(second) }
    if isInFrame { stage.down(1, 10, 10, at: 0) } else { button.sendActions(for: .touchDown) }
    #expect(first.told.contains("control") && !second.told.contains("control"))
  }

  @Test("an observer that is added again stays where it is, and one that died makes room")
  func observersAgain() {
    let watcher = Watcher()
    for _ in 0..<3 { application.addObserver(watcher) }
    for _ in 0..<100 { application.addObserver(Watcher()) }
    #expect(application.observers.count == 102)
    stage.tap(1, 10, 10, at: 0)
    // The stage's own, and the one that lives.
    #expect(application.observers.count == 2 && watcher.told.filter { $0 == "touch" }.count == 2)
    application.removeObserver(watcher)
    application.removeObserver(watcher)
    #expect(application.observers.count == 1)
  }
}

private final class CountingApplication: Application {
  private var sent: [String] = []

  override func sendAction(_ action: Action, to target: AnyObject?, from sender: AnyObject?, for event: Event?) -> Bool {
    defer { sent.append(action.name.description) }
    return super.sendAction(action, to: target, from: sender, for: event)
  }
}

private final class ResettingRecognizer: GestureRecognizer {
  var onReset: () -> Void = {}

  override func reset() { onReset() }
}

private final class PanelView: View {
  var called: () -> Void = {}
  var calls = 0

  override class var actions: [Action] { [Action("go", go)] }

  func go() {
    calls += 1
    called()
  }
}

/// Keeps what it is told, and does something then.
final class Watcher: EngineObserver {
  var told: [String] = []
  var violations = 0
  var onTouch: () -> Void = {}
  var onControl: () -> Void = {}
  var onGesture: () -> Void = {}
  var onDeinit: () -> Void = {}

  deinit { onDeinit() }

  func violation(_ violation: StreamVerifier.Violation) { violations += 1 }

  func touchChanged(_ touch: Touch) {
    told.append("touch")
    onTouch()
  }

  func control(_ control: Control, sends events: Control.Events, touch: Touch?) {
    told.append("control")
    onControl()
  }

  func gesture(_ recognizer: GestureRecognizer, changedTo state: GestureRecognizer.State, at time: Timestamp) { onGesture() }

  func actionSent(
    _ action: Action, to target: AnyObject?, from sender: AnyObject?, for events: Control.Events, handled: Bool
  ) {
    told.append("action \(handled)")
  }
}
