public import ContactorCore

/// A list of rows in sections, of any number: only the rows on the screen have cells (contract 8.4).
///
/// A data source knows the rows; the table asks it for cells as rows come on the screen and reuses the cells of those that leave.
/// Selection, scrolling, reuse and finding the row at a point are the table's; edits go back to the data source. A wrong answer of
/// the data source is a `TableError` for `onError` and the delegate, and an anomaly for observers.
///
/// The height of a row is asked when the row comes on the screen; until then it counts as `rowHeight`. If a row above what is visible
/// turns out to be higher, the content offset grows by as much, so nothing on the screen moves.
///
/// As first responder the table is operated by keys, through the standard actions `moveDown:`, `moveDownAndModifySelection:`, `pageUp:`,
/// `moveToEndOfDocument:`, `selectAll:`, `deselectAll:`, `insertNewline:`, `deleteBackward:` and their like. Rows that the delegate
/// refuses are passed over. `didSelectRowAt` is called for the row that is reached, and again when return chooses it; for several rows
/// that become selected or deselected with it `tableViewSelectionDidChange` is called.
///
/// Finding a row takes O(log rows). A row costs memory only if its height is not `rowHeight`: 4.75 bytes where neighbours have their
/// own heights, too, and 304 for one that stands alone. The measure `table-row-height` counts 5.0 bytes for each of 1,000,000 rows.
open class TableView: ScrollView {
  /// The object that knows the rows; held weakly.
  ///
  /// Setting it loads the table.
  @safe @exclusivity(unchecked) public weak var dataSource: (any TableViewDataSource)? {
    didSet { if dataSource !== oldValue { loadOthers() } }
  }
  /// The object that is asked and notified about scrolling and, if it conforms to `TableViewDelegate`, about rows; held weakly.
  override open weak var delegate: (any ScrollViewDelegate)? {
    didSet {
      tableDelegate = delegate as? any TableViewDelegate
      if delegate !== oldValue { loadOthers() }
    }
  }
  /// The delegate, if it conforms to `TableViewDelegate`.
  @safe @exclusivity(unchecked) final weak var tableDelegate: (any TableViewDelegate)?
  /// Called for each error of the data source or of a caller; capture the owner of the table weakly.
  public var onError: ((TableView, TableError) -> Void)? {
    didSet { withExtendedLifetime(oldValue) {} }
  }

  /// The height of rows without one of the delegate, in points; 44 by default, at least 1; NaN is ignored.
  public var rowHeight: Double {
    get { layout.rowHeight }
    set {
      guard !newValue.isNaN, newValue != layout.rowHeight else { return }
      layout.rowHeight = Self.validRowHeight(newValue)
      rowHeightChanged()
    }
  }
  /// The height of headers without one of the delegate, in points; 28 by default, as in UIKit.
  public var sectionHeaderHeight: Double {
    get { layout.headerHeight }
    set {
      guard !newValue.isNaN, newValue != layout.headerHeight else { return }
      layout.headerHeight = max(0, newValue)
      headersChanged()
    }
  }
  /// The height of footers without one of the delegate, in points; 28 by default.
  public var sectionFooterHeight: Double {
    get { layout.footerHeight }
    set {
      guard !newValue.isNaN, newValue != layout.footerHeight else { return }
      layout.footerHeight = max(0, newValue)
      headersChanged()
    }
  }
  /// Whether a section's header stays at the top while its rows scroll below it, until the next header pushes it out; true by default.
  @safe @exclusivity(unchecked) public final var sectionHeadersStay = true {
    didSet { if sectionHeadersStay != oldValue { changed(.frame) } }
  }
  /// Whether a tap selects a row; true by default.
  public final var allowsSelection = true
  /// Whether several rows can be selected, and a tap on a selected row deselects it; false by default.
  public final var allowsMultipleSelection = false {
    didSet { if !allowsMultipleSelection { keepOneSelected() } }
  }
  /// Whether rows show their handles, which drag them to another place.
  @safe @exclusivity(unchecked) public final var isEditing = false {
    didSet { if isEditing != oldValue { editingChanged() } }
  }
  /// The row that gets the focus after an action without a finger.
  final var focusLead: ListPlace?
  /// The rows that are followed through changes.
  final var places = ListPlaces()
  /// Whether a row that the data source can move is lifted by a long press, too; true by default.
  ///
  /// A context menu of the table, or of a view in the row, comes first: the row is then lifted when the finger moves.
  public final var reordersByLongPress = true

