internal import ContactorSystem
internal import Glibc

/// Yields the bytes of a recording: a file, or memory.
public protocol ByteSource {
  /// The recording's name, for messages.
  var name: String { get }
  /// The number of bytes in all; `nil` where that is not known, as of a pipe.
  var size: Int64? { get }

  /// Reads the next bytes, at most as many as the buffer holds; returns their number, 0 at the end.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(TraceError) -> Int
}

/// Yields bytes that lie in memory.
public struct MemorySource: ByteSource {
  /// The recording's name, for messages.
  public let name: String
  private let bytes: [UInt8]
  private var position = 0

  /// Creates a source that yields the bytes.
  public init(_ bytes: [UInt8], name: String) {
    self.bytes = bytes
    self.name = name
  }

  /// Creates a source that yields the text as UTF-8.
  public init(_ text: String, name: String) {
    self.init(Array(text.utf8), name: name)
  }

  /// The number of bytes.
  public var size: Int64? { Int64(bytes.count) }

  /// Copies the next bytes.
  public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(TraceError) -> Int {
    let count = min(buffer.count, bytes.count - position)
    guard count > 0 else { return 0 }
    unsafe bytes.withUnsafeBytes { unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + count])) }
    position += count
    return count
  }
}

/// Reads a file, or standard input for the path `-`, from its beginning to its end.
public final class FileSource: ByteSource {
  /// The file's path, or a name for standard input.
  public let name: String
  /// The file's size in bytes when it was opened; `nil` for pipes and devices.
  public let size: Int64?
  private let descriptor: FileDescriptor
  /// The number of bytes still to be read of a part of a file.
  private var rest = Int.max

  /// Opens a part of a file: from an offset in bytes up to another, or to the end.
  ///
  /// - Throws: `TraceError` with the code `system`.
  convenience init(path: String, from start: Int64, to end: Int64?) throws(TraceError) {
    try self.init(path: path)
    guard lseek(descriptor.rawValue, off_t(start), SEEK_SET) >= 0 else { throw .system(path, "cannot be read") }
    if let end { rest = Int(end - start) }
  }

  /// Opens a file; `-` is standard input.
  ///
  /// - Throws: `TraceError` with the code `system`.
  public init(path: String) throws(TraceError) {
    name = path == "-" ? "standard input" : path
    do throws(SystemError) {
      descriptor = try Self.open(path)
    } catch {
      throw .system(error, name, "cannot be opened")
    }
    var status = stat()
    let isFile = unsafe fstat(descriptor.rawValue, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    size = isFile ? Int64(status.st_size) : nil
    posix_fadvise(descriptor.rawValue, 0, 0, POSIX_FADV_SEQUENTIAL)
  }

  private static func open(_ path: String) throws(SystemError) -> FileDescriptor {
    if path == "-" { return try FileDescriptor.duplicate(STDIN_FILENO) }
    return try FileDescriptor(unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC), from: "open")
  }

  /// The rest of the bytes as a text.
  ///
  /// - Throws: `TraceError`, also where there are more than `limit` bytes.
  package func text(limit: Int) throws(TraceError) -> String {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var failure: TraceError?
      let count = unsafe block.withUnsafeMutableBytes { buffer in
        do throws(TraceError) { return try unsafe read(into: buffer) } catch { failure = error }
        return 0
      }
      if let failure { throw failure }
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += block[..<count]
      guard bytes.count <= limit else {
        throw TraceError(.system, file: name, errno: EFBIG, message: "has more than \(limit) bytes; cut it")
      }
    }
  }

  /// Reads the next bytes; the corresponding C function is `read()`.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(TraceError) -> Int {
    let part = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(rest))
    let count = unsafe SystemCalls.kernel.readSome(descriptor.rawValue, into: part)
    guard count >= 0 else { throw .system(SystemError(errno: Int32(-count), place: name), name, "cannot be read") }
    rest -= count
    return count
  }
}

extension TraceError {
  /// The error that the last system call left in `errno`.
  fileprivate static func system(_ file: String, _ what: String) -> TraceError {
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
