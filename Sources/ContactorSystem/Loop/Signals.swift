internal import CSystem
internal import Glibc

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

/// Blocks signals and reads them from a descriptor instead; `pthread_sigmask()`, `signalfd()`.
final class SignalWatch {
  /// The descriptor; −1 before the first signal is added.
  private(set) var fileDescriptor: Int32 = -1
  private var handlers: [Int32: (Int32) -> Void] = [:]

  deinit {
    if fileDescriptor >= 0 { close(fileDescriptor) }
  }

  /// Blocks the signals in this thread and calls `handler` for each of them from now on.
  func add(_ signals: [Int32], _ handler: @escaping (Int32) -> Void) throws(SystemError) {
    let all = Set(handlers.keys).union(signals).sorted()
    let descriptor = unsafe cct_signals_watch(fileDescriptor, all, UInt32(all.count))
    guard descriptor >= 0 else { throw SystemError(errno: -descriptor, place: "signalfd") }
    fileDescriptor = descriptor
    for signal in signals {
      handlers[signal] = handler
    }
  }

  /// Calls the handlers of the signals that have come.
  func dispatch() {
    while case let signal = cct_signals_next(fileDescriptor), signal > 0 {
      handlers[signal]?(signal)
    }
  }
}
