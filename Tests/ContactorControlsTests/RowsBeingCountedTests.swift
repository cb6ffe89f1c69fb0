import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Fingers, keys and calls that reach a list while it counts rows that have changed.
@Suite("Rows that are being counted")
struct RowsBeingCountedTests {
  /// An act on a row that is gone, while the rows are counted.
  enum Deed: CaseIterable {
    /// Lifts a finger that a second one has held back.
    case tap
    case drop
    case space, choose, moveUp, extend, remove
    case activate, details, swipe, moveRow
    case endEditing, setValue, edit, editAll
  }

  private static let gone = IndexPath(row: 8)

  /// Brings a table to the state that the deed needs.
  private func prepare(_ deed: Deed, _ rig: TableRig) {
    let place = rig.middle(Self.gone)
    switch deed {
    case .tap:
      rig.stage.down(1, place.x, place.y, at: 10)
      rig.stage.contact(1, .ended, place.x, place.y)
      rig.stage.contact(2, .began, place.x, 60)
      rig.stage.frame(at: 20)
      #expect(rig.taken() == [])
    case .drop:
      rig.stage.down(1, place.x, place.y, at: 10)
      rig.stage.pass(to: 800)
      rig.stage.move(1, place.x, 10, at: 810)
      #expect(rig.table.reorderedRow?.target == IndexPath(row: 0))
    case .space, .choose, .moveUp, .extend, .remove:
      rig.table.allowsMultipleSelection = deed == .extend
      rig.table.becomeFirstResponder()
      rig.table.selectRow(at: Self.gone)
    case .endEditing:
      rig.table.editRow(at: Self.gone)
      rig.table.editingField?.text = "typed"
    default: break
    }
    _ = rig.taken()
  }

  /// Does what tables and grids have in common; the other deeds are a table's.
  private func perform(_ deed: Deed, on list: ScrollView, _ stage: Stage, at number: Int) {
    switch deed {
    case .tap: stage.application.cancelTouches()
    case .space: _ = list.keyDown(with: KeyEvent(" ", timestamp: stage.application.time))
    case .choose: list.doCommand(by: "insertNewline:")
    case .moveUp: list.doCommand(by: "moveUp:")
    case .extend: list.doCommand(by: "moveUpAndModifySelection:")
    case .remove: list.doCommand(by: "deleteBackward:")
    case .activate: _ = list.performAccessibility(.activate, at: number)
    default: Issue.record("\(deed) is a deed of tables")
    }
  }

  private func perform(_ deed: Deed, _ rig: TableRig) {
    let table = rig.table
    switch deed {
    case .tap, .space, .choose, .moveUp, .extend, .remove, .activate: perform(deed, on: table, rig.stage, at: Self.gone.row)
    case .drop:
      // The finger has not moved since; time alone drags the row on.
      rig.stage.pass(to: 3000)
    case .details, .swipe, .moveRow:
      _ = table.customAccessibilityActions(at: Self.gone.row)
      let name = deed == .details ? "Details" : deed == .swipe ? "Delete" : "Move Up"
      _ = table.performAccessibility(.custom(name), at: Self.gone.row)
    case .endEditing: table.endEditingRow()
    case .setValue: table.setValue(.text("typed"), forRowAt: Self.gone)
    case .edit: table.editRow(at: Self.gone)
    case .editAll: table.isEditing = true
    }
  }

  @Test(
    "8.4 While a table counts rows that went, no finger, key or call reaches one of them: its data source hears of none",
    arguments: Deed.allCases, [true, false])
  func table(deed: Deed, isSection: Bool) {
    let rig = TableRig(rows: 10)
    (rig.canEdit, rig.canMove) = (true, true)
    rig.table.reordersByLongPress = deed == .drop
    prepare(deed, rig)
    var isDone = false
    var stale: [String] = []
    rig.asked = { [unowned rig] question, path in
      if question != "count", question != "didEndDisplaying", rig.text(path) == nil { stale.append("\(question) \(path)") }
      guard question == "count", !isDone else { return }
      isDone = true
      perform(deed, rig)
    }
    if isSection {
      rig.sections = [["new"]]
      rig.table.performBatchUpdates {
        rig.table.deleteSections(RangeSet(0..<1))
        rig.table.insertSections(RangeSet(0..<1))
      }
    } else {
      rig.sections[0].removeLast(7)
      rig.table.deleteRows(at: (3..<10).map { IndexPath(row: $0) })
    }
    rig.stage.pass(to: 4000)
    #expect(isDone && stale == [])
    #expect(rig.log.filter { $0 != "selection" } == [] && rig.texts == rig.sections[0])
    #expect(rig.table.indexPathsForSelectedRows == [] && rig.stage.violations.isEmpty)
    #expect(deed != .editAll || rig.table.visibleCells.allSatisfy(\.showsReorderHandle))
  }

  /// A grid's data source, which notes what it is asked about items that it does not have.
  private final class Items: CollectionViewDataSource, CollectionViewDelegate {
    var count = 40
    var counted: (() -> Void)?
    var stale: [String] = []
    var log: [String] = []

    private func note(_ question: String, _ item: Int) {
      if item >= count { stale.append("\(question) \(item)") }
    }
    func numberOfItems(in collectionView: CollectionView) -> Int {
      counted?()
      return count
    }
    func collectionView(_ collectionView: CollectionView, cellForItemAt item: Int) -> TableViewCell? {
      note("cell", item)
      return TableViewCell(reuseIdentifier: nil)
    }
    func collectionView(_ collectionView: CollectionView, shouldSelectItemAt item: Int) -> Bool {
      note("select", item)
      return true
    }
    func collectionView(_ collectionView: CollectionView, didSelectItemAt item: Int) {
      note("didSelect", item)
      log.append("select \(item)")
    }
    func collectionView(_ collectionView: CollectionView, canDeleteItemAt indexPath: IndexPath) -> Bool {
      note("delete", indexPath.item)
      return true
    }
    func collectionView(_ collectionView: CollectionView, deleteItemAt indexPath: IndexPath) { log.append("delete \(indexPath)") }
  }

  @Test(
    "8.4 While a grid counts items that went, no finger, key or call reaches one of them",
    arguments: [Deed.tap, .space, .choose, .moveUp, .extend, .remove, .activate])
  func grid(deed: Deed) {
    let stage = Stage()
    let items = Items()
    let grid = CollectionView(frame: Rect(x: 0, y: 0, width: 400, height: 400))
    grid.itemSize = Size(width: 60, height: 60)
    (grid.dataSource, grid.delegate) = (items, items)
    stage.add(grid, "grid")
    stage.pass(to: 1)
    let gone = grid.visibleItems.last ?? 0
    #expect(gone > 20)
    grid.allowsMultipleSelection = deed == .extend
    if deed == .tap {
      let place = grid.rectForItem(at: gone)?.center ?? .zero
      stage.down(1, place.x, place.y, at: 10)
      stage.contact(1, .ended, place.x, place.y)
      stage.contact(2, .began, place.x, 60)
      stage.frame(at: 20)
    } else {
      grid.becomeFirstResponder()
      grid.selectItem(at: gone)
    }
    #expect(items.log == [])
    var isDone = false
    items.counted = {
      guard !isDone else { return }
      isDone = true
      perform(deed, on: grid, stage, at: gone)
    }
    items.count = 5
    grid.deleteItems(at: (5..<40).map { IndexPath(item: $0) })
    stage.pass(to: 1000)
    #expect(isDone && items.stale == [] && items.log == [] && grid.visibleItems == Array(0..<5))
    #expect(stage.violations.isEmpty)
  }
}
