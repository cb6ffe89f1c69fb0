/// A program to start: its arguments, surroundings, user and limits.
///
/// A request is a value, so that it can be sent to another process that starts the program (see `ProgramClient`).
public struct ProgramRequest: Hashable, Sendable {
  /// The program and its arguments.
  ///
  /// A program without a slash is searched in `PATH`; a relative path counts from `directory`.
  public var argv: [String]
  /// Where it starts; `nil` for the directory of the process that starts it.
  public var directory: String?
  /// Variables beyond those of the process that starts it, or instead of those of the same name.
  public var environment: [String: String]
  /// The time until the program's group gets `SIGTERM`, and `SIGKILL` `ProcessRunner.killDelay` later if the program still runs; `nil` for
  /// no limit.
  public var timeout: Duration?
  /// The name or the number of the user as whom it runs, with all groups of that user; `nil` for that of the process that starts it.
  ///
  /// `HOME`, `USER`, `LOGNAME` and `SHELL` are the user's, unless `environment` says otherwise.
  public var user: String?
  /// What the program may use up.
  public var limits: ProgramLimits

  /// Creates a request.
  public init(
    argv: [String], directory: String? = nil, environment: [String: String] = [:], timeout: Duration? = nil, user: String? = nil,
    limits: ProgramLimits = ProgramLimits()
  ) {
    self.argv = argv
    self.directory = directory
    self.environment = environment
    self.timeout = timeout
    self.user = user
    self.limits = limits
  }
}

/// What a program may use up; the hard limits of the process that starts it hold in any case.
///
/// Each program that it starts has the same limits. The corresponding C functions are `setrlimit` and `setpriority`.
public struct ProgramLimits: Hashable, Sendable {
  /// The memory in bytes, whether it is used or only mapped (`RLIMIT_AS`); beyond, allocations fail.
  public var memory: Int64?
  /// The time on processors, in whole seconds, rounded up (`RLIMIT_CPU`); after it `SIGXCPU` ends the program, a second later `SIGKILL`.
  public var cpu: Duration?
  /// The number of open files (`RLIMIT_NOFILE`), standard input, output and error among them.
  public var files: Int64?
  /// The number of processes and threads of the user altogether (`RLIMIT_NPROC`); the user root has no limit.
  public var processes: Int64?
  /// The size in bytes of a file that is written (`RLIMIT_FSIZE`); beyond, `SIGXFSZ` ends the program.
  public var fileSize: Int64?
  /// How much the program gives way to others: 0 to 19; `nil` for as much as the process that starts it.
  public var nice: Int32?

  /// No limits.
  public init() {}

  /// Whether there are none.
  public var isEmpty: Bool { self == ProgramLimits() }
}

/// Starts programs and tells how they ended: in this process (`ProcessRunner`), or through another (`ProgramClient`).
public protocol ProgramStarter: AnyObject {
  /// How many programs are running now.
  var childCount: Int { get }
  /// Looks users up anew and remembers them, for requests that come later; a look-up may take long.
  ///
  /// - Throws: `SystemError` where programs cannot be started at present. A user who does not exist is no error.
  func prepare(users: Set<String>) throws(SystemError)
  /// Starts a program; returns at once.
  ///
  /// - Parameter completion: called once: later, from the event loop, or before this method returns when the program did not start.
  ///   It may start further programs.
  func run(_ request: ProgramRequest, completion: @escaping (ProcessOutcome) -> Void)
  /// Starts a program whose standard output is kept, at most `ProcessRunner.outputLimit` bytes of it; returns at once.
  ///
  /// What is written after the program itself has ended, by another that it started, is not waited for.
  func capture(_ request: ProgramRequest, completion: @escaping (ProcessOutcome, [UInt8]) -> Void)
  /// Ends the programs that have a timeout, and leaves the others running; completions are not called any more.
  func shutdown()
}
