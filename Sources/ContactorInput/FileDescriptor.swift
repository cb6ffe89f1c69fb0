internal import Glibc

/// Owns a file descriptor and closes it.
struct FileDescriptor: ~Copyable {
  /// The number.
  let rawValue: Int32

  /// Takes over a descriptor that a system call returned; a negative one is an error in `errno`.
  init(_ rawValue: Int32, from call: String) throws(InputError) {
    guard rawValue >= 0 else { throw InputError.system(errno, in: call) }
    self.rawValue = rawValue
  }

  deinit {
    close(rawValue)
  }

  /// Whether the kernel has taken away what is behind it: a device unplugged, or revoked by the session manager.
  var isHungUp: Bool { Self.isHungUp(rawValue) }

  /// Whether that is so of another's descriptor, or it is closed.
  static func isHungUp(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: 0, revents: 0)
    return unsafe poll(&request, 1, 0) > 0 && request.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
  }
}
