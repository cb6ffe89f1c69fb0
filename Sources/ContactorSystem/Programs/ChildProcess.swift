import Glibc

/// A child that runs, and what the runner has to do about it.
struct ChildProcess {
  /// Its process id and, at the same time, its group's.
  let pid: pid_t
  /// Whether it has a timeout.
  let hasTimeout: Bool
  /// Told when it has ended.
  let completion: (ProcessOutcome) -> Void
  /// Becomes readable when the child ends; `nil` where the child is looked after by a timer instead.
  var descriptor: Int32?
  /// The timer of the timeout, then that of the kill.
  var timeout: TimerID?
  /// The timer that looks after a child without descriptor.
  var poll: TimerID?
  /// Whether the timeout has passed.
  var isTimedOut = false

  /// Sends a signal to the child and everything in its group; a group that is gone is no error.
  ///
  /// The corresponding C function is `kill`.
  func signal(_ number: Int32) {
    _ = kill(-pid, number)
  }
}
