import ContactorControls
import ContactorCore

extension Operation {
  /// Tables: their rows, what changes them, and who is asked for them.
  static let tables: [Operation] = loading + updating + choosingRows + editingRows + tableSettings

  private static let table = Domain.control("TableView", "OutlineView")

  private static let loading: [Operation] = [
    Operation("makeRow", "$0 = $1(reuseIdentifier: \"cell\")", [Domain(new: .row), .flavor("TableViewCell")]) {
      $0.make(ScriptedTableViewCell(reuseIdentifier: "cell"), or: TableViewCell(reuseIdentifier: "cell"))
    },
    Operation("tableSource", "$0.dataSource = $1", [table, .delegateOrNil], weight: 4) {
      $0.the(0, TableView.self).dataSource = $0.maybe(1, ScriptedDelegate.self)
    },
    Operation("registerCell", "$0.register(TableViewCell.self, forReuse: \"cell\")", [table], weight: 1) {
      $0.the(0, TableView.self).register(TableViewCell.self, forReuse: "cell")
    },
    Operation(
      "registerMaker",
      "do { let w = Witness(\"$1\"); $0.register(forReuse: \"cell\") { w.call(); return TableViewCell(reuseIdentifier: \"cell\") } }",
      [table, .closure]
    ) {
      let witness = $0.closure(1)
      $0.the(0, TableView.self).register(forReuse: "cell") {
        witness.call()
        return TableViewCell(reuseIdentifier: "cell")
      }
    },
    Operation("registerRow", "do { let row = $1; $0.register(forReuse: \"cell\") { row! } }", [table, .row], weight: 1) {
      let row = $0.the(1, TableViewCell.self)
      $0.the(0, TableView.self).register(forReuse: "cell") { row }
    },
    Operation("dequeue", "_ = $0.dequeueReusableCell(withIdentifier: $1)", [table, .word], weight: 1) {
      _ = $0.the(0, TableView.self).dequeueReusableCell(withIdentifier: $0.value(1, .words))
    },
    Operation("reloadTable", "$0.reloadData()", [table], weight: 3) { $0.the(0, TableView.self).reloadData() },
    Operation("onError", "do { let w = Witness(\"$1\"); $0.onError = { _, _ in w.call() } }", [table, .closure]) {
      let witness = $0.closure(1)
      $0.the(0, TableView.self).onError = { _, _ in witness.call() }
    },
    Operation("noError", "$0.onError = nil", [table], weight: 1) { $0.the(0, TableView.self).onError = nil },
    Operation(
      "readTable_", "_ = ($0.numberOfSections, $0.numberOfAllRows, $0.indexPathForRow(at: Point(x: $1, y: $2)), $0.visibleCells.count)",
      [table, .coordinate, .extent]
    ) {
      let table = $0.the(0, TableView.self)
      let point = Point(x: $0.value(1, .coordinates), y: $0.value(2, .extents))
      _ = (table.numberOfSections, table.numberOfAllRows, table.indexPathForRow(at: point), table.visibleCells.count)
    },
    Operation("readRow", "_ = ($0.rectForRow(at: $1), $0.cellForRow(at: $1), $0.isRowSelected(at: $1))", [table, .path]) {
      let table = $0.the(0, TableView.self)
      _ = (table.rectForRow(at: $0.path(1)), table.cellForRow(at: $0.path(1)), table.isRowSelected(at: $0.path(1)))
    },
  ]

