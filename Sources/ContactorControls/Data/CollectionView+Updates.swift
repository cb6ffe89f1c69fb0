import ContactorCore

// Items and sections that come and go, by the machinery of `BatchUpdated`.

extension CollectionView: BatchUpdated {
  final func rowCount(_ section: Int) -> Int { numberOfItems(inSection: section) }

  final func path(ofNumber number: Int) -> IndexPath? { layout.path(of: number) }

  final func forgetRows() { layout = GridLayout() }

  /// Does nothing: all items are of one size.
  final func askHeightsAnew() {}

  final func forgetTouches() { press = nil }

  final func gatherOwnChanges() {}

  /// Begins a batch: what follows is carried out at the matching `endUpdates()`.
  public func beginUpdates() { beginBatch() }

  /// Ends a batch, and carries it out if it is the outermost.
  ///
  /// The data source then says how many items there are; until it has, the grid has none. If that is not what the batch leaves, an error
  /// is reported and the grid loaded again.
  public func endUpdates() { endBatch() }

  /// Carries out what the closure does as one batch.
  public func performBatchUpdates(_ body: () -> Void) {
    beginBatch()
    body()
    endBatch()
  }

  /// Inserts items, which the data source has already.
  public func insertItems(at paths: [IndexPath]) { gatherInsertions(paths) }

  /// Removes items that the data source has removed already.
  public func deleteItems(at paths: [IndexPath]) { gatherDeletions(paths) }

  /// Moves an item, which keeps its selection.
  public func moveItem(at source: IndexPath, to destination: IndexPath) { gatherMove(source, to: destination) }

  /// Asks for the cells of items again.
  public func reloadItems(at paths: [IndexPath]) { gatherReloads(paths) }

  /// Inserts sections, which the data source has already.
  public func insertSections(_ sections: RangeSet<Int>) { gatherSectionInsertions(sections) }

  /// Removes sections that the data source has removed already.
  public func deleteSections(_ sections: RangeSet<Int>) { gatherSectionDeletions(sections) }

  /// Moves a section with its items.
  public func moveSection(_ source: Int, to destination: Int) { gatherSectionMove(source, to: destination) }

  /// Asks for the items of sections again; the selection in them stays as far as there are items.
  public func reloadSections(_ sections: RangeSet<Int>) { gatherSectionReloads(sections) }

  /// Changes the layout, the selection and what is on the screen; the first item that stays keeps its place on the screen, or in a grid
  /// that stands at its top the offset stays.
  final func carryOut(_ batch: TableUpdates) {
    generation += 1
    let current = generation
    guard let counts = agreedCounts(batch) else { return }
    guard let sections = askWithoutRows({ askSections(of: counts) }) else { return }
    let followed = places.paths(in: self, after: batch)
    let old = layout
    layout = GridLayout(sections)
    func follow(_ item: Int) -> Int? { old.path(of: item).flatMap { batch.path(after: $0) }.flatMap { layout.number(of: $0) } }
    let anchor = isAtTop ? nil : anchor { old.path(of: $0).flatMap { batch.pathOfStaying($0) }.flatMap { layout.number(of: $0) } }
    var rows = old.rows(selection)
    batch.apply(to: &rows)
    let keys = lead?.following(count: itemCount) { item in
      old.path(of: item).flatMap { batch.successor(of: $0) }.flatMap { layout.number(of: $0.path) }
    }
    let wanted = layout.items(rows)
    let isPlaceLost = ListPlaces.renumber(followed, count: itemCount) { layout.number(of: $0) }
    if let item = press?.item { if let item = follow(item) { press?.item = item } else { press = nil } }
    let gone = renumber(Set(batch.reloadedRows.compactMap { old.number(of: $0) }), follow)
    load = .done
    placeSections()
    if let anchor, let rect = rectForItem(at: anchor.item) { shiftContent(by: rect.minY - anchor.below - bounds.minY) }
    if takeContentSize(layoutSize) || anchor != nil { limitsChanged() }
    if generation == current {
      setSelection(wanted)
      lead = keys
      placeItems()
    }
    for cell in gone {
      if cell.isHighlighted { cell.isHighlighted = false }
      recycle(cell)
    }
    guard generation == current else { return }
    if !isDragging, !isDecelerating { jumpWithinLimits() }
    layOutItems()
    changed([.frame, .text])
    // Last, as it calls out.
    if isPlaceLost { application?.refreshFocus() }
  }

  final func askWithoutRows<Answer>(_ ask: () -> Answer?) -> Answer? {
    let (current, known) = (generation, layout)
    layout = GridLayout()
    let answer = ask()
    guard generation == current else { return nil }
    layout = known
    return answer
  }

  /// The sections of so many items, with their titles; `nil` if the items changed meanwhile.
  private func askSections(of counts: [Int]) -> ContiguousArray<GridLayout.Section>? {
    let current = generation
    var sections: ContiguousArray<GridLayout.Section> = []
    for (section, count) in counts.enumerated() {
      sections.append(GridLayout.Section(count: count, title: dataSource?.collectionView(self, titleForHeaderInSection: section)))
      guard generation == current else { return nil }
    }
    return sections
  }

  /// The first item on the screen that stays, by its new number, and how far below the top it stands.
  private func anchor(_ stay: (Int) -> Int?) -> (item: Int, below: Double)? {
    for place in shown.sorted(by: { $0.item < $1.item }) where place.cell.frame.maxY > bounds.minY {
      if let item = stay(place.item) { return (item, place.cell.frame.minY - bounds.minY) }
    }
    return nil
  }

  /// Gives what is on the screen its new numbers; returns the cells of items that went or are loaded again.
  private func renumber(_ reloaded: Set<Int>, _ follow: (Int) -> Int?) -> [TableViewCell] {
    var gone: [TableViewCell] = []
    var kept: ContiguousArray<(item: Int, cell: TableViewCell)> = []
    for place in shown {
      guard !reloaded.contains(place.item), let item = follow(place.item) else {
        gone.append(place.cell)
        continue
      }
      place.cell.indexPath = layout.path(of: item)
      kept.append((item, place.cell))
    }
    shown = kept
    return gone
  }
}
