import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Fingers that rest on rows, buttons and controls of a list while other rows come and go.
@Suite("Pressed rows of lists that change")
struct PressedRowTests {
  private let rig = TableRig(rows: 30)

  private func path(_ row: Int) -> IndexPath { IndexPath(row: row) }

  private func insert(_ text: String, at row: Int) {
    rig.sections[0].insert(text, at: row)
    rig.table.insertRows(at: [path(row)])
  }

  /// Puts a finger on the third row on the screen, and waits until it is highlighted.
  private func pressRow(_ row: Int = 2, at time: Int64) {
    rig.stage.down(1, 100, 110, at: time)
    rig.stage.pass(to: time + 300)
    #expect(rig.table.cellForRow(at: path(row))?.isHighlighted == true)
  }

  private func lift(at time: Int64) -> [String] {
    rig.stage.up(1, 100, 110, at: time)
    rig.stage.pass(to: time + 100)
    return rig.taken().filter { $0.hasPrefix("select ") }
  }

  @Test("8.4 A finger on a row goes on pressing it when other rows come, go and are loaded anew")
  func otherRows() {
    pressRow(at: 1000)
    insert("new", at: 30)
    rig.table.reloadRows(at: [path(5)])
    rig.sections[0].remove(at: 7)
    rig.table.deleteRows(at: [path(7)])
    #expect(rig.table.cellForRow(at: path(2))?.isHighlighted == true)
    #expect(lift(at: 1400) == ["select 0-2"])
  }

  @Test("8.4 A pressed row that is loaded anew is pressed, whether its cell is used again or not", arguments: [true, false])
  func loadedAnew(reuses: Bool) {
    if !reuses { rig.makeNewCells() }
    pressRow(at: 1000)
    for text in ["new", "newer"] {
      rig.sections[0][2] = text
      rig.table.reloadRows(at: [path(2)])
      #expect(rig.table.cellForRow(at: path(2))?.isHighlighted == true && rig.table.cellForRow(at: path(2))?.text == text)
    }
    #expect(lift(at: 1400) == ["select 0-2"])
    #expect(rig.table.subviews.count { $0 is TableViewCell && !$0.isHidden } == rig.texts.count)
  }

  @Test("8.4 A pressed row that other rows move away from the finger is chosen; one that goes is not, nor the row in its place")
  func moved() {
    rig.table.contentOffset.y = 44
    pressRow(3, at: 1000)
    // Below its top the table shows the same rows.
    insert("new", at: 0)
    #expect(rig.table.cellForRow(at: path(4))?.isHighlighted == true)
    #expect(lift(at: 1400) == ["select 0-4"])
    rig.table.contentOffset.y = 0
    rig.stage.pass(to: 2000)
    pressRow(at: 3000)
    insert("newer", at: 0)
    #expect(rig.table.cellForRow(at: path(3))?.isHighlighted == true && rig.table.cellForRow(at: path(2))?.isHighlighted == false)
    #expect(lift(at: 3400) == ["select 0-3"])
    pressRow(at: 5000)
    rig.sections[0].remove(at: 2)
    rig.table.deleteRows(at: [path(2)])
    #expect(!rig.table.visibleCells.contains { $0.isHighlighted } && lift(at: 5400) == [])
  }

  @Test("8.4 An uncovered button goes on being pressed when other rows come, and acts on its row")
  func buttons() {
    rig.canEdit = true
    rig.stage.down(1, 280, 110, at: 1000)
    for step in 1...10 { rig.stage.move(1, 280 - Double(step) * 10, 110, at: 1000 + Int64(step) * 16) }
    rig.stage.up(1, 180, 110, at: 1200)
    #expect(rig.table.openRow == path(2))
    rig.stage.down(1, 270, 110, at: 2000)
    rig.stage.pass(to: 2200)
    insert("new", at: 30)
    #expect(rig.table.contentParts.contains { $0.kind == "swipeAction" && $0.state == .highlighted })
    rig.stage.up(1, 270, 110, at: 2300)
    #expect(rig.taken().contains("commit delete 0-2") && !rig.sections[0].contains("row 2"))
  }

