import ContactorCore

/// How far a list has asked for what there is.
enum ListLoad {
  /// It has asked for nothing yet.
  case none
  /// The rows change: those that it knows are not those that the data source has, so it asks for no cell and no height.
  case changing
  /// It knows the rows that the data source has.
  case done
  /// Changes within changes went too deep. It knows no rows, and asks for them when it is laid out.
  case refused
}

/// A list whose rows or items come and go in batches, which its data source must agree with (contract 8.4): a table, a grid.
///
/// Removals are named as they stood before the batch, insertions as they stand after it.
protocol BatchUpdated: ScrollView {
  /// The batch that is being gathered.
  var updates: TableUpdates { get set }
  /// The number of batches that were begun and not ended.
  var updateDepth: Int { get set }
  /// The nesting of loads and updates within calls of the data source and the delegate.
  var loads: Int { get set }
  /// Counts changes of what there is, so that a loop that calls out notices them.
  var generation: Int { get set }
  var load: ListLoad { get set }
  /// The rows that are followed through changes.
  var places: ListPlaces { get set }
  var numberOfSections: Int { get }
  /// The number of rows of a section as they stand.
  func rowCount(_ section: Int) -> Int
  /// The row of a number among the rows of all sections as they stand; `nil` for a number that there is not.
  func path(ofNumber number: Int) -> IndexPath?
  /// The number of sections that the data source gives, 0 for a wrong one, which is reported.
  func askSectionCount() -> Int
  /// The number of rows that the data source gives for a section, 0 for a wrong one, which is reported.
  func askRowCount(_ section: Int) -> Int
  func report(_ error: TableError)
  func reloadData()
  /// Names the changes that a list gathers by itself, at the end of the outermost batch.
  func gatherOwnChanges()
  /// Carries a batch out.
  func carryOut(_ batch: TableUpdates)
  /// Asks for the heights of what is on the screen anew, after an empty batch.
  func askHeightsAnew()
  /// Forgets the rows, without a call.
  func forgetRows()
  /// Asks for others while the list has no rows, so that no finger and no key reaches one that is gone; `nil` if they changed meanwhile.
  func askWithoutRows<Answer>(_ ask: () -> Answer?) -> Answer?
  /// Forgets what fingers do to rows.
  func forgetTouches()
  /// Takes the cells off the screen.
  func recycleAll()
}

extension BatchUpdated {
  /// Whether the list has asked for what there is, or is about to.
  var isLoaded: Bool { load != .none }

  /// Whether the rows are those that the data source has.
  var isSettled: Bool { load == .done || load == .none }

  /// Takes all rows off the screen, so that nothing asks about one that is gone; false if a load began meanwhile.
  func takeRowsOff() -> Bool {
    generation += 1
    let current = generation
    load = .changing
    updates = TableUpdates()
    places.loadAnew()
    // First, as hiding cells cancels touches, which calls out.
    forgetRows()
    forgetTouches()
    recycleAll()
    return generation == current
  }

  /// Gives up a change that is nested too deeply in others: the rows are asked for at the next layout.
  func refuse() {
    generation += 1
    updates = TableUpdates()
    places.loadAnew()
    load = .refused
    forgetRows()
    setNeedsLayout()
    report(.neverAtRest)
  }

  /// Whether the content is shown from its top on, so that what comes in there is to be seen.
  var isAtTop: Bool { bounds.minY <= verticalLimits.lower }

  /// A data source's number of sections, clamped; reports one that cannot be.
  func checked(sections count: Int) -> Int {
    if count < 0 || count > RowHeights.maximumSections { report(.invalidSectionCount(count)) }
    return min(max(count, 0), RowHeights.maximumSections)
  }

  /// A data source's number of rows of a section, clamped; reports one that cannot be.
  func checked(rows count: Int, in section: Int) -> Int {
    if count < 0 || count > RowHeights.maximumRows { report(.invalidRowCount(count, section: section)) }
    return min(max(count, 0), RowHeights.maximumRows)
  }

  // MARK: Gathering

  func beginBatch() { updateDepth = min(updateDepth + 1, 1 << 20) }

  func endBatch() {
    guard updateDepth > 0 else { return }
    if updateDepth == 1 { gatherOwnChanges() }
    updateDepth -= 1
    guard updateDepth == 0 else { return }
    if updates.isEmpty, !updates.loadsAnew { askHeightsAnew() } else { commitUpdates() }
  }

  private func exists(_ path: IndexPath) -> Bool {
    path.section >= 0 && path.section < numberOfSections && path.row >= 0 && path.row < rowCount(path.section)
  }

  func gatherInsertions(_ paths: [IndexPath]) {
    update { updates in Self.each(paths) { updates.insertRow($0) } }
  }

