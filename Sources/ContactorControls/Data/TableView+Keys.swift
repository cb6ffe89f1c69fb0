import ContactorCore

// Keys select rows: `KeyedList` has what tables and grids share.

extension TableView: KeyedList {
  final var itemCount: Int { heights.numberOfRows }
  final var firstSelectedItem: Int? { selection.first.map { heights.rowNumber(of: $0) } }
  final var changes: Int { generation }

  func place(of motion: TextCommand.Motion, from item: Int) -> Int? {
    let last = itemCount - 1
    let isBackward = motion.direction.step < 0
    switch motion {
    case .line: return min(max(item + (isBackward ? -1 : 1), 0), last)
    case .page: return page(from: item, isBackward: isBackward)
    case .document, .lineEdge: return isBackward ? 0 : last
    default: return nil
    }
  }

  /// The row a page further, at least one.
  private final func page(from item: Int, isBackward: Bool) -> Int? {
    guard let path = heights.row(number: item), let span = heights.span(of: .row(path)) else { return item }
    let length = max(0, bounds.height.isFinite ? bounds.height - cover.top - cover.bottom - span.height : 0)
    let found = heights.row(from: max(0, span.top + (isBackward ? -length : length))).map { heights.rowNumber(of: $0) }
    let number = found ?? itemCount - 1
    return min(max(isBackward ? min(number, item - 1) : max(number, item + 1), 0), itemCount - 1)
  }

  final func isItemSelected(_ item: Int) -> Bool { heights.row(number: item).map { selection.contains($0) } ?? false }

  final func frame(ofItem item: Int) -> Rect? { heights.row(number: item).flatMap { rectForRow(at: $0) } }

  final func mayBeSelected(_ item: Int) -> Bool {
    guard let path = heights.row(number: item) else { return false }
    let current = generation
    guard tableDelegate?.tableView(self, shouldHighlightRowAt: path) ?? true, generation == current else { return false }
    return tableDelegate?.tableView(self, shouldSelectRowAt: path) ?? true
  }

  final func selectByKey(_ items: RangeSet<Int>, reaching item: Int) {
    guard let path = heights.row(number: item) else { return }
    var wanted = RowSelection()
    for range in items.ranges { insert(range, into: &wanted) }
    let old = allowsMultipleSelection ? nil : selection.first
    let isNew = !selection.contains(path)
    let current = generation
    setSelection(wanted)
    guard generation == current else { return }
    if let old, old != path { tableDelegate?.tableView(self, didDeselectRowAt: old) }
    if isNew, generation == current { tableDelegate?.tableView(self, didSelectRowAt: path) }
  }

  /// Inserts rows by their numbers among all; O(sections of the range).
  private final func insert(_ numbers: Range<Int>, into selection: inout RowSelection) {
    guard let first = heights.row(number: numbers.lowerBound), let last = heights.row(number: numbers.upperBound - 1) else { return }
    for section in first.section...last.section {
      let start = section == first.section ? first.row : 0
      let end = section == last.section ? last.row + 1 : heights.numberOfRows(in: section)
      selection.insert(start..<max(start, end), in: section)
    }
  }

  final func showItem(_ item: Int) {
    if let path = heights.row(number: item) { scrollToRow(at: path, at: .none, animated: false) }
  }

  final func tellChosen(_ item: Int) {
    if let path = heights.row(number: item) { tableDelegate?.tableView(self, didSelectRowAt: path) }
  }

  @discardableResult
  final func tapItem(_ item: Int) -> Bool {
    guard let path = heights.row(number: item) else { return false }
    // The delegate hears of the scrolling, and may change the rows.
    let current = generation
    showItem(item)
    guard generation == current, tableDelegate?.tableView(self, shouldHighlightRowAt: path) ?? true, generation == current else {
      return false
    }
    selectByUser(path)
    return true
  }

  final func removeSelectedItems() {
    guard selection.count <= KeyedListLimits.asked else { return }
    for path in selection.paths.reversed() where selection.contains(path) && heights.contains(path) {
      let current = generation
      guard dataSource?.tableView(self, canEditRowAt: path) == true, generation == current else { continue }
      dataSource?.tableView(self, commit: .delete, forRowAt: path)
    }
  }
}

extension TableView: ValueHolding {
  /// The number of the first selected row among the rows of all sections; `nil` if none is selected.
  ///
  /// Setting it selects the row, a number that there is not none.
  public var objectValue: ControlValue? {
    get { firstSelectedItem.map { .integer($0) } }
    set {
      if let path = newValue.flatMap({ heights.row(number: $0.intValue) }) {
        var wanted = RowSelection()
        wanted.insert(path)
        setSelection(wanted)
      } else {
        deselectAll()
      }
    }
  }
}
