// refused: main actor-isolated initializer 'init(frame:)' has different actor isolation from nonisolated overridden declaration
// flags: -default-isolation MainActor
// A control of the main actor by the module's default; it needs `nonisolated`.
import ContactorCore

final class Knob: Control {
  var turns = 0
}
