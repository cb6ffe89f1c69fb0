/// One line of a dispatch table: whom to call, what, and for which control events.
struct DispatchEntry {
  /// The target, which is not kept (contract 5.5); empty for a closure and for whoever does the action (contract 6.1).
  let target: BackReference<AnyObject>
  /// Keeps the target's memory, so that `target` never dangles; never loaded, as that would trap once the target has died.
  private unowned let memory: AnyObject?
  /// What is called; `nil` for an entry that was removed and whose place is still taken.
  let action: Action?
  /// The events; none for an entry that was removed.
  var events: Control.Events

  /// Takes the place of an entry that was removed, so that the places of the others stay what they are.
  static var blank: DispatchEntry { DispatchEntry(target: nil, action: nil, events: []) }

  init(target: AnyObject?, action: Action?, events: Control.Events) {
    self.target = BackReference(target)
    memory = target
    self.action = action
    self.events = events
  }

  /// Whether the entry can still call someone.
  var isLive: Bool { !events.isEmpty && (target.isEmpty || target.object != nil) }

  /// Whether the entry calls whoever does the action.
  var isForChain: Bool { target.isEmpty && action?.isClosure == false }

  /// Whether the entry is that target's; `nil` stands for the chain.
  func isFor(_ wanted: AnyObject?) -> Bool {
    guard let wanted else { return isForChain }
    return target.leads(to: wanted)
  }

  /// Whether the entry is a closure of that name.
  func isClosure(_ identifier: ActionIdentifier) -> Bool {
    guard let action, action.isClosure else { return false }
    return action.name.description == identifier.description
  }
}

/// An ordered table of targets, actions and control events (contract 5.1 … 5.3): a control's, or a gesture recognizer's.
///
/// Adding and removing cost O(1) on average for pairs of a target: a table with many entries finds a target's by an index.
/// Entries whose target died go with the next delivery that meets them, or as entries are added.
///
/// Releasing an entry may run a user's `deinit`, which may call back. So whatever takes entries out gives them back, and
/// the caller releases them once its access to the table has ended.
struct DispatchTable {
  /// Entries that were taken out, to be released after the access.
  typealias Removed = ContiguousArray<DispatchEntry>

  /// The entries in the order in which they were added, blank ones among them.
  private(set) var entries: ContiguousArray<DispatchEntry> = []
  /// Every event that some entry is or was registered for, so that a delivery nobody wants costs one test.
  private(set) var allEvents: Control.Events = []
  /// Counts the changes that were made while the entries were being gone through.
  private(set) var version: UInt32 = 0
  /// How many deliveries are going on, one inside the other.
  private(set) var deliveries: UInt8 = 0
  /// Whether a delivery may be going through the entries as they are.
  private var isRead = false
  /// Whether there is something to do once no delivery is going on: see `cleanUp()`.
  private var needsCleaning = false
  private var extras: Extras?

  /// What only few tables need.
  private final class Extras {
    /// Entries as they were before a change, for the deliveries that go through them.
    var retired: ContiguousArray<(version: UInt32, entries: Removed)> = []
    var index: EntryIndex?
    var duplicates: [DuplicateRegistration] = []
    var blanks = 0
    /// How long the table was when it was last swept.
    var sweptCount = 0
  }

  /// The registrations that were made again, each pair once.
  var duplicates: [DuplicateRegistration] { extras?.duplicates ?? [] }

  /// Adds the pair, or its events to the entry that has it.
  ///
  /// An empty mask changes nothing.
  mutating func add(_ target: AnyObject?, _ action: Action, for events: Control.Events) -> Removed {
    guard !events.isEmpty else { return [] }
    willChange()
    let removed = makeRoom()
    allEvents.formUnion(events)
    if let position = position(of: target, action) {
      entries[position].events.formUnion(events)
      note(DuplicateRegistration(target: UnhandledAction.name(of: target), action: action.name, events: events))
    } else {
      append(DispatchEntry(target: target, action: action, events: events), of: target)
    }
    assertInvariants()
    return removed
  }

  /// Adds a closure; one of the same identifier is replaced and keeps its place and events.
  mutating func add(closure action: Action, _ identifier: ActionIdentifier, for events: Control.Events) -> Removed {
    guard !events.isEmpty else { return [] }
    willChange()
    var removed = makeRoom()
    allEvents.formUnion(events)
    if let position = position(of: identifier) {
      let old = entries[position]
      entries[position] = DispatchEntry(target: nil, action: action, events: events.union(old.events))
      removed.append(old)
    } else {
      append(DispatchEntry(target: nil, action: action, events: events), of: nil)
    }
    assertInvariants()
    return removed
  }

