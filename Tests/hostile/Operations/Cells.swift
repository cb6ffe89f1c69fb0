import ContactorControls
import ContactorCore

extension Operation {
  /// Cells, the controls that consist of them, and buttons that hold a state.
  static let cells: [Operation] = ofCells + matrices + choosingCells + findingCells + forms + states

  private static let matrix = Domain.control("Matrix", "Form")

  private static let ofCells: [Operation] = [
    Operation("makeCell", "$0 = $1()", [Domain(new: .cell), .flavor("CELL")], weight: 3) {
      $0.world.put($0.world.makeCell($0.name(0), isScripted: $0.flag(1)), at: $0.name(0))
    },
    Operation("controlCell", "$0.cell = $1", [.control("CellControl"), .cell], weight: 4) { $0.the(0, CellControl.self).cell = $0.the(1) },
    Operation("cellTarget", "try? $0.setTarget($1, action: $2)", [.cell, .anyTargetOrNil, .name], weight: 4) {
      try? $0.the(0, Cell.self).setTarget($0.maybe(1, (any ActionTarget).self), action: $0.value(2, .names))
    },
    Operation("controlTarget", "try? $0.setTarget($1, action: $2)", [.control("CellControl"), .anyTargetOrNil, .name]) {
      try? $0.the(0, CellControl.self).setTarget($0.maybe(1, (any ActionTarget).self), action: $0.value(2, .names))
    },
    Operation("cellValue_", "$0.stringValue = $1", [.cell, .word]) { $0.the(0, Cell.self).stringValue = $0.value(1, .words) },
    setting("cellTitle", "title", .cell, \Cell.title, .words),
    setting("cellState", "state", .cell, \Cell.state, stateValues),
    setting("cellMixed", "allowsMixedState", .cell, \Cell.allowsMixedState, .flags),
    setting("cellEnabled", "isEnabled", .cell, \Cell.isEnabled, .flags),
    setting("cellHighlighted", "isHighlighted", .cell, \Cell.isHighlighted, .flags),
    setting("cellSelectable", "isSelectable", .cell, \Cell.isSelectable, .flags),
    setting("cellContinuous", "isContinuous", .cell, \Cell.isContinuous, .flags),
    setting("cellTag", "tag", .cell, \Cell.tag, .counts),
    setting("cellAlignment", "alignment", .cell, \Cell.alignment, alignments),
    setting("controlAlignment", "alignment", .control("CellControl"), \CellControl.alignment, alignments),
    setting("cellBordered", "isBordered", .cell, \Cell.isBordered, .flags),
    setting("cellBezeled", "isBezeled", .cell, \Cell.isBezeled, .flags),
    setting("cellModifiers", "keyEquivalentModifierMask", .cell, \Cell.keyEquivalentModifierMask, .modifiers),
    setting("cellPlaceholder", "placeholder", .cell, \Cell.placeholder, .words),
    setting("cellSecure", "isSecure", textCell, \TextFieldCell.isSecure, .flags),
    setting("cellVertical", "isVertical", sliderCell, \SliderCell.isVertical, .flags),
    setting("cellNumber", "value", sliderCell, \SliderCell.value, .numbers),
    Operation("nextCellState", "$0.setNextState()", [.cell], weight: 1) { $0.the(0, Cell.self).setNextState() },
    Operation(
      "trackCell",
      "do { let frame = Rect(x: $1, y: $2, width: $3, height: $4); if $0.startTracking(at: frame.origin, in: frame) { $0?.stopTracking(at: .zero, in: frame, isUp: true) } }",
      [.cell] + Domain.rect, weight: 1
    ) {
      let (cell, frame) = ($0.the(0, Cell.self), $0.rect(1))
      if cell.startTracking(at: frame.origin, in: frame) { $0.maybe(0, Cell.self)?.stopTracking(at: .zero, in: frame, isUp: true) }
    },
    setting("cellKey", "keyEquivalent", .cell, \Cell.keyEquivalent, .presses),
    Operation("represent", "$0.representedObject = $1", [.cell, Domain([.view, .target, .delegate], orNil: true)], weight: 1) {
      $0.world.mayLeak = true
      $0.the(0, Cell.self).representedObject = $0.object(1)
    },
    Operation("clickCell", "$0.performClick()", [.cell], weight: 4) { $0.the(0, Cell.self).performClick() },
    Operation("sendCell", "_ = $0.sendAction()", [.cell]) { _ = $0.the(0, Cell.self).sendAction() },
    Operation("copyCell", "$0 = $1.copy()", [Domain(new: .cell), .cell], weight: 1) {
      // What a name's number says of its class holds for copies, too.
      guard $0.name(0).number % World.cellClasses == $0.name(1).number % World.cellClasses else { return }
      $0.world.put($0.the(1, Cell.self).copy(), at: $0.name(0))
    },
    Operation("stepCell", "_ = $0.step(by: $1)", [.cell, .count], weight: 1) { _ = $0.the(0, Cell.self).step(by: $0.count(1)) },
    Operation("readCell", "_ = ($0.accessibility, $0.displayText, $0.appearance, $0.controlView, $0.target)", [.cell], weight: 1) {
      let cell = $0.the(0, Cell.self)
      _ = (cell.accessibility, cell.displayText, cell.appearance, cell.controlView, cell.target)
    },
    Operation(
      "cellRange", "($0.minimumValue, $0.maximumValue) = ($1, $2)",
      [sliderCell, .number, .number]
    ) {
      let cell = $0.the(0, SliderCell.self)
      (cell.minimumValue, cell.maximumValue) = ($0.number(1), $0.number(2))
    },
    setting(
      "cellEditable", "isEditable", textCell, \TextFieldCell.isEditable, .flags),
  ]

