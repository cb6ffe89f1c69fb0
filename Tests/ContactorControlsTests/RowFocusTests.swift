import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// The focus at rows and items that come, go and move (contract 7.8, 8.4).
@Suite("The focus in lists that change")
final class RowFocusTests: FocusRig {
  private let rig = TableRig(rows: 12)
  private var spoken: [String] = []

  override init() {
    super.init()
    rig.canEdit = true
    focus.onFocusChange = { [unowned self] in spoken.append($0?.utterance ?? "nothing") }
  }

  private func show() -> TableView {
    stage.window.addSubview(rig.table)
    stage.pass(to: 10)
    return rig.table
  }

  private func path(_ row: Int) -> IndexPath { IndexPath(row: row) }

  /// The words that were spoken since the last call.
  private func heard() -> [String] {
    defer { spoken = [] }
    return spoken
  }

  private func insert(_ text: String, at row: Int) {
    rig.sections[0].insert(text, at: row)
    rig.table.insertRows(at: [path(row)])
  }

  private func delete(_ row: Int) {
    rig.sections[0].remove(at: row)
    rig.table.deleteRows(at: [path(row)])
  }

  @Test("7.8 the focus goes along with its row when rows come in, go and move, and what was spoken is what select does")
  func follows() {
    let table = show()
    focus.focus(on: table, element: 3)
    insert("new", at: 0)
    #expect(focus.focusedElement == 4)
    press(KeyEvent.carriageReturn)
    press(KeyEvent.downArrow)
    #expect(heard().last == "Delete")
    insert("newer", at: 0)
    delete(2)
    #expect(heard() == [] && focus.state == .choosing(1))
    press(KeyEvent.carriageReturn)
    #expect(rig.taken().contains("commit delete 0-4") && !rig.sections[0].contains("row 3"))
    // The row that takes its place is spoken; it moves, and the focus with it.
    #expect(focus.focused?.content.label == "row 4" && focus.focusedElement == 4)
    rig.sections[0].append(rig.sections[0].remove(at: 4))
    table.moveRow(at: path(4), to: path(11))
    #expect(focus.focusedElement == 11 && focus.focused?.content.label == "row 4")
  }

  @Test("7.8 a row that is gone leaves the focus to the row in its place, which is spoken; its choices act on nothing")
  func gone() {
    let table = show()
    focus.focus(on: table, element: 3)
    press(KeyEvent.carriageReturn)
    press(KeyEvent.downArrow)
    _ = heard()
    rig.sections[0].removeSubrange(2...3)
    rig.sections[0].insert("new", at: 0)
    table.performBatchUpdates {
      table.deleteRows(at: [path(2), path(3)])
      table.insertRows(at: [path(0)])
    }
    #expect(heard() == ["row 4, row"] && focus.state == .browsing && focus.focusedElement == 3)
    press(KeyEvent.carriageReturn)
    #expect(rig.taken().isEmpty && heard() == ["activate"])
    focus.escape()
    focus.focus(on: table, element: 10)
    delete(10)
    #expect(focus.focused?.content.label == "row 10" && focus.focusedElement == 9)
  }

  @Test("7.8 select and the button of an engine that gets no keys say the row in the place of one that is gone, and do nothing else")
  func goneUnheard() {
    stage.application.unhandledKeys = nil
    rig.canEdit = false
    let table = show()
    focus.focus(on: table, element: 3)
    delete(3)
    _ = heard()
    focus.activate()
    #expect(heard() == ["row 4, row"] && rig.taken().isEmpty)
    focus.activate()
    #expect(rig.taken() == ["select 0-3", "selection"].reversed())
  }

  @Test("7.8 a table that is loaded anew keeps the focus at a row that says the same, with its choices, and at no other")
  func loadedAnew() {
    let table = show()
    focus.focus(on: table, element: 3)
    press(KeyEvent.carriageReturn)
    press(KeyEvent.downArrow)
    table.reloadData()
    stage.pass(to: 20)
    #expect(focus.state == .choosing(1) && focus.focusedElement == 3)
    _ = heard()
    rig.sections[0].insert("new", at: 0)
    table.reloadData()
    stage.pass(to: 30)
    press(KeyEvent.carriageReturn)
    #expect(rig.taken().isEmpty && heard().first == "row 2, row" && focus.focusedElement == 3)
  }

  @Test("7.8 the choice that was spoken is the one that is made, when a row gets other choices or loses it")
  func choices() {
    rig.canMove = true
    rig.canEdit = false
    let table = show()
    focus.focus(on: table, element: 0)
    press(KeyEvent.carriageReturn)
    press(KeyEvent.downArrow)
    #expect(heard().last == "Move Down")
    insert("new", at: 0)
    press(KeyEvent.carriageReturn)
    #expect(rig.taken() == ["move 0-1 to 0-2"] && focus.focusedElement == 2)
    press(KeyEvent.carriageReturn)
    press(KeyEvent.downArrow)
    #expect(heard().last == "Move Up")
    rig.sections[0].insert(rig.sections[0].remove(at: 2), at: 0)
    table.moveRow(at: path(2), to: path(0))
    press(KeyEvent.carriageReturn)
    #expect(rig.taken().isEmpty && heard().last == "row 0, row")
  }

