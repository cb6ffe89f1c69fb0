/// The place of a row: its section and its number in the section, both from 0.
public struct IndexPath: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The section, from 0.
  public var section: Int
  /// The row in the section, from 0; an item of a grid has its number here.
  public var row: Int

  /// Creates the path of a row.
  public init(row: Int, section: Int = 0) {
    self.row = row
    self.section = section
  }

  /// Creates the path of a grid's item.
  public init(item: Int, section: Int = 0) {
    self.init(row: item, section: section)
  }

  /// The item in the section: another name of `row`, for grids.
  public var item: Int {
    get { row }
    set { row = newValue }
  }

  /// Whether one row stands above the other.
  public static func < (left: IndexPath, right: IndexPath) -> Bool {
    (left.section, left.row) < (right.section, right.row)
  }

  /// The section and the row, such as `0-12`.
  public var description: String { "\(section)-\(row)" }
}

extension RangeSet<Int> {
  /// The number of indices in the set; O(ranges).
  var indexCount: Int { ranges.reduce(0) { $0 + $1.count } }

  /// The number of indices of the set that are below an index; O(ranges).
  func count(below index: Int) -> Int {
    var count = 0
    for range in ranges {
      if range.lowerBound >= index { break }
      count += Swift.min(range.upperBound, index) - range.lowerBound
    }
    return count
  }
}

/// The selected rows of a table, as runs: a million neighbours take as much memory as one row.
struct RowSelection: Equatable {
  /// The selected rows of the sections that have some.
  private(set) var sections: [Int: IndexRuns] = [:]

  var isEmpty: Bool { sections.isEmpty }
  /// The number of selected rows; O(sections that have some).
  var count: Int { sections.values.reduce(0) { $0 + $1.count } }

  func contains(_ path: IndexPath) -> Bool {
    guard !sections.isEmpty else { return false }
    return sections[path.section]?.contains(path.row) ?? false
  }

  /// The first selected row.
  var first: IndexPath? {
    guard let section = sections.keys.min(), let row = sections[section]?.first else { return nil }
    return IndexPath(row: row, section: section)
  }

  /// Every selected row, in order; O(selected rows).
  var paths: [IndexPath] {
    sections.keys.sorted().flatMap { section in
      (sections[section] ?? IndexRuns()).ranges.flatMap { $0.map { IndexPath(row: $0, section: section) } }
    }
  }

  mutating func insert(_ rows: Range<Int>, in section: Int) {
    if !rows.isEmpty { sections[section, default: IndexRuns()].insert(contentsOf: rows) }
  }

  mutating func insert(_ path: IndexPath) { insert(path.row..<path.row + 1, in: path.section) }

  mutating func remove(_ path: IndexPath) {
    // A row that there cannot be may be the greatest number.
    guard contains(path) else { return }
    sections[path.section]?.remove(contentsOf: path.row..<path.row + 1)
    forget(path.section)
  }

  mutating func removeAll() { sections = [:] }

  // MARK: Rows and sections that come and go

  mutating func rowsInserted(_ rows: Range<Int>, in section: Int) {
    sections[section]?.makeRoom(for: rows)
  }

  mutating func rowsRemoved(_ rows: Range<Int>, in section: Int) {
    sections[section]?.close(rows)
    forget(section)
  }

  /// Forgets a section without selected rows.
  private mutating func forget(_ section: Int) {
    if sections[section]?.isEmpty ?? false { sections[section] = nil }
  }

  /// Gives the sections other numbers, none twice; `nil` for one that goes with its rows.
  mutating func renumber(_ number: (Int) -> Int?) {
    guard !sections.isEmpty else { return }
    let old = sections
    sections = [:]
    for (section, rows) in old { if let place = number(section) { sections[place] = rows } }
  }

  /// Removes rows that no longer exist.
  mutating func clamp(sections count: Int, rows: (Int) -> Int) {
    for section in Array(sections.keys) {
      guard section < count else {
        sections[section] = nil
        continue
      }
      sections[section]?.remove(contentsOf: max(0, rows(section))..<Int.max)
      forget(section)
    }
  }
}
