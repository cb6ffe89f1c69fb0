internal import CSystem
package import ContactorCore
internal import Glibc

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
