/// One entry of a dispatch table: a target, an action, and the control events that trigger it.
struct DispatchEntry {
  /// The target, held weakly (contract 5.5); empty for a closure and for an action without a target (contract 6.1).
  let target: BackReference<AnyObject>
  /// Retains the target's memory, so that `target` never dangles; never loaded, as that would trap after deallocation.
  private unowned let memory: AnyObject?
  /// The action; `nil` for an entry that was removed and whose position is still taken.
  let action: Action?
  /// The events; none for an entry that was removed.
  var events: Control.Events

  /// An entry that replaces a removed one, so that the positions of the others do not change.
  static var blank: DispatchEntry { DispatchEntry(target: nil, action: nil, events: []) }

  init(target: AnyObject?, action: Action?, events: Control.Events) {
    self.target = BackReference(target)
    memory = target
    self.action = action
    self.events = events
  }

  /// Whether the entry can still call a target.
  var isLive: Bool { !events.isEmpty && (target.isEmpty || target.object != nil) }

  /// Whether the entry has no target, so that the responder chain is searched for one.
  var isForChain: Bool { target.isEmpty && action?.isClosure == false }

  /// Whether the entry is for the target; `nil` stands for the responder chain.
  func isFor(_ wanted: AnyObject?) -> Bool {
    guard let wanted else { return isForChain }
    return target.leads(to: wanted)
  }

  /// Whether the entry is a closure with that identifier.
  func isClosure(_ identifier: ActionIdentifier) -> Bool {
    guard let action, action.isClosure else { return false }
    return action.name.description == identifier.description
  }
}

/// Finds the entries of a target in a table with many entries.
///
/// The entries of one target form a list from the newest to the oldest. The table compares what the index finds.
struct EntryIndex {
  /// The greatest number of entries of a table without an index.
  static let threshold = 16

  private var newest: [ObjectIdentifier?: Int32] = [:]
  /// For each entry the previous entry of the same target, or −1.
  private var before: ContiguousArray<Int32> = []

  /// The number of indexed entries.
  var count: Int { before.count }

  /// Indexes the entries; O(n).
  init(_ entries: ContiguousArray<DispatchEntry>) {
    before.reserveCapacity(entries.count)
    for entry in entries { append(entry.target.object) }
  }

  /// Adds the entry that was added to the table, with its target.
  mutating func append(_ target: AnyObject?) {
    let position = Int32(truncatingIfNeeded: before.count)
    let key = target.map(ObjectIdentifier.init)
    before.append(newest.updateValue(position, forKey: key) ?? -1)
  }

  /// The positions of a target's entries, oldest first; for `nil`, those of closures and of actions without a target.
  func positions(of target: AnyObject?) -> [Int] {
    var found: [Int] = []
    var position = newest[target.map(ObjectIdentifier.init)] ?? -1
    while position >= 0 {
      found.append(Int(position))
      position = before[Int(position)]
    }
    found.reverse()
    return found
  }
}

/// Repeated registrations of a target and action with one control (contract 5.2): one value for each pair.
public struct DuplicateRegistration: Hashable, Sendable, CustomStringConvertible {
  /// The target's identifier, or its type where it has none.
  public let target: String
  /// The action's name.
  public let action: ActionName
  /// The events that the repeated registrations named.
  public internal(set) var events: Control.Events

  /// Creates a value for a pair, of no object for the responder chain, that is known to be registered twice.
  package init(of object: AnyObject?, action: ActionName, events: Control.Events) {
    self.init(target: UnhandledAction.name(of: object), action: action, events: events)
  }

  init(target: String, action: ActionName, events: Control.Events) {
    self.target = target
    self.action = action
    self.events = events
  }

  /// One line for a log.
  public var description: String { "'\(action)' of \(target) was registered again for \(events)" }
}

/// Identifies a closure that was added without an identifier, so that it can be removed.
public struct ActionToken {
  private let owner: Weak<AnyObject>
  /// Held weakly, so that the closure is deallocated when it is removed.
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

/// An object that has a dispatch table.
protocol ActionOwner: AnyObject {
  var table: DispatchTable { get set }
}

extension ActionOwner {
  /// Changes the table, and releases the removed entries after the access to the table has ended, as a `deinit` may call back.
  func change(_ change: (inout DispatchTable) -> DispatchTable.Removed) {
    let removed = change(&table)
    withExtendedLifetime(removed) {}
  }

  func removeAction(_ action: Action) {
    change { $0.remove(action) }
  }
}
