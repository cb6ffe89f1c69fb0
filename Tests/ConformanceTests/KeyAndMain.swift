import ContactorCore

/// An application with a key and another main window, each with a first responder, a view around it and a delegate, as the cases
/// on AppKit's search order have it.
final class KeyAndMain: EngineObserver {
  private let application = Speaker.App()
  private let key: Window
  private let main: Window
  private let delegates = [Speaker(), Speaker(), Speaker()]
  private var chain: [String] = []

  init() {
    application.searchPolicy = .keyAndMainWindow
    application.identifier = "NSApp"
    (key, main) = (KeyWindow(frame: .zero), MainWindow(frame: .zero))
    for (window, name, middle) in [(key, "K", "...its nextResponder chain up to K"), (main, "M", "...chain")] {
      window.identifier = name
      application.addWindow(window)
      let (outer, inner) = (View(frame: .zero), First(frame: .zero))
      outer.identifier = middle
      inner.identifier = name + ".firstResponder"
      window.addSubview(outer)
      outer.addSubview(inner)
      inner.becomeFirstResponder()
    }
    for (delegate, name) in zip(delegates, ["K", "M", "NSApp"]) { delegate.identifier = name + ".delegate" }
    key.makeKey()
    main.makeMain()
    key.delegate = delegates[0]
    main.delegate = delegates[1]
    application.delegate = delegates[2]
    application.addObserver(self)
  }

  /// Everyone who is asked for an action that nobody does, in order.
  func order() -> [String] {
    application.sendAction(Action("nobodyDoesThis:"), to: nil, from: nil, for: nil)
    return chain
  }

  /// Who does the action: `K`, `M`, `app` or `appDelegate`; `nil` for nobody.
  func target(forAction name: String) -> String? {
    switch application.target(forAction: ActionName(name), to: nil, from: nil) {
    case let target where target === key: "K"
    case let target where target === main: "M"
    case let target where target === application: "app"
    case let target where target === delegates[2]: "appDelegate"
    default: nil
    }
  }

  func unhandled(_ action: UnhandledAction) { chain = action.chain }
  func touchChanged(_ touch: Touch) {}
  func control(_ control: Control, sends events: Control.Events, touch: Touch?) {}
  func actionSent(
    _ action: Action, to target: AnyObject?, from sender: AnyObject?, for events: Control.Events, handled: Bool
  ) {}
  func anomaly(_ anomaly: Anomaly) {}
  func violation(_ violation: StreamVerifier.Violation) {}
}

/// A delegate of a window or an application.
private final class Speaker: Responder, WindowDelegate, ApplicationDelegate {
  final class App: Application {
    override class var actions: [Action] { super.actions + [Action("someTestMethod:", App.someTestMethod(_:))] }
    func someTestMethod(_ sender: Responder) {}
  }

  override class var actions: [Action] { super.actions + [Action("delegateMethod", Speaker.delegateMethod)] }
  func delegateMethod() {}
}

private final class KeyWindow: Window {
  override class var actions: [Action] {
    super.actions + [Action("onBoth", KeyWindow.act), Action("onlyOnKey", KeyWindow.act)]
  }
  func act() {}
}

private final class MainWindow: Window {
  override class var actions: [Action] {
    super.actions + [Action("onBoth", MainWindow.act), Action("onlyOnMain", MainWindow.act)]
  }
  func act() {}
}

private final class First: View {
  override var canBecomeFirstResponder: Bool { true }
}
