import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Fingers on a table: selection, swipes, reordering, the index.
@Suite("Table touches")
struct TableTouchTests {
  private let rig = TableRig(rows: 100)

  private func path(_ row: Int) -> IndexPath { IndexPath(row: row) }

  /// Drags a finger in steps of 10 ms and does not lift it.
  private func drag(from start: Point, to end: Point, at time: Int64, steps: Int = 8) {
    rig.stage.down(1, start.x, start.y, at: time)
    move(from: start, to: end, at: time, steps: steps)
  }

  private func move(from start: Point, to end: Point, at time: Int64, steps: Int = 8) {
    for step in 1...steps {
      let share = Double(step) / Double(steps)
      let place = start + (end - start) * share
      rig.stage.move(1, place.x, place.y, at: time + Int64(step) * 10)
    }
  }

  @Test("8.4 A tap selects a row in place of the last, and tells once; the same row again tells nothing")
  func tap() {
    rig.tap(path(2), at: 1000)
    #expect(rig.taken() == ["selection", "select 0-2"])
    rig.tap(path(2), at: 3000)
    #expect(rig.taken() == [])
    rig.tap(path(4), at: 5000)
    #expect(rig.taken() == ["selection", "deselect 0-2", "select 0-4"])
    #expect(rig.table.indexPathForSelectedRow == path(4))
    rig.table.allowsMultipleSelection = true
    rig.tap(path(5), at: 7000)
    rig.tap(path(4), at: 9000)
    #expect(rig.taken() == ["selection", "select 0-5", "selection", "deselect 0-4"])
    rig.table.allowsSelection = false
    rig.tap(path(6), at: 11000)
    #expect(rig.taken() == [])
  }

  @Test("8.4 The delegate keeps rows from being highlighted and selected")
  func refusals() {
    rig.refusesSelection = [path(2)]
    rig.refusesHighlight = [path(3)]
    rig.tap(path(2), at: 1000)
    rig.tap(path(3), at: 3000)
    #expect(rig.log == [])
  }

  @Test("8.4 A finger that rests highlights its row; one that scrolls, or leaves the row, selects nothing")
  func highlight() {
    let start = rig.middle(path(5))
    rig.stage.down(1, start.x, start.y, at: 1000)
    rig.stage.pass(to: 1100)
    #expect(rig.table.cellForRow(at: path(5))?.isHighlighted == false)
    rig.stage.pass(to: 1200)
    #expect(rig.table.cellForRow(at: path(5))?.isHighlighted == true)
    move(from: start, to: Point(x: start.x, y: start.y - 100), at: 1200)
    #expect(rig.table.contentOffset.y > 50)
    #expect(rig.table.visibleCells.contains { $0.isHighlighted } == false)
    rig.stage.up(1, start.x, start.y - 100, at: 1400)
    rig.stage.pass(to: 6000)
    drag(from: start, to: Point(x: start.x, y: start.y - 100), at: 7000)
    rig.stage.up(1, start.x, start.y - 100, at: 7300)
    #expect(rig.log == [])
  }

  @Test("8.4 The button at a row's end is told of and selects nothing")
  func accessory() {
    rig.table.cellForRow(at: path(1))?.accessory = .detail
    rig.table.cellForRow(at: path(1))?.detail = "more"
    let kinds = rig.table.cellForRow(at: path(1))?.contentParts.map(\.kind)
    #expect(kinds?.filter { $0.hasPrefix("detail") } == ["detail", "detailButton"])
    rig.stage.tap(1, 290, 66, at: 1000)
    #expect(rig.taken() == ["accessory 0-1"])
    rig.stage.tap(1, 100, 66, at: 3000)
    #expect(rig.taken() == ["selection", "select 0-1"])
  }

