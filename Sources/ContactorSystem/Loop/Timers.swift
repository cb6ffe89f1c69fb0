internal import CSystem
public import ContactorCore
internal import Glibc

/// The clock of input devices and of the host's loop; `clock_gettime(CLOCK_MONOTONIC)`.
///
/// The engine reads no clock. A host passes `now` to `Application.advance(to:)` when `nextDeadline` has come, and to
/// `ContactFeed.frame(at:)` for contacts that have no time of their own. It counts from the machine's boot, without the time
/// that the machine sleeps, and never steps back.
public enum MonotonicClock {
  /// This moment, to the microsecond.
  public static var now: Timestamp {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }
}

/// Owns a kernel timer; `timerfd_create()`, `timerfd_settime()`.
package struct TimerDescriptor: ~Copyable {
  private let descriptor: FileDescriptor

  /// Creates a timer that is not armed.
  package init() throws(SystemError) {
    descriptor = try FileDescriptor(cct_timer_create(), from: "timerfd_create")
  }

  /// The descriptor; readable once the time has come.
  package var rawValue: Int32 { descriptor.rawValue }

  /// Makes the descriptor readable at `time`, at once if that is past, and never if it is `nil`.
  package func arm(_ time: Timestamp?) {
    cct_timer_arm(rawValue, time.map { max(1, $0.microseconds) } ?? 0)
  }

  /// Takes note of the expiry, after which the descriptor is no longer readable.
  package func acknowledge() {
    var count: UInt64 = 0
    _ = unsafe read(rawValue, &count, MemoryLayout<UInt64>.size)
  }
}

/// Names one call of `EventLoop.schedule(at:_:)`, so that it can be cancelled.
public struct TimerID: Hashable, Sendable {
  let rawValue: UInt64
}

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
