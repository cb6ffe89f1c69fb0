internal import CSystem
internal import Glibc

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
