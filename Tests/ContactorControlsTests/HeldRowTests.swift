import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Rows that are held, open or edited while the rows around them change.
@Suite("Held rows of lists that change")
struct HeldRowTests {
  private func seen(in list: View) -> Int { list.subviews.count { $0 is TableViewCell && !$0.isHidden } }

  private func held(_ row: Int, reuses: Bool = true) -> TableRig {
    let rig = TableRig(rows: 30)
    rig.canMove = true
    if !reuses { rig.makeNewCells() }
    rig.stage.down(1, 100, Double(row) * 44 + 20, at: 10)
    rig.stage.pass(to: 1000)
    #expect(rig.table.reorderedRow?.source == IndexPath(row: row))
    return rig
  }

  /// Whether the rows on the screen are those of the data source, with no cell besides.
  private func showsData(_ rig: TableRig) -> Bool {
    rig.texts == Array(rig.sections[0].prefix(rig.texts.count)) && seen(in: rig.table) == rig.texts.count
  }

  private func drop(_ rig: TableRig, _ row: Int) {
    rig.stage.up(1, 100, Double(row) * 44 + 20, at: 2000)
    rig.stage.pass(to: 5000)
  }

  @Test("8.4 A row that is loaded anew while it is held shows its data, and stays under the finger", arguments: [true, false])
  func reloadHeld(reuses: Bool) {
    let rig = held(3, reuses: reuses)
    rig.stage.move(1, 100, 172, at: 1100)
    rig.sections[0][3] = "new"
    rig.table.reloadRows(at: [IndexPath(row: 3)])
    #expect(rig.table.cellForRow(at: IndexPath(row: 3))?.text == "new" && rig.table.reorderedRow?.source == IndexPath(row: 3))
    #expect(rig.table.cellForRow(at: IndexPath(row: 3))?.frame.minY == 152)
    drop(rig, 3)
    #expect(showsData(rig))
  }

  @Test("8.4 A row that is replaced while its neighbour is held shows its data", arguments: [true, false], [1, 2, 4])
  func replaceNeighbour(reuses: Bool, row: Int) {
    let rig = held(3, reuses: reuses)
    rig.sections[0].remove(at: row)
    rig.table.deleteRows(at: [IndexPath(row: row)])
    rig.sections[0].insert("new", at: row)
    rig.table.insertRows(at: [IndexPath(row: row)])
    drop(rig, 3)
    #expect(showsData(rig))
  }

  @Test("8.4 A row that is replaced while it is held shows its data, and is held no longer")
  func replaceHeld() {
    let rig = held(3)
    rig.sections[0][3] = "new"
    rig.table.performBatchUpdates {
      rig.table.deleteRows(at: [IndexPath(row: 3)])
      rig.table.insertRows(at: [IndexPath(row: 3)])
    }
    #expect(rig.table.reorderedRow == nil)
    drop(rig, 3)
    #expect(showsData(rig))
  }

  @Test("8.4 A row that is loaded anew while it is held keeps its finger, also when enough cells wait for other rows")
  func reloadHeldOfMany() {
    let rig = TableRig(rows: 80)
    rig.canMove = true
    rig.table.rowHeight = 6
    rig.stage.pass(to: 2)
    #expect(seen(in: rig.table) == 80)
    rig.sections[0].removeLast(70)
    rig.table.deleteRows(at: (10..<80).map { IndexPath(row: $0) })
    rig.stage.down(1, 100, 20, at: 10)
    rig.stage.pass(to: 1000)
    for round in 1...8 {
      rig.sections[0][3] = "new \(round)"
      rig.table.reloadRows(at: [IndexPath(row: 3)])
      #expect(rig.table.reorderedRow?.source == IndexPath(row: 3) && rig.stage.application.event.allTouches.count == 1)
    }
    rig.stage.move(1, 100, 38, at: 1100)
    #expect(rig.table.reorderedRow?.target == IndexPath(row: 6))
    rig.stage.up(1, 100, 38, at: 1200)
    rig.stage.pass(to: 5000)
    #expect(rig.sections[0][6] == "new 8" && showsData(rig))
  }