  @Test("8.4 A tap on a header that stays does not select the row below it")
  func header() {
    let rig = TableRig(sections: [Array(repeating: "a", count: 50)], headers: ["A"])
    rig.table.contentOffset.y = 300
    rig.stage.tap(1, 100, 10, at: 1000)
    #expect(rig.log == [])
    rig.stage.tap(1, 100, 40, at: 3000)
    #expect(rig.log.count == 2)
  }

  @Test("8.4 A row that is dragged to the left uncovers its actions; a tap on one performs it")
  func swipe() {
    rig.trailing = SwipeActions([
      SwipeAction("Delete", isDestructive: true) { [unowned rig] _, path in rig.log.append("delete \(path)") },
      SwipeAction("Flag") { [unowned rig] _, path in rig.log.append("flag \(path)") },
    ])
    let start = Point(x: 250, y: 110)
    drag(from: start, to: Point(x: 150, y: 112), at: 1000)
    rig.stage.up(1, 150, 112, at: 1400)
    #expect(rig.table.openRow == path(2))
    #expect(rig.table.cellForRow(at: path(2))?.frame.minX == -148.0)
    #expect(rig.table.contentFrame(for: .swipeAction(0)) == Rect(x: 226, y: 88, width: 74, height: 44))
    #expect(rig.table.contentFrame(for: .swipeAction(1)) == Rect(x: 152, y: 88, width: 74, height: 44))
    #expect(rig.table.contentParts.filter { $0.kind == "swipeAction" }.map(\.text) == ["Delete", "Flag"])
    rig.stage.tap(1, 190, 110, at: 2000)
    #expect(rig.taken() == ["flag 0-2"])
    #expect(rig.table.openRow == nil && rig.table.cellForRow(at: path(2))?.frame.minX == 0.0)
  }

  @Test("8.4 One row stands open at a time; it closes on a tap elsewhere and when the table scrolls")
  func openRow() {
    rig.canEdit = true
    drag(from: Point(x: 250, y: 110), to: Point(x: 180, y: 110), at: 1000)
    rig.stage.up(1, 180, 110, at: 1400)
    #expect(rig.table.openRow == path(2))
    rig.stage.tap(1, 100, 300, at: 2000)
    #expect(rig.table.openRow == nil && rig.log == [])
    drag(from: Point(x: 250, y: 110), to: Point(x: 180, y: 110), at: 3000)
    rig.stage.up(1, 180, 110, at: 3400)
    #expect(rig.table.openRow == path(2))
    drag(from: Point(x: 100, y: 400), to: Point(x: 100, y: 300), at: 5000)
    #expect(rig.table.openRow == nil)
    rig.stage.up(1, 100, 300, at: 5400)
    #expect(rig.log == [])
  }

  @Test("8.4 A row that is dragged far performs its first action; a short drag springs back")
  func fullSwipe() {
    rig.canEdit = true
    drag(from: Point(x: 280, y: 110), to: Point(x: 40, y: 110), at: 1000)
    rig.stage.up(1, 40, 110, at: 1400)
    #expect(rig.log == ["commit delete 0-2"])
    #expect(rig.texts[2] == "row 3" && rig.table.numberOfAllRows == 99)
    drag(from: Point(x: 280, y: 110), to: Point(x: 255, y: 110), at: 3000)
    rig.stage.up(1, 255, 110, at: 3600)
    #expect(rig.table.openRow == nil)
    // To the right there is nothing.
    drag(from: Point(x: 50, y: 110), to: Point(x: 250, y: 110), at: 5000)
    rig.stage.up(1, 250, 110, at: 5600)
    #expect(rig.table.openRow == nil && rig.log.count == 1 && rig.errors.isEmpty)
    rig.leading = SwipeActions(
      [SwipeAction("Read") { [unowned rig] _, path in rig.log.append("read \(path)") }], performsFirstActionWithFullSwipe: false)
    drag(from: Point(x: 50, y: 110), to: Point(x: 290, y: 110), at: 7000)
    rig.stage.up(1, 290, 110, at: 7600)
    #expect(rig.table.openRow == path(2) && rig.table.cellForRow(at: path(2))?.frame.minX == 74.0)
  }

