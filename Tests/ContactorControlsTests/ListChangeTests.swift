import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Rows that change under a finger, and rows that come in at the top.
@Suite("Lists that change")
struct ListChangeTests {
  private final class Items: CollectionViewDataSource, OutlineViewDataSource {
    var items: [String]
    var reuses = false

    init(_ count: Int) { items = (0..<count).map { "item \($0)" } }

    private func cell(_ text: String, _ dequeue: () -> TableViewCell) -> TableViewCell {
      let cell = reuses ? dequeue() : TableViewCell(reuseIdentifier: nil)
      cell.text = text
      return cell
    }

    func numberOfItems(in collectionView: CollectionView) -> Int { items.count }

    // An array's own index: an item that there is not ends the test.
    func collectionView(_ collectionView: CollectionView, cellForItemAt item: Int) -> TableViewCell? {
      cell(items[item]) { collectionView.dequeueReusableCell(withIdentifier: "cell") }
    }

    func outlineView(_ outlineView: OutlineView, numberOfChildrenOfItem item: AnyHashable?) -> Int { item == nil ? items.count : 0 }

    func outlineView(_ outlineView: OutlineView, child index: Int, ofItem item: AnyHashable?) -> AnyHashable? { items[index] }

    func outlineView(_ outlineView: OutlineView, isItemExpandable item: AnyHashable) -> Bool {
      #expect(items.contains(item.base as? String ?? ""))
      return false
    }

    func outlineView(_ outlineView: OutlineView, cellForItem item: AnyHashable) -> TableViewCell? {
      #expect(items.contains(item.base as? String ?? ""))
      return cell(item.base as? String ?? "") { outlineView.dequeueReusableCell(withIdentifier: "cell") }
    }
  }

  private func seen(in list: View) -> Int { list.subviews.count { $0 is TableViewCell && !$0.isHidden } }

  // MARK: Loading anew under a finger

  @Test("8.4 A table that loads no rows, or fewer, under a finger asks for none that are gone, and shows none of them", arguments: [0, 3])
  func table(count: Int) {
    let rig = TableRig(rows: 10)
    var asked: [IndexPath] = []
    rig.makesCell = { [unowned rig] _, path in
      asked.append(path)
      let cell = TableViewCell(reuseIdentifier: nil)
      cell.text = rig.text(path)
      return cell
    }
    rig.table.reloadData()
    rig.stage.down(1, 100, 100, at: 10)
    rig.stage.pass(to: 300)
    asked = []
    rig.asked = { question, path in if question == "height" { asked.append(path) } }
    rig.sections = [Array(rig.sections[0].prefix(count))]
    rig.table.reloadData()
    rig.stage.pass(to: 400)
    #expect(asked.allSatisfy { $0.row < count } && rig.texts.count == count && seen(in: rig.table) == count)
    #expect(rig.stage.application.event.allTouches.isEmpty && rig.stage.violations.isEmpty)
  }

  @Test("8.4 A table that is pulled beyond its top, with a row lifted or open, loads anew without a question about a row that is gone")
  func busyTable() {
    for kind in 0..<3 {
      let rig = TableRig(rows: 30)
      (rig.canMove, rig.canEdit) = (kind == 1, kind == 2)
      rig.stage.down(1, 100, 100, at: 10)
      if kind == 1 { rig.stage.pass(to: 800) }
      for step in 1...6 {
        rig.stage.move(1, 100 - (kind == 2 ? Double(step) * 15 : 0), 100 + (kind == 2 ? 0 : Double(step) * 20), at: 1000 + Int64(step) * 10)
      }
      #expect(kind != 0 || rig.table.contentOffset.y < 0)
      #expect((kind == 1) == (rig.table.reorderedRow != nil) && (kind == 2) == (rig.table.openRow != nil))
      var gone: [String] = []
      rig.asked = { question, path in
        if path.row > 0 || question == "cell", question != "didEndDisplaying" { gone.append("\(question) \(path)") }
      }
      rig.sections = [[]]
      rig.table.reloadData()
      rig.stage.up(1, 100, 200, at: 1200)
      rig.stage.pass(to: 4000)
      #expect(gone == [] && seen(in: rig.table) == 0 && rig.table.contentOffset.y == 0)
    }
  }

