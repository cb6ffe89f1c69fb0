/// Writes values in a thread of its own, so that a slow or dead disk delays nothing.
///
/// The newest value counts: one that waits while another is being written is replaced by a later one. One thread calls all methods.
package final class NewestWriter<Value: Sendable> {
  /// Writes a value; called in the thread of the writer.
  package typealias Write = @Sendable (Value) throws(SystemError) -> Void

  private struct Shared: Sendable {
    var waiting: Value?
    var isWriting = false
    /// How each value was written that nobody was told of yet; `nil` for well.
    var results: [SystemError?] = []
  }

  private let loop: EventLoop
  private let body: Write
  private let finished: (SystemError?) -> Void
  private let shared = Guarded(Shared())
  private let notice: SharedWakePipe

  /// Prepares the writing; a thread is there only while something is written.
  ///
  /// - Parameters:
  ///   - loop: the loop that calls `finished`.
  ///   - write: writes a value; it is called in a thread, for one value at a time.
  ///   - finished: gets the result of each value that was written: an error, or `nil`.
  package init(_ loop: EventLoop, write: @escaping Write, finished: @escaping (SystemError?) -> Void) throws(SystemError) {
    self.loop = loop
    body = write
    self.finished = finished
    notice = try SharedWakePipe()
    try loop.watch(notice.reading) { [unowned self] in hear() }
  }

  deinit { loop.unwatch(notice.reading) }

  /// Has a value written; returns at once.
  ///
  /// - Throws: `SystemError` where no thread can be started; the next call tries again.
  package func write(_ value: Value) throws(SystemError) {
    let starts = shared.withLock { shared in
      shared.waiting = value
      defer { shared.isWriting = true }
      return !shared.isWriting
    }
    guard starts else { return }
    do throws(SystemError) {
      try WorkerThread { [shared, notice, body] in Self.writeWaiting(shared, notice, body) }.detach()
    } catch {
      shared.withLock { $0.isWriting = false }
      throw error
    }
  }

  /// Writes what waits, in the thread.
  private static func writeWaiting(_ shared: Guarded<Shared>, _ notice: SharedWakePipe, _ body: Write) {
    while true {
      let next = shared.update { shared in
        if shared.waiting == nil { shared.isWriting = false }
        return shared.waiting.take()
      }
      guard let next else { return }
      var failure: SystemError?
      do throws(SystemError) { try body(next) } catch { failure = error }
      shared.update { $0.results.append(failure) }
      notice.signal()
    }
  }

  private func hear() {
    notice.empty()
    let results = shared.withLock { shared in
      defer { shared.results = [] }
      return shared.results
    }
    for result in results { finished(result) }
  }

  /// Waits for what is being written, and tells how that went.
  ///
  /// - Parameter milliseconds: how long to wait at most, as a disk may never answer.
  /// - Returns: whether everything is written.
  @discardableResult
  package func close(milliseconds: Int64 = 1000) -> Bool {
    let isDone: Void? = shared.wait(milliseconds: milliseconds) { $0.isWriting ? nil : () }
    hear()
    return isDone != nil
  }
}
