// What a touch and a recognizer know of the sequence that they are in; the arena changes it.

/// What a touch's view has not seen yet, because a recognizer wants to decide first.
enum KeptBack: UInt8 {
  /// It has seen everything.
  case nothing
  /// It has not seen that the touch began (`delaysTouchesBegan`).
  case began
  /// It has not seen that the touch ended (`delaysTouchesEnded`).
  case end
}

extension Touch {
  /// Forgets the recognizers that see the touch.
  func letGoOfRecognizers() {
    let old = recognizers
    recognizers = []
    withExtendedLifetime(old) {}
  }
}

extension GestureRecognizer {
  /// Goes back to where no finger is down.
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

  /// Forgets a touch that has ended.
  final func release(_ touch: Touch) {
    if bound > 0 { bound -= 1 }
    forget(touch)
  }

  /// Sees a touch no longer; it keeps the recognizer from being reset until it is released.
  final func forget(_ touch: Touch) {
    guard let index = touches.firstIndex(where: { $0 === touch }) else { return }
    if touches.count == 1 { lastCentroid = touch.location }
    // The caller keeps the touch, so nothing dies here.
    touches.remove(at: index)
  }
}
