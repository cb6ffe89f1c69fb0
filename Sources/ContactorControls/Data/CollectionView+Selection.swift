import ContactorCore

// Selection: a user's calls `did(De)selectItemAt`, one in code calls neither. Keys: `KeyedList` has what tables and grids share.

extension CollectionView {
  /// Selects an item, in place of the others unless several can be selected; ignores one that there is not.
  public func selectItem(at item: Int) {
    guard item >= 0, item < numberOfItems else { return }
    guard allowsMultipleSelection else { return setSelection(IndexRuns(item..<item + 1)) }
    change(item) { $0.insert(contentsOf: item..<item + 1) }
  }

  /// Deselects an item.
  public func deselectItem(at item: Int) {
    guard item >= 0, item < numberOfItems else { return }
    change(item) { $0.remove(contentsOf: item..<item + 1) }
  }

  /// Selects or deselects one item in place: a copy of the selection would take O(ranges).
  private func change(_ item: Int, _ body: (inout IndexRuns) -> Void) {
    lead = nil
    let before = selection.count
    body(&selection)
    guard selection.count != before else { return }
    for place in shown where place.item == item { place.cell.isSelected = selection.contains(item) }
    changed(.selection)
  }

  final func setSelection(_ wanted: IndexRuns) {
    lead = nil
    guard wanted != selection else { return }
    selection = wanted
    for place in shown { place.cell.isSelected = wanted.contains(place.item) }
    changed(.selection)
  }

  final func selectByUser(_ item: Int) {
    guard allowsSelection, item < numberOfItems else { return }
    let isSelected = selection.contains(item)
    guard !isSelected || allowsMultipleSelection else { return }
    let current = generation
    if !isSelected {
      guard gridDelegate?.collectionView(self, shouldSelectItemAt: item) ?? true, generation == current else { return }
    }
    let old = allowsMultipleSelection ? nil : selection.first
    if isSelected { deselectItem(at: item) } else { selectItem(at: item) }
    guard generation == current else { return }
    lead = ListLead(item)
    if isSelected { gridDelegate?.collectionView(self, didDeselectItemAt: item) }
    if let old { gridDelegate?.collectionView(self, didDeselectItemAt: old) }
    if !isSelected, generation == current { gridDelegate?.collectionView(self, didSelectItemAt: item) }
  }

  /// Selects every item, if several can be selected.
  public func selectAll() {
    if allowsMultipleSelection { setSelection(IndexRuns(0..<numberOfItems)) }
  }

  /// Deselects every item.
  public func deselectAll() { setSelection(IndexRuns()) }

  final func keepOneSelected() {
    if selection.count > 1, let first = firstSelectedItem { setSelection(IndexRuns(first..<first + 1)) }
  }
}

extension CollectionView: KeyedList {
  final var itemCount: Int { numberOfItems }
  final var firstSelectedItem: Int? { selection.first }
  final var changes: Int { generation }

  func place(of motion: TextCommand.Motion, from item: Int) -> Int? {
    let isBackward = motion.direction.step < 0
    switch motion {
    case .character: return min(max(item + motion.direction.step, 0), itemCount - 1)
    case .line: return layout.item(beside: item, isBackward: isBackward)
    case .lineEdge: return layout.edge(of: item, isBackward: isBackward)
    case .page: return page(from: item, isBackward: isBackward)
    case .document: return isBackward ? 0 : itemCount - 1
    default: return nil
    }
  }

  /// Does nothing: all items are of one size.
  final func askPage(from item: Int, isBackward: Bool) {}

  /// The item of the same column a page further, at least a line.
  private final func page(from item: Int, isBackward: Bool) -> Int {
    let beside = layout.item(beside: item, isBackward: isBackward)
    guard let rect = rectForItem(at: item), bounds.height.isFinite else { return beside }
    let length = max(0, bounds.height - cover.top - cover.bottom - rect.height)
    let found = layout.item(nearest: max(0, rect.minY + (isBackward ? -length : length)), column: layout.column(of: item)) ?? beside
    return isBackward ? min(found, beside) : max(found, beside)
  }

  final func isItemSelected(_ item: Int) -> Bool { selection.contains(item) }

  final func frame(ofItem item: Int) -> Rect? { rectForItem(at: item) }

  final func mayBeSelected(_ item: Int) -> Bool { gridDelegate?.collectionView(self, shouldSelectItemAt: item) ?? true }

  final func selectByKey(_ items: RangeSet<Int>, reaching item: Int) {
    let old = allowsMultipleSelection ? nil : firstSelectedItem
    let isNew = !selection.contains(item)
    let current = generation
    setSelection(IndexRuns(items))
    if let old, old != item, generation == current { gridDelegate?.collectionView(self, didDeselectItemAt: old) }
    if isNew, generation == current { gridDelegate?.collectionView(self, didSelectItemAt: item) }
  }

  final func showItem(_ item: Int) { scrollToItem(at: item, animated: false) }

  final func tellChosen(_ item: Int) {
    if item < itemCount { gridDelegate?.collectionView(self, didSelectItemAt: item) }
  }

  @discardableResult
  final func tapItem(_ item: Int) -> Bool {
    // The delegate hears of the scrolling, and may change the items.
    let current = generation
    showItem(item)
    guard generation == current, item >= 0, item < itemCount else { return false }
    selectByUser(item)
    return true
  }

  final func removeSelectedItems() {
    guard selection.count <= KeyedListLimits.asked else { return }
    for path in layout.rows(selection).paths.reversed() {
      guard let item = item(at: path), selection.contains(item) else { continue }
      let current = generation
      guard dataSource?.collectionView(self, canDeleteItemAt: path) == true, generation == current else { continue }
      dataSource?.collectionView(self, deleteItemAt: path)
    }
  }

  /// The actions of left and right, with shift too.
  static var sidewaysActions: [Action] {
    [("moveLeft", TextCommand.Direction.backward), ("moveRight", .forward)].flatMap { name, direction in
      [(":", false), ("AndModifySelection:", true)].map { suffix, extends in
        Action(ActionName(name + suffix)) { (grid: CollectionView) in
          { (_: AnyObject) in grid.carryOut(.move(.character(direction), extends: extends)) }
        }
      }
    }
  }
}

extension CollectionView: ValueHolding {
  /// The number of the first selected item; `nil` if none is selected.
  ///
  /// Setting it selects the item, a number that there is not none.
  public var objectValue: ControlValue? {
    get { firstSelectedItem.map { .integer($0) } }
    set {
      let item = newValue?.intValue ?? -1
      setSelection(item >= 0 && item < itemCount ? IndexRuns(item..<item + 1) : IndexRuns())
    }
  }
}
