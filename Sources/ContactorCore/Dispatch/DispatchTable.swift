/// A control's ordered table of targets, actions and control events (contract 5.1 … 5.3).
///
/// Adding and removing cost O(entries of the control). Entries whose target died are swept when the table changes.
struct DispatchTable {
  private(set) var entries: ContiguousArray<DispatchEntry> = []
  /// Every event that some entry is registered for, so that a delivery nobody wants costs one test.
  private(set) var allEvents: Control.Event = []
  private(set) var duplicates: [DuplicateRegistration] = []

  /// Adds the pair, or its events to the entry that has it.
  ///
  /// An empty mask changes nothing.
  mutating func add(_ target: AnyObject?, _ action: Action, for events: Control.Event) {
    guard !events.isEmpty else { return }
    sweep()
    allEvents.formUnion(events)
    if let index = entries.firstIndex(where: { $0.isFor(target) && $0.action.isSame(as: action) }) {
      entries[index].events.formUnion(events)
      duplicates.append(
        DuplicateRegistration(target: UnhandledAction.name(of: target), action: action.name, events: events))
    } else {
      let receiver = target.map { DispatchEntry.Receiver.target(TargetReference($0)) } ?? .chain
      entries.append(DispatchEntry(receiver: receiver, action: action, events: events))
    }
  }

  /// Adds a closure; one of the same identifier is replaced and keeps its place and events.
  mutating func add(
    _ identifier: ActionIdentifier, for events: Control.Event, _ body: @escaping (Control, Event?) -> Void
  ) {
    guard !events.isEmpty else { return }
    sweep()
    allEvents.formUnion(events)
    let index = index(of: identifier)
    let known = index.map { entries[$0].events } ?? []
    let entry = DispatchEntry(
      receiver: .closure(identifier, body), action: Action(ActionName(identifier.description)),
      events: known.union(events))
    if let index { entries[index] = entry } else { entries.append(entry) }
  }

  /// Takes the events from every matching entry; an entry with none left goes.
  ///
  /// `nil` matches all.
  mutating func remove(_ target: AnyObject?, _ name: ActionName?, for events: Control.Event) {
    takeEvents(events) { entry in
      if case .closure = entry.receiver { return target == nil && name == nil }
      return (target == nil || entry.isFor(target)) && (name == nil || entry.action.name == name)
    }
  }

  /// Takes the events from the closure's entry.
  mutating func remove(_ identifier: ActionIdentifier, for events: Control.Event) {
    takeEvents(events) {
      if case .closure(identifier, _) = $0.receiver { true } else { false }
    }
  }

  /// Drops entries without events or with a dead target.
  mutating func sweep() {
    guard entries.contains(where: { $0.events.isEmpty || !$0.isLive }) else { return }
    takeEvents([]) { _ in false }
  }

  private mutating func takeEvents(_ events: Control.Event, where matches: (DispatchEntry) -> Bool) {
    for index in entries.indices where matches(entries[index]) {
      entries[index].events.subtract(events)
    }
    entries.removeAll { $0.events.isEmpty || !$0.isLive }
    allEvents = entries.reduce(into: []) { $0.formUnion($1.events) }
  }

  private func index(of identifier: ActionIdentifier) -> Int? {
    entries.firstIndex {
      if case .closure(identifier, _) = $0.receiver { true } else { false }
    }
  }
}
