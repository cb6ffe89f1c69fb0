internal import CContactorSystem
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

  /// Whether the kernel has taken away what is behind the descriptor: a device unplugged, or revoked by the session manager.
  package var isHungUp: Bool { Self.isHungUp(rawValue) }

  /// Whether the kernel has taken away what is behind a descriptor that another part owns, or that is closed.
  package static func isHungUp(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: 0, revents: 0)
    return unsafe poll(&request, 1, 0) > 0 && request.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
  }
}

/// The system calls that reading and writing need; a test replaces them to have them fail.
@safe package struct SystemCalls: Sendable {
  /// `open()`: the descriptor, or a negated error number.
  package var open: @Sendable (_ path: String, _ flags: Int32, _ mode: UInt32) -> Int32 = { path, flags, mode in
    let descriptor = unsafe Glibc.open(path, flags, mode)
    return descriptor < 0 ? -errno : descriptor
  }
  /// `read()`: how many bytes came, 0 at the end, or a negated error number.
  package var read: @Sendable (_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int = { descriptor, buffer in
    let count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    return count < 0 ? -Int(errno) : count
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

  /// Reads once, and again after a signal (`EINTR`); waits only where the descriptor does.
  ///
  /// - Returns: how many bytes came, 0 at the end, or a negated error number; `-EAGAIN` where there is nothing for now.
  package func readSome(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = unsafe read(descriptor, buffer)
      if count != -Int(EINTR) { return count }
    }
  }

  /// Writes all of the bytes: goes on after short writes and signals, and waits where a descriptor takes nothing for now.
  ///
  /// - Returns: how many bytes were written, and the error number, 0 for none.
  package func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> (written: Int, errno: Int32) {
    var written = 0
    while written < bytes.count {
      let count = unsafe write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[written...]))
      if count > 0 {
        written += count
        continue
      }
      switch Int32(-count) {
      case EINTR: continue
      case EAGAIN: waitUntilWritable(descriptor)
      // Nothing was taken and no reason given: another attempt would not end.
      case 0: return (written, EIO)
      case let number: return (written, number)
      }
    }
    return (written, 0)
  }
}

/// A system call that failed: the call or the file, the error number, and the system's words for it.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system's error number.
  public let errno: Int32
  /// The call, such as `epoll_create1`, or the path of the file that it was about.
  public let place: String
  /// What is wrong, where that is known better than by the error number alone.
  private let reason: String?

  /// Creates an error.
  ///
  /// - Parameter reason: what is wrong with `place`, without naming it; `nil` for the system's words.
  public init(errno: Int32, place: String, reason: String? = nil) {
    self.errno = errno
    self.place = place
    self.reason = reason
  }

  /// Whether `message` says more than the error number.
  package var hasReason: Bool { reason != nil }

  /// What is wrong: the reason, or the system's words for the error number; `strerror()`.
  public var message: String { reason ?? Self.text(of: errno) }

  /// The place and what is wrong with it.
  public var description: String { place.isEmpty ? message : "\(place): \(message)" }

  /// The system's words for an error number; `strerror()`.
  package static func text(of number: Int32) -> String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text)
  }
}
