import ContactorControls
import ContactorCore

extension Operation {
  /// Knobs, marks of sliders, pickers, progress, and the focus of those who do not touch.
  static let picking: [Operation] = knobs + marks + wheels + progress + focus

  private static let slider = Domain.control("Slider", "Knob")

  private static let knobs: [Operation] = [
    setting("knobEndless", "isEndless", .control("Knob"), \Knob.isEndless, .flags),
    setting("knobStart", "startAngle", .control("Knob"), \Knob.startAngle, .numbers),
    setting("knobEnd", "endAngle", .control("Knob"), \Knob.endAngle, .numbers),
    setting("knobDrag", "dragLength", .control("Knob"), \Knob.dragLength, .numbers),
    setting("knobTurns", "turnMode", .control("Knob"), \Knob.turnMode, turnModes),
    Operation("readKnob", "_ = ($0.sweep, $0.angle)", [.control("Knob")], weight: 1) {
      let knob = $0.the(0, Knob.self)
      _ = (knob.sweep, knob.angle)
    },
  ]

  private static let turnModes = ValueList<Knob.TurnMode>([(.turns, ".turns"), (.points, ".points"), (.vertical, ".vertical")])

  private static let marks: [Operation] = [
    setting("sliderVertical", "isVertical", slider, \Slider.isVertical, .flags),
    setting("sliderMarks", "numberOfTickMarks", slider, \Slider.numberOfTickMarks, .counts),
    setting("sliderMarksOnly", "allowsTickMarkValuesOnly", slider, \Slider.allowsTickMarkValuesOnly, .flags),
    setting("sliderSnaps", "snapsToSteps", slider, \Slider.snapsToSteps, .flags),
    Operation(
      "readMarks", "_ = ($0.tickMarkValue(at: $1), $0.closestTickMarkValue(to: $2), $0.contentFrame(for: .tick($1)))",
      [slider, .count, .number]
    ) {
      let slider = $0.the(0, Slider.self)
      _ = (
        slider.tickMarkValue(at: $0.count(1)), slider.closestTickMarkValue(to: $0.number(2)), slider.contentFrame(for: .tick($0.count(1)))
      )
    },
    Operation("readSlider", "for part in [Slider.Part.track, .filled, .knob] { _ = $0?.contentFrame(for: part) }", [slider], weight: 1) {
      for part in [Slider.Part.track, .filled, .knob] { _ = $0.maybe(0, Slider.self)?.contentFrame(for: part) }
    },
    setting("sliderTouches", "touchMode", slider, \Slider.touchMode, touchModes),
    setting("sliderKnob", "knobLength", slider, \Slider.knobLength, knobLengths),
    Operation("segmentTag", "$0.setTag($1, forSegment: $2)", [.control("SegmentedControl"), .count, .count], weight: 1) {
      $0.the(0, SegmentedControl.self).setTag($0.count(1), forSegment: $0.count(2))
    },
    Operation("segmentWithTag", "$0.selectSegment(withTag: $1)", [.control("SegmentedControl"), .count], weight: 1) {
      _ = $0.the(0, SegmentedControl.self).selectSegment(withTag: $0.count(1))
    },
    Operation(
      "stepFaster", "$0.accelerations = [Stepper.Acceleration(after: $1, rate: $2, multiple: $3)]",
      [.control("Stepper"), .duration, .number, .number]
    ) {
      $0.the(0, Stepper.self).accelerations = [Stepper.Acceleration(after: $0.duration(1), rate: $0.number(2), multiple: $0.number(3))]
    },
  ]

  private static let touchModes = ValueList<Slider.TouchMode>([(.jumps, ".jumps"), (.relative, ".relative"), (.grabsKnob, ".grabsKnob")])
  private static let knobLengths = ValueList<Double?>(
    [(nil, "nil"), (20, "20"), (0, "0")],
    extremes: [(.nan, ".nan"), (.infinity, ".infinity"), (-5, "-5"), (1e300, "1e300"), (.leastNonzeroMagnitude, ".leastNonzeroMagnitude")])

