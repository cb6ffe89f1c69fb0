import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Random programs that call a matrix and a form from each of their callbacks.
@Suite("Random programs on matrices (contract 5.14)")
struct MatrixWalkTests {
  /// A program: each callback of its controls performs some of its random calls.
  private final class Program {
    let stage = Stage()
    let target = CellTarget()
    var matrices: [Matrix] = []
    private var seed: UInt64
    private var depth = 0
    private var calls = 0
    private var time: Int64 = 0

    init(_ seed: UInt64) {
      self.seed = seed &* 0x9E37_79B9_7F4A_7C15
      let frame = Rect(x: 0, y: 0, width: 400, height: 400)
      matrices = [
        Matrix(frame: frame, mode: .radio, prototype: ButtonCell(title: "a", type: .toggle), numberOfRows: 4, numberOfColumns: 4),
        Form(frame: Rect(x: 400, y: 0, width: 400, height: 400)),
      ]
      for matrix in matrices {
        stage.add(matrix, "m")
        matrix.on(.allEvents) { [weak self] _ in self?.callBack() }
        matrix.onChange = { [weak self] _, _ in self?.callBack() }
        try? matrix.setTarget(target, action: "choose:")
      }
      target.onCall = { [weak self] _ in self?.callBack() }
      stage.window.makeKey()
    }

    func next(_ limit: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % limit
    }

    private func callBack() {
      guard depth < 4, calls < 60, next(3) == 0 else { return }
      depth += 1
      call(matrices[next(2)])
      depth -= 1
    }

    /// A finger or a key from outside, and what comes of it.
    func step() {
      calls = 0
      time += 20
      let matrix = matrices[next(2)]
      switch next(4) {
      case 0: press()
      case 1: call(matrix)
      default:
        let place = { Double(self.next(600)) }
        stage.down(1, place(), place() / 2, at: time)
        for _ in 0..<next(5) {
          time += 10
          stage.move(1, place(), place() / 2, at: time)
        }
        if next(5) == 0 { stage.cancel(1, at: time + 5) } else { stage.up(1, place(), place() / 2, at: time + 5) }
      }
    }

    private func press() {
      let keys = [KeyEvent.leftArrow, KeyEvent.rightArrow, KeyEvent.upArrow, KeyEvent.downArrow, " ", "\r", "\t", "x", KeyEvent.delete]
      let modifiers: KeyEvent.Modifiers = [[], [], .shift, .command][next(4)]
      stage.application.sendKey(KeyEvent(keys[next(keys.count)], modifiers: modifiers, timestamp: stage.application.now))
    }

    private func call(_ matrix: Matrix) {
      calls += 1
      let (row, column) = (next(6) - 1, next(6) - 1)
      switch next(24) {
      case 0: matrix.insertRow(at: row, with: next(2) == 0 ? [] : matrices[next(2)].allCells)
      case 1: matrix.insertColumn(at: column)
      case 2: matrix.removeRow(at: row)
      case 3: matrix.removeColumn(at: column)
      case 4: matrix.renewRows(next(6), columns: next(6))
      case 5: matrix.putCell([SliderCell(), FormCell(), ButtonCell(title: "b", type: .switch)][next(3)], atRow: row, column: column)
      case 6: matrix.mode = Matrix.Mode.allCases[next(4)]
      case 7: matrix.allowsEmptySelection.toggle()
      case 8: matrix.isEnabled.toggle()
      case 9: matrix.selectAll(matrix)
      case 10: matrix.deselectAll(matrix)
      case 11: matrix.selectCells(fromRow: row, column: column, toRow: next(5), column: next(5))
      case 12: matrix.deselectSelectedCell()
      case 13: matrix.selectText(atRow: row, column: column)
      case 14: matrix.endEditing()
      case 15: matrix.becomeFirstResponder()
      case 16: _ = matrix.performAccessibility([.activate, .increment][next(2)], at: next(9))
      case 17: matrix.cell(atRow: row, column: column)?.performClick()
      case 18: _ = try? matrix.sendAction("choose:", to: target, forAllCells: next(2) == 0)
      case 19: matrix.cell(atRow: row, column: column)?.isEnabled.toggle()
      case 20: matrix.superview == nil ? stage.window.addSubview(matrix) : matrix.removeFromSuperview()
      case 21: (matrix as? Form)?.insertEntry("entry", at: row)
      case 22: press()
      default: matrix.selectCell(atRow: row, column: column)
      }
    }
  }

  @Test("5.14, 7.2 calls from every callback leave the cells, the selection and their states in step", arguments: 0..<20)
  func walk(_ seed: Int) {
    let program = Program(UInt64(seed + 1))
    for step in 0..<150 {
      program.step()
      for matrix in program.matrices {
        let cells = matrix.allCells
        #expect(cells.count == matrix.numberOfRows * matrix.numberOfColumns, "step \(step)")
        #expect(matrix.selectedCells.count == matrix.numberOfSelectedCells, "step \(step)")
        #expect(matrix.isTracking || cells.allSatisfy { !$0.isHighlighted }, "step \(step)")
        let on = cells.filter { $0.state == .on }
        #expect(matrix.mode == .list || matrix.numberOfSelectedCells <= 1, "step \(step)")
        if matrix.mode == .list || matrix.mode == .radio { #expect(on.elementsEqual(matrix.selectedCells, by: ===), "step \(step)") }
        if let edited = matrix.editedCell { #expect(edited.controlView === matrix, "step \(step)") }
      }
    }
    #expect(program.stage.violations.isEmpty)
  }
}
