/// The insertions, removals and moves of one batch, and the new places of rows (contract 8.4).
///
/// As in UIKit, what is removed, moved away or reloaded is named as it stood before the batch, and what is inserted or moved to as it
/// stands after the batch, whatever the order of the calls.
struct TableUpdates {
  private(set) var removedSections = RangeSet<Int>()
  private(set) var insertedSections = RangeSet<Int>()
  private(set) var removedRows: [Int: RangeSet<Int>] = [:]
  private(set) var insertedRows: [Int: RangeSet<Int>] = [:]
  private(set) var reloadedRows: [IndexPath] = []
  private(set) var movedRows: [(from: IndexPath, to: IndexPath)] = []
  private(set) var movedSections: [(from: Int, to: Int)] = []
  /// The sections that are loaded anew, by their numbers before the batch.
  private var reloadedSections = RangeSet<Int>()
  /// Where they are after it: each is a section that goes, and one that comes in its place.
  private var replacedSections: [(from: Int, to: Int)] = []

  /// Whether everything is asked for anew instead.
  var loadsAnew = false

  var isEmpty: Bool {
    removedSections.isEmpty && insertedSections.isEmpty && reloadedSections.isEmpty && removedRows.isEmpty && insertedRows.isEmpty
      && reloadedRows.isEmpty
  }

  // MARK: Gathering

  /// Each returns whether the update is one that was not there before.
  mutating func removeSection(_ section: Int) -> Bool {
    !reloadedSections.contains(section) && Self.insert(section, into: &removedSections)
  }

  mutating func reloadSection(_ section: Int) -> Bool {
    !removedSections.contains(section) && Self.insert(section, into: &reloadedSections)
  }

  mutating func insertSection(_ section: Int) -> Bool { Self.insert(section, into: &insertedSections) }

  mutating func removeRow(_ path: IndexPath) -> Bool { Self.insert(path.row, into: &removedRows[path.section, default: RangeSet()]) }

  mutating func insertRow(_ path: IndexPath) -> Bool { Self.insert(path.row, into: &insertedRows[path.section, default: RangeSet()]) }

  mutating func reloadRow(_ path: IndexPath) { reloadedRows.append(path) }

  mutating func moveRow(_ from: IndexPath, to: IndexPath) -> Bool {
    guard !(removedRows[from.section]?.contains(from.row) ?? false), !(insertedRows[to.section]?.contains(to.row) ?? false)
    else { return false }
    movedRows.append((from, to))
    return removeRow(from) && insertRow(to)
  }

  mutating func moveSection(_ from: Int, to: Int) -> Bool {
    guard !removedSections.contains(from), !reloadedSections.contains(from), !insertedSections.contains(to) else { return false }
    movedSections.append((from, to))
    return removeSection(from) && insertSection(to)
  }

  private static func insert(_ index: Int, into set: inout RangeSet<Int>) -> Bool {
    guard index >= 0, index < Int.max, !set.contains(index) else { return false }
    set.insert(contentsOf: index..<index + 1)
    return true
  }

  /// Replaces each section that is loaded anew by one at the place that the batch leaves it, of so many sections; O(sections).
  mutating func placeReloadedSections(of count: Int) {
    guard !reloadedSections.isEmpty else { return }
    let places = sectionsThatStay(of: count)
    for range in reloadedSections.ranges {
      for section in range.clamped(to: 0..<count) {
        guard let place = places[section] else { continue }
        replacedSections.append((section, place))
        _ = Self.insert(section, into: &removedSections)
        _ = Self.insert(place, into: &insertedSections)
      }
    }
    reloadedSections = RangeSet()
  }

  // MARK: Following

  /// The place of an index after removals and insertions; `nil` if it was removed.
  private static func follow(_ index: Int, _ removed: RangeSet<Int>?, _ inserted: RangeSet<Int>?) -> Int? {
    var index = index
    if let removed {
      if removed.contains(index) { return nil }
      index -= removed.count(below: index)
    }
    for range in inserted?.ranges ?? RangeSet<Int>().ranges {
      if range.lowerBound > index { break }
      index += range.count
    }
    return index
  }

  /// The sections after the batch of so many before it, `nil` for those that were removed or moved; O(sections + ranges).
  func sectionsThatStay(of count: Int) -> ContiguousArray<Int?> {
    let (removed, inserted) = (removedSections.ranges, insertedSections.ranges)
    var places: ContiguousArray<Int?> = []
    places.reserveCapacity(count)
    var (hole, gap, next) = (removed.startIndex, inserted.startIndex, 0)
    for section in 0..<count {
      while hole < removed.endIndex, removed[hole].upperBound <= section { hole += 1 }
      if hole < removed.endIndex, removed[hole].contains(section) {
        places.append(nil)
        continue
      }
      while gap < inserted.endIndex, inserted[gap].lowerBound <= next {
        next += inserted[gap].count
        gap += 1
      }
      places.append(next)
      next += 1
    }
    return places
  }

