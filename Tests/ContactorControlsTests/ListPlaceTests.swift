import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// The places of rows on the screen while rows move, load anew and change their heights.
@Suite("Places of rows")
struct ListPlaceTests {
  @Test("8.4 A row or a section that is moved does not take the screen along: the first visible row that stays keeps its position")
  func moved() {
    let rig = PlaceRig(rows: 60)
    rig.table.contentOffset.y = 880
    rig.move(IndexPath(row: 20), IndexPath(row: 0))
    #expect(rig.first == ["r19 0.0", "r21 44.0"] && rig.table.contentOffset.y == 880)
    let sections = PlaceRig((0..<20).map { section in (0..<5).map { "\(section).\($0)" } })
    sections.table.contentOffset.y = 2200
    sections.moveSection(10, to: 0)
    #expect(sections.first == ["9.0 0.0", "9.1 44.0"] && sections.top("11.0") == 220)
    #expect(rig.faults.isEmpty && sections.faults.isEmpty)
  }

  @Test("8.4 An item or a section of a grid that is moved does not take the screen along")
  func movedItems() {
    let rig = GridPlaceRig([(0..<60).map { "i\($0)" }, (60..<63).map { "i\($0)" }, (63..<120).map { "i\($0)" }])
    rig.grid.contentOffset.y = 1000
    let item = rig.sections[0].remove(at: 30)
    rig.sections[0].insert(item, at: 0)
    rig.grid.moveItem(at: IndexPath(item: 30), to: IndexPath(item: 0))
    #expect(rig.grid.contentOffset.y == 1000 && rig.top("i31") == 0)
    rig.grid.contentOffset.y = 2000
    rig.sections.insert(rig.sections.remove(at: 1), at: 0)
    rig.grid.moveSection(1, to: 0)
    #expect(rig.top("i63") == 100 && rig.grid.contentOffset.y == 2000)
  }

  @Test("8.4 A first visible row that is loaded anew with another height grows downwards", arguments: [0.0, 20])
  func reloadedAnchor(hidden: Double) {
    var heights = ["r10": 44.0]
    let rig = PlaceRig(rows: 60) { heights[$0] ?? 44 }
    rig.table.contentOffset.y = 440 + hidden
    rig.pass()
    heights["r10"] = 144
    rig.table.reloadRows(at: [IndexPath(row: 10)])
    rig.pass()
    #expect(rig.first == ["r10 \(0 - hidden)", "r11 \(144 - hidden)"] && rig.table.contentOffset.y == 440 + hidden)
    // One above the screen grows upwards, as before.
    heights["r9"] = 100
    rig.table.reloadRows(at: [IndexPath(row: 9)])
    #expect(rig.first == ["r10 \(0 - hidden)", "r11 \(144 - hidden)"])
    rig.table.contentOffset.y -= 10
    #expect(rig.first.last == "r10 \(10 - hidden)" || hidden == 20)
  }

  @Test("8.4 scrollToRow puts a row at its place, whatever the heights of rows that were not asked yet", arguments: [true, false])
  func scroll(animated: Bool) {
    for (row, position, top) in [
      (40, TableView.ScrollPosition.top, 0.0), (40, .middle, 190), (40, .bottom, 380), (40, .none, 380), (58, .top, 280), (1, .bottom, 100),
    ] {
      let rig = PlaceRig(rows: 60) { _ in 100 }
      rig.table.scrollToRow(at: IndexPath(row: row), at: position, animated: animated)
      rig.pass(2000)
      #expect(rig.top("r\(row)") == top, "\(row) \(position)")
      #expect(rig.faults.isEmpty)
    }
    // Upwards, too, and below a header that stays.
    let rig = PlaceRig([["a"], (0..<60).map { "r\($0)" }]) { _ in 100 }
    rig.headers = ["one", "two"]
    rig.table.reloadData()
    rig.table.contentOffset.y = 2000
    rig.pass()
    rig.table.scrollToRow(at: IndexPath(row: 10, section: 1), at: .none, animated: animated)
    rig.pass(2000)
    #expect(rig.top("r10") == 28)
  }

