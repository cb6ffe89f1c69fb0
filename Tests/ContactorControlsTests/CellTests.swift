import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// A target that writes down which senders called which action.
final class CellTarget: ActionTarget {
  var calls: [String] = []
  var onCall: (AnyObject) -> Void = { _ in }

  static var actions: [Action] {
    [Action("choose:", CellTarget.choose(_:)), Action("twice:", CellTarget.twice(_:)), Action("press:", CellTarget.press(_:))]
  }

  func choose(_ sender: AnyObject) { note("choose", sender) }
  func twice(_ sender: AnyObject) { note("twice", sender) }
  func press(_ sender: Button) { note("press", sender) }

  private func note(_ name: String, _ sender: AnyObject) {
    calls.append(name + " by " + ((sender as? Responder)?.identifier ?? "\(type(of: sender))"))
    onCall(sender)
  }

  func taken() -> [String] {
    defer { calls = [] }
    return calls
  }
}

/// Cells, and controls that consist of one.
@Suite("Cells (contract 7.1, 7.5)")
struct CellTests {
  let stage = Stage()
  let target = CellTarget()

  private func control(_ cell: Cell) -> CellControl {
    stage.add(CellControl(frame: Rect(x: 100, y: 100, width: 100, height: 50), cell: cell), "c")
  }

  // MARK: Target and action

  @Test("7.1 a plain cell refuses a target and an action with an error that names its class")
  func refusal() throws {
    let cell = Cell()
    #expect(throws: CellError.self) { try cell.setTarget(target, action: "choose:") }
    #expect(throws: CellError.self) { try control(cell).setTarget(nil, action: "choose:") }
    do {
      try cell.setTarget(target, action: nil)
    } catch {
      #expect(error.description.hasPrefix("Cell has no target"))
    }
    try cell.setTarget(nil, action: nil)
    #expect(cell.target == nil && cell.action == nil && !cell.sendAction())
  }

  @Test("7.1 an action cell checks the name and the sender where they are set, and keeps the old pair after an error")
  func checked() throws {
    let cell = ActionCell()
    try cell.setTarget(target, action: "choose:")
    #expect(throws: CellError.self) { try cell.setTarget(target, action: "chose:") }
    #expect(throws: CellError.self) { try cell.setTarget(nil, action: "a:b") }
    #expect(cell.target === target && cell.action == "choose:")
    #expect(cell.sendAction() && target.taken() == ["choose by ActionCell"])
    let control = control(cell)
    #expect(throws: CellError.self) { try cell.setTarget(target, action: "press:") }
    #expect(cell.setTarget(target, action: TypedAction(CellTarget.press(_:)))?.code == .foreignSender)
    #expect(cell.setTarget(target, action: TypedAction(CellTarget.twice(_:), named: "twice")) == nil)
    #expect(control.action == "twice:" && control.target === target)
    cell.sendAction()
    #expect(target.taken() == ["twice by c"])
  }

  @Test("7.1 a cell's target is weak, and the action of one that is gone goes nowhere, not up the chain")
  func weakTarget() throws {
    let cell = ActionCell()
    let control = control(cell)
    stage.application.delegate = nil
    do {
      let target = CellTarget()
      try cell.setTarget(target, action: "choose:")
    }
    #expect(cell.target == nil && cell.action == "choose:")
    #expect(!cell.sendAction() && stage.unhandled.isEmpty)
    try cell.setTarget(nil, action: "choose:")
    control.performClick()
    #expect(stage.unhandled.count == 1, "without a target it is searched for")
  }

  // MARK: A control of one cell

  @Test("7.1 a control forwards target, action, value, state and tag to its cell")
  func forwarding() throws {
    let cell = ButtonCell(title: "ok", type: .switch)
    let control = control(cell)
    try control.setTarget(target, action: "choose:")
    (control.tag, control.stateValue, control.isEnabled) = (7, .on, false)
    #expect(cell.tag == 7 && cell.state == .on && !cell.isEnabled && cell.target === target)
    #expect(control.viewWithTag(7) === control && control.intValue == 1 && cell.controlView === control)
    let other = SliderCell()
    control.cell = other
    control.objectValue = .text("0.25")
    #expect(cell.controlView == nil && other.controlView === control && other.value == 0.25 && control.tag == 0)
  }

