import ContactorControls
import ContactorCore

extension Operation {
  /// What single classes of controls have: values, segments, pages, text.
  static let values: [Operation] = sliders + steppers + segments + fields

  private static let sliders: [Operation] = [
    Operation("slide", "$0.value = $1", [.control("Slider"), .number]) { $0.the(0, Slider.self).value = $0.number(1) },
    Operation("slideRange", "($0.minimumValue, $0.maximumValue) = ($1, $2)", [.control("Slider"), .number, .number]) {
      let slider = $0.the(0, Slider.self)
      (slider.minimumValue, slider.maximumValue) = ($0.number(1), $0.number(2))
    },
    Operation("slideStep", "$0.stepValue = $1", [.control("Slider"), .number], weight: 1) {
      $0.the(0, Slider.self).stepValue = $0.number(1)
    },
    Operation("slideOn", "$0.isContinuous = $1", [.control("Slider"), .flag], weight: 1) {
      $0.the(0, Slider.self).isContinuous = $0.flag(1)
    },
    Operation("slideUp", "$0.increase($0)", [.control("Slider")], weight: 1) { $0.the(0, Slider.self).increase($0.the(0)) },
    Operation("toggle", "$0.toggle($0)", [.control("Switch")]) { $0.the(0, Switch.self).toggle($0.the(0)) },
    Operation("turnOn", "$1 ? $0.turnOn($0) : $0.turnOff($0)", [.control("Switch"), .flag], weight: 1) {
      let control = $0.the(0, Switch.self)
      $0.flag(1) ? control.turnOn(control) : control.turnOff(control)
    },
    Operation("previousPage", "$0.previousPage($0)", [.control("PageControl")], weight: 1) {
      $0.the(0, PageControl.self).previousPage($0.the(0))
    },
    Operation("toggleHidden", "$0.toggleHidden($0)", [.anyView], weight: 1) { $0.the(0, View.self).toggleHidden($0.the(0)) },
    Operation("toggleEnabled", "$0.toggleEnabled($0)", [.control()], weight: 1) { $0.the(0, Control.self).toggleEnabled($0.the(0)) },
    Operation("nextState", "$0.setNextState()", [.control("Button")], weight: 1) { $0.the(0, Button.self).setNextState() },
    Operation("readButton", "_ = ($0.nextState, $0.radioGroup, $0.radioGroup?.selectedTag)", [.control("Button")], weight: 1) {
      let button = $0.the(0, Button.self)
      _ = (button.nextState, button.radioGroup, button.radioGroup?.selectedTag)
    },
    Operation("turn", "$0.isOn = $1", [.control("Switch"), .flag], weight: 1) { $0.the(0, Switch.self).isOn = $0.flag(1) },
    Operation("pages", "$0.numberOfPages = $1", [.control("PageControl"), .count]) {
      $0.the(0, PageControl.self).numberOfPages = $0.count(1)
    },
    Operation("page", "$0.currentPage = $1", [.control("PageControl"), .count]) { $0.the(0, PageControl.self).currentPage = $0.count(1) },
    Operation("nextPage", "$0.nextPage($0)", [.control("PageControl")]) { $0.the(0, PageControl.self).nextPage($0.the(0)) },
  ]

  private static let steppers: [Operation] = [
    Operation("step", "$0.value = $1", [.control("Stepper"), .number]) { $0.the(0, Stepper.self).value = $0.number(1) },
    Operation("stepRange", "($0.minimumValue, $0.maximumValue) = ($1, $2)", [.control("Stepper"), .number, .number]) {
      let stepper = $0.the(0, Stepper.self)
      (stepper.minimumValue, stepper.maximumValue) = ($0.number(1), $0.number(2))
    },
    Operation("stepValue", "$0.stepValue = $1", [.control("Stepper"), .number]) { $0.the(0, Stepper.self).stepValue = $0.number(1) },
    Operation("stepWraps", "$0.wraps = $1", [.control("Stepper"), .flag], weight: 1) { $0.the(0, Stepper.self).wraps = $0.flag(1) },
    Operation("stepAgain", "$0.autorepeat = $1", [.control("Stepper"), .flag], weight: 1) {
      $0.the(0, Stepper.self).autorepeat = $0.flag(1)
    },
    Operation("stepUp", "$0.increase($0)", [.control("Stepper")]) { $0.the(0, Stepper.self).increase($0.the(0)) },
  ]

