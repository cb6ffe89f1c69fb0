import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Everything that a finger does besides a tap, done by two buttons or by keys: buttons and controls in rows, moving rows, menus, dialogs, zoom.
@Suite("Actions, menus and dialogs without a finger")
final class WithoutFingerActionTests: FocusRig {
  private static let frame = Rect(x: 100, y: 100, width: 300, height: 200)

  /// The table of a rig in the focus' window.
  private func show(_ rig: TableRig) -> TableView {
    stage.window.addSubview(rig.table)
    stage.pass(to: 10)
    return rig.table
  }

  /// Presses select until what is offered begins with a text.
  private func choose(_ action: String) {
    focus.activate()
    #expect(step(to: action))
    focus.activate()
  }

  private var words: String { focus.focused?.utterance ?? "nothing" }

  @Test("7.8 the button at a row's end is pressed by five keys, and by two buttons")
  func accessory() {
    let rig = TableRig(rows: 5)
    rig.makesCell = { table, path in
      let cell = table.dequeueReusableCell(withIdentifier: "cell")
      cell.text = "row \(path.row)"
      cell.accessory = path.row == 1 ? .detail : .disclosure
      return cell
    }
    let table = show(rig)
    table.reloadData()
    stage.pass(to: 20)
    #expect(table.customAccessibilityActions(at: 0) == [] && table.customAccessibilityActions(at: 1) == ["Details"])
    #expect(!table.performAccessibility(.custom("Details"), at: 0))
    focus.focus(on: table, element: 1)
    for key in [KeyEvent.carriageReturn, KeyEvent.downArrow] { press(key) }
    #expect(words == "Details")
    press(KeyEvent.carriageReturn)
    choose("Details")
    let path = IndexPath(row: 1, section: 0)
    #expect(rig.taken() == ["accessory \(path)", "accessory \(path)"] && table.numberOfSelectedRows == 0)
  }

  @Test("7.8 a row is moved up and down by keys and by two buttons, over the end of a section, and the focus goes along")
  func moving() {
    let rig = TableRig(sections: [["a", "b"], ["c"]], headers: [nil, nil])
    rig.canMove = true
    let table = show(rig)
    #expect(table.customAccessibilityActions(at: 0) == ["Move Down"] && table.customAccessibilityActions(at: 2) == ["Move Up"])
    focus.focus(on: table, element: 0)
    choose("Move Down")
    #expect(rig.sections == [["b", "a"], ["c"]] && focus.focusedElement == 1 && words.hasPrefix("a"))
    choose("Move Down")
    #expect(rig.sections == [["b"], ["a", "c"]] && focus.focusedElement == 1 && rig.texts == ["b", "a", "c"])
    for key in [KeyEvent.carriageReturn, KeyEvent.downArrow, KeyEvent.carriageReturn] { press(key) }
    #expect(rig.sections == [["b", "a"], ["c"]] && rig.texts == ["b", "a", "c"] && rig.errors.isEmpty)
    table.reordersByLongPress = false
    #expect(table.customAccessibilityActions(at: 0) == [] && !table.performAccessibility(.custom("Move Down"), at: 0))
    table.isEditing = true
    #expect(table.customAccessibilityActions(at: 0) == ["Move Down"])
    rig.aims = { _ in IndexPath(row: 9, section: 9) }
    #expect(!table.performAccessibility(.custom("Move Down"), at: 0) && rig.errors.count == 1)
  }

  @Test("7.8 a table with an index is gone through by sections")
  func index() {
    let rig = TableRig(sections: [["a", "b"], [], ["c"]], headers: ["A", "B", "C"])
    rig.titles = ["A", "B", "C"]
    let table = show(rig)
    table.reloadData()
    focus.focus(on: table, element: 1)
    choose("Next Section")
    #expect(focus.focusedElement == 2 && words.hasPrefix("c") && table.numberOfSelectedRows == 0)
    choose("Previous Section")
    #expect(focus.focusedElement == 0 && table.customAccessibilityActions(at: 0) == ["Next Section"])
  }