  @Test("7.1 a tap sends the control's events, then valueChanged if the state changed, then the cell's action")
  func tap() throws {
    let control = control(ButtonCell(title: "ok", type: .toggle))
    try control.setTarget(target, action: "choose:")
    stage.down(1, 110, 110, at: 0)
    #expect(control.cell.isHighlighted)
    stage.move(1, 500, 110, at: 10)
    #expect(!control.cell.isHighlighted)
    stage.move(1, 110, 110, at: 20)
    stage.up(1, 110, 110, at: 30)
    #expect(control.stateValue == .on && !control.cell.isHighlighted)
    #expect(stage.taken().suffix(3) == ["c touchUpInside", "c valueChanged", "choose: handled=true"])
    stage.tap(2, 110, 110, at: 1000)
    #expect(control.stateValue == .off)
    (control.cell as? ButtonCell)?.buttonType = .momentary
    _ = stage.taken()
    stage.tap(3, 110, 110, at: 2000)
    #expect(stage.taken() == ["c touchDown", "c touchUpInside", "choose: handled=true"])
    control.cell.isEnabled = false
    stage.tap(4, 110, 110, at: 3000)
    #expect(stage.taken().isEmpty)
  }

  @Test("7.1 a slider cell follows the finger and sends at each change, or once at the end", arguments: [true, false])
  func slider(isContinuous: Bool) throws {
    let cell = SliderCell()
    let control = control(cell)
    control.isContinuous = isContinuous
    try control.setTarget(target, action: "choose:")
    stage.down(1, 150, 120, at: 0)
    #expect(cell.value == 0.5)
    stage.move(1, 175, 120, at: 10)
    stage.up(1, 190, 120, at: 20)
    #expect(cell.value == 0.9)
    #expect(target.taken().count == (isContinuous ? 3 : 1))
    stage.down(1, 150, 120, at: 1000)
    stage.cancel(1, at: 1010)
    #expect(target.taken().count == 1, "a touch that is taken away tells its value, too")
    cell.isVertical = true
    stage.tap(2, 150, 110, at: 2000)
    #expect(cell.value == 0.8)
  }

  @Test("7.1 a slider cell has its last value after the touch's own event, as a slider has", arguments: TouchEnd.allCases)
  func lastValue(_ end: TouchEnd) throws {
    guard end != .stopped else { return }
    let cell = SliderCell()
    let control = control(cell)
    control.isContinuous = false
    var values: [Double] = []
    control.addAction("note", for: [.touchUpInside, .touchUpOutside, .touchCancel, .valueChanged]) { _, _ in
      values.append(cell.value)
    }
    stage.down(1, 150, 120, at: 0)
    end.end(control, on: stage, 175, 120, at: 10)
    #expect(values == (end.event?.hasPrefix("touchUp") == true ? [0.5, 0.75] : [0.5, 0.5]))
  }

  @Test("5.2, 7.1 a pair that is in the dispatch table and in the cell is called by both, and reported")
  func doubled() throws {
    let control = control(ButtonCell())
    try control.setTarget(target, action: "choose:")
    try control.addTarget(target, action: "twice:", for: .touchUpInside)
    #expect(control.duplicateRegistrations.isEmpty)
    try control.addTarget(target, action: "choose:", for: .touchUpInside)
    let found = try #require(control.duplicateRegistrations.first)
    #expect(found.action == "choose:" && found.target == "CellTarget" && found.events == .touchUpInside)
    #expect(control.duplicateRegistrations.count == 1)
    control.performClick()
    #expect(target.taken() == ["twice by c", "choose by c", "choose by c"])
    control.removeTarget(target, action: "choose:", for: .allEvents)
    #expect(control.duplicateRegistrations.isEmpty)
  }

  // MARK: Values

  @Test("7.5 cells give their value as text, whole number and number, and take another sender's")
  func values() {
    let cell = Cell()
    #expect(cell.objectValue == nil && cell.stringValue == "" && cell.intValue == 0)
    cell.stringValue = " 12.5 mm"
    #expect(cell.intValue == 12 && cell.doubleValue == 12.5 && cell.title == " 12.5 mm")
    let slider = SliderCell()
    (slider.minimumValue, slider.maximumValue) = (-5, 50)
    slider.takeDoubleValue(from: cell)
    #expect(slider.value == 12.5)
    for nonsense in [nil, .text("mm"), .text("-"), .number(.nan), .number(-.infinity)] as [ControlValue?] {
      slider.value = 20
      slider.objectValue = nonsense
      #expect(slider.value == -5, "\(String(describing: nonsense))")
    }
    slider.objectValue = .number(.infinity)
    #expect(slider.value == 50)
    let button = ButtonCell(title: "on")
    button.takeIntValue(from: slider)
    #expect(button.state == .on && button.title == "on" && button.stringValue == "1")
    button.stringValue = "0"
    #expect(button.state == .off, "what it gives as a text it takes as one")
    button.takeStringValue(from: target)
    #expect(button.state == .off, "a sender without a value")
  }

