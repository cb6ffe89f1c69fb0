package import ContactorSystem

/// Writes copies of good layouts in a thread of its own, so that a slow disk does not delay a touch.
///
/// The newest copy counts: one that waits is replaced by a later one.
package final class LayoutKeeper {
  private struct Shared: Sendable {
    var waiting: LayoutCopy?
    var isWriting = false
    var failures: [SystemError] = []
  }

  private let path: String
  private let loop: EventLoop
  private let calls: SystemCalls
  private let complain: (String) -> Void
  private let shared = Guarded(Shared())
  private let notice: Notice

  /// A pipe that a thread may use after the keeper is gone.
  private final class Notice: Sendable {
    let pipe: WakePipe
    init() throws(SystemError) { pipe = try WakePipe() }
  }

  /// How long the end waits for a copy that is being written, in milliseconds.
  private static let closeTime: Int64 = 1000

  /// Prepares the writing of copies to a file.
  ///
  /// - Parameter complain: gets a line for each copy that cannot be written.
  package init(
    path: String, loop: EventLoop, calls: SystemCalls = .kernel, complain: @escaping (String) -> Void
  ) throws(SystemError) {
    self.path = path
    self.loop = loop
    self.calls = calls
    self.complain = complain
    notice = try Notice()
    try loop.watch(notice.pipe.reading) { [unowned self] in hear() }
  }

  deinit { loop.unwatch(notice.pipe.reading) }

  /// Has a copy written; returns at once.
  package func keep(_ copy: LayoutCopy) {
    let starts = shared.withLock { shared in
      shared.waiting = copy
      defer { shared.isWriting = true }
      return !shared.isWriting
    }
    guard starts else { return }
    do throws(SystemError) {
      try WorkerThread { [shared, notice, path, calls] in Self.write(shared, notice, path, calls) }.detach()
    } catch {
      shared.withLock { $0.isWriting = false }
      complain("\(path): the layout is not kept: \(error)")
    }
  }

  /// Writes what waits, in the thread.
  private static func write(_ shared: Guarded<Shared>, _ notice: Notice, _ path: String, _ calls: SystemCalls) {
    while true {
      let next = shared.update { shared in
        if shared.waiting == nil { shared.isWriting = false }
        return shared.waiting.take()
      }
      guard let next else { return }
      do throws(SystemError) {
        try next.save(to: path, calls: calls)
      } catch {
        shared.update { $0.failures.append(error) }
        notice.pipe.signal()
      }
    }
  }

  private func hear() {
    notice.pipe.empty()
    let failures = shared.withLock { shared in
      defer { shared.failures = [] }
      return shared.failures
    }
    for error in failures { complain("\(error); the layout is not kept for a later start") }
  }

  /// Waits for what is being written, for a second at most, and tells what went wrong.
  package func close() {
    _ = shared.wait(milliseconds: Self.closeTime) { $0.isWriting ? nil : () }
    hear()
  }
}