  @Test("7.8 a switch in a row is a stop after its row, says the row's name, and is switched")
  func controlsInRows() {
    let rig = TableRig(rows: 40)
    var switches: [Int: Switch] = [:]
    rig.makesCell = { table, path in
      let cell = TableViewCell(reuseIdentifier: nil)
      cell.text = "row \(path.row)"
      guard path.row % 2 == 1 else { return cell }
      let plain = View(frame: Rect(x: 200, y: 0, width: 100, height: 44))
      plain.accessibilityRole = .staticText
      let control = Switch(frame: Rect(x: 250, y: 0, width: 50, height: 44))
      cell.addSubview(plain)
      cell.addSubview(control)
      switches[path.row] = control
      return cell
    }
    let table = show(rig)
    table.reloadData()
    _ = stage.button("after", 0, 600)
    stage.pass(to: 20)
    focus.focus(on: table, element: 0)
    var said: [String] = []
    focus.onFocusChange = { said.append($0?.utterance ?? "nothing") }
    for _ in 0..<4 { press(KeyEvent.rightArrow) }
    #expect(said == ["row 1, row", "row 1, switch, off", "row 2, row", "row 3, row"])
    press(KeyEvent.rightArrow)
    press(KeyEvent.carriageReturn)
    #expect(switches[3]?.isOn == true && table.numberOfSelectedRows == 0)
    said = []
    for key in [KeyEvent.downArrow, KeyEvent.leftArrow, KeyEvent.leftArrow] { press(key) }
    #expect(said == ["row 4, row", "row 3, switch, on, selected", "row 3, row"])
    // A row that was off the screen shows its switch by the time the focus is at it.
    focus.focus(on: table, element: 39)
    press(KeyEvent.rightArrow)
    #expect(words == "row 39, switch, off")
    press(KeyEvent.rightArrow)
    #expect(place == "after")
    press(KeyEvent.leftArrow)
    #expect(words == "row 39, switch, off")
    focus.focusedView?.removeFromSuperview()
    #expect(words == "row 39, row", "the row has the focus of a control that is gone")
  }

  /// Items with a button in each.
  private final class Items: CollectionViewDataSource {
    var pressed: [Int] = []

    func numberOfItems(in collectionView: CollectionView) -> Int { 4 }

    func collectionView(_ collectionView: CollectionView, cellForItemAt item: Int) -> TableViewCell? {
      let cell = TableViewCell(reuseIdentifier: nil)
      cell.text = "item \(item)"
      let button = Button(frame: Rect(x: 10, y: 10, width: 40, height: 40))
      button.on(.touchUpInside) { [weak self] _ in self?.pressed.append(item) }
      cell.addSubview(button)
      return cell
    }
  }

  @Test("7.8 a button in an item of a grid is pressed by two buttons, of an engine that gets no keys")
  func controlsInItems() {
    stage.application.unhandledKeys = nil
    let items = Items()
    let grid = stage.add(CollectionView(frame: Rect(x: 0, y: 0, width: 200, height: 200)), "grid")
    grid.dataSource = items
    stage.pass(to: 10)
    #expect(step(to: "item 1, button"))
    focus.activate()
    #expect(items.pressed == [1] && focus.focusedView?.superview === grid.cellForItem(at: 1))
    let alert = Alert(title: "Sure?", message: "")
    alert.addButton("Yes")
    var said: [String] = []
    focus.onFocusChange = { said.append($0?.utterance ?? "nothing") }
    #expect(alert.begin(on: stage.window) { _ in } && said.isEmpty)
    focus.refresh()
    #expect(said == ["Sure?, alert, Yes, button"])
    focus.activate()
    #expect(alert.answer == .button(0) && said.last == "item 1, button")
  }

  @Test("7.8 a pop-up button's menu is opened, moved in, chosen from and left by keys, which are told")
  func popUp() {
    let button = stage.add(PopUpButton(frame: Self.frame, titles: ["Small", "Medium", "Large"]), "popUp")
    var said: [String] = []
    focus.onFocusChange = { said.append($0?.utterance ?? "nothing") }
    for key in [KeyEvent.tab, KeyEvent.carriageReturn, KeyEvent.downArrow, KeyEvent.downArrow, KeyEvent.carriageReturn] { press(key) }
    #expect(button.titleOfSelectedItem == "Medium" && !button.menu.isOpen)
    #expect(said.map { $0.prefix(12) } == ["Small, butto", "Small, menu ", "Medium, menu", "Medium, butt"])
    press(KeyEvent.carriageReturn)
    #expect(button.menu.isOpen && words.hasPrefix("Medium, menu item"), "the selected item comes first")
    press(KeyEvent.escape)
    #expect(!button.menu.isOpen && button.titleOfSelectedItem == "Medium" && focus.focusedView === button)
    focus.activate()
    #expect(step(to: "Close") && focus.activate() && !button.menu.isOpen && focus.focusedView === button)
  }

