import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Rows of tables that are selected by keys and standard actions.
@Suite("Keys in tables (contract 7.4, 8.4)")
struct ListKeyTests {
  private let rig = TableRig(rows: 100)
  private var table: TableView { rig.table }

  init() {
    rig.stage.window.makeKey()
    table.becomeFirstResponder()
  }

  @discardableResult
  private func key(_ characters: String, _ modifiers: KeyEvent.Modifiers = []) -> Bool {
    rig.stage.application.sendKey(KeyEvent(characters, modifiers: modifiers, timestamp: rig.stage.application.now))
  }

  private var rows: [Int] { table.indexPathsForSelectedRows.map(\.row) }

  @Test("7.4, 8.4 arrows, pages and ends select a row, and scroll it into view")
  func moves() {
    #expect(key(KeyEvent.downArrow) && rows == [0])
    #expect(key(KeyEvent.downArrow) && rows == [1])
    #expect(rig.taken() == ["selection", "select 0-0", "selection", "deselect 0-0", "select 0-1"])
    key(KeyEvent.pageDown, .option)
    #expect(rows == [10])
    key(KeyEvent.end)
    #expect(rows == [99] && table.contentOffset.y == 100 * 44 - 480)
    #expect(key(KeyEvent.downArrow) && rows == [99], "the last row stays")
    key(KeyEvent.pageUp, .option)
    #expect(rows[0] < 95 && rows[0] > 85 && table.indexPathsForVisibleRows.contains(IndexPath(row: rows[0])))
    #expect(table.doCommand(by: "moveToBeginningOfDocument:") && rows == [0] && table.contentOffset.y == 0)
    #expect(!table.doCommand(by: "moveLeft:") && !table.doCommand(by: "selectAll:"), "one row alone can be selected")
  }

  @Test("7.4, 8.4 page up and page down alone scroll, as in AppKit, and select nothing")
  func pages() {
    table.selectRow(at: IndexPath(row: 3))
    rig.log = []
    #expect(key(KeyEvent.pageDown) && table.contentOffset.y == 470 && rows == [3] && rig.taken().isEmpty)
    #expect(key(KeyEvent.pageDown) && table.contentOffset.y == 940)
    #expect(key(KeyEvent.pageUp) && table.contentOffset.y == 470)
    #expect(table.doCommand(by: "scrollLineDown:") && table.contentOffset.y == 480)
    #expect(table.doCommand(by: "scrollToEndOfDocument:") && table.contentOffset.y == 100 * 44 - 480)
    #expect(!key(KeyEvent.pageDown) && table.contentOffset.y == 100 * 44 - 480 && rows == [3], "there is no more below")
    #expect(table.doCommand(by: "scrollToBeginningOfDocument:") && table.contentOffset.y == 0)
    rig.sections = [["one"]]
    table.reloadData()
    #expect(!key(KeyEvent.pageDown), "all of it is seen")
  }

  @Test("7.4 a scroll view scrolls for page keys that nothing inside it handles, the inner one first, and a page at a time with paging")
  func pagesAround() {
    let outer = rig.stage.add(ScrollView(frame: Rect(x: 400, y: 0, width: 300, height: 200)), "outer")
    outer.contentSize = Size(width: 300, height: 1000)
    let inner = rig.stage.add(ScrollView(frame: Rect(x: 0, y: 0, width: 300, height: 100)), "inner", to: outer)
    inner.contentSize = Size(width: 900, height: 100)
    let field = rig.stage.add(TextField(frame: Rect(x: 0, y: 0, width: 200, height: 40)), "field", to: inner)
    field.becomeFirstResponder()
    #expect(key(KeyEvent.pageDown) && inner.contentOffset.x == 290 && outer.contentOffset.y == 0)
    inner.isPagingEnabled = true
    #expect(key(KeyEvent.pageUp) && key(KeyEvent.pageDown) && inner.contentOffset.x == 300)
    inner.contentSize = Size(width: 300, height: 100)
    #expect(key(KeyEvent.pageDown) && outer.contentOffset.y == 190)
    outer.isScrollEnabled = false
    #expect(!key(KeyEvent.pageDown) && outer.contentOffset.y == 190)
  }

