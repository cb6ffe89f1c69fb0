extension GestureRecognizer {
  /// Adds a typed action of a target, which is held weakly; a pair that was added before is not added again.
  ///
  /// The action takes nothing, or the recognizer (contract 9.4). It is called at each change of state except to failed and possible.
  public final func addTarget<Target: AnyObject>(_ target: Target, action: TypedAction<Target>) {
    add(target, action.action)
  }

  /// Adds an action by its name: of a target whose class lists the name, or, for `nil`, of the first object that performs it in the
  /// application's search order from the recognizer's view.
  ///
  /// - Throws: `ActionError` with the names that the class lists, if it does not list this one.
  public final func addTarget(_ target: (any ActionTarget)?, action name: ActionName) throws(ActionError) {
    if let target {
      add(target, try type(of: target).action(named: name))
    } else if name.form != nil {
      add(nil, Action(name))
    } else {
      throw ActionError(code: .malformedName, name: name, targetType: "", known: [])
    }
  }

  /// Adds a closure; it replaces the closure with the same identifier and takes its place.
  ///
  /// The recognizer retains the closure: capture the owner of the recognizer's view weakly.
  public final func addAction(_ identifier: ActionIdentifier, _ body: @escaping (GestureRecognizer) -> Void) {
    let action = Action(identifier, for: self) { recognizer, _ in body(recognizer) }
    change { $0.add(closure: action, identifier, for: .allEvents) }
  }

  private func add(_ target: AnyObject?, _ action: Action) {
    change { $0.add(target, action, for: .allEvents) }
  }

  /// Removes the entries of a target and action; `nil` stands for all targets, all actions, and both `nil` for closures, too.
  public final func removeTarget(_ target: AnyObject?, action name: ActionName?) {
    change { $0.remove(target, name, for: .allEvents) }
  }

  /// Removes a closure.
  public final func removeAction(identifiedBy identifier: ActionIdentifier) {
    change { $0.remove(identifier, for: .allEvents) }
  }

  /// Calls the registered actions, in order; a change of the registrations affects the next call.
  final func sendActions(in application: Application) {
    let entries = table.entries
    var hasDead = false
    for entry in entries {
      guard let action = entry.action else { continue }
      if !entry.target.isEmpty {
        guard let target = entry.target.object else {
          hasDead = true
          continue
        }
        application.sendAction(action, to: target, from: self, for: application.event)
      } else if action.isClosure {
        application.sendAction(action, to: nil, from: self, for: application.event)
      } else {
        // The search begins at the recognizer's view; the recognizer is the sender.
        let found = application.target(forAction: action.name, to: nil, from: view)
        application.sendAction(action, to: found, from: self, for: application.event)
      }
    }
    if hasDead { change { $0.sweep() } }
  }
}

extension GestureRecognizer: ActionOwner {}

extension GestureRecognizer: ActionSending {}

extension ActionSending where Self: GestureRecognizer {
  /// Adds a closure that is called at each change of state except to failed and possible: `pan.on { pan in … }`.
  ///
  /// The recognizer retains the closure: capture the owner of the recognizer's view weakly.
  ///
  /// - Returns: a token that removes the closure; the closure stays if the token is dropped.
  @discardableResult
  public func on(_ body: @escaping (Self) -> Void) -> ActionToken {
    let action = Action("closure", for: self) { recognizer, _ in body(recognizer) }
    change { $0.append(action, for: .allEvents) }
    return ActionToken(action, of: self)
  }
}

// MARK: - Delegate and requirements

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
