public import ContactorCore

/// A control that is pressed: `touchUpInside` is followed by `primaryActionTriggered` (contract 4.6).
///
/// A button may hold a state: `buttonType` says what a press does to it. The state changes before `touchUpInside` is sent, so that every
/// action finds the new one. A press that changes it sends, in deliveries of their own:
///
/// | order | what                     | to                                                |
/// | ----- | ------------------------ | ------------------------------------------------- |
/// | 1     | `touchUpInside`          | the dispatch table                                |
/// | 2     | `primaryActionTriggered` | the dispatch table                                |
/// | 3     | `valueChanged`           | the dispatch table, if the state changed          |
/// | 4     | the group's action       | the target of `radioGroup`, at each press         |
open class Button: Control, ValueHolding {
  override open var sendsPrimaryAction: Bool { true }

  // The small properties come first: they fill the bytes that the base class leaves free.
  private final var toggle = ToggleState()
  /// The effect of a press on the state; the default, `.momentary`, leaves the state unchanged.
  public final var buttonType = ButtonType.momentary {
    didSet { if buttonType != oldValue { changed(.state) } }
  }
  /// The state before the press, while a touch that was lifted inside is being ended; else `nil`.
  private final var pressedFrom: StateValue?
  private final var extras: Extras?

  /// The properties that few buttons use, stored apart so that a button stays small.
  private final class Extras {
    var title = ""
    var group: RadioGroup?
    var shortcut = KeyEquivalent("")
    /// How deep clicks by calls nest; it stops an observer of the state that clicks again.
    var nesting = 0
  }

  /// The actions that a button takes by name, in addition to those of every control.
  override open class var actions: [Action] {
    super.actions + availabilityActions + valueActions + [Action("performClick:", performClick(_:))]
  }

  /// `performClick()` as an action.
  public func performClick(_ sender: AnyObject) { performClick() }

  /// Acts as a tap without a finger: changes the state as `buttonType` says, sends `touchUpInside`, then `primaryActionTriggered`
  /// (contract 4.9), then what a change of the state sends.
  ///
  /// A disabled button does nothing.
  public func performClick() {
    guard isEnabled else { return }
    let extras = makeExtras()
    guard extras.nesting < ActionLink.nestingLimit else { return }
    extras.nesting += 1
    defer { extras.nesting -= 1 }
    let before = stateValue
    stateValue = buttonType.stateAfterClick(on: toggle)
    sendActions(for: .touchUpInside)
    sendActions(for: .primaryActionTriggered)
    finishPress(from: before, nil)
  }

  // MARK: State

  /// Whether the button is on; mixed counts as on unless `allowsMixedState`; setting it sends nothing.
  ///
  /// `isSelected` follows: it is true unless the state is off. A radio button that is turned on turns off the others of its group.
  /// `state` is something else: the appearance.
  public final var stateValue: StateValue {
    get { toggle.value }
    set { updateState { $0.set(newValue) } }
  }

  /// Whether `stateValue` may be mixed; taking that back turns mixed into on.
  public final var allowsMixedState: Bool {
    get { toggle.allowsMixed }
    set { updateState { $0.setAllowsMixed(newValue) } }
  }

  /// The state after this one: off, mixed if it is allowed, on, off.
  public final var nextState: StateValue { toggle.next }

  /// Goes on to `nextState`, whatever `buttonType` is; sends nothing.
  public final func setNextState() { stateValue = nextState }

  /// The state as a number: 1 for on, 0 for off, −1 for mixed; a value is read as by `StateValue(_:)`.
  open var objectValue: ControlValue? {
    get { .integer(stateValue.rawValue) }
    set { stateValue = StateValue(newValue) }
  }

  private final func updateState(_ body: (inout ToggleState) -> Void) {
    let before = toggle.value
    body(&toggle)
    guard toggle.value != before else { return }
    isSelected = toggle.value != .off
    changed(.value)
    if toggle.value == .on { radioGroup?.turnOffOthers(than: self) }
  }

  // MARK: Touches

