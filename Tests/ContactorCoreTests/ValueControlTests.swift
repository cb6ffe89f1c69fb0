import ContactorControls
import ContactorCore
import ContactorStage
import Testing

@Suite("Controls with a value (contract 4.8)")
struct ValueControlTests {
  let stage = Stage()

  private func stepper(_ change: (Stepper) -> Void = { _ in }) -> Stepper {
    let stepper = stage.add(Stepper(frame: Rect(x: 100, y: 100, width: 100, height: 50)), "s")
    stepper.maximumValue = 3
    change(stepper)
    return stepper
  }

  // MARK: Switch, slider

  @Test("4.8 a switch flips on up inside, and not on up outside")
  func toggle() {
    let toggle = stage.add(Switch(frame: Rect(x: 100, y: 100, width: 100, height: 50)), "w")
    stage.tap(1, 110, 110, at: 0)
    #expect(toggle.isOn && stage.taken() == ["w touchDown", "w touchUpInside", "w valueChanged"])
    stage.down(2, 110, 110, at: 1000)
    stage.up(2, 400, 110, at: 1050)
    #expect(toggle.isOn && stage.taken() == ["w touchDown", "w touchUpOutside"])
  }

  @Test("4.8 a slider sends valueChanged while dragging, or once at the end", arguments: [true, false])
  func slider(isContinuous: Bool) {
    let slider = stage.add(Slider(frame: Rect(x: 100, y: 100, width: 200, height: 50)), "v")
    slider.isContinuous = isContinuous
    stage.down(1, 100, 120, at: 0)
    stage.move(1, 200, 120, at: 10)
    stage.move(1, 250, 120, at: 20)
    stage.up(1, 250, 120, at: 30)
    let changes = stage.taken().enumerated().filter { $0.element == "v valueChanged" }.map(\.offset)
    #expect(changes == (isContinuous ? [2, 4] : [4]))
    #expect(slider.value == 0.75)
  }

  // MARK: Stepper

  @Test("4.8 a stepper counts up on its right half and down on its left one, between its ends")
  func steps() {
    let stepper = stepper { $0.value = 2 }
    stage.tap(1, 180, 110, at: 0)
    #expect(stepper.value == 3)
    #expect(stage.taken() == ["s touchDown", "s touchUpInside", "s valueChanged"])
    stage.tap(2, 180, 110, at: 1000)
    #expect(stepper.value == 3 && stage.taken() == ["s touchDown", "s touchUpInside"], "no change, no event")
    stage.tap(3, 120, 110, at: 2000)
    #expect(stepper.value == 2)
    stage.down(4, 120, 110, at: 3000)
    stage.up(4, 500, 110, at: 3010)
    #expect(stepper.value == 2, "a finger that slid off does nothing")
  }

  @Test("4.8 a stepper that is higher than wide counts up in its upper half")
  func upright() {
    let stepper = stage.add(Stepper(frame: Rect(x: 100, y: 100, width: 50, height: 100)), "s")
    stage.tap(1, 110, 110, at: 0)
    stage.tap(2, 110, 110, at: 1000)
    stage.tap(3, 140, 190, at: 2000)
    #expect(stepper.value == 1)
  }

  @Test("4.8 a stepper that wraps goes on at the other end")
  func wraps() {
    let stepper = stepper {
      $0.wraps = true
      $0.value = 3
    }
    stage.tap(1, 180, 110, at: 0)
    #expect(stepper.value == 0)
    stage.tap(2, 120, 110, at: 1000)
    #expect(stepper.value == 3)
  }

  @Test("4.8 a finger that stays repeats after 0.5 s on event time, pauses outside, and stops when it is lifted")
  func autorepeat() {
    let stepper = stepper { $0.maximumValue = 100 }
    stage.down(1, 180, 110, at: 0)
    stage.application.advance(to: Timestamp(microseconds: 499_999))
    #expect(stepper.value == 0)
    stage.application.advance(to: Timestamp(microseconds: 500_000))
    #expect(stepper.value == 1)
    stage.pass(to: 799)
    #expect(stepper.value == 3, "at 0.5, 0.6 and 0.7 s")
    stage.pass(to: 805)
    stage.move(1, 500, 110, at: 810)
    #expect(stepper.value == 4)
    stage.pass(to: 1500)
    #expect(stepper.value == 4)
    stage.move(1, 180, 110, at: 1510)
    stage.pass(to: 1600)
    #expect(stepper.value == 5)
    stage.up(1, 180, 110, at: 1650)
    stage.pass(to: 9000)
    #expect(stepper.value == 5, "the lift of a finger that repeated is no step of its own")
    #expect(stage.application.nextDeadline == nil)
  }

