import ContactorCore
import Testing

/// The choke points are called whoever overrides them.
@Suite("Methods that anybody may override")
struct OverrideTests {
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
