/// Work that is due at moments of event time, in the order of the moments, then of the calls.
///
/// Releasing work may run a user's `deinit`, which may call back: what is taken out is given back, and the caller releases
/// it once its access to the queue has ended.
struct TimerQueue {
  /// One piece of work.
  struct Item {
    var deadline: Timestamp
    let id: TimerToken
    /// The time between two beats; `nil` for work that is done once.
    let interval: Microseconds?
    /// The pass in which it was set or done last: one pass does it at most once.
    var pass: UInt64
    let body: () -> Void
  }

  private var items: ContiguousArray<Item> = []
  private var lastID: UInt64 = 0
  /// Counts the passes over what is due.
  private(set) var pass: UInt64 = 0

  /// The earliest moment at which something is due.
  var nextDeadline: Timestamp? { items.first?.deadline }

  /// Adds work; O(items).
  mutating func schedule(at deadline: Timestamp, every interval: Microseconds?, _ body: @escaping () -> Void) -> TimerToken {
    lastID += 1
    let item = Item(
      deadline: deadline, id: TimerToken(rawValue: lastID), interval: interval.map { max($0, 1) }, pass: pass, body: body)
    insert(item)
    return item.id
  }

  /// Removes work that is not done yet.
  mutating func cancel(_ id: TimerToken) -> Item? {
    guard let index = items.firstIndex(where: { $0.id == id }) else { return nil }
    return items.remove(at: index)
  }

  /// Begins a pass: what is set from now on waits for the next one.
  mutating func beginPass() {
    pass += 1
  }

  /// The moment of the first item that is due at a moment and was not done in this pass.
  func due(at moment: Timestamp) -> Timestamp? {
    for item in items {
      if item.deadline > moment { return nil }
      if item.pass < pass { return item.deadline }
    }
    return nil
  }

  /// Takes the first item that is due; a repeating one is set for its first beat after the moment, as beats that were
  /// missed are skipped (contract 1.10).
  mutating func popDue(at moment: Timestamp) -> Item? {
    guard let index = items.firstIndex(where: { $0.pass < pass && $0.deadline <= moment }) else { return nil }
    let item = items.remove(at: index)
    guard let interval = item.interval else { return item }
    var next = item
    next.pass = pass
    next.deadline = item.deadline.beat(after: moment, every: interval)
    insert(next)
    return item
  }

  private mutating func insert(_ item: Item) {
    var (low, high) = (0, items.count)
    while low < high {
      let middle = (low + high) / 2
      if items[middle].deadline <= item.deadline { low = middle + 1 } else { high = middle }
    }
    items.insert(item, at: low)
  }
}

extension Timestamp {
  /// The first of the moments `interval` apart, counted from this one, that comes after another moment; the last moment
  /// there is where the sum overflows.
  fileprivate func beat(after moment: Timestamp, every interval: Microseconds) -> Timestamp {
    let passed = max(0, moment.microseconds(since: self))
    let (way, overflow) = (passed / interval).addingReportingOverflow(1)
    let (sum, overflows) = way.multipliedReportingOverflow(by: interval)
    return overflow || overflows ? Timestamp(microseconds: .max) : advanced(byMicroseconds: sum)
  }
}

/// Names work that was scheduled on event time.
public struct TimerToken: Hashable, Sendable {
  let rawValue: UInt64
}
