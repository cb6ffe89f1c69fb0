import ContactorCore

/// A gesture of a layout with its recognizer: it says which touches count, and which other gestures may go on beside it.
final class GestureAtWork: GestureRecognizerDelegate {
  let gesture: LayoutGesture
  let recognizer: GestureRecognizer
  /// Told of touches that began outside the gesture's region.
  var refused: ((Touch) -> Void)?

  /// Makes the recognizer; add it to the gesture's view.
  init(_ gesture: LayoutGesture, _ tuning: LayoutTuning) {
    self.gesture = gesture
    recognizer = gesture.makeRecognizer(tuning)
    recognizer.delegate = self
  }

  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
    guard let region = gesture.region, !region.contains(touch.location(in: recognizer.view)) else { return true }
    refused?(touch)
    return false
  }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool {
    switch gesture.simultaneous {
    case .withAll: true
    case .with(let ids): ids.contains(other.name)
    }
  }

  /// The names of a state, as layouts bind actions to it; the last is the one that the log writes.
  func names(of state: GestureRecognizer.State) -> [String] {
    switch state {
    case .possible: []
    case .began: ["began"]
    case .changed: ["changed"]
    case .ended: recognizer.isDiscrete || !gesture.kind.isContinuous ? ["recognized"] : ["recognized", "ended"]
    case .cancelled: ["cancelled"]
    case .failed: ["failed"]
    }
  }

  /// The actions that are bound to a state, in the order of the file, with the names that they are bound to.
  func actions(in state: GestureRecognizer.State) -> [(state: String, action: LayoutAction)] {
    let names = names(of: state)
    return gesture.bindings.filter { names.contains($0.event) }.flatMap { binding in
      binding.actions.map { (binding.event, $0) }
    }
  }

  // MARK: Measures

  /// What the gesture measures now, in the order in which the log tells it; places and ways in points of the window.
  var values: [(name: PlaceholderTemplate.Placeholder, value: PlaceholderValues.Value)] {
    let place = recognizer.location(in: nil)
    let here: [(PlaceholderTemplate.Placeholder, PlaceholderValues.Value)] = [(.x, .number(place.x)), (.y, .number(place.y))]
    switch recognizer {
    case let pan as PanGestureRecognizer:
      let (way, speed) = (pan.translation(in: nil), pan.velocity(in: nil))
      return [(.dx, .number(way.x)), (.dy, .number(way.y)), (.vx, .number(speed.x)), (.vy, .number(speed.y))]
    case let pinch as PinchGestureRecognizer:
      return [(.scale, .number(pinch.scale)), (.velocity, .number(pinch.velocity))]
    case let rotation as RotationGestureRecognizer:
      return [(.radians, .number(rotation.rotation)), (.velocity, .number(rotation.velocity))]
    case let swipe as SwipeGestureRecognizer:
      return [(.direction, .text(swipe.recognizedDirection?.description ?? ""))]
    case let stroke as StrokeGestureRecognizer:
      return [(.shape, .text(stroke.match?.name ?? "")), (.score, .number(stroke.match?.score ?? 0))]
    case let tap as TapGestureRecognizer where tap.numberOfTapsRequired > 1:
      return here + [(.taps, .number(Double(tap.numberOfTapsRequired)))]
    default: return here
    }
  }

  /// What placeholders stand for in an action of the state.
  func placeholders(in state: String) -> PlaceholderValues {
    let place = recognizer.location(in: nil)
    var values = PlaceholderValues(control: gesture.id, event: state, x: place.x, y: place.y)
    for (name, value) in self.values { values.measures[name] = value }
    values.measures[.touches] = .number(Double(max(recognizer.touchIDs.count, recognizer.numberOfTouches)))
    return values
  }
}
