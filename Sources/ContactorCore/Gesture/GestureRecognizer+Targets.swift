extension GestureRecognizer {
  /// Adds a typed action of a target, which is not kept; a pair that is there already is not added again.
  ///
  /// The action takes nothing, or the recognizer (contract 9.4). It is called at each change of state but to failed
  /// and possible.
  public final func addTarget<Target: AnyObject>(_ target: Target, action: TypedAction<Target>) {
    targets.add(target, action.action)
  }

  /// Adds an action by its name: of a target whose class lists it, or, for `nil`, of whoever does it first in the
  /// application's search order from the recognizer's view.
  ///
  /// - Throws: `ActionError` with the names that the class does list, where this is none of them.
  public final func addTarget(_ target: (any ActionTarget)?, action name: ActionName) throws(ActionError) {
    if let target {
      targets.add(target, try type(of: target).action(named: name))
    } else if name.form != nil {
      targets.add(nil, Action(name))
    } else {
      throw ActionError(code: .malformedName, name: name, targetType: "", known: [])
    }
  }

  /// Adds a closure; one of the same identifier is replaced and keeps its place.
  ///
  /// The closure is kept: capture weakly what owns the recognizer's view.
  public final func addAction(_ identifier: ActionIdentifier, _ body: @escaping (GestureRecognizer) -> Void) {
    targets.add(identifier, body)
  }

  /// Removes the entries of a target and action; `nil` means all targets, all actions, and with both closures, too.
  public final func removeTarget(_ target: AnyObject?, action name: ActionName?) {
    targets.remove(target, name)
  }

  /// Removes a closure.
  public final func removeAction(_ identifier: ActionIdentifier) {
    targets.remove(identifier)
  }

  /// Calls what was registered, in order; what is added or removed meanwhile counts from the next call on.
  final func sendActions(in application: Application) {
    let entries = targets.entries
    for entry in entries {
      switch entry {
      case .closure(_, let body): body(self)
      case .target(let reference, let action):
        guard let target = reference.target else {
          targets.sweep()
          continue
        }
        application.sendAction(action, to: target, from: self, for: application.event)
      case .chain(let action):
        let found = application.target(forAction: action.name, to: nil, from: view)
        application.sendAction(action, to: found, from: self, for: application.event)
      }
    }
  }
}