  private static let updating: [Operation] = [
    Operation("insertRows", "$0.insertRows(at: [$1, $2])", [table, .path, .path], weight: 3) {
      $0.the(0, TableView.self).insertRows(at: [$0.path(1), $0.path(2)])
    },
    Operation("deleteRows", "$0.deleteRows(at: [$1, $2])", [table, .path, .path], weight: 3) {
      $0.the(0, TableView.self).deleteRows(at: [$0.path(1), $0.path(2)])
    },
    Operation("insertRow", "$0.insertRows(at: [$1])", [table, .path]) { $0.the(0, TableView.self).insertRows(at: [$0.path(1)]) },
    Operation("deleteRow", "$0.deleteRows(at: [$1])", [table, .path]) { $0.the(0, TableView.self).deleteRows(at: [$0.path(1)]) },
    Operation("moveRow", "$0.moveRow(at: $1, to: $2)", [table, .path, .path]) {
      $0.the(0, TableView.self).moveRow(at: $0.path(1), to: $0.path(2))
    },
    Operation("reloadRows", "$0.reloadRows(at: [$1])", [table, .path]) { $0.the(0, TableView.self).reloadRows(at: [$0.path(1)]) },
    Operation("insertSections", "$0.insertSections($1)", [table, Domain(sections)], weight: 1) {
      $0.the(0, TableView.self).insertSections($0.value(1, sections))
    },
    Operation("deleteSections", "$0.deleteSections($1)", [table, Domain(sections)], weight: 1) {
      $0.the(0, TableView.self).deleteSections($0.value(1, sections))
    },
    Operation("reloadSections", "$0.reloadSections($1)", [table, Domain(sections)], weight: 1) {
      $0.the(0, TableView.self).reloadSections($0.value(1, sections))
    },
    Operation("moveSection", "$0.moveSection($1, to: $2)", [table, .count, .count], weight: 1) {
      $0.the(0, TableView.self).moveSection($0.count(1), to: $0.count(2))
    },
    Operation("beginUpdates", "$0.beginUpdates()", [table], weight: 1) { $0.the(0, TableView.self).beginUpdates() },
    Operation("endUpdates", "$0.endUpdates()", [table]) { $0.the(0, TableView.self).endUpdates() },
    Operation(
      "batch", "do { let w = Witness(\"$3\"); $0.performBatchUpdates { $0?.deleteRows(at: [$1]); w.call(); $0?.insertRows(at: [$2]) } }",
      [table, .path, .path, .closure]
    ) { arguments in
      let witness = arguments.closure(3)
      arguments.the(0, TableView.self).performBatchUpdates {
        arguments.maybe(0, TableView.self)?.deleteRows(at: [arguments.path(1)])
        witness.call()
        arguments.maybe(0, TableView.self)?.insertRows(at: [arguments.path(2)])
      }
    },
  ]

  private static let sections = ValueList<RangeSet<Int>>(
    [
      (RangeSet(0..<1), "RangeSet(0..<1)"), (RangeSet(1..<2), "RangeSet(1..<2)"), (RangeSet(0..<2), "RangeSet(0..<2)"),
      (RangeSet(), "RangeSet()"),
    ],
    extremes: [
      (RangeSet(-3..<2), "RangeSet(-3..<2)"), (RangeSet(Int.min..<Int.max), "RangeSet(Int.min..<Int.max)"),
      (RangeSet(1_000..<2_000_000), "RangeSet(1_000..<2_000_000)"), (RangeSet(Int.max - 1..<Int.max), "RangeSet(Int.max - 1..<Int.max)"),
    ])

  private static let choosingRows: [Operation] = [
    Operation("selectRow", "$0.selectRow(at: $1, animated: $2, scrollPosition: $3)", [table, .path, .flag, Domain(positions)], weight: 3) {
      $0.the(0, TableView.self).selectRow(at: $0.path(1), animated: $0.flag(2), scrollPosition: $0.value(3, positions))
    },
    Operation("deselectRow", "$0.deselectRow(at: $1)", [table, .path], weight: 1) { $0.the(0, TableView.self).deselectRow(at: $0.path(1)) },
    Operation("selectAllRows", "$0.selectAll()", [table], weight: 1) { $0.the(0, TableView.self).selectAll() },
    Operation("deselectAllRows", "$0.deselectAll()", [table], weight: 1) { $0.the(0, TableView.self).deselectAll() },
    Operation("scrollToRow", "$0.scrollToRow(at: $1, at: $2, animated: $3)", [table, .path, Domain(places), .flag], weight: 3) {
      $0.the(0, TableView.self).scrollToRow(at: $0.path(1), at: $0.value(2, places), animated: $0.flag(3))
    },
    Operation("jumpToTitle", "$0.jump(toIndexTitle: $1)", [table, .count], weight: 1) {
      $0.the(0, TableView.self).jump(toIndexTitle: $0.count(1))
    },
    Operation(
      "readChosen",
      "_ = ($0.indexPathForSelectedRow, $0.selectedRows(inSection: $1), $0.visibleSections, $0.indexPathsForVisibleRows.count, $0.titleForFooter(inSection: $1))",
      [table, .count], weight: 1
    ) {
      let (table, section) = ($0.the(0, TableView.self), $0.count(1))
      _ = (
        table.indexPathForSelectedRow, table.selectedRows(inSection: section), table.visibleSections,
        table.indexPathsForVisibleRows.count, table.titleForFooter(inSection: section)
      )
    },
    Operation(
      "readRows", "_ = ($0.indexPathsForSelectedRows.count, $0.openRow, $0.reorderedRow, $0.titleForHeader(inSection: $1))",
      [table, .count], weight: 1
    ) {
      let table = $0.the(0, TableView.self)
      // Every row of a million may be selected.
      _ = (table.numberOfSelectedRows, table.openRow, table.reorderedRow, table.titleForHeader(inSection: $0.count(1)))
    },
  ]

