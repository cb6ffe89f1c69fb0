import ContactorCore

// Loading: the questions about all rows, and heights for the whole table.

extension TableView {
  /// Asks the data source for everything anew.
  ///
  /// The offset stays, as far as the content reaches: until a row is asked, it counts as high as the one of its number before. The selection
  /// goes, without a call of `didDeselectRowAt`. The text of a row that is edited is dropped, as that row may be gone. The data source is asked
  /// about no row that it had before.
  public func reloadData() {
    // A data source that loads the table again while it is asked for counts would never end.
    guard loads < Self.nestingLimit else { return refuse() }
    loads += 1
    defer { loads -= 1 }
    guard takeRowsOff() else { return }
    let current = generation
    let (sections, names) = askSections()
    guard generation == current else { return }
    takeHeights(of: sections)
    titles = names
    let before = indexTitles
    let index = dataSource?.sectionIndexTitles(for: self) ?? []
    guard generation == current else { return }
    indexTitles = index
    load = .done
    withExtendedLifetime(before) {}
    let hadSelection = !selection.isEmpty
    selection.removeAll()
    (lead, goal, firstToStay) = (nil, nil, nil)
    updateContentSize()
    layOutRows()
    if hadSelection, generation == current { selectionChanged() }
    changed([.text, .frame])
  }

  /// The greatest nesting of loads and updates within calls of the data source and the delegate.
  static let nestingLimit = 8

  private func askSections() -> ([RowHeights.Section], ContiguousArray<(header: String?, footer: String?)>) {
    var sections: [RowHeights.Section] = []
    var names: ContiguousArray<(header: String?, footer: String?)> = []
    let current = generation
    for section in 0..<askSectionCount() {
      guard generation == current, let (one, name) = askSection(section) else { break }
      sections.append(one)
      names.append(name)
    }
    return (sections, names)
  }

  /// The number of sections that the data source gives, 0 for a wrong one.
  final func askSectionCount() -> Int { dataSource.map { checked(sections: $0.numberOfSections(in: self)) } ?? 0 }

  /// The number of rows that the data source gives for a section, 0 for a wrong one.
  final func askRowCount(_ section: Int) -> Int {
    dataSource.map { checked(rows: $0.tableView(self, numberOfRowsInSection: section), in: section) } ?? 0
  }

  /// A section as the data source and the delegate describe it; `nil` if the rows changed meanwhile.
  final func askSection(_ section: Int) -> (RowHeights.Section, (header: String?, footer: String?))? {
    let current = generation
    let rows = askRowCount(section)
    guard generation == current else { return nil }
    let header = dataSource?.tableView(self, titleForHeaderInSection: section)
    guard generation == current else { return nil }
    let footer = dataSource?.tableView(self, titleForFooterInSection: section)
    guard generation == current, let section = askHeights(section, rows: rows, (header, footer)) else { return nil }
    return (section, (header, footer))
  }

  /// Reports an error to `onError`, the delegate and the observers.
  final func report(_ error: TableError) {
    onError?(self, error)
    tableDelegate?.tableView(self, didFind: error)
    application?.reportAnomaly(.dataSource)
  }

  // MARK: Heights

  /// The heights of a section's header and footer, as the delegate or the table has them; `nil` if the rows changed meanwhile.
  private func askHeights(_ section: Int, rows: Int, _ title: (header: String?, footer: String?)) -> RowHeights.Section? {
    let current = generation
    let header = tableDelegate?.tableView(self, heightForHeaderInSection: section) ?? (title.header == nil ? 0 : layout.headerHeight)
    guard generation == current else { return nil }
    let footer = tableDelegate?.tableView(self, heightForFooterInSection: section) ?? (title.footer == nil ? 0 : layout.footerHeight)
    guard generation == current else { return nil }
    return RowHeights.Section(header: header, rows: rows, footer: footer)
  }

  /// Forgets the rows, and keeps their heights for a load that follows.
  final func forgetRows() {
    if heights.hasOwnHeights { formerHeights = heights }
    heights = RowHeights(standard: layout.rowHeight)
  }

  final func askWithoutRows<Answer>(_ ask: () -> Answer?) -> Answer? {
    let (current, known) = (generation, heights)
    heights = RowHeights(standard: layout.rowHeight)
    let answer = ask()
    guard generation == current else { return nil }
    heights = known
    return answer
  }

  /// Takes the sections of a load; a row counts as high as the one of its number before, until it is asked.
  private func takeHeights(of sections: [RowHeights.Section]) {
    if var former = formerHeights.take(), former.standard == heights.standard {
      former.replaceSections(sections)
      heights = former
    } else {
      heights = RowHeights(standard: layout.rowHeight, sections: sections)
    }
  }

  /// Loads the rows of another data source, or with the heights of another delegate: those that were known say nothing of them.
  final func loadOthers() {
    heights = RowHeights(standard: layout.rowHeight)
    formerHeights = nil
    reloadData()
  }

  /// Lays out with another height of rows: each counts as so high, and those on the screen are asked anew.
  final func rowHeightChanged() {
    guard load == .done else { return isLoaded ? reloadData() : () }
    let sections = (0..<heights.numberOfSections).map { section in
      RowHeights.Section(
        header: heights.headerHeight(of: section), rows: heights.numberOfRows(in: section),
        footer: heights.span(of: .footer(section))?.height ?? 0)
    }
    replaceHeights(RowHeights(standard: layout.rowHeight, sections: sections))
  }

  /// Lays out with other heights of headers and footers, which the delegate is asked for.
  final func headersChanged() {
    guard load == .done else { return isLoaded ? reloadData() : () }
    generation += 1
    var others = heights
    for section in titles.indices {
      guard let one = askHeights(section, rows: 0, titles[section]) else { return }
      others.setHeight(one.header, of: .header(section))
      others.setHeight(one.footer, of: .footer(section))
    }
    replaceHeights(others)
  }

  /// Takes other heights of the same rows; the first one on the screen keeps its place, or in a table that stands at its top the offset stays.
  private func replaceHeights(_ others: RowHeights) {
    generation += 1
    let anchor = anchor(TableUpdates())
    heights = others
    for index in shown.indices { if let row = renumbered(shown[index], shown[index].path) { shown[index] = row } }
    if let away = reorder?.away { reorder?.away = renumbered(away, away.path) }
    keepInPlace(anchor)
    placeRows()
    askHeightsAnew()
    changed(.frame)
  }

  /// Asks for the heights of the rows on the screen anew; the first of them stays.
  final func askHeightsAnew() {
    guard load == .done else { return }
    if firstToStay == nil { firstToStay = anchor(TableUpdates())?.path }
    (asksHeights, hasGaps) = (true, true)
    layOutRows()
  }
}