  @Test("7.8 a control in a row has the focus as long as its cell shows the row; afterwards the row has it")
  func controls() {
    rig.canEdit = false
    rig.makesCell = { [unowned rig] table, path in
      let cell = table.dequeueReusableCell(withIdentifier: "cell")
      cell.text = rig.text(path)
      if !cell.subviews.contains(where: { $0 is Switch }) { cell.addSubview(Switch(frame: Rect(x: 200, y: 5, width: 60, height: 34))) }
      return cell
    }
    let table = show()
    table.reloadData()
    stage.pass(to: 20)
    focus.focus(on: table, element: 3)
    focus.moveFocus(.next)
    let toggle = focus.focusedView as? Switch
    #expect(toggle?.superview === table.cellForRow(at: path(3)))
    insert("new", at: 0)
    #expect(focus.focusedView === toggle && toggle?.superview === table.cellForRow(at: path(4)))
    // The cell of the row that goes is that of the row that comes.
    rig.sections[0].remove(at: 4)
    rig.sections[0].insert("newer", at: 8)
    table.performBatchUpdates {
      table.deleteRows(at: [path(4)])
      table.insertRows(at: [path(8)])
    }
    stage.pass(to: 30)
    press(KeyEvent.carriageReturn)
    #expect(focus.focusedView === table && focus.focused?.content.label == "row 4" && toggle?.isOn == false)
  }

  @Test("7.8 the focus goes along with an item of a grid, and with an item of an outline when one above is expanded and collapsed")
  func gridsAndOutlines() {
    let source = SectionSource([3, 6], titles: [nil, nil])
    let grid = stage.add(CollectionView(frame: Rect(x: 0, y: 0, width: 320, height: 300)), "grid")
    grid.register(TableViewCell.self, forReuse: "item")
    (grid.delegate, grid.dataSource) = (source, source)
    stage.pass(to: 10)
    focus.focus(on: grid, element: 4)
    #expect(focus.focused?.content.label == "1.1")
    source.sections.insert(["new"], at: 0)
    source.sections[2].insert("newer", at: 0)
    grid.performBatchUpdates {
      grid.insertSections(RangeSet(0..<1))
      grid.insertItems(at: [IndexPath(item: 0, section: 2)])
    }
    #expect(focus.focusedElement == 6)
    press(KeyEvent.carriageReturn)
    #expect(grid.selected == RangeSet(6..<7))
    grid.removeFromSuperview()

    let tree = Names(["": ["a", "b", "c"], "a": ["a1", "a2"]])
    let outline = stage.add(OutlineView(frame: Rect(x: 0, y: 0, width: 300, height: 300)), "outline")
    outline.register(TableViewCell.self, forReuse: "cell")
    outline.outlineDataSource = tree
    stage.pass(to: 20)
    focus.focus(on: outline, element: 1)
    outline.expandItem("a")
    #expect(focus.focusedElement == 3)
    press(KeyEvent.carriageReturn)
    #expect(outline.indexPathForSelectedRow == path(3))
    outline.collapseItem("a")
    #expect(focus.focusedElement == 1 && focus.focused?.content.label == "b")
  }

  @Test("7.8 the focus goes along with an item of an open menu and with a cell of a matrix when others come and go")
  func menus() {
    var chosen: [String] = []
    let menu = Menu("M", items: ["A", "B", "C"].map { title in MenuItem(title) { _ in chosen.append(title) } })
    menu.popUp(below: Rect(x: 0, y: 0, width: 60, height: 30), in: stage.window)
    focus.step()
    #expect(focus.focused?.content.label == "B")
    menu.removeItem(at: 0)
    #expect(focus.focusedElement == 0 && focus.focused?.content.label == "B")
    menu.insertItem(MenuItem("New") { _ in chosen.append("New") }, at: 0)
    focus.activate()
    #expect(chosen == ["B"])
    let frame = Rect(x: 0, y: 0, width: 100, height: 200)
    let matrix = Matrix(frame: frame, mode: .radio, cellClass: ActionCell.self, numberOfRows: 3, numberOfColumns: 1)
    stage.add(matrix, "matrix")
    focus.focus(on: matrix, element: 1)
    matrix.insertRow(at: 0)
    #expect(focus.focusedElement == 2)
    matrix.removeRow(at: 1)
    #expect(focus.focusedElement == 1)
  }
}
