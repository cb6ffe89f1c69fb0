import ContactorControls
import ContactorCore
import ContactorStage

/// A table of 300 × 480 points whose rows have heights of their own by their texts, and the places of what it shows.
final class PlaceRig: TableViewDataSource, TableViewDelegate {
  let stage = Stage()
  let table = TableView(frame: Rect(x: 0, y: 0, width: 300, height: 480))
  var sections: [[String]]
  var headers: [String?] = []
  /// The height that the delegate answers for a text.
  var height: (String) -> Double?
  /// Called as the offset changes.
  var scrolled: (ScrollView) -> Void = { _ in }
  var faults: [String] = []
  private var time: Int64 = 1

  init(_ sections: [[String]], height: @escaping (String) -> Double? = { _ in nil }) {
    (self.sections, self.height) = (sections, height)
    stage.add(table, "table")
    table.register(TableViewCell.self, forReuse: "cell")
    table.delegate = self
    table.dataSource = self
    pass()
  }

  convenience init(rows: Int, height: @escaping (String) -> Double? = { _ in nil }) {
    self.init([(0..<rows).map { "r\($0)" }], height: height)
  }

  /// Lets time pass, in milliseconds.
  func pass(_ milliseconds: Int64 = 1) {
    time += milliseconds
    stage.pass(to: time)
  }

  /// Shows every row once, so that its height is known, and goes to an offset.
  func walk(to offset: Double) {
    table.contentOffset.y = 0
    while table.contentOffset.y < offset {
      table.contentOffset.y = min(table.contentOffset.y + 200, offset)
      pass()
    }
  }

  func press(_ key: String, _ modifiers: KeyEvent.Modifiers = []) {
    stage.window.makeKey()
    table.becomeFirstResponder()
    stage.application.sendKey(KeyEvent(key, modifiers: modifiers, timestamp: stage.application.now))
    pass()
  }

  /// The top of a text's row below the table's top; `nil` for one that is not on the screen.
  func top(_ text: String) -> Double? {
    table.visibleCells.first { $0.text == text }.map { $0.frame.minY - table.bounds.minY }
  }

  /// The first two rows on the screen with their tops.
  var first: [String] { table.visibleCells.prefix(2).map { "\($0.text ?? "-") \($0.frame.minY - table.bounds.minY)" } }

  func text(_ path: IndexPath) -> String? { sections.text(path) }

  func path(_ text: String) -> IndexPath? { sections.path(text) }

  func move(_ source: IndexPath, _ destination: IndexPath) {
    sections[destination.section].insert(sections[source.section].remove(at: source.row), at: destination.row)
    table.moveRow(at: source, to: destination)
    pass()
  }

  func moveSection(_ source: Int, to destination: Int) {
    sections.insert(sections.remove(at: source), at: destination)
    table.moveSection(source, to: destination)
    pass()
  }

  // MARK: TableViewDataSource, TableViewDelegate

  func numberOfSections(in tableView: TableView) -> Int { sections.count }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { sections[section].count }

  func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
    headers.indices.contains(section) ? headers[section] : nil
  }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell? {
    if text(indexPath) == nil { faults.append("cell of \(indexPath)") }
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell")
    cell.text = text(indexPath)
    return cell
  }

  func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Double? {
    guard let text = text(indexPath) else {
      faults.append("height of \(indexPath)")
      return nil
    }
    return height(text)
  }

  func tableView(_ tableView: TableView, didFind error: TableError) { faults.append("\(error)") }

  func scrollViewDidScroll(_ scrollView: ScrollView) { scrolled(scrollView) }
}

/// A grid of 300 × 480 points of items of 90 points, three in a line.
final class GridPlaceRig: CollectionViewDataSource {
  let stage = Stage()
  let grid = CollectionView(frame: Rect(x: 0, y: 0, width: 300, height: 480))
  var sections: [[String]]

  init(_ sections: [[String]]) {
    self.sections = sections
    grid.itemSize = Size(width: 90, height: 90)
    stage.add(grid, "grid")
    grid.dataSource = self
    stage.pass(to: 1)
  }

  /// The top of a text's item below the grid's top; `nil` for one that is not on the screen.
  func top(_ text: String) -> Double? {
    grid.visibleItems.compactMap { grid.cellForItem(at: $0) }.first { $0.text == text }.map { ($0.frame.minY - grid.bounds.minY).rounded() }
  }

  func numberOfSections(in collectionView: CollectionView) -> Int { sections.count }

  func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int { sections[section].count }

  func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> TableViewCell? {
    let cell = TableViewCell(reuseIdentifier: nil)
    cell.text = sections[indexPath.section][indexPath.item]
    return cell
  }
}
