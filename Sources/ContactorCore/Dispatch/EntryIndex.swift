/// Finds the entries of a target in a table with many.
///
/// The entries of one target form a list from the newest to the oldest. A dead target's place may be taken by a new
/// object, so what is found must still be compared.
struct EntryIndex {
  /// The greatest number of entries that are looked through instead.
  static let threshold = 16

  private var newest: [ObjectIdentifier?: Int32] = [:]
  /// For each entry the one of the same target before it, or −1.
  private var before: ContiguousArray<Int32> = []

  /// Indexes the entries; O(n).
  init(_ entries: ContiguousArray<DispatchEntry>) {
    before.reserveCapacity(entries.count)
    for entry in entries {
      if case .target(let reference) = entry.receiver { append(reference.target) } else { append(nil) }
    }
  }

  /// Adds the entry that was added to the table, with its target.
  mutating func append(_ target: AnyObject?) {
    let position = Int32(before.count)
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
