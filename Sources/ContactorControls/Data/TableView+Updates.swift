import ContactorCore

// Rows and sections that come and go. What is removed is named as it stood before the batch, what is inserted as it stands after it.

extension TableView {
  /// Begins a batch: what follows is carried out at the matching `endUpdates()`, with what is on the screen in its place.
  public func beginUpdates() { updateDepth = min(updateDepth + 1, 1 << 20) }

  /// Ends a batch, and carries it out if it is the outermost.
  ///
  /// The data source then says how many rows there are. If that is not what the batch leaves, an error is reported and the table loaded
  /// again.
  public func endUpdates() {
    guard updateDepth > 0 else { return }
    updateDepth -= 1
    if updateDepth == 0 { commitUpdates() }
  }

  /// Carries out what the closure does as one batch.
  public func performBatchUpdates(_ body: () -> Void) {
    beginUpdates()
    body()
    endUpdates()
  }

  /// Inserts rows, which the data source has already.
  public func insertRows(at paths: [IndexPath]) {
    update { updates in paths.first { !updates.insertRow($0) }.map { .invalidIndexPath($0) } }
  }

  /// Removes rows, which the data source has no more.
  public func deleteRows(at paths: [IndexPath]) {
    update { updates in paths.first { !heights.contains($0) || !updates.removeRow($0) }.map { .invalidIndexPath($0) } }
  }

  /// Moves a row, which keeps its height and its selection.
  public func moveRow(at source: IndexPath, to destination: IndexPath) {
    update { updates in
      guard heights.contains(source) else { return .invalidIndexPath(source) }
      return destination.row >= 0 && updates.moveRow(source, to: destination) ? nil : .invalidIndexPath(destination)
    }
  }

  /// Asks for the cells and heights of rows again.
  public func reloadRows(at paths: [IndexPath]) {
    update { updates in
      for path in paths where heights.contains(path) { updates.reloadRow(path) }
      return paths.first { !heights.contains($0) }.map { .invalidIndexPath($0) }
    }
  }

  /// Inserts sections, which the data source has already.
  public func insertSections(_ sections: RangeSet<Int>) {
    update { updates in Self.each(sections) { updates.insertSection($0) } }
  }

  /// Removes sections, which the data source has no more.
  public func deleteSections(_ sections: RangeSet<Int>) {
    update { updates in Self.each(sections) { $0 < heights.numberOfSections && updates.removeSection($0) } }
  }

  /// Moves a section with its rows; its heights are asked again.
  public func moveSection(_ source: Int, to destination: Int) {
    update { updates in
      guard source >= 0, source < heights.numberOfSections else { return .invalidSection(source) }
      return updates.moveSection(source, to: destination) ? nil : .invalidSection(destination)
    }
  }

  /// Asks for the rows of sections again; the selection in them stays as far as there are rows.
  public func reloadSections(_ sections: RangeSet<Int>) {
    update { updates in
      Self.each(sections) { $0 < heights.numberOfSections && updates.removeSection($0) && updates.insertSection($0) }
    }
  }

  private static func each(_ sections: RangeSet<Int>, _ take: (Int) -> Bool) -> TableError? {
    for range in sections.ranges {
      // Bounded, and not by a slice: a range of sections may be longer than an `Int`.
      var (section, rest) = (range.lowerBound, RowHeights.maximumSections)
      while section < range.upperBound, rest > 0 {
        guard take(section) else { return .invalidSection(section) }
        (section, rest) = (section + 1, rest - 1)
      }
    }
    return nil
  }

  private func update(_ body: (inout TableUpdates) -> TableError?) {
    guard isLoaded else { return }
    var gathered = updates
    let error = body(&gathered)
    updates = gathered
    let current = generation
    if let error { report(error) }
    if updateDepth == 0, generation == current { commitUpdates() }
  }

  private func commitUpdates() {
    let batch = updates
    updates = TableUpdates()
    guard isLoaded, !batch.isEmpty else { return }
    guard loads < Self.nestingLimit else { return report(.neverAtRest) }
    loads += 1
    carryOut(batch)
    loads -= 1
  }

  // MARK: Carrying out

  /// Changes heights, selection and what is on the screen; the first row that stays keeps its place on the screen, or the offset stays.
  final func carryOut(_ batch: TableUpdates, keepsOffset: Bool = false) {
    generation += 1
    let current = generation
    let expected = expectedCounts(batch)
    guard let sections = askCounts(), generation == current else { return }
    guard isExpected(sections, expected) else { return }
    dropPress()
    let anchor = keepsOffset ? nil : anchor(batch)
    var inserted: [Int: (RowHeights.Section, (header: String?, footer: String?))] = [:]
    for range in batch.insertedSections.ranges {
      for section in range {
        let (one, name) = askSection(section)
        guard generation == current else { return }
        inserted[section] = (one, name)
      }
    }
    renameSections(batch, count: expected.count) { inserted[$0]?.1 }
    let before = selection
    batch.apply(to: &heights, &selection) { inserted[$0]?.0 ?? RowHeights.Section(rows: 0) }
    selection.clamp(sections: heights.numberOfSections) { heights.numberOfRows(in: $0) }
    follow(batch, anchor)
    guard generation == current else { return }
    layOutRows()
    if before.count != selection.count { selectionChanged() }
    changed([.frame, .text])
  }

