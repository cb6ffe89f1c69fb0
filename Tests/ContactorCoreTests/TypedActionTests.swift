import ContactorCore
import Testing

/// Where typed actions have their names and methods from (contract 5.6, 5.15).
struct TypedActionTests {
  @Test func `an action is named after its declaration, with the colons of its form`() {
    #expect(TypedAction<Desk>.leave.action.name == "leave")
    #expect(TypedAction<Desk>.hand.action.name == "hand:")
    #expect(TypedAction<Desk>.sign.action.name == "sign:forEvent:")
  }

  @Test func `a method reference makes the same action as a closure`() {
    #expect(TypedAction<Desk>.leaveByMethod.action.name == "leaveByMethod")
    #expect(TypedAction<Desk>.handByMethod.action.name == "handByMethod:")
    #expect(TypedAction<Desk>.signByMethod.action.name == "signByMethod:forEvent:")
    let desk = Desk()
    let control = Control(frame: .zero)
    control.addTarget(desk, action: .leave, for: .touchDown)
    control.addTarget(desk, action: .leaveByMethod, for: .touchDown)
    control.addTarget(desk, action: .hand, for: .touchDown)
    control.addTarget(desk, action: .handByMethod, for: .touchDown)
    control.addTarget(desk, action: .sign, for: .touchDown)
    control.addTarget(desk, action: .signByMethod, for: .touchDown)
    control.sendActions(for: .touchDown)
    #expect(desk.calls == ["leave", "leave", "hand", "hand", "sign", "sign"])
  }

  @Test func `another name takes the place of the declaration's`() {
    #expect(TypedAction<Desk>.init({ $0.hand($1) }, named: "give").action.name == "give:")
    #expect(TypedAction<Desk>.init({ $0.hand($1) }, named: "give:").action.name == "give:")
    #expect(TypedAction<Desk>.init({ $0.leave() }, named: "leave:forEvent:").action.name == "leave")
    #expect(TypedAction<Desk>.init(Desk.sign(_:forEvent:), named: "sign(_:forEvent:)").action.name == "sign:forEvent:")
    #expect(TypedAction<Desk>("go", Desk.hand(_:)).action.name == "go:")
    #expect(TypedAction<Desk>("go:with:", Desk.sign(_:forEvent:)).action.name == "go:with:")
  }

  @Test func `a list takes closures, whose names have the colons of their form`() {
    let actions = [
      Action("leave") { (desk: Desk) in desk.leave() },
      Action("hand") { (desk: Desk, sender: Control) in desk.hand(sender) },
      Action("sign") { (desk: Desk, sender: Control, event: Event?) in desk.sign(sender, forEvent: event) },
    ]
    #expect(actions.map(\.name) == ["leave", "hand:", "sign:forEvent:"])
  }

  @Test @MainActor func `an action of the main actor runs there`() throws {
    let lamp = Lamp()
    let control = Control(frame: .zero)
    control.addTarget(lamp, action: .toggle, for: .touchDown)
    control.addTarget(lamp, action: .toggleByMethod, for: .touchDown)
    for name: ActionName in ["switch", "switch:", "switch:forEvent:", "closure", "closure:", "closure:forEvent:"] {
      try control.addTarget(lamp, action: name, for: .touchDown)
    }
    control.sendActions(for: .touchDown)
    #expect(lamp.switched == 8)
  }

  @Test func `an action of the main actor does not run elsewhere`() async throws {
    let lamp = Lamp()
    let sent = try await Task.detached {
      let control = Control(frame: .zero)
      let names: [ActionName] = ["switch", "switch:", "switch:forEvent:", "closure", "closure:", "closure:forEvent:"]
      for name in names { try control.addTarget(lamp, action: name, for: .touchDown) }
      control.sendActions(for: .touchDown)
      return control.actions(forTarget: lamp, forControlEvent: .touchDown)?.count
    }.value
    #expect(sent == 6)
    #expect(await lamp.switched == 0)
  }
}

// MARK: Targets

private final class Desk {
  var calls: [String] = []

  func leave() { calls.append("leave") }
  func hand(_ sender: Control) { calls.append("hand") }
  func sign(_ sender: Control, forEvent event: Event?) { calls.append("sign") }
}

extension TypedAction<Desk> {
  fileprivate static var leave: Self { .init { $0.leave() } }
  fileprivate static var hand: Self { .init { $0.hand($1) } }
  fileprivate static var sign: Self { .init { $0.sign($1, forEvent: $2) } }
  fileprivate static var leaveByMethod: Self { .init(Desk.leave) }
  fileprivate static var handByMethod: Self { .init(Desk.hand(_:)) }
  fileprivate static var signByMethod: Self { .init(Desk.sign(_:forEvent:)) }
}

@MainActor private final class Lamp {
  var switched = 0

  func toggle() { switched += 1 }
  func toggle(_ sender: Control) { switched += 1 }
  func toggle(_ sender: Control, forEvent event: Event?) { switched += 1 }
  func toggleAlone() { switched += 1 }
}

extension TypedAction<Lamp> {
  @MainActor fileprivate static var toggle: Self { .init { $0.toggle($1) } }
  @MainActor fileprivate static var toggleByMethod: Self { .init(Lamp.toggle(_:)) }
}

extension Lamp: nonisolated ActionTarget {
  nonisolated static var actions: [Action] {
    [
      Action("switch", Lamp.toggleAlone), Action("switch:", Lamp.toggle(_:)),
      Action("switch:forEvent:", Lamp.toggle(_:forEvent:)),
      Action("closure", onMainActor: { (lamp: Lamp) in lamp.toggle() }),
      Action("closure:", onMainActor: { (lamp: Lamp, sender: Control) in lamp.toggle(sender) }),
      Action("closure:forEvent:", onMainActor: { (lamp: Lamp, sender: Control, event: Event?) in lamp.toggle(sender, forEvent: event) }),
    ]
  }
}
