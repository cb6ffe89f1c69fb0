import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Outlines and browsers.
@Suite("Outlines and browsers")
struct OutlineTests {
  private final class Tree: OutlineViewDataSource, OutlineViewDelegate, BrowserDelegate {
    var children: [String: [String]] = ["": ["a", "b", "c"], "a": ["a1", "a2"], "a1": ["deep"], "c": ["c1"]]
    var refuses = false
    var asked: (() -> Void)?
    var count: Int?
    var log: [String] = []
    /// The row that is selected in place of what a user chose.
    var instead: Int?

    private func names(_ item: AnyHashable?) -> [String] { children[item?.base as? String ?? ""] ?? [] }

    func outlineView(_ outlineView: OutlineView, numberOfChildrenOfItem item: AnyHashable?) -> Int {
      asked?()
      return count ?? names(item).count
    }

    func outlineView(_ outlineView: OutlineView, child index: Int, ofItem item: AnyHashable?) -> AnyHashable? {
      names(item).indices.contains(index) ? names(item)[index] : nil
    }

    func outlineView(_ outlineView: OutlineView, isItemExpandable item: AnyHashable) -> Bool { !names(item).isEmpty }

    func outlineView(_ outlineView: OutlineView, cellForItem item: AnyHashable) -> TableViewCell? {
      let cell = outlineView.dequeueReusableCell(withIdentifier: "item")
      cell.text = item.base as? String
      return cell
    }

    func outlineView(_ outlineView: OutlineView, shouldExpandItem item: AnyHashable) -> Bool { !refuses }

    func outlineView(_ outlineView: OutlineView, shouldCollapseItem item: AnyHashable) -> Bool { !refuses }

    func browser(_ browser: Browser, numberOfChildrenOfItem item: AnyHashable?) -> Int { names(item).count }

    func browser(_ browser: Browser, child index: Int, ofItem item: AnyHashable?) -> AnyHashable? {
      names(item).indices.contains(index) ? names(item)[index] : nil
    }

    func browser(_ browser: Browser, isLeafItem item: AnyHashable) -> Bool { names(item).isEmpty }

    func browser(_ browser: Browser, selectionRowsForProposedSelection rows: RangeSet<Int>, inColumn column: Int) -> RangeSet<Int>? {
      instead.map { RangeSet($0..<$0 + 1) }
    }

    func browser(_ browser: Browser, didSelectRow row: Int, inColumn column: Int) { log.append("\(column):\(row)") }
  }

  private let stage = Stage()
  private let tree = Tree()
  private let outline = OutlineView(frame: Rect(x: 0, y: 0, width: 300, height: 480))

  init() {
    stage.add(outline, "outline")
    outline.register(TableViewCell.self, forReuse: "item")
    outline.delegate = tree
    outline.outlineDataSource = tree
    stage.pass(to: 1)
  }

  private var texts: [String] {
    outline.visibleCells.map { String(repeating: " ", count: Int($0.indentation) / 16 - 1) + ($0.text ?? "-") }
  }

  @Test("8.4 An item shows and hides those inside it, and remembers which of them were expanded")
  func expand() {
    #expect(texts == ["a", "b", "c"])
    #expect(outline.expandItem("a") && outline.expandItem("a1"))
    #expect(texts == ["a", " a1", "  deep", " a2", "b", "c"])
    #expect(!outline.expandItem("a") && !outline.expandItem("b") && !outline.expandItem("none"))
    #expect(outline.collapseItem("a") && !outline.collapseItem("a"))
    #expect(texts == ["a", "b", "c"])
    #expect(outline.expandItem("a"))
    #expect(texts == ["a", " a1", "  deep", " a2", "b", "c"])
    tree.refuses = true
    #expect(!outline.collapseItem("a") && !outline.expandItem("c"))
    tree.children["a"] = ["a2"]
    outline.reloadItems()
    #expect(texts == ["a", " a2", "b", "c"])
    #expect(outline.level(forRow: 1) == 1 && outline.row(forItem: "c") == 3 && outline.item(atRow: 9) == nil)
  }

