public import ContactorCore

// The parts of a table: headers, the index, uncovered buttons; and its rows for people who do not see or touch it.

extension TableView {
  /// The parts of a table that are not cells.
  public enum TablePart: Hashable, Sendable {
    /// A section's header, at the top while it stays there.
    case header(Int)
    /// A section's footer.
    case footer(Int)
    /// The index at the right edge.
    case index
    /// A title of the index.
    case indexTitle(Int)
    /// An uncovered button of the row that stands open.
    case swipeAction(Int)
  }

  /// The width of the index: 20 points.
  public static let indexWidth = 20.0

  /// A part's rectangle in the table's own space; empty for one that there is not.
  ///
  /// - Complexity: O(log rows).
  public final func contentFrame(for part: TablePart) -> Rect {
    switch part {
    case .header(let section): return headerFrame(section)
    case .footer(let section):
      return heights.span(of: .footer(section)).map { Rect(x: 0, y: $0.top, width: bounds.width, height: $0.height) } ?? .zero
    case .index: return indexFrame
    case .indexTitle(let index): return indexTitleFrame(index)
    case .swipeAction(let index): return swipeFrame(index)
    }
  }

  /// A header's title; `nil` if the section has none.
  public final func titleForHeader(inSection section: Int) -> String? {
    titles.indices.contains(section) ? titles[section].header : nil
  }

  /// A footer's title; `nil` if the section has none.
  public final func titleForFooter(inSection section: Int) -> String? {
    titles.indices.contains(section) ? titles[section].footer : nil
  }

  private func headerFrame(_ section: Int) -> Rect {
    guard let span = heights.span(of: .header(section)), let end = heights.span(of: .footer(section)) else { return .zero }
    var top = span.top
    if sectionHeadersStay { top = max(top, min(bounds.minY + cover.top, end.top - span.height)) }
    return Rect(x: 0, y: top, width: bounds.width, height: span.height)
  }

  /// The section whose header lies at a point of the screen.
  final func headerAtTop(at point: Point) -> Int? {
    guard sectionHeadersStay, let item = heights.item(at: point.y) else { return nil }
    let section = item.section
    return headerFrame(section).contains(point) ? section : nil
  }

  /// The sections with a part on the screen.
  public final var visibleSections: Range<Int> {
    guard let first = heights.item(at: bounds.minY), let last = heights.item(at: bounds.maxY) else { return 0..<0 }
    return first.section..<last.section + 1
  }

  /// The headers and footers on the screen, the uncovered buttons and the index; the cells are subviews with parts of their own.
  final func tableParts(_ own: [ContentPart]) -> [ContentPart] {
    var parts = own
    for section in visibleSections {
      for (kind, title, part) in [
        ("footer", titleForFooter(inSection: section), TablePart.footer(section)),
        ("header", titleForHeader(inSection: section), .header(section)),
      ] {
        let frame = contentFrame(for: part)
        if !frame.isEmpty { parts.append(ContentPart(kind, frame: frame, text: title)) }
      }
    }
    for (index, action) in (swipe?.actions.actions ?? []).enumerated() {
      let state: Control.State = press?.button == index ? .highlighted : .normal
      parts.append(ContentPart("swipeAction", frame: swipeFrame(index), text: action.title, state: state))
    }
    if !indexTitles.isEmpty { parts.append(ContentPart("index", frame: indexFrame)) }
    for (index, title) in indexTitles.enumerated() {
      parts.append(
        ContentPart("indexTitle", frame: indexTitleFrame(index), text: title, state: index == indexTitle ? .highlighted : .normal))
    }
    return parts
  }

  // MARK: Index

  /// The titles of the index.
  public final var sectionIndexTitles: [String] { indexTitles }

  final var indexFrame: Rect {
    guard !indexTitles.isEmpty else { return .zero }
    let width = min(Self.indexWidth, bounds.width)
    return Rect(x: bounds.maxX - width, y: bounds.minY, width: width, height: bounds.height)
  }

  private func indexTitleFrame(_ index: Int) -> Rect {
    guard indexTitles.indices.contains(index) else { return .zero }
    let (frame, count) = (indexFrame, Double(indexTitles.count))
    return Rect(x: frame.minX, y: frame.minY + frame.height * Double(index) / count, width: frame.width, height: frame.height / count)
  }

  /// Follows a finger on the index: the section of the title under it comes to the top.
  final func slideIndex(to point: Point, isOver: Bool) {
    let share = bounds.height > 0 ? (point.y - bounds.minY) / bounds.height : 0
    if !isOver, !indexTitles.isEmpty {
      let index = Int(min(max(share, 0) * Double(indexTitles.count), Double(indexTitles.count - 1)))
      if index != indexTitle {
        indexTitle = index
        changed(.selection)
        jump(toIndexTitle: index)
      }
    } else if indexTitle >= 0 {
      indexTitle = -1
      changed(.selection)
    }
  }

