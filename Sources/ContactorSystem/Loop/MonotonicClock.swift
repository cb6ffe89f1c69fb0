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
