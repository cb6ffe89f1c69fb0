internal import Glibc

/// Writes a file, or standard output for the path `-`.
public final class FileSink: ByteSink {
  private let name: String
  private let descriptor: Int32
  /// The file that is written, and the one whose place it takes.
  private var replacement: (path: String, target: String)?

  /// Makes a file, or empties the one that is there; `-` is standard output.
  ///
  /// - Parameter replaces: whether a file that is there may be emptied; if not, it is an error.
  /// - Throws: `TraceError` with the code `system`.
  public init(path: String, replaces: Bool = true) throws(TraceError) {
    name = path == "-" ? "standard output" : path
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (replaces ? O_TRUNC : O_EXCL)
    descriptor = path == "-" ? dup(STDOUT_FILENO) : open(path, flags, 0o644)
    guard descriptor >= 0 else { throw .system(name, "cannot be written") }
  }

  /// Begins a file that takes the place of the one that is there, if any, with `commit()`; without that nothing changes.
  ///
  /// What is no file, such as a pipe, a device or standard output, is written in place; so is a file in a folder in which
  /// none can be made.
  ///
  /// - Throws: `TraceError` with the code `system`.
  public static func replacing(_ path: String) throws(TraceError) -> FileSink {
    var status = stat()
    let exists = stat(path, &status) == 0
    guard path != "-", !exists || status.st_mode & S_IFMT == S_IFREG else { return try FileSink(path: path) }
    // Where a link leads, for the link is to stay.
    let target = exists ? destination(of: path) : path
    let temporary = "\(target).\(getpid()).part"
    unlink(temporary)
    let descriptor = Glibc.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return try FileSink(path: path) }
    if exists { fchmod(descriptor, status.st_mode & 0o7777) }
    return FileSink(path, descriptor, (temporary, target))
  }

  private init(_ name: String, _ descriptor: Int32, _ replacement: (path: String, target: String)) {
    self.name = name
    self.descriptor = descriptor
    self.replacement = replacement
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if let replacement { unlink(replacement.path) }
  }

  private static func destination(of path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Puts the file in its place: what was there until now is gone; the corresponding C function is `rename()`.
  ///
  /// Does nothing for a file that is written in place.
  public func commit() throws(TraceError) {
    guard let finished = replacement else { return }
    guard rename(finished.path, finished.target) == 0 else { throw .system(name, "cannot be written") }
    replacement = nil
  }

  /// Writes all of the bytes; the corresponding C function is `write()`.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(TraceError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = UnsafeRawBufferPointer(rebasing: rest).withMemoryRebound(to: UInt8.self) {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 {
        guard errno == EINTR else { throw .system(name, "cannot be written") }
        continue
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Waits until the disk has it; the corresponding C function is `fdatasync()`.
  ///
  /// A pipe or terminal cannot, which is no error.
  public func synchronize() throws(TraceError) {
    while fdatasync(descriptor) != 0 {
      if errno == EINVAL || errno == EROFS { return }
      guard errno == EINTR else { throw .system(name, "cannot be written to the disk") }
    }
  }
}
