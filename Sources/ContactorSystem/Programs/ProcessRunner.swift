import CContactorSystem
import ContactorCore
import Glibc

/// Starts programs for actions and sees to it that they end, without ever waiting for one.
///
/// No shell is between: a program gets exactly its arguments. It runs in a process group of its own with standard
/// input from `/dev/null` and standard output on our standard error, because our standard output may be the log. It
/// inherits no other file descriptor, no ignored and no blocked signal. A child's end comes in through the event loop
/// (a pidfd, Linux 5.3; on older kernels, or without a free descriptor, a timer of 100 ms), so there are no
/// zombies. One thread uses the runner: the loop's.
public final class ProcessRunner: ProgramStarter {
  /// How many children may run at once unless said otherwise.
  public static let defaultLimit = 64
  /// The time between the polite signal to a child that timed out and the one that kills it.
  public static let killDelay = Duration.seconds(2)
  /// How often a child without a pidfd is looked after.
  static let pollInterval = Duration.milliseconds(100)

  private let loop: EventLoop
  private let limit: Int
  private var children: [pid_t: ChildProcess] = [:]
  private var isShutDown = false
  private var users = ProgramUsers()

  /// Creates a runner whose children's ends come in through `loop`.
  ///
  /// If this process inherited that `SIGCHLD` is ignored, the signal gets its default action back: otherwise the
  /// kernel would throw the exit statuses away.
  public init(loop: EventLoop, limit: Int = ProcessRunner.defaultLimit) {
    self.loop = loop
    self.limit = limit
    cct_keep_children()
  }

  deinit {
    release()
  }

  /// How many children are running now.
  public var childCount: Int { children.count }

  /// Looks users up anew and remembers them, so that `run` need not wait for it.
  public func prepare(users names: Set<String>) { users.prepare(names) }

  /// Starts a program; `completion` is called once, before this method returns when the child did not start.
  ///
  /// What is left of the group of a child that ends after its timeout is killed. A user who was not prepared is looked up now. The
  /// corresponding C functions are `clone`, `execve`, `pidfd_open` and `waitid`.
  public func run(_ request: ProgramRequest, completion: @escaping (ProcessOutcome) -> Void) {
    _ = start(request, output: -1, completion)
  }

  /// Starts a program whose standard output is kept.
  public func capture(_ request: ProgramRequest, completion: @escaping (ProcessOutcome, [UInt8]) -> Void) {
    let output: CapturedOutput
    do throws(SystemError) {
      output = try CapturedOutput(loop)
    } catch {
      return completion(.failedToStart(errno: error.errno, message: error.description), [])
    }
    _ = start(request, output: output.writingEnd) { outcome in completion(outcome, output.finish()) }
    output.closeWritingEnd()
  }

  /// The greatest number of bytes of a program's output that are kept: 4 MiB, as of a layout file.
  public static let outputLimit = 4 << 20

  /// Starts a program with standard output on a descriptor, −1 for our standard error.
  ///
  /// - Returns: the process id; `nil` where it did not start, and `completion` was called.
  func start(_ request: ProgramRequest, output: Int32, _ completion: @escaping (ProcessOutcome) -> Void) -> pid_t? {
    guard let pid = spawn(request, output, completion) else { return nil }
    let child = ChildProcess(pid: pid, hasTimeout: request.timeout != nil, completion: completion)
    children[pid] = child
    watch(child)
    if let timeout = request.timeout {
      child.timeout = loop.schedule(at: loop.now + timeout) { [weak self] in self?.timeOut(pid) }
    }
    return pid
  }

  private func spawn(_ request: ProgramRequest, _ output: Int32, _ completion: (ProcessOutcome) -> Void) -> pid_t? {
    if let reason = isShutDown ? "no program is started any more" : crowd {
      completion(.refused(reason))
      return nil
    }
    do throws(SystemError) {
      let user = if let name = request.user { try users.user(name) } else { nil as ProgramUser? }
      return try Spawner.start(request, as: user, output: output)
    } catch {
      completion(.failedToStart(errno: error.errno, message: error.description))
      return nil
    }
  }

  /// The reason for which another child has no room; `nil` where there is some.
  private var crowd: String? { children.count < limit ? nil : "\(limit) programs are running already" }

  /// Ends a child that has a timeout, as if that had passed now.
  func expire(_ pid: pid_t) {
    guard let child = children[pid], child.hasTimeout, !child.isTimedOut else { return }
    if let timer = child.timeout { loop.cancel(timer) }
    timeOut(pid)
  }

