import ContactorControls
import ContactorCore

/// A table of a layout: it lists the rows of the layout, of a file or of a program's output.
final class LayoutTableView: TableView {
  /// What the layout says of the list.
  let list: LayoutList
  /// Called after a finger, or an action, has changed the selection.
  var onSelection: (() -> Void)?
  /// Called after a tap has selected a row; a tap on a row that is selected changes nothing.
  var onTap: (() -> Void)?
  /// Asks for the rows of a file or a program.
  var onReload: (() -> Void)?
  private let controller: ListController

  /// Creates a table with the rows that are known.
  init(frame: Rect, list: LayoutList) {
    self.list = list
    controller = ListController(list.rows.initial, hasInitials: list.hasInitials)
    super.init(frame: frame)
    rowHeight = list.rowHeight
    allowsSelection = list.selection != .none
    allowsMultipleSelection = list.selection == .multiple
    register(TableViewCell.self, forReuse: ListController.reuse)
    controller.hasIndex = list.hasIndex
    controller.table = self
    dataSource = controller
    delegate = controller
  }

  /// The actions that a table of a layout takes by name.
  override class var actions: [Action] {
    super.actions + visibilityActions + [Action("reloadRows:", reloadRows(_:))]
  }

  /// Reads the file, or runs the program, again.
  func reloadRows(_ sender: AnyObject) { onReload?() }

  /// Lists other rows; selected ids that are still there stay selected.
  func show(_ rows: [LayoutRow]) { controller.show(rows) }

  /// Lists only the rows whose title has the text, in whatever case.
  func search(_ text: String) { controller.search(text) }

  /// The ids of the selected rows, in the order of the list.
  var selectedIDs: [String] { controller.selectedIDs }

  /// Whether a row with the id is listed; one that the search leaves out is not.
  func lists(_ id: String) -> Bool { controller.path(of: id) != nil }

  /// Selects the row with an id and no other, none where it is not listed; `onSelection` is not called.
  func select(_ id: String) { controller.select(id) }
}

/// The rows of a table: its data source and its delegate.
final class ListController: TableViewDataSource, TableViewDelegate {
  /// Rows that stand together under a title.
  private struct Section {
    var title: String?
    var rows: [Int]
  }

  /// The name of the table's cells.
  static let reuse = "row"
  /// Whether the sections are the first letters of the titles.
  private let hasInitials: Bool
  /// Whether the first letters of the sections stand at the right edge.
  var hasIndex = false
  unowned(safe) var table: LayoutTableView?

  private var rows: [LayoutRow] = []
  /// The titles in lower case.
  private var keys: [[UInt8]] = []
  private var sections: [Section] = []
  private var text: [UInt8] = []
  private var isChanging = false
  private(set) var selectedIDs: [String] = []

  init(_ rows: [LayoutRow], hasInitials: Bool) {
    self.hasInitials = hasInitials
    take(rows)
  }

  func show(_ rows: [LayoutRow]) {
    take(rows)
    reload()
  }

  func search(_ text: String) {
    let key = Array(text.lowercased().utf8)
    guard key != self.text else { return }
    self.text = key
    divide()
    reload()
  }

  private func take(_ rows: [LayoutRow]) {
    self.rows = rows
    keys = rows.map { Array($0.title.lowercased().utf8) }
    divide()
  }

  /// Puts the rows that the search finds into their sections, those in the order in which they first come.
  private func divide() {
    var sections: [Section] = []
    var places: [String?: Int] = [:]
    for index in rows.indices where text.isEmpty || Self.contains(keys[index], text) {
      let title = hasInitials ? rows[index].title.prefix(1).uppercased() : rows[index].section
      if let place = places[title] {
        sections[place].rows.append(index)
      } else {
        places[title] = sections.count
        sections.append(Section(title: title, rows: [index]))
      }
    }
    self.sections = sections
  }

  private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    guard let first = part.first, part.count <= text.count else { return part.isEmpty }
    for start in 0...(text.count - part.count) where text[start] == first {
      if text[start..<start + part.count].elementsEqual(part) { return true }
    }
    return false
  }

  /// Loads the table again and selects what was selected.
  private func reload() {
    guard let table else { return }
    let wanted = Set(selectedIDs)
    isChanging = true
    table.reloadData()
    if !wanted.isEmpty {
      for (section, content) in sections.enumerated() {
        for (row, index) in content.rows.enumerated() where wanted.contains(rows[index].id) {
          table.selectRow(at: IndexPath(row: row, section: section), animated: false)
        }
      }
    }
    isChanging = false
    selectionChanged()
  }

  /// Where the first row with an id is listed; `nil` for a row that is not.
  func path(of id: String) -> IndexPath? {
    for (section, content) in sections.enumerated() {
      if let row = content.rows.firstIndex(where: { rows[$0].id == id }) { return IndexPath(row: row, section: section) }
    }
    return nil
  }

  /// Selects a row alone, or none, and tells nobody.
  func select(_ id: String) {
    guard let table, !isChanging else { return }
    isChanging = true
    table.deselectAll()
    if let path = path(of: id) { table.selectRow(at: path, animated: false) }
    isChanging = false
    selectedIDs = table.indexPathsForSelectedRows.compactMap { row(at: $0)?.id }
  }

  private func selectionChanged() {
    guard !isChanging, let table else { return }
    let before = selectedIDs
    selectedIDs = table.indexPathsForSelectedRows.compactMap { row(at: $0)?.id }
    if selectedIDs != before { table.onSelection?() }
  }

  private func row(at path: IndexPath) -> LayoutRow? {
    guard sections.indices.contains(path.section), sections[path.section].rows.indices.contains(path.row) else { return nil }
    return rows[sections[path.section].rows[path.row]]
  }

  // MARK: TableViewDataSource

  func numberOfSections(in tableView: TableView) -> Int { sections.count }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    sections.indices.contains(section) ? sections[section].rows.count : 0
  }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell? {
    let cell = tableView.dequeueReusableCell(withIdentifier: Self.reuse)
    let row = row(at: indexPath)
    cell.text = row?.title ?? ""
    cell.detail = row?.detail ?? ""
    return cell
  }

  func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
    sections.indices.contains(section) ? sections[section].title : nil
  }

  func sectionIndexTitles(for tableView: TableView) -> [String] {
    hasIndex ? sections.map { String($0.title?.prefix(1) ?? "") } : []
  }

  // MARK: TableViewDelegate

  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) { table?.onTap?() }

  func tableViewSelectionDidChange(_ tableView: TableView) { selectionChanged() }
}
