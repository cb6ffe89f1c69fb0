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

  /// One line for a log.
  public var description: String { "'\(action)' of \(target) was registered again for \(events)" }
}