  @Test("8.4 A row that a press lifts is dropped at another place, and the data source is told once")
  func reorder() {
    rig.canMove = true
    rig.table.selectRow(at: path(1))
    rig.log = []
    rig.stage.down(1, 100, 66, at: 1000)
    rig.stage.pass(to: 1600)
    #expect(rig.table.reorderedRow?.source == path(1))
    move(from: Point(x: 100, y: 66), to: Point(x: 100, y: 66 + 132), at: 1600)
    #expect(rig.table.reorderedRow?.target == path(4))
    #expect(rig.table.cellForRow(at: path(1))?.frame.minY == 44 + 132.0)
    #expect((2...4).map { rig.table.cellForRow(at: path($0))?.frame.minY } == [44.0, 88.0, 132.0])
    #expect(rig.log == [])
    rig.stage.up(1, 100, 66 + 132, at: 1800)
    #expect(rig.log == ["move 0-1 to 0-4"])
    #expect(rig.texts.prefix(6) == ["row 0", "row 2", "row 3", "row 4", "row 1", "row 5"])
    #expect(rig.table.indexPathForSelectedRow == path(4))
    #expect(rig.errors.isEmpty && rig.table.reorderedRow == nil)
  }

  @Test("8.4 The delegate chooses another place; a cancelled drag puts the row back without a word")
  func reorderTarget() {
    rig.canMove = true
    rig.aims = { _ in IndexPath(row: 0) }
    rig.stage.down(1, 100, 154, at: 1000)
    rig.stage.pass(to: 1600)
    move(from: Point(x: 100, y: 154), to: Point(x: 100, y: 300), at: 1600)
    #expect(rig.table.reorderedRow?.target == path(0))
    rig.stage.cancel(1, at: 1800)
    #expect(rig.log == [] && rig.table.reorderedRow == nil)
    #expect((0...5).map { rig.table.cellForRow(at: path($0))?.frame.minY } == [0.0, 44.0, 88.0, 132.0, 176.0, 220.0])
  }

  @Test("8.4 A handle moves a row at once, and the table scrolls by the time that the finger is at its edge")
  func handle() {
    var offsets: [Double] = []
    for step in [Int64(1), 7, 400] {
      let rig = TableRig(rows: 100)
      rig.canMove = true
      rig.table.isEditing = true
      let handle = rig.table.cellForRow(at: path(3))?.contentFrame(for: .reorderHandle).center ?? .zero
      rig.stage.down(1, handle.x, 132 + handle.y, at: 1000)
      #expect(rig.table.reorderedRow?.source == path(3))
      rig.stage.move(1, handle.x, 470, at: 1010)
      var time = Int64(1010)
      while time < 2610 {
        time += step
        rig.stage.application.advance(to: Timestamp(microseconds: min(time, 2610) * 1000))
      }
      rig.stage.up(1, handle.x, 470, at: 2611)
      offsets.append(rig.table.contentOffset.y)
      #expect(rig.log.count == 1 && rig.log[0].hasPrefix("move 0-3 to 0-"))
      #expect(rig.texts.contains("row 3"))
    }
    #expect(offsets[0] > 500)
    #expect(offsets[0] == offsets[1] && offsets[1] == offsets[2])
  }

