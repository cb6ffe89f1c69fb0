// The state of touches and recognizers in a sequence, which the arena changes.

/// The phase of a touch that its view has not got yet, because a recognizer delays it.
enum DelayedPhase: UInt8 {
  /// The view has got every phase.
  case none
  /// The view has not got the beginning (`delaysTouchesBegan`).
  case began
  /// The view has not got the end (`delaysTouchesEnded`).
  case ended
}

extension Touch {
  /// Releases the recognizers that see the touch.
  func releaseRecognizers() {
    let old = recognizers
    recognizers = []
    withExtendedLifetime(old) {}
  }
}

extension GestureRecognizer {
  /// Restores the state of a recognizer without touches.
  final func forgetSequence() {
    let old = touches
    current = .possible
    pending = nil
    endsWhenBegun = false
    touches = []
    seen.removeAll(keepingCapacity: true)
    bound = 0
    wait = nil
    refereeLink = BackReference(nil)
    due = nil
    withExtendedLifetime(old) {}
  }

  /// Removes a touch that has ended, so that it does not delay the reset any more.
  final func release(_ touch: Touch) {
    if bound > 0 { bound -= 1 }
    forget(touch)
  }

  /// Removes a touch from those that the recognizer sees; the touch delays the reset until it is released.
  final func forget(_ touch: Touch) {
    guard let index = touches.firstIndex(where: { $0 === touch }) else { return }
    if touches.count == 1 { lastCentroid = touch.location }
    // The caller retains the touch, so nothing is deallocated here.
    touches.remove(at: index)
  }
}
