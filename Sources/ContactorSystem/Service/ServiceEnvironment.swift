internal import Glibc

/// The machine's name; `gethostname()`.
package func hostName() -> String {
  var name = [CChar](repeating: 0, count: 256)
  let result = unsafe name.withUnsafeMutableBufferPointer { buffer -> Int32 in
    guard let start = buffer.baseAddress else { return -1 }
    return unsafe gethostname(start, buffer.count - 1)
  }
  guard result == 0 else { return "localhost" }
  return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// What the service manager, systemd, tells a service by its environment.
///
/// A value that makes no sense counts as one that is not there, and is told in `problems`: a service that runs without being watched is
/// better than one that does not start.
public struct ServiceEnvironment: Hashable, Sendable {
  /// The address of the manager's socket for messages: a path, or `@` and a name (`NOTIFY_SOCKET`).
  public var notifySocket: String?
  /// The time within which the manager wants to hear that the service lives, 1 µs or more (`WATCHDOG_USEC`, `WATCHDOG_PID`).
  public var watchdog: Duration?
  /// The folder in which the service keeps what outlives it (`STATE_DIRECTORY`); the first where there are several.
  public var stateDirectory: String?
  /// The folder in which the service makes its sockets (`RUNTIME_DIRECTORY`); the first where there are several.
  public var runtimeDirectory: String?
  /// Whether systemd started this process as a service, instead of a person in a shell.
  public var isManaged = false
  /// What is wrong with the variables, one line each.
  public var problems: [String] = []

  /// The environment of a process that no manager started.
  public init() {}

  /// Reads variables.
  ///
  /// - Parameters:
  ///   - value: the value of a variable; `nil` where it is not set.
  ///   - process: the number of this process, for a shell's child inherits variables that were meant for the shell.
  package init(process: Int32, _ value: (String) -> String?) {
    if let address = value("NOTIFY_SOCKET"), !address.isEmpty { notifySocket = address }
    stateDirectory = folder("STATE_DIRECTORY", value)
    runtimeDirectory = folder("RUNTIME_DIRECTORY", value)
    isManaged = notifySocket != nil || value("SYSTEMD_EXEC_PID") == String(process)
    readWatchdog(process, value)
  }

  /// The first of a variable's folders; `nil` where it has none.
  private mutating func folder(_ name: String, _ value: (String) -> String?) -> String? {
    guard let folders = value(name), let first = folders.split(separator: ":").first else { return nil }
    if first.hasPrefix("/") { return String(first) }
    problems.append("\(name): \(quoted(folders)) is no path from /; it is not used")
    return nil
  }

  private mutating func readWatchdog(_ process: Int32, _ value: (String) -> String?) {
    guard let text = value("WATCHDOG_USEC"), !text.isEmpty else { return }
    if let owner = value("WATCHDOG_PID"), !owner.isEmpty {
      guard let number = Int32(owner), number > 0 else {
        problems.append("WATCHDOG_PID: \(quoted(owner)) is no number of a process; the watchdog is not served")
        return
      }
      guard number == process else { return }
    }
    // The greatest number stands for no limit.
    guard let microseconds = UInt64(text), microseconds > 0 else {
      problems.append("WATCHDOG_USEC: \(quoted(text)) is no number of microseconds above 0; the watchdog is not served")
      return
    }
    if microseconds != .max { watchdog = .microseconds(Int64(clamping: microseconds)) }
  }

  /// Reads the variables of this process, and removes those from its environment that its children must not act upon.
  ///
  /// Call it once, before other threads are started, which may read the environment. The corresponding C functions are `getenv()` and
  /// `unsetenv()`.
  public static func take() -> ServiceEnvironment {
    let environment = ServiceEnvironment(process: getpid()) { name in unsafe getenv(name).map { unsafe String(cString: $0) } }
    for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] { _ = unsafe unsetenv(name) }
    return environment
  }
}