  @Test("8.4 A finger on an item of a grid goes on pressing it when others come and go; one that goes is pressed no longer")
  func grids() {
    let source = SectionSource([8], titles: [nil])
    let stage = Stage()
    let grid = stage.add(CollectionView(frame: Rect(x: 0, y: 0, width: 320, height: 300)), "grid")
    grid.register(TableViewCell.self, forReuse: "item")
    (grid.delegate, grid.dataSource) = (source, source)
    stage.pass(to: 10)
    stage.down(1, 160, 50, at: 1000)
    stage.pass(to: 1300)
    #expect(grid.cellForItem(at: 1)?.isHighlighted == true)
    source.sections[0].append("new")
    grid.insertItems(at: [IndexPath(item: 8)])
    grid.reloadItems(at: [IndexPath(item: 1)])
    #expect(grid.cellForItem(at: 1)?.isHighlighted == true)
    stage.up(1, 160, 50, at: 1400)
    #expect(grid.selected == RangeSet(1..<2))
    stage.down(2, 160, 50, at: 2000)
    stage.pass(to: 2300)
    source.sections[0].remove(at: 1)
    grid.deleteItems(at: [IndexPath(item: 1)])
    stage.up(2, 160, 50, at: 2400)
    #expect(grid.selected.isEmpty && grid.visibleItems.allSatisfy { grid.cellForItem(at: $0)?.isHighlighted == false })
  }

  @Test("8.4 A control in a row that can be moved, or has a context menu, keeps a finger that is held")
  func controls() {
    rig.canMove = true
    let stepper = Stepper(frame: Rect(x: 150, y: 0, width: 140, height: 44))
    rig.table.cellForRow(at: path(2))?.addSubview(stepper)
    for menu in [nil, Menu("M", items: [MenuItem("x") { _ in }])] {
      rig.table.contextMenu = menu
      stepper.value = 0
      let start = rig.stage.application.now.microseconds / 1000 + 1000
      rig.stage.down(1, 270, 110, at: start)
      rig.stage.pass(to: start + 2000)
      #expect(stepper.value > 2 && rig.table.reorderedRow == nil && menu?.isOpen != true)
      rig.stage.up(1, 270, 110, at: start + 2010)
    }
    // Beside the control the row is lifted.
    rig.table.contextMenu = nil
    rig.stage.down(1, 50, 110, at: 20_000)
    rig.stage.pass(to: 20_700)
    #expect(rig.table.reorderedRow?.source == path(2))
    rig.stage.cancel(1, at: 20_800)
  }

  @Test("7.3, 8.4 A finger that opened the menu of a row drags that row, wherever it is now, and none once it is gone")
  func menus() {
    rig.canMove = true
    let menu = Menu("M", items: [MenuItem("x") { _ in }])
    rig.table.contextMenu = menu
    func open(at time: Int64) {
      rig.stage.down(1, 100, 110, at: time)
      rig.stage.pass(to: time + 700)
      #expect(menu.isOpen)
    }
    func move(at time: Int64) { for step in 1...3 { rig.stage.move(1, 100, 110 + Double(step) * 20, at: time + Int64(step) * 16) } }
    open(at: 1000)
    insert("new", at: 0)
    move(at: 1800)
    #expect(rig.table.reorderedRow?.source == path(3) && !menu.isOpen)
    rig.stage.cancel(1, at: 2000)
    open(at: 4000)
    rig.sections[0].remove(at: 2)
    rig.table.deleteRows(at: [path(2)])
    move(at: 4800)
    #expect(rig.table.reorderedRow == nil)
    rig.stage.cancel(1, at: 5000)
    menu.close()
  }
}