  /// Changes the state for a touch that was lifted inside; an override calls `super`.
  override open func endTracking(_ touch: Touch?, with event: Event?) {
    super.endTracking(touch, with: event)
    guard touch?.phase == .ended, isTouchInside else { return pressedFrom = nil }
    pressedFrom = stateValue
    stateValue = buttonType.stateAfterClick(on: toggle)
  }

  override open func touchesEnded(_ touches: TouchSet, with event: Event?) {
    pressedFrom = nil
    super.touchesEnded(touches, with: event)
    guard let before = pressedFrom else { return }
    pressedFrom = nil
    finishPress(from: before, event)
  }

  private final func finishPress(from before: StateValue, _ event: Event?) {
    if stateValue != before { sendActions(for: .valueChanged, with: event) }
    if let group = radioGroup { group.send(from: self, event) }
  }

  // MARK: Title and group

  /// The text on the button; empty by default.
  ///
  /// It is the button's name for accessibility, too.
  public final var title: String {
    get { extras?.title ?? "" }
    set {
      guard newValue != title else { return }
      makeExtras().title = newValue
      changed(.text)
    }
  }

  /// The group that allows at most one of its buttons to be on; `nil` if the button is in no group.
  public final var radioGroup: RadioGroup? { extras?.group }

  /// Joins a group or leaves it, without notifying the group.
  final func join(_ group: RadioGroup?) {
    guard group != nil || extras != nil else { return }
    let extras = makeExtras()
    let old = extras.group
    extras.group = group
    withExtendedLifetime(old) {}
  }

  private final func makeExtras() -> Extras {
    let made = extras ?? Extras()
    extras = made
    return made
  }

  // MARK: Key equivalent

  /// The characters of the key that clicks the button whatever the first responder is; empty for none, the default.
  ///
  /// An upper-case letter implies shift. Dialogs give `KeyEvent.carriageReturn` to the default button, `KeyEvent.escape` to the cancel button.
  public final var keyEquivalent: String {
    get { shortcut.characters }
    set { shortcut.characters = newValue }
  }

  /// The modifiers that are held with the key equivalent; none by default.
  public final var keyEquivalentModifierMask: KeyEvent.Modifiers {
    get { shortcut.modifiers }
    set { shortcut.modifiers = newValue }
  }

  private final var shortcut: KeyEquivalent {
    get { extras?.shortcut ?? KeyEquivalent("") }
    set { if extras != nil || newValue != KeyEquivalent("") { makeExtras().shortcut = newValue } }
  }

  /// Clicks the button for its key equivalent; a disabled or hidden button does not answer.
  override open func performKeyEquivalent(with event: KeyEvent) -> Bool {
    if extras != nil, isEnabled, !isHidden, shortcut.matches(event) {
      performClick()
      return true
    }
    return super.performKeyEquivalent(with: event)
  }

  // MARK: Accessibility, drawing

  override open var standardAccessibility: Accessibility {
    let role: Accessibility.Role = buttonType == .switch ? .switch : buttonType == .radio ? .radio : .button
    let value = buttonType == .momentary ? nil : "\(stateValue)"
    return Accessibility(role, label: title.isEmpty ? nil : title, value: value, isSelected: isSelected, isEnabled: isEnabled)
  }

  override open func performAccessibility(_ action: AccessibilityAction, at index: Int? = nil) -> Bool {
    guard action == .activate, index == nil, isEnabled, !isHidden else { return false }
    performClick()
    return true
  }

  override open var contentParts: [ContentPart] { [ContentPart("button", frame: bounds, text: title.isEmpty ? nil : title, state: state)] }
}

/// A control that acts when a finger is lifted inside it.
///
/// It is the base of `Switch`, `Stepper`, `SegmentedControl`, `PageControl` and `TextField`. A finger that slides off before it is
/// lifted does nothing, so that an accidental touch can be taken back.
open class TouchUpControl: Control {
  private var endsInside = false
  /// Whether the touch that is being ended changed the value.
  private(set) final var isChangedByTouch = false
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

