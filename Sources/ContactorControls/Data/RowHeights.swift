/// The heights of a table's headers, rows and footers, section after section (contract 8.4).
///
/// Where a row is and which row is where take O(log rows + log sections). Rows of the standard height cost no memory; see
/// `HeightTree` for what others cost. Inserting and removing rows takes O(log rows), sections O(sections).
package struct RowHeights {
  /// A header, a row or a footer.
  package enum Item: Hashable, Sendable {
    case header(Int)
    case row(IndexPath)
    case footer(Int)
  }

  /// The first contents of a section.
  package struct Section: Hashable, Sendable {
    package var header: Double
    package var rows: Int
    package var footer: Double

    package init(header: Double = 0, rows: Int, footer: Double = 0) {
      self.header = header
      self.rows = rows
      self.footer = footer
    }
  }

  /// The greatest number of rows of a section: 2³¹ − 1.
  package static let maximumRows = Int(Int32.max)
  /// The greatest number of sections: 65,536.
  package static let maximumSections = 1 << 16

  /// The height of rows whose height was not set.
  package let standard: Double
  private var tree = HeightTree()
  /// The number of items of each section: its rows, its header and its footer.
  private var sizes = PrefixSums()

  /// Creates heights without sections; an invalid standard height counts as 0.
  package init(standard: Double) {
    self.standard = HeightTree.valid(standard) ?? 0
  }

  /// Creates the heights of sections.
  package init(standard: Double, sections: [Section]) {
    self.init(standard: standard)
    let standard = self.standard
    tree = HeightTree(
      runs: sections.lazy.flatMap { section in
        [(1, Self.valid(section.header)), (Self.valid(section.rows), standard), (1, Self.valid(section.footer))]
      })
    sizes = PrefixSums(sections.map { Self.valid($0.rows) + 2 })
  }

  private static func valid(_ rows: Int) -> Int { min(max(rows, 0), maximumRows) }

  private static func valid(_ height: Double) -> Double { HeightTree.valid(height) ?? 0 }

  private mutating func append(_ section: Section, at index: Int) {
    let rows = Self.valid(section.rows)
    tree.insert(1, height: Self.valid(section.header), at: index)
    tree.insert(rows, height: standard, at: index + 1)
    tree.insert(1, height: Self.valid(section.footer), at: index + 1 + rows)
  }

  // MARK: Reading

  /// The number of sections.
  package var numberOfSections: Int { sizes.count }
  /// The number of rows of all sections.
  package var numberOfRows: Int { sizes.total - 2 * sizes.count }
  /// The sum of all heights.
  package var height: Double { tree.height }
  /// The bytes that the structure keeps on the heap.
  package var bytes: Int { tree.bytes + sizes.bytes }

  /// The number of rows of a section; 0 for a section that there is not.
  package func numberOfRows(in section: Int) -> Int { max(0, sizes.value(section) - 2) }

  /// Whether there is such a row.
  package func contains(_ path: IndexPath) -> Bool { path.row >= 0 && path.row < numberOfRows(in: path.section) }

  /// The top of an item and its height; `nil` for one that there is not.
  package func span(of item: Item) -> (top: Double, height: Double)? {
    guard let index = index(of: item) else { return nil }
    return (tree.offset(of: index), tree.height(of: index))
  }

  /// The height of a section's header; 0 for a section that there is not.
  package func headerHeight(of section: Int) -> Double { index(of: .header(section)).map { tree.height(of: $0) } ?? 0 }

  /// The top of a row; `nil` for one that there is not.
  package func offset(of path: IndexPath) -> Double? { index(of: .row(path)).map { tree.offset(of: $0) } }

  /// A row's height; 0 for one that there is not.
  package func height(of path: IndexPath) -> Double { index(of: .row(path)).map { tree.height(of: $0) } ?? 0 }

  /// Whether a row, a header or a footer has got a height by itself.
  package var hasOwnHeights: Bool { tree.hasChunks }

  /// The rows of a section with another height than the standard one; O(log rows + such rows).
  package func ownHeights(in section: Int) -> [(row: Int, height: Double)] {
    guard section >= 0, section < sizes.count else { return [] }
    let first = sizes.sum(before: section) + 1
    return tree.rows(in: first..<first + numberOfRows(in: section), otherThan: standard).map { ($0.index - first, $0.height) }
  }

  /// The item at an offset, the nearest one for an offset beyond the ends; `nil` if there are no sections.
  package func item(at offset: Double) -> Item? {
    guard tree.count > 0, !offset.isNaN else { return nil }
    return item(tree.index(at: offset))
  }

  /// The first row at an offset or below it; `nil` if there is none.
  @inline(__always)
  package func row(from offset: Double) -> IndexPath? {
    guard let item = item(at: offset) else { return nil }
    switch item {
    case .row(let path): return path
    case .header(let section): return firstRow(from: section)
    case .footer(let section): return firstRow(from: section + 1)
    }
  }

  /// The row after another; `nil` at the end.
  package func row(after path: IndexPath) -> IndexPath? {
    if path.row + 1 < numberOfRows(in: path.section) { return IndexPath(row: path.row + 1, section: path.section) }
    return firstRow(from: path.section + 1)
  }

  /// The row before another; `nil` at the beginning.
  package func row(before path: IndexPath) -> IndexPath? {
    if path.row > 0 { return IndexPath(row: path.row - 1, section: path.section) }
    let number = rowNumber(of: IndexPath(row: 0, section: path.section))
    return number > 0 ? row(number: number - 1) : nil
  }

  private func firstRow(from section: Int) -> IndexPath? {
    if numberOfRows(in: section) > 0 { return IndexPath(row: 0, section: section) }
    return row(number: rowNumber(of: IndexPath(row: 0, section: section)))
  }

  /// The number of a row among the rows of all sections.
  package func rowNumber(of path: IndexPath) -> Int {
    sizes.sum(before: path.section) - 2 * min(max(path.section, 0), sizes.count) + path.row
  }

  /// The row of a number among the rows of all sections; `nil` for a number that there is not.
  package func row(number: Int) -> IndexPath? {
    guard number >= 0, number < numberOfRows else { return nil }
    let (section, row) = sizes.find(number, less: 2)
    return IndexPath(row: row, section: section)
  }

  private func index(of item: Item) -> Int? {
    switch item {
    case .header(let section):
      return section >= 0 && section < sizes.count ? sizes.sum(before: section) : nil
    case .footer(let section):
      return section >= 0 && section < sizes.count ? sizes.sum(before: section + 1) - 1 : nil
    case .row(let path):
      return contains(path) ? sizes.sum(before: path.section) + 1 + path.row : nil
    }
  }

  private func item(_ index: Int) -> Item {
    let (section, place) = sizes.find(index)
    if place == 0 { return .header(section) }
    return place == sizes.value(section) - 1 ? .footer(section) : .row(IndexPath(row: place - 1, section: section))
  }

  // MARK: Changes

  /// Sets the height of an item; NaN and items that there are not are ignored.
  ///
  /// - Returns: by how much the height grew.
  @discardableResult
  package mutating func setHeight(_ height: Double, of item: Item) -> Double {
    guard let index = index(of: item), let parts = HeightTree.parts(height) else { return 0 }
    return tree.setHeight(parts, of: index)
  }

  /// Sets the height of a row that there is, in the parts of `HeightTree`; returns by how much it grew.
  @inline(__always)
  mutating func setHeight(_ parts: Int32, ofRow path: IndexPath) -> Double {
    tree.setHeight(parts, of: sizes.sum(before: path.section) + 1 + path.row)
  }

  /// Takes other sections; a row keeps the height that the row of its number had; O(sections · log rows).
  package mutating func replaceSections(_ sections: [Section]) {
    removeSections(RangeSet(min(sections.count, numberOfSections)..<numberOfSections))
    insertSections(RangeSet(numberOfSections..<max(sections.count, numberOfSections))) { sections[$0] }
    for (section, wanted) in sections.enumerated() {
      let (count, rows) = (numberOfRows(in: section), Self.valid(wanted.rows))
      removeRows(min(rows, count)..<count, in: section)
      if rows > count { insertRows(count..<rows, in: section) }
      setHeight(Self.valid(wanted.header), of: .header(section))
      setHeight(Self.valid(wanted.footer), of: .footer(section))
    }
  }

  /// Inserts rows of the standard height before a row, or at the end of a section.
  package mutating func insertRows(_ rows: Range<Int>, in section: Int) {
    let count = numberOfRows(in: section)
    guard section >= 0, section < sizes.count, rows.lowerBound >= 0, rows.lowerBound <= count, rows.count <= Self.maximumRows - count
    else { return }
    tree.insert(rows.count, height: standard, at: sizes.sum(before: section) + 1 + rows.lowerBound)
    sizes.add(rows.count, at: section)
  }

  /// Removes rows of a section; rows that there are not are ignored.
  package mutating func removeRows(_ rows: Range<Int>, in section: Int) {
    let rows = rows.clamped(to: 0..<numberOfRows(in: section))
    guard !rows.isEmpty else { return }
    let first = sizes.sum(before: section) + 1
    tree.remove(first + rows.lowerBound..<first + rows.upperBound)
    sizes.add(-rows.count, at: section)
  }

  /// Inserts a section before another, or at the end; O(sections).
  package mutating func insertSection(_ section: Section, at index: Int) {
    guard index >= 0 else { return }
    insertSections(RangeSet(index..<index + 1)) { _ in section }
  }

  /// Inserts sections, which have these numbers then; those beyond the end are ignored; O(sections).
  package mutating func insertSections(_ numbers: RangeSet<Int>, _ section: (Int) -> Section) {
    guard !numbers.isEmpty else { return }
    var values: ContiguousArray<Int> = []
    var (old, items) = (0, 0)
    for range in numbers.ranges {
      while values.count < range.lowerBound, old < sizes.count {
        values.append(sizes.values[old])
        items += sizes.values[old]
        old += 1
      }
      guard values.count == range.lowerBound else { break }
      for number in range {
        guard values.count + sizes.count - old < Self.maximumSections else { break }
        let one = section(number)
        append(one, at: items)
        values.append(Self.valid(one.rows) + 2)
        items += Self.valid(one.rows) + 2
      }
    }
    values += sizes.values[old...]
    sizes = PrefixSums(values)
  }

  /// Removes a section; O(sections).
  package mutating func removeSection(at index: Int) {
    if index >= 0 { removeSections(RangeSet(index..<index + 1)) }
  }

  /// Removes sections; those that there are not are ignored; O(sections).
  package mutating func removeSections(_ numbers: RangeSet<Int>) {
    let ranges = numbers.ranges.map { $0.clamped(to: 0..<sizes.count) }
    guard ranges.contains(where: { !$0.isEmpty }) else { return }
    for range in ranges.reversed() where !range.isEmpty {
      tree.remove(sizes.sum(before: range.lowerBound)..<sizes.sum(before: range.upperBound))
    }
    var values: ContiguousArray<Int> = []
    var next = 0
    for range in ranges where !range.isEmpty {
      values += sizes.values[next..<range.lowerBound]
      next = range.upperBound
    }
    values += sizes.values[next...]
    sizes = PrefixSums(values)
  }
}

