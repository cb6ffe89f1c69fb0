/// The slots of a dispatch table as plain memory: a delivery reads them without counting references.
///
/// A delivery that is under way goes on with what it began with, so memory and entries that are replaced meanwhile are kept
/// until the last delivery is over. The owner must call `deallocate()`.
struct SlotList {
  /// What keeps a delivery from reading the slots just so.
  struct Flags: OptionSet {
    let rawValue: UInt8

    /// The entries changed since the slots were made.
    static let stale = Flags(rawValue: 1 << 0)
    /// Something that was replaced is kept for a delivery under way.
    static let retired = Flags(rawValue: 1 << 1)
    /// A target was found to be dead.
    static let dead = Flags(rawValue: 1 << 2)
    /// An entry cannot be called from its slot alone: a closure, one for the chain, one that does not fit.
    static let needsEntries = Flags(rawValue: 1 << 3)
  }

  private(set) var base: UnsafeMutablePointer<DispatchSlot>?
  /// The end of the slots; `base` where there are none.
  private(set) var end: UnsafeMutablePointer<DispatchSlot>?
  var flags: Flags = .stale
  /// How many deliveries are under way.
  var deliveries: Int32 = 0
  private var capacity = 0
  private var retired: ContiguousArray<UnsafeMutablePointer<DispatchSlot>> = []
  private var retiredEntries: ContiguousArray<ContiguousArray<DispatchEntry>> = []

  /// Must be called before the entries change.
  mutating func willChange(_ entries: ContiguousArray<DispatchEntry>) {
    flags.insert(.stale)
    guard deliveries > 0 else { return }
    retiredEntries.append(entries)
    flags.insert(.retired)
  }

  /// Makes the slots anew; must be called before a delivery where they are stale.
  mutating func rebuild(_ entries: ContiguousArray<DispatchEntry>) {
    flags.remove(.stale)
    if deliveries > 0 || entries.count > capacity || base == nil { replace(entries.count) }
    for index in entries.indices { base?[index] = entries[index].slot }
    end = base.map { $0 + entries.count }
  }

  /// Lets go of what was kept for deliveries; must be called when the last one is over.
  mutating func dropRetired() {
    for memory in retired { memory.deallocate() }
    retired.removeAll()
    flags.remove(.retired)
    // Last, and not in place: what dies now may change the table.
    let dying = retiredEntries
    retiredEntries = []
    withExtendedLifetime(dying) {}
  }

  /// Gives the memory back.
  func deallocate() {
    base?.deallocate()
    for memory in retired { memory.deallocate() }
  }

  private mutating func replace(_ needed: Int) {
    if let base {
      if deliveries > 0 {
        retired.append(base)
        flags.insert(.retired)
      } else {
        base.deallocate()
      }
    }
    capacity = max(needed, 2)
    base = UnsafeMutablePointer<DispatchSlot>.allocate(capacity: capacity)
  }
}
