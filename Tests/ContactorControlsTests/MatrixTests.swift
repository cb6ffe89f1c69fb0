import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Matrices: what touches and keys do in each mode, and who gets the action.
///
/// Cells of 50 × 50 points with a gap of 10, from (0, 0): the cell in row r and column c begins at (60 c, 60 r).
@Suite("Matrices (contract 7.2)")
struct MatrixTests {
  let stage = Stage()
  let target = CellTarget()

  private func matrix(_ mode: Matrix.Mode, _ rows: Int = 3, _ columns: Int = 3, of type: Cell.Type = ButtonCell.self) -> Matrix {
    let frame = Rect(x: 0, y: 0, width: 400, height: 400)
    let matrix = Matrix(frame: frame, mode: mode, cellClass: type, numberOfRows: rows, numberOfColumns: columns)
    matrix.cellSize = Size(width: 50, height: 50)
    matrix.intercellSpacing = Size(width: 10, height: 10)
    for (index, cell) in matrix.allCells.enumerated() { cell.tag = index }
    stage.window.makeKey()
    return stage.add(matrix, "m")
  }

  private func selected(_ matrix: Matrix) -> [Int] { matrix.selectedCells.map(\.tag) }

  private func on(_ matrix: Matrix) -> [Int] { matrix.allCells.filter { $0.state == .on }.map(\.tag) }

  private func highlighted(_ matrix: Matrix) -> [Int] { matrix.allCells.filter(\.isHighlighted).map(\.tag) }

  @discardableResult
  private func key(_ characters: String, _ modifiers: KeyEvent.Modifiers = [], up: Bool = false) -> Bool {
    stage.application.sendKey(
      KeyEvent(characters, phase: up ? .up : .down, modifiers: modifiers, timestamp: stage.application.now))
  }

  // MARK: Modes

  @Test("7.2 radio: the cell under the finger is highlighted, and selected in place of the other when the finger is lifted")
  func radio() throws {
    let matrix = matrix(.radio)
    try matrix.setTarget(target, action: "choose:")
    #expect(selected(matrix) == [0] && on(matrix) == [0])
    stage.down(1, 70, 10, at: 0)
    #expect(highlighted(matrix) == [1] && selected(matrix) == [0])
    stage.move(1, 115, 10, at: 10)
    #expect(highlighted(matrix).isEmpty, "between two cells")
    stage.move(1, 130, 70, at: 20)
    #expect(highlighted(matrix) == [5])
    stage.up(1, 130, 70, at: 30)
    #expect(selected(matrix) == [5] && on(matrix) == [5] && highlighted(matrix).isEmpty)
    #expect(matrix.selectedRow == 1 && matrix.selectedColumn == 2 && matrix.selectedTag == 5)
    #expect(stage.taken().suffix(3) == ["m touchUpInside", "m valueChanged", "choose: handled=true"])
    stage.tap(2, 130, 70, at: 1000)
    #expect(selected(matrix) == [5] && stage.taken() == ["m touchDown", "m touchUpInside", "choose: handled=true"])
    stage.down(3, 10, 10, at: 2000)
    stage.up(3, 700, 450, at: 2010)
    stage.down(4, 10, 10, at: 3000)
    stage.cancel(4, at: 3010)
    #expect(selected(matrix) == [5] && highlighted(matrix).isEmpty)
    matrix.allowsEmptySelection = true
    stage.tap(5, 130, 70, at: 4000)
    #expect(selected(matrix).isEmpty && on(matrix).isEmpty && matrix.selectedRow == -1)
    matrix.allowsEmptySelection = false
    #expect(selected(matrix) == [0])
  }

  @Test("7.2 highlight: a cell is lit while it is pressed and clicked when the finger is lifted; nothing is selected at first")
  func highlight() {
    let matrix = matrix(.highlight)
    for case let cell as ButtonCell in matrix.allCells { cell.buttonType = .toggle }
    #expect(matrix.selectedCell == nil)
    stage.down(1, 10, 10, at: 0)
    stage.move(1, 70, 10, at: 10)
    #expect(highlighted(matrix) == [1])
    stage.up(1, 70, 10, at: 20)
    stage.tap(2, 10, 10, at: 1000)
    #expect(on(matrix) == [0, 1] && matrix.selectedTag == 0 && matrix.numberOfSelectedCells == 1)
    stage.tap(3, 70, 10, at: 2000)
    #expect(on(matrix) == [0] && matrix.selectedTag == 1)
  }

