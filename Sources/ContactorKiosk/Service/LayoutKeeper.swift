package import ContactorSystem

/// Writes copies of good layouts in a thread of its own, so that a slow disk does not delay a touch.
///
/// The newest copy counts: one that waits is replaced by a later one.
package final class LayoutKeeper {
  private let path: String
  private let complain: (String) -> Void
  private let writer: NewestWriter<LayoutCopy>

  /// Prepares the writing of copies to a file.
  ///
  /// - Parameter complain: gets a line for each copy that cannot be written.
  package init(
    path: String, loop: EventLoop, calls: SystemCalls = .kernel, complain: @escaping (String) -> Void
  ) throws(SystemError) {
    self.path = path
    self.complain = complain
    writer = try NewestWriter(loop) { (copy: LayoutCopy) throws(SystemError) in
      try copy.save(to: path, calls: calls)
    } finished: { error in
      if let error { complain("\(error); the layout is not kept for a later start") }
    }
  }

  /// Has a copy written; returns at once.
  package func keep(_ copy: LayoutCopy) {
    do throws(SystemError) { try writer.write(copy) } catch { complain("\(path): the layout is not kept: \(error)") }
  }

  /// Waits for what is being written, for a second at most, and tells what went wrong.
  package func close() { writer.close() }
}
