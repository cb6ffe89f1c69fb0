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
}
