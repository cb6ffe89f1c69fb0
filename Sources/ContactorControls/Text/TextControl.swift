public import ContactorCore

/// A control whose text is edited: the base of `TextField` and `TextView` (contract 7.7).
///
/// It keeps the text with caret and selection, takes keys and standard actions by name, and sends the editing events. Text comes from a
/// keyboard, on the screen or real, through `keyDown(with:)`, `insertText(_:)` and `deleteBackward()`, or through actions by name. Sent
/// without a target, they reach the control that is being edited.
///
/// Positions count characters: grapheme clusters. A text has at most `maximumLength` of them; what goes beyond is left out.
///
/// | touch                          | does                                                                               |
/// | ------------------------------ | ---------------------------------------------------------------------------------- |
/// | tap                            | begins editing and puts the caret exactly at the finger, also inside a word        |
/// | double tap                     | selects the word                                                                   |
/// | triple tap                     | selects the paragraph                                                              |
/// | long press                     | begins editing; the caret follows the finger                                       |
/// | drag of a handle               | moves that end of the selection, at most up to a character before the other end    |
///
/// The text, the selection, and undo are the same whatever is drawn; `contentFrame(for:)` and `contentParts` say what to draw.
open class TextControl: TouchUpControl, TextInput, ValueHolding {
  /// The text; setting it sends nothing and forgets what could be undone.
  ///
  /// A caret at the end of the text stays at the end; another selection is clamped. The getter builds the text once after each change,
  /// O(length); a key does not.
  open var text: String {
    get { currentText }
    set { replaceText(newValue) }
  }
  /// The greatest number of characters, 0 … 1,000,000, which is the default; a number outside is clamped.
  ///
  /// Text that is longer is cut when it is set, typed or pasted; text that is there stays.
  public var maximumLength = EditableText.limit {
    didSet { maximumLength = min(max(maximumLength, 0), EditableText.limit) }
  }
  /// Whether the text is secret: it shows as dots, is not copied, read by accessibility, or undone, and counts as one word.
  @safe @exclusivity(unchecked) open var isSecure = false {
    didSet {
      guard isSecure != oldValue else { return }
      model.recordsUndo = !isSecure
      killed = ""
      invalidateLayout()
      changed([.text, .state])
      if isFirstResponder { application?.firstResponderChanged() }
    }
  }
  /// The text that is shown while the control is empty, and its name for accessibility; `nil` for nothing.
  open var placeholder: String? {
    didSet { if placeholder != oldValue { changed(.text) } }
  }
  /// The keyboard that suits the text.
  open var keyboardType = KeyboardType.letters
  /// Which letters a keyboard makes large by itself; none by default.
  @safe @exclusivity(unchecked) open var autocapitalization = Autocapitalization.none
  /// The title of the return key; `nil` for the keyboard's own word.
  open var returnKeyTitle: String?
  /// The direction of the text: it aligns each paragraph and orders its lines.
  ///
  /// A natural direction is that of the first letter of a paragraph, in a `TextField` of the text. Dots of a secure text have none, so
  /// that it does not show: they are from right to left only if that is set.
  @safe @exclusivity(unchecked) open var writingDirection = WritingDirection.natural {
    didSet {
      guard writingDirection != oldValue else { return }
      ordering.forget()
      goal = nil
      changed(.text)
      showText()
    }
  }
  /// The table from keys to actions.
  public final var keyBindings = KeyBindings.standard
  /// The widths of characters, held weakly; `nil` for `TextMetrics`.
  public final weak var measure: (any TextMeasuring)? {
    didSet { invalidateLayout() }
  }
  /// The pasteboard of this control alone; `nil` for that of the application.
  public final var ownPasteboard: Pasteboard? {
    didSet { withExtendedLifetime(oldValue) {} }
  }
  /// The text that the last action of deleting more than a character removed, for `yank:`; empty for a secure text.
  final var killed = ""

  // MARK: State

  final var model = EditableText()
  /// The number of changes of the text.
  @safe @exclusivity(unchecked) final var revision: UInt64 = 0
  /// The text, built when it was asked for.
  private final var builtText: String?
  /// Whether the caret, where a line wraps, is at the end of the line before.
  @safe @exclusivity(unchecked) final var isUpstream = false
  /// The distance from the left edge that moving up and down keeps.
  @safe @exclusivity(unchecked) final var goal: Double?
  /// The order of the lines as it is seen.
  final var ordering = TextOrdering()
  /// Whether `measure` is being asked.
  @safe @exclusivity(unchecked) final var isMeasuring = false
  /// Where the content's origin is in the text's rectangle, negated: what is scrolled away.
  @safe @exclusivity(unchecked) final var scrolled = Point.zero
  /// The size of the bounds when the text was scrolled last; `nil` if the next layout scrolls it in any case.
  @safe @exclusivity(unchecked) final var shownSize: Size?
  final var session = EditingSession()
  @safe @exclusivity(unchecked) final var touchMode = TextTouch.none

