import ContactorControls
import ContactorCore
@testable import ContactorLayout
import Testing

/// The properties of views that a layout does not state.
@Suite("What a layout leaves to its views")
struct LayoutViewDefaultsTests {
  private static let frame = Rect(x: 0, y: 0, width: 300, height: 200)

  /// A view of a kind as its class makes it.
  private static func plain(_ kind: LayoutKind) -> View {
    switch kind {
    case .view: View(frame: frame)
    case .button: Button(frame: frame)
    case .switch: Switch(frame: frame)
    case .slider: Slider(frame: frame)
    case .stepper: Stepper(frame: frame)
    case .segments: SegmentedControl(frame: frame)
    case .pages: PageControl(frame: frame)
    case .textField: TextField(frame: frame)
    case .textView: TextView(frame: frame)
    case .knob: Knob(frame: frame)
    case .progress: ProgressView(frame: frame)
    case .picker: PickerView(frame: frame)
    case .popUp: PopUpButton(frame: frame)
    case .matrix: Matrix(frame: frame)
    case .scroll: ScrollView(frame: frame)
    case .table: TableView(frame: frame)
    case .keyboard: Keyboard(frame: frame)
    case .dialPad: DialPad(frame: frame)
    case .pinField: PINField(frame: frame)
    }
  }

  /// The properties that both a class and a layout may set, in words.
  private static func properties(of view: View) -> [String] {
    var words = [
      "multiple \(view.isMultipleTouchEnabled)", "exclusive \(view.isExclusiveTouch)", "hidden \(view.isHidden)", "alpha \(view.alpha)",
      "touches \(view.isUserInteractionEnabled)", "hint \(view.accessibilityHint ?? "-")",
    ]
    if let control = view as? Control {
      words += ["enabled \(control.isEnabled)", "outset \(String(describing: control.trackingOutset))"]
    }
    switch view {
    case let slider as Slider:
      words += ["\(slider.isContinuous) \(slider.isVertical) \(slider.numberOfTickMarks) \(slider.stepValue ?? -1) \(slider.snapsToSteps)"]
      words += ["\(slider.minimumValue) \(slider.maximumValue) \(slider.value) \((slider as? Knob)?.isEndless ?? false)"]
    case let stepper as Stepper:
      words += ["\(stepper.isContinuous) \(stepper.wraps) \(stepper.autorepeat) \(stepper.minimumValue) \(stepper.maximumValue)"]
      words += ["\(stepper.stepValue) \(String(describing: stepper.repeatDelay)) \(String(describing: stepper.repeatInterval))"]
    case let scroll as ScrollView:
      words += ["\(scroll.isPagingEnabled) \(scroll.minimumZoomScale) \(scroll.maximumZoomScale)"]
      if let table = scroll as? TableView { words += ["\(table.rowHeight) \(table.allowsSelection) \(table.allowsMultipleSelection)"] }
    case let keyboard as Keyboard: words += ["\(keyboard.followsFirstResponder) \(keyboard.isSecure)"]
    case let field as PINField: words += ["\(field.digitCount) \(field.isSecure)"]
    case let segments as SegmentedControl: words += ["\(segments.trackingMode)"]
    case let pages as PageControl: words += ["\(pages.currentPage)"]
    case let text as TextControl: words += ["\(text.isSecure)"]
    default: break
    }
    return words
  }

  @Test("2.5 a view of a layout keeps what its class sets, unless the layout states it", arguments: LayoutKind.allCases)
  func defaults(_ kind: LayoutKind) throws {
    let stage = try SessionStage("screen: {size: [400, 300]}\nviews: [{id: v, kind: \(kind), frame: [0, 0, 300, 200]}]\n")
    let view = try #require(stage.session.responders["v"] as? View)
    #expect(Self.properties(of: view) == Self.properties(of: Self.plain(kind)))
    for value in [true, false] {
      let stated = "{id: v, kind: \(kind), frame: [0, 0, 300, 200], multipleTouch: \(value), exclusiveTouch: \(value)}"
      let stage = try SessionStage("screen: {size: [400, 300]}\nviews: [\(stated)]\n")
      let view = try #require(stage.session.responders["v"] as? View)
      #expect(view.isMultipleTouchEnabled == value && view.isExclusiveTouch == value)
    }
  }

  @Test("2.5 the second key of roll-over typing counts, on every layout keyboard", arguments: ["keyboard, type: pin", "dialPad"])
  func rollOver(_ kind: String) throws {
    let event = kind == "dialPad" ? ", on: {valueChanged: {emit: \"{value}\"}}" : ""
    let stage = try SessionStage(
      """
      screen: {size: [400, 400]}
      views:
        - {id: text, kind: textField, frame: [0, 360, 400, 40], on: {editingChanged: {emit: "{value}"}}}
        - {id: keys, kind: \(kind), frame: [0, 0, 400, 320]\(event)}

      """)
    stage.tap(100, 380)
    stage.wait(1_000_000)
    stage.touch(.began, 60, 40, id: 1)
    stage.touch(.began, 200, 40, id: 2)
    stage.touch(.ended, 60, 40, id: 1)
    stage.touch(.ended, 200, 40, id: 2)
    #expect(stage.lines.compactMap { $0.firstMatch(of: /"emit":"(\d+)"/).map { String($0.1) } } == ["1", "12"])
  }
}