/// Numbers with their prefix sums in a Fenwick tree: a change and a search take O(log n).
struct PrefixSums {
  private(set) var values: ContiguousArray<Int> = []
  private var sums: ContiguousArray<Int> = []
  private(set) var total = 0

  init() {}

  init(_ values: some Collection<Int>) {
    self.values = ContiguousArray(values)
    sums = self.values
    total = values.reduce(0, +)
    for index in sums.indices {
      let parent = index | (index + 1)
      if parent < sums.count { sums[parent] += sums[index] }
    }
  }

  var count: Int { values.count }
  var bytes: Int { (values.capacity + sums.capacity) * MemoryLayout<Int>.stride }

  /// A value; 0 for an index that there is not.
  func value(_ index: Int) -> Int { values.indices.contains(index) ? values[index] : 0 }

  /// The sum of the values before an index, which is clamped to the values.
  @inline(__always)
  func sum(before index: Int) -> Int {
    var (place, sum) = (min(index, count) - 1, 0)
    while place >= 0 {
      sum += sums[place]
      place = (place & (place + 1)) - 1
    }
    return sum
  }

  mutating func add(_ amount: Int, at index: Int) {
    guard values.indices.contains(index) else { return }
    values[index] += amount
    total += amount
    var place = index
    while place < count {
      sums[place] += amount
      place |= place + 1
    }
  }

  /// The index whose value covers a number below the total, and the rest of the number; each value counts `less` less than it is.
  func find(_ number: Int, less: Int = 0) -> (index: Int, rest: Int) {
    var (index, rest) = (0, number)
    var step = 1
    while step * 2 <= count { step *= 2 }
    while step > 0 {
      if index + step <= count {
        let covered = sums[index + step - 1] - step * less
        if covered <= rest {
          index += step
          rest -= covered
        }
      }
      step /= 2
    }
    return (min(index, max(count - 1, 0)), rest)
  }
}
