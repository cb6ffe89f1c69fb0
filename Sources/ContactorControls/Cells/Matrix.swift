public import ContactorCore

/// Rows and columns of cells, without a view for each (contract 7.2).
///
/// | mode        | finger down and sliding                          | finger lifted on a cell                                |
/// | ----------- | ------------------------------------------------ | ------------------------------------------------------ |
/// | `radio`     | the cell under the finger is highlighted         | it is selected, the one before is not                  |
/// | `highlight` | the same, and it tracks the finger               | it is clicked, and is the selected one                 |
/// | `list`      | cells from the first to this one are selected    | –                                                      |
/// | `track`     | the cell under the finger tracks it              | it is clicked, and is the selected one                 |
///
/// Selected means on in the modes `radio` and `list`: the matrix sets the cells' `state`. In the others the state is the cell's own
/// affair, and the selected cell is the one that was operated last.
///
/// After a lift `touchUpInside` is sent, as by every control; then `valueChanged`, if the selection or the cell's value changed; then the
/// cell's action or, if it has none, the matrix's (`doubleAction` for a second tap). A cell's action without a target goes to the
/// matrix's target. A pair that is in the dispatch table and in a cell, or in the matrix itself, is called by both;
/// `duplicateRegistrations` reports it (contract 5.2).
///
/// A `TextFieldCell` that is editable is edited from a tap or `selectText(atRow:column:)` on, through `currentEditor`, a text field over the
/// cell, which is the first responder. `editingDidBegin`, `editingChanged` and `editingDidEnd` are sent, each begin with one end; return
/// sends `editingDidEndOnExit` before the end and the cell's action after it. Then the matrix is the first responder again.
///
/// Finding the cell under a finger takes the same time for any number of cells.
open class Matrix: TouchUpControl, ValueHolding {
  /// What a finger does to the cells.
  public enum Mode: UInt8, Hashable, Sendable, CaseIterable {
    /// One cell is selected.
    case radio
    /// Cells are lit while they are pressed.
    case highlight
    /// Any number of cells is selected.
    case list
    /// Cells follow the finger.
    case track
  }

  /// The parts of a matrix.
  public enum Part: Hashable, Sendable {
    /// A cell.
    case cell(row: Int, column: Int)
    /// The cell that keys operate.
    case keyCell
  }

  /// The greatest number of cells: 100,000, ten times the largest matrix that is measured; rows and columns beyond are left out.
  public static let maximumNumberOfCells = 100_000
  /// The size of cells at first, in points: as high as a finger needs, 44 points in Apple's guidelines, and as wide as AppKit's.
  public static let standardCellSize = Size(width: 100, height: 44)

  // MARK: Structure

  @safe @exclusivity(unchecked) final var cells: ContiguousArray<Cell> = []
  /// The number of rows.
  @safe @exclusivity(unchecked) public internal(set) final var numberOfRows = 0
  /// The number of columns.
  @safe @exclusivity(unchecked) public internal(set) final var numberOfColumns = 0
  /// The number of changes of rows, columns and selection: a change in progress ends, and an index is worth nothing, after another one.
  @safe @exclusivity(unchecked) final var generation: UInt32 = 0
  /// Whether cells are being made; rows and columns do not change meanwhile.
  final var isBuilding = false
  final var cellSource = CellSource.type(ActionCell.self)

  /// Where new cells come from.
  enum CellSource {
    case type(Cell.Type)
    case prototype(Cell)
  }

  // MARK: Selection

  @safe @exclusivity(unchecked) final var selection = CellSelection()
  /// The index of the cell selected last; −1 for none.
  final var lastSelected = -1
  /// The index of the cell at which a range of a list begins; −1 for none.
  final var anchor = -1
  /// The index of the cell that keys operate; −1 for none.
  final var keyIndex = -1
  /// The modifier keys that are held, as far as keys told.
  final var heldModifiers: KeyEvent.Modifiers = []

  // MARK: Touches

  /// The cell under the finger.
  final var hot: Cell?
  final var hotIndex = -1
  final var hotFollows = false
  final var hotValue: ControlValue?
  final var listDrag: ListDrag?
  /// The cell on which the finger was lifted, and what was to be known of it before any action is called.
  private var lifted: (cell: Cell, index: Int)?
  /// The cell that followed the touch to its end, whose last value is to be told after the touch's own event.
  private var followed: FollowedCell?
  private var liftedDrag: ListDrag?
  final var nesting = 0

