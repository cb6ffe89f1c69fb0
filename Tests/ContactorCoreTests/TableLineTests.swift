import ContactorControls
import ContactorCore
import Testing

@Suite("The dispatch table, line by line (contract 5)")
struct TableLineTests {
  let stage = Stage()
  let panel = Panel()

  func button() -> Button { stage.button("ok", 0, 0) }

  @Test("5.1 any number of pairs for an event, called in the order in which they were added")
  func manyPairs() {
    let button = button()
    let panels = (0..<20).map { _ in Panel() }
    var order: [Int] = []
    for (number, panel) in panels.enumerated() {
      panel.onGo = { order.append(number) }
      button.addTarget(panel, action: .go, for: .touchDown)
      button.addTarget(panel, action: .goSender, for: [.touchDown, .touchUpInside])
    }
    stage.down(1, 10, 10, at: 0)
    #expect(order == Array(0..<20))
    #expect(panels.allSatisfy { $0.calls == ["go", "go: ok"] })
    stage.up(1, 10, 10, at: 10)
    #expect(panels.allSatisfy { $0.calls == ["go", "go: ok", "go: ok"] })
  }

  @Test("5.2 a pair that is there already adds its events; another action or target is a pair of its own")
  func pairsAreTold() throws {
    let button = button()
    let other = Panel()
    button.addTarget(panel, action: .go, for: .touchDown)
    button.addTarget(panel, action: .go, for: .touchUpInside)
    button.addTarget(panel, action: .goSender, for: .touchDown)
    button.addTarget(other, action: .go, for: .touchDown)
    try button.addTarget(nil, action: "go", for: .touchDown)
    try button.addTarget(nil, action: "go", for: .touchDown)
    #expect(button.actions(forTarget: panel, forControlEvent: .touchUpInside) == ["go"])
    #expect(button.actions(forTarget: panel, forControlEvent: .touchDown) == ["go", "go:"])
    #expect(button.duplicateRegistrations.map(\.events) == [.touchUpInside, .touchDown])
    #expect(button.duplicateRegistrations.map(\.target) == ["Panel", "nobody"])
    stage.down(1, 10, 10, at: 0)
    #expect(panel.calls == ["go", "go: ok"] && other.calls == ["go"])
  }

  @Test("5.2 a pair that was removed and comes again is no duplicate, and stands last")
  func removedAndAdded() {
    let button = button()
    button.addTarget(panel, action: .go, for: .touchDown)
    button.addTarget(panel, action: .goSender, for: .touchDown)
    button.removeTarget(panel, action: "go", for: .touchDown)
    button.addTarget(panel, action: .go, for: .touchDown)
    stage.down(1, 10, 10, at: 0)
    #expect(panel.calls == ["go: ok", "go"] && button.duplicateRegistrations.isEmpty)
  }

  @Test("5.3 an entry with no events left goes; nil for both takes nil-targeted entries and closures, too")
  func removalOfAll() throws {
    let button = button()
    button.addTarget(panel, action: .go, for: [.touchDown, .touchUpInside])
    try button.addTarget(nil, action: "save:", for: [.touchDown, .touchUpInside])
    button.addAction("log", for: [.touchDown, .touchUpInside]) { _, _ in }
    button.removeTarget(nil, action: nil, for: .touchDown)
    #expect(button.allControlEvents == .touchUpInside && button.allTargets.count == 2)
    button.removeTarget(nil, action: nil, for: [.touchUpInside, .touchCancel])
    #expect(button.allControlEvents == [] && button.allTargets.isEmpty)
    var count = 0
    button.enumerateEventHandlers { _, _, _ in count += 1 }
    #expect(count == 0)
  }

  @Test("5.3 removal honours the action, and an action alone is removed from all targets")
  func removalByAction() {
    let button = button()
    let other = Panel()
    for target in [panel, other] {
      button.addTarget(target, action: .go, for: .touchDown)
      button.addTarget(target, action: .goSender, for: .touchDown)
    }
    button.removeTarget(panel, action: "go:", for: .allEvents)
    #expect(button.actions(forTarget: panel, forControlEvent: .touchDown) == ["go"])
    button.removeTarget(nil, action: "go", for: .touchDown)
    #expect(button.actions(forTarget: panel, forControlEvent: .touchDown) == nil)
    #expect(button.actions(forTarget: other, forControlEvent: .touchDown) == ["go:"])
  }

