import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Rows and columns that come and go, from anywhere, and numbers that make no sense.
@Suite("Rows and columns of matrices (contract 7.2, 5.14)")
struct MatrixStructureTests {
  let stage = Stage()
  let target = CellTarget()

  private func matrix(_ mode: Matrix.Mode, _ rows: Int, _ columns: Int, of type: Cell.Type = ButtonCell.self) -> Matrix {
    let frame = Rect(x: 0, y: 0, width: 400, height: 400)
    let matrix = Matrix(frame: frame, mode: mode, cellClass: type, numberOfRows: rows, numberOfColumns: columns)
    (matrix.cellSize, matrix.intercellSpacing) = (Size(width: 50, height: 50), .zero)
    for (index, cell) in matrix.allCells.enumerated() { cell.tag = index }
    return stage.add(matrix, "m")
  }

  private func tags(_ matrix: Matrix) -> [Int] { matrix.allCells.map(\.tag) }

  // MARK: Changes

  @Test("7.2 rows and columns are inserted and removed, and the selection goes with its cell")
  func changes() throws {
    let matrix = matrix(.radio, 2, 2)
    matrix.selectCell(atRow: 1, column: 1)
    matrix.insertColumn(at: 1)
    #expect(tags(matrix) == [0, 0, 1, 2, 0, 3] && matrix.selectedColumn == 2)
    let cells = [ButtonCell(title: "a"), ButtonCell(title: "b"), ButtonCell(title: "c"), ButtonCell(title: "left out")]
    matrix.insertRow(at: -5, with: cells)
    #expect(matrix.numberOfRows == 3 && matrix.selectedRow == 2 && matrix.cell(atRow: 0, column: 2) === cells[2])
    #expect(cells[2].controlView === matrix && cells[3].controlView == nil)
    matrix.removeColumn(at: 1)
    matrix.removeRow(at: 0)
    #expect(tags(matrix) == [0, 1, 2, 3] && matrix.selectedTag == 3 && cells[0].controlView == nil)
    matrix.removeRow(at: 1)
    #expect(matrix.selectedTag == 0 && matrix.allCells.map(\.state) == [.on, .off], "one has to be selected")
    matrix.removeRow(at: 7)
    matrix.removeColumn(at: -1)
    matrix.renewRows(2, columns: 1)
    #expect(matrix.numberOfRows == 2 && matrix.numberOfColumns == 1 && matrix.selectedTag == 0)
    let other = ButtonCell(title: "other")
    matrix.putCell(other, atRow: 0, column: 0)
    matrix.putCell(other, atRow: 5, column: 0)
    #expect(other.state == .on && matrix.selectedCell === other)
    matrix.renewRows(0, columns: 0)
    #expect(matrix.selectedRow == -1 && matrix.selectedCell == nil && other.controlView == nil && matrix.selectedCells.isEmpty)
    matrix.addColumn(with: [ButtonCell(title: "x"), ButtonCell(title: "y")])
    #expect(matrix.numberOfRows == 2 && matrix.numberOfColumns == 1 && matrix.selectedCell?.title == "x")
  }

  @Test("7.2 new cells are of the class, copies of the prototype, or what makeCell makes")
  func sources() {
    let prototype = SliderCell()
    prototype.maximumValue = 5
    let matrix = Matrix(frame: .zero, mode: .track, prototype: prototype, numberOfRows: 2, numberOfColumns: 1)
    #expect(matrix.allCells.allSatisfy { ($0 as? SliderCell)?.maximumValue == 5 && $0 !== prototype })
    matrix.prototype = nil
    matrix.addRow()
    #expect(matrix.cellClass == ActionCell.self && type(of: matrix.allCells[2]) == ActionCell.self)
  }

  @Test("7.2 the selection goes along when the mode changes")
  func modes() {
    let matrix = matrix(.list, 2, 2)
    matrix.selectAll()
    matrix.deselectCell(atRow: 0, column: 0)
    #expect(matrix.selectedCells.map(\.tag) == [1, 2, 3] && matrix.selectedTag == 3)
    matrix.mode = .highlight
    #expect(matrix.numberOfSelectedCells == 1 && matrix.selectedTag == 3)
    matrix.deselectSelectedCell()
    matrix.mode = .radio
    #expect(matrix.selectedTag == 0 && matrix.allCells.map(\.state) == [.on, .off, .off, .off])
    matrix.deselectAll()
    matrix.selectAll()
    #expect(matrix.numberOfSelectedCells == 1)
    matrix.mode = .list
    matrix.selectCells(fromRow: 0, column: 1, toRow: 1, column: 0)
    matrix.selectCells(fromRow: 0, column: 1, toRow: 9, column: 0)
    #expect(matrix.numberOfSelectedCells == 4)
    matrix.isSelectionByRect = false
    matrix.selectCells(fromRow: 0, column: 1, toRow: 1, column: 0)
    #expect(matrix.selectedCells.map(\.tag) == [1, 2])
    var sent = 0
    matrix.on(.valueChanged) { _ in sent += 1 }
    matrix.deselectAll(matrix)
    matrix.deselectAll(matrix)
    #expect(sent == 1)
  }