  @Test("4.8 without autorepeat, and after a palm, nothing repeats")
  func noRepeat() {
    let stepper = stepper { $0.autorepeat = false }
    stage.down(1, 180, 110, at: 0)
    stage.pass(to: 2000)
    stage.up(1, 180, 110, at: 2010)
    #expect(stepper.value == 1)
    stepper.autorepeat = true
    stage.down(2, 180, 110, at: 3000)
    stage.cancel(2, at: 3100)
    stage.pass(to: 9000)
    #expect(stepper.value == 1 && stage.application.nextDeadline == nil)
  }

  @Test("4.8 a stepper that is not continuous sends valueChanged once, when the finger leaves")
  func discontinuous() {
    let stepper = stepper { $0.isContinuous = false }
    stage.down(1, 180, 110, at: 0)
    stage.pass(to: 650)
    #expect(stepper.value == 2 && stage.taken() == ["s touchDown"])
    stage.up(1, 180, 110, at: 660)
    #expect(stage.taken() == ["s touchUpInside", "s valueChanged"])
  }

  // MARK: Segments

  private func segments(_ count: Int = 3) -> SegmentedControl {
    let control = stage.add(SegmentedControl(frame: Rect(x: 100, y: 100, width: 300, height: 50)), "g")
    for index in 0..<count { control.insertSegment(withTitle: "\(index)", at: index) }
    return control
  }

  @Test("4.8 segments send valueChanged when the selection changes, and only then")
  func selection() {
    let control = segments()
    stage.tap(1, 250, 110, at: 0)
    #expect(control.selectedSegmentIndex == 1)
    #expect(stage.taken() == ["g touchDown", "g touchUpInside", "g valueChanged"])
    stage.tap(2, 260, 110, at: 1000)
    #expect(stage.taken() == ["g touchDown", "g touchUpInside"])
    stage.down(3, 120, 110, at: 2000)
    stage.up(3, 390, 110, at: 2050)
    #expect(control.selectedSegmentIndex == 2, "where the finger is lifted counts")
  }

  @Test("4.8 a disabled segment is not selected, a momentary one does not stay so")
  func momentary() {
    let control = segments()
    control.setEnabled(false, forSegmentAt: 0)
    stage.tap(1, 110, 110, at: 0)
    #expect(control.selectedSegmentIndex == SegmentedControl.noSegment && !stage.taken().contains("g valueChanged"))
    control.trackingMode = .momentary
    var seen: [Int] = []
    control.addAction("see", for: .valueChanged) { [unowned control] _, _ in seen.append(control.selectedSegmentIndex) }
    stage.tap(2, 390, 110, at: 1000)
    stage.tap(3, 390, 110, at: 2000)
    #expect(seen == [2, 2] && control.selectedSegmentIndex == SegmentedControl.noSegment)
  }

  @Test("4.8 any number of segments can be selected where the mode says so")
  func selectAny() {
    let control = segments()
    control.trackingMode = .selectAny
    for (time, x) in [(0, 110.0), (1000, 390), (2000, 110)] as [(Int64, Double)] {
      stage.tap(1, x, 110, at: time)
      #expect(stage.taken().last == "g valueChanged")
    }
    #expect((0..<3).map { control.isSelected(forSegment: $0) } == [false, false, true])
    #expect(control.selectedSegmentIndex == 2)
  }

  @Test("4.8 segments have widths of their own, and the selection follows its segment")
  func widths() {
    let control = segments()
    control.setWidth(200, forSegmentAt: 0)
    #expect([0, 199, 200, 249, 250, 400].map { control.segmentIndex(at: Point(x: $0, y: 0)) } == [0, 0, 1, 1, 2, 2])
    control.selectedSegmentIndex = 1
    control.insertSegment(withTitle: "new", at: 0)
    #expect(control.selectedSegmentIndex == 2 && control.titleForSegment(at: 2) == "1")
    control.removeSegment(at: 0)
    #expect(control.selectedSegmentIndex == 1)
    control.removeSegment(at: 1)
    #expect(control.selectedSegmentIndex == SegmentedControl.noSegment)
    control.selectedSegmentIndex = 7
    #expect(control.selectedSegmentIndex == SegmentedControl.noSegment)
  }

  // MARK: Pages

