internal import Glibc

/// The target of a path that is to be written to: links are followed here, and only those of this user and of root.
///
/// A program that runs as root and writes into a folder that all may write to, such as /tmp, must not be led to a file of
/// another user, nor write private bytes where another user reads them.
package struct OutputPath {
  /// What is there.
  package enum Kind: Equatable {
    /// Nothing yet.
    case absent
    /// A regular file with these permissions.
    case file(mode: UInt32)
    /// A pipe, a terminal, a device.
    case other
    /// A descriptor of this program, by its name in /proc.
    case descriptor(Int32)
  }

  /// Whether what is there may be written over.
  package enum Creation {
    /// What is there stays; bytes go to its end.
    case appends
    /// What is there is emptied.
    case replaces
    /// What is there is an error, `EEXIST`.
    case new
  }

  /// The permissions of new files, for this user alone: touches tell what is typed.
  package static let mode: UInt32 = 0o600

  /// The path that was asked for.
  package let name: String
  /// Where its links lead.
  package let target: String
  /// What is there.
  package let kind: Kind

  /// Follows a path's links.
  ///
  /// - Throws: `SystemError`; `EPERM` for a link or a file of another user than this one and root.
  package init(_ name: String) throws(SystemError) {
    self.name = name
    var path = name
    for _ in 0..<40 {
      var status = stat()
      guard unsafe lstat(path, &status) == 0 else {
        let number = errno
        guard number == ENOENT, !path.isEmpty, !path.hasSuffix("/") else { throw SystemError(errno: number, place: name) }
        (target, kind) = (path, .absent)
        return
      }
      if status.st_mode & S_IFMT == S_IFLNK {
        if let number = Self.ownDescriptor(path) {
          (target, kind) = (path, .descriptor(number))
          return
        }
        try Self.checkOwner(status, name, what: "a link")
        path = try Self.follow(path, name)
        continue
      }
      if status.st_mode & S_IFMT == S_IFCHR {
        kind = .other
      } else {
        try Self.checkOwner(status, name, what: status.st_mode & S_IFMT == S_IFREG ? "a file" : "something")
        kind = status.st_mode & S_IFMT == S_IFREG ? .file(mode: status.st_mode & 0o7777) : .other
      }
      target = path
      return
    }
    throw SystemError(errno: ELOOP, place: name)
  }

  /// The path with a link's target in place of the link.
  private static func follow(_ path: String, _ name: String) throws(SystemError) -> String {
    guard let next = linkTarget(of: path) else { throw SystemError(errno: errno, place: name) }
    return next
  }

  /// Where a link leads, counted from where the link's path is counted from; `nil`, with `errno`, for what is no link.
  package static func linkTarget(of path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe readlink(path, buffer.baseAddress!, buffer.count)
    }
    guard count > 0 else { return nil }
    let next = String(decoding: bytes[..<count], as: UTF8.self)
    guard !next.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return next }
    return path[...slash] + next
  }

  /// The folder that a path is in.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The number of a descriptor of this program that a path names, such as `/proc/self/fd/1`.
  private static func ownDescriptor(_ path: String) -> Int32? {
    guard let slash = path.lastIndex(of: "/"), let number = Int32(path[path.index(after: slash)...]) else { return nil }
    guard let folder = unsafe realpath(String(path[..<slash]), nil) else { return nil }
    defer { unsafe free(folder) }
    return unsafe String(cString: folder) == "/proc/\(getpid())/fd" ? number : nil
  }

  private static func checkOwner(_ status: stat, _ name: String, what: String) throws(SystemError) {
    guard status.st_uid != geteuid(), status.st_uid != 0 else { return }
    throw SystemError(
      errno: EPERM, place: name,
      reason: "is \(what) of another user (\(status.st_uid)) and is not written to; give a name in a folder of your own")
  }

  /// Opens a file to write to; what is made new is for this user alone.
  ///
  /// - Parameter waits: whether to wait for the reader of a named pipe; if not, a pipe without one is an error, `ENXIO`.
  /// - Throws: `SystemError`.
  package static func open(
    _ name: String, _ creation: Creation, waits: Bool = true, calls: SystemCalls = .kernel
  ) throws(SystemError) -> FileDescriptor {
    // Once more where something came or went between the two looks.
    for attempt in 1... {
      do throws(SystemError) {
        return try OutputPath(name).open(creation, waits, calls)
      } catch {
        let isChanged = error.errno == ENOENT || error.errno == ELOOP || (error.errno == EEXIST && creation != .new)
        guard isChanged, attempt < 3 else { throw error }
      }
    }
    throw SystemError(errno: EAGAIN, place: name)
  }

  private func open(_ creation: Creation, _ waits: Bool, _ calls: SystemCalls) throws(SystemError) -> FileDescriptor {
    let flags = O_WRONLY | O_CLOEXEC | O_NOCTTY | (creation == .appends ? O_APPEND : 0)
    switch kind {
    case .descriptor(let number): return try FileDescriptor.duplicate(number)
    case .absent:
      return try FileDescriptor(calls.open(target, flags | O_CREAT | O_EXCL | O_NOFOLLOW, Self.mode), place: name)
    case .file, .other:
      guard creation != .new else { throw SystemError(errno: EEXIST, place: name) }
      let number = calls.open(target, flags | O_NOFOLLOW | (waits ? 0 : O_NONBLOCK), 0)
      let descriptor = try FileDescriptor(number, place: name)
      var status = stat()
      guard unsafe fstat(descriptor.rawValue, &status) == 0 else { throw SystemError(errno: errno, place: name) }
      // What was opened counts, whatever was there before.
      if status.st_mode & S_IFMT != S_IFCHR { try Self.checkOwner(status, name, what: "a file") }
      if creation == .replaces, status.st_mode & S_IFMT == S_IFREG, calls.truncate(descriptor.rawValue, 0) != 0 {
        throw SystemError(errno: errno, place: name)
      }
      return descriptor
    }
  }
}
