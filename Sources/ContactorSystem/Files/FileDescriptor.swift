internal import CSystem
internal import Glibc

/// Owns a file descriptor and closes it.
package struct FileDescriptor: ~Copyable, Sendable {
  /// The number.
  package let rawValue: Int32

  /// Takes over a descriptor that a system call returned; a negative one is an error in `errno`.
  package init(_ rawValue: Int32, from call: String) throws(SystemError) {
    guard rawValue >= 0 else { throw SystemError(errno: errno, place: call) }
    self.rawValue = rawValue
  }

  /// Takes over a descriptor; a negative one is a negated error number.
  package init(_ rawValue: Int32, place: String) throws(SystemError) {
    guard rawValue >= 0 else { throw SystemError(errno: -rawValue, place: place) }
    self.rawValue = rawValue
  }

  /// Takes over an open descriptor.
  package init(owning rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// A descriptor that is readable from the start; `eventfd()`.
  package static func makeReady() throws(SystemError) -> FileDescriptor {
    try FileDescriptor(cct_ready_descriptor(), from: "eventfd")
  }

  /// Another descriptor of the same open file; `fcntl(F_DUPFD_CLOEXEC)`.
  package static func duplicate(_ number: Int32) throws(SystemError) -> FileDescriptor {
    try FileDescriptor(fcntl(number, F_DUPFD_CLOEXEC, 0), from: "fcntl")
  }

  deinit {
    close(rawValue)
  }

  /// Whether the kernel has taken away what is behind it: a device unplugged, or revoked by the session manager.
  package var isHungUp: Bool { Self.isHungUp(rawValue) }

  /// Whether that is so of another's descriptor, or it is closed.
  package static func isHungUp(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: 0, revents: 0)
    return unsafe poll(&request, 1, 0) > 0 && request.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
  }
}
