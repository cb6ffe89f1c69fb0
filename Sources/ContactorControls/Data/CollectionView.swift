public import ContactorCore

/// A grid of items of one size in sections, as many in a line as the width holds (contract 8.4).
///
/// As a table it asks for cells as lines come on the screen, and reuses those of lines that leave. Where an item is follows from its
/// number, so items cost no memory. Items are numbered through all sections; `indexPath(forItem:)` and `item(at:)` convert a number
/// to its section and back. A section with a title has a header, which scrolls with its items.
///
/// Items and sections come and go in batches as the rows of a table do: `insertItems(at:)`, `performBatchUpdates(_:)`. A data source that
/// does not agree afterwards is a `TableError`, and the grid is loaded again.
///
/// As first responder the grid is operated by keys, as a table is, with left and right too.
open class CollectionView: ScrollView {
  /// The object that knows the items; held weakly.
  ///
  /// Setting it loads the grid.
  public weak var dataSource: (any CollectionViewDataSource)? {
    didSet { if dataSource !== oldValue { reloadData() } }
  }
  /// Called for each error of the data source; capture the owner of the grid weakly.
  public var onError: ((CollectionView, TableError) -> Void)? {
    didSet { withExtendedLifetime(oldValue) {} }
  }
  /// The size of an item, in points: 1 … 10⁶ each way; NaN counts as 1.
  public var itemSize = Size(width: 100, height: 100) {
    didSet { gridChanged(from: oldValue, itemSize) }
  }
  /// The least space between items and the space between lines, in points; negative ones and NaN count as 0.
  public var spacing = Size(width: 10, height: 10) {
    didSet { gridChanged(from: oldValue, spacing) }
  }
  /// Whether a tap selects an item; true by default.
  public final var allowsSelection = true
  /// Whether several items can be selected, and a tap on a selected one deselects it; false by default.
  public final var allowsMultipleSelection = false {
    didSet { if !allowsMultipleSelection { keepOneSelected() } }
  }

  /// The height of the headers of sections with a title, in points: 0 … 10⁶, 28 by default as a table's; NaN counts as 0.
  public var sectionHeaderHeight = 28.0 {
    didSet { gridChanged(from: oldValue, sectionHeaderHeight) }
  }

  /// The number of items of all sections, as the data source gave it.
  public final var numberOfItems: Int { layout.itemCount }
  /// The number of sections.
  public final var numberOfSections: Int { layout.sections.count }
  /// The selected items, as ranges of their numbers among all; O(ranges).
  public final var selected: RangeSet<Int> { selection.rangeSet }
  final var selection = IndexRuns()

  final var layout = GridLayout()
  final var shown: ContiguousArray<(item: Int, cell: TableViewCell)> = []
  final var cells = CellPool()
  final var generation = 0
  final var load = ListLoad.none
  final var updates = TableUpdates()
  final var updateDepth = 0
  final var lead: ListLead?
  final var isLayingOut = false
  final var needsAnotherPass = false
  final var loads = 0
  final var press: (touch: TouchID, item: Int)?
  /// The cell on which a finger pressed an item before that was loaded anew; it stays a subview, so that the touch goes on.
  final var heldCell: TableViewCell?
  /// The items that are followed through changes.
  final var places = ListPlaces()

  final var gridDelegate: (any CollectionViewDelegate)? { delegate as? any CollectionViewDelegate }

  // MARK: Loading

  /// Asks the data source for everything anew; the selection goes.
  public func reloadData() {
    guard loads < TableView.nestingLimit else { return refuse() }
    loads += 1
    defer { loads -= 1 }
    guard takeRowsOff() else { return }
    let current = generation
    var sections: ContiguousArray<GridLayout.Section> = []
    for section in 0..<askSectionCount() {
      guard generation == current else { return }
      let count = askRowCount(section)
      guard generation == current else { return }
      sections.append(GridLayout.Section(count: count, title: dataSource?.collectionView(self, titleForHeaderInSection: section)))
    }
    guard generation == current else { return }
    layout = GridLayout(sections)
    load = .done
    setSelection(IndexRuns())
    guard generation == current else { return }
    updateContentSize()
    layOutItems()
    changed([.text, .frame])
  }