  private static let sliderCell = Domain([.cell]) { $0.number % World.cellClasses == 4 }
  private static let textCell = Domain([.cell]) { [3, 5].contains($0.number % World.cellClasses) }
  private static let alignments = ValueList<Cell.Alignment>(Cell.Alignment.allCases.map { ($0, ".\($0)") })
  private static let stateValues = ValueList<Control.StateValue>([(.off, ".off"), (.on, ".on"), (.mixed, ".mixed")])

  private static let matrices: [Operation] = [
    Operation("renew", "$0.renewRows($1, columns: $2)", [matrix, .count, .count], weight: 3) {
      $0.the(0, Matrix.self).renewRows($0.count(1), columns: $0.count(2))
    },
    Operation("cellClass", "$0.cellClass = $1", [matrix, Domain(classes)]) { $0.the(0, Matrix.self).cellClass = $0.value(1, classes) },
    Operation("prototype", "$0.prototype = $1", [matrix, Domain([.cell], orNil: true)]) { $0.the(0, Matrix.self).prototype = $0.maybe(1) },
    Operation("putCell", "$0.putCell($1, atRow: $2, column: $3)", [matrix, .cell, .count, .count], weight: 5) {
      $0.the(0, Matrix.self).putCell($0.the(1), atRow: $0.count(2), column: $0.count(3))
    },
    Operation("insertCells", "$0.insertRow(at: $1, with: [$2, $3])", [matrix, .count, .cell, .cell], weight: 3) {
      $0.the(0, Matrix.self).insertRow(at: $0.count(1), with: [$0.the(2), $0.the(3)])
    },
    Operation("addMatrixRow", "$0.addRow()", [matrix], weight: 1) { $0.the(0, Matrix.self).addRow() },
    Operation("removeMatrixRow", "$0.removeRow(at: $1)", [matrix, .count], weight: 1, inside: 4) {
      $0.the(0, Matrix.self).removeRow(at: $0.count(1))
    },
    Operation("insertMatrixColumn", "$0.insertColumn(at: $1, with: [$2])", [matrix, .count, .cell], weight: 1) {
      $0.the(0, Matrix.self).insertColumn(at: $0.count(1), with: [$0.the(2)])
    },
    Operation("removeMatrixColumn", "$0.removeColumn(at: $1)", [matrix, .count], weight: 1, inside: 3) {
      $0.the(0, Matrix.self).removeColumn(at: $0.count(1))
    },
    setting("matrixMode", "mode", matrix, \Matrix.mode, modes, weight: 2),
    setting("matrixEmpty", "allowsEmptySelection", matrix, \Matrix.allowsEmptySelection, .flags),
    setting("matrixRect", "isSelectionByRect", matrix, \Matrix.isSelectionByRect, .flags),
    setting("matrixTab", "tabKeyTraversesCells", matrix, \Matrix.tabKeyTraversesCells, .flags),
    setting("matrixSizes", "autosizesCells", matrix, \Matrix.autosizesCells, .flags),
    Operation(
      "matrixCellSize", "($0.cellSize, $0.intercellSpacing) = (Size(width: $1, height: $2), Size(width: $3, height: $3))",
      [matrix, .length, .length, .number]
    ) {
      let matrix = $0.the(0, Matrix.self)
      (matrix.cellSize, matrix.intercellSpacing) = (
        Size(width: $0.value(1, .lengths), height: $0.value(2, .lengths)), Size(width: $0.number(3), height: $0.number(3))
      )
    },
    Operation("matrixTarget", "try? $0.setTarget($1, action: $2)", [matrix, .anyTargetOrNil, .name], weight: 3) {
      try? $0.the(0, Matrix.self).setTarget($0.maybe(1, (any ActionTarget).self), action: $0.value(2, .names))
    },
    Operation("matrixDouble", "try? $0.setDoubleAction($1)", [matrix, .name], weight: 1) {
      try? $0.the(0, Matrix.self).setDoubleAction($0.value(1, .names))
    },
    Operation("matrixSend", "_ = $0.sendAction()", [matrix]) { _ = $0.the(0, Matrix.self).sendAction() },
    Operation("matrixSendAll", "_ = try? $0.sendAction(\"act:\", to: $1, forAllCells: $2)", [matrix, .target, .flag], weight: 3) {
      guard let target = $0.maybe(1, (any ActionTarget).self) else { return }
      _ = try? $0.the(0, Matrix.self).sendAction("act:", to: target, forAllCells: $0.flag(2))
    },
    Operation("addMatrixColumn", "$0.addColumn(with: [$1])", [matrix, .cell], weight: 1) {
      $0.the(0, Matrix.self).addColumn(with: [$0.the(1)])
    },
    Operation("addCells", "$0.addRow(with: [$1, $1])", [matrix, .cell], weight: 1) {
      $0.the(0, Matrix.self).addRow(with: [$0.the(1), $0.the(1)])
    },
    setting("matrixBackground", "drawsBackground", matrix, \Matrix.drawsBackground, .flags),
    setting("matrixCellBackground", "drawsCellBackground", matrix, \Matrix.drawsCellBackground, .flags),
    Operation("matrixSendDouble", "_ = $0.sendDoubleAction()", [matrix], weight: 1) { _ = $0.the(0, Matrix.self).sendDoubleAction() },
    Operation("sizeToCells", "$0.sizeToCells()", [matrix], weight: 1) { $0.the(0, Matrix.self).sizeToCells() },
  ]

