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
    _ = unsafe withUnsafeMutableBytes(of: &count) { unsafe SystemCalls.kernel.readSome(rawValue, into: $0) }
  }
}

/// Names one call of `EventLoop.schedule(at:_:)`, so that it can be cancelled.
public typealias TimerID = TimerToken
