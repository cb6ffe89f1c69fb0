import ContactorCore

// Rows come and go as the table scrolls. Each call of the data source and the delegate may change the table in any way, so the generation
// and the rows are looked at again after each.

extension TableView {
  // MARK: Cells

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
    takeBackLentCell()
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

  /// The cell of a row, made ready; an empty one where the data source gives none; `nil` if the rows changed meanwhile.
  private func makeCell(_ path: IndexPath, _ pass: Pass) -> TableViewCell? {
    let current = pass.generation
    let given = pass.source?.tableView(self, cellForRowAt: path)
    guard generation == current else {
      if let given, !given.isShown { hide(given) }
      return nil
    }
    if lentCell === given { lentCell = nil } else { takeBackLentCell() }
    if let given, !given.isShown, !given.isTaken(from: self) { return given }
    report(given == nil ? .noCell(path) : .cellInUse(path))
    return generation == current ? cells.take(Self.emptyIdentifier) ?? TableViewCell(reuseIdentifier: Self.emptyIdentifier) : nil
  }

  /// The identifier of the cells that stand for those which the data source does not give.
  private static let emptyIdentifier = "\u{0}"

  /// Hides a cell that shows no row any more and keeps it for another.
  func hide(_ cell: TableViewCell) {
    cell.indexPath = nil
    cell.isShown = false
    let isKept = cells.put(cell)
    // While rows are laid out, the cell may be another row's in a moment.
    if isLayingOut, isKept {
      hasLeaving = true
      return
    }
    cell.isHidden = true
    if !isKept, cell.superview === self { cell.removeFromSuperview() }
  }

  /// Hides the cells that no row was found for while rows were laid out.
  private func hideLeaving() {
    hasLeaving = false
    // One after another, as hiding a cell calls those who watch it; a class may keep its cells from being hidden.
    for _ in 0..<2 * CellPool.limit {
      guard let cell = cells.visible else { return }
      cell.isHidden = true
    }
  }

  /// Takes a row off the screen that is no more in `shown`.
  func recycle(_ row: ShownRow) { recycle(row, telling: tableDelegate) }

  private func recycle(_ row: ShownRow, telling delegate: (any TableViewDelegate)?) {
    if reorder?.path == row.path, reorder?.away == nil {
      // The finger still holds it.
      reorder?.away = row
      return
    }
    if editor?.cell === row.cell { endEditingRow() }
    if swipe?.path == row.path { closeSwipe() }
    hide(row.cell)
    delegate?.tableView(self, didEndDisplaying: row.cell, forRowAt: row.path)
  }

  func recycleAll() {
    let old = shown
    shown = []
    for row in old { recycle(row) }
  }

  // MARK: Filling the screen

  /// Shows the rows that the bounds cover, and no others.
  ///
  /// A call from within a call of the data source or the delegate is done when that has returned. Eight rounds that change the rows again
  /// are the end of it.
  final func layOutRows() {
    guard !isLayingOut else {
      needsAnotherPass = true
      return
    }
    guard isLoaded, area.isFinite else { return }
    if isAtRest { return }
    isLayingOut = true
    for _ in 0..<Self.nestingLimit {
      needsAnotherPass = false
      let pass = Pass(generation: generation, source: dataSource, delegate: tableDelegate)
      fillScreen(pass)
      if generation == pass.generation, !needsAnotherPass { break }
      needsAnotherPass = true
    }
    isLayingOut = false
    if hasLeaving { hideLeaving() }
    if needsAnotherPass {
      needsAnotherPass = false
      report(.neverAtRest)
    }
  }

  /// One round of laying rows out: another data source or delegate is another generation.
  private struct Pass {
    let generation: Int
    let source: (any TableViewDataSource)?
    let delegate: (any TableViewDelegate)?
  }

  /// Whether the rows on the screen are those that the bounds cover.
  private var isAtRest: Bool {
    guard !hasGaps, let first = shown.first, let last = shown.last else { return false }
    return first.top <= area.minY && first.bottom > area.minY && last.bottom >= area.maxY && last.top < area.maxY
  }

  private func fillScreen(_ pass: Pass) {
    guard dropHiddenRows(pass) else { return }
    if shown.isEmpty {
      guard let path = heights.row(from: area.minY), show(path, at: 0, pass) else { return }
    }
    if hasGaps { guard fillGaps(pass) else { return } }
    while !shown.isEmpty, shown[shown.count - 1].bottom < area.maxY {
      let last = shown[shown.count - 1].path
      guard let next = heights.row(after: last), next.section == last.section || top(of: next) < area.maxY else { break }
      guard show(next, at: shown.count, pass) else { return }
    }
    while !shown.isEmpty, shown[0].top > area.minY {
      let first = shown[0].path
      guard let previous = heights.row(before: first),
        previous.section == first.section || top(of: previous) + heights.height(of: previous) > area.minY
      else { break }
      guard show(previous, at: 0, pass) else { return }
    }
  }

  /// Shows the rows that an update inserted between others; false if the rows changed meanwhile.
  private func fillGaps(_ pass: Pass) -> Bool {
    var index = 1
    while index < shown.count {
      if let next = heights.row(after: shown[index - 1].path), next < shown[index].path {
        guard show(next, at: index, pass) else { return false }
      }
      index += 1
    }
    hasGaps = false
    return dropHiddenRows(pass)
  }