  @Test("7.4 a text, a table and a scroll view that have no more to show that way leave page keys to the scroll view around them")
  func pagesBeyond() {
    let page = rig.stage.add(ScrollView(frame: Rect(x: 400, y: 0, width: 300, height: 300)), "page")
    page.contentSize = Size(width: 300, height: 2000)
    let text = rig.stage.add(TextView(frame: Rect(x: 0, y: 50, width: 300, height: 100)), "text", to: page)
    let inner = rig.stage.add(ScrollView(frame: Rect(x: 0, y: 200, width: 300, height: 100)), "inner", to: page)
    let field = rig.stage.add(TextField(frame: Rect(x: 0, y: 0, width: 300, height: 40)), "field", to: inner)
    page.addSubview(table)
    table.frame = Rect(x: 0, y: 350, width: 300, height: 480)
    func check(_ view: View, _ offset: () -> Double, sourceLocation: SourceLocation = #_sourceLocation) {
      page.contentOffset = .zero
      view.becomeFirstResponder()
      #expect(key(KeyEvent.pageDown) && offset() > 0 && page.contentOffset.y == 0, sourceLocation: sourceLocation)
      for _ in 0..<20 where page.contentOffset.y == 0 { key(KeyEvent.pageDown) }
      let end = offset()
      #expect(page.contentOffset.y == 290, sourceLocation: sourceLocation)
      #expect(key(KeyEvent.pageUp) && offset() < end && page.contentOffset.y == 290, sourceLocation: sourceLocation)
      for _ in 0..<20 where page.contentOffset.y > 0 { key(KeyEvent.pageUp) }
      #expect(offset() == 0 && page.contentOffset.y == 0 && !key(KeyEvent.pageUp), sourceLocation: sourceLocation)
    }
    text.text = String(repeating: "line\n", count: 20)
    text.selectedRange = 0..<0
    inner.contentSize = Size(width: 300, height: 250)
    check(text) { text.contentOffset.y }
    check(field) { inner.contentOffset.y }
    check(table) { table.contentOffset.y }
    for short in ["", "a\nb"] {
      text.text = short
      page.contentOffset = .zero
      text.becomeFirstResponder()
      #expect(key(KeyEvent.pageDown) && page.contentOffset.y == 290 && text.text == short)
      #expect(!text.canPerformAction("scrollLineDown:", withSender: nil))
    }
    inner.frame.size.height = 0
    field.becomeFirstResponder()
    #expect(key(KeyEvent.pageDown) && page.contentOffset.y == 580, "a view of no height shows nothing of its content")
  }

  @Test("7.4 the tables bind the page keys: alone they scroll except on a PC, with shift they select, with option they move")
  func pageBindings() {
    for (bindings, plain) in [
      (KeyBindings.common, "scrollPageDown:"), (.appKit, "scrollPageDown:"), (.standard, "scrollPageDown:"), (.pc, "pageDown:"),
    ] {
      #expect(bindings[.init(KeyEvent.pageDown)] == [ActionName(plain)])
      #expect(bindings[.init(KeyEvent.pageUp, .shift)] == ["pageUpAndModifySelection:"])
    }
    #expect(KeyBindings.standard[.init(KeyEvent.pageUp, .option)] == ["pageUp:"])
  }

