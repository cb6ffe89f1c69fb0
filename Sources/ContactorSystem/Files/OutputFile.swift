internal import Glibc

/// The system calls that writing needs; a test replaces them to have them fail.
@safe package struct SystemCalls: Sendable {
  /// `open()`: the descriptor, or a negated error number.
  package var open: @Sendable (_ path: String, _ flags: Int32, _ mode: UInt32) -> Int32 = { path, flags, mode in
    let descriptor = unsafe Glibc.open(path, flags, mode)
    return descriptor < 0 ? -errno : descriptor
  }
  /// `write()`: how many bytes were taken, or a negated error number.
  package var write: @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int = { descriptor, bytes in
    let count = unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    return count < 0 ? -Int(errno) : count
  }
  /// `fdatasync()`: 0, or an error number.
  package var synchronize: @Sendable (_ descriptor: Int32) -> Int32 = { fdatasync($0) == 0 ? 0 : errno }
  /// `ftruncate()`: 0, or an error number.
  package var truncate: @Sendable (_ descriptor: Int32, _ size: Int64) -> Int32 = { ftruncate($0, off_t($1)) == 0 ? 0 : errno }
  /// `poll()`: waits until a descriptor takes bytes.
  package var waitUntilWritable: @Sendable (_ descriptor: Int32) -> Void = { descriptor in
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = unsafe poll(&request, 1, -1)
  }

  /// The kernel's calls.
  package static let kernel = SystemCalls()
}

/// Owns a descriptor that is written to, for one thread at a time: in full, or not at all.
package final class OutputFile {
  /// What is kept of bytes that could be written in part only.
  package enum Unit {
    /// All of them or nothing: a block.
    case all
    /// Whole lines.
    case lines
  }

  /// Why bytes were not written.
  package struct WriteError: Error {
    /// The error number of `write()`.
    package let errno: Int32
    /// How many of the bytes are in the file nevertheless.
    package let kept: Int
  }

  private let descriptor: FileDescriptor
  private let calls: SystemCalls
  /// Whether the file ends in a part of a line that could not be taken back.
  private var endsInPart = false

  /// Takes over a descriptor.
  package init(_ descriptor: consuming FileDescriptor, calls: SystemCalls = .kernel) {
    self.descriptor = descriptor
    self.calls = calls
  }

  /// Standard output; the corresponding C function is `dup()`.
  package static func standardOutput(calls: SystemCalls = .kernel) throws(SystemError) -> OutputFile {
    OutputFile(try FileDescriptor.duplicate(STDOUT_FILENO), calls: calls)
  }

  /// The descriptor's number.
  package var rawValue: Int32 { descriptor.rawValue }

  /// Writes all of the bytes, and waits where the reader of a pipe is slow.
  ///
  /// Where that fails, what was written of them is taken back from a regular file, up to the last whole `unit`; not from
  /// one that somebody else has written to meanwhile. The corresponding C functions are `write()` and `ftruncate()`.
  package func write(_ bytes: UnsafeRawBufferPointer, unit: Unit = .all) throws(WriteError) {
    if endsInPart {
      let lineFeed: InlineArray<1, UInt8> = [10]
      let result = unsafe lineFeed.span.bytes.withUnsafeBytes { unsafe put($0) }
      if result.errno != 0 { throw WriteError(errno: result.errno, kept: 0) }
      endsInPart = false
    }
    let result = unsafe put(bytes)
    guard result.errno != 0 else { return }
    var kept = 0
    if unit == .lines, let end = unsafe bytes[..<result.written].lastIndex(of: 10) { kept = end + 1 }
    if result.written > kept, !takeBack(result.written - kept) { endsInPart = unit == .lines }
    throw WriteError(errno: result.errno, kept: kept)
  }

  /// Writes as much as the system takes: how many bytes, and the error number, 0 for none.
  private func put(_ bytes: UnsafeRawBufferPointer) -> (written: Int, errno: Int32) {
    var written = 0
    while written < bytes.count {
      let count = unsafe calls.write(rawValue, UnsafeRawBufferPointer(rebasing: bytes[written...]))
      if count > 0 {
        written += count
        continue
      }
      switch Int32(-count) {
      case EINTR: continue
      case EAGAIN: calls.waitUntilWritable(rawValue)
      // Nothing was taken and no reason given: no use in asking for ever.
      case 0: return (written, EIO)
      case let number: return (written, number)
      }
    }
    return (written, 0)
  }

  /// Removes the last bytes that were written here; `false` where they are not the file's last, or it is no file.
  private func takeBack(_ count: Int) -> Bool {
    var status = stat()
    let end = lseek(rawValue, 0, SEEK_CUR)
    guard unsafe fstat(rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    guard end == status.st_size, end >= off_t(count) else { return false }
    guard calls.truncate(rawValue, Int64(end) - Int64(count)) == 0 else { return false }
    return lseek(rawValue, end - off_t(count), SEEK_SET) >= 0
  }

  /// Waits until the disk has what was written; a pipe or terminal cannot, which is no error.
  ///
  /// The corresponding C function is `fdatasync()`.
  package func synchronize() throws(SystemError) {
    while case let number = calls.synchronize(rawValue), number != 0 {
      if number == EINVAL || number == EROFS { return }
      if number != EINTR { throw SystemError(errno: number, place: "fdatasync") }
    }
  }
}