  @Test(
    "8.4 A row that is picked up at an edge scrolls the table only after the finger has moved towards the edge", arguments: [true, false])
  func edgeAtRest(isTop: Bool) {
    rig.canMove = true
    rig.table.contentOffset = Point(x: 0, y: 1000)
    rig.stage.pass(to: 900)
    let (y, outwards) = isTop ? (20.0, -1.0) : (460.0, 1.0)
    rig.stage.down(1, 100, y, at: 1000)
    rig.stage.pass(to: 1600)
    #expect(rig.table.reorderedRow != nil)
    rig.stage.move(1, 100, y + outwards * 2, at: 1700)
    rig.stage.move(1, 100, y - outwards * 10, at: 1710)
    rig.stage.move(1, 100, y - outwards * 9, at: 1720)
    rig.stage.pass(to: 3000)
    #expect(rig.table.contentOffset.y == 1000, "at rest, trembling, and moving inwards")
    rig.stage.move(1, 100, y - outwards * 3, at: 3010)
    rig.stage.pass(to: 3500)
    #expect((rig.table.contentOffset.y - 1000) * outwards > 50)
    rig.stage.cancel(1, at: 3510)
    #expect(rig.table.reorderedRow == nil)
  }

  @Test("7.3, 8.4 A long press on a row that can be moved opens the table's context menu, and a finger that then moves drags the row")
  func menuThenDrag() {
    rig.canMove = true
    var asked: [Int] = []
    let menu = Menu(items: [MenuItem("Copy") { _ in asked.append(1) }])
    rig.table.contextMenu = menu
    rig.stage.down(1, 100, 66, at: 1000)
    rig.stage.pass(to: 1600)
    #expect(menu.isOpen && rig.table.reorderedRow == nil)
    rig.stage.move(1, 103, 70, at: 1610)
    #expect(menu.isOpen && rig.table.reorderedRow == nil, "a trembling finger")
    move(from: Point(x: 103, y: 70), to: Point(x: 100, y: 66 + 132), at: 1620)
    #expect(!menu.isOpen && rig.table.reorderedRow?.source == path(1) && rig.table.reorderedRow?.target == path(4))
    rig.stage.up(1, 100, 66 + 132, at: 1800)
    #expect(rig.log == ["move 0-1 to 0-4"] && rig.table.reorderedRow == nil && asked.isEmpty)
    // Lifted without a movement, the menu stays.
    rig.stage.down(1, 100, 66, at: 3000)
    rig.stage.pass(to: 3600)
    rig.stage.up(1, 100, 66, at: 3610)
    #expect(menu.isOpen)
    menu.close()
    // The touch is cancelled while the row is dragged: it goes back.
    rig.stage.down(1, 100, 66, at: 5000)
    rig.stage.pass(to: 5600)
    move(from: Point(x: 100, y: 66), to: Point(x: 100, y: 300), at: 5610)
    #expect(rig.table.reorderedRow != nil)
    rig.stage.cancel(1, at: 5800)
    #expect(rig.table.reorderedRow == nil && rig.log.count == 1 && rig.stage.violations.isEmpty)
    // A row that cannot be moved: the finger slides over the menu and chooses.
    rig.canMove = false
    rig.stage.down(1, 100, 66, at: 7000)
    rig.stage.pass(to: 7600)
    rig.stage.move(1, 140, 88, at: 7610)
    rig.stage.up(1, 140, 88, at: 7620)
    #expect(asked == [1] && rig.table.reorderedRow == nil)
  }

  @Test(
    "7.3, 8.4 The menu of a view in a row comes first, too; that of a view around the table does not, and a menu that does not open lifts")
  func menusAround() {
    rig.canMove = true
    let outer = Menu(items: [MenuItem("Outer") { _ in }])
    rig.stage.window.contextMenu = outer
    rig.stage.down(1, 100, 66, at: 1000)
    rig.stage.pass(to: 1600)
    #expect(!outer.isOpen && rig.table.reorderedRow?.source == path(1))
    rig.stage.cancel(1, at: 1610)
    let inner = Menu(items: [MenuItem("Inner") { _ in }])
    rig.table.cellForRow(at: path(1))?.contextMenu = inner
    rig.stage.down(1, 100, 66, at: 3000)
    rig.stage.pass(to: 3600)
    #expect(inner.isOpen && rig.table.reorderedRow == nil)
    move(from: Point(x: 100, y: 66), to: Point(x: 100, y: 200), at: 3610)
    #expect(!inner.isOpen && rig.table.reorderedRow?.source == path(1))
    rig.stage.cancel(1, at: 3800)
    final class Closing: MenuDelegate {
      func menuWillOpen(_ menu: Menu) { menu.close() }
    }
    let closing = Closing()
    inner.delegate = closing
    rig.stage.down(1, 100, 66, at: 5000)
    rig.stage.pass(to: 5600)
    #expect(!inner.isOpen && rig.table.reorderedRow?.source == path(1))
    rig.stage.cancel(1, at: 5800)
    #expect(rig.log.isEmpty && rig.table.reorderedRow == nil)
  }