  /// The section after the batch that was a section before it; `nil` if it was removed.
  func section(after section: Int) -> Int? {
    if let moved = movedSections.first(where: { $0.from == section }) { return moved.to }
    return Self.follow(section, removedSections, insertedSections)
  }

  /// The path after the batch of a row that keeps its order among the others; `nil` if it, or its section, was removed or moved.
  func pathOfStaying(_ path: IndexPath) -> IndexPath? {
    guard let section = Self.follow(path.section, removedSections, insertedSections),
      let row = Self.follow(path.row, removedRows[path.section], insertedRows[section])
    else { return nil }
    return IndexPath(row: row, section: section)
  }

  /// The path after the batch of a row that had a path before it; `nil` if the row was removed.
  func path(after path: IndexPath) -> IndexPath? {
    if let moved = movedRows.first(where: { $0.from == path }) { return moved.to }
    guard let section = section(after: path.section),
      let row = Self.follow(path.row, removedRows[path.section], insertedRows[section])
    else { return nil }
    return IndexPath(row: row, section: section)
  }

  /// The path after the batch of a row, or of that which has its number in a section that is loaded anew, and may be another one;
  /// `nil` if the row was removed.
  func successor(of path: IndexPath) -> (path: IndexPath, isSame: Bool)? {
    if let path = self.path(after: path) { return (path, true) }
    guard let section = replacedSections.first(where: { $0.from == path.section })?.to,
      let row = Self.follow(path.row, removedRows[path.section], insertedRows[section])
    else { return nil }
    return (IndexPath(row: row, section: section), false)
  }

  /// Whether a row is moved by itself.
  func isMoved(_ path: IndexPath) -> Bool { movedRows.contains { $0.from == path } }

  /// The number of rows that a section has after the batch, if it had `count` before; for a section that is not inserted.
  func rows(in section: Int, before old: Int, count: Int) -> Int {
    count - (removedRows[old]?.indexCount ?? 0) + (insertedRows[section]?.indexCount ?? 0)
  }

  // MARK: Carrying out

  /// Carries the batch out on heights; rows and sections that were moved keep theirs, and sections that are loaded anew until they are
  /// asked.
  ///
  /// - Parameter inserted: the heights of a section that is inserted.
  func apply(to heights: inout RowHeights, inserted: (Int) -> RowHeights.Section) {
    let rows = heightsThatStay(heights)
    for (section, removed) in removedRows {
      for range in removed.ranges.reversed() { heights.removeRows(range, in: section) }
    }
    heights.removeSections(removedSections)
    heights.insertSections(insertedSections, inserted)
    for (section, added) in insertedRows where !insertedSections.contains(section) {
      for range in added.ranges { heights.insertRows(range, in: section) }
    }
    for (path, height) in rows { heights.setHeight(height, of: .row(path)) }
  }

  /// The heights of the rows that move, alone or with their sections, and of sections that are loaded anew, by their new paths.
  private func heightsThatStay(_ heights: RowHeights) -> [(path: IndexPath, height: Double)] {
    var found = movedRows.map { (path: $0.to, height: heights.height(of: $0.from)) }
    for (from, to) in movedSections + replacedSections {
      for own in heights.ownHeights(in: from) {
        guard let row = Self.follow(own.row, removedRows[from], insertedRows[to]) else { continue }
        found.append((IndexPath(row: row, section: to), own.height))
      }
    }
    return found
  }

  /// Carries the batch out on a selection; rows and sections that were moved keep theirs, and those that are loaded anew, as far as
  /// there are rows.
  func apply(to selection: inout RowSelection) {
    let rows = movedRows.filter { selection.contains($0.from) }.map(\.to)
    for (section, removed) in removedRows {
      for range in removed.ranges.reversed() { selection.rowsRemoved(range, in: section) }
    }
    let kept = movedSections + replacedSections
    if !removedSections.isEmpty || !insertedSections.isEmpty, let last = selection.sections.keys.max() {
      var places = sectionsThatStay(of: last + 1)
      for (from, to) in kept where places.indices.contains(from) { places[from] = to }
      selection.renumber { places[$0] }
    }
    let new = kept.isEmpty ? insertedSections : insertedSections.subtracting(RangeSet(kept.lazy.map { $0.to..<$0.to + 1 }))
    for (section, added) in insertedRows where !new.contains(section) {
      for range in added.ranges { selection.rowsInserted(range, in: section) }
    }
    for path in rows { selection.insert(path) }
  }
}
