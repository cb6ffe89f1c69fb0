import ContactorControls
import ContactorCore

/// Makes the views that a layout describes.
struct LayoutBuilder {
  /// The thresholds that hold in each view, by its id.
  let tunings: [String: LayoutTuning]
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
    for view in layout.views { window.addSubview(build(view)) }
    return window
  }

  private func build(_ description: LayoutView) -> View {
    let view = description.makeView()
    view.identifier = description.id
    name(description.id, view)
    view.isHidden = description.isHidden
    view.alpha = description.alpha
    view.isMultipleTouchEnabled = description.isMultipleTouchEnabled
    view.isExclusiveTouch = description.isExclusiveTouch
    if let control = view as? Control { configure(control, description) }
    for child in description.subviews { view.addSubview(build(child)) }
    return view
  }

  private func configure(_ control: Control, _ description: LayoutView) {
    control.isEnabled = description.isEnabled
    let tuning = tunings[description.id] ?? LayoutTuning()
    control.trackingOutset = description.trackingOutset.map(Distance.init) ?? tuning.distance("trackingOutset")
    if let stepper = control as? Stepper {
      stepper.repeatDelay = tuning.time("repeatDelay")
      stepper.repeatInterval = tuning.time("repeatInterval")
    }
    for binding in description.bindings { bind(control, binding) }
  }
}