  /// Adds a closure that has an entry of its own, whatever it is called.
  mutating func append(_ action: Action, for events: Control.Events) -> Removed {
    guard !events.isEmpty else { return [] }
    willChange()
    let removed = makeRoom()
    allEvents.formUnion(events)
    append(DispatchEntry(target: nil, action: action, events: events), of: nil)
    assertInvariants()
    return removed
  }

  /// Takes the events from every matching entry; an entry with none left goes.
  ///
  /// `nil` matches all.
  mutating func remove(_ target: AnyObject?, _ name: ActionName?, for events: Control.Events) -> Removed {
    willChange()
    var removed: Removed = []
    if let target, let index = extras?.index {
      for position in index.positions(of: target) where matches(entries[position], target, name) {
        take(events, at: position, &removed)
      }
    } else {
      for position in entries.indices where matches(entries[position], target, name) {
        take(events, at: position, &removed)
      }
    }
    settle(&removed)
    assertInvariants()
    return removed
  }

  /// Takes the events from the closure's entry.
  mutating func remove(_ identifier: ActionIdentifier, for events: Control.Events) -> Removed {
    willChange()
    var removed: Removed = []
    guard let position = position(of: identifier) else { return removed }
    take(events, at: position, &removed)
    settle(&removed)
    assertInvariants()
    return removed
  }

  /// Removes the entry of that very action.
  mutating func remove(_ action: Action) -> Removed {
    willChange()
    var removed: Removed = []
    guard let position = entries.firstIndex(where: { $0.action === action }) else { return removed }
    take(.allEvents, at: position, &removed)
    settle(&removed)
    assertInvariants()
    return removed
  }

  /// Drops blank entries and those with a dead target.
  mutating func sweep() -> Removed {
    willChange()
    // Those that stay are copied, so that nothing is released here.
    let old = entries
    entries = old.filter(\.isLive)
    allEvents = entries.reduce(into: []) { $0.formUnion($1.events) }
    let needsIndex = entries.count > EntryIndex.threshold
    if needsIndex || extras != nil { indexEntries(needsIndex) }
    assertInvariants()
    return old
  }

  // MARK: Deliveries

  /// A delivery begins: until its end the entries that it began with are kept, whatever is changed (contract 5.9).
  ///
  /// It goes through `entries` while `version` stays what it is, then through `entries(of:)`.
  @inline(__always) mutating func beginDelivery() {
    deliveries += 1
    isRead = true
  }

  /// The entry at a position below the count, without counting a reference to its action: the delivery keeps that.
  @inline(__always) @unsafe func uncountedEntry(
    at position: Int
  ) -> (action: Unmanaged<Action>?, target: BackReference<AnyObject>, events: Control.Events) {
    unsafe entries.withUnsafeBufferPointer {
      unsafe ($0[position].action.map { unsafe .passUnretained($0) }, $0[position].target, $0[position].events)
    }
  }

  /// The entries as they were at a version that a delivery began with.
  func entries(of version: UInt32) -> Removed {
    extras?.retired.first { $0.version == version }?.entries ?? []
  }

  /// A delivery met an entry whose target has died.
  @inline(__always) mutating func noteDead() {
    needsCleaning = true
  }

  /// A delivery ends; true where that was the last one and `cleanUp()` is to be called.
  @inline(__always) mutating func endDelivery() -> Bool {
    deliveries -= 1
    guard deliveries == 0 else { return false }
    isRead = false
    return needsCleaning
  }

  /// Drops entries whose target has died, and what was kept for deliveries.
  mutating func cleanUp() -> Removed {
    needsCleaning = false
    var removed = sweep()
    if let extras {
      for former in extras.retired { removed += former.entries }
      extras.retired = []
    }
    return removed
  }

  /// Before a change: keeps the entries for a delivery that goes through them.
  private mutating func willChange() {
    guard isRead else { return }
    isRead = false
    madeExtras.retired.append((version, entries))
    needsCleaning = true
    version &+= 1
  }

  // MARK: Parts

  private var madeExtras: Extras {
    mutating get {
      if let extras { return extras }
      let made = Extras()
      extras = made
      return made
    }
  }

