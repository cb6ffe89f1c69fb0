/// Sees what the engine does, in order: for logs, recordings and tests.
///
/// It must not change what it is shown.
public protocol EngineObserver: AnyObject {
  /// A touch changed; called for every touch of a delivery in ascending phase, before its views get it.
  func touchChanged(_ touch: Touch)
  /// A control sends control events as one delivery; `touch` is `nil` where no touch is behind it.
  func control(_ control: Control, sends events: Control.Events, touch: Touch?)
  /// An action was sent for the named control events; `handled` says whether someone did it.
  func actionSent(_ action: Action, to target: AnyObject?, from sender: AnyObject?, for events: Control.Events, handled: Bool)
  /// An action without a target was done by nobody.
  func unhandled(_ action: UnhandledAction)
  /// A device did something it should not have.
  func anomaly(_ anomaly: Anomaly)
  /// A recognizer's state changed, to failed too, but not back to possible; called before its actions.
  func gesture(_ recognizer: GestureRecognizer, changedTo state: GestureRecognizer.State, at time: Timestamp)
  /// A recognizer decided for this sequence, once: it was recognized, or it failed.
  func gestureDecided(_ recognizer: GestureRecognizer, _ reason: GestureReason)
  /// The verifier found a broken promise (debug builds).
  func violation(_ violation: StreamVerifier.Violation)
}

extension EngineObserver {
  /// Does nothing.
  public func unhandled(_ action: UnhandledAction) {}

  /// Does nothing.
  public func gesture(_ recognizer: GestureRecognizer, changedTo state: GestureRecognizer.State, at time: Timestamp) {}

  /// Does nothing.
  public func gestureDecided(_ recognizer: GestureRecognizer, _ reason: GestureReason) {}
}
