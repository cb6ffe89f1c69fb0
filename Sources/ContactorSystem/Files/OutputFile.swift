internal import Glibc

/// Writes bytes to a descriptor that it owns, in full or not at all; for one thread at a time.
package final class OutputFile {
  /// The part that is kept of bytes that could not be written in full.
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
  /// Where that fails, a regular file is cut back to the last whole `unit`, unless another program has written to it
  /// meanwhile. The corresponding C functions are `write()` and `ftruncate()`.
  package func write(_ bytes: UnsafeRawBufferPointer, unit: Unit = .all) throws(WriteError) {
    if endsInPart {
      let lineFeed: InlineArray<1, UInt8> = [10]
      let result = unsafe lineFeed.span.bytes.withUnsafeBytes { unsafe calls.writeAll($0, to: rawValue) }
      if result.errno != 0 { throw WriteError(errno: result.errno, kept: 0) }
      endsInPart = false
    }
    let result = unsafe calls.writeAll(bytes, to: rawValue)
    guard result.errno != 0 else { return }
    var kept = 0
    if unit == .lines, let end = unsafe bytes[..<result.written].lastIndex(of: 10) { kept = end + 1 }
    if result.written > kept, !takeBack(result.written - kept) { endsInPart = unit == .lines }
    throw WriteError(errno: result.errno, kept: kept)
  }

  /// Removes the last bytes that were written; `false` where they are not the file's last, or for what is no regular file.
  private func takeBack(_ count: Int) -> Bool {
    var status = stat()
    let end = lseek(rawValue, 0, SEEK_CUR)
    guard unsafe fstat(rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    guard end == status.st_size, end >= off_t(count) else { return false }
    guard calls.truncate(rawValue, Int64(end) - Int64(count)) == 0 else { return false }
    return lseek(rawValue, end - off_t(count), SEEK_SET) >= 0
  }

  /// Waits until the disk has the bytes; for a pipe or a terminal, which have no disk, does nothing.
  ///
  /// The corresponding C function is `fdatasync()`.
  package func synchronize() throws(SystemError) {
    while case let number = calls.synchronize(rawValue), number != 0 {
      if number == EINVAL || number == EROFS { return }
      if number != EINTR { throw SystemError(errno: number, place: "fdatasync") }
    }
  }
}
