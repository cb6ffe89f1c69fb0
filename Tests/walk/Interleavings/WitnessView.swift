import ContactorCore

/// A plain view that tells of its touches.
final class WitnessView: View {
  /// Called with the phase's name and its touches.
  var onTouches: (String, TouchSet) -> Void = { _, _ in }

  override func touchesBegan(_ touches: TouchSet, with event: Event?) { onTouches("began", touches) }

  override func touchesMoved(_ touches: TouchSet, with event: Event?) { onTouches("moved", touches) }

  override func touchesEnded(_ touches: TouchSet, with event: Event?) { onTouches("ended", touches) }

  override func touchesCancelled(_ touches: TouchSet, with event: Event?) { onTouches("cancelled", touches) }
}
