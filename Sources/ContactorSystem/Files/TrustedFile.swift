internal import CContactorSystem
internal import Glibc

/// A file or a folder through which another user than this one and root can change what a file says.
package struct FileWeakness: Hashable, Sendable, CustomStringConvertible {
  /// The weakness.
  package enum Kind: Hashable, Sendable {
    /// Its permissions, such as 0664, let others write.
    case writable(mode: UInt32)
    /// It belongs to another user.
    case foreign(user: UInt32)
  }

  /// The path of the file or the folder.
  package let path: String
  /// Whether it is a folder.
  package let isFolder: Bool
  /// The weakness.
  package let kind: Kind

  /// What is wrong, in one sentence.
  package var description: String {
    let place = isFolder ? "the folder \(path)" : path
    switch kind {
    case .writable(let mode):
      let digits = String(mode, radix: 8)
      return "others can write to \(place) (mode \(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits))"
    case .foreign(let user): return "\(place) belongs to another user (\(user))"
    }
  }

  /// The command that mends it.
  package var remedy: String {
    switch kind {
    case .writable: "chmod go-w \(shellQuoted(path))"
    case .foreign: "chown \(geteuid()) \(shellQuoted(path))"
    }
  }
}

/// A file that was opened to be read, with what lets others change it, as `sshd` looks at keys (`StrictModes`).
///
/// A file is trusted where it and all folders on the way to it belong to root or to this user, and no one else may write to
/// them. A folder with the sticky bit, such as `/tmp`, may be written to by all, because what is in it is only its owner's to replace. Links
/// on the way are followed one by one, and the folders in which they lie count. Permissions of an access control list show in the
/// group's and count as such.
///
/// Each step is opened below the one before (`openat()`), and what was opened is looked at, so that nothing can be exchanged between
/// the look and the reading.
package struct TrustedFile: ~Copyable {
  /// The file, opened to be read; reading does not wait for the writer of a pipe.
  package let descriptor: FileDescriptor
  /// What lets others change the file, from the root downwards; empty for a file that can be trusted.
  package let weaknesses: [FileWeakness]

  /// Opens a file and looks at all that leads to it.
  ///
  /// The corresponding C functions are `openat()`, `fstat()` and `readlinkat()`.
  ///
  /// - Parameter user: the user who is trusted beside root.
  /// - Throws: `SystemError` for a file that cannot be opened; `ELOOP` for more than 40 links.
  package init(_ path: String, user: UInt32 = geteuid()) throws(SystemError) {
    var walk = TrustWalk(path, user: user)
    descriptor = try walk.open()
    weaknesses = walk.weaknesses
  }
}

/// The way from the root folder to a file.
private struct TrustWalk {
  private static let linkLimit = 40

  private let name: String
  private let user: UInt32
  /// The names that are left, the next one last.
  private var rest: [Substring]
  /// The path of the folder that was opened last.
  private var place = ""
  private var links = 0
  private(set) var weaknesses: [FileWeakness] = []

  init(_ path: String, user: UInt32) {
    name = path
    self.user = user
    var absolute = path
    if !path.hasPrefix("/"), let folder = unsafe getcwd(nil, 0) {
      absolute = unsafe String(cString: folder) + "/" + path
      unsafe free(folder)
    }
    rest = Self.names(of: absolute)
    // As for `open()`, nothing is no path.
    if path.isEmpty { rest = [] }
  }

  private static func names(of path: String) -> [Substring] {
    path.split(separator: "/").filter { $0 != "." }.reversed()
  }

  mutating func open() throws(SystemError) -> FileDescriptor {
    guard !rest.isEmpty else { throw SystemError(errno: name.isEmpty ? ENOENT : EISDIR, place: name) }
    var folder = try root()
    while let next = rest.popLast() {
      let entry = try descriptor(unsafe openat(folder.rawValue, String(next), cct_path_only_flag() | O_NOFOLLOW | O_CLOEXEC))
      let status = try self.status(of: entry)
      let path = step(to: next)
      switch status.st_mode & S_IFMT {
      case S_IFLNK:
        judge(status, path, isFolder: false)
        if try follow(entry) { folder = try root() }
      case S_IFDIR:
        guard !rest.isEmpty else { throw SystemError(errno: EISDIR, place: name) }
        judge(status, path, isFolder: true)
        place = path
        folder = entry
      default:
        guard rest.isEmpty else { throw SystemError(errno: ENOTDIR, place: name) }
        // Opened anew to be read; what is opened now counts, whatever was there before.
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let file = try descriptor(unsafe openat(folder.rawValue, String(next), flags))
        judge(try self.status(of: file), path, isFolder: false)
        return file
      }
    }
    throw SystemError(errno: EISDIR, place: name)
  }

  private mutating func root() throws(SystemError) -> FileDescriptor {
    let folder = try descriptor(unsafe Glibc.open("/", cct_path_only_flag() | O_DIRECTORY | O_CLOEXEC))
    place = ""
    judge(try status(of: folder), "/", isFolder: true)
    return folder
  }

  /// The path of an entry of the present folder.
  private func step(to next: Substring) -> String {
    guard next == ".." else { return place + "/" + next }
    return place.lastIndex(of: "/").map { String(place[..<$0]) } ?? ""
  }

  /// Puts a link's target in place of the link.
  ///
  /// - Returns: whether the target counts from the root.
  private mutating func follow(_ link: borrowing FileDescriptor) throws(SystemError) -> Bool {
    links += 1
    guard links <= Self.linkLimit else { throw SystemError(errno: ELOOP, place: name) }
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe readlinkat(link.rawValue, "", buffer.baseAddress!, buffer.count)
    }
    guard count > 0 else { throw SystemError(errno: count < 0 ? errno : ENOENT, place: name) }
    let target = String(decoding: bytes[..<count], as: UTF8.self)
    rest += Self.names(of: target)
    return target.hasPrefix("/")
  }

  private mutating func judge(_ status: stat, _ path: String, isFolder: Bool) {
    let mode = status.st_mode & 0o7777
    let isLink = status.st_mode & S_IFMT == S_IFLNK
    var kind: FileWeakness.Kind?
    if status.st_uid != 0, status.st_uid != user {
      kind = .foreign(user: status.st_uid)
    } else if !isLink, mode & 0o022 != 0, !(isFolder && mode & 0o1000 != 0) {
      kind = .writable(mode: mode)
    }
    guard let kind else { return }
    let weakness = FileWeakness(path: path.isEmpty ? "/" : path, isFolder: isFolder, kind: kind)
    if !weaknesses.contains(weakness) { weaknesses.append(weakness) }
  }

  private func descriptor(_ number: Int32) throws(SystemError) -> FileDescriptor {
    guard number >= 0 else { throw SystemError(errno: errno, place: name) }
    return FileDescriptor(owning: number)
  }

  private func status(of descriptor: borrowing FileDescriptor) throws(SystemError) -> stat {
    var status = stat()
    guard unsafe fstat(descriptor.rawValue, &status) == 0 else { throw SystemError(errno: errno, place: name) }
    return status
  }
}

/// A path as one word of a shell's command.
private func shellQuoted(_ path: String) -> String {
  let isPlain = path.utf8.allSatisfy { byte in
    byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
      || "/._-+,:@%".utf8.contains(byte)
  }
  guard !isPlain else { return path }
  return "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
}