  @Test("7.4, 8.4 an arrow shows the whole row, whatever its height")
  func arrows() {
    let rig = PlaceRig(rows: 60) { _ in 100 }
    for _ in 0..<9 { rig.press(KeyEvent.downArrow) }
    #expect(rig.table.indexPathForSelectedRow?.row == 8 && rig.top("r8") == 380)
    for _ in 0..<7 { rig.press(KeyEvent.upArrow) }
    #expect(rig.top("r1") == 0)
    rig.press(KeyEvent.end)
    #expect(rig.top("r59") == 380)
  }

  @Test("8.4 Rows that change while an animated scroll goes to a row do not lead it astray")
  func animatedChange() {
    let rig = PlaceRig(rows: 200) { _ in 100 }
    rig.table.scrollToRow(at: IndexPath(row: 100), at: .middle, animated: true)
    rig.pass(100)
    rig.sections[0].removeSubrange(50..<60)
    rig.table.deleteRows(at: (50..<60).map { IndexPath(row: $0) })
    rig.pass(2000)
    #expect(rig.top("r100") == 190)
    // The row itself goes: the list stays within its content.
    rig.table.scrollToRow(at: IndexPath(row: 150), at: .top, animated: true)
    rig.pass(100)
    rig.sections[0].removeLast(160)
    rig.table.deleteRows(at: (30..<190).map { IndexPath(row: $0) })
    rig.pass(2000)
    #expect(rig.table.visibleCells.last?.text == "r29" && rig.table.contentOffset.y == rig.table.contentSize.height - 480)
    #expect(rig.faults.isEmpty)
  }

  @Test(
    "8.4 An animated scroll comes to its row in one step, too, whatever the heights of the rows on the way",
    arguments: [1, 50, 299, 300, 5000] as [Int64])
  func animatedInSteps(_ step: Int64) {
    for position in [TableView.ScrollPosition.top, .middle, .bottom] {
      for (start, row) in [(0.0, 7), (0.0, 60), (6000.0, 128)] + (50..<85).map({ (4000.0, $0) }) {
        let rig = PlaceRig(rows: 200) { (text: String) -> Double? in
          var number = 1
          for letter in text.utf8 { number = (number * 31 + Int(letter)) % 97 }
          return number % 4 == 0 ? nil : Double(1 + number * 6)
        }
        rig.table.contentInset = EdgeInsets(top: 20, bottom: 100)
        rig.table.contentOffset.y = start
        rig.pass()
        rig.table.scrollToRow(at: IndexPath(row: row), at: position, animated: true)
        for _ in 0...400 / step { rig.pass(step) }
        let rect = rig.table.rectForRow(at: IndexPath(row: row)) ?? .zero
        let below = rect.minY - rig.table.bounds.minY
        let wanted = position == .top ? 20 : position == .middle ? 200 - rect.height / 2 : 380 - rect.height
        #expect(below == wanted && !rig.table.isScrollAnimating, "\(row) from \(start) to \(position)")
        #expect(rig.faults.isEmpty)
      }
    }
  }

  @Test("8.4 An offset that is set as an animated scroll ends is kept")
  func offsetAtEnd() {
    let rig = PlaceRig(rows: 200) { _ in 100 }
    rig.table.scrollToRow(at: IndexPath(row: 100), at: .middle, animated: true)
    rig.pass(100)
    rig.scrolled = { [unowned rig] _ in
      guard !rig.table.isScrollAnimating else { return }
      rig.scrolled = { _ in }
      rig.table.contentOffset.y = 500
    }
    rig.pass(1000)
    #expect(rig.table.contentOffset.y == 500 && !rig.table.isScrollAnimating)
    #expect(rig.faults.isEmpty)
  }

