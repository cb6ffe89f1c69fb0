import ContactorControls
import ContactorCore

extension Form {
  /// Cells and buttons with a state: what is set, and what is read after it.
  static let cells = [roundTrips, cellDefaults, cellStates, buttonStates, switchStates, sliderCells, radioGroups]

  // MARK: Cells

  /// A control of one cell that gives back what is set.
  private static let roundTrips = Form(name: "round trips", reads: { $0.area == "control-state" }) { item in
    let set = item.given["set"]
    let control = CellControl(frame: .zero)
    let target = Visitor()
    try control.setTarget(target, action: ActionName(set["action"].text()))
    control.tag = try set["tag"].integer()
    control.alignment = try alignment(set["alignment"])
    control.isContinuous = try set["continuous"].flag()
    let enabled = try set["enabled"].flags().allSatisfy { flag in
      control.isEnabled = flag
      return control.isEnabled == flag && control.cell.isEnabled == flag
    }
    let isSame =
      control.target === target && control.action?.description == set["action"].textIfAny && enabled
      && control.cell.tag == set["tag"].numberIfAny.map { Int($0) } && control.tag == control.cell.tag
      && control.alignment == control.cell.alignment && control.isContinuous == set["continuous"].flagIfAny
    try match(["allReadBack": .flag(isSame)], item.expect.object())
  }

  private static func alignment(_ name: JSON) throws -> Cell.Alignment {
    let name = try name.text()
    guard let found = Cell.Alignment.allCases.first(where: { "\($0)" == name }) else { throw MalformedCase(.text(name), "an alignment") }
    return found
  }

  private static let cellDefaults = Form(name: "defaults of cells", reads: { $0.area == "cell" }) { item in
    guard item.given["object"] == "NSActionCell()" else { throw MalformedCase(item.given, "NSActionCell()") }
    let cell = ActionCell()
    let ours: [String: JSON] = [
      "tag": JSON(cell.tag), "target": cell.target == nil ? .null : "set", "enabled": .flag(cell.isEnabled),
      "action": cell.action.map { .text($0.description) } ?? .null, "controlView": cell.controlView == nil ? .null : "set",
      "bordered": .flag(cell.isBordered), "bezeled": .flag(cell.isBezeled),
    ]
    try match(ours, item.expect.object())
  }

  /// The states of a cell, of a button cell where values are set, of a button where the case says so.
  private static let cellStates = Form(name: "states of cells", reads: { $0.area == "cell-state" }) { item in
    let given = item.given
    if item.key == "button-mixed" { return try mixedButton(item) }
    let cell: Cell = item.key.hasPrefix("buttoncell") ? ButtonCell() : Cell()
    cell.allowsMixedState = given["allowsMixed"].flagIfAny ?? false
    var ours: [String: JSON] = [:]
    var states: [JSON] = []
    func note() { states.append(.text("\(cell.state)")) }
    if let state = given["state"].textIfAny { cell.state = try .init(name: state) }
    for state in given["setState"].listIfAny ?? [] {
      if let number = state.numberIfAny { cell.state = .init(Int(number)) }
      note()
    }
    if let from = given["nextStateFrom"].listIfAny {
      ours["next"] = .list(
        try from.map { state in
          cell.state = try .init(name: state.text())
          cell.setNextState()
          return .text("\(cell.state)")
        })
    }
    var numbers: [Double] = []
    for number in given["setIntValue"].listIfAny ?? [] {
      cell.intValue = try number.integer()
      numbers.append(Double(cell.intValue))
      note()
    }
    for value in given["setObjectValue"].listIfAny ?? [] {
      cell.objectValue = try .init(value)
      note()
    }
    // `state=on -> read stringValue`, `stringValue="x"`
    for operation in try given["ops"].listIfAny?.map({ try $0.text() }) ?? [] {
      if operation.hasPrefix("state=on") {
        cell.state = .on
        ours["stringValue"] = .text(cell.stringValue)
      } else {
        cell.stringValue = String(operation.drop { $0 != "\"" }.dropFirst().dropLast())
        note()
      }
    }
    ours["state"] = .list(states)
    ours["intValue"] = numbers.isEmpty ? JSON(cell.intValue) : JSON(numbers)
    ours["objectValue.intValue"] = cell.objectValue.map { JSON($0.intValue) } ?? .null
    try match(ours, item.expect.object())
  }

