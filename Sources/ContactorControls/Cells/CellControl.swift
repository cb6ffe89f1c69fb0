public import ContactorCore

/// A control that consists of one cell: it forwards target, action, value, state and tag to the cell (contract 7.1).
///
/// A touch has two kinds of effect, which stay apart:
///
/// | what                   | when                                             | who is called                             |
/// | ---------------------- | ------------------------------------------------ | ----------------------------------------- |
/// | control events         | as of every control: `touchDown` … `touchUpInside` | the entries of the dispatch table       |
/// | `valueChanged`         | after these, if the touch changed the cell's value | the entries of the dispatch table       |
/// | the cell's action      | then: at each lift inside, or, of a cell that follows the finger, at each change if it is continuous and else once at the end, if the value changed | the cell's target |
///
/// A pair that is in the dispatch table and in the cell is called by both; `duplicateRegistrations` reports it (contract 5.2).
///
/// A text cell only shows its text here: `TextField` edits one text, `Form` several.
open class CellControl: TouchUpControl, ValueHolding, DragFollowing {
  /// The parts of a control of one cell.
  public enum Part: Hashable, Sendable {
    /// The cell, which fills the control.
    case cell
  }

  private var current: Cell
  private var follows = false
  /// Whether the cell followed the touch that is being ended.
  private var didFollow = false
  /// Whether the touch that is over was lifted.
  private var isLifted = false
  /// How deep clicks nest; it stops a cell that clicks itself.
  private var nesting = 0
  private var valueAtBegin: ControlValue?

  /// Creates a control of a cell, or of a copy of it if it is part of a control.
  public init(frame: Rect, cell: Cell) {
    current = cell.controlView == nil ? cell : cell.copy()
    super.init(frame: frame)
    current.controlView = self
  }

  /// Creates a control of a `ButtonCell`.
  override public convenience init(frame: Rect) { self.init(frame: frame, cell: ButtonCell()) }

  /// The cell; a new one takes the old one's place in touches at once.
  ///
  /// Of a cell that is part of another control a copy is taken.
  public final var cell: Cell {
    get { current }
    set {
      guard newValue !== current else { return }
      let cell = newValue.controlView == nil ? newValue : newValue.copy()
      let old = current
      current = cell
      old.controlView = nil
      cell.controlView = self
      changed([.value, .text, .state])
      withExtendedLifetime(old) {}
    }
  }

  /// The actions that the control takes by name, in addition to those of every control.
  override open class var actions: [Action] { super.actions + valueActions + [Action("performClick:", performClick(_:))] }

  // MARK: What the cell has

  /// The cell's value; setting it sends nothing.
  open var objectValue: ControlValue? {
    get { current.objectValue }
    set { current.objectValue = newValue }
  }

  /// The cell's state; `state` is the control's appearance.
  public final var stateValue: StateValue {
    get { current.state }
    set { current.state = newValue }
  }

  /// The cell's tag.
  override open var tag: Int {
    get { current.tag }
    set { current.tag = newValue }
  }

  /// Whether the control and its cell are enabled.
  override open var isEnabled: Bool {
    didSet { current.isEnabled = isEnabled }
  }

  /// How the cell's text lies.
  public final var alignment: Cell.Alignment {
    get { current.alignment }
    set { current.alignment = newValue }
  }

  /// Whether the cell sends its action at each change while a finger moves.
  public final var isContinuous: Bool {
    get { current.isContinuous }
    set { current.isContinuous = newValue }
  }

  /// The target of the cell's action.
  public final var target: AnyObject? { current.target }

  /// The cell's action.
  public final var action: ActionName? { current.action }

  /// Sets the cell's target and action.
  ///
  /// - Throws: `CellError`, of a plain cell always: see `Cell.setTarget(_:action:)`.
  public final func setTarget(_ target: (any ActionTarget)?, action: ActionName?) throws(CellError) {
    try current.setTarget(target, action: action)
  }

  override open var duplicateRegistrations: [DuplicateRegistration] {
    super.duplicateRegistrations + duplicates(of: CollectionOfOne(current))
  }

  /// The axis along which the cell follows a finger: that of a `SliderCell`; none of other cells.
  open var dragAxes: ScrollAxes {
    guard let slider = current as? SliderCell else { return [] }
    return slider.isVertical ? .vertical : .horizontal
  }

  // MARK: Touches

  override open func beginTracking(_ touch: Touch, with event: Event?) -> Bool {
    current.isEnabled && super.beginTracking(touch, with: event)
  }

  override open func touchesBegan(_ touches: TouchSet, with event: Event?) {
    let wasTracking = isTracking
    if !wasTracking { follows = false }
    super.touchesBegan(touches, with: event)
    guard !wasTracking, let touch = trackedTouch, touches.contains(touch) else { return }
    let cell = current
    valueAtBegin = cell.objectValue
    isLifted = false
    cell.isHighlighted = true
    let before = valueAtBegin
    follows = cell.startTracking(at: touch.location(in: self), in: bounds)
    tell(ofChangeFrom: before, cell, event)
  }

