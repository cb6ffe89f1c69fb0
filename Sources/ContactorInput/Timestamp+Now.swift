internal import ContactorCore
internal import Glibc

extension Timestamp {
  /// This moment on the clock of input devices; `clock_gettime(CLOCK_MONOTONIC)`.
  static func now() -> Timestamp {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }
}