  @Test("8.4 A tap on a row's sign expands it, a tap beside selects it")
  func touches() {
    stage.tap(1, 20, 22, at: 1000)
    #expect(texts == ["a", " a1", " a2", "b", "c"] && outline.indexPathForSelectedRow == nil)
    #expect(outline.cellForRow(at: IndexPath(row: 0))?.disclosure == .expanded)
    stage.tap(1, 200, 22, at: 3000)
    #expect(outline.indexPathForSelectedRow == IndexPath(row: 0))
    stage.tap(1, 20, 22, at: 5000)
    #expect(texts == ["a", "b", "c"] && outline.indexPathForSelectedRow == IndexPath(row: 0))
    #expect(outline.customAccessibilityActions(at: 0) == ["Expand"] && outline.customAccessibilityActions(at: 1) == [])
    #expect(outline.performAccessibility(.custom("Expand"), at: 0) && outline.isItemExpanded("a"))
    #expect(outline.performAccessibility(.custom("Collapse"), at: 0) && !outline.isItemExpanded("a"))
  }

  @Test("8.4 A tree that holds itself, wrong counts and calls back break nothing")
  func hostile() {
    tree.children["a"] = ["a"]
    for _ in 0..<3 { outline.expandItem("a") }
    #expect(outline.numberOfAllRows <= 70)
    outline.collapseItem("a")
    tree.count = -4
    outline.reloadItems()
    #expect(outline.numberOfAllRows == 0)
    tree.count = nil
    tree.asked = { [unowned outline, unowned tree] in
      tree.asked = nil
      outline.reloadItems()
      outline.collapseItem("c")
    }
    outline.reloadItems()
    tree.asked = { [unowned outline, unowned tree] in
      tree.asked = nil
      outline.outlineDataSource = nil
    }
    outline.expandItem("c")
    #expect(outline.numberOfAllRows == 0)
  }

  @Test("8.4 A browser scrolls to a column that comes, and a tap on the selected row cuts the columns behind the next one")
  func browserColumns() {
    tree.children["deep"] = ["deeper"]
    let browser = stage.add(Browser(frame: Rect(x: 0, y: 0, width: 300, height: 480)), "browser")
    browser.browserDelegate = tree
    stage.pass(to: 10)
    for column in 0..<3 { browser.selectRow(0, inColumn: column) }
    stage.pass(to: 900)
    #expect(browser.numberOfColumns == 4 && browser.contentOffset.x == 500)
    browser.contentOffset.x = 0
    stage.tap(1, 100, 20, at: 1000)
    stage.pass(to: 2000)
    #expect(browser.numberOfColumns == 2 && browser.selectedRow(inColumn: 0) == 0 && browser.selectedRow(inColumn: 1) == -1)
    #expect(tree.log == [] && browser.contentOffset.x == 0)
    // Without a finger, too.
    for column in 1..<3 { browser.selectRow(0, inColumn: column) }
    #expect(browser.table(inColumn: 0)?.performAccessibility(.activate, at: 0) == true && browser.numberOfColumns == 2)
  }

  @Test("8.4 Letters typed in a browser select as a finger does: the delegate is asked, and told")
  func typedLetters() {
    let browser = Browser(frame: Rect(x: 0, y: 0, width: 700, height: 300))
    stage.add(browser, "browser")
    browser.browserDelegate = tree
    browser.becomeFirstResponder()
    stage.application.sendKey(KeyEvent("c", timestamp: Timestamp(microseconds: 0)))
    #expect(browser.selectedRow(inColumn: 0) == 2 && tree.log == ["0:2"])
    tree.instead = 0
    browser.selectRow(-1, inColumn: 0)
    stage.application.sendKey(KeyEvent("b", timestamp: Timestamp(microseconds: 5_000_000)))
    #expect(browser.selectedRow(inColumn: 0) == 0 && tree.log == ["0:2", "0:0"])
  }

