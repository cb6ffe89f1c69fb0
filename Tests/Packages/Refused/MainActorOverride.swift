// refused: sending 'self' risks causing data races
// A control of the main actor whose override changes it; the control needs to be of no actor.
import ContactorCore

@MainActor final class Knob: Control {
  private var turns = 0

  override func beginTracking(_ touch: Touch, with event: Event?) -> Bool {
    MainActor.assumeIsolated { turns += 1 }
    return true
  }
}
