import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Controls of parts, lists, menus and dialogs: their whole job done by two buttons, step and activate, or by five keys.
@Suite("Parts, lists, menus and dialogs without a finger")
final class WithoutFingerTests: FocusRig {
  private static let frame = Rect(x: 100, y: 100, width: 300, height: 200)

  private final class Rows: TableViewDataSource {
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1_000_000 }
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell? {
      let cell = tableView.dequeueReusableCell(withIdentifier: "row")
      cell.text = "row \(indexPath.row)"
      return cell
    }
  }

  @Test("7.8 a cell of a matrix is chosen by two buttons, and sends what a tap sends")
  func matrix() {
    let matrix = stage.add(
      Matrix(frame: Self.frame, mode: .radio, cellClass: ButtonCell.self, numberOfRows: 2, numberOfColumns: 2), "matrix")
    for index in 0..<4 { matrix.cell(atRow: index / 2, column: index % 2)?.title = "cell \(index)" }
    #expect(step(to: "cell 3"))
    focus.activate()
    #expect(matrix.selectedRow == 1 && matrix.selectedColumn == 1)
    #expect(stage.taken().contains("matrix valueChanged"))
  }

  @Test("7.8 a row of a table of a million is chosen by keys")
  func table() {
    let rows = Rows()
    let table = stage.add(TableView(frame: Self.frame), "table")
    table.dataSource = rows
    stage.pass(to: 100)
    #expect(step(to: "row 0"))
    press(KeyEvent.downArrow)
    press(KeyEvent.downArrow)
    press(KeyEvent.carriageReturn)
    #expect(table.indexPathsForSelectedRows == [IndexPath(row: 2, section: 0)])
  }

  @Test("7.8 a word is typed on the keyboard by two buttons, while the text is edited")
  func keyboard() {
    let field = stage.add(TextField(frame: Rect(x: 0, y: 0, width: 300, height: 40)), "field")
    let keyboard = stage.add(Keyboard(frame: Self.frame), "keyboard")
    keyboard.autocapitalization = .none
    field.becomeFirstResponder()
    for letter in ["h", "i"] {
      #expect(step(to: letter + ","))
      let before = field.text
      focus.activate()
      // A key with accents offers them first; the first choice is the letter itself.
      if field.text == before { focus.activate() }
    }
    #expect(field.text == "hi")
    #expect(step(to: "delete"))
    focus.activate()
    #expect(field.text == "h")
  }

  @Test("7.8 digits are typed into a PIN field, which says how many there are and never which")
  func pin() {
    let field = stage.add(PINField(frame: Rect(x: 0, y: 0, width: 300, height: 40)), "pin")
    let keyboard = stage.add(Keyboard(frame: Self.frame), "keyboard")
    keyboard.keyboardType = .pin
    #expect(step(to: "pin"))
    focus.activate()
    for _ in 0..<4 {
      #expect(step(to: "7,"))
      focus.activate()
    }
    #expect(field.digits == "7777" && field.isComplete)
    #expect(!(field.accessibility.value ?? "").contains("7"))
  }

  @Test("7.8 an item of a pop-up button's menu is chosen by two buttons")
  func popUp() {
    let button = stage.add(PopUpButton(frame: Self.frame), "popUp")
    for title in ["Small", "Medium", "Large"] { button.addItem(withTitle: title) }
    focus.step()
    #expect(focus.focusedView === button)
    focus.activate()
    // The open menu's items have the focus instead of the window behind it, the selected one first.
    #expect(button.menu.isOpen && focus.focused?.content.label == "Small")
    stage.pass(to: 500)
    #expect(step(to: "Large, menu item"))
    focus.activate()
    stage.pass(to: 1000)
    #expect(button.titleOfSelectedItem == "Large" && !button.menu.isOpen && focus.focusedView === button)
    #expect(stage.taken().count { $0 == "popUp valueChanged" } == 1)
  }

  @Test("7.8 a dialog is answered by two buttons, and nothing behind it has the focus meanwhile")
  func dialog() {
    _ = stage.button("behind", 0, 0)
    let alert = Alert(title: "Delete?", message: "It cannot be brought back.")
    alert.addButton("Delete", style: .destructive)
    alert.addButton("Keep", style: .cancel)
    var answers: [Alert.Answer] = []
    #expect(alert.begin(on: stage.window) { answers.append($0) })
    stage.pass(to: 100)
    var said: Set<String> = []
    for _ in 0..<8 {
      focus.step()
      if let utterance = focus.focused?.utterance { said.insert(utterance) }
    }
    #expect(!said.contains { $0.hasPrefix("behind") })
    #expect(step(to: "Delete, button"))
    focus.activate()
    stage.pass(to: 200)
    #expect(answers == [.button(0)])
  }

  @Test("7.8 a scroll view goes on by a page, and back")
  func scrolling() {
    let view = stage.add(ScrollView(frame: Self.frame), "scroll")
    view.contentSize = Size(width: 300, height: 1000)
    #expect(view.performAccessibility(.scrollForward))
    stage.pass(to: 2000)
    let offset = view.contentOffset.y
    #expect(offset > 100)
    #expect(view.performAccessibility(.scrollBackward))
    stage.pass(to: 4000)
    #expect(view.contentOffset.y == 0)
    #expect(!view.performAccessibility(.scrollBackward))
  }
}