  private static let classes = ValueList<Cell.Type?>([
    (ButtonCell.self, "ButtonCell.self"), (TextFieldCell.self, "TextFieldCell.self"), (SliderCell.self, "SliderCell.self"), (nil, "nil"),
  ])
  private static let modes = ValueList<Matrix.Mode>(Matrix.Mode.allCases.map { ($0, ".\($0)") })

  private static let choosingCells: [Operation] = [
    Operation("selectCell", "_ = $0.selectCell(atRow: $1, column: $2)", [matrix, .count, .count], weight: 3) {
      _ = $0.the(0, Matrix.self).selectCell(atRow: $0.count(1), column: $0.count(2))
    },
    Operation("deselectCell", "$0.deselectCell(atRow: $1, column: $2)", [matrix, .count, .count], weight: 1) {
      $0.the(0, Matrix.self).deselectCell(atRow: $0.count(1), column: $0.count(2))
    },
    Operation("selectCells", "$0.selectCells(fromRow: $1, column: $2, toRow: $3, column: $4)", [matrix, .count, .count, .count, .count]) {
      $0.the(0, Matrix.self).selectCells(fromRow: $0.count(1), column: $0.count(2), toRow: $0.count(3), column: $0.count(4))
    },
    Operation("selectAllCells", "$0.selectAll($0)", [matrix], weight: 1) { $0.the(0, Matrix.self).selectAll($0.the(0)) },
    Operation("deselectAllCells", "$0.deselectAll()", [matrix], weight: 1) { $0.the(0, Matrix.self).deselectAll() },
    Operation("matrixFirst", "$0.becomeFirstResponder()", [matrix]) { $0.the(0, Responder.self).becomeFirstResponder() },
    Operation("selectTagged", "_ = $0.selectCellWithTag($1)", [matrix, .count], weight: 1) {
      _ = $0.the(0, Matrix.self).selectCellWithTag($0.count(1))
    },
    Operation("deselectCell_", "$0.deselectSelectedCell()", [matrix], weight: 1) { $0.the(0, Matrix.self).deselectSelectedCell() },
    Operation("deleteInCell", "$0.deleteBackward()", [matrix], weight: 1) { $0.the(0, Matrix.self).deleteBackward() },
    Operation("editCell", "_ = $0.selectText(atRow: $1, column: $2)", [matrix, .count, .count]) {
      _ = $0.the(0, Matrix.self).selectText(atRow: $0.count(1), column: $0.count(2))
    },
    Operation("typeIntoCell", "$0.insertText($1)", [matrix, .word]) { $0.the(0, Matrix.self).insertText($0.value(1, .words)) },
    Operation("endCell", "$0.endEditing()", [matrix], weight: 1) { $0.the(0, Matrix.self).endEditing() },
    Operation(
      "readMatrix",
      "_ = ($0.selectedCells.count, $0.cell(atRow: $1, column: $2), $0.cellFrame(atRow: $1, column: $2), $0.position(at: Point(x: $3, y: $4)))",
      [matrix, .count, .count, .coordinate, .coordinate], weight: 1
    ) {
      let matrix = $0.the(0, Matrix.self)
      let (row, column) = ($0.count(1), $0.count(2))
      _ = (
        matrix.selectedCells.count, matrix.cell(atRow: row, column: column), matrix.cellFrame(atRow: row, column: column),
        matrix.position(at: $0.point(3))
      )
    },
  ]