  private func renameSections(_ batch: TableUpdates, count: Int, inserted: (Int) -> (header: String?, footer: String?)?) {
    if batch.insertedSections.isEmpty, batch.removedSections.isEmpty { return }
    let old = titles
    titles = ContiguousArray(repeating: (nil, nil), count: count)
    for (section, title) in old.enumerated() {
      if let place = batch.section(after: section), titles.indices.contains(place) { titles[place] = title }
    }
    for section in titles.indices { if let title = inserted(section) { titles[section] = title } }
  }

  /// The numbers of rows that the batch leaves; `nil` for sections that it inserts.
  private func expectedCounts(_ batch: TableUpdates) -> [Int?] {
    let removed = batch.removedSections.indexCount
    let count = heights.numberOfSections - removed + batch.insertedSections.indexCount
    var counts = [Int?](repeating: nil, count: max(0, count))
    for old in 0..<heights.numberOfSections {
      guard !batch.removedSections.contains(old), let section = batch.section(after: old), counts.indices.contains(section) else {
        continue
      }
      counts[section] = batch.rows(in: section, before: old, count: heights.numberOfRows(in: old))
    }
    return counts
  }

  private func askCounts() -> [Int]? {
    let current = generation
    var counts: [Int] = []
    for section in 0..<askSectionCount() {
      guard generation == current else { return nil }
      counts.append(askRowCount(section))
    }
    return generation == current ? counts : nil
  }

  /// Whether the data source has as many rows as expected; reports an error and loads the table again if not.
  private func isExpected(_ found: [Int], _ expected: [Int?]) -> Bool {
    let current = generation
    if found.count != expected.count {
      report(.sectionCountMismatch(expected: expected.count, found: found.count))
    } else if let section = found.indices.first(where: { expected[$0] != nil && expected[$0] != found[$0] }) {
      report(.rowCountMismatch(section: section, expected: expected[section] ?? 0, found: found[section]))
    } else {
      return true
    }
    if generation == current { reloadData() }
    return false
  }

  /// The first row on the screen that stays, where it will be, and how far below the top it stands.
  private func anchor(_ batch: TableUpdates) -> (path: IndexPath, below: Double)? {
    for row in shown where row.bottom > bounds.minY {
      if let path = batch.path(after: row.path) { return (path, row.top - bounds.minY) }
    }
    return nil
  }

  /// Renumbers what is on the screen, and scrolls so that the anchor stays where it was.
  private func follow(_ batch: TableUpdates, _ anchor: (path: IndexPath, below: Double)?) {
    let old = shown
    var kept: ContiguousArray<ShownRow> = []
    var gone: ContiguousArray<ShownRow> = []
    let reloaded = Set(batch.reloadedRows)
    for row in old {
      guard !reloaded.contains(row.path), let path = batch.path(after: row.path), let span = heights.span(of: .row(path)) else {
        gone.append(row)
        continue
      }
      var moved = row
      (moved.path, moved.top, moved.height) = (path, span.top, span.height)
      moved.cell.indexPath = path
      kept.append(moved)
    }
    shown = ContiguousArray(kept.sorted { $0.path < $1.path })
    hasGaps = true
    if let edited = editor { renumber(edited, batch) }
    if let open = swipe { if let path = batch.path(after: open.path) { swipe?.path = path } else { closeSwipe() } }
    if let dragged = reorder { if let path = batch.path(after: dragged.path) { moveDragged(to: path) } else { cancelReorder() } }
    updateContentSize()
    if let anchor, let top = heights.offset(of: anchor.path) {
      let growth = top - anchor.below - bounds.minY
      if growth != 0 { shiftContent(by: Point(x: 0, y: growth)) }
    }
    placeRows()
    for row in gone { recycle(row) }
    if !isDragging, !isDecelerating, clamped(bounds.origin) != bounds.origin { setContentOffset(clamped(bounds.origin), animated: false) }
  }

  private func renumber(_ editor: RowEditor, _ batch: TableUpdates) {
    if let path = batch.path(after: editor.path) { editor.path = path } else { endEditingRow() }
  }

  private func moveDragged(to path: IndexPath) {
    reorder?.path = path
    reorder?.target = path
  }
}