  private static func mixedButton(_ item: Case) throws {
    let button = Button(frame: .zero)
    let states = try item.given["ops"].texts().map { operation -> String in
      button.allowsMixedState = operation.hasPrefix("mixed allowed")
      button.stateValue = .off
      button.objectValue = .integer(Control.StateValue.mixed.rawValue)
      return "\(button.stateValue)"
    }
    try match(["state": JSON(states)], item.expect.object())
  }

  /// A slider cell whose value is set to this and that.
  private static let sliderCells = Form(
    name: "slider cells", reads: { $0.area == "slider" && !$0.given["setObjectValue"].isNull }
  ) { item in
    let cell = SliderCell()
    cell.maximumValue = try item.given["max"].number()
    cell.minimumValue = try item.given["min"].number()
    let values = try item.given["setObjectValue"].list().map { value -> Double in
      cell.value = cell.maximumValue
      cell.objectValue = try .init(value)
      return cell.value
    }
    try match(["value": JSON(values)], item.expect.object())
  }

  // MARK: Buttons

  /// A button that holds a state.
  private static let buttonStates = Form(
    name: "states of buttons", reads: { $0.area == "button" && !$0.expect["state"].isNull }
  ) { item in
    let button = Rig().add(Button(frame: .zero))
    let clerk = Clerk()
    try button.addTarget(clerk, action: "doRecordedAction:", for: .primaryActionTriggered)
    if item.given["type"] == "toggle" { button.buttonType = .toggle }
    if let state = item.given["state"].textIfAny { button.stateValue = try .init(name: state) }
    var states = ["\(button.stateValue)"]
    var calls = [Double(clerk.calls.count)]
    for call in item.given["call"].listIfAny ?? item.given["ops"].listIfAny ?? [] {
      if call == "performClick" { button.performClick() } else { button.setNextState() }
      states.append("\(button.stateValue)")
      calls.append(Double(clerk.calls.count))
    }
    // The state before is told where the case does not set it.
    if !item.given["state"].isNull { states.removeFirst() }
    try match(["state": JSON(states), "calls": JSON(calls)], item.expect.object())
  }

  private static let switchStates = Form(name: "states of switches", reads: { $0.area == "switch" }) { item in
    let subject = Switch(frame: .zero)
    var (states, numbers, integers): ([String], [Double], [Double]) = ([], [], [])
    for state in try item.given["setState"].texts() {
      if state != "(initial)" { subject.stateValue = try .init(name: state) }
      states.append("\(subject.stateValue)")
      numbers.append(subject.doubleValue)
      integers.append(Double(subject.intValue))
    }
    try match(["state": JSON(states), "doubleValue": JSON(numbers), "intValue": JSON(integers)], item.expect.object())
  }

  /// Two radio buttons whose group has an action.
  private static let radioGroups = Form(name: "radio groups", reads: { $0.area == "radio" }) { item in
    let rig = Rig()
    let buttons = ["r1": rig.add(Button(frame: .zero)), "r2": rig.add(Button(frame: .zero))]
    let clerk = Clerk()
    let group = RadioGroup()
    for name in buttons.keys.sorted() { buttons[name].map(group.add) }
    try group.setTarget(clerk, action: "doRecordedAction:")
    let calls = try item.given["ops"].texts().map { operation -> Double in
      guard let button = buttons[String(operation.prefix(2))] else { throw MalformedCase(.text(operation), "r1 or r2") }
      if operation.hasSuffix(".state=on") { button.stateValue = .on } else { button.performClick() }
      try match(group.selected === button, true, "the button of the group that is on")
      return Double(clerk.calls.count)
    }
    try match(["groupCalls": JSON(calls)], item.expect.object())
  }
}

/// A target of actions that cases of cells and matrices name.
final class Visitor: ActionTarget {
  private(set) var calls = 0

  static var actions: [Action] {
    ["act:", "fired:", "visit:"].map { Action($0) { (visitor: Visitor, _: AnyObject) in visitor.calls += 1 } }
  }
}

extension Control.StateValue {
  /// From the name that cases use.
  init(name: String) throws {
    guard let found = Self.allCases.first(where: { "\($0)" == name }) else { throw MalformedCase(.text(name), "on, off or mixed") }
    self = found
  }
}

extension ControlValue? {
  /// From a case's value.
  fileprivate init(_ json: JSON) throws {
    switch json {
    case .null: self = nil
    case .number(let number): self = .number(number)
    case .text(let text): self = .text(text)
    default: throw MalformedCase(json, "a number, a text or null")
    }
  }
}