  @Test("5.3 adding with an empty mask changes nothing, removing with one neither")
  func emptyMask() throws {
    let button = button()
    button.addTarget(panel, action: .go, for: .touchDown)
    button.addTarget(panel, action: .go, for: [])
    try button.addTarget(panel, action: "go:", for: [])
    button.addAction("none", for: []) { _, _ in }
    button.removeTarget(panel, action: "go", for: [])
    #expect(button.allControlEvents == .touchDown && button.duplicateRegistrations.isEmpty)
    #expect(button.actions(forTarget: panel, forControlEvent: .allEvents) == ["go"])
  }

  @Test("5.4 targets are told once each, with a marker for nil targets, dead ones left out")
  func allTargets() throws {
    let button = button()
    do {
      let dying = Panel()
      button.addTarget(dying, action: .go, for: .touchDown)
    }
    try button.addTarget(nil, action: "save:", for: .touchDown)
    button.addTarget(panel, action: .go, for: .touchDown)
    button.addTarget(panel, action: .goSender, for: .touchUpInside)
    try button.addTarget(nil, action: "open:", for: .touchUpInside)
    let targets = button.allTargets.map { target in
      if case .object(let object) = target { return object === panel ? "panel" : "another" }
      return "chain"
    }
    #expect(targets == ["chain", "panel"])
    #expect(button.actions(forTarget: nil, forControlEvent: .allEvents) == ["save:", "open:"])
    #expect(button.actions(forTarget: Panel(), forControlEvent: .touchDown) == nil)
  }

  @Test("5.5 a dead target's entry is swept, and its events with it")
  func swept() {
    let button = button()
    do {
      let dying = Panel()
      button.addTarget(dying, action: .go, for: .touchUpInside)
    }
    #expect(button.allControlEvents == [] && button.allTargets.isEmpty)
    button.addTarget(panel, action: .go, for: .touchDown)
    stage.tap(1, 10, 10, at: 0)
    #expect(panel.calls == ["go"])
    var count = 0
    button.enumerateEventHandlers { _, _, _ in count += 1 }
    #expect(count == 1)
  }

  @Test("5.5 a new object in a dead target's place in memory is not called")
  func sameAddress() {
    let button = button()
    var calls = 0
    for _ in 0..<200 {
      let dying = Panel()
      dying.onGo = { calls += 1 }
      button.addTarget(dying, action: .go, for: .touchDown)
    }
    let living = (0..<200).map { _ in Panel() }
    for panel in living { panel.onGo = { calls += 1 } }
    button.sendActions(for: .touchDown)
    #expect(calls == 0 && living.allSatisfy { $0.calls.isEmpty })
  }

  @Test("5.5 a target that dies during the delivery is skipped")
  func diesMeanwhile() {
    let button = button()
    var second: Panel? = Panel()
    weak let weakSecond = second
    panel.onGo = { second = nil }
    button.addTarget(panel, action: .go, for: .touchDown)
    if let second { button.addTarget(second, action: .go, for: .touchDown) }
    button.sendActions(for: .touchDown)
    #expect(weakSecond == nil && panel.calls == ["go"])
    panel.onGo = {}
  }

