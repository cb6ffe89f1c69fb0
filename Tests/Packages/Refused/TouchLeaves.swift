// refused: sending 'touch' risks causing data races
// A touch handed to the main actor; its values can be.
import ContactorCore

@MainActor final class Model {
  var last: Touch?
}

final class Knob: Control {
  private let model: Model

  init(model: Model) {
    self.model = model
    super.init(frame: .zero)
  }

  override func beginTracking(_ touch: Touch, with event: Event?) -> Bool {
    MainActor.assumeIsolated { [model] in model.last = touch }
    return true
  }
}
