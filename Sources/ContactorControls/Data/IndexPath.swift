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

  /// Makes room for inserted indices: what is at the range's beginning or after it moves up.
  func makingRoom(for inserted: Range<Int>) -> RangeSet<Int> {
    var moved = RangeSet<Int>()
    for range in ranges {
      let low = range.clamped(to: Int.min..<inserted.lowerBound)
      if range.lowerBound < inserted.lowerBound { moved.insert(contentsOf: low) }
      let start = Swift.max(range.lowerBound, inserted.lowerBound)
      if start < range.upperBound { moved.insert(contentsOf: start + inserted.count..<range.upperBound + inserted.count) }
    }
    return moved
  }

  /// Removes indices and moves those after them down.
  func closing(_ removed: Range<Int>) -> RangeSet<Int> {
    var moved = RangeSet<Int>()
    for range in ranges {
      if range.lowerBound < removed.lowerBound {
        moved.insert(contentsOf: range.lowerBound..<Swift.min(range.upperBound, removed.lowerBound))
      }
      let start = Swift.max(range.lowerBound, removed.upperBound)
      if start < range.upperBound { moved.insert(contentsOf: start - removed.count..<range.upperBound - removed.count) }
    }
    return moved
  }
}

/// The selected rows of a table, as ranges: selecting a million rows takes no more memory than selecting one.
struct RowSelection: Equatable {
  /// The selected rows of the sections that have some.
  private(set) var sections: [Int: RangeSet<Int>] = [:]

  var isEmpty: Bool { sections.isEmpty }
  /// The number of selected rows.
  var count: Int { sections.values.reduce(0) { $0 + $1.indexCount } }

  func contains(_ path: IndexPath) -> Bool {
    guard !sections.isEmpty else { return false }
    return sections[path.section]?.contains(path.row) ?? false
  }

  /// The first selected row.
  var first: IndexPath? {
    guard let section = sections.keys.min(), let row = sections[section]?.ranges.first?.lowerBound else { return nil }
    return IndexPath(row: row, section: section)
  }

  /// Every selected row, in order; O(selected rows).
  var paths: [IndexPath] {
    sections.keys.sorted().flatMap { section in
      (sections[section]?.ranges ?? RangeSet<Int>().ranges).flatMap { $0.map { IndexPath(row: $0, section: section) } }
    }
  }

  mutating func insert(_ rows: Range<Int>, in section: Int) {
    if !rows.isEmpty { sections[section, default: RangeSet()].insert(contentsOf: rows) }
  }

  mutating func insert(_ path: IndexPath) { insert(path.row..<path.row + 1, in: path.section) }

  mutating func remove(_ path: IndexPath) {
    // A row that there cannot be may be the greatest number.
    guard contains(path), var rows = sections[path.section] else { return }
    rows.remove(contentsOf: path.row..<path.row + 1)
    sections[path.section] = rows.isEmpty ? nil : rows
  }

  mutating func removeAll() { sections = [:] }

  // MARK: Rows and sections that come and go

  mutating func rowsInserted(_ rows: Range<Int>, in section: Int) {
    if let old = sections[section] { sections[section] = old.makingRoom(for: rows) }
  }

  mutating func rowsRemoved(_ rows: Range<Int>, in section: Int) {
    guard let old = sections[section] else { return }
    let rest = old.closing(rows)
    sections[section] = rest.isEmpty ? nil : rest
  }

  mutating func sectionInserted(_ section: Int) { renumber { $0 >= section ? $0 + 1 : $0 } }

  mutating func sectionRemoved(_ section: Int) {
    sections[section] = nil
    renumber { $0 > section ? $0 - 1 : $0 }
  }

  private mutating func renumber(_ number: (Int) -> Int) {
    guard !sections.isEmpty else { return }
    sections = Dictionary(uniqueKeysWithValues: sections.map { (number($0.key), $0.value) })
  }

  /// Removes rows that there are no more.
  mutating func clamp(sections count: Int, rows: (Int) -> Int) {
    for (section, old) in sections {
      guard section < count else {
        sections[section] = nil
        continue
      }
      let rest = old.intersection(RangeSet(0..<max(0, rows(section))))
      sections[section] = rest.isEmpty ? nil : rest
    }
  }
}