  final func askSectionCount() -> Int { dataSource.map { checked(sections: $0.numberOfSections(in: self)) } ?? 0 }

  final func askRowCount(_ section: Int) -> Int {
    dataSource.map { checked(rows: $0.collectionView(self, numberOfItemsInSection: section), in: section) } ?? 0
  }

  final func report(_ error: TableError) {
    onError?(self, error)
    gridDelegate?.collectionView(self, didFind: error)
    application?.reportAnomaly(.dataSource)
  }

  private func gridChanged<Value: Equatable>(from old: Value, _ new: Value) {
    guard old != new, isSettled else { return }
    updateContentSize()
    generation += 1
    recycleAll()
    layOutItems()
  }

  // MARK: The grid

  private static func length(_ length: Double, least: Double) -> Double { length >= least ? min(length, 1e6) : least }

  private var width: Double { Self.length(itemSize.width, least: 1) }
  private var height: Double { Self.length(itemSize.height, least: 1) }
  private var gap: Size { Size(width: Self.length(spacing.width, least: 0), height: Self.length(spacing.height, least: 0)) }

  /// The number of items in a line, at least 1.
  public final var numberOfColumns: Int {
    let columns = ((bounds.width + gap.width) / (width + gap.width)).rounded(.down)
    return columns >= 1 ? Int(min(columns, Double(TableView.maximumNumberOfShownRows))) : 1
  }

  /// The number of items of a section; 0 for a section that there is not.
  public final func numberOfItems(inSection section: Int) -> Int {
    layout.sections.indices.contains(section) ? layout.sections[section].count : 0
  }

  /// The section of an item and its number there; `nil` for a number that there is not; O(log sections).
  public final func indexPath(forItem item: Int) -> IndexPath? { layout.path(of: item) }

  /// The number of an item among those of all sections; `nil` for one that there is not.
  public final func item(at indexPath: IndexPath) -> Int? { layout.number(of: indexPath) }

  /// An item's rectangle in the grid's own space; `nil` for one that there is not.
  ///
  /// The space that a line leaves is divided between its columns.
  public final func rectForItem(at item: Int) -> Rect? { layout.rect(of: item) }

  /// A section's header in the grid's own space; `nil` for a section without a title, or that there is not.
  public final func rectForHeader(inSection section: Int) -> Rect? { layout.headerRect(of: section) }

  /// The item at a point of the grid's own space; `nil` between items and on headers.
  public final func item(at point: Point) -> Int? { point.isFinite ? layout.item(at: point) : nil }

  /// The cell of an item; `nil` for one that is not on the screen.
  public final func cellForItem(at item: Int) -> TableViewCell? {
    load == .refused ? nil : shown.first { $0.item == item }?.cell
  }

  /// The items that have cells, in order.
  public final var visibleItems: [Int] { load == .refused ? [] : shown.map(\.item).sorted() }

  /// Shows an item with as little scrolling as is needed.
  public func scrollToItem(at item: Int, animated: Bool) {
    if let rect = rectForItem(at: item) { scrollRectToVisible(rect, animated: animated) }
  }

  final func updateContentSize() {
    placeSections()
    contentSize = layoutSize
  }

  /// The size of all sections.
  final var layoutSize: Size { Size(width: bounds.width, height: layout.height) }

  /// Places the sections in the width.
  final func placeSections() {
    layout.place(
      columns: numberOfColumns, width: bounds.width, size: Size(width: width, height: height), spacing: gap,
      header: Self.length(sectionHeaderHeight, least: 0))
  }

  // MARK: Overrides

  /// Follows what scrolled; an override calls `super`.
  override open func didScroll() {
    super.didScroll()
    layOutItems()
  }

