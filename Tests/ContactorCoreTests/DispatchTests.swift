import ContactorControls
import ContactorCore
import ContactorStage
import Testing

@Suite("The dispatch table (contract 5)")
struct DispatchTests {
  let stage = Stage()
  let panel = Panel()

  func button() -> Button { stage.button("ok", 0, 0) }

  @Test("5.1 pairs are called in the order in which they were added")
  func order() {
    let button = button()
    button.addTarget(panel, action: .goSender, for: .touchDown)
    button.addTarget(panel, action: .go, for: .touchDown)
    button.addTarget(panel, action: .goSenderForEvent, for: .touchDown)
    stage.down(1, 10, 10, at: 0)
    #expect(panel.calls == ["go: ok", "go", "go:forEvent: ok touchDown"])
  }

  @Test("5.2 a pair that is there already is called once and reported")
  func duplicates() throws {
    let button = button()
    panel.identifier = "panel"
    button.addTarget(panel, action: .go, for: .touchDown)
    try button.addTarget(panel, action: "go", for: [.touchDown, .touchUpInside])
    stage.tap(1, 10, 10, at: 0)
    #expect(panel.calls == ["go", "go"])
    #expect(
      button.duplicateRegistrations.map(\.description) == [
        "'go' of panel was registered again for touchDown|touchUpInside"
      ])
  }

  @Test("5.3 nil means all targets or all actions; only the named events go; an empty mask changes nothing")
  func removal() {
    let button = button()
    let other = Panel()
    button.addTarget(panel, action: .go, for: [.touchDown, .touchUpInside])
    button.addTarget(panel, action: .goSender, for: .touchDown)
    button.addTarget(other, action: .go, for: .touchDown)
    button.addTarget(other, action: .goSender, for: [])
    button.removeTarget(panel, action: "go", for: .touchDown)
    stage.tap(1, 10, 10, at: 0)
    #expect(panel.calls == ["go: ok", "go"])
    #expect(other.calls == ["go"])
    button.removeTarget(nil, action: "go", for: .allEvents)
    stage.tap(2, 10, 10, at: 9000)
    #expect(panel.calls == ["go: ok", "go", "go: ok"])
    #expect(other.calls == ["go"])
    button.removeTarget(panel, action: nil, for: .allEvents)
    stage.tap(3, 10, 10, at: 19000)
    #expect(panel.calls.count == 3)
  }

  @Test("5.5 targets are not kept: a dead one is skipped, responder or not")
  func weakTargets() throws {
    let button = button()
    do {
      let dying = Panel()
      let plain = PlainTarget()
      button.addTarget(dying, action: .go, for: .touchDown)
      try button.addTarget(plain, action: "hit", for: .touchDown)
      stage.down(1, 10, 10, at: 0)
      #expect(dying.calls == ["go"] && plain.calls == 1 && PlainTarget.alive == 1)
    }
    #expect(PlainTarget.alive == 0)
    stage.up(1, 10, 10, at: 10)
    _ = stage.taken()
    stage.down(2, 10, 10, at: 5000)
    #expect(stage.taken() == ["ok touchDown"])
  }

  @Test("5.6 closures are called with the control, replaced under their identifier, and removable")
  func closures() {
    let button = button()
    var calls: [String] = []
    button.addAction("a", for: .touchDown) { sender, _ in calls.append("old \(sender.identifier)") }
    button.addAction("b", for: .touchDown) { _, _ in calls.append("b") }
    button.addAction("a", for: .touchDown) { sender, _ in calls.append("new \(sender.identifier)") }
    stage.tap(1, 10, 10, at: 0)
    #expect(calls == ["new ok", "b"])
    button.removeAction(identifiedBy: "a")
    stage.tap(2, 10, 10, at: 5000)
    #expect(calls == ["new ok", "b", "b"])
  }

  @Test("5.7 a name that the target lacks is an error at registration that lists those it has")
  func unknownName() {
    let button = button()
    let error = #expect(throws: ActionError.self) {
      try button.addTarget(panel, action: "gone:", for: .touchDown)
    }
    #expect(error?.description == "Panel has no action 'gone:'; it has 'go', 'go:', 'go:forEvent:'")
    let malformed = #expect(throws: ActionError.self) {
      try button.addTarget(panel, action: "go:for", for: .touchDown)
    }
    #expect(malformed?.code == .malformedName)
  }

  @Test("5.7 a name's colons follow the method's form, whatever was written")
  func wrongArity() {
    #expect(Action("go:", Panel.go as (Panel) -> () -> Void).name == "go")
    #expect(Action("go", Panel.go(_:)).name == "go:")
    #expect(Action("go", Panel.go(_:forEvent:)).name == "go:forEvent:")
  }

  @Test("5.8 control and application see every action, in that order")
  func chokePoints() {
    final class Spy: Button {
      var log: [String] = []
      override func sendAction(_ action: Action, to target: AnyObject?, for event: Event?) {
        log.append("control \(action.name)")
        super.sendAction(action, to: target, for: event)
      }
    }
    let spy = stage.add(Spy(frame: Rect(x: 0, y: 0, width: 100, height: 50)), "spy")
    spy.addTarget(panel, action: .go, for: .touchDown)
    stage.down(1, 10, 10, at: 0)
    #expect(spy.log == ["control go"])
    #expect(stage.taken() == ["spy touchDown", "go handled=true"])
  }

  @Test("5.9 changes to the table during dispatch count from the next delivery; removing the control is safe")
  func reentrancy() {
    let button = button()
    let late = Panel()
    panel.onGo = { [stage, weak button, panel] in
      button?.addTarget(late, action: .go, for: .touchDown)
      button?.removeTarget(panel, action: "go:", for: .allEvents)
      button?.removeFromSuperview()
      _ = stage
    }
    button.addTarget(panel, action: .go, for: .touchDown)
    button.addTarget(panel, action: .goSender, for: .touchDown)
    stage.down(1, 10, 10, at: 0)
    #expect(panel.calls == ["go", "go: ok"])
    #expect(late.calls.isEmpty)
    #expect(button.superview == nil && !button.isTracking)
    #expect(stage.violations.isEmpty)
    panel.onGo = {}
  }

  @Test("5.10 the event names the control events of its delivery, and none outside")
  func controlEvents() {
    let button = button()
    button.addTarget(panel, action: .goSenderForEvent, for: .allEvents)
    stage.tap(1, 10, 10, at: 0)
    #expect(
      panel.calls == [
        "go:forEvent: ok touchDown", "go:forEvent: ok touchUpInside", "go:forEvent: ok primaryActionTriggered",
      ])
    #expect(stage.application.event.controlEvents.isEmpty)
  }
}
