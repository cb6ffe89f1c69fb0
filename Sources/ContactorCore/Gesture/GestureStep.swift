/// What a recognizer's state machine wants after an input.
///
/// A machine is a value: a touch or a moment goes in, a step comes out, and `GestureRecognizer.apply(_:)` carries it
/// out. So a machine can be tested without an engine.
public enum GestureStep: Hashable, Sendable {
  /// Nothing yet.
  case wait
  /// A continuous gesture begins.
  case begin
  /// A continuous gesture goes on.
  case change
  /// A discrete gesture is recognized, or a continuous one ends.
  case recognize
  /// A continuous gesture is broken off; one that has not begun fails.
  case cancel
  /// The touches are not this gesture.
  case fail(GestureReason.Cause)
}
