import ContactorControls
import ContactorCore

// Views, windows, controllers and applications whose overrides are callouts. Every override passes on to `super`: what a
// class leaves out of the engine's work is its own affair.

/// A view.
final class ScriptedView: View, Acting {
  let script = Script.next()

  deinit { script.play(.ended) }

  override class var actions: [Action] {
    World.list(0)
    return super.actions + listed
  }

  override var next: Responder? { script.follow { super.next } }
  override var canBecomeFirstResponder: Bool { script.ask(.canBecomeFirstResponder) { true } }
  override var canResignFirstResponder: Bool { script.ask(.canResignFirstResponder) { true } }
  override func becomeFirstResponder() -> Bool { script.play(.becomeFirstResponder) { super.becomeFirstResponder() } }
  override func resignFirstResponder() -> Bool { script.play(.resignFirstResponder) { super.resignFirstResponder() } }
  override func canPerformAction(_ name: ActionName, withSender sender: AnyObject?) -> Bool {
    script.ask(.canPerformAction) { super.canPerformAction(name, withSender: sender) }
  }

  override func touchesBegan(_ touches: TouchSet, with event: Event?) {
    script.play(.touchesBegan, touches, event) { super.touchesBegan(touches, with: event) }
  }
  override func touchesMoved(_ touches: TouchSet, with event: Event?) {
    script.play(.touchesMoved, touches, event) { super.touchesMoved(touches, with: event) }
  }
  override func touchesEnded(_ touches: TouchSet, with event: Event?) {
    script.play(.touchesEnded, touches, event) { super.touchesEnded(touches, with: event) }
  }
  override func touchesCancelled(_ touches: TouchSet, with event: Event?) {
    script.play(.touchesCancelled, touches, event) { super.touchesCancelled(touches, with: event) }
  }

  override func willMove(toWindow window: Window?) { script.play(.willMoveToWindow) { super.willMove(toWindow: window) } }
  override func didMoveToWindow() { script.play(.didMoveToWindow) { super.didMoveToWindow() } }
  override func didMoveToSuperview() { script.play(.didMoveToSuperview) { super.didMoveToSuperview() } }
  override func layoutSubviews() { script.play(.layoutSubviews) { super.layoutSubviews() } }

  override var isHidden: Bool {
    get {
      script.play(.isHidden)
      return super.isHidden
    }
    set { super.isHidden = newValue }
  }
  override func hitTest(_ point: Point, with event: Event?) -> View? { script.find { super.hitTest(point, with: event) } }
  override func point(inside point: Point, with event: Event?) -> Bool {
    script.ask(.pointInside) { super.point(inside: point, with: event) }
  }
  override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    script.ask(.gestureShouldBegin) { super.gestureRecognizerShouldBegin(recognizer) }
  }

  override func keyDown(with event: KeyEvent) -> Bool { script.ask(.keyDown, event) { super.keyDown(with: event) } }
  override func keyUp(with event: KeyEvent) -> Bool { script.ask(.keyUp, event) { super.keyUp(with: event) } }
  override func doCommand(by name: ActionName) -> Bool { script.play(.doCommand) { super.doCommand(by: name) } }
  override func performKeyEquivalent(with event: KeyEvent) -> Bool {
    script.ask(.keyEquivalent) { super.performKeyEquivalent(with: event) }
  }
  override var standardAccessibility: Accessibility { script.play(.standardAccessibility) { super.standardAccessibility } }
  override var accessibilityElementCount: Int { script.count(.elementCount) { super.accessibilityElementCount } }
  override func accessibilityElement(at index: Int) -> AccessibilityElement? {
    script.play(.element) { super.accessibilityElement(at: index) }
  }
  override func performAccessibility(_ action: AccessibilityAction, at index: Int?) -> Bool {
    script.ask(.performAccessibility) { super.performAccessibility(action, at: index) }
  }
  override func customAccessibilityActions(at index: Int?) -> [String] {
    script.play(.customActions) { super.customAccessibilityActions(at: index) }
  }
  override var contentParts: [ContentPart] { script.play(.contentParts) { super.contentParts } }
}