  private static let segments: [Operation] = [
    Operation("segments", "$0.numberOfSegments = $1", [.control("SegmentedControl"), .count], weight: 3) {
      $0.the(0, SegmentedControl.self).numberOfSegments = $0.count(1)
    },
    Operation("insertSegment", "$0.insertSegment(withTitle: $1, at: $2)", [.control("SegmentedControl"), .word, .count]) {
      $0.the(0, SegmentedControl.self).insertSegment(withTitle: $0.value(1, .words), at: $0.count(2))
    },
    Operation("removeSegment", "$0.removeSegment(at: $1)", [.control("SegmentedControl"), .count]) {
      $0.the(0, SegmentedControl.self).removeSegment(at: $0.count(1))
    },
    Operation("noSegments", "$0.removeAllSegments()", [.control("SegmentedControl")], weight: 1, inside: 3) {
      $0.the(0, SegmentedControl.self).removeAllSegments()
    },
    Operation("chooseSegment", "$0.setSelected($2, forSegment: $1)", [.control("SegmentedControl"), .count, .flag], weight: 1) {
      $0.the(0, SegmentedControl.self).setSelected($0.flag(2), forSegment: $0.count(1))
    },
    Operation("previousSegment", "$0.selectPrevious($0)", [.control("SegmentedControl")], weight: 1) {
      $0.the(0, SegmentedControl.self).selectPrevious($0.the(0))
    },
    Operation(
      "readSegmentAt",
      "_ = ($0.isEnabledForSegment(at: $1), $0.widthForSegment(at: $1), $0.tag(forSegment: $1), $0.segmentIndex(at: Point(x: $2, y: $3)), $0.contentFrame(for: .segment($1)))",
      [.control("SegmentedControl"), .count, .coordinate, .coordinate], weight: 1
    ) {
      let (control, index) = ($0.the(0, SegmentedControl.self), $0.count(1))
      _ = (control.isEnabledForSegment(at: index), control.widthForSegment(at: index), control.tag(forSegment: index))
      _ = (control.segmentIndex(at: $0.point(2)), control.contentFrame(for: .segment(index)))
    },
    Operation("untitle", "$0.setTitle(nil, forSegmentAt: $1)", [.control("SegmentedControl"), .count], weight: 1) {
      $0.the(0, SegmentedControl.self).setTitle(nil, forSegmentAt: $0.count(1))
    },
    Operation("selectSegment", "$0.selectedSegmentIndex = $1", [.control("SegmentedControl"), .count]) {
      $0.the(0, SegmentedControl.self).selectedSegmentIndex = $0.count(1)
    },
    Operation("enableSegment", "$0.setEnabled($2, forSegmentAt: $1)", [.control("SegmentedControl"), .count, .flag], weight: 1) {
      $0.the(0, SegmentedControl.self).setEnabled($0.flag(2), forSegmentAt: $0.count(1))
    },
    Operation("segmentWidth", "$0.setWidth($2, forSegmentAt: $1)", [.control("SegmentedControl"), .count, .length], weight: 1) {
      $0.the(0, SegmentedControl.self).setWidth($0.value(2, .lengths), forSegmentAt: $0.count(1))
    },
    Operation("segmentTracking", "$0.trackingMode = $1", [.control("SegmentedControl"), Domain(modes)], weight: 1) {
      $0.the(0, SegmentedControl.self).trackingMode = $0.value(1, modes)
    },
    Operation("nextSegment", "$0.selectNext($0)", [.control("SegmentedControl")], weight: 1) {
      $0.the(0, SegmentedControl.self).selectNext($0.the(0))
    },
    Operation(
      "readSegments", "_ = ($0.titleForSegment(at: $1), $0.isSelected(forSegment: $1))", [.control("SegmentedControl"), .count], weight: 1
    ) {
      let control = $0.the(0, SegmentedControl.self)
      _ = (control.titleForSegment(at: $0.count(1)), control.isSelected(forSegment: $0.count(1)))
    },
  ]

  private static let modes = ValueList<SegmentedControl.SwitchTracking>([
    (.selectOne, ".selectOne"), (.selectAny, ".selectAny"), (.momentary, ".momentary"),
  ])

  private static let fields: [Operation] = [
    Operation("fieldDelegate", "$0.delegate = $1", [.control("TextField"), .delegateOrNil], weight: 3) {
      $0.the(0, TextField.self).delegate = $0.maybe(1, ScriptedDelegate.self)
    },
    Operation("setText", "$0.text = $1", [.control("TextField"), .word], weight: 1) {
      $0.the(0, TextField.self).text = $0.value(1, .words)
    },
    Operation("insertText", "$0.insertText($1)", [.control("TextField"), .word], weight: 3) {
      $0.the(0, TextField.self).insertText($0.value(1, .words))
    },
    Operation("deleteBackward", "$0.deleteBackward($0)", [.control("TextField")]) { $0.the(0, TextField.self).deleteBackward($0.the(0)) },
    Operation("newline", "$0.insertNewline($0)", [.control("TextField")]) { $0.the(0, TextField.self).insertNewline($0.the(0)) },
    Operation("clear", "$0.clear($0)", [.control("TextField")], weight: 1) { $0.the(0, TextField.self).clear($0.the(0)) },
    Operation("endEditing", "$0.endEditing($0)", [.control("TextField")]) { $0.the(0, TextField.self).endEditing($0.the(0)) },
    Operation(
      "typeText", "$0.sendAction(Action(\"insertText:forEvent:\"), to: nil, from: $1, for: TextEvent($2, timestamp: $0.now))",
      [.application, .anyTargetOrNil, .word]
    ) {
      let application = $0.the(0, Application.self)
      application.sendAction(
        Action("insertText:forEvent:"), to: nil, from: $0.object(1), for: TextEvent($0.value(2, .words), timestamp: application.now))
    },
  ]
}