  private static let wheels: [Operation] = [
    Operation("pickerSource", "$0.dataSource = $1", [.control("PickerView"), .delegateOrNil], weight: 3) {
      $0.the(0, PickerView.self).dataSource = $0.maybe(1, ScriptedDelegate.self)
    },
    Operation("pickerDelegate", "$0.delegate = $1", [.control("PickerView"), .delegateOrNil], weight: 3) {
      $0.the(0, PickerView.self).delegate = $0.maybe(1, ScriptedDelegate.self)
    },
    setting("pickerTitles", "titles", .control("PickerView"), \PickerView.titles, titles, weight: 2),
    setting("pickerEndless", "isEndless", .control("PickerView"), \PickerView.isEndless, .flags),
    setting("pickerHeight", "rowHeight", .control("PickerView"), \PickerView.rowHeight, .numbers),
    Operation("reloadPicker", "$0.reloadAllComponents()", [.control("PickerView")]) { $0.the(0, PickerView.self).reloadAllComponents() },
    Operation("reloadWheel", "$0.reloadComponent($1)", [.control("PickerView"), .count], weight: 1) {
      $0.the(0, PickerView.self).reloadComponent($0.count(1))
    },
    Operation(
      "selectPickerRow", "$0.selectRow($1, inComponent: $2, animated: $3)", [.control("PickerView"), .count, .count, .flag], weight: 3
    ) {
      $0.the(0, PickerView.self).selectRow($0.count(1), inComponent: $0.count(2), animated: $0.flag(3))
    },
    Operation(
      "readPicker",
      "_ = ($0.numberOfRows(inComponent: $1), $0.title(forRow: $2, inComponent: $1), $0.selectedRow(inComponent: $1), $0.position(ofComponent: $1), $0.isMoving(inComponent: $1))",
      [.control("PickerView"), .count, .count]
    ) {
      let picker = $0.the(0, PickerView.self)
      let (component, row) = ($0.count(1), $0.count(2))
      _ = (
        picker.numberOfRows(inComponent: component), picker.title(forRow: row, inComponent: component),
        picker.selectedRow(inComponent: component), picker.position(ofComponent: component), picker.isMoving(inComponent: component)
      )
    },
    Operation("readWheels", "_ = $0.contentFrame(for: .row($1, component: $2))", [.control("PickerView"), .count, .count], weight: 1) {
      _ = $0.the(0, PickerView.self).contentFrame(for: .row($0.count(1), component: $0.count(2)))
    },
  ]

  private static let titles = ValueList<[[String]]>(
    [
      ([["a", "b", "c"]], "[[\"a\", \"b\", \"c\"]]"), ([["1", "2"], ["x"]], "[[\"1\", \"2\"], [\"x\"]]"), ([], "[]"),
      ([[]], "[[]]"),
    ],
    extremes: [(Array(repeating: [""], count: 40), "Array(repeating: [\"\"], count: 40)")])

  private static let progress: [Operation] = [
    setting("progress", "progress", .control("ProgressView"), \ProgressView.progress, .numbers, weight: 2),
    setting("indeterminate", "isIndeterminate", .control("ProgressView"), \ProgressView.isIndeterminate, .flags),
    Operation("readProgress", "_ = $0.contentFrame(for: .filled)", [.control("ProgressView")], weight: 1) {
      _ = $0.the(0, ProgressView.self).contentFrame(for: .filled)
    },
  ]