/// A window.
final class ScriptedWindow: Window, Acting {
  let script = Script.next()

  deinit { script.play(.ended) }

  override class var actions: [Action] { super.actions + listed }

  override var next: Responder? { script.follow { super.next } }
  override func sendEvent(_ event: Event) { script.play(.sendEvent) { super.sendEvent(event) } }
  override func touchBeganOutside(_ touch: Touch, with event: Event?) {
    script.play(.touchBeganOutside) { super.touchBeganOutside(touch, with: event) }
  }
  override func layoutSubviews() { script.play(.layoutSubviews) { super.layoutSubviews() } }
  override func touchesBegan(_ touches: TouchSet, with event: Event?) {
    script.play(.touchesBegan, touches, event) { super.touchesBegan(touches, with: event) }
  }
  override func touchesEnded(_ touches: TouchSet, with event: Event?) {
    script.play(.touchesEnded, touches, event) { super.touchesEnded(touches, with: event) }
  }
  override func hitTest(_ point: Point, with event: Event?) -> View? { script.find { super.hitTest(point, with: event) } }
  override func point(inside point: Point, with event: Event?) -> Bool {
    script.ask(.pointInside) { super.point(inside: point, with: event) }
  }
  override func keyDown(with event: KeyEvent) -> Bool { script.ask(.keyDown, event) { super.keyDown(with: event) } }
  override func keyUp(with event: KeyEvent) -> Bool { script.ask(.keyUp, event) { super.keyUp(with: event) } }
  override func doCommand(by name: ActionName) -> Bool { script.play(.doCommand) { super.doCommand(by: name) } }
  override func performKeyEquivalent(with event: KeyEvent) -> Bool {
    script.ask(.keyEquivalent) { super.performKeyEquivalent(with: event) }
  }
}

/// A view controller.
final class ScriptedController: ViewController, Acting {
  let script = Script.next()

  deinit { script.play(.ended) }

  override class var actions: [Action] { super.actions + listed }

  override var next: Responder? { script.follow { super.next } }
  override func loadView() {
    script.play(.loadView)
    if script.answers[.loadView] ?? true { super.loadView() }
  }
  override func viewDidLoad() { script.play(.viewDidLoad) }
  override func touchesBegan(_ touches: TouchSet, with event: Event?) {
    script.play(.touchesBegan, touches, event) { super.touchesBegan(touches, with: event) }
  }
  override func touchesMoved(_ touches: TouchSet, with event: Event?) {
    script.play(.touchesMoved, touches, event) { super.touchesMoved(touches, with: event) }
  }
  override func keyDown(with event: KeyEvent) -> Bool { script.ask(.keyDown, event) { super.keyDown(with: event) } }
  override func keyUp(with event: KeyEvent) -> Bool { script.ask(.keyUp, event) { super.keyUp(with: event) } }
  override func doCommand(by name: ActionName) -> Bool { script.play(.doCommand) { super.doCommand(by: name) } }
}

/// An application.
final class ScriptedApplication: Application, Acting {
  let script = Script.next()

  deinit { script.play(.ended) }

  override class var actions: [Action] { super.actions + listed }

  override var next: Responder? { script.play(.next) { super.next } }
  override func sendEvent(_ event: Event) { script.play(.sendEvent) { super.sendEvent(event) } }
  override func sendAction(_ action: Action, to target: AnyObject?, from sender: AnyObject?, for event: Event?) -> Bool {
    script.play(.sendAction) { super.sendAction(action, to: target, from: sender, for: event) }
  }
  override func keyDown(with event: KeyEvent) -> Bool { script.ask(.keyDown, event) { super.keyDown(with: event) } }
  override func keyUp(with event: KeyEvent) -> Bool { script.ask(.keyUp, event) { super.keyUp(with: event) } }
  override func doCommand(by name: ActionName) -> Bool { script.play(.doCommand) { super.doCommand(by: name) } }
}

extension World {
  /// A class's list of actions is read.
  static func list(_ type: Int) { current?.play(ObjectName(kind: .type, number: type), .actions) }
}