  /// Stops looking after children; call it last, before the process ends.
  ///
  /// Children without a timeout run on, so that a `systemctl restart` of this very program is not cut off. Children
  /// with one get `SIGTERM` to their groups now, because nobody will be there when it passes; those whose timeout has
  /// passed already are killed. Completions are not called. Under systemd, `KillMode=process` keeps the service's
  /// stop from killing the children that run on.
  public func shutdown() {
    isShutDown = true
    for child in children.values where child.hasTimeout {
      child.signal(child.isTimedOut ? SIGKILL : SIGTERM)
    }
    release()
  }

  private func release() {
    for pid in Array(children.keys) { forget(pid) }
  }

  /// Takes a child out of the table, its timers out of the loop, and closes its descriptor.
  private func forget(_ pid: pid_t) {
    guard let child = children.removeValue(forKey: pid) else { return }
    unwatch(child)
    if let timer = child.timeout { loop.cancel(timer) }
    if let timer = child.poll { loop.cancel(timer) }
  }

  private func unwatch(_ child: ChildProcess) {
    guard let descriptor = child.descriptor.take() else { return }
    loop.unwatch(descriptor.rawValue)
  }

  private func watch(_ child: ChildProcess) {
    let pid = child.pid
    do throws(SystemError) {
      let descriptor = try FileDescriptor(cct_pidfd_open(pid), place: "pidfd_open")
      try loop.watch(descriptor.rawValue) { [weak self] in self?.reap(pid) }
      child.descriptor = consume descriptor
    } catch {
      poll(child)
    }
  }

  private func poll(_ child: ChildProcess) {
    let pid = child.pid
    child.poll = loop.schedule(at: loop.now + Self.pollInterval) { [weak self] in self?.reap(pid) }
  }

  private func reap(_ pid: pid_t) {
    guard let child = children[pid] else { return }
    var isSignal = false
    var code: Int32 = 0
    let result = unsafe cct_reap(pid, child.isTimedOut, &isSignal, &code)
    guard result != 0 else {
      // A debugger may hold a dead child; its descriptor would wake the loop without end.
      unwatch(child)
      return poll(child)
    }
    forget(pid)
    if child.isTimedOut {
      child.completion(.timedOut)
    } else if result < 0 {
      child.completion(.lost)
    } else {
      child.completion(isSignal ? .signalled(code) : .exited(code))
    }
  }

  private func timeOut(_ pid: pid_t) {
    guard let child = children[pid] else { return }
    child.signal(SIGTERM)
    child.isTimedOut = true
    child.timeout = loop.schedule(at: loop.now + Self.killDelay) { [weak self] in
      self?.children[pid]?.signal(SIGKILL)
    }
  }
}

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
  /// What became of it is not known, with the reason: the process that it was handed to is gone, or does not answer.
  case unknown(String)

  /// What happened, in a few words for a log.
  public var description: String {
    switch self {
    case .exited(let status): "exit status \(status)"
    case .signalled(let signal): "ended by signal \(signal)"
    case .timedOut: "timed out"
    case .failedToStart(_, let message): message
    case .refused(let reason), .unknown(let reason): reason
    case .lost: "ended, its exit status is lost"
    }
  }
}

/// A program that runs as a child process of this one.
final class ChildProcess {
  /// The process id, which is the process group's too.
  let pid: pid_t
  /// Whether the child is ended when it runs longer than its timeout.
  let hasTimeout: Bool
  /// Called when the child has ended.
  let completion: (ProcessOutcome) -> Void
  /// The pidfd, readable when the child has ended; `nil` where a timer asks instead.
  var descriptor: FileDescriptor?
  /// The timer of the timeout, then that of the kill.
  var timeout: TimerID?
  /// The timer that asks after a child without a pidfd.
  var poll: TimerID?
  /// Whether the timeout has passed.
  var isTimedOut = false

  init(pid: pid_t, hasTimeout: Bool, completion: @escaping (ProcessOutcome) -> Void) {
    self.pid = pid
    self.hasTimeout = hasTimeout
    self.completion = completion
  }

  /// Sends a signal to the child and everything in its group; a group that is gone is no error.
  ///
  /// The corresponding C function is `kill`.
  func signal(_ number: Int32) {
    _ = kill(-pid, number)
  }
}
