public import ContactorCore

/// A light part of a control: a value, a state, a tag, without a view of its own (contract 7.1).
///
/// A control divides its area among cells: `CellControl` has one, `Matrix` any number. A cell knows nothing of touches; its control
/// tells it where a finger is. A plain cell has no target and refuses one; `ActionCell` has.
///
/// A cell of these classes takes 112 bytes on the heap at most: what few cells need lies in an object of its own, made when it is set.
open class Cell: ValueHolding, ActionTarget {
  /// How a text lies in its frame.
  public enum Alignment: UInt8, Hashable, Sendable, CaseIterable {
    /// At the edge where the text begins.
    case natural
    /// At the left edge.
    case left
    /// At the right edge.
    case right
    /// In the middle.
    case center
    /// At both edges.
    case justified
  }

  struct Flags: OptionSet {
    let rawValue: UInt16
    static let enabled = Flags(rawValue: 1 << 0)
    static let highlighted = Flags(rawValue: 1 << 1)
    static let selectable = Flags(rawValue: 1 << 2)
    static let editable = Flags(rawValue: 1 << 3)
    static let bordered = Flags(rawValue: 1 << 4)
    static let bezeled = Flags(rawValue: 1 << 5)
    static let continuous = Flags(rawValue: 1 << 6)
    static let secure = Flags(rawValue: 1 << 7)
    static let vertical = Flags(rawValue: 1 << 8)
    /// The text is being edited.
    static let edited = Flags(rawValue: 1 << 9)
  }

  /// What few cells have, stored apart so that a cell stays small.
  final class Extras {
    var key = KeyEquivalent("")
    var placeholder = ""
    var representedObject: AnyObject?
  }

  /// A number by which the cell can be found; 0 by default.
  public final var tag = 0
  /// The control of which the cell is a part; `nil` for none, and once the control is deallocated.
  public internal(set) final weak var controlView: Control?
  /// How the text lies in the cell's frame.
  public final var alignment = Alignment.natural {
    didSet { if alignment != oldValue { changed(.state) } }
  }
  @safe @exclusivity(unchecked) private final var flags: Flags = .enabled
  @safe @exclusivity(unchecked) private final var toggle = ToggleState()
  private final var content: ControlValue?
  private final var extras: Extras?

  /// Creates a cell without a value that is enabled and off.
  public required init() {}

  /// The actions that cells of the class take by name: `takeIntValueFrom:` and its family, `performClick:`.
  open class var actions: [Action] { Cell.valueActions + [Action("performClick:", performClick(_:))] }

  // MARK: Value

  /// The value; `nil` for none; setting it sends nothing.
  open var objectValue: ControlValue? {
    get { content }
    set { setContent(newValue, .value) }
  }

  /// The text that the cell shows: by default its value as a text.
  open var title: String {
    get { content?.stringValue ?? "" }
    set { setContent(.text(newValue), .text) }
  }

  private final func setContent(_ newValue: ControlValue?, _ change: View.Change) {
    guard content != newValue else { return }
    content = newValue
    changed(change)
  }

  /// The text that a renderer shows: the title, dots for a secure text.
  open var displayText: String { title }

  // MARK: State

  /// Whether the cell is on; mixed counts as on unless `allowsMixedState`; setting it sends nothing.
  open var state: Control.StateValue {
    get { toggle.value }
    set { change { $0.set(newValue) } }
  }

  /// Whether `state` may be mixed; taking that back turns mixed into on.
  public final var allowsMixedState: Bool {
    get { toggle.allowsMixed }
    set { change { $0.setAllowsMixed(newValue) } }
  }

  private final func change(_ body: (inout ToggleState) -> Void) {
    let before = toggle
    body(&toggle)
    if toggle.value != before.value { changed(.value) }
  }

  /// The state after this one: off, mixed if it is allowed, on, off.
  public final var nextState: Control.StateValue { toggle.next }

  /// Goes on to `nextState`; sends nothing.
  public final func setNextState() { state = nextState }

  final var toggleState: ToggleState { toggle }

  // MARK: Flags

  /// Whether the cell takes part in touches and actions.
  open var isEnabled: Bool {
    get { flags.contains(.enabled) }
    set { set(.enabled, newValue) }
  }

  /// Whether the cell appears pressed.
  open var isHighlighted: Bool {
    get { flags.contains(.highlighted) }
    set { set(.highlighted, newValue) }
  }

  /// Whether the text can be selected; an editable text always can.
  public final var isSelectable: Bool {
    get { has(.selectable) || has(.editable) }
    set {
      set(.selectable, newValue)
      if !newValue { set(.editable, false) }
    }
  }

  /// Whether the cell is drawn with a plain border; excludes `isBezeled`.
  public final var isBordered: Bool {
    get { has(.bordered) }
    set {
      set(.bordered, newValue)
      if newValue { set(.bezeled, false) }
    }
  }

  /// Whether the cell is drawn with a bezel; excludes `isBordered`.
  public final var isBezeled: Bool {
    get { has(.bezeled) }
    set {
      set(.bezeled, newValue)
      if newValue { set(.bordered, false) }
    }
  }

  /// Whether the action is sent at each change while a finger moves; otherwise once, when it is lifted.
  public final var isContinuous: Bool {
    get { has(.continuous) }
    set { set(.continuous, newValue) }
  }

  final func has(_ flag: Flags) -> Bool { flags.contains(flag) }

