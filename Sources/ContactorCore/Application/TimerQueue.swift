/// Work that is due at moments of event time, in the order of the moments, then of the calls.
struct TimerQueue {
  struct Item {
    let deadline: Timestamp
    let id: TimerToken
    let body: () -> Void
  }

  private var items: [Item] = []
  private var lastID: UInt64 = 0

  /// The earliest moment at which something is due.
  var nextDeadline: Timestamp? { items.first?.deadline }

  /// Whether nothing is due ever.
  var isEmpty: Bool { items.isEmpty }

  /// Adds work; O(items).
  mutating func schedule(at deadline: Timestamp, _ body: @escaping () -> Void) -> TimerToken {
    lastID += 1
    let item = Item(deadline: deadline, id: TimerToken(rawValue: lastID), body: body)
    items.insert(item, at: items.firstIndex { $0.deadline > deadline } ?? items.count)
    return item.id
  }

  /// Removes work that is not done yet.
  mutating func cancel(_ id: TimerToken) {
    items.removeAll { $0.id == id }
  }

  /// Takes the first item that is due at the moment.
  mutating func popDue(at moment: Timestamp) -> Item? {
    guard let first = items.first, first.deadline <= moment else { return nil }
    return items.removeFirst()
  }
}

/// Names work that was scheduled on event time.
public struct TimerToken: Hashable, Sendable {
  let rawValue: UInt64
}