  private func matches(_ entry: DispatchEntry, _ target: AnyObject?, _ name: ActionName?) -> Bool {
    guard let action = entry.action else { return false }
    if action.isClosure { return target == nil && name == nil }
    return (target == nil || entry.isFor(target)) && (name == nil || action.name == name)
  }

  private mutating func append(_ entry: DispatchEntry, of target: AnyObject?) {
    entries.append(entry)
    extras?.index?.append(target)
  }

  private mutating func take(_ events: Control.Events, at position: Int, _ removed: inout Removed) {
    let entry = entries[position]
    guard !entry.events.isEmpty else { return }
    entries[position].events.subtract(events)
    guard entries[position].events.isEmpty else { return }
    removed.append(entry)
    entries[position] = .blank
    if let extras { extras.blanks += 1 }
  }

  /// After a removal: drops what is blank, at once in a short table, else when it is half of it.
  private mutating func settle(_ removed: inout Removed) {
    if entries.count <= EntryIndex.threshold || (extras?.blanks ?? 0) * 2 > entries.count { removed += sweep() }
  }

  /// Before an addition: dead targets must not pile up, nor be looked for each time.
  private mutating func makeRoom() -> Removed {
    guard entries.count <= EntryIndex.threshold || entries.count > 2 * (extras?.sweptCount ?? 0) else { return [] }
    let needsIndex = extras?.index == nil && entries.count > EntryIndex.threshold
    if needsIndex || entries.contains(where: { !$0.isLive }) { return sweep() }
    extras?.sweptCount = entries.count
    return []
  }

  private mutating func indexEntries(_ needsIndex: Bool) {
    let extras = madeExtras
    extras.blanks = 0
    extras.sweptCount = entries.count
    extras.index = needsIndex ? EntryIndex(entries) : nil
  }

  /// Keeps that a pair was added again; each pair is told once, with all the events, and at most 64 pairs are.
  private mutating func note(_ duplicate: DuplicateRegistration) {
    let extras = madeExtras
    let known = extras.duplicates.firstIndex { $0.target == duplicate.target && $0.action == duplicate.action }
    if let known {
      extras.duplicates[known].events.formUnion(duplicate.events)
    } else if extras.duplicates.count < 64 {
      extras.duplicates.append(duplicate)
    }
  }

  private func position(of target: AnyObject?, _ action: Action) -> Int? {
    if let index = extras?.index {
      return index.positions(of: target).first { holds($0, target, action) }
    }
    return entries.indices.first { holds($0, target, action) }
  }

  private func holds(_ position: Int, _ target: AnyObject?, _ action: Action) -> Bool {
    let entry = entries[position]
    guard let known = entry.action, !entry.events.isEmpty, entry.isFor(target) else { return false }
    return known.isSame(as: action)
  }

  private func position(of identifier: ActionIdentifier) -> Int? {
    entries.firstIndex { $0.isClosure(identifier) }
  }

  // MARK: Invariants

  /// Checks after each change, in debug builds, that what is derived from the entries agrees with them.
  private func assertInvariants() {
    #if DEBUG
      assert(entries.allSatisfy { $0.events.isEmpty == ($0.action == nil) }, "a blank entry has events, or another none")
      assert(entries.allSatisfy { allEvents.isSuperset(of: $0.events) }, "allEvents lacks an entry's events")
      assert(extras?.index.map { $0.count == entries.count } ?? true, "the index has other entries than the table")
    #endif
  }
}

/// Names a closure that was added without an identifier, to take it back.
public struct ActionToken {
  private let owner: Weak<AnyObject>
  /// Not kept, as the closure is to die when it is removed.
  private let action: Weak<Action>

  init(_ action: Action, of owner: any ActionOwner) {
    self.action = Weak(action)
    self.owner = Weak(owner)
  }

  /// Removes the closure; it is not called by any later delivery.
  ///
  /// Doing it again does nothing.
  public func cancel() {
    if let action = action.object { (owner.object as? any ActionOwner)?.removeAction(action) }
  }
}

/// Something that has a dispatch table.
protocol ActionOwner: AnyObject {
  var table: DispatchTable { get set }
}

extension ActionOwner {
  /// Changes the table, and lets go of what the change took out once the table is not being changed any more: that may call
  /// back.
  func change(_ change: (inout DispatchTable) -> DispatchTable.Removed) {
    let removed = change(&table)
    withExtendedLifetime(removed) {}
  }

  func removeAction(_ action: Action) {
    change { $0.remove(action) }
  }
}