  /// Scrolls to the section that a title of the index leads to; ignores a title that there is not.
  public func jump(toIndexTitle index: Int) {
    guard indexTitles.indices.contains(index), let dataSource else { return }
    let current = generation
    let section = dataSource.tableView(self, sectionForSectionIndexTitle: indexTitles[index], at: index)
    guard generation == current else { return }
    guard let top = heights.span(of: .header(section))?.top else { return report(.invalidSection(section)) }
    setContentOffset(clamped(Point(x: bounds.minX, y: top - cover.top)), animated: false)
  }

  // MARK: Accessibility

  /// A row: of one that is not on the screen, the data source is asked for the cell.
  final func rowElement(_ index: Int) -> AccessibilityElement? {
    guard let path = heights.row(number: index), let frame = rectForRow(at: path) else { return nil }
    if let cell = cellForRow(at: path) { return AccessibilityElement(cell.rowAccessibility, frame: frame) }
    let current = generation
    let given = dataSource?.tableView(self, cellForRowAt: path)
    if lentCell === given { lentCell = nil } else { takeBackLentCell() }
    var content = Accessibility(.row)
    if let given {
      content = given.rowAccessibility
      if !given.isShown { hide(given) }
    }
    guard generation == current else { return nil }
    content.isSelected = selection.contains(path)
    return AccessibilityElement(content, frame: frame)
  }

  /// Scrolls by a page; a row is shown and selected as by a tap, or does one of its own actions.
  final func perform(_ action: AccessibilityAction, _ index: Int?) -> Bool {
    guard !isHidden else { return false }
    guard let index else { return scrollPage(action) }
    guard let path = heights.row(number: index) else { return false }
    switch action {
    case .activate:
      return allowsSelection && tapItem(index)
    case .custom(let name):
      return perform(name, path)
    default: return scrollPage(action)
    }
  }

  /// The actions of a finger on a row besides a tap: the button at its end, the buttons that a swipe uncovers, moving it, the index.
  private enum RowAction: String, CaseIterable {
    case details = "Details"
    case up = "Move Up"
    case down = "Move Down"
    case nextSection = "Next Section"
    case previousSection = "Previous Section"
  }

  /// The button at the row's end, its swipe actions, the leading ones first, and moving.
  final func customActionNames(_ index: Int?) -> [String] {
    guard let index, let path = heights.row(number: index) else { return [] }
    let current = generation
    let titles = customActions(path).map(\.title)
    var names = RowAction.allCases.filter { generation == current && !titles.contains($0.rawValue) && offers($0, path) }
    let details = names.first == .details ? [names.removeFirst().rawValue] : []
    return details + titles + names.map(\.rawValue)
  }

  private func offers(_ action: RowAction, _ path: IndexPath) -> Bool {
    switch action {
    case .details: cellForRow(at: path)?.accessory == .detail
    case .up: place(beside: path, isBelow: false) != nil && canMove(path)
    case .down: place(beside: path, isBelow: true) != nil && canMove(path)
    case .nextSection: !sectionIndexTitles.isEmpty && firstRow(after: path.section) != nil
    case .previousSection: !sectionIndexTitles.isEmpty && firstRow(before: path.section) != nil
    }
  }

  private func firstRow(after section: Int) -> IndexPath? {
    (section + 1..<max(section + 1, heights.numberOfSections)).first { heights.numberOfRows(in: $0) > 0 }
      .map { IndexPath(row: 0, section: $0) }
  }

  private func firstRow(before section: Int) -> IndexPath? {
    (0..<section).last { heights.numberOfRows(in: $0) > 0 }.map { IndexPath(row: 0, section: $0) }
  }

  private func perform(_ name: String, _ path: IndexPath) -> Bool {
    let current = generation
    if let action = customActions(path).first(where: { $0.title == name }) {
      guard heights.contains(path) else { return false }
      action.handler(self, path)
      return true
    }
    guard generation == current, heights.contains(path), let action = RowAction(rawValue: name), offers(action, path),
      generation == current
    else { return false }
    switch action {
    case .details: tableDelegate?.tableView(self, accessoryButtonTappedForRowAt: path)
    case .up, .down: return moveByUser(path, isBelow: action == .down)
    case .nextSection: if let first = firstRow(after: path.section) { leadFocus(to: first) }
    case .previousSection: if let first = firstRow(before: path.section) { leadFocus(to: first) }
    }
    return true
  }

  private func customActions(_ path: IndexPath) -> [SwipeAction] {
    let leading = swipeActions(path, isTrailing: false).actions
    guard heights.contains(path) else { return [] }
    return leading + swipeActions(path, isTrailing: true).actions
  }
}

extension RowHeights.Item {
  /// The section that the item belongs to.
  var section: Int {
    switch self {
    case .header(let section), .footer(let section): section
    case .row(let path): path.section
    }
  }
}