  @Test("8.4 A first visible row that shrinks off the screen keeps its place, and the list ends with its content")
  func shrunkOffTheScreen() {
    var heights = ["r198": 600.0, "r199": 460]
    let rig = PlaceRig(rows: 200) { heights[$0] ?? 600 }
    rig.table.contentInset.bottom = 65
    rig.table.scrollToRow(at: IndexPath(row: 199), at: .bottom, animated: false)
    rig.pass()
    rig.table.contentOffset.y -= 54
    rig.pass()
    #expect(rig.first == ["r198 -591.0", "r199 9.0"])
    heights["r198"] = 80
    rig.table.performBatchUpdates {}
    #expect(rig.table.contentOffset.y == rig.table.contentSize.height + 65 - 480)
    #expect(rig.top("r199") == -45)
    // Where it is far from the end, nothing else moves it.
    rig.walk(to: 3000)
    rig.table.scrollToRow(at: IndexPath(row: 50), at: .top, animated: false)
    rig.table.contentOffset.y += 190
    rig.pass()
    heights["r50"] = 30
    rig.table.performBatchUpdates {}
    #expect((rig.table.rectForRow(at: IndexPath(row: 50))?.minY ?? 0) - rig.table.bounds.minY == -190)
    #expect(rig.faults.isEmpty)
  }

  @Test("8.4 A row that turns out low is shown as a whole, from below and from above", arguments: [true, false])
  func turnsOutLow(_ isAbove: Bool) {
    var heights: [String: Double] = [:]
    let rig = PlaceRig(rows: 200) { heights[$0] ?? 60 }
    heights["r100"] = 2000
    rig.table.scrollToRow(at: IndexPath(row: 100), at: .top, animated: false)
    rig.pass()
    rig.table.contentOffset.y = isAbove ? 9000 : 0
    rig.pass()
    // Its neighbours turn out higher.
    heights = Dictionary(uniqueKeysWithValues: (80..<121).map { ("r\($0)", 333.0) })
    heights["r100"] = 20
    rig.table.scrollToRow(at: IndexPath(row: 100), at: .none, animated: false)
    #expect(rig.top("r100") == (isAbove ? 0 : 460))
    #expect(rig.faults.isEmpty)
  }

  @Test("8.4 A table, a section or an outline that is loaded anew with nothing changed stays where it is")
  func loadedAnew() {
    let rig = PlaceRig([(0..<30).map { "a\($0)" }, (0..<30).map { "b\($0)" }]) { _ in 80 }
    rig.walk(to: 1800)
    rig.table.reloadSections(RangeSet(0..<1))
    rig.pass()
    #expect(rig.first == ["a22 -40.0", "a23 40.0"])
    rig.walk(to: 4000)
    let before = rig.first
    rig.table.reloadData()
    rig.pass()
    #expect(rig.first == before && rig.table.contentOffset.y == 4000)
    // Fewer rows: as far as the content reaches.
    rig.sections[1].removeLast(20)
    rig.table.reloadData()
    rig.pass()
    #expect(rig.table.contentOffset.y == 3200 - 480 && rig.top("b9") == 400)
    // Another delegate has heights of its own.
    rig.table.delegate = nil
    #expect(rig.table.contentSize.height == 40 * 44)
  }

  @Test("8.4 A section that is moved keeps the heights of its rows")
  func movedSection() {
    let rig = PlaceRig([["a", "b"], ["c", "d"], (0..<20).map { "e\($0)" }]) { $0 == "a" ? 130 : 100 }
    rig.moveSection(0, to: 1)
    #expect(rig.table.visibleCells.map(\.frame.height) == [100, 100, 130, 100, 100])
    #expect(rig.table.visibleCells.map(\.frame.minY) == [0, 100, 200, 330, 430])
    // Off the screen, too, and with rows that come and go in it.
    rig.walk(to: 1500)
    let height = rig.table.contentSize.height
    rig.sections[1].insert("new", at: 0)
    rig.sections.insert(rig.sections.remove(at: 1), at: 2)
    rig.table.performBatchUpdates {
      rig.table.moveSection(1, to: 2)
      rig.table.insertRows(at: [IndexPath(row: 0, section: 2)])
    }
    #expect(rig.table.rectForRow(at: IndexPath(row: 1, section: 2))?.height == 130)
    #expect(rig.table.contentSize.height >= height + 44 && rig.faults.isEmpty)
  }

