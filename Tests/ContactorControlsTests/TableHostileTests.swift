import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Data sources that lie, and delegates that change the table while it asks them.
@Suite("Table hostility")
struct TableHostileTests {
  private let rig = TableRig(rows: 100)

  @Test("8.4 Counts that cannot be are errors, and no rows")
  func counts() {
    final class Liar: TableViewDataSource {
      var sections = 1
      var rows = 5

      func numberOfSections(in tableView: TableView) -> Int { sections }

      func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { rows }

      func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell? { nil }
    }
    let liar = Liar()
    let table = TableView(frame: Rect(x: 0, y: 0, width: 300, height: 100))
    var errors: [TableError] = []
    table.onError = { _, error in errors.append(error) }
    liar.rows = -3
    table.dataSource = liar
    #expect(errors == [.invalidRowCount(-3, section: 0)])
    #expect(table.numberOfAllRows == 0)
    errors = []
    liar.rows = .max
    table.reloadData()
    table.contentOffset.y = 9e8
    #expect(errors.first == .invalidRowCount(.max, section: 0))
    #expect(errors.contains { if case .noCell = $0 { true } else { false } })
    #expect(table.visibleCells.count <= 4)
    errors = []
    liar.sections = -1
    table.reloadData()
    #expect(errors == [.invalidSectionCount(-1)])
    #expect(!errors[0].description.isEmpty && table.numberOfSections == 0)
  }

  @Test("8.4 Sections from the least integer to the greatest are an error in every update, and the table stays as it is")
  func boundlessSections() {
    let everything = RangeSet(Int.min..<Int.max)
    let updates: [(TableView) -> Void] = [
      { $0.insertSections(everything) }, { $0.deleteSections(everything) }, { $0.reloadSections(everything) },
    ]
    for update in updates {
      rig.errors = []
      update(rig.table)
      #expect(rig.errors == [.invalidSection(.min)])
      #expect(rig.table.numberOfAllRows == 100)
    }
  }

  @Test("8.4 A missing cell, one that shows another row, and one of another view are empty rows")
  func cells() {
    let shared = TableViewCell(reuseIdentifier: "shared")
    let foreign = TableViewCell(reuseIdentifier: nil)
    rig.stage.window.addSubview(foreign)
    rig.makesCell = { _, path in path.row == 0 ? nil : path.row == 1 ? foreign : shared }
    rig.table.reloadData()
    #expect(Array(rig.errors.prefix(3)) == [.noCell(IndexPath(row: 0)), .cellInUse(IndexPath(row: 1)), .cellInUse(IndexPath(row: 3))])
    #expect(rig.table.visibleCells.count == 11)
    #expect(Set(rig.table.visibleCells.map { ObjectIdentifier($0) }).count == 11)
    #expect(foreign.superview === rig.stage.window)
    #expect(rig.stage.anomalies.contains(.dataSource))
    for offset in 0..<200 { rig.table.contentOffset.y = Double(offset * 17) }
    #expect(rig.table.subviews.count < 80)
  }

  @Test("8.4 Heights that cannot be are clamped, and a row has at least one point")
  func heights() {
    rig.heights = [IndexPath(row: 0): .nan, IndexPath(row: 1): -50, IndexPath(row: 2): .infinity]
    rig.table.reloadData()
    #expect(rig.table.rectForRow(at: IndexPath(row: 0))?.height == 44.0)
    #expect(rig.table.rectForRow(at: IndexPath(row: 1))?.height == 1.0)
    #expect(rig.table.rectForRow(at: IndexPath(row: 2))?.height == 1e6)
    rig.table.rowHeight = 0
    #expect(rig.table.rowHeight == 1)
    rig.table.rowHeight = .nan
    #expect(rig.table.rowHeight == 1)
    rig.table.sectionHeaderHeight = -5
    rig.table.frame = Rect(x: 0, y: 0, width: 300, height: 1e9)
    #expect(rig.table.visibleCells.count <= TableView.maximumNumberOfShownRows)
    rig.table.frame = Rect(x: 0, y: 0, width: -5, height: .nan)
    rig.stage.pass(to: 10)
  }

  @Test(
    "8.4 Whatever is called while the table asks, nothing breaks",
    arguments: ["cell", "height", "count", "willDisplay", "didEndDisplaying", "highlight", "select", "didSelect", "trailing", "target"],
    0..<10)
  func callsBack(when: String, what: Int) {
    let rig = TableRig(rows: 200)
    rig.canMove = true
    rig.canEdit = true
    var depth = 0
    var calls = 0
    rig.asked = { [unowned rig] name, path in
      guard name == when, depth < 3, calls < 60 else { return }
      depth += 1
      calls += 1
      Self.disturb(rig, what, path)
      depth -= 1
    }
    for offset in stride(from: 0.0, to: 3000, by: 111) { rig.table.contentOffset.y = offset }
    rig.table.contentOffset.y = 100
    rig.tap(IndexPath(row: 5), at: 1000)
    let start = Point(x: 250, y: 200)
    rig.stage.down(1, start.x, start.y, at: 3000)
    for step in 1...10 { rig.stage.move(1, start.x - Double(step) * 20, start.y, at: 3000 + Int64(step) * 10) }
    rig.stage.up(1, 50, 200, at: 3200)
    rig.stage.down(1, 100, 150, at: 5000)
    rig.stage.pass(to: 5700)
    for step in 1...10 { rig.stage.move(1, 100, 150 + Double(step) * 20, at: 5700 + Int64(step) * 10) }
    rig.stage.up(1, 100, 350, at: 6000)
    rig.table.reloadRows(at: rig.table.indexPathsForVisibleRows)
    rig.stage.pass(to: 9000)
    rig.asked = nil
    if rig.table.superview == nil { rig.stage.window.addSubview(rig.table) }
    rig.table.delegate = rig
    rig.table.dataSource = rig
    rig.table.reloadData()
    rig.table.contentOffset = .zero
    rig.stage.pass(to: 9100)
    #expect(rig.texts == rig.sections.flatMap { $0 }.prefix(rig.texts.count).map { $0 })
    #expect(rig.stage.violations.isEmpty)
  }

