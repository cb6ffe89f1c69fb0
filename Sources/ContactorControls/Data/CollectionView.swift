public import ContactorCore

/// A grid of items of one size, as many in a line as the width holds (contract 8.4).
///
/// As a table it asks for cells as lines come on the screen, and reuses those of lines that leave. Where an item is follows from its
/// number, so items cost no memory.
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
    didSet {
      if !allowsMultipleSelection, selected.indexCount > 1, let first = selected.ranges.first?.lowerBound { setSelection([first]) }
    }
  }

  /// The number of items, as the data source gave it.
  public private(set) final var numberOfItems = 0
  /// The selected items, as ranges.
  public private(set) final var selected = RangeSet<Int>()

  private var shown: ContiguousArray<(item: Int, cell: TableViewCell)> = []
  private var cells = CellPool()
  private var generation = 0
  private var isLayingOut = false
  private var needsAnotherPass = false
  private var loads = 0
  private var press: (touch: TouchID, item: Int)?

  private var gridDelegate: (any CollectionViewDelegate)? { delegate as? any CollectionViewDelegate }

  // MARK: Loading

  /// Asks the data source for everything anew; the selection goes.
  public func reloadData() {
    guard loads < TableView.nestingLimit else { return report(.neverAtRest) }
    loads += 1
    defer { loads -= 1 }
    generation += 1
    let current = generation
    press = nil
    recycleAll()
    guard generation == current else { return }
    let count = dataSource?.numberOfItems(in: self) ?? 0
    guard generation == current else { return }
    if count < 0 || count > RowHeights.maximumRows { report(.invalidRowCount(count, section: 0)) }
    guard generation == current else { return }
    numberOfItems = min(max(count, 0), RowHeights.maximumRows)
    setSelection(RangeSet())
    updateContentSize()
    layOutItems()
    changed([.text, .frame])
  }

  private func report(_ error: TableError) {
    onError?(self, error)
    gridDelegate?.collectionView(self, didFind: error)
    application?.reportAnomaly(.dataSource)
  }

  private func gridChanged(from old: Size, _ new: Size) {
    guard old != new else { return }
    updateContentSize()
    generation += 1
    recycleAll()
    layOutItems()
  }

  // MARK: The grid

  private static func length(_ length: Double, least: Double) -> Double { length >= least ? min(length, 1e6) : least }

  private var width: Double { Self.length(itemSize.width, least: 1) }
  private var height: Double { Self.length(itemSize.height, least: 1) }
  private var lineHeight: Double { height + Self.length(spacing.height, least: 0) }

  /// The number of items in a line, at least 1.
  public final var numberOfColumns: Int {
    let gap = Self.length(spacing.width, least: 0)
    let columns = ((bounds.width + gap) / (width + gap)).rounded(.down)
    return columns >= 1 ? Int(min(columns, Double(TableView.maximumNumberOfShownRows))) : 1
  }

  /// The number of lines.
  private var lines: Int { (numberOfItems + numberOfColumns - 1) / numberOfColumns }

  /// An item's rectangle in the grid's own space; `nil` for one that there is not.
  ///
  /// The space that a line leaves is divided between its columns.
  public final func rectForItem(at item: Int) -> Rect? {
    guard item >= 0, item < numberOfItems else { return nil }
    let columns = numberOfColumns
    let rest = bounds.width - Double(columns) * width
    let gap = columns > 1 ? max(rest, 0) / Double(columns - 1) : 0
    return Rect(
      x: Double(item % columns) * (width + gap), y: Double(item / columns) * lineHeight, width: width, height: height)
  }

  /// The item at a point of the grid's own space; `nil` between items.
  public final func item(at point: Point) -> Int? {
    guard point.isFinite, point.y >= 0, point.y < contentSize.height else { return nil }
    let first = Int(point.y / lineHeight) * numberOfColumns
    return (first..<first + numberOfColumns).first { rectForItem(at: $0)?.contains(point) ?? false }
  }

  /// The cell of an item; `nil` for one that is not on the screen.
  public final func cellForItem(at item: Int) -> TableViewCell? { shown.first { $0.item == item }?.cell }

  /// The items that have cells, in order.
  public final var visibleItems: [Int] { shown.map(\.item).sorted() }

  /// Shows an item with as little scrolling as is needed.
  public func scrollToItem(at item: Int, animated: Bool) {
    if let rect = rectForItem(at: item) { scrollRectToVisible(rect, animated: animated) }
  }

  private func updateContentSize() {
    let count = lines
    contentSize = Size(width: bounds.width, height: count == 0 ? 0 : Double(count) * lineHeight - (lineHeight - height))
  }

  // MARK: Cells

  /// Registers a class of cells for an identifier.
  public func register<Cell: TableViewCell>(_ type: Cell.Type, forReuse identifier: String) {
    let old = cells.register(identifier) { type.init(reuseIdentifier: identifier) }
    withExtendedLifetime(old) {}
  }

  /// A cell for the data source to fill: one whose item left the screen, or a new one; a plain one if none is registered.
  public func dequeueReusableCell(withIdentifier identifier: String) -> TableViewCell {
    while let cell = cells.take(identifier) {
      guard !cell.isShown else { continue }
      cell.prepareForReuse()
      return cell
    }
    if let make = cells.maker(of: identifier) { return make() }
    report(.unregisteredIdentifier(identifier))
    return TableViewCell(reuseIdentifier: identifier)
  }

  private func recycle(_ cell: TableViewCell) {
    cell.isShown = false
    cell.indexPath = nil
    cell.isHidden = true
    let isKept = cells.put(cell)
    if !isKept, cell.superview === self { cell.removeFromSuperview() }
  }

  private func recycleAll() {
    let old = shown
    shown = []
    for place in old { recycle(place.cell) }
  }

  /// The items of the lines on the screen.
  private var wanted: Range<Int> {
    let (columns, count) = (numberOfColumns, numberOfItems)
    guard count > 0, bounds.isFinite, bounds.height > 0 else { return 0..<0 }
    func line(_ y: Double) -> Int { Int(min(max(y / lineHeight, 0), Double(lines))) }
    let first = min(line(bounds.minY) * columns, count)
    let last = min((line(bounds.maxY) + 1) * columns, count)
    return first..<min(last, first + TableView.maximumNumberOfShownRows)
  }

  private func layOutItems() {
    guard !isLayingOut else {
      needsAnotherPass = true
      return
    }
    isLayingOut = true
    var passes = 0
    repeat {
      needsAnotherPass = false
      passes += 1
      if !fill(generation) { needsAnotherPass = true }
    } while needsAnotherPass && passes < TableView.nestingLimit
    isLayingOut = false
    if needsAnotherPass {
      needsAnotherPass = false
      report(.neverAtRest)
    }
  }

  /// Shows the items on the screen and no others; false if they changed meanwhile.
  private func fill(_ current: Int) -> Bool {
    let wanted = wanted
    var index = 0
    while index < shown.count {
      if wanted.contains(shown[index].item) {
        index += 1
      } else {
        let gone = shown.remove(at: index)
        recycle(gone.cell)
        guard generation == current else { return false }
      }
    }
    for item in wanted where !shown.contains(where: { $0.item == item }) {
      let given = dataSource?.collectionView(self, cellForItemAt: item)
      guard generation == current else {
        if let given, !given.isShown { recycle(given) }
        return false
      }
      var cell = given ?? TableViewCell(reuseIdentifier: nil)
      let isUsable = given.map { !$0.isShown && ($0.superview == nil || $0.superview === self) } ?? false
      if !isUsable {
        report(given == nil ? .noCell(IndexPath(item: item)) : .cellInUse(IndexPath(item: item)))
        guard generation == current else { return false }
        cell = TableViewCell(reuseIdentifier: nil)
      }
      show(cell, item)
      guard generation == current else { return false }
    }
    return true
  }

  private func show(_ cell: TableViewCell, _ item: Int) {
    cell.isShown = true
    cell.indexPath = IndexPath(item: item)
    shown.append((item, cell))
    let current = generation
    if cell.superview !== self { insertSubview(cell, at: 0) }
    guard generation == current, let frame = rectForItem(at: item) else { return }
    cell.isSelected = selected.contains(item)
    if cell.frame != frame { cell.frame = frame }
    cell.isHidden = false
  }

  // MARK: Selection

  /// Selects an item, in place of the others unless several can be selected; ignores one that there is not.
  public func selectItem(at item: Int) {
    guard item >= 0, item < numberOfItems else { return }
    var wanted = allowsMultipleSelection ? selected : RangeSet()
    wanted.insert(contentsOf: item..<item + 1)
    setSelection(wanted)
  }

  /// Deselects an item.
  public func deselectItem(at item: Int) {
    guard item >= 0, item < numberOfItems else { return }
    var wanted = selected
    wanted.remove(contentsOf: item..<item + 1)
    setSelection(wanted)
  }

  private func setSelection(_ items: [Int]) {
    var wanted = RangeSet<Int>()
    for item in items { wanted.insert(contentsOf: item..<item + 1) }
    setSelection(wanted)
  }

  private func setSelection(_ wanted: RangeSet<Int>) {
    guard wanted != selected else { return }
    selected = wanted
    for place in shown { place.cell.isSelected = wanted.contains(place.item) }
    changed(.selection)
  }

  private func selectByUser(_ item: Int) {
    guard allowsSelection, item < numberOfItems else { return }
    let isSelected = selected.contains(item)
    guard !isSelected || allowsMultipleSelection else { return }
    let current = generation
    if !isSelected {
      guard gridDelegate?.collectionView(self, shouldSelectItemAt: item) ?? true, generation == current else { return }
    }
    let old = allowsMultipleSelection ? nil : selected.ranges.first?.lowerBound
    if isSelected { deselectItem(at: item) } else { selectItem(at: item) }
    if isSelected { gridDelegate?.collectionView(self, didDeselectItemAt: item) }
    if let old { gridDelegate?.collectionView(self, didDeselectItemAt: old) }
    if !isSelected, generation == current { gridDelegate?.collectionView(self, didSelectItemAt: item) }
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
    updateContentSize()
    for place in shown { if let frame = rectForItem(at: place.item), place.cell.frame != frame { place.cell.frame = frame } }
    layOutItems()
  }

  override open func touchesBegan(_ touches: TouchSet, with event: Event?) {
    guard press == nil, let touch = touches.first, let item = item(at: touch.location(in: self)) else {
      return super.touchesBegan(touches, with: event)
    }
    press = (touch.id, item)
    cellForItem(at: item)?.isHighlighted = true
  }

  override open func touchesEnded(_ touches: TouchSet, with event: Event?) {
    guard let press, let touch = touches.first(where: { $0.id == press.touch }) else {
      return super.touchesEnded(touches, with: event)
    }
    let isTap = touch.startLocation.distance(to: touch.location(in: nil)) < (application?.tuning ?? Tuning()).panHysteresis
    dropPress()
    if isTap { selectByUser(press.item) }
  }

  override open func touchesCancelled(_ touches: TouchSet, with event: Event?) {
    guard let press, touches.contains(where: { $0.id == press.touch }) else {
      return super.touchesCancelled(touches, with: event)
    }
    dropPress()
  }

  private func dropPress() {
    guard let old = press else { return }
    press = nil
    cellForItem(at: old.item)?.isHighlighted = false
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
    if let index, action == .activate {
      guard allowsSelection, index >= 0, index < numberOfItems else { return false }
      scrollToItem(at: index, animated: false)
      selectByUser(index)
      return true
    }
    return scrollPage(action)
  }
}

extension ScrollView {
  /// Scrolls by the view's height for `scrollForward` and `scrollBackward`; returns whether the offset changed.
  final func scrollPage(_ action: AccessibilityAction) -> Bool {
    let way: Double
    switch action {
    case .scrollForward: way = bounds.height
    case .scrollBackward: way = -bounds.height
    default: return false
    }
    let offset = clamped(Point(x: bounds.minX, y: bounds.minY + way))
    guard offset != bounds.origin else { return false }
    setContentOffset(offset, animated: false)
    return true
  }
}