  @Test("8.4 A browser shows what a selected item holds in the next column")
  func browser() {
    outline.removeFromSuperview()
    let browser = Browser(frame: Rect(x: 0, y: 0, width: 700, height: 300))
    stage.add(browser, "browser")
    browser.browserDelegate = tree
    stage.pass(to: 2)
    #expect(browser.numberOfColumns == 1 && browser.selectedColumn == -1)
    stage.tap(1, 50, 20, at: 1000)
    #expect(browser.numberOfColumns == 2 && tree.log == ["0:0"])
    stage.tap(1, 250, 20, at: 3000)
    #expect(browser.numberOfColumns == 3 && browser.selectedColumn == 1 && tree.log == ["0:0", "1:0"])
    #expect(browser.table(inColumn: 2)?.visibleCells.map(\.text) == ["deep"])
    stage.tap(1, 50, 64, at: 5000)
    #expect(browser.numberOfColumns == 1 && browser.selectedRow(inColumn: 0) == 1)
    browser.selectRow(2, inColumn: 0)
    #expect(browser.numberOfColumns == 2 && tree.log.count == 3)
    browser.selectRow(-1, inColumn: 0)
    browser.selectRow(5, inColumn: 7)
    #expect(browser.numberOfColumns == 1 && browser.selectedRow(inColumn: 0) == -1)
    // Letters lead to titles, one after another, and another search begins after a second.
    browser.typeSelect("c", at: Timestamp(microseconds: 10_000_000))
    #expect(browser.selectedRow(inColumn: 0) == 2 && browser.numberOfColumns == 2)
    browser.typeSelect("x", at: Timestamp(microseconds: 10_100_000))
    browser.typeSelect("b", at: Timestamp(microseconds: 15_000_000))
    #expect(browser.selectedRow(inColumn: 0) == 1)
    browser.browserDelegate = nil
    #expect(browser.numberOfColumns == 0)
    browser.typeSelect("b", at: Timestamp(microseconds: 20_000_000))
  }

  @Test("8.4 A search for letters in a column of two thousand million rows ends")
  func search() {
    final class Rows: BrowserDelegate {
      var asked = 0

      func browser(_ browser: Browser, numberOfChildrenOfItem item: AnyHashable?) -> Int { 2_000_000_000 }
      func browser(_ browser: Browser, child index: Int, ofItem item: AnyHashable?) -> AnyHashable? { index }
      func browser(_ browser: Browser, titleForItem item: AnyHashable) -> String {
        asked += 1
        return item as? Int == 50_000 ? "b" : "a"
      }
    }
    let rows = Rows()
    let browser = Browser(frame: Rect(x: 0, y: 0, width: 700, height: 300))
    browser.browserDelegate = rows
    rows.asked = 0
    browser.typeSelect("b", at: Timestamp(microseconds: 0))
    #expect(browser.selectedRow(inColumn: 0) == 50_000)
    rows.asked = 0
    browser.typeSelect("z", at: Timestamp(microseconds: 10_000_000))
    #expect(browser.selectedRow(inColumn: 0) == 50_000 && rows.asked == Browser.maximumNumberOfSearchedRows)
  }

  @Test("8.4 Items whose comparison and hash reload a tree that has become empty break nothing", .serialized, arguments: 1...60)
  func comparing(time: Int) {
    final class Item: Hashable {
      nonisolated(unsafe) static var called: (() -> Void)?
      let number: Int

      init(_ number: Int) { self.number = number }

      static func == (left: Item, right: Item) -> Bool {
        called?()
        return left.number == right.number
      }

      func hash(into hasher: inout Hasher) {
        Self.called?()
        hasher.combine(number)
      }
    }
    final class Items: OutlineViewDataSource {
      var count = 3

      func outlineView(_ outlineView: OutlineView, numberOfChildrenOfItem item: AnyHashable?) -> Int { count }
      func outlineView(_ outlineView: OutlineView, child index: Int, ofItem item: AnyHashable?) -> AnyHashable? {
        Item(((item as? Item)?.number ?? 0) * 4 + index + 1)
      }
      func outlineView(_ outlineView: OutlineView, isItemExpandable item: AnyHashable) -> Bool { true }
      func outlineView(_ outlineView: OutlineView, cellForItem item: AnyHashable) -> TableViewCell? { nil }
    }
    let items = Items()
    let outline = OutlineView(frame: Rect(x: 0, y: 0, width: 200, height: 200))
    outline.outlineDataSource = items
    var calls = 0
    Item.called = { [unowned outline] in
      calls += 1
      guard calls == time else { return }
      items.count = 0
      outline.reloadItems()
    }
    defer { Item.called = nil }
    for number in [3, 1, 13, 2] { outline.expandItem(Item(number)) }
    for number in [13, 3, 1] {
      _ = outline.isItemExpanded(Item(number))
      outline.collapseItem(Item(number))
    }
    #expect(calls >= time && outline.numberOfAllRows == 0)
  }
}
