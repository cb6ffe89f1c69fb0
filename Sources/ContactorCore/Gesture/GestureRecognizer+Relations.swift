extension GestureRecognizer {
  /// Has this recognizer wait until another has failed; the other is not kept (contract 9.3).
  ///
  /// While the other is possible and has touches, this one stays possible; if the other is recognized, it fails.
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