  @Test("5.6 the forms are told apart by their colons, by name and by method alike", arguments: ["go", "go:", "go:forEvent:"])
  func forms(name: String) throws {
    let button = button()
    try button.addTarget(panel, action: ActionName(name), for: .touchDown)
    stage.down(1, 10, 10, at: 0)
    let expected = ["go": "go", "go:": "go: ok", "go:forEvent:": "go:forEvent: ok touchDown"][name]
    #expect(panel.calls == [expected])
    #expect(ActionName(name).form?.rawValue == name.count { $0 == ":" })
    for malformed in ["", ":", "a:b", "a:b:c:", ":a", "a:b:c"] { #expect(ActionName(malformed).form == nil, "\(malformed)") }
  }

  @Test("5.6 a closure that comes again keeps its place and adds its events; removal takes the named ones")
  func closureEvents() {
    let button = button()
    var calls: [String] = []
    button.addAction("a", for: .touchDown) { _, _ in calls.append("old") }
    button.addTarget(panel, action: .go, for: .touchDown)
    panel.onGo = { calls.append("panel") }
    button.addAction("a", for: .touchUpInside) { _, event in calls.append("new \(event?.controlEvents.description ?? "")") }
    stage.tap(1, 10, 10, at: 0)
    #expect(calls == ["new touchDown", "panel", "new touchUpInside"])
    button.removeAction("a", for: .touchDown)
    #expect(button.allControlEvents == [.touchDown, .touchUpInside])
    button.removeAction("b")
    button.removeAction("a")
    #expect(button.allControlEvents == .touchDown)
    panel.onGo = {}
  }

  @Test("5.7 a class that lists an action of another class cannot have it registered: a clear error")
  func foreignAction() {
    let button = button()
    let error = #expect(throws: ActionError.self) {
      try button.addTarget(Impostor(), action: "go", for: .touchDown)
    }
    #expect(error?.code == .foreignAction)
    #expect(error?.description == "Impostor lists 'go', but no method of its own for it")
    let nameOnly = #expect(throws: ActionError.self) {
      try button.addTarget(Impostor(), action: "empty", for: .touchDown)
    }
    #expect(nameOnly?.code == .foreignAction)
    #expect(button.allControlEvents == [])
  }

  @Test("5.7 an action sent to an object of another class calls nothing")
  func wrongClass() {
    let application = stage.application
    let other = Impostor()
    #expect(!application.sendAction(Action(TypedAction<Panel>.go), to: other, from: nil, for: nil))
    #expect(!application.sendAction(Action("go"), to: other, from: nil, for: nil))
    #expect(!application.sendAction(Action("empty"), to: other, from: nil, for: nil))
    #expect(application.target(forAction: "go", to: other, from: nil) == nil)
    #expect(other.canary == 7)
    #expect(application.sendAction(Action(TypedAction<Panel>.go), to: panel, from: nil, for: nil))
    #expect(panel.calls == ["go"])
  }

  @Test("5.7 a subclass does what its class lists, and its own action of that name comes first")
  func inherited() throws {
    let button = button()
    let special = SpecialTarget()
    try button.addTarget(special, action: "hit", for: .touchDown)
    try button.addTarget(special, action: "inherited", for: .touchDown)
    button.sendActions(for: .touchDown)
    #expect(special.calls == ["special hit", "inherited"])
  }

  @Test("5.7 a sender of another class than the method takes is not handed over")
  func wrongSender() {
    let application = stage.application
    #expect(!application.sendAction(Action(TypedAction<Panel>.goSender), to: panel, from: panel, for: nil))
    #expect(!application.sendAction(Action(TypedAction<Panel>.goSenderForEvent), to: panel, from: nil, for: nil))
    #expect(panel.calls.isEmpty)
  }

  @Test("5.7 an explicit target is never replaced by a search up the chain")
  func noSearch() throws {
    let button = button()
    let idle = PlainTarget()
    button.addTarget(panel, action: .go, for: .touchDown)
    #expect(!stage.application.sendAction(Action("go"), to: idle, from: button, for: nil))
    #expect(panel.calls.isEmpty)
  }

  @Test("5.8 the control's sendAction comes first, then the application's, and either can keep it; the second tells who did it")
  func chokes() {
    let application = ChokeApplication()
    let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    application.addWindow(window)
    let control = ChokeControl(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    control.application2 = application
    window.addSubview(control)
    control.addTarget(panel, action: .go, for: .touchDown)
    control.sendActions(for: .touchDown)
    #expect(application.log == ["control go", "application go", "handled true"] && panel.calls == ["go"])
    application.keeps = true
    control.sendActions(for: .touchDown)
    #expect(application.log.suffix(3) == ["control go", "application go", "handled false"] && panel.calls == ["go"])
    control.keeps = true
    control.sendActions(for: .touchDown)
    #expect(application.log.last == "control go" && panel.calls == ["go"])
    #expect(!application.sendAction(Action("nobody"), to: nil, from: control, for: nil))
  }

  @Test("5.9 what an action adds or removes counts from the next delivery, closures and nested deliveries included")
  func changesCountLater() {
    let button = button()
    var calls: [String] = []
    button.addAction("first", for: .touchDown) { [unowned button] _, _ in
      calls.append("first")
      button.addAction("late", for: .touchDown) { _, _ in calls.append("late") }
      button.removeAction("second")
      if calls.count == 1 { button.sendActions(for: .touchDown) }
    }
    button.addAction("second", for: .touchDown) { _, _ in calls.append("second") }
    button.sendActions(for: .touchDown)
    #expect(calls == ["first", "first", "late", "second"])
    calls = []
    button.addAction("first", for: .touchDown) { _, _ in calls.append("first") }
    button.sendActions(for: .touchDown)
    #expect(calls == ["first", "late"])
  }

  @Test("5.9 an action that removes its own control from everything is safe")
  func removesItself() {
    weak var gone: Button?
    do {
      let button = button()
      gone = button
      button.addAction("go", for: .touchUpInside) { control, _ in control.removeFromSuperview() }
      button.addAction("after", for: .touchUpInside) { [unowned stage] control, _ in stage.note("after \(control.identifier)") }
    }
    stage.tap(1, 10, 10, at: 0)
    #expect(stage.taken() == ["ok touchDown", "ok touchUpInside", "after ok"], "no primaryActionTriggered of a control that is gone")
    #expect(gone == nil)
    #expect(stage.violations.isEmpty && stage.window.subviews.isEmpty)
  }

  @Test("5.9 an action that ends the application is safe: everything comes to rest")
  func endsTheApplication() {
    let button = button()
    let other = stage.button("other", 200, 0)
    stage.down(1, 210, 10, at: 0)
    button.addAction("quit", for: .touchDown) { [unowned stage] _, _ in _ = stage.application.terminate() }
    stage.down(2, 10, 10, at: 10)
    #expect(stage.application.isTerminated)
    #expect(stage.taken() == ["other touchDown", "ok touchDown", "other touchCancel", "ok touchCancel"])
    #expect(!button.isTracking && !other.isTracking && stage.violations.isEmpty)
    stage.up(2, 10, 10, at: 20)
    stage.up(1, 210, 10, at: 30)
    #expect(stage.taken().isEmpty && stage.application.event.allTouches.isEmpty)
  }

  @Test("5.10 a delivery within a delivery has its own control events, and the outer one's come back")
  func nestedControlEvents() {
    let button = button()
    var seen: [String] = []
    button.addAction("outer", for: .touchDown) { [unowned button] _, event in
      button.sendActions(for: .valueChanged, with: event)
      seen.append(event?.controlEvents.description ?? "")
    }
    button.addAction("inner", for: .valueChanged) { _, event in seen.append(event?.controlEvents.description ?? "") }
    stage.down(1, 10, 10, at: 0)
    #expect(seen == ["valueChanged", "touchDown"])
  }

  @Test("5.10 control events tell all bits of the delivery, not only those that the entry is registered for")
  func allBits() {
    let button = button()
    button.addTarget(panel, action: .goSenderForEvent, for: .touchDragExit)
    stage.down(1, 10, 10, at: 0)
    stage.move(1, 700, 400, at: 10)
    #expect(panel.calls == ["go:forEvent: ok touchDragOutside|touchDragExit"])
  }
}

