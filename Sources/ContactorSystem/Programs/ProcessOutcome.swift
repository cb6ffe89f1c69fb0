/// How a program that an action started came to its end.
public enum ProcessOutcome: Hashable, Sendable, CustomStringConvertible {
  /// It ended by itself with this exit status; 0 means success.
  case exited(Int32)
  /// This signal ended it.
  case signalled(Int32)
  /// It was stopped because it ran longer than its timeout.
  case timedOut
  /// It could not be started, with the system's error number and a sentence that names the program.
  case failedToStart(errno: Int32, message: String)
  /// It was not started, with the reason: too many others are running, or the runner is shut down.
  case refused(String)
  /// It has ended, but some other part of this process has taken its exit status.
  case lost

  /// What happened, in a few words for a log.
  public var description: String {
    switch self {
    case .exited(let status): "exit status \(status)"
    case .signalled(let signal): "ended by signal \(signal)"
    case .timedOut: "timed out"
    case .failedToStart(_, let message): message
    case .refused(let reason): reason
    case .lost: "ended, its exit status is lost"
    }
  }
}
