import ContactorControls
import ContactorCore

extension Form {
  /// Tables, outlines and browsers, what is done to them, and what their delegates and observers hear.
  static let dataViews = Form(name: "data views", reads: { ["table", "outline", "browser"].contains($0.area) }) { item in
    let ours: [String: JSON] =
      switch item.area {
      case "table": try selections(item)
      case "outline": try expansions(item)
      default: item.given["type"].isNull ? try proposals(item) : try typing(item)
      }
    try match(ours, item.expect.object())
  }

  /// `select 2` and `deselectAll` in code, and how many notifications there are after each.
  private static func selections(_ item: Case) throws -> [String: JSON] {
    let rig = Rig()
    let rows = Rows(count: 10)
    let table = rig.add(TableView(frame: Rect(x: 0, y: 0, width: 300, height: 300)))
    table.dataSource = rows
    var count = 0
    let token = rig.application.notifications.observe(TableView.SelectionDidChange.self, from: table) { _ in count += 1 }
    var (counts, selected): ([Double], [Double]) = ([], [])
    for operation in try item.given["ops"].texts() {
      let words = operation.split(separator: " ")
      if words.count == 2, words[0] == "select", let row = Int(words[1]) {
        table.selectRow(at: IndexPath(row: row))
      } else if operation == "deselectAll" {
        table.deselectAll()
      } else {
        throw MalformedCase(.text(operation), "select and a row, or deselectAll")
      }
      counts.append(Double(count))
      selected.append(Double(table.indexPathForSelectedRow?.row ?? -1))
    }
    return withExtendedLifetime(token) { ["didChangeCount": JSON(counts), "selectedRow": JSON(selected)] }
  }

  /// `expand` and `collapse` of the one outermost item.
  private static func expansions(_ item: Case) throws -> [String: JSON] {
    let rig = Rig()
    let tree = Tree(try item.given["tree"].object().mapValues { try $0.texts() })
    guard let root = tree.roots.first else { throw MalformedCase(item.given, "an item that holds others") }
    let outline = rig.add(OutlineView(frame: Rect(x: 0, y: 0, width: 300, height: 300)))
    outline.outlineDataSource = tree
    var (expanded, collapsed, told) = (0, 0, JSON.null)
    let hub = rig.application.notifications
    let tokens = [
      hub.observe(OutlineView.ItemDidExpand.self, from: outline) {
        expanded += 1
        told = .text("\($0.item.base)")
      },
      hub.observe(OutlineView.ItemDidCollapse.self, from: outline) {
        collapsed += 1
        told = .text("\($0.item.base)")
      },
    ]
    var (expansions, collapses): ([Double], [Double]) = ([], [])
    for operation in try item.given["ops"].texts() {
      if operation == "expand" { outline.expandItem(root) } else { outline.collapseItem(root) }
      expansions.append(Double(expanded))
      collapses.append(Double(collapsed))
    }
    return withExtendedLifetime(tokens) {
      ["expandCount": JSON(expansions), "collapseCount": JSON(collapses), "userInfoItem": told]
    }
  }

  /// A click on a row, and what a browser's delegate makes of it.
  private static func proposals(_ item: Case) throws -> [String: JSON] {
    var selected: [Double] = []
    var (perClick, inCode) = (0, 0)
    for answer in try item.given["delegateAnswers"].texts() {
      let rig = Rig()
      let tree = Tree([:], roots: (0..<(try item.given["rows"].integer())).map { "row \($0)" })
      tree.answer = answer
      let browser = rig.add(Browser(frame: Rect(x: 0, y: 0, width: 300, height: 300)))
      browser.browserDelegate = tree
      browser.layoutIfNeeded()
      let click = try item.given["clickRow"].integer()
      try rig.tap(Point(x: 20, y: 44 * Double(click) + 20))
      selected.append(Double(browser.selectedRow(inColumn: 0)))
      perClick = max(perClick, tree.proposals)
      browser.selectRow(0, inColumn: 0)
      inCode = max(inCode, tree.proposals - 1)
    }
    return [
      "selectedRow": JSON(selected), "delegateCallsPerClick": JSON(perClick), "delegateCallsForProgrammaticSelect": JSON(inCode),
    ]
  }