  @Test("4.8 a page control turns pages by its halves and sends valueChanged when the page changes")
  func pages() {
    let control = stage.add(PageControl(frame: Rect(x: 100, y: 100, width: 100, height: 50)), "p")
    control.numberOfPages = 2
    stage.tap(1, 110, 110, at: 0)
    #expect(control.currentPage == 0 && stage.taken() == ["p touchDown", "p touchUpInside"])
    stage.tap(2, 190, 110, at: 1000)
    #expect(control.currentPage == 1 && stage.taken().last == "p valueChanged")
    stage.tap(3, 190, 110, at: 2000)
    #expect(control.currentPage == 1 && stage.taken().last == "p touchUpInside")
    control.numberOfPages = 1
    #expect(control.currentPage == 0)
  }

  // MARK: Text

  private func field(_ name: String, at x: Double) -> TextField {
    stage.add(TextField(frame: Rect(x: x, y: 100, width: 100, height: 50)), name)
  }

  @Test("4.8 a text field sends the editing events; return ends editing and is the primary action")
  func editing() {
    let field = field("t", at: 100)
    stage.tap(1, 110, 110, at: 0)
    #expect(field.isEditing && stage.taken() == ["t touchDown", "t touchUpInside", "t editingDidBegin"])
    field.insertText("ab")
    field.deleteBackward(field)
    #expect(field.text == "a" && stage.taken() == ["t editingChanged", "t editingChanged"])
    field.insertText("\n")
    #expect(stage.taken() == ["t editingDidEndOnExit", "t editingDidEnd", "t primaryActionTriggered"])
    #expect(!field.isEditing && field.text == "a")
    field.insertNewline(field)
    #expect(stage.taken() == [], "return without editing does nothing")
  }

  @Test("4.8 touching another text field ends the editing of the first")
  func nextField() {
    let (first, second) = (field("a", at: 100), field("b", at: 500))
    stage.tap(1, 110, 110, at: 0)
    _ = stage.taken()
    stage.tap(2, 510, 110, at: 1000)
    #expect(stage.taken() == ["b touchDown", "b touchUpInside", "a editingDidEnd", "b editingDidBegin"])
    #expect(!first.isEditing && second.isEditing)
    stage.tap(3, 510, 110, at: 2000)
    #expect(stage.taken() == ["b touchDown", "b touchUpInside"], "it is being edited already")
  }

  @Test("4.8 a delegate can veto each step of editing")
  func vetoes() {
    final class Strict: TextFieldDelegate {
      var refused: Set<String> = []
      func textFieldShouldBeginEditing(_ textField: TextField) -> Bool { !refused.contains("begin") }
      func textField(_ textField: TextField, shouldChangeTextTo text: String) -> Bool { !refused.contains("change") }
      func textFieldShouldReturn(_ textField: TextField) -> Bool { !refused.contains("return") }
      func textFieldShouldEndEditing(_ textField: TextField) -> Bool { !refused.contains("end") }
    }
    let (field, delegate) = (field("t", at: 100), Strict())
    field.delegate = delegate
    delegate.refused = ["begin"]
    field.insertText("x")
    #expect(field.text == "" && stage.taken() == [])
    delegate.refused = ["change", "return"]
    field.insertText("x")
    field.insertNewline(field)
    #expect(field.text == "" && stage.taken() == ["t editingDidBegin"])
    delegate.refused = ["end"]
    #expect(!field.resignFirstResponder() && field.isEditing)
  }

  @Test("4.8, 6.1 typed text without a target reaches the field that is being edited")
  func typing() {
    let (field, key) = (field("t", at: 100), stage.button("key", 300, 100))
    key.addAction("type", for: .touchUpInside) { [unowned application = stage.application] key, _ in
      let event = TextEvent("q", timestamp: application.now)
      application.sendAction(Action("insertText:forEvent:"), to: nil, from: key, for: event)
    }
    stage.tap(1, 310, 110, at: 0)
    #expect(field.text == "" && stage.unhandled.count == 1)
    field.beginEditing(key)
    stage.tap(2, 310, 110, at: 1000)
    #expect(field.text == "q" && field.isEditing)
  }

  // MARK: Actions by name

  @Test("4.8 controls list what can be sent to them by name, and a change so made sends valueChanged")
  func named() throws {
    let control = segments()
    let step = stepper()
    let button = stage.button("ok", 500, 100)
    try button.addTarget(step, action: "increase:", for: .touchUpInside)
    try button.addTarget(control, action: "selectNext:", for: .touchUpInside)
    try button.addTarget(control, action: "hide:", for: .primaryActionTriggered)
    button.performClick()
    #expect(step.value == 1 && control.selectedSegmentIndex == 0 && control.isHidden)
    #expect(stage.taken().filter { $0.hasSuffix("valueChanged") } == ["s valueChanged", "g valueChanged"])
    #expect(throws: ActionError.self) { try button.addTarget(step, action: "explode:", for: .touchDown) }
  }
}