  private static let places = ValueList<TableView.ScrollPosition>([
    (.none, ".none"), (.top, ".top"), (.middle, ".middle"), (.bottom, ".bottom"),
  ])
  private static let positions = ValueList<TableView.ScrollPosition?>([(nil, "nil"), (.some(.none), ".some(.none)"), (.middle, ".middle")])

  private static let editingRows: [Operation] = [
    Operation("editRow", "$0.editRow(at: $1)", [table, .path], weight: 3) { _ = $0.the(0, TableView.self).editRow(at: $0.path(1)) },
    Operation("endEditingRow", "$0.endEditingRow()", [table], weight: 1) { $0.the(0, TableView.self).endEditingRow() },
    Operation("setRowValue", "$0.setValue(.text($2), forRowAt: $1)", [table, .path, .word], weight: 1) {
      $0.the(0, TableView.self).setValue(.text($0.value(2, .words)), forRowAt: $0.path(1))
    },
    Operation("closeSwipe", "$0.closeSwipe()", [table]) { $0.the(0, TableView.self).closeSwipe() },
    Operation("typeIntoRow", "$0.editingField?.insertText($1)", [table, .word], weight: 1) {
      $0.the(0, TableView.self).editingField?.insertText($0.value(1, .words))
    },
    Operation("setCell", "($0.text, $0.detail) = ($1, $1)", [.row, .word], weight: 1) {
      let cell = $0.the(0, TableViewCell.self)
      (cell.text, cell.detail) = ($0.value(1, .words), $0.value(1, .words))
    },
    Operation("cellAccessory", "$0.accessory = $1", [.row, Domain(accessories)], weight: 1) {
      $0.the(0, TableViewCell.self).accessory = $0.value(1, accessories)
    },
    Operation("cellIndent", "$0.indentation = $1", [.row, .number], weight: 1) { $0.the(0, TableViewCell.self).indentation = $0.number(1) },
    Operation("cellValue", "$0.setValue(.text($1))", [.row, .word], weight: 1) {
      $0.the(0, TableViewCell.self).setValue(.text($0.value(1, .words)))
    },
    Operation("addRowView", "$0.addSubview($1)", [.anyView, .row], weight: 1) { $0.the(0, View.self).addSubview($0.the(1)) },
    Operation("removeRowView", "$0.removeFromSuperview()", [.row]) { $0.the(0, View.self).removeFromSuperview() },
    Operation(
      "emptyTable", "for cell in $0.visibleCells { cell.removeFromSuperview() }", [table]
    ) {
      for cell in $0.the(0, TableView.self).visibleCells { cell.removeFromSuperview() }
    },
  ]

  private static let accessories = ValueList<TableViewCell.Accessory>([(.none, ".none"), (.checkmark, ".checkmark"), (.detail, ".detail")])

  private static let tableSettings: [Operation] = [
    setting("tableRowHeight", "rowHeight", table, \TableView.rowHeight, .lengths),
    setting("tableHeaders", "sectionHeaderHeight", table, \TableView.sectionHeaderHeight, .lengths),
    setting("tableFooters", "sectionFooterHeight", table, \TableView.sectionFooterHeight, .lengths),
    setting("headersStay", "sectionHeadersStay", table, \TableView.sectionHeadersStay, .flags),
    setting("selectsRows", "allowsSelection", table, \TableView.allowsSelection, .flags),
    setting("selectsSeveral", "allowsMultipleSelection", table, \TableView.allowsMultipleSelection, .flags, weight: 2),
    setting("tableEditing", "isEditing", table, \TableView.isEditing, .flags, weight: 2),
    setting("reorders", "reordersByLongPress", table, \TableView.reordersByLongPress, .flags),
  ]
}

extension Domain {
  static let row = Domain([.row])
  static let path = Domain(.paths)
}

extension Arguments {
  func path(_ position: Int) -> IndexPath { value(position, .paths) }
}

extension ValueList where Value == IndexPath {
  /// Places of rows.
  static let paths = ValueList(
    [(0, 0), (1, 0), (2, 0), (5, 0), (0, 1), (19, 0), (2, 1)].map(Self.named),
    extremes: [(-1, 0), (0, -1), (Int.max, 0), (0, Int.max), (Int.min, Int.min), (1_000_000, 0), (Int.max, Int.max)].map(Self.named))

  private static func named(_ row: Int, _ section: Int) -> (IndexPath, String) {
    (IndexPath(row: row, section: section), "IndexPath(row: \(row), section: \(section))")
  }
}