  private static let focus: [Operation] = [
    Operation("makeFocus", "$0 = FocusEngine($1)", [Domain(new: .focus), .application]) {
      $0.world.put(FocusEngine($0.the(1)), at: $0.name(0))
    },
    Operation(
      "unhandledKeys", "$0.unhandledKeys = $1",
      [.application, Domain([.focus, .target, .view], orNil: true) { $0.kind != .target || $0.number % 2 == 0 }], weight: 3
    ) {
      $0.the(0, Application.self).unhandledKeys = $0.maybe(1, (any KeyEquivalentPerforming).self)
    },
    Operation("nextKeyView", "$0.nextKeyView = $1", [.anyView, .anyViewOrNil]) { $0.the(0, View.self).nextKeyView = $0.maybe(1) },
    Operation("focusOn", "$0.focus(on: $1, element: $2)", [.focus, .anyView, .index], weight: 3) {
      $0.the(0, FocusEngine.self).focus(on: $0.the(1), element: $0.value(2, .indices))
    },
    Operation("moveFocus", "$0.moveFocus($1)", [.focus, Domain(directions)], weight: 5) {
      $0.the(0, FocusEngine.self).moveFocus($0.value(1, directions))
    },
    Operation("focusStep", "$0.step()", [.focus], weight: 3) { $0.the(0, FocusEngine.self).step() },
    Operation("focusActivate", "$0.activate()", [.focus], weight: 3) { $0.the(0, FocusEngine.self).activate() },
    Operation("focusEscape", "$0.escape()", [.focus]) { $0.the(0, FocusEngine.self).escape() },
    Operation("removeFocus", "$0.removeFocus()", [.focus], weight: 1) { $0.the(0, FocusEngine.self).removeFocus() },
    Operation("refreshFocus", "$0.refresh()", [.focus], weight: 1) { $0.the(0, FocusEngine.self).refresh() },
    Operation("focusIncrement", "$0.perform($1 ? .increment : .decrement)", [.focus, .flag]) {
      $0.the(0, FocusEngine.self).perform($0.flag(1) ? .increment : .decrement)
    },
    Operation("focusKeyless", "$0.isRightToLeft = $1", [.focus, .flag], weight: 1) {
      $0.the(0, FocusEngine.self).isRightToLeft = $0.flag(1)
    },
    Operation("readFocus", "_ = ($0.focusedView, $0.focusedElement, $0.focused?.utterance)", [.focus], weight: 1) {
      let focus = $0.the(0, FocusEngine.self)
      _ = (focus.focusedView, focus.focusedElement, focus.focused?.utterance)
    },
    Operation("onFocus", "do { let w = Witness(\"$1\"); $0.onFocusChange = { _ in w.call() } }", [.focus, .closure]) {
      let witness = $0.closure(1)
      $0.the(0, FocusEngine.self).onFocusChange = { _ in witness.call() }
    },
    setting("scanFocus", "scanInterval", .focus, \FocusEngine.scanInterval, intervals, weight: 2),
    Operation("focusKey", "_ = $0.performKeyEquivalent(with: $1)", [.focus, .press], weight: 3) {
      _ = $0.the(0, FocusEngine.self).performKeyEquivalent(with: $0.the(1, KeyHolder.self).key)
    },
    Operation("focusDeed", "_ = $0.perform($1)", [.focus, Domain(.deeds)], weight: 2) {
      _ = $0.the(0, FocusEngine.self).perform($0.value(1, .deeds))
    },
    Operation("noFocusChange", "$0.onFocusChange = nil", [.focus], weight: 1) { $0.the(0, FocusEngine.self).onFocusChange = nil },
  ]

  private static let intervals = ValueList<Duration?>(
    [(nil, "nil"), (.milliseconds(500), ".milliseconds(500)"), (.seconds(1), ".seconds(1)")],
    extremes: [
      (.zero, ".zero"), (.seconds(-5), ".seconds(-5)"), (.seconds(Int64.max), ".seconds(Int64.max)"), (.nanoseconds(1), ".nanoseconds(1)"),
    ])
  private static let directions = ValueList<FocusEngine.Direction>([
    (.next, ".next"), (.previous, ".previous"), (.up, ".up"), (.down, ".down"), (.left, ".left"), (.right, ".right"),
  ])
}

extension Domain {
  static let focus = Domain([.focus])
}