  @Test("7.8 a submenu is entered and left by keys, and by two buttons")
  func submenus() {
    var chosen: [String] = []
    let more = Menu("More", items: ["One", "Two"].map { title in MenuItem(title) { _ in chosen.append(title) } })
    let menu = Menu("Menu", items: [MenuItem("First") { _ in chosen.append("First") }, MenuItem("Others", submenu: more)])
    let view = stage.add(View(frame: Self.frame), "view")
    #expect(menu.popUp(below: view.bounds, in: view) && words.hasPrefix("First"))
    for key in [KeyEvent.downArrow, KeyEvent.downArrow] { press(key) }
    #expect(words == "Others, menu item, opens a menu")
    press(KeyEvent.rightArrow)
    #expect(more.isOpen && words.hasPrefix("One"))
    press(KeyEvent.leftArrow)
    #expect(!more.isOpen && menu.isOpen && words.hasPrefix("Others"))
    focus.activate()
    #expect(more.isOpen && words.hasPrefix("One") && step(to: "Back"))
    focus.activate()
    #expect(!more.isOpen && menu.isOpen && words.hasPrefix("Others"))
    focus.activate()
    #expect(step(to: "Two"))
    focus.activate()
    #expect(chosen == ["Two"] && !menu.isOpen)
  }

  @Test("7.8 a dialog says its title and message when it appears, has the focus, and gives it back")
  func dialog() {
    let button = stage.button("delete", 0, 0)
    var said: [String] = []
    focus.onFocusChange = { said.append($0?.utterance ?? "nothing") }
    let alert = Alert(title: "Delete?", message: "It cannot be brought back.")
    alert.addButton("Delete", style: .destructive)
    alert.addButton("Keep", style: .cancel)
    focus.focus(on: button)
    #expect(alert.begin(on: stage.window) { _ in })
    #expect(focus.focusedView is AlertButton)
    focus.step()
    focus.step()
    let first = said.dropFirst().first
    #expect(first == "Delete?, alert, It cannot be brought back., Keep, button" || first?.hasSuffix("back., Delete, button") == true)
    #expect(said.dropFirst(2).allSatisfy { !$0.contains("alert") } && said.count == 4, "said once")
    focus.escape()
    #expect(alert.answer == .cancel && focus.focusedView === button && said.last == "delete, button")
  }

  /// A dialog with a text and a button, and a keyboard on the page below.
  private func dialogWithKeyboard() -> (alert: Alert, keyboard: Keyboard, text: TextField) {
    let keyboard = stage.add(Keyboard(frame: Rect(x: 0, y: 240, width: 800, height: 240)), "keyboard")
    keyboard.autocapitalization = .none
    let alert = Alert(title: "Name?")
    alert.addButton("OK")
    alert.addButton("Keep", style: .cancel)
    let text = alert.addTextField()
    #expect(alert.begin(on: stage.window) { _ in })
    stage.pass(to: 10)
    return (alert, keyboard, text)
  }

  @Test("7.8 a dialog's text is typed on the keyboard of the page below by two buttons, and the way leads back to the dialog")
  func dialogKeyboard() {
    let (alert, keyboard, text) = dialogWithKeyboard()
    for letter in ["h", "i"] {
      #expect(step(to: letter + ","))
      #expect(focus.focusedView === keyboard)
      let before = text.text
      focus.activate()
      if text.text == before { focus.activate() }
    }
    #expect(text.text == "hi")
    #expect(focus.focused?.frame.minY ?? 0 >= keyboard.frame.minY)
    #expect(step(to: "Keep"))
    #expect(focus.moveFocus(.previous))
    #expect(focus.focus(on: keyboard))
    #expect(focus.moveFocus(.up))
    #expect(focus.focusedView?.window !== stage.window)
    #expect(focus.moveFocus(.previous) && focus.moveFocus(.next))
    #expect(step(to: "OK"))
    focus.activate()
    #expect(alert.answer == .button(0))
    #expect(text.text == "hi")
  }

  @Test("7.8 every stop of a dialog and of the keyboard below is gone through once, forward and back")
  func dialogOrder() {
    let (_, keyboard, _) = dialogWithKeyboard()
    let count = keyboard.numberOfKeys + 3
    for direction in [FocusEngine.Direction.next, .previous] {
      var places: [String] = []
      for _ in 0..<count where focus.moveFocus(direction) { places.append(focus.focused?.utterance ?? "-") }
      #expect(places.count == count)
      #expect(Set(places).count == count)
      let last = focus.focused
      for _ in 0..<count { focus.moveFocus(direction) }
      #expect(focus.focused == last)
    }
  }

