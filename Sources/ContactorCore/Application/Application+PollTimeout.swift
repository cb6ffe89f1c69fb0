extension Application {
  /// How long a host may wait for input before it must call `advance(to:)`, as `poll` and `epoll_wait` take it: in milliseconds, −1 for
  /// without a limit.
  ///
  /// Rounded up, so that the deadline has come when the wait is over; 0 if the deadline has passed already, and at most `Int32.max`.
  ///
  /// ```swift
  /// poll(&descriptors, 1, application.pollTimeout(at: clock.now))
  /// application.advance(to: clock.now)
  /// ```
  ///
  /// - Parameter moment: the present time on the clock of the frames.
  /// - Complexity: O(1).
  public func pollTimeout(at moment: Timestamp) -> Int32 {
    guard let deadline = nextDeadline else { return -1 }
    let left = deadline.microseconds(since: moment)
    guard left > 0 else { return 0 }
    return Int32(clamping: left / 1000 + (left % 1000 == 0 ? 0 : 1))
  }
}
