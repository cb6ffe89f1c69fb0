import ContactorControls
import ContactorCore

// Cells, and the controls that consist of them.

/// A cell that a matrix may copy: a copy has the script of the last cell's name.
final class ScriptedButtonCell: ButtonCell, Scripted {
  let script = Script.next()

  required init() {
    super.init()
    script.world.note(self, script.name)
  }

  deinit { script.play(.ended) }

  override var objectValue: ControlValue? {
    get { super.objectValue }
    set {
      script.play(.setText)
      super.objectValue = newValue
    }
  }
  override func click() { script.play(.lifted) { super.click() } }
  override func sendAction(for event: Event?) -> Bool { script.play(.sendAction) { super.sendAction(for: event) } }
  override var accessibility: Accessibility { script.play(.standardAccessibility) { super.accessibility } }
  override func copyValues(to cell: Cell) { script.play(.copyValues) { super.copyValues(to: cell) } }
}

/// A matrix.
final class ScriptedMatrix: Matrix, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func makeCell(atRow row: Int, column: Int) -> Cell {
    let number = script.count(.makeCell) { -1 }
    let cell = script.world.object(Kind.cell.base + max(0, number) % Kind.cell.count) as? Cell
    return number < 0 ? super.makeCell(atRow: row, column: column) : cell ?? super.makeCell(atRow: row, column: column)
  }
  override func touchUpInside(_ touch: Touch, with event: Event?) { script.play(.lifted) { super.touchUpInside(touch, with: event) } }
  override func keyDown(with event: KeyEvent) -> Bool { script.play(.keyDown, event) { super.keyDown(with: event) } }
}

/// A form.
final class ScriptedForm: Form, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func resignFirstResponder() -> Bool { script.play(.resignFirstResponder) { super.resignFirstResponder() } }
}

/// A control of one cell.
final class ScriptedCellControl: CellControl, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func touchUpInside(_ touch: Touch, with event: Event?) { script.play(.lifted) { super.touchUpInside(touch, with: event) } }
  override func sendAction(_ action: Action, to target: AnyObject?, for event: Event?) {
    script.play(.sendAction) { super.sendAction(action, to: target, for: event) }
  }
}

extension World {
  /// How many classes of cells there are; a cell's number says of which it is.
  static let cellClasses = 6

  /// The name of a cell's class.
  static func cellClassName(_ name: ObjectName) -> String {
    ["Cell", "ActionCell", "ButtonCell", "TextFieldCell", "SliderCell", "FormCell"][name.number % cellClasses]
  }

  func makeCell(_ name: ObjectName, isScripted: Bool) -> Cell {
    switch name.number % Self.cellClasses {
    case 0: Cell()
    case 1: ActionCell()
    case 3: TextFieldCell()
    case 4: SliderCell()
    case 5: FormCell()
    default: isScripted ? Script(self, name).making { ScriptedButtonCell() } : ButtonCell()
    }
  }
}