  @Test("A copy has the same values, and a target of its own")
  func copies() throws {
    let cell = ButtonCell(title: "a", type: .radio)
    try cell.setTarget(target, action: "choose:")
    (cell.tag, cell.keyEquivalent, cell.representedObject) = (3, "k", target)
    (cell.isHighlighted, cell.allowsMixedState, cell.state) = (true, true, .mixed)
    let copy = cell.copy()
    #expect(copy.title == "a" && copy.buttonType == .radio && copy.tag == 3 && copy.keyEquivalent == "k" && copy.state == .mixed)
    #expect(copy.target === target && copy.representedObject === target && !copy.isHighlighted && copy.controlView == nil)
    try cell.setTarget(nil, action: nil)
    #expect(copy.sendAction() && target.taken().count == 1)
    let slider = SliderCell()
    (slider.maximumValue, slider.value) = (9, 7)
    #expect(slider.copy().value == 7 && slider.copy().isContinuous)
    let form = FormCell()
    (form.title, form.stringValue, form.isSecure) = ("PIN", "12", true)
    #expect(form.copy().title == "PIN" && form.copy().displayText == "••" && form.copy().isEditable)
  }

  @Test("A border excludes a bezel, and what is not selectable is not editable")
  func flags() {
    let cell = TextFieldCell(text: "a", isEditable: true)
    cell.isBordered = true
    cell.isBezeled = true
    #expect(!cell.isBordered && cell.isBezeled && cell.isSelectable)
    cell.isSelectable = false
    #expect(!cell.isEditable)
    #expect(cell.accessibility.role == .staticText && cell.accessibility.label == "a")
    cell.isSecure = true
    #expect(cell.accessibility.label == nil)
  }

  // MARK: Calls from anywhere

  @Test("A cell whose action clicks it again ends, and one that is replaced while it is sent sends no more")
  func reentry() throws {
    let cell = ButtonCell(title: "a", type: .toggle)
    let control = control(cell)
    try control.setTarget(target, action: "choose:")
    target.onCall = { _ in cell.performClick() }
    control.performClick()
    #expect((1...32).contains(target.taken().count))
    let alone = ActionCell()
    try alone.setTarget(target, action: "choose:")
    target.onCall = { _ in alone.performClick() }
    alone.performClick()
    #expect((1...32).contains(target.taken().count))
    target.onCall = { _ in }
    control.on(.valueChanged) { $0.cell = ActionCell() }
    stage.tap(1, 110, 110, at: 0)
    #expect(target.taken().isEmpty && cell.controlView == nil)
    control.on(.touchDown) { $0.removeFromSuperview() }
    stage.tap(1, 110, 110, at: 1000)
    #expect(!control.isTracking && !control.cell.isHighlighted)
  }

  @Test("A cell knows its control no longer once that is deallocated")
  func dyingControl() {
    let cell = ButtonCell()
    do { _ = CellControl(frame: .zero, cell: cell) }
    #expect(cell.controlView == nil)
    cell.state = .on
    cell.performClick()
  }

  @Test("7.8 a control of one cell says what its cell is, and does without a finger what a tap does")
  func accessibility() throws {
    let control = control(ButtonCell(title: "Wi-Fi", type: .switch))
    try control.setTarget(target, action: "choose:")
    #expect(control.accessibility.role == .switch && control.accessibilityLabel == "Wi-Fi")
    #expect(control.performAccessibility(.activate) && control.stateValue == .on && target.taken().count == 1)
    #expect(control.contentParts.map(\.text) == ["Wi-Fi"] && control.contentFrame(for: .cell) == control.bounds)
    let slider = SliderCell()
    control.cell = slider
    #expect(control.accessibility.isAdjustable && control.performAccessibility(.increment) && slider.value == 0.1)
    control.isEnabled = false
    #expect(!control.performAccessibility(.increment) && !control.accessibility.isEnabled)
  }
}
