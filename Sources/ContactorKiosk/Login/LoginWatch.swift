internal import CLogin
import ContactorCore
import ContactorSystem
import Glibc

/// Whether a program acts on touches, by whether its login session has the seat.
///
/// | state | the session has the seat | it has not, or is over |
/// | --- | --- | --- |
/// | active | nothing | leaves, and is inactive |
/// | inactive | returns, and is active | nothing |
struct LoginState: Hashable, Sendable {
  /// What follows from a look.
  enum Action: Hashable, Sendable {
    /// Nothing has changed.
    case nothing
    /// What is touched is cancelled, and the panels are let go.
    case leave
    /// The panels are taken again.
    case comeBack
  }

  private(set) var isActive: Bool

  init(isActive: Bool) { self.isActive = isActive }

  /// Takes whether the session has its seat now.
  mutating func look(_ isActive: Bool) -> Action {
    guard isActive != self.isActive else { return .nothing }
    self.isActive = isActive
    return isActive ? .comeBack : .leave
  }
}

/// Follows a login session: another one may take its seat, as after a change of the virtual terminal or of the user.
final class LoginWatch {
  let session: LoginSession
  private let monitor: LoginMonitor
  private let loop: EventLoop
  private var state: LoginState
  private let changed: (LoginState.Action) -> Void

  /// Whether the session had its seat at the last look.
  var isActive: Bool { state.isActive }

  /// Begins to follow a session; `changed` is called from the loop.
  init(_ session: LoginSession, _ loop: EventLoop, changed: @escaping (LoginState.Action) -> Void) throws(SystemError) {
    // The monitor is there before the first look, so that no change falls in between.
    let monitor = try LoginMonitor()
    (self.session, self.loop, self.changed) = (session, loop, changed)
    state = LoginState(isActive: session.isActive)
    let descriptor = monitor.fileDescriptor
    self.monitor = monitor
    try loop.watch(descriptor) { [weak self] in self?.hear() }
  }

  /// Begins to follow a session; one that cannot be followed is told, and touches count always.
  static func follow(
    _ session: LoginSession, _ loop: EventLoop, complain: (String) -> Void, changed: @escaping (LoginState.Action) -> Void
  ) -> LoginWatch? {
    do throws(SystemError) {
      return try LoginWatch(session, loop, changed: changed)
    } catch {
      complain("session \(session.id) is not followed, and touches count whichever session is active: \(error)")
      return nil
    }
  }

  deinit { loop.unwatch(monitor.fileDescriptor) }

  private func hear() {
    monitor.empty()
    let action = state.look(session.isActive)
    if action != .nothing { changed(action) }
  }
}

/// Owns libsystemd's monitor of sessions; `sd_login_monitor_new()`, `sd_login_monitor_unref()`.
@safe private struct LoginMonitor: ~Copyable {
  private let pointer: OpaquePointer

  init() throws(SystemError) {
    guard let pointer = unsafe cct_login_monitor_open() else { throw SystemError(errno: errno, place: "sd_login_monitor_new") }
    unsafe self.pointer = unsafe pointer
  }

  deinit { unsafe cct_login_monitor_close(pointer) }

  /// Readable after a change; `sd_login_monitor_get_fd()`.
  var fileDescriptor: Int32 { unsafe cct_login_monitor_fd(pointer) }

  /// Forgets the changes so far; `sd_login_monitor_flush()`.
  func empty() { unsafe cct_login_monitor_empty(pointer) }
}