  func gatherDeletions(_ paths: [IndexPath]) {
    update { updates in Self.each(paths) { exists($0) && updates.removeRow($0) } }
  }

  func gatherMove(_ source: IndexPath, to destination: IndexPath) {
    update { updates in
      guard exists(source) else { return .invalidIndexPath(source) }
      return destination.row >= 0 && updates.moveRow(source, to: destination) ? nil : .invalidIndexPath(destination)
    }
  }

  func gatherReloads(_ paths: [IndexPath]) {
    update { updates in
      Self.each(paths) { path in
        guard exists(path) else { return false }
        updates.reloadRow(path)
        return true
      }
    }
  }

  func gatherSectionInsertions(_ sections: RangeSet<Int>) {
    update { updates in Self.each(sections) { updates.insertSection($0) } }
  }

  func gatherSectionDeletions(_ sections: RangeSet<Int>) {
    update { updates in Self.each(sections) { $0 < numberOfSections && updates.removeSection($0) } }
  }

  func gatherSectionMove(_ source: Int, to destination: Int) {
    update { updates in
      guard source >= 0, source < numberOfSections else { return .invalidSection(source) }
      return updates.moveSection(source, to: destination) ? nil : .invalidSection(destination)
    }
  }

  func gatherSectionReloads(_ sections: RangeSet<Int>) {
    update { updates in Self.each(sections) { $0 < numberOfSections && updates.reloadSection($0) } }
  }

  /// Takes each path; those that are refused are left out, and the first of them is the error.
  private static func each(_ paths: [IndexPath], _ take: (IndexPath) -> Bool) -> TableError? {
    var refused: IndexPath?
    for path in paths where !take(path) { refused = refused ?? path }
    return refused.map { .invalidIndexPath($0) }
  }

  /// Takes each section; those that are refused are left out, and the first of them is the error.
  private static func each(_ sections: RangeSet<Int>, _ take: (Int) -> Bool) -> TableError? {
    var refused: Int?
    for range in sections.ranges {
      // Bounded, and not by a slice: a range of sections may be longer than an `Int`.
      var (section, rest) = (range.lowerBound, RowHeights.maximumSections)
      while section < range.upperBound, rest > 0 {
        if !take(section) { refused = refused ?? section }
        (section, rest) = (section + 1, rest - 1)
      }
    }
    return refused.map { .invalidSection($0) }
  }

  private func update(_ body: (inout TableUpdates) -> TableError?) {
    guard isLoaded else { return }
    // A change while the data source is being asked: what it has said is no longer so, and the rows that it names are not known yet.
    if load == .changing { return loadAfterBatch() }
    var gathered = updates
    let error = body(&gathered)
    updates = gathered
    let current = generation
    if let error { report(error) }
    if updateDepth == 0, generation == current { commitUpdates() }
  }

  /// Asks for everything anew, at the end of the batch that has begun, if one has.
  private func loadAfterBatch() {
    updates.loadsAnew = true
    if updateDepth == 0 { commitUpdates() }
  }

  private func commitUpdates() {
    var batch = updates
    updates = TableUpdates()
    batch.placeReloadedSections(of: numberOfSections)
    if batch.loadsAnew { return reloadData() }
    guard isLoaded, !batch.isEmpty else { return }
    guard loads < TableView.nestingLimit else { return refuse() }
    loads += 1
    carryOut(batch)
    loads -= 1
  }

  // MARK: Counts

  /// The numbers of rows after a batch, from the data source; `nil` if what there is changed meanwhile.
  ///
  /// Numbers that are not what the batch leaves are reported, and everything is loaded again. Otherwise the rows change until the caller
  /// sets `load`.
  func agreedCounts(_ batch: TableUpdates) -> [Int]? {
    let current = generation
    load = .changing
    let expected = expectedCounts(batch)
    if let counts = askWithoutRows({ askCounts().flatMap { isExpected($0, expected) ? $0 : nil } }) { return counts }
    if generation == current { load = .done }
    return nil
  }

  /// The numbers of rows that the batch leaves; `nil` for sections that it inserts.
  private func expectedCounts(_ batch: TableUpdates) -> [Int?] {
    let removed = batch.removedSections.indexCount
    let count = numberOfSections - removed + batch.insertedSections.indexCount
    var counts = [Int?](repeating: nil, count: max(0, count))
    for (old, section) in batch.sectionsThatStay(of: numberOfSections).enumerated() {
      guard let section, counts.indices.contains(section) else { continue }
      counts[section] = batch.rows(in: section, before: old, count: rowCount(old))
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

  /// Whether the data source has as many rows as expected; reports an error and loads again if not.
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
}
