import ContactorCore

// Selection: set in code it calls `tableViewSelectionDidChange` and posts `SelectionDidChange`; a user's also calls `did(De)selectRowAt`.

extension TableView {
  /// The first selected row; `nil` if none is selected.
  public final var indexPathForSelectedRow: IndexPath? { selection.first }
  /// The selected rows, from top to bottom; O(selected rows).
  public final var indexPathsForSelectedRows: [IndexPath] { selection.paths }
  /// The number of selected rows; O(sections with selected rows).
  public final var numberOfSelectedRows: Int { selection.count }

  /// The selected rows of a section, as ranges; O(ranges).
  public final func selectedRows(inSection section: Int) -> RangeSet<Int> { selection.sections[section]?.rangeSet ?? RangeSet() }

  /// Whether a row is selected.
  public final func isRowSelected(at indexPath: IndexPath) -> Bool { selection.contains(indexPath) }

  /// Selects a row, in place of the others unless several can be selected; sends nothing if it is selected already.
  ///
  /// A row that there is not is ignored.
  public func selectRow(at indexPath: IndexPath, animated: Bool = false, scrollPosition: ScrollPosition? = nil) {
    guard heights.contains(indexPath) else { return }
    if allowsMultipleSelection {
      addToSelection(indexPath)
    } else {
      var wanted = RowSelection()
      wanted.insert(indexPath)
      setSelection(wanted)
    }
    if let scrollPosition { scrollToRow(at: indexPath, at: scrollPosition, animated: animated) }
  }

  /// Deselects a row; sends nothing if it is not selected.
  public func deselectRow(at indexPath: IndexPath, animated: Bool = false) {
    guard selection.contains(indexPath) else { return }
    lead = nil
    selection.remove(indexPath)
    selectionChanged()
  }

  /// Selects a row beside the others, in place: a copy of the selection would take O(ranges).
  private func addToSelection(_ path: IndexPath) {
    guard !selection.contains(path) else { return }
    lead = nil
    selection.insert(path)
    selectionChanged()
  }

  /// Selects every row, if several can be selected.
  public func selectAll() {
    guard allowsMultipleSelection else { return }
    var wanted = RowSelection()
    for section in 0..<heights.numberOfSections { wanted.insert(0..<heights.numberOfRows(in: section), in: section) }
    setSelection(wanted)
  }

  /// Deselects every row.
  public func deselectAll() { setSelection(RowSelection()) }

  final func setSelection(_ wanted: RowSelection) {
    guard wanted != selection else { return }
    lead = nil
    selection = wanted
    selectionChanged()
  }

  func keepOneSelected() {
    guard selection.count > 1, let first = selection.first else { return }
    var wanted = RowSelection()
    wanted.insert(first)
    setSelection(wanted)
  }

  /// Shows and reports a selection that is another.
  final func selectionChanged() {
    for row in shown { showSelection(of: row) }
    if let away = reorder?.away { showSelection(of: away) }
    changed(.selection)
    tableDelegate?.tableViewSelectionDidChange(self)
    application?.notifications.post(SelectionDidChange(sender: self))
  }

  private func showSelection(of row: ShownRow) {
    let isSelected = selection.contains(row.path)
    if row.cell.isSelected != isSelected { row.cell.isSelected = isSelected }
  }

  /// Does what a tap on a row does.
  func selectByUser(_ path: IndexPath) {
    guard allowsSelection, heights.contains(path) else { return }
    let isSelected = selection.contains(path)
    guard !isSelected || allowsMultipleSelection else { return }
    if !isSelected {
      let current = generation
      guard tableDelegate?.tableView(self, shouldSelectRowAt: path) ?? true, generation == current, heights.contains(path) else { return }
    }
    let old = allowsMultipleSelection ? nil : selection.first
    let current = generation
    if isSelected { deselectRow(at: path) } else { selectRow(at: path) }
    guard generation == current else { return }
    lead = ListLead(heights.rowNumber(of: path))
    if isSelected { tableDelegate?.tableView(self, didDeselectRowAt: path) }
    if let old { tableDelegate?.tableView(self, didDeselectRowAt: old) }
    guard generation == current, !isSelected else { return }
    tableDelegate?.tableView(self, didSelectRowAt: path)
  }

