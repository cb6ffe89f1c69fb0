/// A control's ordered table of targets, actions and control events (contract 5.1 … 5.3).
///
/// Adding and removing cost O(1) on average for pairs of a target: a table with many entries finds a target's by an index.
/// Entries that were removed or whose target died stay as blanks until as many as half are; order is kept.
struct DispatchTable {
  private(set) var entries: ContiguousArray<DispatchEntry> = []
  /// Every event that some entry is or was registered for, so that a delivery nobody wants costs one test.
  private(set) var allEvents: Control.Events = []
  private(set) var duplicates: [DuplicateRegistration] = []
  private var index: EntryIndex?
  private var blanks = 0
  /// How long the table was when it was last swept.
  private var sweptCount = 0
  /// What deliveries read.
  var slots = SlotList()

  /// Adds the pair, or its events to the entry that has it.
  ///
  /// An empty mask changes nothing. `sender` is the control.
  mutating func add(_ target: AnyObject?, _ action: Action, from sender: Control, for events: Control.Events) {
    guard !events.isEmpty else { return }
    slots.willChange(entries)
    makeRoom()
    allEvents.formUnion(events)
    if let position = position(of: target, action) {
      entries[position].events.formUnion(events)
      duplicates.append(
        DuplicateRegistration(target: UnhandledAction.name(of: target), action: action.name, events: events))
      return
    }
    guard let target else {
      return append(DispatchEntry(.chain, action, body: nil, for: events), of: nil)
    }
    let isDirect = !sender.overridden.contains(.sendAction)
    let fitting = action.body.flatMap { isDirect && $0.fits(target, sender: sender) ? $0 : nil }
    append(DispatchEntry(.target(TargetReference(target)), action, body: fitting, for: events), of: target)
  }

  /// Adds a closure; one of the same identifier is replaced and keeps its place and events.
  mutating func add(
    _ identifier: ActionIdentifier, for events: Control.Events, _ body: @escaping (Control, Event?) -> Void
  ) {
    guard !events.isEmpty else { return }
    slots.willChange(entries)
    makeRoom()
    allEvents.formUnion(events)
    let position = position(of: identifier)
    let known = position.map { entries[$0].events } ?? []
    let entry = DispatchEntry(
      .closure(identifier, body), Action(ActionName(identifier.description)), body: nil, for: events.union(known))
    if let position { entries[position] = entry } else { append(entry, of: nil) }
  }

  /// Takes the events from every matching entry; an entry with none left goes.
  ///
  /// `nil` matches all.
  mutating func remove(_ target: AnyObject?, _ name: ActionName?, for events: Control.Events) {
    slots.willChange(entries)
    if let target, let index {
      for position in index.positions(of: target) where entries[position].isFor(target) {
        if name == nil || entries[position].action.name == name { take(events, at: position) }
      }
    } else {
      for position in entries.indices where matches(entries[position], target, name) { take(events, at: position) }
    }
    settle()
  }

  /// Takes the events from the closure's entry.
  mutating func remove(_ identifier: ActionIdentifier, for events: Control.Events) {
    guard let position = position(of: identifier) else { return }
    slots.willChange(entries)
    take(events, at: position)
    settle()
  }

  /// Drops entries without events or with a dead target.
  mutating func sweep() {
    slots.willChange(entries)
    entries.removeAll { !$0.isLive }
    blanks = 0
    sweptCount = entries.count
    allEvents = entries.reduce(into: []) { $0.formUnion($1.events) }
    slots.flags.subtract([.needsEntries, .dead])
    if entries.contains(where: { $0.slot.body == nil }) { slots.flags.insert(.needsEntries) }
    index = entries.count > EntryIndex.threshold ? EntryIndex(entries) : nil
  }

  // MARK: Parts

  private func matches(_ entry: DispatchEntry, _ target: AnyObject?, _ name: ActionName?) -> Bool {
    if case .closure = entry.receiver { return target == nil && name == nil }
    return (target == nil || entry.isFor(target)) && (name == nil || entry.action.name == name)
  }

  private mutating func append(_ entry: DispatchEntry, of target: AnyObject?) {
    entries.append(entry)
    if entry.slot.body == nil { slots.flags.insert(.needsEntries) }
    index?.append(target)
  }

  private mutating func take(_ events: Control.Events, at position: Int) {
    guard !entries[position].events.isEmpty else { return }
    entries[position].events.subtract(events)
    if entries[position].events.isEmpty { blanks += 1 }
  }

  /// After a removal: drops what is blank, at once in a short table, else when it is half of it.
  private mutating func settle() {
    if entries.count <= EntryIndex.threshold || blanks * 2 > entries.count { sweep() }
  }

  /// Before an addition: dead targets must not pile up, nor be looked for each time.
  private mutating func makeRoom() {
    if entries.count <= EntryIndex.threshold || entries.count > 2 * sweptCount { sweepIfNeeded() }
  }

  private mutating func sweepIfNeeded() {
    if entries.contains(where: { !$0.isLive }) || (index == nil && entries.count > EntryIndex.threshold) {
      sweep()
    } else {
      sweptCount = entries.count
    }
  }

  private func position(of target: AnyObject?, _ action: Action) -> Int? {
    if let index {
      return index.positions(of: target).first { holds($0, target, action) }
    }
    return entries.indices.first { holds($0, target, action) }
  }

  private func holds(_ position: Int, _ target: AnyObject?, _ action: Action) -> Bool {
    let entry = entries[position]
    return !entry.events.isEmpty && entry.isFor(target) && entry.action.isSame(as: action)
  }

  private func position(of identifier: ActionIdentifier) -> Int? {
    entries.firstIndex {
      if case .closure(identifier, _) = $0.receiver { !$0.events.isEmpty } else { false }
    }
  }
}
