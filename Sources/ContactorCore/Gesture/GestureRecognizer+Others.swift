/// An object that influences a recognizer's decisions (contract 9.3); every method has a default.
public protocol GestureRecognizerDelegate: AnyObject {
  /// Asked when the recognizer is about to begin or to be recognized; return false to make it fail.
  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool
  /// Asked for each new touch in the recognizer's view; return false to keep the touch from it.
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool
  /// Asked when one of the two would prevent the other; if either one's delegate returns true, both continue.
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool
  /// Asked when the recognizer is about to begin while the other is still possible; return true to make it wait.
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer) -> Bool
  /// Asked when the other is about to begin while the recognizer is still possible; return true to make the other wait.
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer) -> Bool
}

extension GestureRecognizerDelegate {
  /// Lets the recognizer begin.
  public func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }

  /// Lets the recognizer receive the touch.
  public func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool { true }

  /// Lets only one of the two continue.
  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { false }

  /// Does not make the recognizer wait.
  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
  ) -> Bool { false }

  /// Does not make the other wait.
  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
  ) -> Bool { false }
}

extension GestureRecognizer {
  /// Makes this recognizer wait until another has failed; the other is held weakly (contract 9.3).
  ///
  /// While the other is possible and has touches, this one stays possible. If the other is recognized with a touch of this one, this one
  /// fails.
  public final func require(toFail other: GestureRecognizer) {
    guard !mustFailFirst(other) else { return }
    // Recognizers that have died go when the table would grow, so that n calls cost O(n).
    if failureRequirements.count == failureRequirements.capacity {
      failureRequirements = failureRequirements.filter { $0.value.object != nil }
    }
    failureRequirements[ObjectIdentifier(other)] = Weak(other)
  }

  /// Whether `require(toFail:)` was called with the other; O(1).
  private func mustFailFirst(_ other: GestureRecognizer) -> Bool {
    !failureRequirements.isEmpty && failureRequirements.index(forKey: ObjectIdentifier(other)) != nil
  }

  /// Whether this recognizer has to wait for the other to fail, by a requirement, an override or a delegate.
  final func requiresFailure(of other: GestureRecognizer) -> Bool {
    if mustFailFirst(other) { return true }
    if shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: self) { return true }
    if let delegate, delegate.gestureRecognizer(self, shouldRequireFailureOf: other) { return true }
    return other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) ?? false
  }

  /// Whether this recognizer makes the other fail by being recognized.
  final func prevents(_ other: GestureRecognizer) -> Bool {
    guard canPrevent(other), other.canBePrevented(by: self) else { return false }
    if let delegate, delegate.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) { return false }
    return !(other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self) ?? false)
  }

  /// Whether both have seen the same touch in this sequence.
  final func sharesTouch(with other: GestureRecognizer) -> Bool {
    for touch in seen where other.seen.contains(touch) { return true }
    return false
  }
}