  @Test("7.2 list: a cell that is selected in code, by its place or its tag, is the only one, as in AppKit")
  func selectsAlone() {
    let matrix = matrix(.list, 2, 2)
    matrix.selectAll()
    #expect(matrix.selectCell(atRow: 1, column: 0))
    #expect(matrix.selectedCells.map(\.tag) == [2] && matrix.allCells.map(\.state) == [.off, .off, .on, .off])
    #expect(matrix.selectCellWithTag(1))
    #expect(matrix.selectedCells.map(\.tag) == [1] && matrix.selectedTag == 1)
    #expect(!matrix.selectCell(atRow: 2, column: 0) && matrix.numberOfSelectedCells == 1)
  }

  @Test("A cell is part of one control, and once: of one that is a part already a copy is taken")
  func twice() throws {
    let (matrix, other) = (matrix(.list, 0, 0), matrix(.list, 1, 1))
    let cell = ButtonCell(title: "a")
    cell.state = .on
    matrix.addRow(with: [cell, cell])
    matrix.putCell(cell, atRow: 0, column: 1)
    #expect(matrix.allCells.filter { $0 === cell }.count == 1 && matrix.allCells.map(\.title) == ["a", "a"])
    #expect(matrix.allCells.map(\.state) == [.off, .off], "a new cell is not selected")
    other.putCell(cell, atRow: 0, column: 0)
    let control = CellControl(frame: .zero, cell: cell)
    #expect(cell.controlView === matrix && other.cell(atRow: 0, column: 0)?.title == "a" && control.cell !== cell)
    control.cell = cell
    #expect(control.cell !== cell && control.cell.controlView === control)
    matrix.renewRows(0, columns: 0)
    control.cell = cell
    #expect(control.cell === cell && cell.controlView === control)
  }

  // MARK: Numbers

