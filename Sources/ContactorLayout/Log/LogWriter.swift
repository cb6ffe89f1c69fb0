package import ContactorCore
import Glibc

/// Writes log lines to a file or to standard output, gathered to one `write()` per `flush()`.
///
/// A log that cannot be written (disk full, reader gone) is given up with one message; the kiosk goes on.
public final class LogWriter {
  /// Why the log could not be opened.
  public struct OpenError: Error, CustomStringConvertible {
    /// One sentence with the place.
    public let description: String
  }

  /// Why a log could not be written on.
  package struct WriteError {
    /// The error number of `write()`.
    package let errno: Int32
    /// The system's words for it.
    package var reason: String { String(cString: strerror(errno)) }
  }

  private let descriptor: Int32
  private let owns: Bool
  private let collect: (([UInt8]) -> Void)?
  @exclusivity(unchecked) private var text = TextMemory(capacity: 1 << 14)
  /// How a line of a moment begins.
  @exclusivity(unchecked) private var lineStart = TextMemory(capacity: 32)
  @exclusivity(unchecked) private var lineTime = Timestamp(microseconds: 0)
  @exclusivity(unchecked) private var isBroken = false
  private let failed: (WriteError) -> Void
  /// Whether `flush()` waits for much to come together: for a replay that nobody watches.
  @exclusivity(unchecked) package var isBuffered = false {
    didSet { if !isBuffered { flush() } }
  }

  /// Opens a log; `-` is standard output.
  ///
  /// A file is appended to, and made with mode 0644.
  ///
  /// - Parameter complain: gets the one message when writing fails.
  public init(path: String, complain: @escaping (String) -> Void) throws(OpenError) {
    let name = path == "-" ? "standard output" : path
    failed = { complain("\(name): \($0.reason); the log ends here, everything else goes on") }
    collect = nil
    owns = path != "-"
    descriptor = owns ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644) : STDOUT_FILENO
    if descriptor < 0 {
      throw OpenError(description: "\(path): \(String(cString: strerror(errno))); give --log a file that can be written")
    }
  }

  /// Makes a log that hands its bytes to a closure: whole lines, one or more at a time.
  public init(collect: @escaping ([UInt8]) -> Void) {
    self.collect = collect
    failed = { _ in }
    owns = false
    descriptor = -1
  }

  /// Makes a log that writes to a descriptor, which stays the caller's; `failed` is called once if that ends.
  package init(descriptor: Int32, failed: @escaping (WriteError) -> Void) {
    collect = nil
    self.failed = failed
    owns = false
    self.descriptor = descriptor
  }

  deinit {
    isBuffered = false
    flush()
    if owns { close(descriptor) }
  }

  package func append(_ line: consuming LogLine) {
    guard !isBroken else { return }
    line.finish(in: &text)
    if text.count >= 1 << 16 { flush() }
  }

  /// Adds a line that is written where it stays; nothing else may be added meanwhile.
  @inline(__always)
  package func append(_ kind: StaticString, at time: Timestamp, _ add: (inout LogLine) -> Void) {
    guard !isBroken else { return }
    var memory = TextMemory()
    swap(&memory, &text)
    // Many lines are of one moment: its text is made once.
    if time != lineTime || lineStart.isEmpty { begin(at: time) }
    var line = LogLine(kind, after: lineStart, in: memory)
    add(&line)
    text = line.finishedText()
    if text.count >= 1 << 16 { flush() }
  }

  @inline(never)
  private func begin(at time: Timestamp) {
    lineTime = time
    lineStart.removeAll()
    lineStart.append(literal: "{\"t\":")
    DecimalText.append(time.microseconds, to: &lineStart)
  }

  /// Writes what was gathered; call it after each frame.
  public func flush() {
    guard !text.isEmpty, !isBuffered || text.count >= 1 << 16 else { return }
    if let collect { collect(Array(text.bytes)) } else { writeOut() }
    text.removeAll()
  }

  private func writeOut() {
    var written = 0
    while written < text.count, !isBroken {
      let count = write(descriptor, text.bytes.baseAddress! + written, text.count - written)
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        isBroken = true
        failed(WriteError(errno: errno))
      }
    }
  }
}
