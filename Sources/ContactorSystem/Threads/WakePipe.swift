internal import Glibc

/// Two ends of a pipe that wake one thread from another.
package struct WakePipe: ~Copyable, Sendable {
  private let input: FileDescriptor
  private let output: FileDescriptor

  /// Makes a pipe that nothing is in; `pipe()`.
  package init() throws(SystemError) {
    var ends: InlineArray<2, Int32> = [-1, -1]
    var span = ends.mutableSpan
    let result = unsafe span.withUnsafeMutableBufferPointer { unsafe pipe($0.baseAddress) }
    guard result == 0 else { throw SystemError(errno: errno, place: "pipe") }
    for index in 0..<2 {
      _ = fcntl(ends[index], F_SETFL, O_NONBLOCK)
      _ = fcntl(ends[index], F_SETFD, FD_CLOEXEC)
    }
    input = FileDescriptor(owning: ends[0])
    output = FileDescriptor(owning: ends[1])
  }

  /// The end that is readable after a signal.
  package var reading: Int32 { input.rawValue }

  /// Wakes the other side; one that is awake already stays so.
  package func signal() {
    var byte: UInt8 = 0
    _ = unsafe write(output.rawValue, &byte, 1)
  }

  /// Waits for a signal, for ever if `milliseconds` is negative, and takes it.
  package func wait(milliseconds: Int32) {
    var request = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&request, 1, milliseconds)
    empty()
  }

  /// Takes all signals.
  package func empty() {
    unsafe withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      while unsafe read(reading, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}