  private static func disturb(_ rig: TableRig, _ what: Int, _ path: IndexPath) {
    switch what {
    case 0: rig.table.reloadData()
    case 1:
      guard !rig.sections.isEmpty, rig.sections[0].count > 3 else { return }
      rig.sections[0].removeFirst()
      rig.table.deleteRows(at: [IndexPath(row: 0)])
    case 2: rig.table.removeFromSuperview()
    case 3: rig.table.delegate = nil
    case 4: rig.table.dataSource = nil
    case 5:
      rig.sections[0].insert("in", at: 0)
      rig.table.insertRows(at: [IndexPath(row: 0)])
    case 6: rig.table.contentOffset.y += 700
    case 7:
      rig.table.selectRow(at: path)
      rig.table.deselectAll()
      rig.table.isEditing.toggle()
    case 8:
      rig.sections[0] = []
      rig.table.rowHeight = rig.table.rowHeight == 44 ? 30 : 44
    default:
      rig.table.beginUpdates()
      rig.table.closeSwipe()
      rig.table.editRow(at: path)
      rig.table.scrollToRow(at: IndexPath(row: 150), at: .middle, animated: true)
      rig.table.endUpdates()
    }
  }

  @Test("8.4 Deselecting rows that cannot be leaves the selected ones", arguments: [Int.max, .max - 1, .min, -1, 1_000])
  func deselecting(row: Int) {
    rig.table.selectRow(at: IndexPath(row: 2))
    rig.table.deselectRow(at: IndexPath(row: row))
    rig.table.deselectRow(at: IndexPath(row: row, section: row))
    #expect(rig.table.indexPathForSelectedRow == IndexPath(row: 2))
    #expect(!rig.table.isRowSelected(at: IndexPath(row: row)))
  }

  @Test("8.4 A data source that reloads whenever it is asked for a cell ends in an error, not in a loop")
  func endless() {
    rig.asked = { [unowned rig] name, _ in if name == "cell" { rig.table.reloadData() } }
    rig.table.reloadData()
    #expect(rig.errors.contains(.neverAtRest))
    rig.asked = { [unowned rig] name, _ in if name == "count" { rig.table.reloadData() } }
    rig.table.reloadData()
    rig.asked = nil
    rig.table.reloadData()
    #expect(rig.texts.count == 11)
  }

  @Test("8.4 A delegate that gives another height each time, and one that scrolls with each row, come to rest")
  func restless() {
    var height = 20.0
    rig.asked = { [unowned rig] name, path in
      guard name == "height" else { return }
      height = height > 200 ? 20 : height + 13
      rig.heights[path] = height
    }
    for offset in stride(from: 4000.0, to: 0, by: -97) { rig.table.contentOffset.y = offset }
    rig.asked = { [unowned rig] name, _ in if name == "willDisplay" { rig.table.contentOffset.y += 500 } }
    rig.table.contentOffset.y = 100
    rig.asked = nil
    rig.table.contentOffset.y = 0
    #expect(rig.texts.first == "row 0")
  }

  @Test("8.4 A cell whose deinit calls the table, and a table that dies while it asks, are safe")
  func deinits() {
    final class Caller: TableViewCell {
      weak var table: TableView?

      deinit {
        table?.reloadData()
        table?.deselectAll()
      }
    }
    rig.makesCell = { table, _ in
      let cell = Caller(reuseIdentifier: nil)
      cell.table = table
      return cell
    }
    rig.table.reloadData()
    for offset in 0..<50 { rig.table.contentOffset.y = Double(offset * 60) }
    #expect(rig.table.visibleCells.count >= 11)

    var table: TableView? = TableView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    weak let gone = table
    let source = TableRig(rows: 10)
    source.makesCell = { _, _ in
      table = nil
      return nil
    }
    table?.dataSource = source
    #expect(table == nil && gone == nil)
  }

  @Test("8.4 A data source and a delegate that are gone leave an empty table on the next load")
  func gone() {
    let table = TableView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    var source: TableRig? = TableRig(rows: 10)
    table.delegate = source
    table.dataSource = source
    #expect(table.visibleCells.count == 3)
    source = nil
    table.contentOffset.y = 300
    #expect(table.visibleCells.count <= 4)
    table.reloadData()
    #expect(table.visibleCells.isEmpty && table.numberOfAllRows == 0)
  }
}