  /// Whether the text is being edited: from becoming the first responder until it no longer is.
  public var isEditing: Bool { session.stage != .none && isFirstResponder }

  override open var canBecomeFirstResponder: Bool { isEnabled }

  /// Disabling a control that is being edited ends editing without asking the delegate.
  override open var isEnabled: Bool {
    didSet { if !isEnabled { breakOff() } }
  }

  /// The actions that a text control takes by name: those of `TextCommand.named`, its value's, and those of every control.
  override open class var actions: [Action] {
    let commands = TextCommand.sorted.map { name, command in
      Action(name) { (control: TextControl) in { (_: AnyObject) in control.perform(command) } }
    }
    return super.actions + valueActions + commands + [
      Action("insertText:forEvent:", insertText(_:forEvent:)), Action("clear:", clear(_:)), Action("beginEditing:", beginEditing(_:)),
      Action("endEditing:", endEditing(_:)),
    ]
  }

  /// Creates an empty text with a frame in its future superview's space.
  override public init(frame: Rect) {
    shownSize = frame.size
    super.init(frame: frame)
  }

  // MARK: Actions and keys

  /// Performs a standard action; a subclass may replace some and pass the others to `super`.
  ///
  /// Actions that `canPerformAction(_:withSender:)` refuses do nothing.
  open func perform(_ command: TextCommand) {
    if canPerform(command) { carryOut(command) }
  }

  /// Performs a standard action through `perform(_:)`; one that is refused goes up the chain.
  @discardableResult
  override open func doCommand(by name: ActionName) -> Bool {
    guard let command = TextCommand.named[name], canPerformAction(name, withSender: self) else { return super.doCommand(by: name) }
    perform(command)
    return true
  }

  /// Whether an action can be performed now: cutting and copying want a selection that is not secret, pasting a text, undoing an edit.
  ///
  /// Actions that no text control does, such as `complete:`, are refused always, and all standard actions by a disabled control.
  override open func canPerformAction(_ name: ActionName, withSender sender: AnyObject?) -> Bool {
    guard let command = TextCommand.named[name] else { return super.canPerformAction(name, withSender: sender) }
    return canPerform(command) && super.canPerformAction(name, withSender: sender)
  }

  /// Performs a key's actions of `keyBindings`, or inserts its characters; returns whether it did either, and passes it on otherwise.
  override open func keyDown(with event: KeyEvent) -> Bool {
    interpretKeyEvent(event) || super.keyDown(with: event)
  }

  // MARK: Hooks of the subclasses

  /// Whether there is a delegate to ask.
  var hasDelegate: Bool { false }
  func shouldBegin() -> Bool { true }
  func didBegin() {}
  func shouldEnd() -> Bool { true }
  func didEnd() {}
  /// Whether a range of the text, which is given, may become another.
  func shouldChange(_ range: Range<Int>, to replacement: String, in text: EditableText) -> Bool { true }
  /// Whether the control does a standard action, apart from what is selected.
  func supports(_ command: TextCommand) -> Bool { command != .unsupported }
  /// Sends an editing event.
  func report(_ event: Control.Events) { sendActions(for: event) }
  /// Acts as the return key.
  func pressReturn() {}
  /// The text as it is inserted from the pasteboard.
  func pasted(_ text: String) -> String { text }
  /// Notes a change of the text for the layout.
  func noteChange(_ change: EditableText.Change) {}
  /// Forgets the layout.
  func forgetLayout() {}
  /// The caret's rectangle at a position in points of the content.
  func caretFrame(at position: Int, isUpstream: Bool) -> Rect { .zero }
  /// The range whose order is decided together: the paragraph of a position.
  func orderedRange(at position: Int) -> Range<Int> { 0..<model.count }
  /// How far from the left edge of the content the text begins.
  var textOffset: Double { 0 }
  /// The position nearest to a point of the content, and whether it is at the end of a line that wraps there.
  func nearest(to point: Point) -> (position: Int, isUpstream: Bool) { (0, false) }
  /// The range of the line of a position.
  func lineRange(at position: Int, isUpstream: Bool) -> Range<Int> { 0..<model.count }
  /// The position a number of lines further, at a distance from the left edge, and whether it is at the end of a line that wraps there.
  func position(_ lines: Int, linesFrom position: Int, goal: Double) -> (position: Int, isUpstream: Bool) {
    (lines < 0 ? 0 : model.count, false)
  }
  /// The number of lines in view, less one.
  var linesOfPage: Int { 1 }
  /// The rectangles of a range in points of the content, as far as they are in view.
  func frames(of range: Range<Int>) -> [Rect] { [] }
  /// The size of the text in points.
  var sizeOfContent: Size { .zero }
  /// Where the content's origin is while nothing is scrolled, in the control's own space.
  var contentOrigin: Point { bounds.origin }

  // MARK: Touches

  override open func beginTracking(_ touch: Touch, with event: Event?) -> Bool {
    beginTouch(touch)
    return super.beginTracking(touch, with: event)
  }