  private func top(of path: IndexPath) -> Double { heights.offset(of: path) ?? .infinity }

  /// Takes the rows off that are not on the screen; false if the rows changed meanwhile.
  private func dropHiddenRows(_ pass: Pass) -> Bool {
    while !shown.isEmpty, shown[shown.count - 1].top >= area.maxY {
      let last = shown.removeLast()
      recycle(last, telling: pass.delegate)
      guard generation == pass.generation else { return false }
    }
    while !shown.isEmpty, shown[0].bottom <= area.minY {
      // The last is the cheapest to remove, so a screen that leaves as a whole goes from its end.
      let isWhole = shown[shown.count - 1].bottom <= area.minY
      let first = isWhole ? shown.removeLast() : shown.removeFirst()
      recycle(first, telling: pass.delegate)
      guard generation == pass.generation else { return false }
    }
    return true
  }

  /// Shows a row before another of those shown; false if the rows changed meanwhile, or there are enough.
  private func show(_ path: IndexPath, at index: Int, _ pass: Pass) -> Bool {
    if var dragged = reorder?.away, dragged.path == path, let span = heights.span(of: .row(path)) {
      reorder?.away = nil
      (dragged.top, dragged.height) = (span.top, span.height)
      shown.insert(dragged, at: min(index, shown.count))
      return true
    }
    guard shown.count < Self.maximumNumberOfShownRows, let height = askHeight(path, at: index, pass) else { return false }
    guard let cell = makeCell(path, pass) else { return false }
    guard generation == pass.generation, heights.contains(path), index <= shown.count else {
      hide(cell)
      return false
    }
    let row = row(path, cell, height, at: index)
    cell.indexPath = path
    cell.isShown = true
    if index == shown.count { shown.append(row) } else { shown.insert(row, at: index) }
    prepare(row, pass)
    guard generation == pass.generation else { return false }
    pass.delegate?.tableView(self, willDisplay: cell, forRowAt: path)
    return generation == pass.generation
  }

  /// A row with its place, which follows from a neighbour's where there is one: heights have no rounding errors.
  private func row(_ path: IndexPath, _ cell: TableViewCell, _ height: Double, at index: Int) -> ShownRow {
    var top: Double?
    if index > 0, shown[index - 1].path.section == path.section, shown[index - 1].path.row + 1 == path.row {
      top = shown[index - 1].bottom
    } else if index < shown.count, shown[index].path.section == path.section, shown[index].path.row - 1 == path.row {
      top = shown[index].top - height
    }
    return ShownRow(path: path, cell: cell, top: top ?? self.top(of: path), height: height)
  }

  private func prepare(_ row: ShownRow, _ pass: Pass) {
    let (cell, path) = (row.cell, row.path)
    if !cell.isSubview(of: self) { insertSubview(cell, at: 0) }
    guard generation == pass.generation else { return }
    let isSelected = !selection.isEmpty && selection.contains(path)
    if cell.isSelected != isSelected { cell.isSelected = isSelected }
    if let press { cell.isHighlighted = press.path == path && press.isHighlighted }
    if isEditing || cell.showsReorderHandle {
      cell.showsReorderHandle = isEditing && pass.source?.tableView(self, canMoveRowAt: path) ?? false
    }
    guard generation == pass.generation else { return }
    place(row)
    if cell.isHidden { cell.isHidden = false }
  }

  /// Asks the delegate for a row's height; what is visible stays where it is.
  ///
  /// The result is the height; `nil` if the rows changed meanwhile.
  private func askHeight(_ path: IndexPath, at index: Int, _ pass: Pass) -> Double? {
    let wanted = pass.delegate?.tableView(self, heightForRowAt: path)
    guard generation == pass.generation else { return nil }
    guard let wanted, let height = HeightTree.valid(Self.validRowHeight(wanted)) else { return heights.height(of: path) }
    let growth = heights.setHeight(height, of: .row(path))
    if growth != 0 { rowGrew(by: growth, above: index) }
    return generation == pass.generation ? height : nil
  }

  /// Moves the rows below one that grew; if that is above all rows on the screen, the offset goes with them.
  private func rowGrew(by growth: Double, above index: Int) {
    updateContentSize()
    guard index < shown.count else { return }
    for place in index..<shown.count { shown[place].top += growth }
    if index == 0 { shiftContent(by: Point(x: 0, y: growth)) }
    placeRows()
  }

  final func updateContentSize() {
    let size = Size(width: area.size.width, height: heights.height)
    if contentSize != size { contentSize = size }
  }

  // MARK: Frames

  /// Places the cells of all rows on the screen.
  final func placeRows() {
    for index in 0..<shown.count where index < shown.count { place(shown[index]) }
    if let away = reorder?.away { place(away) }
  }

  final func place(_ row: ShownRow) {
    var frame = Rect(x: 0, y: row.top, width: area.size.width, height: row.height)
    if let swipe, swipe.path == row.path { frame.origin.x = swipe.offset }
    if let reorder { frame.origin.y += reorder.displacement(of: row, in: self) }
    if row.cell.frame != frame { row.cell.frame = frame }
  }

}

extension TableViewCell {
  /// Whether the cell is a subview of another view than the table, which it must not be taken from.
  fileprivate func isTaken(from table: TableView) -> Bool {
    !isSubview(of: table) && !isSubview(of: nil)
  }
}
