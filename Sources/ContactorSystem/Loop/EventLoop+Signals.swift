extension EventLoop {
  /// Calls `handler` with the number of each of the signals as it comes, instead of what the signal does otherwise.
  ///
  /// The signals are blocked in the calling thread (call this before other threads are started, which inherit that)
  /// and stay blocked after the loop is gone. Child processes inherit the mask, so reset it in them. Signals already
  /// watched get the new handler. The corresponding C functions are `pthread_sigmask()` and `signalfd()`.
  ///
  /// - Throws: `SystemError`, for a number that is no signal.
  public func watchSignals(
    _ signals: [Int32], _ handler: @escaping (Int32) -> Void
  ) throws(SystemError) {
    let isFirst = self.signals.fileDescriptor < 0
    try self.signals.add(signals, handler)
    guard isFirst else { return }
    let watch = self.signals
    try self.watch(watch.fileDescriptor) { watch.dispatch() }
  }
}
