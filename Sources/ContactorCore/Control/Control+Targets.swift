extension Control {
  /// Adds a typed action of a target for control events (contract 5.1, 5.2).
  ///
  /// The target is held weakly. If the pair of target and action has been added before, the events are added to it, and it is called once.
  ///
  /// - Returns: an error, and nothing was added, if the action wants a sender of a class that this control is not (contract 5.11);
  ///   observers of the application are notified, too. `nil` on success.
  @discardableResult
  public func addTarget<Target: AnyObject>(
    _ target: Target, action: TypedAction<Target>, for events: Events
  ) -> ActionError? {
    if let error = action.action.misfit(of: target, from: self) {
      application?.tell { $0.registrationRefused(error, by: self) }
      return error
    }
    add(target, action.action, for: events)
    return nil
  }

  /// Adds an action by its name: of a target whose class lists the name, or, for `nil`, of the first object in the application's search
  /// order that performs it (contract 6.1).
  ///
  /// - Throws: `ActionError` with the names that the class lists, if it does not list this one, or with the sender that the action wants,
  ///   if this control is none: at registration, not at the first touch (contract 5.7, 5.11).
  public func addTarget(
    _ target: (any ActionTarget)?, action name: ActionName, for events: Events
  ) throws(ActionError) {
    // The list of a target's actions is the user's code: it is read before the table is accessed.
    add(target, try Action.named(name, of: target, from: self), for: events)
  }

  private func add(_ target: AnyObject?, _ action: Action, for events: Events) {
    change { $0.add(target, action, for: events) }
  }

  /// Adds a closure; it replaces the closure with the same identifier and takes its place.
  ///
  /// The control retains the closure: capture the owner of the control weakly.
  public func addAction(
    _ identifier: ActionIdentifier, for events: Events,
    _ body: @escaping (Control, Event?) -> Void
  ) {
    let action = Action(identifier, for: self, closure: body)
    change { $0.add(closure: action, identifier, for: events) }
  }

  /// Removes events from the entries of a target and action; `nil` stands for all targets, all actions (contract 5.3).
  ///
  /// An entry without events is removed. If both are `nil`, closures lose the events, too.
  public func removeTarget(_ target: AnyObject?, action name: ActionName?, for events: Events) {
    change { $0.remove(target, name, for: events) }
  }

  /// Removes events from a closure's entry; an entry without events is removed.
  public func removeAction(identifiedBy identifier: ActionIdentifier, for events: Events = .allEvents) {
    change { $0.remove(identifier, for: events) }
  }

  // MARK: Introspection (contract 5.4)

  /// The target of an entry in a control's table.
  public enum Target {
    /// An object.
    case object(AnyObject)
    /// The responder chain: the entry has no target.
    case chain
  }

  /// The targets of the table, each once, in the order in which they were added; deallocated ones are left out.
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

  /// Every event for which an action is registered.
  public var allControlEvents: Events {
    table.entries.reduce(into: []) { if $1.isLive { $0.formUnion($1.events) } }
  }

  /// The names of a target's actions for an event, in order; `nil` if there is none, and always for a `nil` target.
  public func actions(forTarget target: AnyObject?, forControlEvent event: Events) -> [ActionName]? {
    guard let target else { return nil }
    let names = table.entries.filter { $0.isFor(target) && !$0.events.isDisjoint(with: event) }.compactMap(\.action?.name)
    return names.isEmpty ? nil : names
  }

  /// Calls the body with each live entry in order: its target (`nil` for a closure), its name, and its events.
  ///
  /// Entries that the body adds or removes do not affect the enumeration.
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

/// An object that sends actions; its closures get the sender with its own class (contract 5.13).
public protocol ActionSending: AnyObject {}

extension Control: ActionSending {}

extension ActionSending where Self: Control {
  /// Adds a closure for control events, which gets the control: `slider.on(.valueChanged) { slider in … }`.
  ///
  /// The control retains the closure: capture the owner of the control weakly, and use the parameter for the control itself.
  ///
  /// - Returns: a token that removes the closure; the closure stays if the token is dropped.
  @discardableResult
  public func on(_ events: Control.Events, _ body: @escaping (Self) -> Void) -> ActionToken {
    let action = Action("closure", for: self) { control, _ in body(control) }
    change { $0.append(action, for: events) }
    return ActionToken(action, of: self)
  }

  /// Adds a closure for control events, which gets the control and the event; the event is `nil` if no touch caused the delivery.
  @discardableResult
  public func on(_ events: Control.Events, _ body: @escaping (Self, Event?) -> Void) -> ActionToken {
    let action = Action("closure", for: self, closure: body)
    change { $0.append(action, for: events) }
    return ActionToken(action, of: self)
  }
}

extension Control: ActionOwner {}
