import ContactorControls
import ContactorCore

// One class for each class of controls: a plain control calls out of every override, the others out of those by which they
// differ.

/// A control.
final class ScriptedControl: Control, Acting {
  let script = Script.next()

  deinit { script.play(.ended) }

  override class var actions: [Action] {
    World.list(1)
    return super.actions + listed
  }

  override var next: Responder? { script.follow { super.next } }
  override var canBecomeFirstResponder: Bool { script.ask(.canBecomeFirstResponder) { true } }
  override var isEnabled: Bool { didSet { script.play(.isEnabled) } }
  override var isHighlighted: Bool { didSet { script.play(.isHighlighted) } }
  override var isExclusiveTouch: Bool {
    get {
      script.play(.isExclusiveTouch)
      return super.isExclusiveTouch
    }
    set { super.isExclusiveTouch = newValue }
  }

  override func willMove(toWindow window: Window?) { script.play(.willMoveToWindow) { super.willMove(toWindow: window) } }
  override func didMoveToWindow() { script.play(.didMoveToWindow) { super.didMoveToWindow() } }
  override func didMoveToSuperview() { script.play(.didMoveToSuperview) { super.didMoveToSuperview() } }
  override func layoutSubviews() { script.play(.layoutSubviews) { super.layoutSubviews() } }
  override func hitTest(_ point: Point, with event: Event?) -> View? { script.find { super.hitTest(point, with: event) } }
  override func point(inside point: Point, with event: Event?) -> Bool {
    script.ask(.pointInside) { super.point(inside: point, with: event) }
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
  override func beginTracking(_ touch: Touch, with event: Event?) -> Bool {
    script.ask(.beginTracking) { super.beginTracking(touch, with: event) }
  }
  override func continueTracking(_ touch: Touch, with event: Event?) -> Bool {
    script.ask(.continueTracking) { super.continueTracking(touch, with: event) }
  }
  override func endTracking(_ touch: Touch?, with event: Event?) { script.play(.endTracking) { super.endTracking(touch, with: event) } }
  override func cancelTracking(with event: Event?) { script.play(.cancelTracking) { super.cancelTracking(with: event) } }
  override func sendAction(_ action: Action, to target: AnyObject?, for event: Event?) {
    script.play(.sendAction) { super.sendAction(action, to: target, for: event) }
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

/// A button.
final class ScriptedButton: Button, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func sendAction(_ action: Action, to target: AnyObject?, for event: Event?) {
    script.play(.sendAction) { super.sendAction(action, to: target, for: event) }
  }
  override func touchesEnded(_ touches: TouchSet, with event: Event?) {
    script.play(.touchesEnded, touches, event) { super.touchesEnded(touches, with: event) }
  }
  override func performAccessibility(_ action: AccessibilityAction, at index: Int?) -> Bool {
    script.ask(.performAccessibility) { super.performAccessibility(action, at: index) }
  }
  override func performKeyEquivalent(with event: KeyEvent) -> Bool {
    script.ask(.keyEquivalent) { super.performKeyEquivalent(with: event) }
  }
}

/// A switch.
final class ScriptedSwitch: Switch, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func touchUpInside(_ touch: Touch, with event: Event?) { script.play(.lifted) { super.touchUpInside(touch, with: event) } }
  override var isEnabled: Bool { didSet { script.play(.isEnabled) } }
  override func performAccessibility(_ action: AccessibilityAction, at index: Int?) -> Bool {
    script.ask(.performAccessibility) { super.performAccessibility(action, at: index) }
  }
}

/// A slider.
final class ScriptedSlider: Slider, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func touchesMoved(_ touches: TouchSet, with event: Event?) {
    script.play(.touchesMoved, touches, event) { super.touchesMoved(touches, with: event) }
  }
  override func sendAction(_ action: Action, to target: AnyObject?, for event: Event?) {
    script.play(.sendAction) { super.sendAction(action, to: target, for: event) }
  }
  override func continueTracking(_ touch: Touch, with event: Event?) -> Bool {
    script.ask(.continueTracking) { super.continueTracking(touch, with: event) }
  }
  override func performAccessibility(_ action: AccessibilityAction, at index: Int?) -> Bool {
    script.ask(.performAccessibility) { super.performAccessibility(action, at: index) }
  }
}

/// A stepper.
final class ScriptedStepper: Stepper, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func beginTracking(_ touch: Touch, with event: Event?) -> Bool {
    script.ask(.beginTracking) { super.beginTracking(touch, with: event) }
  }
  override func sendAction(_ action: Action, to target: AnyObject?, for event: Event?) {
    script.play(.sendAction) { super.sendAction(action, to: target, for: event) }
  }
  override func performAccessibility(_ action: AccessibilityAction, at index: Int?) -> Bool {
    script.ask(.performAccessibility) { super.performAccessibility(action, at: index) }
  }
}

/// A segmented control.
final class ScriptedSegmentedControl: SegmentedControl, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func touchUpInside(_ touch: Touch, with event: Event?) { script.play(.lifted) { super.touchUpInside(touch, with: event) } }
  override func endTracking(_ touch: Touch?, with event: Event?) { script.play(.endTracking) { super.endTracking(touch, with: event) } }
  override func performAccessibility(_ action: AccessibilityAction, at index: Int?) -> Bool {
    script.ask(.performAccessibility) { super.performAccessibility(action, at: index) }
  }
}

/// A page control.
final class ScriptedPageControl: PageControl, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func touchUpInside(_ touch: Touch, with event: Event?) { script.play(.lifted) { super.touchUpInside(touch, with: event) } }
  override func hitTest(_ point: Point, with event: Event?) -> View? { script.find { super.hitTest(point, with: event) } }
  override func performAccessibility(_ action: AccessibilityAction, at index: Int?) -> Bool {
    script.ask(.performAccessibility) { super.performAccessibility(action, at: index) }
  }
}

/// A text field.
final class ScriptedTextField: TextField, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func becomeFirstResponder() -> Bool { script.play(.becomeFirstResponder) { super.becomeFirstResponder() } }
  override func resignFirstResponder() -> Bool { script.play(.resignFirstResponder) { super.resignFirstResponder() } }
  override var canBecomeFirstResponder: Bool { script.ask(.canBecomeFirstResponder) { super.canBecomeFirstResponder } }
  override var canResignFirstResponder: Bool { script.ask(.canResignFirstResponder) { super.canResignFirstResponder } }
  override func touchUpInside(_ touch: Touch, with event: Event?) { script.play(.lifted) { super.touchUpInside(touch, with: event) } }
  override func performAccessibility(_ action: AccessibilityAction, at index: Int?) -> Bool {
    script.ask(.performAccessibility) { super.performAccessibility(action, at: index) }
  }
  override func keyDown(with event: KeyEvent) -> Bool { script.play(.keyDown, event) { super.keyDown(with: event) } }
  override func doCommand(by name: ActionName) -> Bool { script.play(.doCommand) { super.doCommand(by: name) } }
}
