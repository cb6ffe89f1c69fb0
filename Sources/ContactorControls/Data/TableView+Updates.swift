import ContactorCore

// Rows and sections that come and go. Removals are named as they stood before the batch, insertions as they stand after it.

extension TableView: BatchUpdated {
  final func rowCount(_ section: Int) -> Int { heights.numberOfRows(in: section) }

  final func path(ofNumber number: Int) -> IndexPath? { heights.row(number: number) }

  /// Follows a row from now on; `nil` for a row that there is not.
  final func place(of path: IndexPath) -> ListPlace? {
    heights.contains(path) ? places.follow(heights.rowNumber(of: path)) : nil
  }

  /// Where a row that is followed is now; `nil` once it is gone, or everything was loaded anew.
  final func path(of place: ListPlace) -> IndexPath? { place.state == .there ? heights.row(number: place.index) : nil }

  /// Begins a batch: what follows is carried out at the matching `endUpdates()`, with what is on the screen in its place.
  public func beginUpdates() { beginBatch() }

  /// Ends a batch, and carries it out if it is the outermost; an empty one asks for the heights of the rows on the screen anew.
  ///
  /// The data source then says how many rows there are; until it has, the table has none. If that is not what the batch leaves, an error
  /// is reported and the table loaded again.
  public func endUpdates() { endBatch() }

  /// Carries out what the closure does as one batch.
  public func performBatchUpdates(_ body: () -> Void) {
    beginUpdates()
    body()
    endUpdates()
  }

  /// Inserts rows, which the data source has already.
  public func insertRows(at paths: [IndexPath]) { gatherInsertions(paths) }

  /// Removes rows that the data source has removed already.
  public func deleteRows(at paths: [IndexPath]) { gatherDeletions(paths) }

  /// Moves a row, which keeps its height and its selection.
  public func moveRow(at source: IndexPath, to destination: IndexPath) { gatherMove(source, to: destination) }

  /// Asks for the cells and heights of rows again.
  public func reloadRows(at paths: [IndexPath]) { gatherReloads(paths) }

  /// Inserts sections, which the data source has already.
  public func insertSections(_ sections: RangeSet<Int>) { gatherSectionInsertions(sections) }

  /// Removes sections that the data source has removed already.
  public func deleteSections(_ sections: RangeSet<Int>) { gatherSectionDeletions(sections) }

  /// Moves a section with its rows, which keep their heights; those of its header and its footer are asked again.
  public func moveSection(_ source: Int, to destination: Int) { gatherSectionMove(source, to: destination) }

  /// Asks for the rows of sections again; the selection in them stays as far as there are rows.
  public func reloadSections(_ sections: RangeSet<Int>) { gatherSectionReloads(sections) }

  // MARK: Carrying out

  /// Changes heights, selection and what is on the screen; the first row there that stays keeps its place, and one that is loaded anew with
  /// another height grows downwards.
  ///
  /// The offset stays instead if `keepsOffset`, and in a table that stands at its top, where rows that come in are seen.
  final func carryOut(_ batch: TableUpdates) { carryOut(batch, keepsOffset: false) }

  final func carryOut(_ batch: TableUpdates, keepsOffset: Bool) {
    generation += 1
    let current = generation
    guard let counts = agreedCounts(batch) else { return }
    let pressedTop = pressedRowTop
    let anchor = keepsOffset ? nil : anchor(batch)
    guard let inserted = askInsertedSections(batch) else { return }
    renameSections(batch, count: counts.count) { inserted[$0]?.1 }
    let before = selection.count
    let followed = places.paths(in: self, after: batch)
    let keys = lead.map { (lead: $0, anchor: heights.row(number: $0.anchor), focus: heights.row(number: $0.focus)) }
    batch.apply(to: &heights) { inserted[$0]?.0 ?? RowHeights.Section(rows: 0) }
    batch.apply(to: &selection)
    selection.clamp(sections: heights.numberOfSections) { heights.numberOfRows(in: $0) }
    lead = keys.flatMap { keys in
      keys.lead.following(count: itemCount) { number in
        (number == keys.lead.focus ? keys.focus : keys.anchor).flatMap { batch.successor(of: $0) }.map { heights.rowNumber(of: $0.path) }
      }
    }
    let isPlaceLost = ListPlaces.renumber(followed, count: itemCount) { heights.contains($0) ? heights.rowNumber(of: $0) : nil }
    follow(batch, anchor)
    guard generation == current else { return }
    layOutRows()
    guard generation == current else { return }
    if !isDragging, !isDecelerating { jumpWithinLimits() }
    guard generation == current else { return }
    showDragged()
    guard generation == current else { return }
    if let pressedTop, let top = pressedRowTop { press?.shift += top - pressedTop }
    if before != selection.count { selectionChanged() }
    changed([.frame, .text])
    // Last, as it calls out.
    if isPlaceLost { application?.refreshFocus() }
  }

  /// The sections that come in, as the data source and the delegate describe them; `nil` if the rows changed meanwhile.
  private func askInsertedSections(_ batch: TableUpdates) -> [Int: (RowHeights.Section, (header: String?, footer: String?))]? {
    guard !batch.insertedSections.isEmpty else { return [:] }
    return askWithoutRows {
      var inserted: [Int: (RowHeights.Section, (header: String?, footer: String?))] = [:]
      for range in batch.insertedSections.ranges {
        for section in range {
          guard let one = askSection(section) else { return nil }
          inserted[section] = one
        }
      }
      return inserted
    }
  }

