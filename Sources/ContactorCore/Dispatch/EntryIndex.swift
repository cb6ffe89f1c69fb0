/// Finds the entries of a target in a table with many.
///
/// The entries of one target form a list from the newest to the oldest. What is found is compared by the table.
struct EntryIndex {
  /// The greatest number of entries that are looked through instead.
  static let threshold = 16

  private var newest: [ObjectIdentifier?: Int32] = [:]
  /// For each entry the one of the same target before it, or −1.
  private var before: ContiguousArray<Int32> = []

  /// How many entries are indexed.
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

  /// The positions of a target's entries, oldest first; those of `nil` are the chain's and the closures'.
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

/// Registrations of a target and action that a control had already (contract 5.2): one value for each pair.
public struct DuplicateRegistration: Hashable, Sendable, CustomStringConvertible {
  /// The target's identifier, or its type where it has none.
  public let target: String
  /// The action's name.
  public let action: ActionName
  /// The events that the repeated calls named.
  public internal(set) var events: Control.Events

  /// One line for a log.
  public var description: String { "'\(action)' of \(target) was registered again for \(events)" }
}