  /// Keys in a browser whose delegate searches.
  private static func typing(_ item: Case) throws -> [String: JSON] {
    let rig = Rig()
    let tree = Tree([:], roots: try item.given["rows"].texts())
    tree.match = try item.given["delegateSearch"]["returns"].integer()
    let browser = rig.add(Browser(frame: Rect(x: 0, y: 0, width: 300, height: 300)))
    browser.browserDelegate = tree
    browser.selectRow(try item.given["selected"].integer(), inColumn: 0)
    rig.window.makeKey()
    browser.becomeFirstResponder()
    for (number, key) in try item.given["type"].texts().enumerated() {
      _ = rig.application.sendKey(KeyEvent(key, timestamp: Timestamp(microseconds: Int64(number) * 100_000)))
    }
    return [
      "calls": JSON(tree.searches.count), "searchStrings": JSON(tree.searches.map(\.text)),
      "fromRow": JSON(tree.searches.map { Double($0.from) }), "toRowFirst": tree.searches.first.map { JSON($0.to) } ?? .null,
      "selectedRow": JSON(browser.selectedRow(inColumn: 0)),
    ]
  }
}

/// Rows without content.
private final class Rows: TableViewDataSource {
  let count: Int

  init(count: Int) { self.count = count }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { count }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell? { TableViewCell(reuseIdentifier: nil) }
}

/// Items by name, and what a browser asks about them.
private final class Tree: OutlineViewDataSource, BrowserDelegate {
  let children: [String: [String]]
  let roots: [String]
  /// What it says of a proposed selection; `nil` unless the case says.
  var answer = "nil"
  var match: Int?
  private(set) var proposals = 0
  private(set) var searches: [(text: String, from: Int, to: Int)] = []

  init(_ children: [String: [String]], roots: [String]? = nil) {
    self.children = children
    self.roots = roots ?? children.keys.sorted()
  }

  private func names(_ item: AnyHashable?) -> [String] {
    guard let item else { return roots }
    return (item.base as? String).flatMap { children[$0] } ?? []
  }

  func outlineView(_ outlineView: OutlineView, numberOfChildrenOfItem item: AnyHashable?) -> Int { names(item).count }

  func outlineView(_ outlineView: OutlineView, child index: Int, ofItem item: AnyHashable?) -> AnyHashable? { names(item)[index] }

  func outlineView(_ outlineView: OutlineView, isItemExpandable item: AnyHashable) -> Bool { !names(item).isEmpty }

  func outlineView(_ outlineView: OutlineView, cellForItem item: AnyHashable) -> TableViewCell? { TableViewCell(reuseIdentifier: nil) }

  func browser(_ browser: Browser, numberOfChildrenOfItem item: AnyHashable?) -> Int { names(item).count }

  func browser(_ browser: Browser, child index: Int, ofItem item: AnyHashable?) -> AnyHashable? { names(item)[index] }

  /// `proposed {1}`, `{3}`, `{} (empty)` or `nil`.
  func browser(_ browser: Browser, selectionRowsForProposedSelection rows: RangeSet<Int>, inColumn column: Int) -> RangeSet<Int>? {
    proposals += 1
    if answer.hasPrefix("proposed") { return rows }
    if answer == "nil" { return nil }
    guard let row = Int(answer.filter(\.isNumber)) else { return RangeSet() }
    return RangeSet(row..<row + 1)
  }

  func browser(
    _ browser: Browser, nextTypeSelectMatchFromRow start: Int, toRow end: Int, inColumn column: Int, forString text: String
  ) -> Int? {
    searches.append((text, start, end))
    return match
  }
}
