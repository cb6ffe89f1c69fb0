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
    _ numbers: [Int32], _ handler: @escaping (Int32) -> Void
  ) throws(SystemError) {
    if let signals = self.signals { return try signals.add(numbers, handler) }
    let signals = try SignalWatch()
    try signals.add(numbers, handler)
    try self.watch(signals.fileDescriptor) { signals.dispatch() }
    self.signals = signals
  }
}

/// Blocks signals and reads them from a descriptor instead; `pthread_sigmask()`, `signalfd()`.
final class SignalWatch {
  private let descriptor: FileDescriptor
  private var handlers: [Int32: (Int32) -> Void] = [:]

  /// Watches no signal yet.
  init() throws(SystemError) {
    descriptor = try FileDescriptor(unsafe cct_signals_watch(-1, [], 0), place: "signalfd")
  }

  /// The descriptor, readable while signals wait.
  var fileDescriptor: Int32 { descriptor.rawValue }

  /// Blocks the signals in this thread and calls `handler` for each of them from now on.
  func add(_ signals: [Int32], _ handler: @escaping (Int32) -> Void) throws(SystemError) {
    let all = Set(handlers.keys).union(signals).sorted()
    let result = unsafe cct_signals_watch(fileDescriptor, all, UInt32(all.count))
    guard result >= 0 else { throw SystemError(errno: -result, place: "signalfd") }
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
