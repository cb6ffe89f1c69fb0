internal import ContactorSystem
internal import Glibc

/// Reads a file, or standard input for the path `-`, from its beginning to its end.
public final class FileSource: ByteSource {
  /// The file's path, or a name for standard input.
  public let name: String
  /// The file's size when it was opened; `nil` for pipes and devices.
  public let size: Int64?
  private let descriptor: Int32
  /// How many bytes are still to be read, of a part of a file.
  private var rest = Int.max

  /// Opens a part of a file: up to an offset, or to its end.
  ///
  /// - Throws: `TraceError` with the code `system`.
  convenience init(path: String, from start: Int64, to end: Int64?) throws(TraceError) {
    try self.init(path: path)
    guard lseek(descriptor, off_t(start), SEEK_SET) >= 0 else { throw .system(path, "cannot be read") }
    if let end { rest = Int(end - start) }
  }

  /// Opens a file; `-` is standard input.
  ///
  /// - Throws: `TraceError` with the code `system`.
  public init(path: String) throws(TraceError) {
    name = path == "-" ? "standard input" : path
    descriptor = unsafe path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      size = nil
      throw .system(name, "cannot be opened")
    }
    var status = stat()
    let isFile = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    size = isFile ? Int64(status.st_size) : nil
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Reads the next bytes; the corresponding C function is `read()`.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(TraceError) -> Int {
    while true {
      let count = unsafe Glibc.read(descriptor, buffer.baseAddress, min(buffer.count, rest))
      if count >= 0 {
        rest -= count
        return count
      }
      guard errno == EINTR else { throw .system(name, "cannot be read") }
    }
  }
}

extension TraceError {
  /// The error that the operating system has just given.
  static func system(_ file: String, _ what: String) -> TraceError {
    system(SystemError(errno: Glibc.errno, place: file), file, what)
  }
}

/// Whether a file is there and can be read; the corresponding C function is `access()`.
func isReadable(_ path: String) -> Bool {
  unsafe access(path, R_OK) == 0
}

/// The position of a byte in some memory, or `nil`; the corresponding C function is `memchr()`.
@inline(__always)
func firstIndex(of byte: UInt8, in start: UnsafePointer<UInt8>, count: Int) -> Int? {
  guard let found = unsafe memchr(start, Int32(byte), count) else { return nil }
  return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(start)
}
