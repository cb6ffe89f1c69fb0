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