  @Test(
    "8.4 A grid loads anew under a finger, with more cells than a pool keeps and with cells that are not reused", arguments: [true, false])
  func grid(reuses: Bool) {
    for row in 0..<7 {
      let stage = Stage()
      let grid = CollectionView(frame: Rect(x: 0, y: 0, width: 800, height: 480))
      let items = Items(600)
      items.reuses = reuses
      grid.itemSize = Size(width: 60, height: 60)
      grid.spacing = Size(width: 4, height: 4)
      grid.register(TableViewCell.self, forReuse: "cell")
      grid.dataSource = items
      stage.add(grid, "grid")
      stage.pass(to: 1)
      #expect(grid.visibleItems.count > 64)
      stage.down(1, 80, Double(row) * 64 + 20, at: 10)
      stage.pass(to: 300)
      items.items = Array(items.items.prefix(10))
      grid.reloadData()
      stage.pass(to: 400)
      #expect(grid.visibleItems == Array(0..<10) && seen(in: grid) == 10)
      items.items = []
      grid.reloadData()
      #expect(grid.visibleItems.isEmpty && seen(in: grid) == 0)
    }
  }

  @Test("8.4 An outline loads anew under a finger, and asks for no item that is gone", arguments: [true, false])
  func outline(reuses: Bool) {
    let stage = Stage()
    let outline = OutlineView(frame: Rect(x: 0, y: 0, width: 300, height: 480))
    let items = Items(30)
    items.reuses = reuses
    outline.register(TableViewCell.self, forReuse: "cell")
    outline.outlineDataSource = items
    stage.add(outline, "outline")
    stage.pass(to: 1)
    stage.down(1, 100, 100, at: 10)
    stage.pass(to: 300)
    items.items = ["new"]
    outline.reloadItems()
    stage.pass(to: 400)
    #expect(outline.visibleCells.map(\.text) == ["new"] && seen(in: outline) == 1)
  }

  @Test("8.4 Rows that change while they are counted, and are named to the table, are counted again", arguments: [true, false], 1...4)
  func changedWhileCounted(inBatch: Bool, time: Int) {
    let rig = TableRig(sections: [["a", "b", "c"], ["d", "e"]], headers: [nil, nil])
    var (counted, stale) = (0, 0)
    rig.asked = { [unowned rig] question, path in
      if question != "count" {
        if rig.text(path) == nil, question != "didEndDisplaying" { stale += 1 }
        return
      }
      counted += 1
      guard counted == time else { return }
      let change = {
        rig.sections[1].append(rig.sections[0].removeFirst())
        rig.table.moveRow(at: IndexPath(row: 0), to: IndexPath(row: 2, section: 1))
        rig.sections[0].removeFirst()
        rig.table.deleteRows(at: [IndexPath(row: inBatch ? 1 : 0)])
      }
      if inBatch { rig.table.performBatchUpdates(change) } else { change() }
    }
    rig.table.reloadData()
    if time > 2 {
      rig.sections[0].append("f")
      rig.table.insertRows(at: [IndexPath(row: 3)])
    }
    #expect(rig.texts == (time > 2 ? ["c", "f", "d", "e", "a"] : ["c", "d", "e", "a"]) && stale == 0 && counted >= time)
  }

  @Test("8.4 An outline that asks for its items anew has no rows meanwhile, and asks for none that it had")
  func outlineMeanwhile() {
    final class Source: OutlineViewDataSource, TableViewDelegate {
      var items = (0..<10).map { "item \($0)" }
      var meanwhile: ((OutlineView) -> Void)?
      func outlineView(_ outlineView: OutlineView, numberOfChildrenOfItem item: AnyHashable?) -> Int {
        meanwhile?(outlineView)
        return items.count
      }
      func outlineView(_ outlineView: OutlineView, child index: Int, ofItem item: AnyHashable?) -> AnyHashable? { items[index] }
      func outlineView(_ outlineView: OutlineView, isItemExpandable item: AnyHashable) -> Bool { false }
      func outlineView(_ outlineView: OutlineView, cellForItem item: AnyHashable) -> TableViewCell? {
        #expect(items.contains(item.base as? String ?? ""))
        return TableViewCell(reuseIdentifier: nil)
      }
      func tableView(_ tableView: TableView, trailingSwipeActionsForRowAt indexPath: IndexPath) -> SwipeActions? {
        #expect(items.indices.contains(indexPath.row))
        return nil
      }
    }
    let stage = Stage()
    let outline = OutlineView(frame: Rect(x: 0, y: 0, width: 300, height: 480))
    let source = Source()
    outline.outlineDataSource = source
    outline.delegate = source
    stage.add(outline, "outline")
    stage.pass(to: 1)
    source.items = ["new"]
    var counts: [Int] = []
    source.meanwhile = { outline in
      counts.append(outline.accessibilityElementCount)
      _ = (outline.customAccessibilityActions(at: 5), outline.accessibilityElement(at: 5), outline.item(atRow: 5))
      outline.layoutIfNeeded()
    }
    outline.reloadItems()
    #expect(counts == [0] && outline.visibleCells.count == 1 && seen(in: outline) == 1)
    // A data source that loads the outline whenever it is asked comes to an end, and to its rows at the next layout.
    source.meanwhile = { $0.reloadItems() }
    outline.reloadItems()
    source.meanwhile = nil
    stage.pass(to: 100)
    #expect(outline.visibleCells.count == 1)
  }

