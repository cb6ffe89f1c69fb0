internal import Glibc

/// How large a log may become, and how many older ones stay.
public struct LogRotation: Hashable, Sendable {
  /// The smallest size: 4 KiB, so that a log is not turned over at each line.
  public static let smallestSize: Int64 = 4 << 10
  /// The greatest number of older logs.
  public static let largestCount = 999

  /// The size in bytes from which the log goes on in a new file, `smallestSize` or more.
  public var size: Int64
  /// How many older logs stay, 1 … `largestCount`: `FILE.1` is the youngest.
  public var keep: Int

  /// Creates a rule; values out of their ranges become the nearest that are allowed.
  public init(size: Int64, keep: Int) {
    self.size = max(size, Self.smallestSize)
    self.keep = min(max(keep, 1), Self.largestCount)
  }
}

/// A log's file and the older ones beside it, `FILE.1`, `FILE.2` …; each method may be called in any thread, one at a time.
package struct LogFile: Sendable {
  /// The path, `-` for standard output.
  package let path: String
  /// When the log goes on in a new file; `nil` for never.
  package let rotation: LogRotation?
  /// The number of the group that may read the log; `nil` for none.
  package let group: UInt32?
  private let calls: SystemCalls

  /// Describes a file; opens nothing.
  package init(_ path: String, rotation: LogRotation? = nil, group: UInt32? = nil, calls: SystemCalls = .kernel) {
    self.path = path
    self.rotation = rotation
    self.group = group
    self.calls = calls
  }

  /// Opens the file to write at its end, and makes it where it is not there: for this user alone, and the group if one is set.
  ///
  /// - Parameter waits: whether to wait for the reader of a named pipe.
  /// - Throws: `SystemError`, as of `OutputPath.open`; also where the group cannot be set.
  package func open(waits: Bool = true) throws(SystemError) -> FileDescriptor {
    if path == "-" { return try FileDescriptor.duplicate(STDOUT_FILENO) }
    let descriptor = try OutputPath.open(path, .appends, waits: waits, calls: calls)
    try setGroup(of: descriptor)
    return descriptor
  }

  /// How many bytes the open file has; `nil` for what is no regular file, which is never turned over.
  package static func size(of descriptor: Int32) -> Int64? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_size)
  }

  /// Turns the log over: the file becomes `FILE.1`, that one `FILE.2` …, the oldest goes, and a new file is made.
  ///
  /// Nothing is touched where that cannot be done, or a name is taken by what is no file of this user or root. Where another program has
  /// turned the log over already, only the new file is opened.
  ///
  /// - Parameter current: the descriptor of the present file.
  /// - Returns: the new file; `nil` where the present one is not half as large as it may be, as after a time in which a full disk took
  ///   nothing.
  package func turnOver(_ current: Int32) throws(SystemError) -> FileDescriptor? {
    guard let rotation, path != "-" else { return nil }
    guard let size = Self.size(of: current), size >= rotation.size / 2 else { return nil }
    let target = try OutputPath(path).target
    guard Self.isSame(current, target) else { return try open(waits: false) }
    let names = [target] + (1...rotation.keep).map { "\(target).\($0)" }
    for name in names.dropFirst() { try Self.checkIsOwnFile(name) }
    // A gap ends the row: what lies beyond it stays where it is.
    var count = 1
    while count < names.count - 1, Self.exists(names[count]) { count += 1 }
    for index in stride(from: count, through: 1, by: -1) {
      guard unsafe rename(names[index - 1], names[index]) == 0 else { throw SystemError(errno: errno, place: names[index]) }
    }
    do throws(SystemError) {
      let descriptor = FileDescriptor(owning: try Self.create(target, calls))
      try setGroup(of: descriptor)
      return descriptor
    } catch {
      // The log goes on in the old file, under its own name.
      if !Self.exists(target) { _ = unsafe rename(names[1], target) }
      throw error
    }
  }

  private static func create(_ path: String, _ calls: SystemCalls) throws(SystemError) -> Int32 {
    let number = calls.open(path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY, OutputPath.mode)
    guard number >= 0 else { throw SystemError(errno: -number, place: path) }
    return number
  }

  /// Lets the group read a file of this user; leaves what is no regular file as it is.
  private func setGroup(of descriptor: borrowing FileDescriptor) throws(SystemError) {
    guard let group else { return }
    var status = stat()
    guard unsafe fstat(descriptor.rawValue, &status) == 0 else { throw SystemError(errno: errno, place: path) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_gid != group || status.st_mode & 0o040 == 0 else { return }
    guard fchown(descriptor.rawValue, uid_t.max, group) == 0, fchmod(descriptor.rawValue, 0o640) == 0 else {
      throw SystemError(errno: errno, place: path, reason: "cannot be given to the group \(group): \(SystemError.text(of: errno))")
    }
  }

  private static func isSame(_ descriptor: Int32, _ path: String) -> Bool {
    var (open, named) = (stat(), stat())
    guard unsafe fstat(descriptor, &open) == 0, unsafe lstat(path, &named) == 0 else { return false }
    return open.st_dev == named.st_dev && open.st_ino == named.st_ino
  }

  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  private static func checkIsOwnFile(_ path: String) throws(SystemError) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() || status.st_uid == 0 else {
      throw SystemError(
        errno: EPERM, place: path, reason: "is there and is no file of this user, so that the log cannot be turned over; move it away")
    }
  }

  /// The number of a group; `nil` where there is none of this name.
  ///
  /// The corresponding C function is `getgrnam_r()`.
  package static func number(ofGroup name: String) -> UInt32? {
    if let number = UInt32(name), number != .max { return number }
    var entry = unsafe Glibc.group()
    var result: UnsafeMutablePointer<Glibc.group>?
    // Groups with many members need more room; no list of members is that long.
    for size in [1 << 12, 1 << 16, 1 << 20] {
      var buffer = [CChar](repeating: 0, count: size)
      let code = unsafe getgrnam_r(name, &entry, &buffer, size, &result)
      if code == ERANGE { continue }
      return unsafe result == nil ? nil : entry.gr_gid
    }
    return nil
  }
}
