import Testing

@testable import ContactorCore

/// What is left out where no class overrides it must not be left out where one does.
@Suite("Methods that need not be called where nobody overrides them")
struct OverrideTests {
  @Test("the classes of the engine override nothing, and the probes can tell")
  func probes() {
    #expect(View(frame: .zero).overridden == [.known, .followsLinks])
    #expect(Control(frame: .zero).overridden == [.known, .followsLinks])
    #expect(Application().overridden == .known)
    #expect(!Window(frame: .zero).overridden.contains(.followsLinks))
  }

  @Test("an override is noticed in the class, in one derived from it, and beside others")
  func noticed() {
    #expect(Pointing(frame: .zero).overridden.contains(.hitTesting))
    #expect(Derived(frame: .zero).overridden.contains(.hitTesting))
    #expect(Derived(frame: .zero).overridden.contains(.followsLinks))
    #expect(!Linked(frame: .zero).overridden.contains(.followsLinks))
    #expect(!Linked(frame: .zero).overridden.contains(.hitTesting))
    #expect(Sending(frame: .zero).overridden == [.known, .followsLinks, .sendAction])
    #expect(SendingApp().overridden.contains(.sendAction))
  }

  @Test("5.8 an overridden sendAction is passed, of the control first, then of the application")
  func chokePoints() {
    let application = SendingApp()
    let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    application.addWindow(window)
    let control = Sending(frame: window.bounds)
    window.addSubview(control)
    let panel = Panel()
    control.addTarget(panel, action: .go, for: .valueChanged)
    control.sendActions(for: .valueChanged)
    #expect(control.sent == ["go"])
    #expect(application.sent == ["go"])
    #expect(panel.calls == ["go"])
    let plain = Control(frame: window.bounds)
    window.addSubview(plain)
    plain.addTarget(panel, action: .go, for: .valueChanged)
    plain.sendActions(for: .valueChanged)
    #expect(application.sent == ["go", "go"])
    #expect(panel.calls == ["go", "go"])
  }

  @Test("3.2 an overridden next leads the chain of an action without a target elsewhere")
  func next() throws {
    let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let application = Application()
    application.addWindow(window)
    let linked = Linked(frame: window.bounds)
    let panel = Panel()
    linked.elsewhere = panel
    window.addSubview(linked)
    let control = Control(frame: window.bounds)
    linked.addSubview(control)
    try control.addTarget(nil, action: "go", for: .valueChanged)
    control.sendActions(for: .valueChanged)
    #expect(panel.calls == ["go"])
  }
}

private class Pointing: View {
  override func point(inside point: Point, with event: Event?) -> Bool { super.point(inside: point, with: event) }
}

private final class Derived: Pointing {}

private final class Linked: View {
  var elsewhere: Responder?

  override var next: Responder? { elsewhere ?? super.next }
}

private final class Sending: Control {
  var sent: [String] = []

  override func sendAction(_ action: Action, to target: AnyObject?, for event: Event?) {
    sent.append(action.name.description)
    super.sendAction(action, to: target, for: event)
  }
}

private final class SendingApp: Application {
  var sent: [String] = []

  override func sendAction(_ action: Action, to target: AnyObject?, from sender: AnyObject?, for event: Event?) -> Bool {
    sent.append(action.name.description)
    return super.sendAction(action, to: target, from: sender, for: event)
  }
}