  @Test("7.4, 8.4 shift extends a multiple selection from where it began, and all is selected and deselected")
  func extends() {
    table.allowsMultipleSelection = true
    table.selectRow(at: IndexPath(row: 5))
    key(KeyEvent.downArrow, .shift)
    key(KeyEvent.downArrow, .shift)
    #expect(rows == [5, 6, 7])
    for _ in 0..<3 { key(KeyEvent.upArrow, .shift) }
    #expect(rows == [4, 5])
    key(KeyEvent.upArrow)
    #expect(rows == [3])
    key(KeyEvent.end, .shift)
    #expect(rows == Array(3..<100))
    key("a", .command)
    #expect(table.numberOfSelectedRows == 100 && table.doCommand(by: "deselectAll:") && rows.isEmpty)
    rig.tap(IndexPath(row: 95), at: 1000)
    key(" ")
    #expect(rows.isEmpty, "space does what a tap does")
    key(KeyEvent.downArrow)
    #expect(rows == [96])
  }

  @Test("7.4, 8.4 rows that the delegate refuses are passed over, and left out of what shift selects")
  func refused() {
    rig.refusesSelection = [IndexPath(row: 1), IndexPath(row: 2), IndexPath(row: 99)]
    rig.refusesHighlight = [IndexPath(row: 98)]
    key(KeyEvent.downArrow)
    key(KeyEvent.downArrow)
    #expect(rows == [3])
    key(KeyEvent.end)
    #expect(rows == [97])
    #expect(key(KeyEvent.downArrow) && rows == [97])
    table.allowsMultipleSelection = true
    table.selectRow(at: IndexPath(row: 0))
    table.deselectRow(at: IndexPath(row: 97))
    key(KeyEvent.pageDown, .shift)
    #expect(rows == [0] + Array(3..<10))
    rig.refusesSelection = Set((0..<100).map { IndexPath(row: $0) })
    table.deselectAll()
    #expect(key(KeyEvent.downArrow) && rows.isEmpty)
  }

  @Test("7.4, 8.4 return chooses the row again, delete asks the data source, which may refuse")
  func choosing() {
    key(KeyEvent.downArrow)
    _ = rig.taken()
    #expect(key(KeyEvent.carriageReturn) && rig.taken() == ["select 0-0"])
    #expect(key(KeyEvent.delete) && rig.taken().isEmpty && table.numberOfAllRows == 100)
    rig.canEdit = true
    key(KeyEvent.delete)
    #expect(rig.taken() == ["commit delete 0-0", "selection"] && table.numberOfAllRows == 99 && rows.isEmpty)
    table.allowsMultipleSelection = true
    for row in [3, 7, 8] { table.selectRow(at: IndexPath(row: row)) }
    #expect(table.doCommand(by: "deleteForward:") && table.numberOfAllRows == 96)
    #expect(rig.taken().filter { $0.hasPrefix("commit") } == ["commit delete 0-8", "commit delete 0-7", "commit delete 0-3"])
    #expect(!key(KeyEvent.delete), "with nothing selected the key goes on")
  }

  @Test("7.5, 8.4 a table's value is the number of its selected row")
  func value() {
    let rig = TableRig(sections: [["a", "b"], [], ["c", "d"]], headers: ["one", nil, "two"])
    #expect(rig.table.objectValue == nil)
    rig.table.intValue = 3
    #expect(rig.table.indexPathForSelectedRow == IndexPath(row: 1, section: 2) && rig.table.intValue == 3)
    rig.table.becomeFirstResponder()
    rig.stage.window.makeKey()
    #expect(rig.table.doCommand(by: "moveUp:") && rig.table.intValue == 2)
    #expect(rig.table.doCommand(by: "moveUp:") && rig.table.indexPathForSelectedRow == IndexPath(row: 1))
    for wrong in [4, -1, Int.max] {
      rig.table.intValue = wrong
      #expect(rig.table.objectValue == nil)
    }
    rig.table.takeIntValue(from: Slider(frame: .zero))
    #expect(rig.table.intValue == 0 && rig.table.indexPathForSelectedRow == IndexPath(row: 0))
  }

