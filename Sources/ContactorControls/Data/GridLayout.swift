package import ContactorCore

/// Where the items of a grid are: sections with headers, lines of items of one size (contract 8.4).
///
/// Items are numbered through all sections. An item's place follows from its number, so items cost no memory.
///
/// | operation                                  | complexity       |
/// | ------------------------------------------ | ---------------- |
/// | placing the sections                       | O(sections)      |
/// | an item's rectangle, the item at a point   | O(log sections)  |
package struct GridLayout {
  /// The size and the title of a section.
  package struct Section {
    /// The number of items.
    package var count: Int
    /// The header's title; `nil` for no header.
    package var title: String?
    /// The number of the first item among all.
    fileprivate(set) var first = 0
    /// The distance of the section from the top of the grid.
    fileprivate(set) var top = 0.0
    /// The height of the header; 0 without one.
    fileprivate(set) var header = 0.0

    /// Creates a section.
    package init(count: Int, title: String? = nil) {
      self.count = count
      self.title = title
    }

    fileprivate var itemsTop: Double { top + header }
  }

  package private(set) var sections: ContiguousArray<Section> = []
  /// The number of items of all sections.
  package private(set) var itemCount = 0
  private var columns = 1
  private var width = 0.0
  private var size = Size(width: 1, height: 1)
  private var spacing = Size.zero
  /// The height of all sections.
  private(set) var height = 0.0

  /// Creates a grid without sections.
  package init() {}

  /// Creates a grid; counts are clamped to 0 … `RowHeights.maximumRows` items in all.
  package init(_ sections: ContiguousArray<Section>) {
    self.sections = sections
    for index in sections.indices {
      self.sections[index].first = itemCount
      self.sections[index].count = min(max(sections[index].count, 0), RowHeights.maximumRows - itemCount)
      itemCount += self.sections[index].count
    }
  }

  /// Places the sections in a width; O(sections).
  mutating func place(columns: Int, width: Double, size: Size, spacing: Size, header: Double) {
    (self.columns, self.width, self.size, self.spacing) = (max(columns, 1), width, size, spacing)
    var top = 0.0
    for index in sections.indices {
      if index > 0, sections[index - 1].count > 0 { top += spacing.height }
      sections[index].top = top
      sections[index].header = sections[index].title == nil ? 0 : header
      let lines = lines(of: index)
      top = sections[index].itemsTop + (lines == 0 ? 0 : Double(lines) * lineHeight - spacing.height)
    }
    height = top
  }

  private var lineHeight: Double { size.height + spacing.height }

  private func lines(of section: Int) -> Int { sections[section].count / columns + (sections[section].count % columns > 0 ? 1 : 0) }

  // MARK: Numbers

  /// The path of an item's number; `nil` for a number that there is not.
  package func path(of item: Int) -> IndexPath? {
    guard item >= 0, item < itemCount else { return nil }
    let section = lastSection { $0.first <= item }
    return IndexPath(item: item - sections[section].first, section: section)
  }

  /// The number of an item among all; `nil` for a path that there is not.
  package func number(of path: IndexPath) -> Int? {
    guard sections.indices.contains(path.section), path.item >= 0, path.item < sections[path.section].count else { return nil }
    return sections[path.section].first + path.item
  }

  /// The last section of those at the beginning that match; 0 if none does.
  private func lastSection(where matches: (Section) -> Bool) -> Int {
    var (low, high) = (0, sections.count)
    while low < high {
      let middle = (low + high) / 2
      if matches(sections[middle]) { low = middle + 1 } else { high = middle }
    }
    return max(low - 1, 0)
  }

  // MARK: Places

  /// An item's rectangle; the space that a line leaves is divided between its columns.
  package func rect(of item: Int) -> Rect? {
    guard let path = path(of: item) else { return nil }
    let rest = width - Double(columns) * size.width
    let gap = columns > 1 ? max(rest, 0) / Double(columns - 1) : 0
    return Rect(
      x: Double(path.item % columns) * (size.width + gap),
      y: sections[path.section].itemsTop + Double(path.item / columns) * lineHeight, width: size.width, height: size.height)
  }

  /// A header's rectangle; `nil` for a section without one.
  package func headerRect(of section: Int) -> Rect? {
    guard sections.indices.contains(section), sections[section].header > 0 else { return nil }
    return Rect(x: 0, y: sections[section].top, width: width, height: sections[section].header)
  }

  /// The sections that are partly between two distances from the top; at most 1,000.
  func sections(from top: Double, to bottom: Double) -> Range<Int> {
    guard !sections.isEmpty, top < bottom else { return 0..<0 }
    let first = lastSection { $0.top <= top }
    return first..<min(lastSection { $0.top < bottom } + 1, first + TableView.maximumNumberOfShownRows)
  }

  /// The items of the lines between two distances from the top.
  func items(from top: Double, to bottom: Double) -> Range<Int> {
    guard itemCount > 0, top < bottom else { return 0..<0 }
    let (first, last) = (lastSection { $0.top <= top }, lastSection { $0.top <= bottom })
    let start = min(line(at: top, in: first) * columns, sections[first].count) + sections[first].first
    let end = min((line(at: bottom, in: last) + 1) * columns, sections[last].count) + sections[last].first
    return start..<max(start, bottom < sections[last].itemsTop ? sections[last].first : end)
  }

  /// The line of a section at a distance from the top of the grid, clamped to 0 … its number of lines.
  private func line(at y: Double, in section: Int) -> Int {
    Int(min(max((y - sections[section].itemsTop) / lineHeight, 0), Double(lines(of: section))))
  }

  /// The item at a point; `nil` between items.
  package func item(at point: Point) -> Int? {
    guard itemCount > 0, point.y >= 0, point.y < height else { return nil }
    let section = lastSection { $0.top <= point.y }
    let start = min(line(at: point.y, in: section) * columns, sections[section].count)
    let end = min(start + columns, sections[section].count)
    return (sections[section].first + start..<sections[section].first + end).first { rect(of: $0)?.contains(point) ?? false }
  }

  // MARK: Movement

  /// The item a line above or below, in the same column or the last of a shorter line; the same one at the end.
  func item(beside item: Int, isBackward: Bool) -> Int {
    guard let path = path(of: item) else { return item }
    let (column, line, section) = (path.item % columns, path.item / columns, path.section)
    if isBackward {
      if line > 0 { return item - columns }
      guard let above = sections[..<section].lastIndex(where: { $0.count > 0 }) else { return item }
      return self.item(line: lines(of: above) - 1, column: column, in: above)
    }
    if line + 1 < lines(of: section) { return self.item(line: line + 1, column: column, in: section) }
    guard let below = sections[(section + 1)...].firstIndex(where: { $0.count > 0 }) else { return item }
    return self.item(line: 0, column: column, in: below)
  }

  private func item(line: Int, column: Int, in section: Int) -> Int {
    sections[section].first + min(line * columns + column, sections[section].count - 1)
  }

  /// The item of a column in the line nearest to a distance from the top; `nil` without items.
  func item(nearest y: Double, column: Int) -> Int? {
    guard itemCount > 0 else { return nil }
    var section = lastSection { $0.top <= y }
    if sections[section].count == 0 {
      guard let found = sections[section...].firstIndex(where: { $0.count > 0 }) ?? sections[..<section].lastIndex(where: { $0.count > 0 })
      else { return nil }
      section = found
    }
    return item(line: min(line(at: y, in: section), lines(of: section) - 1), column: column, in: section)
  }

  /// The column of an item.
  func column(of item: Int) -> Int { (path(of: item)?.item ?? 0) % columns }

  /// The first item of an item's line, or the last.
  func edge(of item: Int, isBackward: Bool) -> Int {
    guard let path = path(of: item) else { return item }
    return self.item(line: path.item / columns, column: isBackward ? 0 : columns - 1, in: path.section)
  }

  // MARK: Selection

  /// Items by their numbers as rows of sections; O(ranges · log sections + sections in them).
  func rows(_ items: IndexRuns) -> RowSelection {
    var rows = RowSelection()
    for range in items.ranges {
      guard let first = path(of: range.lowerBound), let last = path(of: range.upperBound - 1) else { continue }
      for section in first.section...last.section {
        let start = section == first.section ? first.item : 0
        rows.insert(start..<max(start, section == last.section ? last.item + 1 : sections[section].count), in: section)
      }
    }
    return rows
  }

  /// Rows of sections as items by their numbers; those that there are not are left out.
  func items(_ rows: RowSelection) -> IndexRuns {
    var items = IndexRuns()
    for section in rows.sections.keys.sorted() where sections.indices.contains(section) {
      guard let ranges = rows.sections[section] else { continue }
      let (first, count) = (sections[section].first, sections[section].count)
      for range in ranges.ranges {
        let kept = range.clamped(to: 0..<count)
        items.insert(contentsOf: kept.lowerBound + first..<kept.upperBound + first)
      }
    }
    return items
  }
}