  /// Follows a change of the size; an override calls `super`.
  override open func layoutSubviews() {
    super.layoutSubviews()
    if load == .refused { return reloadData() }
    guard isSettled else { return }
    updateContentSize()
    placeItems()
    layOutItems()
  }

  final func placeItems() {
    for place in shown { if let frame = rectForItem(at: place.item), place.cell.frame != frame { place.cell.frame = frame } }
  }

  override open func touchesBegan(_ touches: TouchSet, with event: Event?) {
    guard press == nil, let touch = touches.first, let item = item(at: touch.location(in: self)) else {
      return super.touchesBegan(touches, with: event)
    }
    dropHeldCell()
    press = (touch.id, item)
    cellForItem(at: item)?.isHighlighted = true
  }

  override open func touchesMoved(_ touches: TouchSet, with event: Event?) {
    guard let press, let touch = touches.first(where: { $0.id == press.touch }) else {
      return super.touchesMoved(touches, with: event)
    }
    if !isTap(touch) || item(at: touch.location(in: self)) != press.item { dropPress() }
  }

  /// Whether a finger has not moved so far that it drags.
  private func isTap(_ touch: Touch) -> Bool {
    touch.startLocation.distance(to: touch.location(in: nil)) < (application?.tuning ?? Tuning()).panHysteresis
  }

  override open func touchesEnded(_ touches: TouchSet, with event: Event?) {
    guard let press, let touch = touches.first(where: { $0.id == press.touch }) else {
      return super.touchesEnded(touches, with: event)
    }
    let isTap = isTap(touch)
    dropPress()
    if isTap { selectByUser(press.item) }
  }

  override open func touchesCancelled(_ touches: TouchSet, with event: Event?) {
    guard let press, touches.contains(where: { $0.id == press.touch }) else {
      return super.touchesCancelled(touches, with: event)
    }
    dropPress()
  }

  final func dropPress() {
    guard let old = press else { return }
    press = nil
    cellForItem(at: old.item)?.isHighlighted = false
  }

  // MARK: Keys

  override open var canBecomeFirstResponder: Bool { true }

  /// The actions that a grid takes by name: those of keys, `takeIntValueFrom:` and its family.
  override open class var actions: [Action] { super.actions + valueActions + listActions + sidewaysActions }

  /// Refuses actions of keys that have nothing to select, choose or remove.
  override open func canPerformAction(_ name: ActionName, withSender sender: AnyObject?) -> Bool {
    if let command = ListCommand.of(name), !canCarryOut(command) { return false }
    return super.canPerformAction(name, withSender: sender)
  }

  /// Arrows, page up and down, home and end of the first responder select items, with shift several; return chooses the selected item,
  /// space does what a tap does, and delete asks the data source to remove what is selected.
  override open func keyDown(with event: KeyEvent) -> Bool { performKey(event) || super.keyDown(with: event) }

  // MARK: Accessibility, drawing

  /// The headers on the screen; the cells are subviews with parts of their own.
  override open var contentParts: [ContentPart] {
    super.contentParts
      + layout.sections(from: bounds.minY, to: bounds.maxY).compactMap { section in
        rectForHeader(inSection: section).map { ContentPart("header", frame: $0, text: layout.sections[section].title) }
      }
  }

  override open var standardAccessibility: Accessibility { Accessibility(.grid) }

  override open var accessibilityElementCount: Int { numberOfItems }

  /// An item; one that is not on the screen has no label.
  override open func accessibilityElement(at index: Int) -> AccessibilityElement? {
    guard let frame = rectForItem(at: index) else { return nil }
    var content = cellForItem(at: index)?.rowAccessibility ?? Accessibility(.cell)
    content.role = .cell
    content.isSelected = selected.contains(index)
    return AccessibilityElement(content, frame: frame)
  }

  /// Scrolls by a page, or shows and selects an item as by a tap.
  override open func performAccessibility(_ action: AccessibilityAction, at index: Int? = nil) -> Bool {
    guard !isHidden else { return false }
    if let index, action == .activate { return allowsSelection && tapItem(index) }
    return scrollPage(action)
  }
}
