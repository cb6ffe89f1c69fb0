public import ContactorCore

/// A control that is pressed: `touchUpInside` is followed by `primaryActionTriggered` (contract 4.6).
open class Button: Control {
  override open var sendsPrimaryAction: Bool { true }

  /// The actions that a button takes by name, in addition to those of every control.
  override open class var actions: [Action] {
    super.actions + availabilityActions + [Action("performClick:", performClick(_:))]
  }

  /// `performClick()` as an action.
  public func performClick(_ sender: AnyObject) { performClick() }

  /// Acts as a tap without a finger: sends `touchUpInside`, then `primaryActionTriggered` (contract 4.9).
  ///
  /// A disabled button does nothing.
  public func performClick() {
    guard isEnabled else { return }
    sendActions(for: .touchUpInside)
    sendActions(for: .primaryActionTriggered)
  }

  // MARK: Key equivalent

  /// A key equivalent stored apart: few buttons have one, and a button stays small.
  private final class Shortcut {
    let key: KeyEquivalent

    init(_ key: KeyEquivalent) {
      self.key = key
    }
  }

  private final var shortcut: Shortcut?

  /// The characters of the key that clicks the button whatever the first responder is; empty for none, the default.
  ///
  /// An upper-case letter implies shift. Dialogs give `KeyEvent.carriageReturn` to the default button, `KeyEvent.escape` to the cancel button.
  public final var keyEquivalent: String {
    get { shortcut?.key.characters ?? "" }
    set { setShortcut(KeyEquivalent(newValue, modifiers: keyEquivalentModifiers)) }
  }

  /// The modifiers that are held with the key equivalent; none by default.
  public final var keyEquivalentModifiers: KeyEvent.Modifiers {
    get { shortcut?.key.modifiers ?? [] }
    set { setShortcut(KeyEquivalent(keyEquivalent, modifiers: newValue)) }
  }

  private final func setShortcut(_ key: KeyEquivalent) {
    shortcut = key.characters.isEmpty && key.modifiers.isEmpty ? nil : Shortcut(key)
  }

  /// Clicks the button for its key equivalent; a disabled or hidden button does not answer.
  override open func performKeyEquivalent(with event: KeyEvent) -> Bool {
    if let shortcut, isEnabled, !isHidden, shortcut.key.matches(event) {
      performClick()
      return true
    }
    return super.performKeyEquivalent(with: event)
  }
}

/// A control that acts when a finger is lifted inside it.
///
/// It is the base of `Switch`, `Stepper`, `SegmentedControl`, `PageControl` and `TextField`. A finger that slides off before it is
/// lifted does nothing, so that an accidental touch can be taken back.
open class TouchUpControl: Control {
  private var endsInside = false
  /// Where the tracked touch was lifted last, in the control's own space, noted before any action is called.
  private(set) final var touchUpLocation = Point.zero

  override open class var actions: [Action] { super.actions + Control.availabilityActions }

  /// Called after a tracked touch was lifted inside and `touchUpInside` was sent; does nothing unless overridden.
  ///
  /// It is called even if an action of `touchUpInside` disabled or removed the control.
  open func touchUpInside(_ touch: Touch, with event: Event?) {}

  /// Ends tracking, then calls `touchUpInside(_:with:)` for a touch that was lifted inside.
  override open func touchesEnded(_ touches: TouchSet, with event: Event?) {
    endsInside = false
    let touch = trackedTouch
    super.touchesEnded(touches, with: event)
    guard endsInside, let touch else { return }
    endsInside = false
    touchUpInside(touch, with: event)
  }

  /// Notes whether the touch was lifted inside; an override calls `super`.
  override open func endTracking(_ touch: Touch?, with event: Event?) {
    super.endTracking(touch, with: event)
    endsInside = touch?.phase == .ended && isTouchInside
    if let touch { touchUpLocation = touch.location(in: self) }
  }

  /// Notes that the touch will not be lifted; an override calls `super`.
  override open func cancelTracking(with event: Event?) {
    super.cancelTracking(with: event)
    endsInside = false
  }
}

/// A control with two states that a touch up inside flips (contract 4.8).
open class Switch: TouchUpControl {
  /// Whether the switch is on; setting it sends nothing.
  open var isOn = false {
    didSet { if isOn != oldValue { changed(.value) } }
  }

  /// The actions that a switch takes by name, in addition to those of every control.
  override open class var actions: [Action] {
    super.actions + [Action("toggle:", toggle(_:)), Action("turnOn:", turnOn(_:)), Action("turnOff:", turnOff(_:))]
  }

  /// Flips the switch and sends `valueChanged` as a delivery of its own after `touchUpInside`.
  override open func touchUpInside(_ touch: Touch, with event: Event?) {
    isOn.toggle()
    sendActions(for: .valueChanged, with: event)
  }

  /// Flips the switch and sends `valueChanged`.
  public func toggle(_ sender: AnyObject) { turn(!isOn) }

  /// Turns the switch on; sends `valueChanged` if it was off.
  public func turnOn(_ sender: AnyObject) { turn(true) }

  /// Turns the switch off; sends `valueChanged` if it was on.
  public func turnOff(_ sender: AnyObject) { turn(false) }

  private func turn(_ isOn: Bool) {
    guard self.isOn != isOn else { return }
    self.isOn = isOn
    sendActions(for: .valueChanged)
  }
}

// MARK: - Visibility and availability

/// A plain view that actions show and hide by name: a page, a dialog, a group of controls.
open class ContainerView: View {
  /// The actions that a container takes by name: `show:`, `hide:` and `toggleHidden:`.
  override open class var actions: [Action] { super.actions + visibilityActions }
}

extension View {
  /// The actions `show:`, `hide:` and `toggleHidden:`, for a class's list of actions.
  public static var visibilityActions: [Action] {
    [Action("show:", show(_:)), Action("hide:", hide(_:)), Action("toggleHidden:", toggleHidden(_:))]
  }

  /// Sets `isHidden` to false: the view and its subviews take part in hit-testing again.
  public func show(_ sender: AnyObject) { isHidden = false }

  /// Sets `isHidden` to true: hit-testing leaves out the view and its subviews; touches that began in them go on.
  public func hide(_ sender: AnyObject) { isHidden = true }

  /// Toggles `isHidden`.
  public func toggleHidden(_ sender: AnyObject) { isHidden.toggle() }
}

extension Control {
  /// The actions that every control takes by name, for a class's list: visibility, `enable:`, `disable:`, `toggleEnabled:`.
  public static var availabilityActions: [Action] {
    visibilityActions + [
      Action("enable:", enable(_:)), Action("disable:", disable(_:)), Action("toggleEnabled:", toggleEnabled(_:)),
    ]
  }

  /// Sets `isEnabled` to true.
  public func enable(_ sender: AnyObject) { isEnabled = true }

  /// Sets `isEnabled` to false; a tracked touch is cancelled.
  public func disable(_ sender: AnyObject) { isEnabled = false }

  /// Toggles `isEnabled`.
  public func toggleEnabled(_ sender: AnyObject) { isEnabled.toggle() }
}