  @Test("8.4 Rows that are open or held have the right paths when the end of an editing changes the rows again", arguments: [true, false])
  func changedAtEndOfEditing(isHeld: Bool) {
    let rig = isHeld ? held(3) : TableRig(rows: 30)
    rig.canEdit = true
    if !isHeld {
      rig.stage.down(1, 200, 152, at: 10)
      for step in 1...6 { rig.stage.move(1, 200 - Double(step) * 20, 152, at: 10 + Int64(step) * 10) }
    }
    rig.table.editRow(at: IndexPath(row: 6))
    rig.table.editingField?.on(.editingDidEnd) { [unowned rig] _ in
      rig.sections[0].remove(at: 3)
      rig.table.deleteRows(at: [IndexPath(row: 3)])
    }
    rig.sections[0].remove(at: 6)
    rig.sections[0].insert("new", at: 1)
    rig.table.performBatchUpdates {
      rig.table.deleteRows(at: [IndexPath(row: 6)])
      rig.table.insertRows(at: [IndexPath(row: 1)])
    }
    #expect((isHeld ? rig.table.reorderedRow?.source : rig.table.openRow) == IndexPath(row: 3))
    rig.stage.pass(to: 1100)
    #expect(rig.table.cellForRow(at: IndexPath(row: 3))?.text == "row 3" && rig.texts.prefix(6) == rig.sections[0].prefix(6))
    rig.stage.cancel(1, at: 1200)
    rig.stage.pass(to: 5000)
    #expect(showsData(rig))
  }

  @Test("8.4 A row that is held away from its own place goes along with changes, and shows its data when it is loaded anew")
  func heldAway() {
    let rig = held(3)
    rig.table.contentOffset.y = 600
    rig.stage.move(1, 100, 153, at: 1100)
    rig.sections[0].insert("above", at: 0)
    rig.table.insertRows(at: [IndexPath(row: 0)])
    #expect(rig.table.reorderedRow?.source == IndexPath(row: 4))
    rig.sections[0][4] = "new"
    rig.table.reloadRows(at: [IndexPath(row: 4)])
    let dragged = rig.table.subviews.compactMap { $0 as? TableViewCell }.filter { !$0.isHidden && $0.text == "new" }
    #expect(dragged.count == 1 && dragged.first.map { $0.frame.minY - rig.table.bounds.minY } == 133)
    rig.table.contentOffset.y = 0
    #expect(rig.table.visibleCells.count { $0.text == "new" } == 1 && rig.table.cellForRow(at: IndexPath(row: 4)) === dragged.first)
    rig.stage.cancel(1, at: 1300)
    rig.stage.pass(to: 5000)
    #expect(showsData(rig))
  }

  @Test("8.4 A row that is held away from its own place is the row's cell, and looks selected as long as the row is")
  func selectionHeldAway() {
    let rig = held(3)
    rig.table.allowsMultipleSelection = true
    rig.table.selectRow(at: IndexPath(row: 3))
    rig.table.contentOffset.y = 600
    rig.stage.move(1, 100, 153, at: 1100)
    let dragged = rig.table.cellForRow(at: IndexPath(row: 3))
    #expect(dragged?.text == "row 3" && dragged.flatMap { rig.table.indexPath(for: $0) } == IndexPath(row: 3))
    #expect(rig.table.visibleCells.allSatisfy { $0 !== dragged } && dragged?.isSelected == true)
    rig.table.deselectAll()
    #expect(dragged?.isSelected == false)
    rig.table.selectRow(at: IndexPath(row: 3))
    rig.table.contentOffset.y = 0
    rig.stage.pass(to: 1200)
    #expect(rig.table.cellForRow(at: IndexPath(row: 3)) === dragged && dragged?.isSelected == true)
  }
}