  @Test("7.2 track: each cell that the finger passes tracks it, and none is highlighted")
  func track() throws {
    let matrix = matrix(.track, 1, 3, of: SliderCell.self)
    try matrix.setTarget(target, action: "choose:")
    let sliders = matrix.allCells.compactMap { $0 as? SliderCell }
    stage.down(1, 25, 10, at: 0)
    stage.move(1, 40, 10, at: 10)
    stage.move(1, 70, 10, at: 20)
    #expect(highlighted(matrix).isEmpty)
    stage.up(1, 85, 10, at: 30)
    #expect(sliders.map(\.value) == [0.8, 0.5, 0] && matrix.selectedColumn == 1 && matrix.doubleValue == 0.5)
    #expect(target.taken() == Array(repeating: "choose by m", count: 4))
    sliders[2].isContinuous = false
    stage.down(2, 130, 10, at: 1000)
    stage.move(2, 140, 10, at: 1010)
    #expect(target.taken().isEmpty && sliders[2].value == 0.4)
    stage.up(2, 140, 10, at: 1020)
    #expect(target.taken().count == 1)
  }

  @Test("7.2 track: a cell that is not continuous tells its last value once, however the touch ends", arguments: TouchEnd.allCases)
  func lastValue(_ end: TouchEnd) throws {
    guard end != .stopped else { return }
    let matrix = matrix(.track, 1, 3, of: SliderCell.self)
    try matrix.setTarget(target, action: "choose:")
    for cell in matrix.allCells { cell.isContinuous = false }
    let before = matrix.selectedColumn
    stage.down(1, 25, 10, at: 0)
    stage.move(1, 40, 10, at: 10)
    #expect(target.taken().isEmpty)
    stage.move(1, 85, 10, at: 20)
    #expect(target.taken().count == 1, "the finger left the first cell")
    _ = stage.taken()
    end.end(matrix, on: stage, 85, 10, at: 30)
    // A disabled matrix has no action, and one without an application none that is written down.
    let told = stage.taken()
    #expect(Array(told.prefix(2)) == [end.event.map { "m \($0)" }, "m valueChanged"].compactMap(\.self))
    #expect(told.count { $0 == "m valueChanged" } == 1 && matrix.selectedColumn == (end == .upInside ? 1 : before))
    #expect(target.taken().count == (end == .disabled ? 0 : 1))
  }

  @Test("7.2 list: a drag selects the rectangle between its ends, and gives back what it leaves")
  func list() throws {
    let matrix = matrix(.list)
    try matrix.setTarget(target, action: "choose:")
    #expect(selected(matrix).isEmpty)
    stage.down(1, 70, 70, at: 0)
    #expect(selected(matrix) == [4])
    stage.move(1, 130, 130, at: 10)
    #expect(selected(matrix) == [4, 5, 7, 8] && on(matrix) == [4, 5, 7, 8])
    stage.move(1, 10, 130, at: 20)
    #expect(selected(matrix) == [3, 4, 6, 7])
    stage.up(1, 10, 130, at: 30)
    #expect(selected(matrix) == [3, 4, 6, 7] && matrix.selectedTag == 6)
    #expect(stage.taken().suffix(2) == ["m valueChanged", "choose: handled=true"])
    matrix.isSelectionByRect = false
    stage.down(2, 70, 10, at: 1000)
    stage.move(2, 10, 70, at: 1010)
    #expect(selected(matrix) == [1, 2, 3])
    stage.move(2, 10, 130, at: 1020)
    #expect(selected(matrix) == [1, 2, 3, 4, 5, 6])
    stage.cancel(2, at: 1030)
    #expect(selected(matrix) == [3, 4, 6, 7] && on(matrix) == [3, 4, 6, 7], "as before")
  }

