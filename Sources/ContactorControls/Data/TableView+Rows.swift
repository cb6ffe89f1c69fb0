import ContactorCore

// Rows come and go as the table scrolls. Each call of the data source and the delegate may change the table in any way, so the generation
// and the rows are looked at again after each.

extension TableView {
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
    guard load == .done, area.isFinite else { return }
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
    let isRestless = needsAnotherPass
    needsAnotherPass = false
    if hasNewSize { limitOffset() }
    firstToStay = nil
    if isRestless { report(.neverAtRest) }
  }

  /// Keeps the offset within the content, once the rows that the screen has room for have their heights.
  @inline(never)
  final func limitOffset() {
    if bounds.minY > verticalLimits.upper {
      askEnd()
      // A finger may hold the offset: rows that turned out to be higher reach the screen then.
      setNeedsLayout()
    }
    hasNewSize = false
    limitsChanged()
    if goal != nil { followGoal() }
  }

  /// One round of laying rows out: another data source or delegate is another generation.
  struct Pass {
    let generation: Int
    let source: (any TableViewDataSource)?
    let delegate: (any TableViewDelegate)?
  }

  /// Whether the rows on the screen are those that the bounds cover.
  private var isAtRest: Bool {
    let (area, last) = (area, shown.count - 1)
    guard !hasGaps, last >= 0 else { return false }
    return shown[0].top <= area.minY && shown[0].bottom > area.minY && shown[last].bottom >= area.maxY && shown[last].top < area.maxY
  }

  private func fillScreen(_ pass: Pass) {
    // Before rows are dropped: one that counts as lower for now may reach the screen.
    if asksHeights { guard askShownHeights(pass) else { return } }
    guard dropHiddenRows(pass) else { return }
    // First, as filling gaps drops rows that turn out to be off the screen.
    if hasGaps { guard fillGaps(pass) else { return } }
    if shown.isEmpty {
      let top = area.minY
      guard let path = heights.row(from: top), showRow(path, at: 0, pass) else { return }
    }
    guard fillBelow(pass) else { return }
    while !shown.isEmpty, shown[0].top > area.minY {
      let first = shown[0].path
      guard let previous = heights.row(before: first),
        previous.section == first.section || top(of: previous) + heights.height(of: previous) > area.minY
      else { break }
      guard showRow(previous, at: 0, pass) else { return }
    }
    // Rows that grew downwards, and turned out to be lower, make room at the bottom.
    if firstToStay != nil { _ = fillBelow(pass) }
  }

  /// Shows the rows below the last one, down to the bottom of the bounds; false if the rows changed meanwhile.
  private func fillBelow(_ pass: Pass) -> Bool {
    while !shown.isEmpty, shown[shown.count - 1].bottom < area.maxY {
      let last = shown[shown.count - 1].path
      var next = IndexPath(row: last.row + 1, section: last.section)
      if next.row >= heights.numberOfRows(in: last.section) {
        guard let first = heights.row(after: last), top(of: first) < area.maxY else { break }
        next = first
      }
      guard show(next, at: shown.count, pass) else { return false }
    }
    return true
  }

  /// Shows the rows that an update inserted between others; false if the rows changed meanwhile.
  private func fillGaps(_ pass: Pass) -> Bool {
    var index = 1
    while index < shown.count {
      if let next = heights.row(after: shown[index - 1].path), next < shown[index].path {
        guard showRow(next, at: index, pass) else { return false }
      }
      index += 1
    }
    hasGaps = false
    return dropHiddenRows(pass)
  }

  private func top(of path: IndexPath) -> Double { heights.offset(of: path) ?? .infinity }

  /// Takes the rows off that are not on the screen; false if the rows changed meanwhile.
  private func dropHiddenRows(_ pass: Pass) -> Bool {
    while !shown.isEmpty {
      let (area, last) = (area, shown.count - 1)
      // The last is the cheapest to remove, so a screen that leaves as a whole goes from its end.
      let isLast = shown[last].top >= area.maxY || shown[last].bottom <= area.minY
      guard isLast || shown[0].bottom <= area.minY else { break }
      recycle(isLast ? shown.removeLast() : shown.removeFirst(), telling: pass.delegate)
      guard generation == pass.generation else { return false }
    }
    return true
  }

  @inline(never)
  private func showRow(_ path: IndexPath, at index: Int, _ pass: Pass) -> Bool { show(path, at: index, pass) }

  /// Shows a row before another of those shown; false if the rows changed meanwhile, or there are enough.
  @inline(__always)
  private func show(_ path: IndexPath, at index: Int, _ pass: Pass) -> Bool {
    if isReordering, showHeldRow(path, at: index) { return true }
    guard shown.count < Self.maximumNumberOfShownRows, let height = askHeight(path, at: index, pass),
      let cell = makeCell(path, pass)
    else { return false }
    guard generation == pass.generation, index <= shown.count else {
      hide(cell)
      return false
    }
    return show(cell, path, height, at: index, pass.generation, pass.delegate)
  }

  @inline(never)
  private func insert(_ cell: TableViewCell, _ path: IndexPath, _ top: Double, _ height: Double, at index: Int) {
    shown.insert(ShownRow(path: path, cell: cell, top: top, height: height), at: min(index, shown.count))
  }

  /// Shows the row again that a finger holds, if it is that; returns whether it is.
  @inline(never)
  private func showHeldRow(_ path: IndexPath, at index: Int) -> Bool {
    guard var dragged = reorder?.away, dragged.path == path, let span = heights.span(of: .row(path)) else { return false }
    reorder?.away = nil
    (dragged.top, dragged.height) = (span.top, span.height)
    shown.insert(dragged, at: min(index, shown.count))
    return true
  }

  /// The top of a row, which follows from a neighbour's if there is one: heights have no rounding errors.
  @inline(__always)
  private func top(of path: IndexPath, _ height: Double, at index: Int) -> Double {
    if index > 0, shown[index - 1].path.section == path.section, shown[index - 1].path.row + 1 == path.row {
      return shown[index - 1].bottom
    }
    if index < shown.count, shown[index].path.section == path.section, shown[index].path.row - 1 == path.row {
      return shown[index].top - height
    }
    return top(of: path)
  }

  /// Shows a row with a cell, and notifies the delegate; false if the rows changed meanwhile.
  @inline(never)
  private func show(
    _ cell: TableViewCell, _ path: IndexPath, _ height: Double, at index: Int, _ current: Int, _ delegate: (any TableViewDelegate)?
  ) -> Bool {
    let top = top(of: path, height, at: index)
    cell.indexPath = path
    cell.isShown = true
    if let lent = lentCell.take() {
      if lent === cell, index == shown.count {
        // The reference to the cell goes on to its row.
        shown.append(ShownRow(path: path, cell: lent, top: top, height: height))
      } else {
        if lent !== cell { lentCell = lent }
        insert(cell, path, top, height, at: index)
      }
    } else {
      insert(cell, path, top, height, at: index)
    }
    if !cell.isSubview(of: self) { insertSubview(cell, at: 0) }
    guard generation == current else { return false }
    let isSelected = !selection.isEmpty && selection.contains(path)
    if cell.isSelected != isSelected { cell.isSelected = isSelected }
    if let press { cell.isHighlighted = press.path == path && press.isHighlighted }
    if isEditing || cell.showsReorderHandle {
      guard generation == current else { return false }
      cell.showsReorderHandle = isEditing && dataSource?.tableView(self, canMoveRowAt: path) ?? false
    }
    guard generation == current else { return false }
    place(cell, path, top, height)
    if cell.isHidden { cell.isHidden = false }
    guard generation == current else { return false }
    delegate?.tableView(self, willDisplay: cell, forRowAt: path)
    return generation == current
  }

  /// Asks for the heights of the rows on the screen anew; false if the rows changed meanwhile.
  @inline(never)
  private func askShownHeights(_ pass: Pass) -> Bool {
    var index = 0
    while index < shown.count {
      guard let height = askHeight(shown[index].path, at: index + 1, pass), index < shown.count else { return false }
      shown[index].height = height
      index += 1
    }
    asksHeights = false
    placeRows()
    return generation == pass.generation
  }

  /// Asks the delegate for a row's height; rows that are visible keep their positions.
  ///
  /// The result is the height; `nil` if the rows changed meanwhile.
  @inline(__always)
  final func askHeight(_ path: IndexPath, at index: Int, _ pass: Pass) -> Double? {
    let wanted = pass.delegate?.tableView(self, heightForRowAt: path)
    guard generation == pass.generation else { return nil }
    // At least 1, as `rowHeight`.
    guard let wanted, let parts = HeightTree.parts(max(wanted, 1)) else {
      let height = heights.height(of: path)
      return height == heights.standard ? height : takeStandardHeight(path, at: index, pass)
    }
    let growth = heights.setHeight(parts, ofRow: path)
    if growth != 0 { rowGrew(path, by: growth, above: index) }
    return generation == pass.generation ? HeightTree.height(parts) : nil
  }

  /// Gives a row that had a height of its own that of all rows.
  @inline(never)
  private func takeStandardHeight(_ path: IndexPath, at index: Int, _ pass: Pass) -> Double? {
    rowGrew(path, by: heights.setHeight(heights.standard, of: .row(path)), above: index)
    return generation == pass.generation ? heights.standard : nil
  }

  /// Moves the rows below one that grew; if that is above all rows on the screen, or above the first one that stays, the offset goes with
  /// them.
  @inline(never)
  private func rowGrew(_ path: IndexPath, by growth: Double, above index: Int) {
    let growsUpwards = firstToStay.map { path < $0 } ?? (index == 0 && !shown.isEmpty)
    for place in min(index, shown.count)..<shown.count { shown[place].top += growth }
    growContent(above: growsUpwards ? growth : 0)
    if index < shown.count { placeRows() }
  }

  /// Takes the size of the content, which grew so much above what is visible; the offset goes along, and is limited when rows are laid out.
  final func growContent(above growth: Double) {
    shiftContent(by: growth)
    if takeContentSize(Size(width: area.size.width, height: heights.height)) || growth != 0 { hasNewSize = true }
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

  final func place(_ row: ShownRow) { place(row.cell, row.path, row.top, row.height) }

  @inline(__always)
  private func place(_ cell: TableViewCell, _ path: IndexPath, _ top: Double, _ height: Double) {
    var frame = Rect(x: 0, y: top, width: area.size.width, height: height)
    if isReordering || swipe != nil { frame.origin = displaced(cell, path, top, height) }
    cell.place(at: frame)
  }

  /// The origin of a row while a finger drags it or another one.
  @inline(never)
  private func displaced(_ cell: TableViewCell, _ path: IndexPath, _ top: Double, _ height: Double) -> Point {
    let row = ShownRow(path: path, cell: cell, top: top, height: height)
    var origin = Point(x: 0, y: row.top)
    if let swipe, swipe.path == row.path { origin.x = swipe.offset }
    if let reorder { origin.y += reorder.displacement(of: row, in: self) }
    return origin
  }
}