  // MARK: Actions

  private(set) final var link: ActionLink?
  private(set) final var doubleLink: ActionLink?
  /// The text cell that is being edited; `nil` for none.
  public internal(set) final weak var editedCell: TextFieldCell?
  /// The field over the cell that is edited, or is about to be.
  final var fieldEditor: FieldEditor?
  /// The widths of characters in a text that is edited, held weakly; `nil` for `TextMetrics`.
  public final weak var measure: (any TextMeasuring)? {
    didSet { fieldEditor?.measure = measure }
  }

  // MARK: Settings

  /// What a finger does; `.radio` by default.
  ///
  /// Going on to `radio` leaves one selected cell.
  public final var mode = Mode.radio {
    didSet { if mode != oldValue { modeChanged() } }
  }
  /// Whether a matrix in radio mode may have no selected cell; a tap on the selected one then deselects it.
  public final var allowsEmptySelection = false {
    didSet { if !allowsEmptySelection { selectSomething() } }
  }
  /// Whether a drag in list mode selects the rectangle between its ends, not the cells between them in the order of reading.
  public final var isSelectionByRect = true
  /// Whether tab goes from cell to cell.
  public final var tabKeyTraversesCells = false
  /// Whether the cells share the bounds evenly in place of having `cellSize`.
  public final var autosizesCells = false {
    didSet { if autosizesCells != oldValue { geometryChanged() } }
  }
  /// Whether the matrix is drawn with a background.
  public final var drawsBackground = false {
    didSet { if drawsBackground != oldValue { changed(.state) } }
  }
  /// Whether the cells are drawn with a background.
  public final var drawsCellBackground = false {
    didSet { if drawsCellBackground != oldValue { changed(.state) } }
  }
  /// The cells' size in points; a negative one, an infinite one and NaN are ignored.
  public final var cellSize: Size {
    get { givenCellSize }
    set {
      guard newValue.isFinite, newValue.width >= 0, newValue.height >= 0, newValue != givenCellSize else { return }
      givenCellSize = newValue
      geometryChanged()
    }
  }
  /// The distance between columns and between rows, in points; a negative one, an infinite one and NaN are ignored.
  public final var intercellSpacing: Size {
    get { givenSpacing }
    set {
      guard newValue.isFinite, newValue.width >= 0, newValue.height >= 0, newValue != givenSpacing else { return }
      givenSpacing = newValue
      geometryChanged()
    }
  }
  private final var givenCellSize = Matrix.standardCellSize
  private final var givenSpacing = Size(width: 1, height: 1)

  /// Creates a matrix in radio mode without cells.
  override public init(frame: Rect) { super.init(frame: frame) }

  /// Creates a matrix of cells of a class.
  public convenience init(frame: Rect, mode: Mode, cellClass: Cell.Type, numberOfRows: Int, numberOfColumns: Int) {
    self.init(frame: frame)
    self.mode = mode
    self.cellClass = cellClass
    renewRows(numberOfRows, columns: numberOfColumns)
  }

  /// Creates a matrix of copies of a cell.
  public convenience init(frame: Rect, mode: Mode, prototype: Cell, numberOfRows: Int, numberOfColumns: Int) {
    self.init(frame: frame)
    self.mode = mode
    self.prototype = prototype
    renewRows(numberOfRows, columns: numberOfColumns)
  }

  /// The actions that a matrix takes by name, in addition to those of every control.
  override open class var actions: [Action] {
    super.actions + valueActions + editingActions + [
      Action("selectAll:", selectAll(_:)), Action("deselectAll:", deselectAll(_:)),
      Action("sendDoubleAction:") { (matrix: Matrix, _: AnyObject) in matrix.sendDoubleAction() },
    ]
  }

  /// The selected cell's value; `nil` without one; setting it without one does nothing.
  open var objectValue: ControlValue? {
    get { selectedCell?.objectValue }
    set { selectedCell?.objectValue = newValue }
  }

  /// Makes a cell for a new place: a copy of `prototype`, or one of `cellClass`; an override may make any.
  ///
  /// Calls that change rows and columns do nothing while a cell is being made.
  open func makeCell(atRow row: Int, column: Int) -> Cell {
    switch cellSource {
    case .type(let type): type.init()
    case .prototype(let cell): cell.copy()
    }
  }

