/// Has a say in what a recognizer does (contract 9.3); every method has a default, so implement those you need.
public protocol GestureRecognizerDelegate: AnyObject {
  /// Asked when the recognizer is about to begin or to be recognized; false makes it fail.
  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool
  /// Asked for each new touch in the recognizer's view; false keeps the touch from it.
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool
  /// Asked when one of the two would prevent the other; true of either one's delegate lets both go on.
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool
  /// Asked when the recognizer is about to begin while the other is still possible; true makes it wait.
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer) -> Bool
  /// Asked when the other is about to begin while the recognizer is still possible; true makes the other wait.
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer) -> Bool
}

extension GestureRecognizerDelegate {
  /// Lets it begin.
  public func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }

  /// Lets it have the touch.
  public func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool { true }

  /// Lets only one of the two go on.
  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { false }

  /// Does not make it wait.
  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
  ) -> Bool { false }

  /// Does not make the other wait.
  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
  ) -> Bool { false }
}

extension GestureRecognizer {
  /// Has this recognizer wait until another has failed; the other is not kept (contract 9.3).
  ///
  /// While the other is possible and has touches, this one stays possible; if the other is recognized with a touch of this one,
  /// it fails.
  public final func require(toFail other: GestureRecognizer) {
    failureRequirements.removeAll { $0.object == nil || $0.refers(to: other) }
    failureRequirements.append(Weak(other))
  }

  /// Whether this recognizer has to wait for the other, for whatever reason.
  final func requiresFailure(of other: GestureRecognizer) -> Bool {
    for reference in failureRequirements where reference.refers(to: other) { return true }
    if shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: self) { return true }
    if let delegate, delegate.gestureRecognizer(self, shouldRequireFailureOf: other) { return true }
    return other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) ?? false
  }

  /// Whether this recognizer, being recognized, makes the other fail.
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