  override open func continueTracking(_ touch: Touch, with event: Event?) -> Bool {
    followTouch(touch)
    return super.continueTracking(touch, with: event)
  }

  override open func endTracking(_ touch: Touch?, with event: Event?) {
    super.endTracking(touch, with: event)
    stopTouch()
  }

  override open func cancelTracking(with event: Event?) {
    super.cancelTracking(with: event)
    stopTouch()
    touchMode = .none
  }

  /// Begins editing and puts the caret, or selects, by the number of taps.
  override open func touchUpInside(_ touch: Touch, with event: Event?) {
    editByTouch { finishTouch(at: touchUpLocation, taps: touch.tapCount) }
  }

  /// Scrolls the text for another size of the control: see `contentOffset`; an override calls `super`.
  override open func layoutSubviews() {
    super.layoutSubviews()
    if shownSize != bounds.size { showText() }
  }

  // MARK: First responder

  /// Begins editing and shows the caret; returns whether the text is being edited.
  @discardableResult
  override open func becomeFirstResponder() -> Bool {
    if isEditing { return true }
    // Completes an end of editing that has not been reported, or is being reported.
    finishEditing()
    sendEnd()
    if isEditing { return true }
    guard session.nesting < EditingSession.nestingLimit, canBecomeFirstResponder, ask(.begin, { shouldBegin() }),
      super.becomeFirstResponder()
    else { return isEditing }
    // The previous first responder may have made this control begin while it resigned.
    if session.stage == .none { begin() }
    return isEditing
  }

  /// Ends editing unless the delegate refuses; returns whether editing has ended.
  @discardableResult
  override open func resignFirstResponder() -> Bool {
    guard session.stage != .none else { return super.resignFirstResponder() }
    if isFirstResponder {
      guard ask(.end, { shouldEnd() }) else { return session.stage == .none }
      guard session.stage != .none else { return true }
      guard super.resignFirstResponder() else { return false }
    }
    finishEditing()
    return true
  }

  /// Ends editing before the control leaves its window; the delegate is not asked.
  override open func willMove(toWindow window: Window?) {
    super.willMove(toWindow: window)
    if window !== self.window { breakOff() }
  }

  /// Ends editing if the control left its window without notice, as when the window is deallocated.
  override open func didMoveToWindow() {
    super.didMoveToWindow()
    if session.stage != .none, !isFirstResponder { finishEditing() }
  }

  /// Ends editing without asking the delegate.
  private func breakOff() {
    guard session.stage != .none else { return }
    _ = super.resignFirstResponder()
    finishEditing()
  }

  // MARK: Text

  private var currentText: String {
    if let builtText { return builtText }
    let text = model.string
    builtText = text
    return text
  }

  /// Whether the text was built since its last change, for tests.
  package final var hasBuiltText: Bool { builtText != nil }

  private func replaceText(_ newText: String) {
    let text = EditableText.cut(newText, to: maximumLength)
    if text.utf8.elementsEqual(currentText.utf8) { return }
    var fresh = EditableText(text)
    fresh.recordsUndo = !isSecure
    if model.anchor != model.count || model.focus != model.count { fresh.select(from: model.anchor, to: model.focus) }
    restore(fresh)
    showText()
    changed(.text)
    changed(.selection)
  }

  /// Puts another text in the place of the text.
  final func restore(_ text: EditableText) {
    model = text
    ordering.mayTurn = false
    ordering.note(0..<text.count, text.storage)
    noteRevision()
    forgetLayout()
  }

  /// Notes that the text is another.
  final func noteRevision() {
    revision &+= 1
    ordering.forget()
    if builtText != nil { builtText = nil }
    goal = nil
    isUpstream = false
  }

  /// Lays the text out again: after `measure` gives other widths.
  public final func invalidateLayout() {
    forgetLayout()
    ordering.forget()
    goal = nil
    showText()
    changed(.frame)
  }

  // MARK: What it says

  /// The text; setting another value than a text sets its text, `nil` the empty one.
  open var objectValue: ControlValue? {
    get { .text(text) }
    set { text = newValue?.stringValue ?? "" }
  }

  /// The role of a text in one line.
  var accessibilityRoleOfText: Accessibility.Role { .textField }

  override open var standardAccessibility: Accessibility {
    Accessibility(
      isSecure ? .secureTextField : accessibilityRoleOfText, label: placeholder, value: isSecure ? nil : text, isEnabled: isEnabled)
  }

  override open func performAccessibility(_ action: AccessibilityAction, at index: Int? = nil) -> Bool {
    guard isEnabled, !isHidden, index == nil else { return false }
    switch action {
    case .activate: return becomeFirstResponder()
    case .escape: return isEditing && resignFirstResponder()
    default: return false
    }
  }

  override open var contentParts: [ContentPart] { partsOfText + partsOfSelection }
  /// The parts that show the text.
  var partsOfText: [ContentPart] { [] }
}
