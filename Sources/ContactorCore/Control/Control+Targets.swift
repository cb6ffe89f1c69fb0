extension Control {
  /// Adds a typed action of a target for control events (contract 5.1, 5.2).
  ///
  /// The target is not kept. A pair that is there already gets the events added and is not called twice.
  public func addTarget<Target: AnyObject>(
    _ target: Target, action: TypedAction<Target>, for events: Events
  ) {
    table.add(target, action.action, from: self, for: events)
  }

  /// Adds an action by its name: of a target whose class lists it, or, for `nil`, of whoever does it first in the
  /// application's search order (contract 6.1).
  ///
  /// - Throws: `ActionError` with the names that the class does list, where this is none of them: at once, not at
  ///   the first touch (contract 5.7).
  public func addTarget(
    _ target: (any ActionTarget)?, action name: ActionName, for events: Events
  ) throws(ActionError) {
    if let target {
      table.add(target, try type(of: target).action(named: name), from: self, for: events)
    } else if name.form != nil {
      table.add(nil, Action(name), from: self, for: events)
    } else {
      throw ActionError(code: .malformedName, name: name, targetType: "", known: [])
    }
  }

  /// Adds a closure; one of the same identifier is replaced and keeps its place.
  ///
  /// The closure is kept by the control: capture weakly what owns the control.
  public func addAction(
    _ identifier: ActionIdentifier, for events: Events,
    _ body: @escaping (Control, Event?) -> Void
  ) {
    table.add(identifier, for: events, body)
  }

  /// Takes events from the entries of a target and action; `nil` means all targets, all actions (contract 5.3).
  ///
  /// An entry without events left goes. With both `nil`, closures lose the events, too.
  public func removeTarget(_ target: AnyObject?, action name: ActionName?, for events: Events) {
    table.remove(target, name, for: events)
  }

  /// Takes events from a closure's entry; it goes when none are left.
  public func removeAction(_ identifier: ActionIdentifier, for events: Events = .allEvents) {
    table.remove(identifier, for: events)
  }

  /// The registrations that were made twice, in order (contract 5.2).
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
      guard !entry.events.isEmpty else { return nil }
      switch entry.receiver {
      case .target(let reference):
        guard let target = reference.target, seen.insert(ObjectIdentifier(target)).inserted else { return nil }
        return .object(target)
      case .chain:
        defer { hasChain = true }
        return hasChain ? nil : .chain
      case .closure: return nil
      }
    }
  }

  /// Every event that something is registered for.
  public var allControlEvents: Events {
    table.entries.reduce(into: []) { if $1.isLive { $0.formUnion($1.events) } }
  }

  /// The names of a target's actions for an event, in order; `nil` where there is none.
  ///
  /// A `nil` target asks for the entries without one.
  public func actions(forTarget target: AnyObject?, forControlEvent event: Events) -> [ActionName]? {
    let names = table.entries.filter { $0.isFor(target) && !$0.events.isDisjoint(with: event) }.map(\.action.name)
    return names.isEmpty ? nil : names
  }

  /// Calls the body with each live entry in order: its target (`nil` for closures), its name, and its events.
  public func enumerateEventHandlers(_ body: (Target?, ActionName, Events) -> Void) {
    for entry in table.entries where !entry.events.isEmpty {
      switch entry.receiver {
      case .target(let reference):
        if let target = reference.target { body(.object(target), entry.action.name, entry.events) }
      case .chain: body(.chain, entry.action.name, entry.events)
      case .closure: body(nil, entry.action.name, entry.events)
      }
    }
  }
}
