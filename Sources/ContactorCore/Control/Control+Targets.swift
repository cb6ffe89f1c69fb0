extension Control {
  /// Adds a typed action of a target for control events (contract 5.1, 5.2).
  ///
  /// The target is not kept. A pair that is there already gets the events added and is not called twice.
  public func addTarget<Target: AnyObject>(
    _ target: Target, action: TypedAction<Target>, for events: Event
  ) {
    table.add(target, action.action, for: events)
  }

  /// Adds an action that the target's class lists, by its name.
  ///
  /// - Throws: `ActionError` with the names that the class does list, where this is none of them: at once, not at
  ///   the first touch (contract 5.7).
  public func addTarget(
    _ target: any ActionTarget, action name: ActionName, for events: Event
  ) throws(ActionError) {
    table.add(target, try type(of: target).action(named: name), for: events)
  }

  /// Adds a closure; one of the same identifier is replaced and keeps its place.
  ///
  /// The closure is kept by the control: capture weakly what owns the control.
  public func addAction(
    _ identifier: ActionIdentifier, for events: Event,
    _ body: @escaping (Control, ContactorCore.Event?) -> Void
  ) {
    table.add(identifier, for: events, body)
  }

  /// Takes events from the entries of a target and action; `nil` means all targets, all actions (contract 5.3).
  ///
  /// An entry without events left goes. With both `nil`, closures lose the events, too.
  public func removeTarget(_ target: AnyObject?, action name: ActionName?, for events: Event) {
    table.remove(target, name, for: events)
  }

  /// Takes events from a closure's entry; it goes when none are left.
  public func removeAction(_ identifier: ActionIdentifier, for events: Event = .allEvents) {
    table.remove(identifier, for: events)
  }

  /// The registrations that were made twice, in order (contract 5.2).
  public var duplicateRegistrations: [DuplicateRegistration] { table.duplicates }
}