  private static let findingCells: [Operation] = [
    Operation(
      "findCell", "do { var (row, column) = ($2, $2); _ = ($0.position(of: $1), $0.getRow(&row, column: &column, of: $1)) }",
      [matrix, .cell, .count], weight: 1
    ) {
      let matrix = $0.the(0, Matrix.self)
      var (row, column) = ($0.count(2), $0.count(2))
      _ = (matrix.position(of: $0.the(1)), matrix.getRow(&row, column: &column, of: $0.the(1)))
    },
    Operation(
      "findCellAt", "do { var (row, column) = (0, 0); _ = $0.getRow(&row, column: &column, for: Point(x: $1, y: $2)) }",
      [matrix, .coordinate, .coordinate], weight: 1
    ) {
      var (row, column) = (0, 0)
      _ = $0.the(0, Matrix.self).getRow(&row, column: &column, for: $0.point(1))
    },
    Operation(
      "readSelection",
      "_ = ($0.selectedCell, $0.selectedRow, $0.selectedColumn, $0.selectedTag, $0.numberOfSelectedCells, $0.isCellSelected(atRow: $1, column: $2))",
      [matrix, .count, .count], weight: 1
    ) {
      let matrix = $0.the(0, Matrix.self)
      _ = (
        matrix.selectedCell, matrix.selectedRow, matrix.selectedColumn, matrix.selectedTag, matrix.numberOfSelectedCells,
        matrix.isCellSelected(atRow: $0.count(1), column: $0.count(2))
      )
    },
    Operation(
      "readCells", "_ = ($0.keyCell, $0.cell(withTag: $1), $0.doubleAction, $0.allCells.count, $0.contentFrame(for: .cell($1, $1)))",
      [matrix, .count], weight: 1
    ) {
      let matrix = $0.the(0, Matrix.self)
      _ = (matrix.keyCell, matrix.cell(withTag: $0.count(1)), matrix.doubleAction, matrix.allCells.count)
    },
    Operation("moveCells", "for cell in $1.allCells { $0?.putCell(cell, atRow: $2, column: 0) }", [matrix, matrix, .count], weight: 1) {
      for cell in $0.the(1, Matrix.self).allCells { $0.maybe(0, Matrix.self)?.putCell(cell, atRow: $0.count(2), column: 0) }
    },
  ]