  // MARK: Touches

  /// A finger on a row.
  struct Press {
    let touch: TouchID
    var path: IndexPath
    var isHighlighted: Bool
    /// The uncovered button that is pressed, instead of the row.
    var button: Int?
    /// How far rows that came and went have moved the row on the screen, away from the finger.
    var shift = 0.0

    /// Where a finger on the row would be if the row had not moved.
    func place(_ point: Point) -> Point { Point(x: point.x, y: point.y + shift) }
  }

  /// The row that a touch at a point selects: not where a header, the index or a handle lies.
  final func pressedRow(at point: Point) -> IndexPath? {
    guard let path = indexPathForRow(at: point), !indexFrame.contains(point) else { return nil }
    return headerAtTop(at: point) == nil ? path : nil
  }

  /// Each of these returns whether the touch is the table's.
  final func pressBegan(_ touches: TouchSet) -> Bool {
    guard press == nil, let touch = touches.first else { return false }
    if reorder == nil, !heldCells.isEmpty { dropHeldCells() }
    let point = touch.location(in: self)
    if let swipe {
      if let button = swipeButton(at: point) {
        press = Press(touch: touch.id, path: swipe.path, isHighlighted: false, button: button)
        changed(.state)
      } else {
        closeSwipe()
      }
      return true
    }
    guard let path = pressedRow(at: point) else { return false }
    let current = generation
    let isHighlighted = tableDelegate?.tableView(self, shouldHighlightRowAt: path) ?? true
    guard generation == current, press == nil, touch.phase != .ended, touch.phase != .cancelled, heights.contains(path)
    else { return true }
    press = Press(touch: touch.id, path: path, isHighlighted: isHighlighted)
    highlight(isHighlighted, path)
    return true
  }

  final func pressMoved(_ touches: TouchSet) -> Bool {
    guard let press, let touch = touches.first(where: { $0.id == press.touch }) else {
      return false
    }
    let point = press.place(touch.location(in: self))
    // A finger that drags selects nothing, even along an axis on which the table does not scroll.
    if press.button == nil, isDrag(touch) || indexPathForRow(at: point) != press.path { dropPress() }
    return true
  }

  final func pressEnded(_ touches: TouchSet) -> Bool {
    guard let press, let touch = touches.first(where: { $0.id == press.touch }) else {
      return false
    }
    let point = press.place(touch.location(in: self))
    dropPress()
    if let button = press.button {
      if swipe?.path == press.path, swipeButton(at: point) == button { performSwipe(button) }
    } else if press.isHighlighted, !isDrag(touch), indexPathForRow(at: point) == press.path {
      tapped(press.path, at: point)
    }
    return true
  }

  final func pressCancelled(_ touches: TouchSet) -> Bool {
    guard let press, touches.contains(where: { $0.id == press.touch }) else {
      return false
    }
    dropPress()
    return true
  }

  private func isDrag(_ touch: Touch) -> Bool {
    touch.startLocation.distance(to: touch.location(in: nil)) >= (application?.tuning ?? Tuning()).panHysteresis
  }

  private func tapped(_ path: IndexPath, at point: Point) {
    if takesTap(on: path, at: point) { return }
    if let cell = cellForRow(at: path), cell.accessory == .detail,
      cell.contentFrame(for: .accessory).contains(cell.convert(point, from: self))
    {
      tableDelegate?.tableView(self, accessoryButtonTappedForRowAt: path)
    } else {
      selectByUser(path)
    }
  }

  func dropPress() {
    guard let old = press else { return }
    press = nil
    if old.isHighlighted { highlight(false, old.path) }
    if old.button != nil { changed(.state) }
  }

  private func highlight(_ isHighlighted: Bool, _ path: IndexPath) {
    guard let cell = cellForRow(at: path), cell.isHighlighted != isHighlighted else { return }
    cell.isHighlighted = isHighlighted
  }

  /// Forgets what fingers do, for rows that are loaded anew.
  final func forgetTouches() {
    dropPress()
    closeSwipe()
    cancelReorder()
    dropEditor()
  }
}
