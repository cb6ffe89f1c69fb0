import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Texts, forms, lists and matrices: their whole job done by two buttons, step and activate, or by keys.
@Suite("Texts, forms and lists without a finger")
final class WithoutFingerListTests: FocusRig {
  private static let frame = Rect(x: 100, y: 100, width: 300, height: 200)

  /// Types a letter on the keyboard on the screen by two buttons.
  private func type(_ letter: String, while text: () -> String) {
    #expect(step(to: letter + ","))
    let before = text()
    focus.activate()
    // A key with accents offers them first; the first choice is the letter itself.
    if text() == before { focus.activate() }
  }

  @Test("7.8 an entry of a form is edited by two buttons and a keyboard on the screen")
  func form() throws {
    let form = stage.add(Form(frame: Rect(x: 0, y: 0, width: 400, height: 90)), "form")
    for title in ["Name", "Street"] { form.addEntry(title) }
    let keyboard = stage.add(Keyboard(frame: Rect(x: 0, y: 250, width: 400, height: 200)), "keyboard")
    keyboard.autocapitalization = .none
    #expect(step(to: "Street"))
    focus.activate()
    let cell = try #require(form.entry(at: 1))
    #expect(form.editedCell === cell && stage.window.firstResponder === form.currentEditor)
    for letter in ["h", "i"] { type(letter) { cell.stringValue } }
    #expect(cell.stringValue == "hi")
    #expect(step(to: "Street"))
    focus.activate()
    #expect(form.editedCell == nil && stage.taken().suffix(1) == ["form editingDidEnd"])
    focus.activate()
    #expect(form.editedCell === cell && focus.escape() && form.editedCell == nil)
  }

  @Test("7.8 several lines are written into a text view by two buttons and a keyboard")
  func textView() {
    let view = stage.add(TextView(frame: Self.frame), "notes")
    #expect(step(to: "notes"))
    focus.activate()
    #expect(view.isEditing)
    for key in ["a", KeyEvent.carriageReturn, "b", "c", KeyEvent.leftArrow, KeyEvent.delete] { press(key) }
    #expect(view.text == "a\nc" && view.numberOfLines == 2)
    focus.activate()
    #expect(!view.isEditing)
  }

  @Test("7.8 an outline's row is expanded, and one inside it chosen, by two buttons")
  func outline() {
    let tree = OutlineTree()
    let outline = stage.add(OutlineView(frame: Self.frame), "outline")
    outline.outlineDataSource = tree
    stage.pass(to: 10)
    #expect(step(to: "a,") && outline.numberOfAllRows == 2)
    focus.activate()
    #expect(step(to: "Expand"))
    focus.activate()
    #expect(outline.numberOfAllRows == 4 && step(to: "ab"))
    focus.activate()
    #expect(outline.intValue == 2)
  }

  @Test("7.8 a browser's columns are gone through by two buttons")
  func browser() {
    let tree = OutlineTree()
    let browser = stage.add(Browser(frame: Self.frame), "browser")
    browser.browserDelegate = tree
    stage.pass(to: 10)
    #expect(step(to: "b"))
    focus.activate()
    stage.pass(to: 1000)
    #expect(browser.selectedRow(inColumn: 0) == 1 && step(to: "ba"))
    focus.activate()
    #expect(browser.selectedRow(inColumn: 1) == 0)
  }

  @Test("7.4, 8.4 an arrow in a browser's column goes on by one row")
  func browserKeys() throws {
    let tree = OutlineTree()
    let browser = stage.add(Browser(frame: Self.frame), "browser")
    browser.browserDelegate = tree
    stage.pass(to: 10)
    let table = try #require(browser.table(inColumn: 0))
    #expect(table.becomeFirstResponder() && press(KeyEvent.downArrow) && browser.selectedRow(inColumn: 0) == 0)
    #expect(press(KeyEvent.downArrow) && browser.selectedRow(inColumn: 0) == 1)
  }

  @Test("7.8 an item of a grid is chosen by two buttons, and by five keys")
  func grid() {
    let source = SectionSource([4, 2], titles: ["A", "B"])
    let grid = stage.grid(of: source)
    #expect(step(to: "1.1"))
    focus.activate()
    #expect(source.taken() == ["select 5"] && grid.intValue == 5)
    press(KeyEvent.leftArrow)
    press(KeyEvent.carriageReturn)
    #expect(source.taken() == ["deselect 5", "select 4"] && grid.intValue == 4)
  }

  @Test("7.8 a cell is chosen in a matrix of each mode by five keys", arguments: Matrix.Mode.allCases)
  func matrix(_ mode: Matrix.Mode) {
    let matrix = stage.add(Matrix(frame: Self.frame, mode: mode, cellClass: ButtonCell.self, numberOfRows: 2, numberOfColumns: 2), "matrix")
    let target = CellTarget()
    #expect(throws: Never.self) { try matrix.setTarget(target, action: "choose:") }
    for index in 0..<4 { matrix.cell(atRow: index / 2, column: index % 2)?.title = "cell \(index)" }
    #expect(step(to: "cell 0"))
    for key in [KeyEvent.rightArrow, KeyEvent.downArrow, KeyEvent.carriageReturn] { press(key) }
    #expect(matrix.selectedCell === matrix.cell(atRow: 1, column: 1) && target.taken() == ["choose by matrix"])
    #expect(matrix.numberOfSelectedCells == 1 && stage.taken().contains("choose: handled=true"))
  }

  @Test("7.8 a slider's cell in a matrix is raised by two buttons")
  func sliderCell() {
    let matrix = stage.add(
      Matrix(frame: Self.frame, mode: .track, cellClass: SliderCell.self, numberOfRows: 1, numberOfColumns: 1), "matrix")
    focus.step()
    focus.activate()
    focus.activate()
    focus.activate()
    #expect((matrix.cell(atRow: 0, column: 0)?.doubleValue ?? 0) > 0 && stage.taken() == ["matrix valueChanged", "matrix valueChanged"])
  }
}
