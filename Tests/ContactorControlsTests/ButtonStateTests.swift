import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Buttons that hold a state, groups of them, and their keys.
@Suite("Buttons with a state (contract 7.5)")
struct ButtonStateTests {
  let stage = Stage()
  let target = CellTarget()

  @Test("7.5 a press goes on to the next state before touchUpInside, and sends valueChanged after the primary action")
  func press() {
    let button = stage.button("b", 100, 100)
    button.buttonType = .toggle
    var seen: [Control.StateValue] = []
    button.on([.touchUpInside, .primaryActionTriggered, .valueChanged]) { seen.append($0.stateValue) }
    stage.tap(1, 110, 110, at: 0)
    #expect(seen == [.on, .on, .on] && button.isSelected && button.intValue == 1)
    #expect(stage.taken() == ["b touchDown", "b touchUpInside", "b primaryActionTriggered", "b valueChanged"])
    stage.down(2, 110, 110, at: 1000)
    stage.up(2, 700, 400, at: 1010)
    stage.down(3, 110, 110, at: 2000)
    stage.cancel(3, at: 2010)
    #expect(button.stateValue == .on, "neither outside nor cancelled")
    button.allowsMixedState = true
    button.performClick()
    #expect(button.stateValue == .off && !button.isSelected)
    button.performClick()
    #expect(button.stateValue == .mixed && button.intValue == -1)
    button.allowsMixedState = false
    #expect(button.stateValue == .on)
    button.isEnabled = false
    button.performClick()
    #expect(button.stateValue == .on)
  }

  @Test("A momentary button has no state that a press changes; setNextState changes it all the same")
  func momentary() {
    let button = stage.button("b", 100, 100)
    stage.tap(1, 110, 110, at: 0)
    #expect(button.stateValue == .off && stage.taken() == ["b touchDown", "b touchUpInside", "b primaryActionTriggered"])
    button.setNextState()
    #expect(button.stateValue == .on && stage.taken().isEmpty)
  }

  @Test("7.5 a switch gives its state as a value and takes one, by an action's name, too")
  func switchValue() throws {
    let (toggle, button) = (Switch(frame: .zero), Button(frame: .zero))
    button.buttonType = .switch
    try button.addTarget(toggle, action: "takeIntValueFrom:", for: .valueChanged)
    button.performClick()
    #expect(toggle.isOn && toggle.stringValue == "1" && toggle.stateValue == .on)
    button.performClick()
    #expect(!toggle.isOn && toggle.doubleValue == 0)
    #expect(toggle.performAccessibility(.activate) && toggle.isOn && toggle.accessibilityValue == "on")
  }

  // MARK: Groups

  @Test("In a radio group one button is on; a press sends the group's action with the button as the sender")
  func group() throws {
    let buttons = [stage.button("s", 0, 0), stage.button("m", 0, 100), stage.button("l", 0, 200)]
    for (index, button) in buttons.enumerated() { button.tag = index + 1 }
    let group = RadioGroup(buttons[0], buttons[1], buttons[2])
    #expect(throws: CellError.self) { try group.setTarget(target, action: "chose:") }
    try group.setTarget(target, action: "choose:")
    #expect(group.selected == nil && group.selectedTag == -1)
    group.selectedTag = 2
    #expect(buttons.map(\.stateValue) == [.off, .on, .off] && target.taken().isEmpty)
    stage.tap(1, 10, 210, at: 0)
    #expect(group.selected === buttons[2] && target.taken() == ["choose by l"])
    stage.tap(2, 10, 210, at: 1000)
    #expect(buttons[2].stateValue == .on && target.taken() == ["choose by l"], "a second press leaves it on")
    #expect(stage.taken().filter { $0.contains("valueChanged") } == ["l valueChanged"])
    group.remove(buttons[2])
    group.selected = buttons[2]
    #expect(group.selected == nil && buttons[2].stateValue == .on && buttons[2].radioGroup == nil)
    RadioGroup(buttons[0]).selected = buttons[0]
    #expect(group.buttons == [buttons[1]], "a button is in one group at a time")
  }

  @Test("The buttons keep their group and it does not keep them; observers that turn each other on come to an end")
  func groupLifetime() throws {
    let button = stage.button("b", 0, 0)
    weak var gone: Button?
    do {
      let other = Button(frame: .zero)
      gone = other
      _ = RadioGroup(button, other)
    }
    #expect(gone == nil && button.radioGroup?.buttons == [button])
    let others = [button, stage.button("c", 0, 100), stage.button("d", 0, 200)]
    for other in others { button.radioGroup?.add(other) }
    var count = 0
    for (index, one) in others.enumerated() {
      one.onChange = { [weak next = others[(index + 1) % 3]] view, _ in
        count += 1
        if (view as? Button)?.stateValue == .off { next?.stateValue = .on }
      }
    }
    button.stateValue = .on
    others[1].stateValue = .on
    #expect(count > 4 && button.radioGroup?.selected != nil)
  }

  // MARK: Keys

  private func press(_ characters: String, _ modifiers: KeyEvent.Modifiers = [], ignoring: String? = nil, up: Bool = false) -> Bool {
    stage.window.makeKey()
    return stage.application.sendKey(
      KeyEvent(characters, ignoringModifiers: ignoring, phase: up ? .up : .down, modifiers: modifiers, timestamp: stage.application.now))
  }

  @Test("A key equivalent presses the button: with its modifiers and no others, an upper-case letter with shift")
  func keys() {
    let button = stage.button("b", 0, 0)
    button.buttonType = .toggle
    #expect(!press("a"))
    button.keyEquivalent = "a"
    #expect(!press("b") && !press("A", .shift) && !press("a", .command) && !press("a", up: true))
    #expect(press("a") && press("a", .capsLock) && button.stateValue == .off)
    button.keyEquivalentModifierMask = .option
    #expect(!press("a") && press("å", .option, ignoring: "a"))
    button.keyEquivalentModifierMask = []
    button.keyEquivalent = "A"
    #expect(!press("a") && press("A", .shift))
    button.keyEquivalent = "?"
    #expect(press("?", .shift) && press("?"))
    button.isEnabled = false
    #expect(!press("?"))
    button.isEnabled = true
    button.isHidden = true
    #expect(!press("?"))
  }

  @Test("A press whose action presses again comes to an end, and one that removes the button, too")
  func reentry() {
    let button = stage.button("b", 0, 0)
    button.buttonType = .toggle
    var count = 0
    button.on(.touchUpInside) { button in
      count += 1
      button.performClick()
    }
    button.performClick()
    #expect((1...32).contains(count))
    let other = stage.button("o", 0, 100)
    other.buttonType = .toggle
    other.on(.touchUpInside) { $0.removeFromSuperview() }
    stage.tap(1, 10, 110, at: 0)
    #expect(other.stateValue == .on && other.superview == nil)
  }

  @Test("A button tells its name, its state and its parts")
  func words() {
    let button = stage.button("b", 0, 0)
    button.title = "Mute"
    button.buttonType = .switch
    #expect(button.accessibility == Accessibility(.switch, label: "Mute", value: "off"))
    #expect(button.performAccessibility(.activate) && button.accessibility.isSelected)
    #expect(button.contentParts == [ContentPart("button", frame: button.bounds, text: "Mute", state: .selected)])
    #expect(!button.performAccessibility(.increment))
  }
}