  @Test("8.4 A row for which the delegate has no height any more has that of all rows")
  func heightGone() {
    var high: Set<String> = ["r1"]
    let rig = PlaceRig(rows: 60) { high.contains($0) ? 144 : nil }
    #expect(rig.top("r2") == 188)
    high = []
    rig.table.reloadRows(at: [IndexPath(row: 1)])
    #expect(rig.top("r2") == 88)
    high = ["r1"]
    rig.table.reloadRows(at: [IndexPath(row: 1)])
    high = []
    rig.table.contentOffset.y = 1000
    rig.table.contentOffset.y = 0
    #expect(rig.top("r2") == 88 && rig.table.contentSize.height == 60 * 44)
  }

  @Test("8.4 Heights for the whole table leave the selection, and the first row on the screen in its place")
  func standardHeights() {
    let rig = PlaceRig([["a", "b"], (0..<60).map { "r\($0)" }])
    rig.headers = ["one", "two"]
    rig.table.reloadData()
    rig.table.selectRow(at: IndexPath(row: 3, section: 1))
    rig.table.contentOffset.y = 1010
    let before = rig.first.first
    rig.table.rowHeight = 60
    rig.pass()
    #expect(rig.first.first == before && rig.table.visibleCells.allSatisfy { $0.frame.height == 60 })
    rig.table.sectionHeaderHeight = 100
    #expect(rig.first.first == before && rig.table.contentFrame(for: .header(0)).height == 100)
    rig.table.sectionFooterHeight = 100
    #expect(rig.table.indexPathForSelectedRow == IndexPath(row: 3, section: 1) && rig.faults.isEmpty)
    #expect(rig.table.contentSize.height == 62 * 60 + 200)
  }

  @Test("8.4 An empty batch asks for the heights of the rows on the screen anew; the first one stays")
  func emptyBatch() {
    var heights: [String: Double] = [:]
    let rig = PlaceRig(rows: 60) { heights[$0] }
    rig.table.contentOffset.y = 450
    let cells = rig.table.visibleCells
    heights = ["r10": 100, "r12": 20]
    rig.table.beginUpdates()
    rig.table.endUpdates()
    #expect(rig.first == ["r10 -10.0", "r11 90.0"] && rig.top("r13") == 154)
    #expect(rig.table.visibleCells.allSatisfy { cell in cells.contains { $0 === cell } })
    heights = [:]
    rig.table.performBatchUpdates {}
    #expect(rig.first == ["r10 -10.0", "r11 34.0"] && rig.table.contentSize.height == 60 * 44 && rig.faults.isEmpty)
  }

  @Test("8.4 A finger that leaves an item of a grid, or drags, does not keep it highlighted, and selects nothing")
  func gridHighlight() {
    let rig = GridPlaceRig([(0..<4).map { "i\($0)" }])
    rig.stage.down(1, 45, 45, at: 1000)
    rig.stage.pass(to: 1300)
    #expect(rig.grid.cellForItem(at: 0)?.isHighlighted == true)
    rig.stage.move(1, 250, 45, at: 1400)
    #expect(rig.grid.cellForItem(at: 0)?.isHighlighted == false)
    rig.stage.move(1, 45, 45, at: 1500)
    rig.stage.up(1, 45, 45, at: 1600)
    #expect(rig.grid.selected.isEmpty)
  }
}
