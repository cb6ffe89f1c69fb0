public import ContactorTrace
import Glibc

/// A file that is there whole or not at all: it is written beside its place and moved there at the end.
public final class ReportFile: ByteSink {
  private let path: String
  private let temporary: String
  private let descriptor: Int32
  private var isDone = false

  /// Begins a file; `-` is standard output.
  ///
  /// - Throws: `TraceError` with the code `system` where the folder cannot be written to, or where something is in the
  ///   place that is no file.
  public init(path: String) throws(TraceError) {
    self.path = path
    temporary = "\(path).\(getpid()).part"
    guard path != "-" else {
      descriptor = dup(STDOUT_FILENO)
      return
    }
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw TraceError(.system, file: path, message: "is there and is no file; give another name, or - for standard output")
    }
    descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
    if descriptor < 0 { throw Self.error(path, "cannot be made") }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if !isDone, path != "-" { unlink(temporary) }
  }

  /// Writes all of the bytes; the corresponding C function is `write()`.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(TraceError) {
    var written = 0
    while written < bytes.count {
      let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        throw Self.error(path == "-" ? "standard output" : path, "cannot be written")
      }
    }
  }

  /// Does nothing: a report can be made again.
  public func synchronize() throws(TraceError) {}

  /// Puts the file in its place, over one that is there.
  public func finish() throws(TraceError) {
    guard path != "-" else { return }
    guard rename(temporary, path) == 0 else { throw Self.error(path, "cannot be replaced") }
    isDone = true
  }

  private static func error(_ file: String, _ what: String) -> TraceError {
    let number = errno
    return TraceError(.system, file: file, errno: number, message: "\(what): \(String(cString: strerror(number)))")
  }
}