  @Test("7.4, 8.4 the place of the keys follows rows that come and go")
  func updates() {
    table.allowsMultipleSelection = true
    table.selectRow(at: IndexPath(row: 5))
    key(KeyEvent.downArrow)
    rig.sections[0].insert("new", at: 0)
    table.insertRows(at: [IndexPath(row: 0)])
    key(KeyEvent.downArrow, .shift)
    #expect(rows == [7, 8])
    rig.sections = [["a"]]
    table.reloadData()
    #expect(key(KeyEvent.downArrow) && rows == [0])
  }

  @Test("5.14, 8.4 rows that go while keys ask and tell leave the selection among the rows", arguments: 0..<6)
  func hostile(_ kind: Int) {
    rig.canEdit = true
    table.allowsMultipleSelection = kind % 2 == 0
    var calls = 0
    defer { rig.asked = nil }
    rig.asked = { [rig] question, path in
      guard ["highlight", "select", "didSelect", "didDeselect"].contains(question), calls < 200 else { return }
      calls += 1
      switch kind {
      case 0, 1:
        rig.sections = [Array(rig.sections[0].dropLast(30))]
        rig.table.reloadData()
      case 2: rig.table.doCommand(by: "moveDownAndModifySelection:")
      case 3: rig.table.selectRow(at: IndexPath(row: 7))
      case 4: rig.table.doCommand(by: "deleteBackward:")
      default: rig.table.removeFromSuperview()
      }
    }
    for name in ["moveDown:", "moveDownAndModifySelection:", "pageDownAndModifySelection:", "insertNewline:", "deleteBackward:", "moveUp:"]
    {
      table.doCommand(by: ActionName(name))
      key(" ")
      #expect(table.indexPathsForSelectedRows.allSatisfy { $0.row < table.numberOfRows(inSection: $0.section) })
    }
  }

  @Test("7.4, 8.4 an outline's row is expanded, collapsed, and left for the one around it by keys")
  func outline() {
    let tree = OutlineTree()
    let outline = OutlineView(frame: Rect(x: 400, y: 0, width: 300, height: 300))
    rig.stage.add(outline, "outline")
    outline.outlineDataSource = tree
    outline.becomeFirstResponder()
    key(KeyEvent.downArrow)
    key(KeyEvent.rightArrow)
    #expect(outline.numberOfAllRows == 4 && outline.isItemExpanded("a"))
    key(KeyEvent.downArrow)
    #expect(outline.intValue == 1)
    key(KeyEvent.leftArrow)
    #expect(outline.intValue == 0 && outline.isItemExpanded("a"))
    key(KeyEvent.leftArrow)
    #expect(outline.numberOfAllRows == 2)
  }
}

/// Two items, each with two inside.
final class OutlineTree: OutlineViewDataSource, BrowserDelegate {
  func outlineView(_ outlineView: OutlineView, numberOfChildrenOfItem item: AnyHashable?) -> Int {
    (item.map { "\($0)" } ?? "").count < 2 ? 2 : 0
  }

  func outlineView(_ outlineView: OutlineView, child index: Int, ofItem item: AnyHashable?) -> AnyHashable? {
    (item.map { "\($0)" } ?? "") + ["a", "b"][index]
  }

  func outlineView(_ outlineView: OutlineView, isItemExpandable item: AnyHashable) -> Bool { "\(item)".count < 2 }

  func outlineView(_ outlineView: OutlineView, cellForItem item: AnyHashable) -> TableViewCell? {
    let cell = TableViewCell(reuseIdentifier: nil)
    cell.text = "\(item)"
    return cell
  }

  func browser(_ browser: Browser, numberOfChildrenOfItem item: AnyHashable?) -> Int { (item.map { "\($0)" } ?? "").count < 2 ? 2 : 0 }

  func browser(_ browser: Browser, child index: Int, ofItem item: AnyHashable?) -> AnyHashable? {
    (item.map { "\($0)" } ?? "") + ["a", "b"][index]
  }

  func browser(_ browser: Browser, isLeafItem item: AnyHashable) -> Bool { "\(item)".count == 2 }
}