  private static let forms: [Operation] = [
    Operation("editEntry", "_ = $0.selectText(at: $1)", [.control("Form"), .count], weight: 2) {
      _ = $0.the(0, Form.self).selectText(at: $0.count(1))
    },
    Operation("addEntry", "_ = $0.addEntry($1)", [.control("Form"), .word], weight: 3) {
      _ = $0.the(0, Form.self).addEntry($0.value(1, .words))
    },
    Operation("insertEntry", "_ = $0.insertEntry($1, at: $2)", [.control("Form"), .word, .count], weight: 1) {
      _ = $0.the(0, Form.self).insertEntry($0.value(1, .words), at: $0.count(2))
    },
    Operation("removeEntry", "$0.removeEntry(at: $1)", [.control("Form"), .count], weight: 1) {
      $0.the(0, Form.self).removeEntry(at: $0.count(1))
    },
    setting("titleWidth", "titleWidth", .control("Form"), \Form.titleWidth, .numbers),
    Operation(
      "readEntry", "_ = ($0.entry(at: $1), $0.contentFrame(for: .text, at: $1), $0.indexOfCell(withTag: $1), $0.numberOfEntries)",
      [.control("Form"), .count], weight: 1
    ) {
      let form = $0.the(0, Form.self)
      _ = (
        form.entry(at: $0.count(1)), form.contentFrame(for: .text, at: $0.count(1)), form.indexOfCell(withTag: $0.count(1)),
        form.numberOfEntries
      )
    },
  ]

  private static let states: [Operation] = [
    setting("buttonType", "buttonType", .control("Button"), \Button.buttonType, types),
    setting("buttonState", "stateValue", .control("Button"), \Button.stateValue, stateValues),
    setting("buttonMixed", "allowsMixedState", .control("Button"), \Button.allowsMixedState, .flags),
    setting("buttonTitle", "title", .control("Button"), \Button.title, .words),
    setting("buttonKey", "keyEquivalent", .control("Button"), \Button.keyEquivalent, .presses, weight: 2),
    Operation("makeGroup", "$0 = RadioGroup()", [Domain(new: .group)]) { $0.world.put(RadioGroup(), at: $0.name(0)) },
    Operation("joinGroup", "$0.add($1)", [.group, .control("Button")], weight: 3) { $0.the(0, RadioGroup.self).add($0.the(1)) },
    Operation("leaveGroup", "$0.remove($1)", [.group, .control("Button")], weight: 4) { $0.the(0, RadioGroup.self).remove($0.the(1)) },
    Operation("selectInGroup", "$0.selected = $1", [.group, .control("Button")], weight: 4) {
      $0.the(0, RadioGroup.self).selected = $0.the(1, Button.self)
    },
    Operation("groupTarget", "try? $0.setTarget($1, action: $2)", [.group, .anyTargetOrNil, .name], weight: 3) {
      try? $0.the(0, RadioGroup.self).setTarget($0.maybe(1, (any ActionTarget).self), action: $0.value(2, .names))
    },
  ]

  private static let types = ValueList<ButtonType>(ButtonType.allCases.map { ($0, ".\($0)") })
}

extension Domain {
  static let cell = Domain([.cell])
  static let group = Domain([.group])
}
