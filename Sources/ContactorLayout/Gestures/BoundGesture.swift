package import ContactorCore

/// A gesture of a layout with its recognizer, as whose delegate it refuses touches outside its region and allows simultaneous
/// gestures.
package final class BoundGesture: GestureRecognizerDelegate {
  package let gesture: LayoutGesture
  package let recognizer: GestureRecognizer
  /// Called for touches that began outside the gesture's region.
  package var refused: ((Touch) -> Void)?

  /// The names of the gestures that may go on beside this one.
  private let companions: Set<String>

  private var steps: PanStepActions

  /// Makes the recognizer; add it to the gesture's view.
  ///
  /// - Parameter lateness: how much later than the fingers the ends of its touches come.
  package init(_ gesture: LayoutGesture, _ tuning: LayoutTuning, lateness: Duration = .zero) {
    self.gesture = gesture
    steps = PanStepActions(gesture.bindings)
    companions = if case .with(let ids) = gesture.simultaneous { Set(ids) } else { [] }
    recognizer = gesture.makeRecognizer(tuning, lateness: lateness)
    recognizer.delegate = self
  }

  package func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
    guard let region = gesture.region, !region.contains(touch.location(in: recognizer.view)) else { return true }
    refused?(touch)
    return false
  }

  package func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool {
    gesture.simultaneous == .withAll || companions.contains(other.name)
  }

  /// The names of a state, as layouts bind actions to it; the last is the one that the log writes.
  package func names(of state: GestureRecognizer.State) -> [String] {
    switch state {
    case .possible: []
    case .began: ["began"]
    case .changed: ["changed"]
    case .ended: recognizer.isDiscrete || !gesture.kind.isContinuous ? ["recognized"] : ["recognized", "ended"]
    case .cancelled: ["cancelled"]
    case .failed: ["failed"]
    }
  }

  /// The actions that are bound to a state, in the order of the file, with the names that they are bound to and their places in the list.
  func actions(in state: GestureRecognizer.State) -> [(state: String, index: Int, step: ActionStep)] {
    let names = names(of: state)
    return gesture.bindings.filter { names.contains($0.event) }.flatMap { binding in
      binding.steps.enumerated().filter { $0.element.timing.steps == nil }.map { (binding.event, $0, $1) }
    }
  }

  /// Whether a state may have made steps: the movement up to it counts, also that with which the gesture begins or ends.
  func makesSteps(in state: GestureRecognizer.State) -> Bool { !steps.isEmpty && (state.isUnderWay || state == .ended) }

  /// The steps since the last call, or since the gesture's fingers touched down.
  func takeSteps() -> [PanStepActions.Steps] {
    guard let pan = recognizer as? PanGestureRecognizer else { return [] }
    if pan.state == .began { steps.reset() }
    return steps.move(to: pan.translation(in: nil)) { pan.points($0) }
  }

  // MARK: Measures

  /// The gesture's measures now, in the order of the log; places and translations in points of the window.
  package var values: [(name: PlaceholderTemplate.Placeholder, value: PlaceholderValues.Value)] {
    var values: [(name: PlaceholderTemplate.Placeholder, value: PlaceholderValues.Value)] = []
    forEachValue { values.append(($0, $1)) }
    return values
  }

  /// Calls the body with each of the values.
  func forEachValue(_ body: (PlaceholderTemplate.Placeholder, PlaceholderValues.Value) -> Void) {
    switch recognizer {
    case let pan as PanGestureRecognizer:
      let (way, speed) = (pan.translation(in: nil), pan.velocity(in: nil))
      body(.dx, .number(way.x))
      body(.dy, .number(way.y))
      body(.vx, .number(speed.x))
      body(.vy, .number(speed.y))
    case let pinch as PinchGestureRecognizer:
      body(.scale, .number(pinch.scale))
      body(.velocity, .number(pinch.velocity))
    case let rotation as RotationGestureRecognizer:
      body(.radians, .number(rotation.rotation))
      body(.velocity, .number(rotation.velocity))
    case let swipe as SwipeGestureRecognizer:
      body(.direction, .text(swipe.recognizedDirection?.description ?? ""))
    case let stroke as StrokeGestureRecognizer:
      body(.shape, .text(stroke.match?.name ?? ""))
      body(.score, .number(stroke.match?.score ?? 0))
    default:
      let place = recognizer.location(in: nil)
      body(.x, .number(place.x))
      body(.y, .number(place.y))
      guard let tap = recognizer as? TapGestureRecognizer, tap.numberOfTapsRequired > 1 else { return }
      body(.taps, .number(Double(tap.numberOfTapsRequired)))
    }
  }

  /// The values of placeholders in an action of the state.
  func placeholders(in state: String) -> PlaceholderValues {
    let place = recognizer.location(in: nil)
    var values = PlaceholderValues(control: gesture.id, event: state, x: place.x, y: place.y)
    for (name, value) in self.values { values.measures[name] = value }
    values.measures[.touches] = .number(Double(max(recognizer.touchIDs.count, recognizer.numberOfTouches)))
    return values
  }
}
