/// Closures to call at points of event time, in the order of the deadlines, then of the calls of `schedule`.
///
/// Releasing a closure may run a user's `deinit`, which may call back. So a removed item is returned, and the caller releases it once
/// its access to the queue has ended.
package struct TimerQueue {
  /// A scheduled closure.
  package struct Item {
    var deadline: Timestamp
    let id: TimerToken
    /// The time between two calls; `nil` for a closure that is called once.
    let interval: Microseconds?
    /// The last pass that scheduled or called the item: one pass calls it at most once.
    var pass: UInt64
    package let body: () -> Void
  }

  private var items: ContiguousArray<Item> = []
  private var lastID: UInt64 = 0
  /// The number of passes over the due items so far.
  private(set) var pass: UInt64 = 0

  /// Creates an empty queue.
  package init() {}

  /// The earliest deadline; `nil` if there is none.
  package var nextDeadline: Timestamp? { items.first?.deadline }

  /// Adds a closure; O(items).
  package mutating func schedule(at deadline: Timestamp, every interval: Microseconds?, _ body: @escaping () -> Void) -> TimerToken {
    lastID += 1
    let item = Item(
      deadline: deadline, id: TimerToken(rawValue: lastID), interval: interval.map { max($0, 1) }, pass: pass, body: body)
    insert(item)
    return item.id
  }

  /// Removes a closure that has not been called yet.
  package mutating func cancel(_ id: TimerToken) -> Item? {
    guard let index = items.firstIndex(where: { $0.id == id }) else { return nil }
    return items.remove(at: index)
  }

  /// Moves all deadlines with the clock; their order stays, except of deadlines at the end of the range of time.
  mutating func shift(by microseconds: Microseconds) {
    for index in items.indices { items[index].deadline = items[index].deadline.advanced(byMicroseconds: microseconds) }
  }

  /// Begins a pass: an item scheduled from now on waits for the next pass.
  package mutating func beginPass() {
    pass += 1
  }

  /// The deadline of the first item that is due at a time and was not called in this pass.
  func due(at moment: Timestamp) -> Timestamp? {
    for item in items {
      if item.deadline > moment { return nil }
      if item.pass < pass { return item.deadline }
    }
    return nil
  }

  /// Removes and returns the first due item; a repeating item is rescheduled for its first repetition after the given time, as missed
  /// repetitions are skipped (contract 1.10).
  package mutating func popDue(at moment: Timestamp) -> Item? {
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
  /// The first multiple of `interval` after this time that is later than `moment`; the last time there is if the sum overflows.
  fileprivate func beat(after moment: Timestamp, every interval: Microseconds) -> Timestamp {
    let passed = max(0, moment.microseconds(since: self))
    let (way, overflow) = (passed / interval).addingReportingOverflow(1)
    let (sum, overflows) = way.multipliedReportingOverflow(by: interval)
    return overflow || overflows ? Timestamp(microseconds: .max) : advanced(byMicroseconds: sum)
  }
}

/// Identifies a closure that was scheduled on event time.
public struct TimerToken: Hashable, Sendable {
  let rawValue: UInt64
}