  // MARK: Target and action

  /// The target of the matrix's action, held weakly.
  public final var target: AnyObject? { link?.target }

  /// The action of cells that have none.
  public final var action: ActionName? { link?.action?.name }

  /// The action of a second tap on a cell, sent to the matrix's target; `nil` for the same as of the first.
  public final var doubleAction: ActionName? { doubleLink?.action?.name }

  /// Sets the target and the action of cells that have none; without a target the action goes to the responder chain.
  ///
  /// - Throws: `CellError.action` for a name that the target's class does not list, or an action that takes another sender.
  public final func setTarget(_ target: (any ActionTarget)?, action: ActionName?) throws(CellError) {
    replaceLink(try ActionLink(target, action, from: self))
  }

  /// Sets the target and an action of its class that the compiler checks; returns an error if it takes another sender.
  @discardableResult
  public final func setTarget<Target: AnyObject>(_ target: Target, action: TypedAction<Target>) -> ActionError? {
    if let error = action.action.misfit(of: target, from: self) { return error }
    replaceLink(ActionLink(target, action.action))
    return nil
  }

  /// Sets the action of a second tap; `nil` for none of its own.
  ///
  /// - Throws: `CellError.action` for a name that the class of the matrix's target does not list.
  public final func setDoubleAction(_ name: ActionName?) throws(CellError) {
    if let target = target as? any ActionTarget { _ = try ActionLink(target, name, from: self) }
    let new = try ActionLink(nil, name, from: self)
    let old = doubleLink
    doubleLink = new.isEmpty ? nil : new
    withExtendedLifetime(old) {}
  }

  /// Replaces the pair and releases the old one after the access, as an action may keep a user's object.
  private final func replaceLink(_ new: ActionLink) {
    let old = link
    link = new.isEmpty ? nil : new
    withExtendedLifetime(old) {}
  }

  override open var duplicateRegistrations: [DuplicateRegistration] {
    super.duplicateRegistrations + duplicates(of: cells, and: link)
  }

  // MARK: Control

  override open var isEnabled: Bool {
    didSet { if !isEnabled, editedCell != nil { endEditing() } }
  }

  override open func touchesBegan(_ touches: TouchSet, with event: Event?) {
    let wasTracking = isTracking
    super.touchesBegan(touches, with: event)
    guard !wasTracking, let touch = trackedTouch, touches.contains(touch) else { return }
    fingerCame(to: touch.location(in: self), event)
  }

  override open func touchesMoved(_ touches: TouchSet, with event: Event?) {
    super.touchesMoved(touches, with: event)
    guard let touch = trackedTouch, touches.contains(touch) else { return }
    fingerMoved(to: touch.location(in: self), event)
  }

  override open func endTracking(_ touch: Touch?, with event: Event?) {
    super.endTracking(touch, with: event)
    if let touch, touch.phase == .ended { fingerMoved(to: touch.location(in: self), event) }
    let last = hot.map { (cell: $0, index: hotIndex) }
    let (drag, old) = (listDrag, lifted)
    listDrag = nil
    if let left = leave(isUp: true) { keep(left) }
    (lifted, liftedDrag) = (last, drag)
    withExtendedLifetime(old) {}
  }

  /// Notes the cell that followed a touch that is over.
  final func keep(_ left: FollowedCell?) {
    let old = followed
    followed = left
    withExtendedLifetime(old) {}
  }

  override open func cancelTracking(with event: Event?) {
    super.cancelTracking(with: event)
    keep(leave(isUp: false))
    cancelListDrag()
  }

  /// Selects a cell that followed the touch until it was lifted from it, and sends the last value if it is due; an override calls
  /// `super`.
  override open func trackingDidEnd(_ touch: Touch, with event: Event?) {
    super.trackingDidEnd(touch, with: event)
    guard let left = followed else { return }
    let last = lifted
    followed = nil
    if let last, last.cell === left.cell {
      lifted = nil
      if touch.phase == .ended, isEnabled, left.cell.isEnabled, let index = index(of: left.cell, near: last.index) { select(index) }
    }
    tellLast(of: left, event)
    withExtendedLifetime(last) {}
  }

