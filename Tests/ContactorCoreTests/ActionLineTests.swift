import ContactorControls
import ContactorCore
import ContactorStage
import Testing

@Suite("Actions and their delivery, line by line (contract 5.6 to 5.10)")
struct ActionLineTests {
  let stage = Stage()
  let panel = Panel()

  func button() -> Button { stage.button("ok", 0, 0) }

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

  @Test("5.6 a closure that comes again keeps its place and adds its events; removal takes the named ones", arguments: [true, false])
  func closureEvents(watched: Bool) {
    stage.watch(watched)
    let button = button()
    var calls: [String] = []
    button.addAction("a", for: .touchDown) { _, _ in calls.append("old") }
    button.addTarget(panel, action: .go, for: .touchDown)
    panel.onGo = { calls.append("panel") }
    button.addAction("a", for: .touchUpInside) { _, event in calls.append("new \(event?.controlEvents.description ?? "")") }
    stage.tap(1, 10, 10, at: 0)
    #expect(calls == ["new touchDown", "panel", "new touchUpInside"])
    button.removeAction(identifiedBy: "a", for: .touchDown)
    #expect(button.allControlEvents == [.touchDown, .touchUpInside])
    button.removeAction(identifiedBy: "b")
    button.removeAction(identifiedBy: "a")
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

  @Test("5.7 a subclass does what its class lists, and its own action of that name comes first", arguments: [true, false])
  func inherited(watched: Bool) throws {
    stage.watch(watched)
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

  @Test("5.7 an explicit target is never replaced by a search up the chain", arguments: [true, false])
  func noSearch(watched: Bool) throws {
    stage.watch(watched)
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

  @Test("5.9 what an action adds or removes counts from the next delivery, in closures and nested ones, too", arguments: [true, false])
  func changesCountLater(watched: Bool) {
    stage.watch(watched)
    let button = button()
    var calls: [String] = []
    button.addAction("first", for: .touchDown) { [unowned button] _, _ in
      calls.append("first")
      button.addAction("late", for: .touchDown) { _, _ in calls.append("late") }
      button.removeAction(identifiedBy: "second")
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

  @Test("5.9 a delivery within a delivery does not change what the outer one still has to call", arguments: [true, false])
  func nestedDelivery(watched: Bool) {
    stage.watch(watched)
    let button = button()
    let (second, late) = (Panel(), Panel())
    var order: [String] = []
    panel.onGo = { [unowned button, unowned second, unowned late] in
      order.append("first")
      guard order.count == 1 else { return }
      button.removeTarget(second, action: nil, for: .allEvents)
      button.addTarget(late, action: .go, for: .touchDown)
      button.sendActions(for: .touchDown)
    }
    second.onGo = { order.append("second") }
    late.onGo = { order.append("late") }
    button.addTarget(panel, action: .go, for: .touchDown)
    button.addTarget(second, action: .go, for: .touchDown)
    button.sendActions(for: .touchDown)
    #expect(order == ["first", "first", "late", "second"])
    button.sendActions(for: .touchDown)
    #expect(order.suffix(2) == ["first", "late"])
    for panel in [panel, second, late] { panel.onGo = {} }
  }

  @Test("5.9 an action that removes its own control from everything is safe", arguments: [true, false])
  func removesItself(watched: Bool) {
    stage.watch(watched)
    weak var gone: Button?
    do {
      let button = button()
      gone = button
      button.addAction("go", for: .touchUpInside) { control, _ in control.removeFromSuperview() }
      button.addAction("after", for: .touchUpInside) { [unowned stage] control, _ in stage.note("after \(control.identifier)") }
    }
    stage.tap(1, 10, 10, at: 0)
    #expect(stage.taken() == (watched ? ["ok touchDown", "ok touchUpInside", "after ok"] : ["after ok"]))
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

  @Test("5.10 a delivery within a delivery has its own control events, and the outer one's come back", arguments: [true, false])
  func nestedControlEvents(watched: Bool) {
    stage.watch(watched)
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

  @Test("5.10 control events tell all bits of the delivery, not only those that the entry is registered for", arguments: [true, false])
  func allBits(watched: Bool) {
    stage.watch(watched)
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

  override func sendAction(_ action: Action, to target: AnyObject?, for event: Event?) {
    application2?.log.append("control \(action.name)")
    guard !keeps, let application2 else { return }
    let handled = application2.sendAction(action, to: target, from: self, for: event)
    application2.log.append("handled \(handled)")
  }
}