  override open func touchesMoved(_ touches: TouchSet, with event: Event?) {
    super.touchesMoved(touches, with: event)
    guard let touch = trackedTouch, touches.contains(touch) else { return }
    let cell = current
    if cell.isHighlighted != isTouchInside { cell.isHighlighted = isTouchInside }
    guard follows else { return }
    let before = cell.objectValue
    cell.continueTracking(at: touch.location(in: self), in: bounds)
    tell(ofChangeFrom: before, cell, event)
  }

  override open func touchUpInside(_ touch: Touch, with event: Event?) {
    // An action of `touchUpInside` may have disabled the control or its cell.
    if isEnabled, current.isEnabled, !didFollow { click(event) }
  }

  override open func touchesEnded(_ touches: TouchSet, with event: Event?) {
    didFollow = follows
    super.touchesEnded(touches, with: event)
    didFollow = false
  }

  override open func endTracking(_ touch: Touch?, with event: Event?) {
    super.endTracking(touch, with: event)
    isLifted = touch?.phase == .ended
    current.isHighlighted = false
  }

  override open func cancelTracking(with event: Event?) {
    super.cancelTracking(with: event)
    isLifted = false
    current.isHighlighted = false
  }

  /// Ends tracking of the cell, and sends its last value if it is due; an override calls `super`.
  override open func trackingDidEnd(_ touch: Touch, with event: Event?) {
    super.trackingDidEnd(touch, with: event)
    // An action may have begun another touch.
    guard follows, trackedTouch == nil else { return }
    follows = false
    let (cell, isUp) = (current, isLifted)
    let before = cell.isContinuous ? cell.objectValue : valueAtBegin
    isLifted = false
    if isUp { cell.continueTracking(at: touchUpLocation, in: bounds) }
    cell.stopTracking(at: isUp ? touchUpLocation : touch.location(in: self), in: bounds, isUp: isUp)
    if cell === current, cell.objectValue != before { send(cell, event) }
  }

  private func tell(ofChangeFrom before: ControlValue?, _ cell: Cell, _ event: Event?) {
    if cell.isContinuous, cell.objectValue != before { send(cell, event) }
  }

  private func send(_ cell: Cell, _ event: Event?) {
    sendActions(for: .valueChanged, with: event)
    if cell === current, cell.isEnabled { cell.sendAction(for: event) }
  }

  // MARK: Clicks

  private func click(_ event: Event?) {
    guard nesting < ActionLink.nestingLimit else { return }
    nesting += 1
    defer { nesting -= 1 }
    let cell = current
    let before = cell.objectValue
    cell.click()
    if cell.objectValue != before { sendActions(for: .valueChanged, with: event) }
    if cell === current { cell.sendAction(for: event) }
  }

  /// Acts as a tap without a finger: sends `touchUpInside`, then what the cell sends.
  ///
  /// A disabled control, and one with a disabled cell, does nothing.
  public final func performClick() {
    guard isEnabled, current.isEnabled else { return }
    sendActions(for: .touchUpInside)
    if isEnabled, current.isEnabled { click(nil) }
  }

  /// `performClick()` as an action.
  public final func performClick(_ sender: AnyObject) { performClick() }

  override open func performKeyEquivalent(with event: KeyEvent) -> Bool {
    guard isEnabled, !isHidden, current.hasEquivalent(event) else { return super.performKeyEquivalent(with: event) }
    performClick()
    return true
  }

  // MARK: Accessibility, drawing

  override open var standardAccessibility: Accessibility {
    var content = current.accessibility
    if !isEnabled { content.isEnabled = false }
    return content
  }

  override open func performAccessibility(_ action: AccessibilityAction, at index: Int? = nil) -> Bool {
    guard index == nil, isEnabled, !isHidden, current.isEnabled else { return false }
    switch action {
    case .activate: performClick()
    case .increment, .decrement:
      let (cell, before) = (current, current.objectValue)
      guard cell.step(by: action == .increment ? 1 : -1) else { return false }
      if cell.objectValue != before { send(cell, nil) }
    default: return false
    }
    return true
  }

  /// The rectangle of a part in the control's own space; allocates nothing.
  public final func contentFrame(for part: Part) -> Rect { bounds }

  override open var contentParts: [ContentPart] {
    [ContentPart(current.contentKind, frame: bounds, text: current.displayText, state: state.union(current.appearance))]
  }
}

extension CellControl: CellHolder {
  func click(_ cell: Cell) {
    if cell === current { performClick() }
  }
}

extension Control {
  /// The pairs of cells that are entries of the control's table, too, each once (contract 5.2); O(cells × entries).
  final func duplicates(of cells: some Sequence<Cell>, and link: ActionLink? = nil) -> [DuplicateRegistration] {
    guard !allControlEvents.isEmpty else { return [] }
    var found: [DuplicateRegistration] = []
    func add(_ link: ActionLink?) {
      guard let duplicate = link?.duplicate(in: self), !found.contains(duplicate) else { return }
      found.append(duplicate)
    }
    add(link)
    for cell in cells { add((cell as? ActionCell)?.link) }
    return found
  }
}
