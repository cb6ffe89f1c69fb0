import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// What controls say of themselves, and their whole job done without a finger: by five keys, and by two buttons.
@Suite("Without a finger")
struct AccessibilityTests {
  /// A control's job: how to do it from the moment at which the focus is at the control, and what comes of it.
  struct Job: CustomTestStringConvertible, Sendable {
    let name: String
    /// The control, at (100, 100).
    let make: @Sendable () -> View
    /// What the control says when the focus arrives.
    let says: String
    /// Keys: `u`, `d`, `l`, `r` for the arrows, `s` for select, `x` for escape.
    let keys: String
    /// The two buttons: `s` for step, `a` for activate.
    let buttons: String
    /// What the control sends.
    let sends: [String]
    /// Whether the job is done.
    let isDone: @Sendable (View) -> Bool

    var testDescription: String { name }
  }

  private static let frame = Rect(x: 100, y: 100, width: 200, height: 100)

  private static func job<V: View>(
    _ name: String, _ make: @autoclosure @escaping @Sendable () -> V, says: String, keys: String, buttons: String, sends: [String],
    _ isDone: @escaping @Sendable (V) -> Bool
  ) -> Job {
    Job(name: name, make: make, says: says, keys: keys, buttons: buttons, sends: sends) { ($0 as? V).map(isDone) ?? false }
  }

  /// A new control is a line here.
  static let jobs = [
    job(
      "button", Button(frame: frame), says: "it, button", keys: "s", buttons: "a",
      sends: ["touchUpInside", "primaryActionTriggered"]
    ) { _ in true },
    job(
      "switch", Switch(frame: frame), says: "it, switch, off", keys: "sss", buttons: "aaa",
      sends: Array(repeating: ["touchUpInside", "valueChanged"], count: 3).flatMap { $0 }
    ) { $0.isOn },
    job(
      "slider", Slider(frame: frame), says: "it, slider, 0 %, adjustable", keys: "suurds", buttons: "aaaasasa",
      sends: Array(repeating: "valueChanged", count: 4)
    ) { abs($0.value - 0.2) < 1e-12 },
    job(
      "knob", Knob(frame: frame), says: "it, slider, 0 %, adjustable", keys: "suus", buttons: "aaassa",
      sends: ["valueChanged", "valueChanged"]
    ) { abs($0.value - 0.2) < 1e-12 },
    job(
      "stepper", Stepper(frame: frame), says: "it, stepper, 0, adjustable", keys: "suuds", buttons: "aaasasa",
      sends: Array(repeating: "valueChanged", count: 3)
    ) { $0.value == 1 },
    job("segments", segments, says: "Day, segment", keys: "rrs", buttons: "ssa", sends: ["valueChanged"]) {
      $0.selectedSegmentIndex == 2
    },
    job("pages", pages, says: "it, page, 1 / 3, adjustable", keys: "suus", buttons: "aaassa", sends: ["valueChanged", "valueChanged"]) {
      $0.currentPage == 2
    },
    job(
      "text", textField, says: "it, text field", keys: "sx", buttons: "aa", sends: ["editingDidBegin", "editingDidEnd"]
    ) { !$0.isEditing },
    job(
      "picker", picker, says: "picker, a, adjustable", keys: "srxrsuux", buttons: "aassasaaassa",
      sends: ["valueChanged", "valueChanged", "valueChanged"]
    ) { $0.selectedRow(inComponent: 0) == 1 && $0.selectedRow(inComponent: 1) == 2 },
  ]

  private static var segments: SegmentedControl {
    let control = SegmentedControl(frame: frame, numberOfSegments: 3)
    for (index, title) in ["Day", "Week", "Month"].enumerated() { control.setTitle(title, forSegmentAt: index) }
    return control
  }

  private static var textField: TextField {
    let field = TextField(frame: frame)
    field.accessibilityRole = .textField
    return field
  }

  private static var pages: PageControl {
    let control = PageControl(frame: frame)
    control.numberOfPages = 3
    return control
  }

  private static var picker: PickerView {
    let control = PickerView(frame: frame)
    control.titles = [["a", "b", "c"], ["1", "2", "3"]]
    return control
  }

  /// A window with the control between two buttons, and an engine whose focus is before it.
  private struct Scene {
    let stage = Stage()
    let focus: FocusEngine
    let control: View

    init(_ job: Job) {
      focus = FocusEngine(stage.application)
      stage.application.unhandledKeys = focus
      _ = stage.button("before", 0, 0)
      _ = stage.button("after", 0, 300)
      control = stage.add(job.make(), "it")
      stage.window.makeKey()
      focus.moveFocus(.next)
    }

    func send(_ key: Character) {
      let keys: [Character: String] = [
        "u": KeyEvent.upArrow, "d": KeyEvent.downArrow, "l": KeyEvent.leftArrow, "r": KeyEvent.rightArrow,
        "s": KeyEvent.carriageReturn, "x": KeyEvent.escape,
      ]
      stage.application.sendKey(KeyEvent(keys[key] ?? "", timestamp: stage.application.now.advanced(byMicroseconds: 1000)))
    }

    func sent() -> [String] { stage.taken().filter { $0.hasPrefix("it ") }.map { String($0.dropFirst(3)) } }
  }

  @Test("7.8 five keys do a control's whole job", arguments: jobs)
  func fiveKeys(job: Job) {
    let scene = Scene(job)
    scene.send("r")
    #expect(scene.focus.focusedView === scene.control && scene.focus.focused?.utterance.hasPrefix(job.says) == true)
    job.keys.forEach(scene.send)
    #expect(job.isDone(scene.control) && scene.sent() == job.sends)
    for _ in 0..<9 where scene.focus.focusedView === scene.control { scene.send("r") }
    #expect(scene.focus.focusedView?.identifier == "after", "the control lets the focus go")
  }

