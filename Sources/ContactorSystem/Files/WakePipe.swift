package import Glibc

/// Two ends of a pipe that wake one thread from another.
package struct WakePipe: ~Copyable, Sendable {
  package let reading: Int32
  private let writing: Int32

  package init() throws(SystemError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw SystemError(errno: errno, place: "pipe")
    }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    Glibc.close(reading)
    Glibc.close(writing)
  }

  /// Wakes the other side; one that is awake already stays so.
  package func signal() {
    var byte: UInt8 = 0
    _ = write(writing, &byte, 1)
  }

  /// Waits for a signal, for ever if `milliseconds` is negative, and takes it.
  package func wait(milliseconds: Int32) {
    var request = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    _ = poll(&request, 1, milliseconds)
    empty()
  }

  /// Takes all signals.
  package func empty() {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      while read(reading, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}