  /// An edit of a row, as the data source is asked for it.
  public enum EditingStyle: Hashable, Sendable {
    /// The row goes.
    case delete
    /// A row comes in at this place.
    case insert
  }

  /// Where `scrollToRow` puts a row.
  public enum ScrollPosition: Hashable, Sendable {
    /// No further than is needed to show the whole row.
    case none
    /// At the top, below a header that stays there.
    case top
    /// In the middle.
    case middle
    /// At the bottom.
    case bottom
  }

  /// The selection changed, by a user or in code; posted only if it is another.
  public struct SelectionDidChange: TypedNotification {
    /// The table.
    public let sender: TableView
  }

  /// A row on the screen.
  struct ShownRow {
    var path: IndexPath
    let cell: TableViewCell
    var top: Double
    var height: Double
    var bottom: Double { top + height }
  }

  /// The heights that were set for the whole table.
  struct Layout {
    var rowHeight = 44.0
    var headerHeight = 28.0
    var footerHeight = 28.0
  }

  /// The greatest number of rows that have cells at a time: 1,000, for tables whose rows are too small to be seen.
  public static let maximumNumberOfShownRows = 1000

  @safe @exclusivity(unchecked) final var layout = Layout()
  @safe @exclusivity(unchecked) final var heights = RowHeights(standard: 44)
  /// The heights before a load that is under way, which count until rows are asked for theirs.
  final var formerHeights: RowHeights?
  final var titles: ContiguousArray<(header: String?, footer: String?)> = []
  final var indexTitles: [String] = []
  /// The rows on the screen, from top to bottom.
  @safe @exclusivity(unchecked) final var shown: ContiguousArray<ShownRow> = []
  @safe @exclusivity(unchecked) final var selection = RowSelection()
  final var lead: ListLead?
  /// Counts changes of what rows there are, so that a loop that calls out notices them.
  @safe @exclusivity(unchecked) final var generation = 0
  @safe @exclusivity(unchecked) final var load = ListLoad.none
  /// Whether an update inserted rows between those on the screen, which have no cells yet.
  @safe @exclusivity(unchecked) final var hasGaps = false
  /// Whether the rows on the screen are asked for their heights anew.
  @safe @exclusivity(unchecked) final var asksHeights = false
  /// Whether the last rows are asked for their heights.
  @safe @exclusivity(unchecked) final var isAskingEnd = false
  /// Whether the content has another size, and the offset is not yet limited to it.
  @safe @exclusivity(unchecked) final var hasNewSize = false
  /// The first row on the screen that an update left: it and the rows below it grow downwards, those above it upwards.
  ///
  /// While there is none, rows above those on the screen grow upwards.
  @safe @exclusivity(unchecked) final var firstToStay: IndexPath?
  /// The goal of an animated scroll to a row.
  final var goal: ScrollGoal?
  @safe @exclusivity(unchecked) final var isLayingOut = false
  @safe @exclusivity(unchecked) final var needsAnotherPass = false
  @safe @exclusivity(unchecked) final var loads = 0
  final var updates = TableUpdates()
  @safe @exclusivity(unchecked) final var updateDepth = 0
  @safe @exclusivity(unchecked) final var cells = CellPool()
  /// Whether rows left while rows are laid out; the cells that no other row takes are hidden then.
  @safe @exclusivity(unchecked) final var hasLeaving = false
  /// The cell that was given for the data source to fill, until a row is shown with it.
  @safe @exclusivity(unchecked) final var lentCell: TableViewCell?
  @safe @exclusivity(unchecked) final var press: Press?
  /// Cells without a row, on which fingers that hold or press rows began: they stay subviews, so that the touches go on.
  final var heldCells: ContiguousArray<TableViewCell> = []
  @safe @exclusivity(unchecked) final var swipe: Swipe?
  @safe @exclusivity(unchecked) final var reorder: Reorder? {
    didSet { isReordering = reorder != nil }
  }
  /// Whether a row is dragged to another place; for each row that comes and goes, as reading `reorder` counts references.
  @safe @exclusivity(unchecked) private(set) final var isReordering = false
  @safe @exclusivity(unchecked) final var editor: RowEditor?
  /// The title of the index that a finger is on; −1 while none is.
  @safe @exclusivity(unchecked) final var indexTitle = -1
  final var autoscrollTimer: TimerToken?
  /// Follows a finger that drags a row sideways.
  final let swipeRecognizer = PanGestureRecognizer()
  /// Follows a finger on a row's handle or on the index, from the touch on.
  final let directRecognizer = PanGestureRecognizer()
  /// Lifts a row that is pressed.
  final let liftRecognizer = LongPressGestureRecognizer()

