import ContactorControls
import ContactorCore

/// Makes the views that a layout describes.
struct LayoutBuilder {
  /// The thresholds that hold in each view, by its id.
  let tunings: [String?: LayoutTuning]
  /// Called for each control and each of its bindings.
  let bind: (Control, LayoutBinding) -> Void
  /// Called for each view and window with the id that the layout gives it.
  let name: (String, Responder) -> Void

  /// A window with all views in it.
  func window(for layout: LayoutWindow) -> Window {
    let window = Window(frame: Rect(origin: .zero, size: layout.screen.size))
    // The log's name for the screen of a layout that has only one.
    window.identifier = layout.id == LayoutWindow.main ? "root" : layout.id
    // Fingers on different controls are one screen's; the screen itself has no single-touch habit.
    window.isMultipleTouchEnabled = true
    name(layout.id, window)
    for view in layout.views { window.addSubview(build(view, isSecure: false)) }
    return window
  }

  /// - Parameter isSecure: whether a view around it is secure.
  private func build(_ description: LayoutView, isSecure: Bool) -> View {
    let view = description.makeView()
    let isSecure = isSecure || description.isSecure
    // Secrets are not copied, not given to accessibility, and not typed into a text that shows them.
    if isSecure {
      (view as? TextControl)?.isSecure = true
      (view as? Keyboard)?.isSecure = true
    }
    view.identifier = description.id
    name(description.id, view)
    view.accessibilityLabel = description.title
    view.accessibilityHint = description.hint
    view.isHidden = description.isHidden
    view.alpha = description.alpha
    // The classes of keyboards set that themselves.
    if let isMultiple = description.isMultipleTouchEnabled { view.isMultipleTouchEnabled = isMultiple }
    if let isExclusive = description.isExclusiveTouch { view.isExclusiveTouch = isExclusive }
    if let control = view as? Control { configure(control, description) }
    for child in description.subviews { view.addSubview(build(child, isSecure: isSecure)) }
    return view
  }

  private func configure(_ control: Control, _ description: LayoutView) {
    control.isEnabled = description.isEnabled
    let tuning = tunings[description.id] ?? LayoutTuning()
    if let outset = description.trackingOutset.map(Distance.init) ?? tuning.distance("trackingOutset") { control.trackingOutset = outset }
    if let stepper = control as? Stepper {
      stepper.repeatDelay = tuning.time("repeatDelay")
      stepper.repeatInterval = tuning.time("repeatInterval")
    }
    for binding in description.bindings { bind(control, binding) }
  }
}

extension LayoutView {
  /// A new view of the kind with its value; what all views have is set by the builder.
  func makeView() -> View {
    switch kind {
    case .view: return ContainerView(frame: frame)
    case .button: return Button(frame: frame)
    case .switch: return makeSwitch()
    case .slider: return makeSlider()
    case .stepper: return makeStepper()
    case .segments: return makeSegments()
    case .pages: return makePages()
    case .textField: return makeTextField()
    default: return makeLargerView()
    }
  }

  private func makeSwitch() -> View {
    let view = Switch(frame: frame)
    if case .toggle(let isOn)? = value { view.isOn = isOn }
    return view
  }

  private func makeSlider() -> View {
    let view = Slider(frame: frame)
    if case .range(let minimum, let maximum, let value)? = value {
      view.maximumValue = maximum
      view.minimumValue = minimum
      view.value = value
    }
    view.isContinuous = isContinuous
    view.isVertical = isVertical
    view.numberOfTickMarks = numberOfTickMarks
    return view
  }

  private func makeStepper() -> View {
    let view = Stepper(frame: frame)
    if case .steps(let minimum, let maximum, let value, let step)? = value {
      view.maximumValue = maximum
      view.minimumValue = minimum
      view.value = value
      view.stepValue = step
    }
    view.isContinuous = isContinuous
    view.wraps = wraps
    view.autorepeat = autorepeat
    return view
  }

  private func makeSegments() -> View {
    let view = SegmentedControl(frame: frame)
    if case .choice(let titles, let selected)? = value {
      for (index, title) in titles.enumerated() { view.insertSegment(withTitle: title, at: index) }
      view.selectedSegmentIndex = selected ?? SegmentedControl.noSegment
    }
    if isMomentary { view.trackingMode = .momentary }
    return view
  }

  private func makePages() -> View {
    let view = PageControl(frame: frame)
    if case .pages(let count, let page)? = value {
      view.numberOfPages = count
      view.currentPage = page
    }
    return view
  }

  private func makeTextField() -> View {
    let view = TextField(frame: frame)
    if case .text(let text)? = value { view.text = text }
    return view
  }
}

extension Control {
  /// The value that `{value}` stands for: a number or a text; `nil` for controls without one.
  package var placeholderValue: PlaceholderValues.Value? {
    switch self {
    case let control as Slider: .number(control.value)
    case let control as Switch: .number(control.isOn ? 1 : 0)
    case let control as Stepper: .number(control.value)
    case let control as SegmentedControl: .number(Double(control.selectedSegmentIndex))
    case let control as PageControl: .number(Double(control.currentPage))
    case let control as TextField: .text(control.text)
    case let control as PickerView: .text(control.shownTitles)
    case let control as PopUpButton: .text(control.titleOfSelectedItem ?? "")
    case let control as Matrix: .text(control.selectedCells.map(\.title).joined(separator: " "))
    case is Button: nil
    case let control as any ValueHolding: .text(control.stringValue)
    default: nil
    }
  }
}

extension PickerView {
  /// The titles of the selected rows, with a blank between.
  fileprivate var shownTitles: String {
    (0..<numberOfComponents).compactMap { title(forRow: selectedRow(inComponent: $0), inComponent: $0) }.joined(separator: " ")
  }
}