  /// How far below the top of the bounds a pressed row stands.
  private var pressedRowTop: Double? { press.flatMap { heights.offset(of: $0.path) }.map { $0 - bounds.minY } }

  private func renameSections(_ batch: TableUpdates, count: Int, inserted: (Int) -> (header: String?, footer: String?)?) {
    if batch.insertedSections.isEmpty, batch.removedSections.isEmpty { return }
    let old = titles
    titles = ContiguousArray(repeating: (nil, nil), count: count)
    var places = batch.sectionsThatStay(of: old.count)
    for moved in batch.movedSections where places.indices.contains(moved.from) { places[moved.from] = moved.to }
    for (section, title) in old.enumerated() {
      if let place = places[section], titles.indices.contains(place) { titles[place] = title }
    }
    for section in titles.indices { if let title = inserted(section) { titles[section] = title } }
  }

  /// A row that keeps its place on the screen.
  struct Anchor {
    var path: IndexPath
    /// How far below the table's top it stands; `nil` where the offset stays instead, and all rows grow downwards.
    var below: Double?
  }

  /// The first row on the screen that stays, by its path after the batch; in a table that stands at its top, the first of all.
  final func anchor(_ batch: TableUpdates) -> Anchor? {
    if isAtTop { return Anchor(path: IndexPath(row: 0)) }
    for row in shown where row.bottom > bounds.minY {
      if let path = batch.pathOfStaying(row.path) { return Anchor(path: path, below: row.top - bounds.minY) }
    }
    return nil
  }

  /// Takes the size of the content, and moves the offset so that the anchor keeps its place; it is limited when rows are laid out.
  final func keepInPlace(_ anchor: Anchor?) {
    firstToStay = anchor?.path
    var growth = 0.0
    if let anchor, let below = anchor.below, let top = heights.offset(of: anchor.path) { growth = top - below - bounds.minY }
    growContent(above: growth)
  }

  /// Renumbers the rows on the screen, and scrolls so that the anchor keeps its position.
  private func follow(_ batch: TableUpdates, _ anchor: Anchor?) {
    let current = generation
    goal?.follow(batch)
    let gone = renumber(batch)
    load = .done
    let lost = renumberWork(batch)
    if let editor = lost.editor { takeOff(editor) }
    if let reorder = lost.reorder { takeOff(reorder) }
    if lost.hasSwipe { changed(.frame) }
    if generation == current { keepInPlace(anchor) }
    placeRows()
    for (row, path) in gone {
      // Each of these calls out; rows that have changed again have other paths.
      let path = generation == current ? path : nil
      endWork(on: row.cell, path)
      // A finger that drags a row which is loaded anew goes on with the new cell; its touch ends if the old one is removed.
      if let path, generation == current, reorder?.path == path, row.cell.hasTouch() { hold(row.cell) }
      if row.cell.isHighlighted { row.cell.isHighlighted = false }
      takeOff(row.cell, row.path, telling: tableDelegate)
    }
  }

  /// Gives the rows on the screen their new paths; returns those that leave it, with their new paths if they are loaded anew.
  private func renumber(_ batch: TableUpdates) -> [(row: ShownRow, path: IndexPath?)] {
    var kept: ContiguousArray<ShownRow> = []
    var gone: [(row: ShownRow, path: IndexPath?)] = []
    let reloaded = Set(batch.reloadedRows)
    for row in shown {
      let path = batch.path(after: row.path)
      guard !reloaded.contains(row.path), let path, let moved = renumbered(row, path) else {
        gone.append((row, path))
        continue
      }
      kept.append(moved)
    }
    if let away = reorder?.away {
      let path = batch.path(after: away.path)
      reorder?.away = reloaded.contains(away.path) ? nil : path.flatMap { renumbered(away, $0) }
      if reorder?.away == nil { gone.append((away, path)) }
    }
    shown = ContiguousArray(kept.sorted { $0.path < $1.path })
    hasGaps = true
    return gone
  }

  final func renumbered(_ row: ShownRow, _ path: IndexPath) -> ShownRow? {
    guard let span = heights.span(of: .row(path)) else { return nil }
    row.cell.indexPath = path
    return ShownRow(path: path, cell: row.cell, top: span.top, height: span.height)
  }

  /// Gives the rows that are pressed, edited, open and dragged their new paths; returns what ends because its row is gone.
  ///
  /// Nothing is called before all have their paths: what ends calls out, to code that may change the rows again.
  private func renumberWork(_ batch: TableUpdates) -> (editor: RowEditor?, hasSwipe: Bool, reorder: Reorder?) {
    let (edited, open, dragged) = (editor, swipe, reorder)
    if let pressed = press { if let path = batch.path(after: pressed.path) { press?.path = path } else { press = nil } }
    if let edited { if let path = batch.path(after: edited.path) { edited.path = path } else { editor = nil } }
    if let open { if let path = batch.path(after: open.path) { swipe?.path = path } else { swipe = nil } }
    if let dragged { if let path = batch.path(after: dragged.path) { moveDragged(to: path) } else { reorder = nil } }
    return (editor == nil ? edited : nil, open != nil && swipe == nil, reorder == nil ? dragged : nil)
  }

  private func moveDragged(to path: IndexPath) {
    reorder?.path = path
    reorder?.target = path
  }
}