  override open func touchUpInside(_ touch: Touch, with event: Event?) {
    let (last, drag) = (lifted, liftedDrag)
    (lifted, liftedDrag) = (nil, nil)
    guard isEnabled else { return }
    if let drag { return finish(drag, touch, event) }
    guard let last, last.cell.isEnabled, let index = index(of: last.cell, near: last.index) else { return }
    click(index, event, taps: touch.tapCount, at: touchUpLocation)
  }

  override open func touchesEnded(_ touches: TouchSet, with event: Event?) {
    super.touchesEnded(touches, with: event)
    let old = (lifted, liftedDrag)
    if !isTracking { (lifted, liftedDrag) = (nil, nil) }
    withExtendedLifetime(old) {}
  }

  // MARK: Keys

  override open var canBecomeFirstResponder: Bool { isEnabled && !cells.isEmpty }

  @discardableResult
  override open func resignFirstResponder() -> Bool {
    guard super.resignFirstResponder() else { return false }
    heldModifiers = []
    endEditing(withReturn: false, givesBack: false)
    return true
  }

  override open func didMoveToWindow() {
    super.didMoveToWindow()
    heldModifiers = []
  }

  /// Arrows go from cell to cell, space and return operate one; in list mode shift extends the selection and command adds to it.
  ///
  /// While a text is edited its field gets the keys, and a key that it does not handle goes up the chain.
  override open func keyDown(with event: KeyEvent) -> Bool {
    heldModifiers = event.modifiers
    return isEnabled && editedCell == nil && !cells.isEmpty && (moveKey(event) || menuKey(event)) || super.keyDown(with: event)
  }

  /// Performs a standard action of the text that is edited; others go on as for every responder.
  @discardableResult
  override open func doCommand(by name: ActionName) -> Bool {
    if editCommand(name) { return true }
    return name == .contextMenu && contextMenuHolder != nil ? showContextMenuForSelection() : super.doCommand(by: name)
  }

  override open func keyUp(with event: KeyEvent) -> Bool {
    heldModifiers = event.modifiers
    return super.keyUp(with: event)
  }

  /// Acts for a key that is the equivalent of an enabled cell, as a tap on it would; O(cells).
  override open func performKeyEquivalent(with event: KeyEvent) -> Bool {
    if isEnabled, !isHidden, let index = cells.firstIndex(where: { $0.isEnabled && $0.hasEquivalent(event) }) {
      click(index, event)
      return true
    }
    return super.performKeyEquivalent(with: event)
  }

  // MARK: Accessibility, drawing

  override open var standardAccessibility: Accessibility {
    Accessibility(numberOfColumns == 1 ? .list : .grid, isEnabled: isEnabled)
  }

  override open var accessibilityElementCount: Int { cells.count }

  override open func layoutSubviews() {
    super.layoutSubviews()
    placeEditor()
  }

  override open func accessibilityElement(at index: Int) -> AccessibilityElement? {
    guard cells.indices.contains(index) else { return nil }
    var content = cells[index].accessibility
    if !isEnabled { content.isEnabled = false }
    if mode == .radio || mode == .list { content.isSelected = selection.contains(index) }
    return AccessibilityElement(content, frame: frame(ofCellAt: index))
  }

  /// Activating a cell does what a tap on it does, and ends editing of a text; escape ends editing; a slider cell takes steps.
  override open func performAccessibility(_ action: AccessibilityAction, at index: Int? = nil) -> Bool {
    guard isEnabled, !isHidden else { return false }
    if action == .escape, editedCell != nil {
      endEditing()
      return true
    }
    guard let index, cells.indices.contains(index), cells[index].isEnabled else { return false }
    switch action {
    case .activate:
      if cells[index] === editedCell { endEditing() } else { click(index, nil) }
      return true
    case .increment, .decrement: return step(index, by: action == .increment ? 1 : -1)
    case .custom(Self.extendAction): return extendSelection(to: index)
    default: return false
    }
  }

  /// `Extend Selection` in list mode, for a cell other than the one at which the selection begins.
  override open func customAccessibilityActions(at index: Int? = nil) -> [String] {
    isEnabled ? index.map(actionNames) ?? [] : []
  }

  override open var contentParts: [ContentPart] {
    cells.indices.map { index in
      let cell = cells[index]
      return ContentPart(cell.contentKind, frame: frame(ofCellAt: index), text: shownText(of: cell), state: cell.appearance)
    }
  }
}
