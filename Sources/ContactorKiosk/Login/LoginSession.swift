internal import CLogin
internal import ContactorCore
public import ContactorSystem
internal import Glibc

/// A login session of systemd-logind on a seat, which has its screen and its touchscreens only while it is the active one.
public struct LoginSession: Hashable, Sendable {
  /// The session's id, such as `3`.
  public let id: String
  /// The seat, such as `seat0`.
  public let seat: String

  /// Which session a program belongs to.
  public enum Choice: Hashable, Sendable {
    /// The one that this process is part of, if any.
    case own
    /// One by its id.
    case named(String)
    /// None: it acts whichever session is active.
    case none
  }

  /// Where logind keeps its seats; without the folder there is no logind, and its library is not loaded.
  private static let folder = "/run/systemd/seats"

  init(id: String, seat: String) { (self.id, self.seat) = (id, seat) }

  /// Finds the session of a choice; `nil` where there is none that has a seat, as in a service of the system or over ssh.
  ///
  /// The environment is read: call it before threads are started.
  ///
  /// - Throws: `SystemError` for a session that was named and is not there, or has no seat, or where libsystemd is not there.
  public static func find(_ choice: Choice) throws(SystemError) -> LoginSession? {
    switch choice {
    case .none: return nil
    case .own:
      guard SystemFolder.exists(folder), !isOfSystem, unsafe cct_login_load() == nil else { return nil }
      do throws(SystemError) { return try look(for: nil) } catch { return nil }
    case .named(let id):
      if !SystemFolder.exists(folder) {
        throw SystemError(errno: ENOENT, place: "session \(quoted(id))", reason: "systemd-logind does not run")
      }
      if let problem = unsafe cct_login_load() {
        throw SystemError(errno: ENOENT, place: "session \(quoted(id))", reason: unsafe String(cString: problem))
      }
      return try look(for: id)
    }
  }

  /// Whether this process is a service of the system, which belongs to no session: then the library is not even loaded.
  private static var isOfSystem: Bool {
    guard unsafe getenv("XDG_SESSION_ID") == nil else { return false }
    return SystemFolder.word(in: "/proc/self/cgroup")?.hasPrefix("0::/system.slice/") == true
  }

  private static func look(for wanted: String?) throws(SystemError) -> LoginSession {
    let size = Int(CCT_LOGIN_NAME_SIZE)
    var (id, seat) = ([CChar](repeating: 0, count: size), [CChar](repeating: 0, count: size))
    let result =
      if let wanted { unsafe wanted.withCString { unsafe cct_login_find($0, &id, &seat) } } else { unsafe cct_login_find(nil, &id, &seat) }
    switch -result {
    case 0: return LoginSession(id: text(id), seat: text(seat))
    case ENODATA: throw SystemError(errno: ENODATA, place: "session \(quoted(wanted ?? ""))", reason: "it is not at a seat")
    case ENXIO:
      throw SystemError(errno: ENXIO, place: "session \(quoted(wanted ?? ""))", reason: "no such login session; 'loginctl' lists them")
    default: throw SystemError(errno: -result, place: "session \(quoted(wanted ?? ""))")
    }
  }

  private static func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The line that tells a change.
  func sentence(isActive: Bool) -> String {
    isActive
      ? "session \(id) has \(seat) again; touches count"
      : "session \(id) is not active on \(seat); touches are left to the session that is"
  }

  /// Whether the session has its seat now; not one that is over.
  var isActive: Bool { unsafe cct_login_is_active(id) != 0 }
}
