internal import Glibc

/// A user as whom programs can run.
package struct ProgramUser: Hashable, Sendable {
  /// The name.
  package let name: String
  /// The user's number.
  package let uid: UInt32
  /// The number of the user's own group.
  package let gid: UInt32
  /// All groups of the user.
  package let groups: [UInt32]
  /// The home directory.
  package let home: String
  /// The shell that the user logs in with.
  package let shell: String

  /// Looks for a user by name or, where no user has that name, by number.
  ///
  /// It may wait for a server that knows the users. The corresponding C functions are `getpwnam_r`, `getpwuid_r` and `getgrouplist`.
  ///
  /// - Throws: `SystemError` with a sentence that names the user.
  package init(_ text: String) throws(SystemError) {
    guard !text.isEmpty, !text.utf8.contains(0) else {
      throw SystemError(errno: EINVAL, place: "", reason: "a user has neither an empty name nor one with NUL characters")
    }
    var found = try unsafe Self.find(text) { unsafe getpwnam_r(text, $0, $1, $2, $3) }
    // The greatest number stands for none.
    if found == nil, let number = UInt32(text), number != .max {
      found = try unsafe Self.find(text) { unsafe getpwuid_r(number, $0, $1, $2, $3) }
    }
    guard let found else { throw SystemError(errno: ENOENT, place: "", reason: "there is no user \(quoted(text))") }
    self = found
  }

  private init(_ entry: passwd) {
    name = unsafe entry.pw_name.map { unsafe String(cString: $0) } ?? ""
    (uid, gid) = unsafe (entry.pw_uid, entry.pw_gid)
    home = unsafe entry.pw_dir.map { unsafe String(cString: $0) } ?? "/"
    let shell = unsafe entry.pw_shell.map { unsafe String(cString: $0) } ?? ""
    self.shell = shell.isEmpty ? "/bin/sh" : shell
    groups = Self.groups(of: name, gid)
  }

  /// The variables that say who runs the program.
  package var variables: [String: String] { ["HOME": home, "USER": name, "LOGNAME": name, "SHELL": shell] }

  /// Whether programs of this process run as the user anyway, and this process has no right to change that.
  package var isOwn: Bool { geteuid() != 0 && uid == geteuid() && uid == getuid() && gid == getegid() }

  /// The largest entry in bytes.
  private static let entryLimit = 1 << 20

  private typealias Search = (
    UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int, UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
  ) -> Int32

  /// Searches with ever more room for the entry's texts.
  private static func find(_ text: String, _ search: Search) throws(SystemError) -> ProgramUser? {
    var size = 1024
    while true {
      var room = [CChar](repeating: 0, count: size)
      var user: ProgramUser?
      let code = unsafe room.withUnsafeMutableBufferPointer { room in
        var entry = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        guard let start = room.baseAddress else { return ENOMEM }
        let code = unsafe search(&entry, start, room.count, &found)
        if unsafe code == 0 && found != nil { user = unsafe ProgramUser(entry) }
        return code
      }
      switch code {
      case ERANGE where size < entryLimit: size *= 4
      case EINTR: continue
      case 0, ENOENT, ESRCH: return user
      default:
        let reason = "the user \(quoted(text)) cannot be looked up: \(SystemError.text(of: code))"
        throw SystemError(errno: code, place: "", reason: reason)
      }
    }
  }

  private static func groups(of name: String, _ gid: UInt32) -> [UInt32] {
    // NGROUPS_MAX.
    var count: Int32 = 1 << 16
    var groups = [UInt32](repeating: 0, count: 64)
    for _ in 0..<2 {
      count = Int32(groups.count)
      if unsafe getgrouplist(name, gid, &groups, &count) >= 0 { return Array(groups.prefix(Int(count))) }
      groups = [UInt32](repeating: 0, count: Int(max(64, min(count, 1 << 16))))
    }
    return [gid]
  }
}

/// The users that were looked up, with the errors of those who were not found.
struct ProgramUsers {
  /// How many are remembered.
  static let limit = 256

  private var known: [String: Result<ProgramUser, SystemError>] = [:]

  /// Looks users up anew.
  mutating func prepare(_ names: Set<String>) {
    for name in names.sorted() { _ = lookUp(name) }
  }

  /// A user that is remembered, or is looked up now.
  mutating func user(_ name: String) throws(SystemError) -> ProgramUser {
    try (known[name] ?? lookUp(name)).get()
  }

  private mutating func lookUp(_ name: String) -> Result<ProgramUser, SystemError> {
    let result = Result { () throws(SystemError) in try ProgramUser(name) }
    if known.count >= Self.limit { known = [:] }
    known[name] = result
    return result
  }
}
