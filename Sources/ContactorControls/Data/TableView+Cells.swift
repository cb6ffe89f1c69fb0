import ContactorCore

// The cells of a table: how they are asked for, kept for other rows and taken again.

extension TableView {
  /// Registers a class of cells for an identifier; an earlier registration goes.
  public func register<Cell: TableViewCell>(_ type: Cell.Type, forReuse identifier: String) {
    register(forReuse: identifier) { type.init(reuseIdentifier: identifier) }
  }

  /// Registers how cells of an identifier are made; an earlier registration goes.
  public func register(forReuse identifier: String, make: @escaping () -> TableViewCell) {
    let old = cells.register(identifier, make)
    withExtendedLifetime(old) {}
  }

  /// A cell for the data source to fill: one whose row left the screen, or a new one.
  ///
  /// For an identifier that is not registered it is a plain cell, and an error is reported.
  public func dequeueReusableCell(withIdentifier identifier: String) -> TableViewCell {
    if lentCell != nil { takeBackLentCell() }
    while let cell = cells.take(identifier) {
      // A data source may have kept the cell and shown another row with it.
      guard !cell.isShown else { continue }
      lentCell = cell
      cell.prepareForReuse()
      return cell
    }
    if let make = cells.maker(of: identifier) { return make() }
    report(.unregisteredIdentifier(identifier))
    return TableViewCell(reuseIdentifier: identifier)
  }

  /// Keeps a cell for later that was asked for and not shown.
  final func takeBackLentCell() {
    guard let cell = lentCell else { return }
    lentCell = nil
    if !cell.isShown { hide(cell) }
  }

  /// The cell of a row; an empty one where the data source gives none; `nil` if the rows changed meanwhile.
  @inline(__always)
  final func makeCell(_ path: IndexPath, _ pass: Pass) -> TableViewCell? {
    guard let cell = pass.source?.tableView(self, cellForRowAt: path) else { return standIn(for: nil, path, pass.generation) }
    if accepts(cell, pass.generation) { return cell }
    return standIn(for: cell, path, pass.generation)
  }

  /// Whether a cell that the data source gave can show a row.
  @inline(__always)
  final func accepts(_ cell: TableViewCell, _ current: Int) -> Bool {
    guard generation == current else { return false }
    if lentCell !== cell { takeBackLentCell() }
    return !cell.isShown && !cell.isTaken(from: self)
  }

  /// An empty cell for a row whose own is missing or cannot be shown, after a report; `nil` if the rows changed meanwhile.
  @inline(never)
  final func standIn(for cell: TableViewCell?, _ path: IndexPath, _ current: Int) -> TableViewCell? {
    guard generation == current else {
      if let cell, !cell.isShown { hide(cell) }
      return nil
    }
    if lentCell === cell { lentCell = nil } else { takeBackLentCell() }
    report(cell == nil ? .noCell(path) : .cellInUse(path))
    guard generation == current else { return nil }
    return cells.take(Self.emptyIdentifier) ?? TableViewCell(reuseIdentifier: Self.emptyIdentifier)
  }

  /// The identifier of the cells that stand for those which the data source does not give.
  private static let emptyIdentifier = "\u{0}"

  /// Hides a cell whose row has left the screen and keeps it for another.
  final func hide(_ cell: TableViewCell) {
    cell.indexPath = nil
    cell.isShown = false
    if !keep(cell) { putAway(cell) }
  }

  /// Keeps a cell for another row while rows are laid out, as it may be that row's in a moment; returns whether it does.
  @inline(__always)
  final func keep(_ cell: TableViewCell) -> Bool {
    guard isLayingOut, cells.put(cell) else { return false }
    hasLeaving = true
    return true
  }

  @inline(never)
  final func putAway(_ cell: TableViewCell) {
    let isKept = cells.put(cell)
    cell.isHidden = true
    guard !isKept, cell.superview === self else { return }
    if let press, cell.hasTouch(press.touch) { hold(cell) }
    if !heldCells.contains(where: { $0 === cell }) { cell.removeFromSuperview() }
  }

  /// Keeps a cell among the subviews, as a finger began on it that goes on with another cell.
  final func hold(_ cell: TableViewCell) {
    if !heldCells.contains(where: { $0 === cell }) { heldCells.append(cell) }
  }

  /// Takes off the cells on which fingers began that are gone by now.
  final func dropHeldCells() {
    let cells = heldCells
    heldCells = []
    for cell in cells where !cell.isShown && !cell.isWaiting && cell.superview === self { cell.removeFromSuperview() }
  }

  /// Hides the cells that no row was found for while rows were laid out.
  final func hideLeaving() {
    hasLeaving = false
    // One after another, as hiding a cell calls those who watch it; a class may keep its cells from being hidden.
    for _ in 0..<2 * CellPool.limit {
      guard let cell = cells.visible else { return }
      cell.isHidden = true
    }
  }

  /// Takes a row off the screen that has left `shown`.
  final func recycle(_ row: ShownRow) { recycle(row, telling: tableDelegate) }

  @inline(__always)
  final func recycle(_ row: ShownRow, telling delegate: (any TableViewDelegate)?) {
    let (cell, path) = (row.cell, row.path)
    if isReordering || editor != nil || swipe != nil, isHeld(cell, path, row.top, row.height) { return }
    takeOff(cell, path, telling: delegate)
  }

  /// Hides the cell of a row that nothing holds, and notifies the delegate.
  @inline(__always)
  final func takeOff(_ cell: TableViewCell, _ path: IndexPath, telling delegate: (any TableViewDelegate)?) {
    guard isLayingOut else {
      hide(cell)
      delegate?.tableView(self, didEndDisplaying: cell, forRowAt: path)
      return
    }
    cell.indexPath = nil
    cell.isShown = false
    delegate?.tableView(self, didEndDisplaying: cell, forRowAt: path)
    // Last, so that the row's reference to the cell goes on to the list of those that wait. Another table may show the cell by now.
    if !cell.isShown, !keep(cell) { putAway(cell) }
  }

  /// Whether a finger still holds a row; otherwise, ends what is done with the row.
  @inline(never)
  final func isHeld(_ cell: TableViewCell, _ path: IndexPath, _ top: Double, _ height: Double) -> Bool {
    if reorder?.path == path, reorder?.away == nil {
      reorder?.away = ShownRow(path: path, cell: cell, top: top, height: height)
      return true
    }
    endWork(on: cell, path)
    return false
  }

  /// Ends the editing of a row whose cell goes, and closes the row if it stands open.
  ///
  /// - Parameter path: the row as the data source knows it now; `nil` for one that is gone.
  final func endWork(on cell: TableViewCell, _ path: IndexPath?) {
    if editor?.cell === cell { endEditingRow() }
    if let path, swipe?.path == path { closeSwipe() }
  }

  final func recycleAll() {
    let old = shown
    shown = []
    for row in old { recycle(row) }
  }
}

extension TableViewCell {
  /// Whether the cell is a subview of another view than the table, which it must not be taken from.
  fileprivate func isTaken(from table: TableView) -> Bool {
    !isSubview(of: table) && !isSubview(of: nil)
  }
}
