import ContactorControls
import ContactorCore

extension Operation {
  /// Browsers and the tables that are their columns.
  static let browsers: [Operation] = choosingItems + columns

  private static let browser = Domain.control("Browser")

  private static let choosingItems: [Operation] = [
    Operation("browserDelegate", "$0.browserDelegate = $1", [browser, .delegateOrNil], weight: 4) {
      $0.the(0, Browser.self).browserDelegate = $0.maybe(1, ScriptedDelegate.self)
    },
    Operation("loadColumnZero", "$0.loadColumnZero()", [browser], weight: 2, inside: 5) { $0.the(0, Browser.self).loadColumnZero() },
    Operation("selectBrowserRow", "$0.selectRow($1, inColumn: $2)", [browser, .count, .count], weight: 5) {
      $0.the(0, Browser.self).selectRow($0.count(1), inColumn: $0.count(2))
    },
    Operation("deepBrowser", "for column in 0..<70 { $0?.selectRow($1, inColumn: column) }", [browser, .count], weight: 2) {
      for column in 0..<70 { $0.maybe(0, Browser.self)?.selectRow($0.count(1), inColumn: column) }
    },
    setting("columnWidth", "columnWidth", browser, \Browser.columnWidth, .numbers),
    Operation("typeSelect", "$0.typeSelect($1, at: $2)", [browser, Domain(.presses), .moment], weight: 4) {
      $0.the(0, Browser.self).typeSelect($0.value(1, .presses), at: $0.moment)
    },
    Operation("browserFirst", "$0.becomeFirstResponder()", [browser], weight: 3) { $0.the(0, Responder.self).becomeFirstResponder() },
    Operation(
      "readBrowser", "_ = ($0.numberOfColumns, $0.selectedColumn, $0.selectedRow(inColumn: $1), $0.table(inColumn: $1), $0.columnWidth)",
      [browser, .count], weight: 1
    ) {
      let browser = $0.the(0, Browser.self)
      let column = $0.count(1)
      _ = (
        browser.numberOfColumns, browser.selectedColumn, browser.selectedRow(inColumn: column), browser.table(inColumn: column),
        browser.columnWidth
      )
    },
  ]

  /// What any program can do to a column, since it is a table.
  private static let columns: [Operation] = [
    Operation(
      "chooseInColumn", "_ = $0.table(inColumn: $1)?.performAccessibility(.activate, at: $2)", [browser, .count, .index], weight: 5
    ) {
      _ = $0.the(0, Browser.self).table(inColumn: $0.count(1))?.performAccessibility(.activate, at: $0.value(2, .indices))
    },
    Operation("selectInColumn", "$0.table(inColumn: $1)?.selectRow(at: $2)", [browser, .count, .path]) {
      $0.the(0, Browser.self).table(inColumn: $0.count(1))?.selectRow(at: $0.path(2))
    },
    Operation("reloadColumn", "$0.table(inColumn: $1)?.reloadData()", [browser, .count], weight: 2, inside: 4) {
      $0.the(0, Browser.self).table(inColumn: $0.count(1))?.reloadData()
    },
    Operation(
      "changeColumn", "$0.table(inColumn: $1)?.deleteRows(at: [$2]); $0?.table(inColumn: $1)?.insertRows(at: [$3])",
      [browser, .count, .path, .path]
    ) {
      $0.the(0, Browser.self).table(inColumn: $0.count(1))?.deleteRows(at: [$0.path(2)])
      $0.maybe(0, Browser.self)?.table(inColumn: $0.count(1))?.insertRows(at: [$0.path(3)])
    },
    Operation("removeColumn", "$0.table(inColumn: $1)?.removeFromSuperview()", [browser, .count], weight: 1, inside: 4) {
      $0.the(0, Browser.self).table(inColumn: $0.count(1))?.removeFromSuperview()
    },
    Operation("moveColumn", "if let table = $0.table(inColumn: $1) { $2.addSubview(table) }", [browser, .count, .anyView], weight: 1) {
      if let table = $0.the(0, Browser.self).table(inColumn: $0.count(1)) { $0.the(2, View.self).addSubview(table) }
    },
    Operation("columnSource", "$0.table(inColumn: $1)?.dataSource = $2", [browser, .count, .delegateOrNil], weight: 1) {
      $0.the(0, Browser.self).table(inColumn: $0.count(1))?.dataSource = $0.maybe(2, ScriptedDelegate.self)
    },
    Operation("columnDelegate", "$0.table(inColumn: $1)?.delegate = $2", [browser, .count, .delegateOrNil], weight: 1) {
      $0.the(0, Browser.self).table(inColumn: $0.count(1))?.delegate = $0.maybe(2, ScriptedDelegate.self)
    },
    Operation("columnChooses", "$0.table(inColumn: $1)?.allowsMultipleSelection = $2", [browser, .count, .flag], weight: 1) {
      $0.the(0, Browser.self).table(inColumn: $0.count(1))?.allowsMultipleSelection = $0.flag(2)
    },
    Operation(
      "readColumn", "for cell in $0.table(inColumn: $1)?.visibleCells ?? [] { _ = (cell.text, cell.tableView, cell.accessibility) }",
      [browser, .count], weight: 1
    ) {
      for cell in $0.the(0, Browser.self).table(inColumn: $0.count(1))?.visibleCells ?? [] {
        _ = (cell.text, cell.tableView, cell.accessibility)
      }
    },
  ]
}

extension Domain {
  static let index = Domain(.indices)
}