  @Test("8.4 A row is moved into another section, also into an empty one")
  func reorderAcross() {
    let rig = TableRig(sections: [["a", "b"], [], ["c", "d"]], headers: ["A", "B", "C"])
    rig.canMove = true
    func drop(_ path: IndexPath, at y: Double, from time: Int64) {
      let start = rig.middle(path)
      rig.stage.down(1, start.x, start.y, at: time)
      rig.stage.pass(to: time + 600)
      rig.stage.move(1, start.x, y, at: time + 650)
      rig.stage.up(1, start.x, y, at: time + 700)
    }
    // Headers at 0, 116 and 144; rows at 28, 72, 172, 216.
    drop(IndexPath(row: 0), at: 118, from: 1000)
    #expect(rig.log == ["move 0-0 to 1-0"] && rig.sections == [["b"], ["a"], ["c", "d"]])
    #expect(rig.texts == ["b", "a", "c", "d"] && rig.errors.isEmpty)
    drop(IndexPath(row: 1, section: 2), at: 40, from: 3000)
    #expect(rig.log.last == "move 2-1 to 0-0" && rig.sections == [["d", "b"], ["a"], ["c"]])
    #expect(rig.texts == ["d", "b", "a", "c"] && rig.errors.isEmpty)
  }

  @Test("8.4 A finger on the index jumps from section to section")
  func index() {
    let letters = ["A", "B", "C", "D"]
    let rig = TableRig(sections: letters.map { letter in (0..<30).map { "\(letter)\($0)" } }, headers: letters.map { $0 })
    rig.titles = letters
    rig.table.reloadData()
    #expect(rig.table.contentFrame(for: .index) == Rect(x: 280, y: 0, width: 20, height: 480))
    #expect(rig.table.contentFrame(for: .indexTitle(1)) == Rect(x: 280, y: 120, width: 20, height: 120))
    rig.stage.down(1, 290, 200, at: 1000)
    #expect(rig.texts.first == "B0")
    rig.stage.move(1, 290, 300, at: 1050)
    #expect(rig.texts.first == "C0")
    #expect(rig.table.contentParts.filter { $0.kind == "indexTitle" && $0.state == .highlighted }.map(\.text) == ["C"])
    rig.stage.move(1, 290, -50, at: 1100)
    #expect(rig.texts.first == "A0")
    rig.stage.up(1, 290, -50, at: 1150)
    #expect(rig.table.contentParts.contains { $0.kind == "indexTitle" && $0.state == .highlighted } == false)
    #expect(rig.log == [])
  }

  @Test("8.4 A control in a row keeps its touches")
  func controls() {
    let toggle = Switch(frame: Rect(x: 200, y: 5, width: 60, height: 34))
    rig.table.cellForRow(at: path(1))?.addSubview(toggle)
    rig.stage.tap(1, 230, 66, at: 1000)
    #expect(toggle.isOn && rig.log == [])
    toggle.on(.valueChanged) { toggle in (toggle.superview as? TableViewCell)?.setValue(.integer(toggle.isOn ? 1 : 0)) }
    rig.stage.tap(1, 230, 66, at: 3000)
    #expect(!toggle.isOn && rig.log == ["set 0 0-1"])
  }
}
