internal import CContactorSystem
public import ContactorCore
internal import Glibc

/// Owns an epoll instance; `epoll_create1()`, `epoll_ctl()` and `epoll_wait()`.
package struct Epoll: ~Copyable {
  /// The events of a descriptor that are waited for.
  package enum Interest {
    /// Data to read, or the hang-up.
    case readable
    /// Only the hang-up.
    case hangUp
  }

  /// The tokens that `wait` found; they live in the caller's frame, so that handlers may wait too and nothing is allocated.
  package typealias Tokens = InlineArray<16, UInt64>

  private let descriptor: FileDescriptor

  /// Creates an instance that watches nothing.
  package init() throws(SystemError) {
    descriptor = try FileDescriptor(cct_epoll_create(), from: "epoll_create1")
  }

  /// The instance's own descriptor: readable while one of those it watches has something.
  package var rawValue: Int32 { descriptor.rawValue }

  /// Watches a descriptor; `token` comes back from `wait`.
  package func add(_ fd: Int32, token: UInt64, interest: Interest = .readable) throws(SystemError) {
    let failure = cct_epoll_add(rawValue, fd, token, interest == .readable)
    if failure != 0 { throw SystemError(errno: failure, place: "epoll_ctl") }
  }

  /// Changes whether a watched descriptor is also waited for until it takes bytes.
  package func change(_ fd: Int32, token: UInt64, waitsForRoom: Bool) throws(SystemError) {
    let failure = cct_epoll_change(rawValue, fd, token, waitsForRoom)
    if failure != 0 { throw SystemError(errno: failure, place: "epoll_ctl") }
  }

  /// Stops watching a descriptor; nothing happens if it was not watched or is closed already.
  package func remove(_ fd: Int32) {
    cct_epoll_remove(rawValue, fd)
  }

  /// Waits at most `milliseconds`, for ever if negative, and returns how many tokens it found.
  package func wait(_ tokens: inout Tokens, milliseconds: Int32) throws(SystemError) -> Int {
    var span = tokens.mutableSpan
    let count = unsafe span.withUnsafeMutableBufferPointer { buffer in
      unsafe cct_epoll_wait(rawValue, buffer.baseAddress, milliseconds)
    }
    // A signal is no error: the caller looks at the clock and waits again.
    if count == -EINTR { return 0 }
    if count < 0 { throw SystemError(errno: -count, place: "epoll_wait") }
    return Int(count)
  }
}

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