  /// Creates a table without rows.
  override public init(frame: Rect) {
    super.init(frame: frame)
    addRecognizers()
  }

  static func validRowHeight(_ height: Double) -> Double { min(max(height, 1), HeightTree.greatestHeight) }

  // MARK: Overrides

  override func showFocus(_ rect: Rect) { if !showFocusedRow(rect) { super.showFocus(rect) } }

  /// Follows what scrolled; an override calls `super`.
  override open func didScroll() {
    super.didScroll()
    if isDragging, swipe != nil { closeSwipe() }
    layOutRows()
  }

  override func showEnd(of ended: UInt64) {
    keepGoal(of: ended)
    super.showEnd(of: ended)
    arrive()
  }

  /// Follows a change of the size; an override calls `super`.
  override open func layoutSubviews() {
    super.layoutSubviews()
    if load == .refused { return reloadAll() }
    guard load == .done else { return }
    updateContentSize()
    placeRows()
    layOutRows()
  }

  override open func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    mayBegin(recognizer) ?? super.gestureRecognizerShouldBegin(recognizer)
  }

  /// Whether a subclass has a use of its own for a tap on a row.
  func takesTap(on path: IndexPath, at point: Point) -> Bool { false }

  override open func touchesBegan(_ touches: TouchSet, with event: Event?) {
    if !pressBegan(touches) { super.touchesBegan(touches, with: event) }
  }

  override open func touchesMoved(_ touches: TouchSet, with event: Event?) {
    if !pressMoved(touches) { super.touchesMoved(touches, with: event) }
  }

  override open func touchesEnded(_ touches: TouchSet, with event: Event?) {
    if !pressEnded(touches) { super.touchesEnded(touches, with: event) }
  }

  override open func touchesCancelled(_ touches: TouchSet, with event: Event?) {
    if !pressCancelled(touches) { super.touchesCancelled(touches, with: event) }
  }

  // MARK: Keys

  override open var canBecomeFirstResponder: Bool { true }

  /// The actions that a table takes by name: those of keys, `takeIntValueFrom:` and its family.
  override open class var actions: [Action] { super.actions + valueActions + listActions }

  /// Refuses actions of keys that have nothing to select, choose or remove, and all of them while a row is edited in place.
  override open func canPerformAction(_ name: ActionName, withSender sender: AnyObject?) -> Bool {
    if let command = ListCommand.of(name), editor != nil || !canCarryOut(command) { return false }
    return super.canPerformAction(name, withSender: sender)
  }

  /// Arrows, page up and down, home and end of the first responder select rows, with shift several; return chooses the selected row,
  /// space does what a tap does, and delete asks the data source to remove what is selected.
  override open func keyDown(with event: KeyEvent) -> Bool { performKey(event) || super.keyDown(with: event) }

  override open var standardAccessibility: Accessibility { Accessibility(.table) }

  /// The number of rows of all sections.
  override open var accessibilityElementCount: Int { heights.numberOfRows }

  /// A row, by its number among all; of one that is not on the screen, the data source is asked for the cell.
  override open func accessibilityElement(at index: Int) -> AccessibilityElement? { rowElement(index) }

  /// Scrolls by a page; a row is shown and selected as by a tap, or does one of its own actions.
  override open func performAccessibility(_ action: AccessibilityAction, at index: Int? = nil) -> Bool { perform(action, index) }

  /// A row's other actions for a finger: `Details` for the button at its end, the titles of its swipe actions, `Move Up` and `Move Down`
  /// for a row that can be dragged, `Next Section` and `Previous Section` in a table with an index.
  override open func customAccessibilityActions(at index: Int? = nil) -> [String] { customActionNames(index) }

  /// The headers and footers on the screen, the uncovered buttons and the index; the cells are subviews with parts of their own.
  override open var contentParts: [ContentPart] { tableParts(super.contentParts) }

  /// Asks for everything anew after a load that was refused.
  func reloadAll() { reloadData() }

  /// Names the changes of rows that an outline's items cause, at the end of a batch.
  func gatherOwnChanges() {}

  // MARK: Asking

  /// The number of sections.
  public final var numberOfSections: Int { heights.numberOfSections }
  /// The number of rows of all sections.
  public final var numberOfAllRows: Int { heights.numberOfRows }

  /// The number of rows of a section, as the data source gave it; 0 for a section that there is not.
  public final func numberOfRows(inSection section: Int) -> Int { heights.numberOfRows(in: section) }

  /// The row at a point of the table's own space; `nil` between rows and on footers and headers that do not stay.
  ///
  /// - Complexity: O(log rows).
  public final func indexPathForRow(at point: Point) -> IndexPath? {
    guard point.x >= bounds.minX, point.x < bounds.maxX, point.y >= 0, point.y < heights.height,
      case .row(let path) = heights.item(at: point.y)
    else { return nil }
    return path
  }

  /// A row's rectangle in the table's own space; `nil` for a row that there is not.
  public final func rectForRow(at indexPath: IndexPath) -> Rect? {
    heights.span(of: .row(indexPath)).map { Rect(x: 0, y: $0.top, width: bounds.size.width, height: $0.height) }
  }

  /// The cell of a row; `nil` for a row that is not on the screen.
  public final func cellForRow(at indexPath: IndexPath) -> TableViewCell? {
    guard load != .refused else { return nil }
    return (shown.first { $0.path == indexPath } ?? held { $0.path == indexPath })?.cell
  }

  /// The row that a cell shows; `nil` if it shows none of this table's.
  public final func indexPath(for cell: TableViewCell) -> IndexPath? {
    (shown.first { $0.cell === cell } ?? held { $0.cell === cell })?.path
  }

  /// The row that a finger holds away from its own place, if that place is off the screen and the row is the wanted one.
  private func held(_ isWanted: (ShownRow) -> Bool) -> ShownRow? { reorder?.away.flatMap { isWanted($0) ? $0 : nil } }

  /// The rows on the screen, from top to bottom.
  public final var indexPathsForVisibleRows: [IndexPath] { shown.filter { isVisible($0) }.map(\.path) }
  /// The cells on the screen, from top to bottom.
  public final var visibleCells: [TableViewCell] { shown.filter { isVisible($0) }.map(\.cell) }

  private func isVisible(_ row: ShownRow) -> Bool { load != .refused && row.bottom > bounds.minY && row.top < bounds.maxY }
}