  /// Takes the value of a touch that was lifted inside; an override calls `super`.
  override open func takeLift(of touch: Touch, with event: Event?) {
    super.takeLift(of: touch, with: event)
    isChangedByTouch = endsInside && changeValue(for: touch)
  }

  /// Changes the value for a touch that was lifted inside, before `touchUpInside` is sent; returns whether it changed.
  func changeValue(for touch: Touch) -> Bool { false }

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

/// A control with two states: a tap flips it, and a drag along it moves its knob (contract 4.8).
///
/// The knob starts at its current side and follows the finger. When the finger is lifted inside, the switch takes the state of the
/// knob's side: a drag further toward the side that the knob started from changes nothing. A finger that moved by less than
/// `Tuning.panHysteresis` along the switch is a tap. On is to the right.
///
/// The state changes before `touchUpInside` is sent, so that its actions find the new one; `valueChanged` follows if it changed.
open class Switch: TouchUpControl, ValueHolding, DragFollowing {
  /// Whether the switch is on; setting it sends nothing.
  open var isOn = false {
    didSet { if isOn != oldValue { changed(.value) } }
  }

  /// The actions that a switch takes by name, in addition to those of every control.
  override open class var actions: [Action] {
    super.actions + valueActions + [Action("toggle:", toggle(_:)), Action("turnOn:", turnOn(_:)), Action("turnOff:", turnOff(_:))]
  }

  /// The state as a number: 1 for on, 0 for off; a value is read as by `StateValue(_:)`, and mixed counts as on.
  open var objectValue: ControlValue? {
    get { .integer(isOn ? 1 : 0) }
    set { isOn = StateValue(newValue) != .off }
  }

  /// On or off; mixed counts as on; setting it sends nothing.
  public final var stateValue: StateValue {
    get { isOn ? .on : .off }
    set { isOn = newValue != .off }
  }

  /// A drag along the switch moves its knob, also inside a scroll view.
  open var dragAxes: ScrollAxes { .horizontal }

  /// How far the knob travels from off to on, in points.
  ///
  /// The knob is a square as high as the switch, and at most half as wide as the switch.
  private var travel: Double { max(bounds.size.width - bounds.size.height, bounds.size.width / 2) }

  /// The greatest distance of a finger from its first position, along the switch, in points.
  private var reach = 0.0

  override open func beginTracking(_ touch: Touch, with event: Event?) -> Bool {
    reach = 0
    return super.beginTracking(touch, with: event)
  }

  override open func continueTracking(_ touch: Touch, with event: Event?) -> Bool {
    reach = max(reach, way(of: touch).magnitude)
    return super.continueTracking(touch, with: event)
  }

  /// Returns the signed distance of a finger from its first position, along the switch, in points.
  private func way(of touch: Touch) -> Double { touch.location(in: self).x - convert(touch.startLocation, from: nil).x }

  override func changeValue(for touch: Touch) -> Bool {
    let way = way(of: touch)
    let isTap = max(reach, way.magnitude) < application?.tuning.panHysteresis ?? Tuning().panHysteresis
    let flips = isTap || (isOn ? -way : way) > travel / 2
    if flips { isOn.toggle() }
    return flips
  }

  /// Sends `valueChanged` as a delivery of its own after `touchUpInside`, if the touch changed the state.
  override open func touchUpInside(_ touch: Touch, with event: Event?) {
    if isChangedByTouch { sendActions(for: .valueChanged, with: event) }
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

  // MARK: Accessibility, drawing

  override open var standardAccessibility: Accessibility {
    Accessibility(.switch, value: isOn ? "on" : "off", isSelected: isOn, isEnabled: isEnabled)
  }

  /// Flips the switch as a tap does, and sends the same.
  override open func performAccessibility(_ action: AccessibilityAction, at index: Int? = nil) -> Bool {
    guard action == .activate, index == nil, isEnabled, !isHidden else { return false }
    isOn.toggle()
    sendActions(for: .touchUpInside)
    sendActions(for: .valueChanged)
    return true
  }

  override open var contentParts: [ContentPart] {
    [ContentPart("switch", frame: bounds, state: isOn ? state.union(.selected) : state)]
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
