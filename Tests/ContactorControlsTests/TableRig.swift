import ContactorControls
import ContactorCore
import ContactorStage

/// A table of 300 × 480 points on a stage, and a data source and delegate that write down each call.
final class TableRig: TableViewDataSource, TableViewDelegate {
  let stage = Stage()
  let table = TableView(frame: Rect(x: 0, y: 0, width: 300, height: 480))
  /// The rows of each section.
  var sections: [[String]]
  var headers: [String?] = []
  var heights: [IndexPath: Double] = [:]
  var log: [String] = []
  var errors: [TableError] = []
  var titles: [String] = []
  var canEdit = false
  var canMove = false
  var leading: SwipeActions?
  var trailing: SwipeActions?
  var refusesSelection: Set<IndexPath> = []
  var refusesHighlight: Set<IndexPath> = []
  var aims: ((IndexPath) -> IndexPath)?
  /// Called with what the table asks, before it is answered.
  var asked: ((String, IndexPath) -> Void)?
  var makesCell: ((TableView, IndexPath) -> TableViewCell?)?

  init(rows: Int = 100) {
    sections = [(0..<rows).map { "row \($0)" }]
    stage.add(table, "table")
    table.register(TableViewCell.self, forReuse: "cell")
    table.delegate = self
    table.dataSource = self
    stage.pass(to: 1)
  }

  init(sections: [[String]], headers: [String?]) {
    self.sections = sections
    self.headers = headers
    stage.add(table, "table")
    table.register(TableViewCell.self, forReuse: "cell")
    table.delegate = self
    table.dataSource = self
    stage.pass(to: 1)
  }

  /// The texts of the rows on the screen, from top to bottom.
  var texts: [String] { table.visibleCells.map { $0.text ?? "-" } }
  /// The rows on the screen with their tops, relative to the table's.
  var places: [String] {
    table.visibleCells.map { "\($0.text ?? "-") \($0.frame.minY - table.bounds.minY)" }
  }

  /// The calls since the last time.
  func taken() -> [String] {
    defer { log = [] }
    return log
  }

  /// The middle of a row, in the window.
  func middle(_ path: IndexPath) -> Point {
    table.rectForRow(at: path).map { table.convert($0.center, to: nil) } ?? .zero
  }

  func tap(_ path: IndexPath, at time: Int64) {
    let point = middle(path)
    stage.tap(1, point.x, point.y, at: time)
  }

  // MARK: TableViewDataSource

  func numberOfSections(in tableView: TableView) -> Int { sections.count }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    asked?("count", IndexPath(row: 0, section: section))
    return sections.indices.contains(section) ? sections[section].count : 0
  }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell? {
    asked?("cell", indexPath)
    if let makesCell { return makesCell(tableView, indexPath) }
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell")
    cell.text = text(indexPath)
    return cell
  }

  func text(_ path: IndexPath) -> String? {
    guard sections.indices.contains(path.section), sections[path.section].indices.contains(path.row) else { return nil }
    return sections[path.section][path.row]
  }

  func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
    headers.indices.contains(section) ? headers[section] : nil
  }

  func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool {
    asked?("edit", indexPath)
    return canEdit
  }

  func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    asked?("move", indexPath)
    return canMove
  }

  func tableView(_ tableView: TableView, commit editingStyle: TableView.EditingStyle, forRowAt indexPath: IndexPath) {
    log.append("commit \(editingStyle) \(indexPath)")
    guard text(indexPath) != nil else { return }
    sections[indexPath.section].remove(at: indexPath.row)
    tableView.deleteRows(at: [indexPath])
  }

  func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) {
    log.append("move \(source) to \(destination)")
    guard text(source) != nil, sections.indices.contains(destination.section) else { return }
    let moved = sections[source.section].remove(at: source.row)
    sections[destination.section].insert(moved, at: min(destination.row, sections[destination.section].count))
  }

  func tableView(_ tableView: TableView, setValue value: ControlValue, forRowAt indexPath: IndexPath) {
    log.append("set \(value.stringValue) \(indexPath)")
    if text(indexPath) != nil { sections[indexPath.section][indexPath.row] = value.stringValue }
  }

  func sectionIndexTitles(for tableView: TableView) -> [String] { titles }

  // MARK: TableViewDelegate

  func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Double? {
    asked?("height", indexPath)
    return heights[indexPath]
  }

  func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
    asked?("highlight", indexPath)
    return !refusesHighlight.contains(indexPath)
  }

  func tableView(_ tableView: TableView, shouldSelectRowAt indexPath: IndexPath) -> Bool {
    asked?("select", indexPath)
    return !refusesSelection.contains(indexPath)
  }

  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
    log.append("select \(indexPath)")
    asked?("didSelect", indexPath)
  }

  func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) {
    log.append("deselect \(indexPath)")
    asked?("didDeselect", indexPath)
  }

  func tableViewSelectionDidChange(_ tableView: TableView) { log.append("selection") }

  func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath) {
    asked?("willDisplay", indexPath)
  }

  func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath) {
    asked?("didEndDisplaying", indexPath)
  }

  func tableView(_ tableView: TableView, accessoryButtonTappedForRowAt indexPath: IndexPath) { log.append("accessory \(indexPath)") }

  func tableView(_ tableView: TableView, trailingSwipeActionsForRowAt indexPath: IndexPath) -> SwipeActions? {
    asked?("trailing", indexPath)
    return trailing
  }

  func tableView(_ tableView: TableView, leadingSwipeActionsForRowAt indexPath: IndexPath) -> SwipeActions? {
    asked?("leading", indexPath)
    return leading
  }

  func tableView(
    _ tableView: TableView, targetForMoveFromRowAt source: IndexPath, toProposed destination: IndexPath
  ) -> IndexPath {
    asked?("target", destination)
    return aims?(destination) ?? destination
  }

  func tableView(_ tableView: TableView, didFind error: TableError) { errors.append(error) }
}

extension TableRig {
  /// Gives each row a cell of its own, which the table does not keep for others.
  func makeNewCells() {
    makesCell = { [unowned self] _, path in
      let cell = TableViewCell(reuseIdentifier: nil)
      cell.text = text(path)
      return cell
    }
    table.reloadData()
  }
}