/// Lists another class's action, and a name without a method.
private final class Impostor: Responder {
  var canary = 7
  override class var actions: [Action] { super.actions + [Action(TypedAction<Panel>.go), Action("empty")] }
}

private class BaseTarget: ActionTarget {
  var calls: [String] = []
  class var actions: [Action] { [Action("hit", BaseTarget.hit), Action("inherited", BaseTarget.inherited)] }
  func hit() { calls.append("hit") }
  func inherited() { calls.append("inherited") }
}

private final class SpecialTarget: BaseTarget {
  override class var actions: [Action] { super.actions + [Action("hit", SpecialTarget.specialHit)] }
  func specialHit() { calls.append("special hit") }
}

private final class ChokeApplication: Application {
  var log: [String] = []
  var keeps = false

  override func sendAction(_ action: Action, to target: AnyObject?, from sender: AnyObject?, for event: Event?) -> Bool {
    log.append("application \(action.name)")
    return keeps ? false : super.sendAction(action, to: target, from: sender, for: event)
  }
}

private final class ChokeControl: Control {
  weak var application2: ChokeApplication?
  var keeps = false

  override func sendAction(_ action: Action, to target: AnyObject?, for event: ContactorCore.Event?) {
    application2?.log.append("control \(action.name)")
    guard !keeps, let application2 else { return }
    let handled = application2.sendAction(action, to: target, from: self, for: event)
    application2.log.append("handled \(handled)")
  }
}