  @Test("7.8 two buttons do a control's whole job", arguments: jobs)
  func twoButtons(job: Job) {
    let scene = Scene(job)
    scene.focus.step()
    #expect(scene.focus.focusedView === scene.control)
    for button in job.buttons { _ = button == "s" ? scene.focus.step() : scene.focus.activate() }
    #expect(job.isDone(scene.control) && scene.sent() == job.sends)
    for _ in 0..<9 where scene.focus.focusedView === scene.control { scene.focus.step() }
    #expect(scene.focus.focusedView?.identifier == "after", "the control lets the focus go")
  }

  @Test("7.8 a hidden or disabled control does nothing, and an index that there is not is nothing", arguments: jobs)
  func refuses(job: Job) {
    let scene = Scene(job)
    let actions: [AccessibilityAction] = [
      .activate, .increment, .decrement, .scrollForward, .scrollBackward, .escape, .custom("x"),
    ]
    for index in [-1, 99, .min, .max] {
      for action in actions { #expect(!scene.control.performAccessibility(action, at: index) || job.name == "text", "\(action)") }
      #expect(scene.control.accessibilityElement(at: index) == nil)
    }
    for _ in 0..<2 {
      scene.control.isHidden.toggle()
      (scene.control as? Control)?.isEnabled = !scene.control.isHidden ? false : true
      for action in actions { #expect(!scene.control.performAccessibility(action) || job.name == "text", "\(action)") }
      #expect(!scene.focus.focus(on: scene.control))
    }
    #expect(scene.sent().isEmpty)
  }

  @Test("7.8 one button does it, too: the focus steps by itself, and each press begins the time anew")
  func oneButton() {
    let scene = Scene(Self.jobs[2])
    scene.focus.scanInterval = .seconds(1)
    /// The presses that raise the slider twice, each while what it is for is offered.
    for (press, said) in [
      (1200, "it, slider, 0 %, adjustable"), (2000, "increase, 0 %"), (2900, "increase, 10 %"), (5000, "leave, 20 %"),
    ] as [(Int64, String)] {
      scene.stage.pass(to: press)
      #expect(scene.focus.focused?.utterance == said)
      scene.focus.activate()
    }
    #expect((scene.control as? Slider)?.value == 0.2 && scene.focus.state == .browsing)
    scene.stage.pass(to: 6100)
    #expect(scene.focus.focusedView?.identifier == "after")
    scene.focus.scanInterval = nil
    scene.stage.pass(to: 20_000)
    #expect(scene.focus.focusedView?.identifier == "after" && scene.stage.application.nextDeadline == nil)
    var other: FocusEngine? = FocusEngine(scene.stage.application)
    other?.scanInterval = .seconds(-5)
    scene.stage.pass(to: 20_010)
    #expect(other?.focusedView != nil)
    other = nil
    #expect(scene.stage.application.nextDeadline == nil)
  }

  @Test("7.8 the choices of an item are gone through by steps, and the last one leaves it")
  func choices() {
    let scene = Scene(Self.jobs[2])
    var said: [String] = []
    scene.focus.onFocusChange = { said.append($0?.utterance ?? "nothing") }
    for button in "sasssaa" { _ = button == "s" ? scene.focus.step() : scene.focus.activate() }
    #expect(
      said == [
        "it, slider, 0 %, adjustable", "increase, 0 %", "decrease, 0 %", "leave, 0 %", "increase, 0 %", "increase, 10 %", "increase, 20 %",
      ])
    #expect(scene.focus.state == .choosing(0) && scene.focus.escape() && scene.focus.state == .browsing)
    _ = (scene.focus.activate(), scene.control.removeFromSuperview())
    #expect(scene.focus.focusedView?.identifier == "after" && scene.focus.state == .browsing)
  }

  @Test("7.8 the machine of the two buttons follows its table, with choices that change")
  func machine() {
    var machine = FocusMachine()
    let own = FocusChoice.perform(.custom("Delete"))
    #expect(machine.step([]) == .move && machine.activate([]) == .nothing)
    #expect(machine.activate([.perform(.activate)]) == .perform(.activate) && machine.state == .browsing)
    #expect(machine.activate([.perform(.activate), own]) == .offer(.perform(.activate)))
    #expect(machine.step([.perform(.activate), own]) == .offer(own))
    #expect(machine.activate([.perform(.activate), own]) == .perform(.custom("Delete")) && machine.state == .browsing)
    #expect(machine.activate([.perform(.increment)]) == .offer(.perform(.increment)), "one that is adjusted is entered")
    #expect(machine.step([.perform(.increment)], back: true) == .offer(.leave))
    #expect(machine.activate([.perform(.increment)]) == .leave && machine.state == .browsing)
    _ = (machine.activate([own, own]), machine.step([own, own]))
    #expect(machine.activate([]) == .leave, "what it pointed at is gone")
    _ = (machine.activate([own, own]), machine.step([own, own]))
    #expect(machine.step([]) == .offer(.leave))
  }

  @Test("7.8 a user's words replace those of the class")
  func ownWords() {
    let slider = Slider(frame: Self.frame)
    slider.accessibilityValue = "quiet"
    slider.accessibilityRole = .progress
    #expect(slider.accessibility == Accessibility(.progress, value: "quiet", isAdjustable: true))
    slider.accessibilityValue = nil
    slider.maximumValue = .infinity
    slider.value = 12.5
    #expect(slider.accessibilityValue == "12.5", "a number where there is no percentage")
  }
}