  @Test("7.8 when editing ends the keyboard below a dialog has the focus no longer")
  func dialogKeyboardGone() {
    let (alert, keyboard, text) = dialogWithKeyboard()
    #expect(focus.focus(on: keyboard))
    text.resignFirstResponder()
    #expect(focus.focusedView !== keyboard)
    #expect(!focus.focus(on: keyboard))
    alert.end()
    #expect(focus.focus(on: keyboard))
  }

  @Test("7.8 return begins to edit a dialog's text that has the focus, and answers the dialog once it is edited")
  func dialogReturn() {
    let (alert, _, text) = dialogWithKeyboard()
    #expect(press(KeyEvent.escape) && alert.answer == .cancel)
    #expect(alert.begin(on: stage.window) { _ in })
    text.resignFirstResponder()
    #expect(focus.focus(on: text))
    #expect(press(KeyEvent.carriageReturn))
    #expect(alert.isShown && text.isEditing)
    #expect(press(KeyEvent.carriageReturn))
    #expect(alert.answer == .button(0))
  }

  /// Lets the first subview be zoomed.
  private final class Zoomed: ScrollViewDelegate {
    func viewForZooming(in scrollView: ScrollView) -> View? { scrollView.subviews.first }
  }

  @Test("7.8 a picture is zoomed, scrolled and left by two buttons; what is on it comes after it")
  func zoom() {
    let area = stage.add(ScrollView(frame: Self.frame), "map")
    let delegate = Zoomed()
    let picture = stage.add(View(frame: area.bounds), "picture", to: area)
    area.contentSize = area.bounds.size
    area.delegate = delegate
    area.maximumZoomScale = 4
    let pin = stage.add(Button(frame: Rect(x: 10, y: 10, width: 40, height: 40)), "pin", to: picture)
    _ = stage.button("after", 0, 400)
    #expect(walk(.next, .next, .next, .previous, .previous) == ["map", "pin", "after", "pin", "map"])
    choose("Zoom In")
    #expect(area.zoomScale == 1.5)
    choose("forward")
    stage.pass(to: 3000)
    #expect(area.contentOffset.y > 0)
    #expect(step(to: "leave"))
    focus.activate()
    choose("Zoom Out")
    #expect(area.zoomScale == 1 && area.customAccessibilityActions() == ["Zoom In"])
    area.maximumZoomScale = 1
    #expect(focus.focusedView === pin, "nothing can be done with the area itself any more")
  }

  @Test("7.8 a text that only scrolls, and pages of pictures, are stops; a view with controls is none")
  func areas() {
    let text = stage.add(ScrollView(frame: Rect(x: 0, y: 0, width: 300, height: 100)), "text")
    text.contentSize = Size(width: 300, height: 1000)
    let form = stage.add(ScrollView(frame: Rect(x: 0, y: 110, width: 300, height: 100)), "form")
    form.contentSize = Size(width: 300, height: 1000)
    stage.add(Button(frame: Rect(x: 0, y: 500, width: 50, height: 40)), "low", to: form)
    let pages = stage.add(PageView(frame: Rect(x: 0, y: 220, width: 300, height: 100)), "pages")
    pages.pages = (0..<3).map { _ in View(frame: .zero) }
    stage.add(ScrollView(frame: Rect(x: 0, y: 330, width: 300, height: 100)), "still")
    #expect(walk(.next, .next, .next, .next) == ["text", "low", "pages", "text"])
    press(KeyEvent.carriageReturn)
    press(KeyEvent.carriageReturn)
    stage.pass(to: 2000)
    #expect(text.contentOffset.y > 0 && focus.escape())
    focus.focus(on: pages)
    focus.activate()
    focus.activate()
    stage.pass(to: 4000)
    #expect(pages.currentPage == 1)
    focus.refresh()
    #expect(focus.focused?.content.value == "2 / 3")
  }

  @Test("7.8 several cells of a matrix are selected by two buttons, as by a drag")
  func matrixRange() {
    let matrix = stage.add(
      Matrix(frame: Self.frame, mode: .list, cellClass: ButtonCell.self, numberOfRows: 4, numberOfColumns: 1), "matrix")
    for row in 0..<4 { matrix.cell(atRow: row, column: 0)?.title = "cell \(row)" }
    #expect(matrix.customAccessibilityActions(at: 2) == [])
    #expect(step(to: "cell 1"))
    focus.activate()
    #expect(step(to: "cell 3"))
    choose("Extend Selection")
    #expect(matrix.selectedCells.map(\.title) == ["cell 1", "cell 2", "cell 3"])
    #expect(stage.taken().count { $0 == "matrix valueChanged" } == 2)
    #expect(!matrix.performAccessibility(.custom("Extend Selection"), at: 1))
  }
}