  @Test("7.2 list: shift extends from where the selection began, command adds and takes away")
  func extending() {
    let matrix = matrix(.list)
    matrix.becomeFirstResponder()
    stage.tap(1, 10, 10, at: 0)
    key("", .shift)
    stage.tap(2, 130, 70, at: 1000)
    #expect(selected(matrix) == [0, 1, 2, 3, 4, 5])
    key("", .command)
    stage.tap(3, 10, 130, at: 2000)
    stage.tap(4, 70, 10, at: 3000)
    #expect(selected(matrix) == [0, 2, 3, 4, 5, 6])
    key("", up: true)
    stage.tap(5, 70, 70, at: 4000)
    #expect(selected(matrix) == [4])
    key(KeyEvent.downArrow, .shift)
    key(KeyEvent.rightArrow, .shift)
    #expect(selected(matrix) == [4, 5, 7, 8])
    key(KeyEvent.leftArrow)
    #expect(selected(matrix) == [7])
    key(KeyEvent.upArrow, .command)
    #expect(selected(matrix) == [7])
    key(" ", .command)
    #expect(selected(matrix) == [4, 7])
  }

  // MARK: Actions

  @Test("7.2 a cell's own action comes before the matrix's, whose target gets it where the cell has none")
  func actions() throws {
    let matrix = matrix(.highlight)
    try matrix.setTarget(target, action: "choose:")
    let other = CellTarget()
    try matrix.cell(atRow: 0, column: 1)?.setTarget(other, action: "choose:")
    try matrix.cell(atRow: 0, column: 2)?.setTarget(nil, action: "twice:")
    for x in [10.0, 70, 130] { stage.tap(1, x, 10, at: stage.application.now.microseconds / 1000 + 1000) }
    #expect(target.taken() == ["choose by m", "twice by m"] && other.taken() == ["choose by m"])
    matrix.cell(atRow: 0, column: 1)?.isEnabled = false
    stage.tap(1, 70, 10, at: 9000)
    matrix.selectCell(atRow: 0, column: 1)
    #expect(!matrix.sendAction() && other.taken().isEmpty, "a disabled cell sends nothing")
    matrix.selectCell(atRow: 0, column: 2)
    #expect(matrix.sendAction() && target.taken() == ["twice by m"])
    #expect(throws: CellError.self) { try matrix.setTarget(target, action: "chose:") }
    #expect(throws: CellError.self) { try matrix.sendAction("chose:", to: target, forAllCells: true) }
    #expect(try matrix.sendAction("choose:", to: target, forAllCells: false) == 1 && target.taken() == ["choose by ButtonCell"])
    #expect(try matrix.sendAction("press:", to: target, forAllCells: true) == 0, "a cell is no button")
  }

  @Test("7.2 the second of two taps sends doubleAction")
  func double() throws {
    let matrix = matrix(.radio)
    try matrix.setTarget(target, action: "choose:")
    #expect(throws: CellError.self) { try matrix.setDoubleAction("chose:") }
    stage.tap(1, 70, 10, at: 0)
    stage.tap(2, 70, 10, at: 200)
    #expect(target.taken() == ["choose by m", "choose by m"])
    try matrix.setDoubleAction("twice:")
    stage.tap(3, 70, 10, at: 5000)
    stage.tap(4, 70, 10, at: 5200)
    #expect(target.taken() == ["choose by m", "twice by m"])
    #expect(matrix.doubleAction == "twice:" && matrix.sendDoubleAction() && target.taken() == ["twice by m"])
  }

  @Test("5.2, 7.2 a pair in the dispatch table that a cell or the matrix has, too, is reported once")
  func doubled() throws {
    let matrix = matrix(.radio)
    try matrix.addTarget(target, action: "choose:", for: .valueChanged)
    #expect(matrix.duplicateRegistrations.isEmpty)
    for cell in matrix.allCells { try cell.setTarget(target, action: "choose:") }
    #expect(matrix.duplicateRegistrations.map(\.action) == ["choose:"])
    try matrix.setTarget(target, action: "choose:")
    #expect(matrix.duplicateRegistrations.count == 1)
    try matrix.addTarget(nil, action: "twice:", for: .touchDown)
    try matrix.cell(atRow: 2, column: 2)?.setTarget(nil, action: "twice:")
    #expect(matrix.duplicateRegistrations.count == 2)
  }

  // MARK: Keys

