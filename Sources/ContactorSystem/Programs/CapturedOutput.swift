import CContactorSystem
import Glibc

/// The standard output of a program, read as it comes.
final class CapturedOutput {
  private let loop: EventLoop
  private var readingEnd: FileDescriptor?
  private var ownWritingEnd: FileDescriptor?
  private var bytes: [UInt8] = []

  /// Makes a pipe and watches it.
  ///
  /// The corresponding C function is `pipe2`.
  init(_ loop: EventLoop) throws(SystemError) {
    self.loop = loop
    var (reading, writing): (Int32, Int32) = (-1, -1)
    let code = unsafe cct_pipe(&reading, &writing)
    guard code == 0 else { throw SystemError(errno: code, place: "pipe2") }
    readingEnd = FileDescriptor(owning: reading)
    ownWritingEnd = FileDescriptor(owning: writing)
    try loop.watch(reading) { [weak self] in self?.read() }
  }

  deinit { stop() }

  /// The descriptor for the program.
  var writingEnd: Int32 { ownWritingEnd?.rawValue ?? -1 }

  /// Closes our copy of the program's end, so that the end of the output is noticed.
  func closeWritingEnd() { ownWritingEnd = nil }

  /// Whether all is read and no program can write to the pipe any more.
  var isAtEnd: Bool { readingEnd == nil }

  /// Reads what is left, closes the pipe and returns all that came.
  func finish() -> [UInt8] {
    closeWritingEnd()
    read()
    stop()
    return bytes
  }

  /// How many blocks of 64 KiB are read before other events are handled.
  private static let blocksAtOnce = 16

  private func read() {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    // A program may write faster than this one reads.
    for _ in 0..<Self.blocksAtOnce {
      guard let descriptor = readingEnd?.rawValue else { return }
      let count = unsafe block.withUnsafeMutableBytes { unsafe SystemCalls.kernel.readSome(descriptor, into: $0) }
      if count == -Int(EAGAIN) { return }
      guard count > 0 else { return stop() }
      // More than the limit is read and dropped, so that the program does not wait for a reader.
      bytes += block[..<min(count, ProcessRunner.outputLimit - bytes.count)]
    }
  }

  private func stop() {
    guard let descriptor = readingEnd.take() else { return }
    loop.unwatch(descriptor.rawValue)
  }
}