  @Test("8.4 A row that is edited when its table loads anew gives its text to no other row; one that is loaded anew by itself gives it")
  func edited() {
    let rig = TableRig(rows: 5)
    rig.canEdit = true
    rig.table.editRow(at: IndexPath(row: 4))
    rig.table.editingField?.text = "typed"
    rig.sections = [["only"]]
    rig.table.reloadData()
    #expect(rig.taken().filter { $0.hasPrefix("set") } == [] && rig.texts == ["only"] && rig.table.editingField == nil)
    rig.sections = [["a", "b"]]
    rig.table.reloadData()
    rig.table.editRow(at: IndexPath(row: 1))
    rig.table.editingField?.text = "typed"
    rig.sections = [["a"]]
    rig.table.deleteRows(at: [IndexPath(row: 1)])
    #expect(rig.taken().filter { $0.hasPrefix("set") } == [] && rig.texts == ["a"])
    rig.table.editRow(at: IndexPath(row: 0))
    rig.table.editingField?.text = "typed"
    rig.table.reloadRows(at: [IndexPath(row: 0)])
    #expect(rig.taken().filter { $0.hasPrefix("set") } == ["set typed 0-0"] && rig.texts == ["typed"])
  }

  // MARK: The top

  @Test("8.4 Rows and sections that come in at the top of a table that stands there are seen; below the top the screen stays")
  func tableTop() {
    let rig = TableRig(sections: [(0..<30).map { "row \($0)" }], headers: [nil, nil])
    rig.sections[0].insert("new", at: 0)
    rig.table.insertRows(at: [IndexPath(row: 0)])
    #expect(rig.table.contentOffset.y == 0 && rig.texts.first == "new")
    rig.sections[0].insert(rig.sections[0].remove(at: 20), at: 0)
    rig.table.moveRow(at: IndexPath(row: 20), to: IndexPath(row: 0))
    #expect(rig.table.contentOffset.y == 0 && rig.texts.prefix(2) == ["row 19", "new"])
    rig.sections.insert(["section"], at: 0)
    rig.table.insertSections(RangeSet(0..<1))
    #expect(rig.table.contentOffset.y == 0 && rig.texts.first == "section")
    rig.table.contentOffset.y = 20
    let places = rig.places
    rig.sections[0].insert("above", at: 0)
    rig.table.insertRows(at: [IndexPath(row: 0)])
    #expect(rig.table.contentOffset.y == 64 && rig.places == places)
  }

  @Test("8.4 A higher row that comes in at the top of a table that stands there is seen from its top")
  func highRow() {
    let rig = TableRig(rows: 30)
    rig.heights[IndexPath(row: 0)] = 100
    rig.sections[0].insert("new", at: 0)
    rig.table.insertRows(at: [IndexPath(row: 0)])
    #expect(rig.table.contentOffset.y == 0 && rig.places.prefix(2) == ["new 0.0", "row 0 100.0"])
  }

  @Test("8.4 A table with an inset stands at its top where the inset is, and shows there what comes in")
  func inset() {
    let rig = TableRig(rows: 30)
    rig.table.contentInset.top = 50
    rig.table.contentOffset.y = -50
    rig.sections[0].insert("new", at: 0)
    rig.table.insertRows(at: [IndexPath(row: 0)])
    #expect(rig.table.contentOffset.y == -50 && rig.texts.first == "new")
  }

  @Test("8.4 Items and sections that come in at the top of a grid that stands there are seen; below the top the screen stays")
  func gridTop() {
    let stage = Stage()
    let items = Items(300)
    let grid = CollectionView(frame: Rect(x: 0, y: 0, width: 330, height: 440))
    grid.dataSource = items
    stage.add(grid, "grid")
    stage.pass(to: 1)
    items.items.insert(contentsOf: ["a", "b", "c"], at: 0)
    grid.insertItems(at: (0..<3).map { IndexPath(item: $0) })
    #expect(grid.contentOffset.y == 0 && grid.cellForItem(at: 0)?.text == "a")
    grid.contentOffset.y = 20
    items.items.insert(contentsOf: ["d", "e", "f"], at: 0)
    grid.insertItems(at: (0..<3).map { IndexPath(item: $0) })
    #expect(grid.contentOffset.y == 130 && grid.cellForItem(at: 3)?.text == "a")
  }
}