  @Test("7.2 radio: an arrow selects the next enabled cell and sends the action; at the edge the key goes on")
  func arrows() throws {
    let matrix = matrix(.radio)
    try matrix.setTarget(target, action: "choose:")
    matrix.becomeFirstResponder()
    matrix.cell(atRow: 0, column: 1)?.isEnabled = false
    #expect(key(KeyEvent.rightArrow) && selected(matrix) == [2] && target.taken().count == 1)
    #expect(!key(KeyEvent.rightArrow) && !key(KeyEvent.upArrow) && selected(matrix) == [2])
    #expect(key(KeyEvent.downArrow) && key(" ") && key(KeyEvent.carriageReturn) && selected(matrix) == [5])
    #expect(target.taken().count == 3)
    #expect(matrix.contentFrame(for: .keyCell) == Rect(x: 120, y: 60, width: 50, height: 50))
    #expect(!key("x") && !key(KeyEvent.tab))
    matrix.tabKeyTraversesCells = true
    #expect(key(KeyEvent.tab) && matrix.keyCell?.tag == 6 && key(KeyEvent.backTab) && matrix.keyCell?.tag == 5)
    matrix.isEnabled = false
    #expect(!key(KeyEvent.upArrow) && selected(matrix) == [5])
  }

  @Test("7.2 a cell's key equivalent clicks it, whoever is the first responder; a disabled one's does not")
  func equivalents() throws {
    let matrix = matrix(.highlight)
    try matrix.setTarget(target, action: "choose:")
    let cell = try #require(matrix.cell(atRow: 1, column: 1))
    cell.keyEquivalent = "q"
    cell.keyEquivalentModifierMask = .command
    #expect(!key("q") && key("q", .command) && matrix.selectedTag == 4 && target.taken().count == 1)
    cell.isEnabled = false
    #expect(!key("q", .command))
  }

  // MARK: Geometry, accessibility

  @Test("A point is found in its cell by division: edges belong to a cell as a rectangle's, gaps to none")
  func hits() throws {
    let matrix = matrix(.radio, 2, 3)
    var (row, column) = (-5, -5)
    for (x, y, expected) in [
      (0.0, 0.0, [0, 0]), (49.9, 49.9, [0, 0]), (50, 0, nil), (59.9, 0, nil), (60, 60, [1, 1]), (169.9, 0, [0, 2]), (170, 0, nil),
      (-0.1, 0, nil), (0, 110, nil), (.nan, 0, nil), (.infinity, 0, nil), (1e300, 1e300, nil),
    ] as [(Double, Double, [Int]?)] {
      (row, column) = (-5, -5)
      #expect(matrix.getRow(&row, column: &column, for: Point(x: x, y: y)) == (expected != nil), "\(x) \(y)")
      #expect([row, column] == expected ?? [-5, -5], "\(x) \(y)")
    }
    let cell = try #require(matrix.cell(atRow: 1, column: 2))
    #expect(matrix.getRow(&row, column: &column, of: cell) && row == 1 && column == 2)
    #expect(matrix.position(of: ButtonCell()) == nil && matrix.cellFrame(atRow: 2, column: 0).isNull)
    matrix.bounds.origin = Point(x: 0, y: 60)
    #expect(matrix.cellFrame(atRow: 1, column: 0).origin == Point(x: 0, y: 120))
    matrix.bounds.origin = .zero
    matrix.sizeToCells()
    #expect(matrix.frame == Rect(x: 0, y: 0, width: 170, height: 110))
    matrix.autosizesCells = true
    matrix.frame.size = Size(width: 320, height: 210)
    #expect(matrix.cellFrame(atRow: 1, column: 2) == Rect(x: 220, y: 110, width: 100, height: 100))
  }

  @Test("7.8 every cell is an element, and activating one does what a tap does")
  func accessibility() throws {
    let matrix = matrix(.radio)
    try matrix.setTarget(target, action: "choose:")
    #expect(matrix.accessibility.role == .grid && matrix.accessibilityElementCount == 9)
    #expect(matrix.accessibilityElement(at: 0)?.content.isSelected == true && matrix.accessibilityElement(at: 9) == nil)
    #expect(matrix.performAccessibility(.activate, at: 4) && selected(matrix) == [4] && target.taken().count == 1)
    #expect(!matrix.performAccessibility(.activate) && !matrix.performAccessibility(.increment, at: 4))
    #expect(!matrix.performAccessibility(.activate, at: -1) && !matrix.performAccessibility(.activate, at: 99))
    #expect(matrix.contentParts.count == 9 && matrix.contentParts[4].state == .selected)
    let sliders = self.matrix(.track, 1, 1, of: SliderCell.self)
    #expect(sliders.performAccessibility(.increment, at: 0) && sliders.doubleValue == 0)
    #expect(sliders.cell(atRow: 0, column: 0)?.doubleValue == 0.1)
  }
}