  final func set(_ flag: Flags, _ isOn: Bool) {
    guard flags.contains(flag) != isOn else { return }
    if isOn { flags.insert(flag) } else { flags.remove(flag) }
    changed(.state)
  }

  /// The appearance, for a renderer: highlighted, disabled, selected while it is on or mixed.
  public final var appearance: Control.State {
    var appearance = Control.State.normal
    if isHighlighted { appearance.insert(.highlighted) }
    if !isEnabled { appearance.insert(.disabled) }
    if state != .off { appearance.insert(.selected) }
    return appearance
  }

  /// Reports a change to the control's renderer; for subclasses with values of their own.
  public final func changed(_ change: View.Change) { controlView?.changed(change) }

  // MARK: Extras

  /// The key that acts as a click on the cell; empty for none.
  ///
  /// An upper-case letter implies shift.
  public final var keyEquivalent: String {
    get { extras?.key.characters ?? "" }
    set { setKey(KeyEquivalent(newValue, modifiers: keyEquivalentModifierMask)) }
  }

  /// The modifiers that are held with the key equivalent; none by default.
  public final var keyEquivalentModifierMask: KeyEvent.Modifiers {
    get { extras?.key.modifiers ?? [] }
    set { setKey(KeyEquivalent(keyEquivalent, modifiers: newValue)) }
  }

  private final func setKey(_ key: KeyEquivalent) {
    if extras != nil || key != KeyEquivalent("") { madeExtras.key = key }
  }

  /// What an empty text cell shows in place of its text.
  public final var placeholder: String {
    get { extras?.placeholder ?? "" }
    set {
      guard newValue != placeholder else { return }
      madeExtras.placeholder = newValue
      changed(.text)
    }
  }

  /// An object that the cell stands for; retained.
  public final var representedObject: AnyObject? {
    get { extras?.representedObject }
    set {
      guard extras != nil || newValue != nil else { return }
      let extras = madeExtras
      let old = extras.representedObject
      extras.representedObject = newValue
      withExtendedLifetime(old) {}
    }
  }

  /// Whether a key is the cell's equivalent.
  final func hasEquivalent(_ event: KeyEvent) -> Bool { extras?.key.matches(event) ?? false }

  private final var madeExtras: Extras {
    if let extras { return extras }
    let made = Extras()
    extras = made
    return made
  }

  // MARK: Target and action

  /// The object that gets the action; `nil` for a plain cell.
  open var target: AnyObject? { nil }

  /// The name of the action that a click sends; `nil` for a plain cell.
  open var action: ActionName? { nil }

  /// Sets the target and the action that a click sends; `nil` for a target means the responder chain.
  ///
  /// - Throws: `CellError.refusesTarget` by a plain cell, which has neither; other errors see `ActionCell`.
  open func setTarget(_ target: (any ActionTarget)?, action: ActionName?) throws(CellError) {
    if target != nil || action != nil { throw .refusesTarget("\(type(of: self))") }
  }

  /// Sends the cell's action; returns whether it has one and is enabled.
  @discardableResult
  open func sendAction(for event: Event? = nil) -> Bool { false }

  /// Acts as a tap on the cell: changes its state and sends its action, or has its control do so.
  ///
  /// A disabled cell, and a cell of a disabled control, does nothing.
  public final func performClick() {
    guard isEnabled else { return }
    if let holder = controlView as? any CellHolder { return holder.click(self) }
    click()
    sendAction()
  }

  /// `performClick()` as an action.
  public final func performClick(_ sender: AnyObject) { performClick() }

  // MARK: Touches

  /// Called when a finger comes upon the cell; point and frame are in the control's space.
  ///
  /// Returns whether the cell follows the finger.
  open func startTracking(at point: Point, in frame: Rect) -> Bool { false }

  /// Called when the finger moved, for a cell that follows it.
  open func continueTracking(at point: Point, in frame: Rect) {}

  /// Called when the finger was lifted or left the cell, for a cell that follows it.
  open func stopTracking(at point: Point, in frame: Rect, isUp: Bool) {}

  /// What a click changes; by default it goes on to the next state.
  ///
  /// Called by the control for a finger that was lifted on the cell, before the action is sent.
  open func click() { setNextState() }

  // MARK: Copies

  /// A cell of the same class with the same values, without a control.
  public final func copy() -> Self {
    let copy = type(of: self).init()
    copyValues(to: copy)
    return copy
  }

  /// Copies the values to a new cell of the same class; an override calls `super`.
  open func copyValues(to cell: Cell) {
    cell.tag = tag
    cell.alignment = alignment
    cell.flags = flags.subtracting([.highlighted, .edited])
    cell.toggle = toggle
    cell.content = content
    guard let extras else { return }
    cell.setKey(extras.key)
    cell.placeholder = extras.placeholder
    cell.representedObject = extras.representedObject
  }

  // MARK: Accessibility

  /// What the cell says of itself to those who do not see or touch it (contract 7.8).
  open var accessibility: Accessibility {
    Accessibility(.cell, label: title.isEmpty ? nil : title, isSelected: state != .off, isEnabled: isEnabled)
  }

  /// What a renderer calls the cell, such as `cell`, `button`, `radio`.
  open var contentKind: String { "cell" }

  /// Raises or lowers the value by a step, as an increment without a finger does; returns whether the cell can.
  open func step(by direction: Int) -> Bool { false }
}

/// A control that consists of cells.
protocol CellHolder: Control {
  /// Acts as a tap on one of the control's cells.
  func click(_ cell: Cell)
}
