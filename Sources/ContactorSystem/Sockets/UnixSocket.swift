internal import CContactorSystem
internal import Glibc

/// The process at the other end of a Unix socket, as it was when it connected; `SO_PEERCRED`.
public struct PeerCredentials: Hashable, Sendable, CustomStringConvertible {
  /// The process; 0 where it is in another namespace.
  public var process: Int32
  /// The user, its effective one.
  public var user: UInt32
  /// The group, its effective one.
  public var group: UInt32

  /// Creates credentials.
  public init(process: Int32, user: UInt32, group: UInt32) {
    (self.process, self.user, self.group) = (process, user, group)
  }

  /// The user and the process in words, for messages.
  public var description: String { "user \(user), process \(process)" }

  /// Asks the kernel for the credentials of a connected socket's peer.
  ///
  /// - Throws: `SystemError`, for a descriptor that is no Unix socket.
  package init(of descriptor: Int32) throws(SystemError) {
    var (process, user, group): (pid_t, uid_t, gid_t) = (0, 0, 0)
    let failure = unsafe cct_peer(descriptor, &process, &user, &group)
    guard failure == 0 else { throw SystemError(errno: failure, place: "getsockopt") }
    self.init(process: process, user: user, group: group)
  }
}

/// A stream socket at a path that waits for connections; the path is removed with it.
///
/// What connects is the host's to judge: the mode and the group of the path say who may, and each connection knows its peer.
package struct ListeningSocket: ~Copyable {
  /// How many connections wait to be accepted, at most; more are refused by the kernel.
  static let backlog: Int32 = 64

  private let descriptor: FileDescriptor
  /// The path.
  package let path: String
  private let identity: FileIdentity

  /// Makes the socket.
  ///
  /// A socket that nobody listens on any more, as a program that was killed leaves it, is replaced; anything else at the path is not. The
  /// path gets its mode and group before anybody can connect.
  ///
  /// - Parameters:
  ///   - mode: the permissions; who may write may connect.
  ///   - group: the number of the group; `nil` for this process's.
  /// - Throws: `SystemError`: `EADDRINUSE` where another program listens at the path, `EEXIST` where something else is there.
  package init(path: String, mode: UInt32, group: UInt32?) throws(SystemError) {
    try Self.removeAbandoned(path)
    let descriptor = try FileDescriptor(unsafe cct_unix_bind(path), place: path)
    guard let identity = FileIdentity(path) else { throw SystemError(errno: errno, place: path) }
    // A connection is refused until listen(), so that no one gets in before the mode is right.
    let isOurs =
      unsafe (group == nil || lchown(path, uid_t.max, group ?? 0) == 0) && chmod(path, mode) == 0
      && listen(descriptor.rawValue, Self.backlog) == 0
    guard isOurs else {
      let number = errno
      unsafe unlink(path)
      throw SystemError(errno: number, place: path)
    }
    self.path = path
    self.identity = identity
    self.descriptor = descriptor
  }

  deinit {
    // Another program may have put its own in place.
    if FileIdentity(path) == identity { unsafe unlink(path) }
  }

  /// The descriptor, readable while a connection waits.
  package var fileDescriptor: Int32 { descriptor.rawValue }

  /// Accepts the next connection, which does not wait; `nil` where none waits or the peer is gone again.
  ///
  /// - Throws: `SystemError` where the process or the system has no descriptors left.
  package func accept() throws(SystemError) -> FileDescriptor? {
    let number = cct_accept(descriptor.rawValue)
    if [-EAGAIN, -EINTR, -ECONNABORTED, -EPERM, -EPROTO].contains(number) { return nil }
    return try FileDescriptor(number, place: path)
  }

  private static func removeAbandoned(_ path: String) throws(SystemError) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw SystemError(errno: EEXIST, place: path, reason: "is there and is no socket; give another path")
    }
    let number = unsafe cct_unix_connect(path, 1000)
    guard number < 0 else {
      close(number)
      throw SystemError(errno: EADDRINUSE, place: path, reason: "another program listens there; give another path, or end that program")
    }
    guard number == -ECONNREFUSED else { throw SystemError(errno: -number, place: path) }
    guard unsafe unlink(path) == 0 else { throw SystemError(errno: errno, place: path) }
  }
}

/// The device and number of a file, which tell it from another at the same path.
private struct FileIdentity: Equatable {
  private let device: UInt
  private let number: UInt

  /// Looks at a path without following a link; `nil`, with `errno`, where nothing is there.
  init?(_ path: String) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    (device, number) = (UInt(status.st_dev), UInt(status.st_ino))
  }
}

/// A connection to the socket at a path, whose calls wait.
package struct ConnectedSocket: ~Copyable {
  private let descriptor: FileDescriptor

  /// Connects.
  ///
  /// - Parameter milliseconds: how long each call waits at most; 0 for without a limit.
  /// - Throws: `SystemError`: `ENOENT` and `ECONNREFUSED` where nobody listens, `EACCES` where this user may not connect.
  package init(path: String, milliseconds: Int32) throws(SystemError) {
    descriptor = try FileDescriptor(unsafe cct_unix_connect(path, milliseconds), place: path)
  }

  /// The descriptor.
  package var fileDescriptor: Int32 { descriptor.rawValue }

  /// Sends all of the bytes, without `SIGPIPE`; `send()`.
  ///
  /// - Throws: `SystemError`: `EPIPE` where the peer is gone, `EAGAIN` where it takes nothing for too long.
  package func send(_ bytes: [UInt8]) throws(SystemError) {
    let failure = unsafe cct_send_all(fileDescriptor, bytes, bytes.count)
    guard failure == 0 else { throw SystemError(errno: failure, place: "send") }
  }
}

extension FileDescriptor {
  /// Sends bytes to a socket without waiting and without `SIGPIPE`; `send()`.
  ///
  /// - Returns: how many were taken, 0 where there is no room.
  /// - Throws: `SystemError`, such as `EPIPE` where the peer is gone.
  package func send(_ bytes: borrowing RawSpan) throws(SystemError) -> Int {
    let count = unsafe bytes.withUnsafeBytes { unsafe cct_send(rawValue, $0.baseAddress, $0.count) }
    if count == -Int(EAGAIN) || count == -Int(EINTR) { return 0 }
    guard count >= 0 else { throw SystemError(errno: Int32(-count), place: "send") }
    return count
  }
}

/// A group of this machine by its name or number; `getgrnam()`.
package func groupNumber(of name: String) -> UInt32? {
  if let number = UInt32(name) { return number }
  guard let entry = unsafe getgrnam(name) else { return nil }
  return unsafe entry.pointee.gr_gid
}
