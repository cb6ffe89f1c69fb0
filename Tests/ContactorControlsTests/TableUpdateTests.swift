import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Rows and sections that come and go while a table is shown.
@Suite("Table updates")
struct TableUpdateTests {
  private let rig = TableRig(rows: 100)

  private func paths(_ rows: Int...) -> [IndexPath] { rows.map { IndexPath(row: $0) } }

  @Test("8.4 Rows that are inserted above leave what is on the screen in its place")
  func insertAbove() {
    rig.table.contentOffset.y = 1000
    let before = rig.places
    rig.sections[0].insert(contentsOf: ["x", "y", "z"], at: 2)
    rig.table.insertRows(at: paths(2, 3, 4))
    #expect(rig.places == before)
    #expect(rig.table.contentOffset.y == 1000 + 3 * 44)
    #expect(rig.errors.isEmpty)
  }

  @Test("8.4 Rows that are inserted and removed on the screen leave the first row there and the other cells")
  func onScreen() {
    rig.table.contentOffset.y = 1000
    let cells = rig.table.visibleCells
    let first = rig.places[0]
    rig.table.performBatchUpdates {
      rig.sections[0].remove(at: 26)
      rig.sections[0].insert("new", at: 29)
      rig.table.insertRows(at: paths(29))
      rig.table.deleteRows(at: paths(26))
    }
    #expect(rig.places[0] == first)
    #expect(rig.texts == (22...33).map { $0 < 26 ? "row \($0)" : $0 < 29 ? "row \($0 + 1)" : $0 == 29 ? "new" : "row \($0)" })
    for cell in cells where cell.text != "row 26" { #expect(rig.table.visibleCells.contains { $0 === cell }) }
    #expect(rig.errors.isEmpty)
  }

  @Test("8.4 A selection goes with its rows through insertions, removals and moves")
  func selection() {
    rig.table.allowsMultipleSelection = true
    for path in paths(3, 50, 51, 99) { rig.table.selectRow(at: path) }
    rig.log = []
    rig.table.performBatchUpdates {
      rig.sections[0].remove(at: 50)
      rig.sections[0].remove(at: 0)
      rig.sections[0].insert(contentsOf: ["x", "y"], at: 2)
      rig.table.deleteRows(at: paths(0, 50))
      rig.table.insertRows(at: paths(2, 3))
    }
    #expect(rig.table.indexPathsForSelectedRows == paths(4, 51, 99))
    #expect(rig.table.indexPathsForSelectedRows.map { rig.text($0) } == ["row 3", "row 51", "row 99"])
    #expect(rig.log == ["selection"])
    let moved = rig.sections[0].remove(at: 4)
    rig.sections[0].insert(moved, at: 70)
    rig.table.moveRow(at: IndexPath(row: 4), to: IndexPath(row: 70))
    #expect(rig.table.indexPathsForSelectedRows.map { rig.text($0) } == ["row 51", "row 3", "row 99"])
    #expect(rig.errors.isEmpty)
  }

  @Test("8.4 Sections are inserted, removed, moved and loaded anew, with their headers")
  func sections() {
    let rig = TableRig(sections: [["a", "b"], ["c"], ["d", "e"]], headers: ["A", "C", "D"])
    rig.table.allowsMultipleSelection = true
    rig.table.selectRow(at: IndexPath(row: 1, section: 2))
    rig.sections.insert(["new"], at: 1)
    rig.headers.insert("N", at: 1)
    rig.table.insertSections(RangeSet(1..<2))
    #expect(rig.texts == ["a", "b", "new", "c", "d", "e"])
    #expect(rig.table.indexPathsForSelectedRows == [IndexPath(row: 1, section: 3)])
    rig.sections.remove(at: 0)
    rig.headers.remove(at: 0)
    rig.table.deleteSections(RangeSet(0..<1))
    #expect(rig.texts == ["new", "c", "d", "e"])
    #expect((0..<3).map { rig.table.titleForHeader(inSection: $0) } == ["N", "C", "D"])
    let last = rig.sections.remove(at: 2)
    rig.sections.insert(last, at: 0)
    rig.headers = ["D", "N", "C"]
    rig.table.moveSection(2, to: 0)
    #expect(rig.texts == ["d", "e", "new", "c"])
    #expect((0..<3).map { rig.table.titleForHeader(inSection: $0) } == ["D", "N", "C"])
    #expect(rig.table.indexPathsForSelectedRows == [IndexPath(row: 1, section: 0)])
    rig.sections[1] = ["p", "q", "r"]
    rig.table.reloadSections(RangeSet(1..<2))
    #expect(rig.texts == ["d", "e", "p", "q", "r", "c"])
    #expect(rig.errors.isEmpty)
  }

  @Test("8.4 Rows that are loaded anew have their heights asked again")
  func reload() {
    rig.sections[0][3] = "changed"
    rig.heights[IndexPath(row: 3)] = 100
    rig.table.reloadRows(at: paths(3, 3))
    #expect(rig.texts[3] == "changed")
    #expect(rig.table.rectForRow(at: IndexPath(row: 4))?.minY == 232.0)
    #expect(rig.table.cellForRow(at: IndexPath(row: 4))?.frame.minY == 232.0)
    #expect(rig.errors.isEmpty)
  }

  @Test("8.4 Updates during a throw leave the throw and the screen as they are")
  func duringThrow() {
    rig.table.contentOffset.y = 500
    rig.stage.down(1, 100, 400, at: 1000)
    for step in 1...5 { rig.stage.move(1, 100, 400 - Double(step) * 20, at: 1000 + Int64(step) * 10) }
    rig.stage.up(1, 100, 300, at: 1055)
    rig.stage.pass(to: 1100)
    #expect(rig.table.isDecelerating)
    let before = rig.places
    rig.sections[0].insert(contentsOf: (0..<20).map { "x\($0)" }, at: 0)
    rig.table.insertRows(at: (0..<20).map { IndexPath(row: $0) })
    #expect(rig.places == before)
    #expect(rig.table.isDecelerating)
    rig.stage.pass(to: 1200)
    #expect(rig.places != before)
    rig.stage.pass(to: 9000)
    #expect(!rig.table.isDecelerating && rig.errors.isEmpty)
  }

  @Test("8.4 A count that is not what the update leaves is an error, and the table shows what there is")
  func mismatch() {
    rig.table.deleteRows(at: paths(3))
    #expect(rig.errors == [.rowCountMismatch(section: 0, expected: 99, found: 100)])
    #expect(rig.stage.anomalies == [.dataSource])
    #expect(rig.texts == (0..<11).map { "row \($0)" })
    rig.errors = []
    rig.sections.append(["more"])
    rig.table.insertRows(at: paths(0))
    #expect(rig.errors == [.sectionCountMismatch(expected: 1, found: 2)])
    #expect(rig.table.numberOfSections == 2)
    rig.errors = []
    rig.sections.removeLast(2)
    rig.table.deleteSections(RangeSet(1..<2))
    #expect(rig.errors == [.sectionCountMismatch(expected: 1, found: 0)])
    #expect(rig.table.visibleCells.isEmpty && rig.table.contentSize.height == 0)
  }

  @Test("8.4 Updates that name a row twice, or none, are errors and nothing else")
  func nonsense() {
    rig.table.deleteRows(at: paths(100))
    rig.table.deleteRows(at: [IndexPath(row: 0, section: -1)])
    rig.table.insertRows(at: [IndexPath(row: -1)])
    rig.table.moveRow(at: IndexPath(row: 500), to: IndexPath(row: 0))
    rig.table.moveRow(at: IndexPath(row: 5), to: IndexPath(row: -5))
    rig.table.insertSections(RangeSet(Int.max - 1..<Int.max))
    rig.table.reloadRows(at: paths(7_000))
    rig.table.endUpdates()
    #expect(rig.errors.count == 7)
    #expect(rig.table.numberOfRows(inSection: 0) == 100 && rig.texts.count == 11)
    rig.errors = []
    rig.sections[0].removeFirst()
    rig.table.performBatchUpdates {
      rig.table.deleteRows(at: paths(0))
      rig.table.deleteRows(at: paths(0))
    }
    #expect(rig.errors == [.invalidIndexPath(IndexPath(row: 0))])
    #expect(rig.texts[0] == "row 1")
  }

  @Test("8.4 Batches of random updates show what the data source has", arguments: 1...6)
  func random(seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    func number(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % max(limit, 1)
    }
    let rig = TableRig(sections: (0..<4).map { section in (0..<30).map { "\(section).\($0)" } }, headers: ["A", nil, "C"])
    var named = 0
    for round in 0..<150 {
      rig.table.contentOffset.y = Double(number(max(1, Int(rig.table.contentSize.height) - 400)))
      rig.table.performBatchUpdates {
        let section = number(rig.sections.count)
        var rows = rig.sections[section]
        let gone = Set((0..<number(5)).map { _ in number(rows.count) }.filter { $0 < rows.count })
        rows = rows.enumerated().filter { !gone.contains($0.offset) }.map(\.element)
        var come: [Int] = []
        for _ in 0..<number(6) {
          let place = (come.last.map { $0 + 1 } ?? 0) + number(6)
          guard place <= rows.count else { break }
          named += 1
          rows.insert("n\(named)", at: place)
          come.append(place)
        }
        rig.sections[section] = rows
        rig.table.insertRows(at: come.map { IndexPath(row: $0, section: section) })
        rig.table.deleteRows(at: gone.map { IndexPath(row: $0, section: section) })
      }
      #expect(rig.errors.isEmpty, "round \(round)")
      let visible = rig.table.indexPathsForVisibleRows
      #expect(rig.texts == visible.compactMap { rig.text($0) }, "round \(round)")
      var y = visible.first.flatMap { rig.table.rectForRow(at: $0)?.minY } ?? 0
      for path in visible {
        let rect = rig.table.rectForRow(at: path)
        #expect(rig.table.cellForRow(at: path)?.frame == rect)
        #expect((rect?.minY ?? 0) >= y)
        y = rect?.maxY ?? 0
      }
      // A header may stand below the last row.
      #expect(y + 28 >= min(rig.table.bounds.maxY, rig.table.contentSize.height))
    }
  }
}
