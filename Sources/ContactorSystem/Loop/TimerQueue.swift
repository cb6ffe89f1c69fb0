internal import ContactorCore

/// The timers that are waiting, the latest first, so that the next one is the last element.
///
/// A kiosk has a handful of them, for which a sorted array beats a heap.
struct TimerQueue {
  /// One timer.
  struct Entry {
    /// When it is due.
    let time: Timestamp
    /// Its name; later ones are greater, so that timers for one moment fire in the order of their scheduling.
    let id: TimerID
    /// What it does.
    let handler: () -> Void
  }

  private var entries: [Entry] = []
  private var lastID: UInt64 = 0

  /// When the next timer is due.
  var nextTime: Timestamp? { entries.last?.time }

  /// The name that the next timer will get.
  var nextID: TimerID { TimerID(rawValue: lastID + 1) }

  /// Adds a timer.
  mutating func add(at time: Timestamp, _ handler: @escaping () -> Void) -> TimerID {
    let id = nextID
    lastID = id.rawValue
    let place = entries.firstIndex { $0.time <= time } ?? entries.endIndex
    entries.insert(Entry(time: time, id: id, handler: handler), at: place)
    return id
  }

  /// Removes a timer; nothing happens if it is gone already.
  mutating func cancel(_ id: TimerID) {
    entries.removeAll { $0.id == id }
  }

  /// Takes the next timer that is due at `time` and was there before `limit` was the next name.
  mutating func popDue(at time: Timestamp, before limit: TimerID) -> Entry? {
    guard let next = entries.lastIndex(where: { $0.id.rawValue < limit.rawValue }) else { return nil }
    guard entries[next].time <= time else { return nil }
    return entries.remove(at: next)
  }
}
