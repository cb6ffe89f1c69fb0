import ContactorControls
import ContactorCore

extension Form {
  /// Matrices and forms: what they have at first, what is selected, and what is sent.
  static let matrices = [matrixDefaults, matrixSources, matrixActions, matrixSelections, forms]

  // MARK: What there is at first

  private static let matrixDefaults = Form(
    name: "defaults of matrices", reads: { $0.area == "matrix" && $0.given["object"].textIfAny?.hasPrefix("NSMatrix") == true }
  ) { item in
    try match(Matrix(frame: Rect(x: 0, y: 0, width: 100, height: 100)).seen, item.expect.object())
  }

  /// Where the cells come from: of a class, or copies of a prototype.
  private static let matrixSources = Form(
    name: "cell class and prototype", reads: { $0.area == "matrix" && $0.given["ops"][0] == "init with prototype" }
  ) { item in
    final class OwnCell: ButtonCell {}
    func name(_ matrix: Matrix) -> JSON { matrix.cellClass.map { $0 == OwnCell.self ? "set class" : "another class" } ?? .null }
    let prototype = ButtonCell(title: "p")
    let matrix = Matrix(frame: .zero, mode: .radio, prototype: prototype, numberOfRows: 1, numberOfColumns: 1)
    try match(matrix.cell(atRow: 0, column: 0)?.title, "p", "a copy of the prototype")
    var names = [name(matrix)]
    matrix.cellClass = OwnCell.self
    names.append(name(matrix))
    let after: JSON = matrix.prototype == nil ? .null : "set"
    matrix.prototype = prototype
    names.append(name(matrix))
    try match(["cellClass": .list(names), "prototypeAfter2": after], item.expect.object())
  }

  // MARK: Actions

  private static let matrixActions = Form(
    name: "actions of matrices", reads: { $0.area == "matrix" && $0.given["call"].textIfAny?.hasPrefix("send") == true }
  ) { item in
    let matrix = try Matrix(item.given)
    Rig().add(matrix)
    let visitor = Visitor()
    if let action = item.given["doubleAction"].textIfAny {
      try matrix.setTarget(visitor, action: nil)
      try matrix.setDoubleAction(ActionName(action))
    }
    let first = item.given["cell(0,0)"]
    if !first.isNull, let cell = matrix.cell(atRow: 0, column: 0) {
      try cell.setTarget(visitor, action: ActionName(first["action"].text()))
      cell.isEnabled = try first["enabled"].flag()
    }
    if !item.given["select"].isNull {
      try matrix.selectCell(atRow: item.given["select"][0].integer(), column: item.given["select"][1].integer())
    }
    var ours: [String: JSON] = [:]
    switch try item.given["call"].text() {
    case "sendAction": ours["returns"] = .flag(matrix.sendAction())
    case "sendDoubleAction": ours["returns"] = .flag(matrix.sendDoubleAction())
    case let call:
      // `sendAction(visit:,to:r,forAllCells:YES); visit returns self`
      guard call.contains("visit:"), call.contains("forAllCells:YES") else { throw MalformedCase(.text(call), "a way of sending") }
      ours["returns"] = JSON(try matrix.sendAction("visit:", to: visitor, forAllCells: true))
    }
    ours["calls"] = JSON(visitor.calls)
    try match(ours, item.expect.object())
  }

  // MARK: Selection

  private static let matrixSelections = Form(name: "selections of matrices", reads: { $0.area == "matrix" }) { item in
    let matrix = try Matrix(item.given)
    for (index, tag) in (item.given["tagsRowMajor"].listIfAny ?? []).enumerated() { matrix.allCells[index].tag = try tag.integer() }
    var ours = matrix.seen
    var (counts, selected, returns): ([Double], [JSON], [Bool]) = ([], [], [])
    for operation in try (item.given["ops"].listIfAny ?? item.given["call"].listIfAny ?? []).map({ try $0.text() }) {
      let numbers = operation.split { !$0.isNumber }.compactMap { Int($0) }
      switch operation.prefix(while: { $0 != "(" }) {
      case "selectCell": matrix.selectCell(atRow: numbers[0], column: numbers[1])
      case "selectCellWithTag":
        returns.append(matrix.selectCellWithTag(numbers[0]))
        if returns.count == 1 { ours["selectedAfterFirst"] = matrix.selectedPosition }
      case "selectAll": matrix.selectAll()
      case "deselectAllCells": matrix.deselectAll()
      default: throw MalformedCase(.text(operation), "a way of selecting")
      }
      counts.append(Double(matrix.numberOfSelectedCells))
      selected.append(matrix.selectedPosition)
    }
    if !counts.isEmpty {
      (ours["selectedCount"], ours["selected"], ours["returns"]) = (JSON(counts), .list(selected), JSON(returns))
    }
    for (row, column) in [(0, 0), (1, 1)] {
      ours["cell(\(row),\(column)).state"] = matrix.cell(atRow: row, column: column).map { .text("\($0.state)") } ?? .null
    }
    try match(ours, item.expect.object())
  }

  // MARK: Forms

  private static let forms = Form(name: "forms", reads: { $0.area == "form" }) { item in
    let form = ContactorControls.Form(frame: .zero)
    var ours = form.seen
    var rows: [Double] = []
    // `addEntry Email (tag 42)`, `removeEntryAtIndex 0`
    for operation in try item.given["ops"].listIfAny?.map({ try $0.text() }) ?? [] {
      let words = operation.split { !$0.isLetter && !$0.isNumber }.map(String.init)
      if words[0] == "addEntry" {
        let entry = form.addEntry(words[1])
        if words.count > 3, let tag = Int(words[3]) { entry?.tag = tag }
      } else {
        ours["indexOfCellWithTag(42)BeforeRemove"] = form.indexOfCell(withTag: 42).map { JSON($0) } ?? .null
        form.removeEntry(at: Int(words[1]) ?? -1)
      }
      rows.append(Double(form.numberOfRows))
    }
    ours["rows"] = JSON(rows)
    ours["cell0TitleAfterRemove"] = form.entry(at: 0).map { .text($0.title) } ?? .null
    try match(ours, item.expect.object())
  }
}

extension Matrix {
  /// From a case's mode, rows and columns.
  fileprivate convenience init(_ given: JSON) throws {
    let name = try given["mode"].text()
    guard let mode = Mode.allCases.first(where: { "\($0)" == name }) else { throw MalformedCase(.text(name), "a mode") }
    self.init(
      frame: Rect(x: 0, y: 0, width: 200, height: 100), mode: mode, cellClass: ButtonCell.self,
      numberOfRows: try given["rows"].integer(), numberOfColumns: try given["cols"].integer())
  }

  fileprivate var selectedPosition: JSON { JSON([Double(selectedRow), Double(selectedColumn)]) }

  /// What there is to see of a matrix, by the names that cases use.
  fileprivate var seen: [String: JSON] {
    [
      "mode": .text("\(mode)"), "intercellSpacing": JSON([intercellSpacing.width, intercellSpacing.height]),
      "drawsBackground": .flag(drawsBackground), "drawsCellBackground": .flag(drawsCellBackground),
      "selectionByRect": .flag(isSelectionByRect), "rows": JSON(numberOfRows), "cols": JSON(numberOfColumns),
      "selectedRow": JSON(selectedRow), "selectedColumn": JSON(selectedColumn), "allowsEmptySelection": .flag(allowsEmptySelection),
      "autosizesCells": .flag(autosizesCells), "tabKeyTraversesCells": .flag(tabKeyTraversesCells),
      "selected": selectedPosition, "selectedCount": JSON(numberOfSelectedCells),
    ]
  }
}
