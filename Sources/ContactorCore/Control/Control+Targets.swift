extension Control {
  /// Adds a typed action of a target for control events (contract 5.1, 5.2).
  ///
  /// The target is not kept. A pair that is there already gets the events added and is not called twice.
  ///
  /// - Returns: why nothing was added, where the action's sender is of a class that this control is not (contract 5.11);
  ///   observers of the application are told, too. `nil` where all is well.
  @discardableResult
  public func addTarget<Target: AnyObject>(
    _ target: Target, action: TypedAction<Target>, for events: Events
  ) -> ActionError? {
    if let error = misfit(action.action, of: target) {
      application?.tell { $0.registrationRefused(error, by: self) }
      return error
    }
    add(target, action.action, for: events)
    return nil
  }

  /// Adds an action by its name: of a target whose class lists it, or, for `nil`, of whoever does it first in the
  /// application's search order (contract 6.1).
  ///
  /// - Throws: `ActionError` with the names that the class does list, where this is none of them, or with the sender that
  ///   the action takes, where this control is none: at once, not at the first touch (contract 5.7, 5.11).
  public func addTarget(
    _ target: (any ActionTarget)?, action name: ActionName, for events: Events
  ) throws(ActionError) {
    if let target {
      // The list is a user's code: it is asked before the table is touched.
      let action = try type(of: target).action(named: name)
      if let error = misfit(action, of: target) { throw error }
      add(target, action, for: events)
    } else if name.form != nil {
      add(nil, Action(name), for: events)
    } else {
      throw ActionError(code: .malformedName, name: name, targetType: "", known: [])
    }
  }

  private func add(_ target: AnyObject?, _ action: Action, for events: Events) {
    change { $0.add(target, action, for: events) }
  }

  private func misfit(_ action: Action, of target: AnyObject) -> ActionError? {
    action.accepts(sender: self) ? nil : .foreignSender(action, of: target, self)
  }

  /// Adds a closure; one of the same identifier is replaced and keeps its place.
  ///
  /// The closure is kept by the control: capture weakly what owns the control.
  public func addAction(
    _ identifier: ActionIdentifier, for events: Events,
    _ body: @escaping (Control, Event?) -> Void
  ) {
    let action = Action(identifier, for: self, closure: body)
    change { $0.add(closure: action, identifier, for: events) }
  }

  /// Takes events from the entries of a target and action; `nil` means all targets, all actions (contract 5.3).
  ///
  /// An entry without events left goes. With both `nil`, closures lose the events, too.
  public func removeTarget(_ target: AnyObject?, action name: ActionName?, for events: Events) {
    change { $0.remove(target, name, for: events) }
  }

  /// Takes events from a closure's entry; it goes when none are left.
  public func removeAction(identifiedBy identifier: ActionIdentifier, for events: Events = .allEvents) {
    change { $0.remove(identifier, for: events) }
  }

  /// The registrations that were made again, each pair once, in order (contract 5.2).
  public var duplicateRegistrations: [DuplicateRegistration] { table.duplicates }

  // MARK: Introspection (contract 5.4)

  /// A target of a control's table.
  public enum Target {
    /// An object.
    case object(AnyObject)
    /// Whoever does the action: the entry has no target.
    case chain
  }

  /// The targets of the table, each once, in the order in which they were added; dead ones are left out.
  public var allTargets: [Target] {
    var seen: Set<ObjectIdentifier> = []
    var hasChain = false
    return table.entries.compactMap { entry in
      if let target = entry.target.object {
        return seen.insert(ObjectIdentifier(target)).inserted ? .object(target) : nil
      }
      guard entry.isForChain, !hasChain else { return nil }
      hasChain = true
      return .chain
    }
  }

  /// Every event that something is registered for.
  public var allControlEvents: Events {
    table.entries.reduce(into: []) { if $1.isLive { $0.formUnion($1.events) } }
  }

  /// The names of a target's actions for an event, in order; `nil` where there is none, and always for a `nil` target.
  public func actions(forTarget target: AnyObject?, forControlEvent event: Events) -> [ActionName]? {
    guard let target else { return nil }
    let names = table.entries.filter { $0.isFor(target) && !$0.events.isDisjoint(with: event) }.compactMap(\.action?.name)
    return names.isEmpty ? nil : names
  }

  /// Calls the body with each live entry in order: its target (`nil` for closures), its name, and its events.
  ///
  /// What the body adds or removes is not among them.
  public func enumerateEventHandlers(_ body: (Target?, ActionName, Events) -> Void) {
    for entry in table.entries {
      guard let action = entry.action else { continue }
      if entry.target.isEmpty {
        body(action.isClosure ? nil : .chain, action.name, entry.events)
      } else if let target = entry.target.object {
        body(.object(target), action.name, entry.events)
      }
    }
  }
}

/// A class whose closures know it by its own class (contract 5.13).
public protocol ActionSending: AnyObject {}

extension Control: ActionSending {}

extension ActionSending where Self: Control {
  /// Adds a closure for control events; it is given the control: `slider.on(.valueChanged) { slider in … }`.
  ///
  /// The control keeps the closure: capture weakly what owns the control, and use the parameter for the control itself.
  ///
  /// - Returns: what takes the closure back; it stays if that is dropped.
  @discardableResult
  public func on(_ events: Control.Events, _ body: @escaping (Self) -> Void) -> ActionToken {
    let action = Action("closure", for: self) { control, _ in body(control) }
    change { $0.append(action, for: events) }
    return ActionToken(action, of: self)
  }

  /// Adds a closure for control events; it is given the control and the event, `nil` where no touch is behind it.
  @discardableResult
  public func on(_ events: Control.Events, _ body: @escaping (Self, Event?) -> Void) -> ActionToken {
    let action = Action("closure", for: self, closure: body)
    change { $0.append(action, for: events) }
    return ActionToken(action, of: self)
  }
}

extension Control: ActionOwner {}
