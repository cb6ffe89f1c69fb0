package import ContactorCore

/// A view whose content goes on with the velocity at which fingers leave it.
package protocol Flicked: View {
  /// Keeps the velocity of the moment at which a finger was lifted for the time after which the view learns of it (contract 11.9).
  func expectEnds(laterBy lateness: Duration)
}

extension ScrollView: Flicked {
  package func expectEnds(laterBy lateness: Duration) {
    // Those of a table that swipe and move its rows, too.
    for case let pan as PanGestureRecognizer in gestureRecognizers { pan.velocityStopTime = Tuning.velocityStop + lateness }
  }
}
