/// An ordered table of targets, actions and control events (contract 5.1 … 5.3): a control's, or a gesture recognizer's.
///
/// Adding and removing cost O(1) on average for pairs of a target: a table with many entries finds a target's entries by an index.
/// Entries whose target was deallocated are removed by the next delivery that reaches them, or when entries are added.
///
/// Releasing an entry may run a user's `deinit`, which may call back. So a method that removes entries returns them, and the caller
/// releases them once its access to the table has ended.
struct DispatchTable {
  /// Entries that were removed, to be released after the access.
  typealias Removed = ContiguousArray<DispatchEntry>

  /// The entries in the order in which they were added, including blank ones.
  private(set) var entries: ContiguousArray<DispatchEntry> = []
  /// Every event for which an entry is or was registered, so that a delivery without an entry costs one test.
  private(set) var allEvents: Control.Events = []
  /// The number of changes that were made while a delivery was iterating the entries.
  private(set) var version: UInt32 = 0
  /// The number of deliveries in progress, one inside the other.
  private(set) var deliveries: UInt8 = 0
  /// Whether a delivery may be iterating the current entries.
  private var isRead = false
  /// Whether `cleanUp()` has something to do once no delivery is in progress.
  private var needsCleaning = false
  private var extras: Extras?

  /// Properties that few tables need.
  private final class Extras {
    /// The entries before each change, for the deliveries that iterate them.
    var retired: ContiguousArray<(version: UInt32, entries: Removed)> = []
    var index: EntryIndex?
    var duplicates: [DuplicateRegistration] = []
    var blanks = 0
    /// The number of entries after the last sweep.
    var sweptCount = 0
  }

  /// The pairs that were registered more than once, each pair once.
  var duplicates: [DuplicateRegistration] { extras?.duplicates ?? [] }

  /// Adds the pair, or adds its events to the entry of the same pair.
  ///
  /// An empty set of events changes nothing.
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

  /// Adds a closure; it replaces the closure with the same identifier and takes its position and events.
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

  /// Adds a closure in an entry of its own, whatever its name is.
  mutating func append(_ action: Action, for events: Control.Events) -> Removed {
    guard !events.isEmpty else { return [] }
    willChange()
    let removed = makeRoom()
    allEvents.formUnion(events)
    append(DispatchEntry(target: nil, action: action, events: events), of: nil)
    assertInvariants()
    return removed
  }

  /// Removes the events from every matching entry; an entry without events is removed.
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
    sweepBlanks(&removed)
    assertInvariants()
    return removed
  }

  /// Removes the events from the closure's entry.
  mutating func remove(_ identifier: ActionIdentifier, for events: Control.Events) -> Removed {
    willChange()
    var removed: Removed = []
    guard let position = position(of: identifier) else { return removed }
    take(events, at: position, &removed)
    sweepBlanks(&removed)
    assertInvariants()
    return removed
  }

  /// Removes the entry of an action, compared by identity.
  mutating func remove(_ action: Action) -> Removed {
    willChange()
    var removed: Removed = []
    guard let position = entries.firstIndex(where: { $0.action === action }) else { return removed }
    take(.allEvents, at: position, &removed)
    sweepBlanks(&removed)
    assertInvariants()
    return removed
  }

  /// Drops blank entries and entries whose target was deallocated.
  mutating func sweep() -> Removed {
    willChange()
    // The remaining entries are copied, so that nothing is released here.
    let old = entries
    entries = old.filter(\.isLive)
    allEvents = entries.reduce(into: []) { $0.formUnion($1.events) }
    let needsIndex = entries.count > EntryIndex.threshold
    if needsIndex || extras != nil { indexEntries(needsIndex) }
    assertInvariants()
    return old
  }

  // MARK: Deliveries

  /// Begins a delivery: until its end the entries with which it began are retained, whatever changes (contract 5.9).
  ///
  /// It iterates `entries` while `version` does not change, then `entries(of:)`.
  @inline(__always) mutating func beginDelivery() {
    deliveries += 1
    isRead = true
  }

  /// The entry at a position below the count, without retaining its action: the delivery retains it.
  @inline(__always) @unsafe func uncountedEntry(
    at position: Int
  ) -> (action: Unmanaged<Action>?, target: BackReference<AnyObject>, events: Control.Events) {
    unsafe entries.withUnsafeBufferPointer {
      unsafe ($0[position].action.map { unsafe .passUnretained($0) }, $0[position].target, $0[position].events)
    }
  }

  /// The entries at a version with which a delivery began.
  func entries(of version: UInt32) -> Removed {
    extras?.retired.first { $0.version == version }?.entries ?? []
  }

  /// Records that a delivery reached an entry whose target was deallocated.
  @inline(__always) mutating func noteDead() {
    needsCleaning = true
  }

  /// Ends a delivery; true if that was the last one in progress and `cleanUp()` has to be called.
  @inline(__always) mutating func endDelivery() -> Bool {
    deliveries -= 1
    guard deliveries == 0 else { return false }
    isRead = false
    return needsCleaning
  }

  /// Drops entries whose target was deallocated, and the former entries that were retained for deliveries.
  mutating func cleanUp() -> Removed {
    needsCleaning = false
    var removed = sweep()
    if let extras {
      for former in extras.retired { removed += former.entries }
      extras.retired = []
    }
    return removed
  }

  /// Called before a change: retains the entries for a delivery that iterates them.
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

  /// Called after a removal: drops blank entries, at once in a short table, otherwise when they are more than half of it.
  private mutating func sweepBlanks(_ removed: inout Removed) {
    if entries.count <= EntryIndex.threshold || (extras?.blanks ?? 0) * 2 > entries.count { removed += sweep() }
  }

  /// Called before an addition: drops entries of deallocated targets, but does not look for them each time.
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

  /// Records that a pair was added again; each pair is recorded once, with all its events, for 64 pairs at most.
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

  /// Checks after each change, in debug builds, that the derived values agree with the entries.
  private func assertInvariants() {
    #if DEBUG
      assert(entries.allSatisfy { $0.events.isEmpty == ($0.action == nil) }, "a blank entry has events, or another none")
      assert(entries.allSatisfy { allEvents.isSuperset(of: $0.events) }, "allEvents lacks an entry's events")
      assert(extras?.index.map { $0.count == entries.count } ?? true, "the index has other entries than the table")
    #endif
  }
}