  @Test("A matrix without cells takes touches, keys and calls; a million columns are cut off")
  func extremes() {
    let matrix = matrix(.radio, 0, 0)
    stage.tap(1, 10, 10, at: 0)
    #expect(stage.taken() == ["m touchDown", "m touchUpInside"])
    #expect(
      !matrix.canBecomeFirstResponder && !matrix.selectCell(atRow: 0, column: 0) && !matrix.sendAction() && !matrix.sendDoubleAction())
    #expect(!matrix.keyDown(with: KeyEvent(" ", timestamp: stage.application.now)) && matrix.contentParts.isEmpty)
    matrix.sizeToCells()
    matrix.renewRows(-3, columns: .min)
    #expect(matrix.numberOfRows == 0)
    matrix.cellClass = Cell.self
    matrix.renewRows(.max, columns: 1_000_000)
    #expect(matrix.numberOfRows == 1 && matrix.numberOfColumns == Matrix.maximumNumberOfCells)
    matrix.addRow()
    #expect(matrix.numberOfRows == 1)
    matrix.addColumn()
    #expect(matrix.numberOfColumns == Matrix.maximumNumberOfCells)
    matrix.renewRows(.max, columns: 0)
    #expect(matrix.allCells.isEmpty && matrix.numberOfColumns == 0)
  }

  @Test(
    "Sizes that are negative, infinite or no number are ignored, and enormous ones do not trap", arguments: [-1, .infinity, .nan, 1e308])
  func sizes(_ length: Double) {
    let matrix = matrix(.list, 3, 3)
    let size = Size(width: length, height: length)
    (matrix.cellSize, matrix.intercellSpacing) = (size, size)
    if length != 1e308 { #expect(matrix.cellSize == Size(width: 50, height: 50) && matrix.intercellSpacing == .zero) }
    _ = (matrix.cellFrame(atRow: 2, column: 2), matrix.contentParts, matrix.position(at: Point(x: length, y: length)))
    matrix.frame = Rect(x: 0, y: 0, width: length, height: length)
    matrix.autosizesCells = true
    _ = (matrix.cellFrame(atRow: 2, column: 2), matrix.position(at: Point(x: 10, y: 10)))
    matrix.sizeToCells()
    (matrix.autosizesCells, matrix.cellSize, matrix.intercellSpacing) = (false, .zero, .zero)
    #expect(matrix.position(at: .zero) == nil)
    matrix.selectCell(atRow: .max, column: .min)
    matrix.selectCellWithTag(.min)
    stage.tap(1, 10, 10, at: 0)
  }

  // MARK: Calls from anywhere

  @Test("An action, an event or an observer may remove rows while a cell is pressed, dragged over or sent", arguments: Matrix.Mode.allCases)
  func hostile(_ mode: Matrix.Mode) throws {
    for events in [.touchDown, .touchDragInside, .touchUpInside, .valueChanged] as [Control.Events] {
      let matrix = matrix(mode, 4, 4)
      try matrix.setTarget(target, action: "choose:")
      target.onCall = { _ in matrix.renewRows(1, columns: 1) }
      matrix.on(events) { matrix in
        matrix.removeRow(at: 0)
        matrix.removeColumn(at: 0)
        matrix.mode = matrix.mode == .list ? .radio : .list
      }
      var isChanging = false
      matrix.onChange = { view, _ in
        guard !isChanging, let matrix = view as? Matrix else { return }
        isChanging = true
        matrix.removeRow(at: matrix.numberOfRows - 1)
        matrix.insertColumn(at: 0)
        isChanging = false
      }
      let time = stage.application.now.microseconds / 1000 + 1000
      stage.down(1, 10, 10, at: time)
      for step in 0..<8 { stage.move(1, Double(10 + 25 * step), Double(10 + 20 * step), at: time + 10 + Int64(step)) }
      stage.up(1, 110, 60, at: time + 30)
      matrix.onChange = nil
      #expect(matrix.allCells.allSatisfy { !$0.isHighlighted && $0.controlView === matrix })
      matrix.removeFromSuperview()
    }
    #expect(stage.violations.isEmpty)
  }

  /// A matrix that changes its rows while it makes a cell, and cells that change the matrix when their state is set.
  private final class MatrixOfTraps: Matrix {
    override func makeCell(atRow row: Int, column: Int) -> Cell {
      removeRow(at: 0)
      addColumn()
      return TrapCell()
    }
  }

  private final class TrapCell: Cell {
    override var state: Control.StateValue {
      get { super.state }
      set {
        super.state = newValue
        (controlView as? Matrix)?.removeRow(at: 0)
      }
    }
  }

  @Test("Rows do not change while a cell is made, and may change while one becomes selected")
  func traps() {
    let matrix = stage.add(MatrixOfTraps(frame: Rect(x: 0, y: 0, width: 400, height: 400)), "m")
    matrix.mode = .list
    matrix.renewRows(6, columns: 2)
    #expect(matrix.allCells.count == 12)
    matrix.selectAll()
    matrix.selectCell(atRow: 0, column: 0)
    matrix.selectCells(fromRow: 0, column: 0, toRow: 2, column: 1)
    matrix.deselectAll()
    matrix.mode = .radio
    #expect(matrix.numberOfRows < 6 && matrix.selectedCells.count == matrix.numberOfSelectedCells)
  }

  @Test("A cell's deinit may change the matrix that drops it")
  func dyingCells() {
    final class DyingCell: ButtonCell {
      var onDeinit: () -> Void = {}
      deinit { onDeinit() }
    }
    let matrix = matrix(.list, 3, 1, of: DyingCell.self)
    var count = 0
    for case let cell as DyingCell in matrix.allCells {
      cell.onDeinit = { [weak matrix] in
        count += 1
        matrix?.renewRows(1, columns: 1)
        matrix?.selectAll()
      }
    }
    matrix.putCell(ButtonCell(), atRow: 2, column: 0)
    matrix.removeRow(at: 0)
    #expect(count == 3 && matrix.numberOfRows == 1 && matrix.numberOfSelectedCells == 1)
  }

  @Test("Random changes keep the selection and the cells' states in step")
  func random() {
    var seed: UInt64 = 42
    func next(_ limit: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % limit
    }
    let matrix = matrix(.radio, 3, 3)
    for step in 0..<3000 {
      let place = (next(6) - 1, next(6) - 1)
      switch next(12) {
      case 0: matrix.insertRow(at: place.0)
      case 1: matrix.insertColumn(at: place.1)
      case 2: matrix.removeRow(at: place.0)
      case 3: matrix.removeColumn(at: place.1)
      case 4: matrix.mode = next(2) == 0 ? .radio : .list
      case 5: matrix.allowsEmptySelection.toggle()
      case 6: matrix.deselectCell(atRow: place.0, column: place.1)
      case 7: matrix.selectAll()
      case 8: matrix.selectCells(fromRow: next(3), column: next(3), toRow: place.0, column: place.1)
      case 9: matrix.renewRows(next(6), columns: next(6))
      case 10: stage.tap(1, Double(next(300)), Double(next(300)), at: Int64(step) * 1000 + 1000)
      default: matrix.selectCell(atRow: place.0, column: place.1)
      }
      let on = matrix.allCells.filter { $0.state == .on }
      #expect(on.elementsEqual(matrix.selectedCells, by: ===) && on.count == matrix.numberOfSelectedCells, "step \(step)")
      #expect((matrix.selectedCell == nil) == on.isEmpty, "step \(step)")
      if matrix.mode == .radio { #expect(on.count == 1 || on.isEmpty && (matrix.allowsEmptySelection || matrix.allCells.isEmpty)) }
    }
  }
}
