import ContactorCore
import ContactorInput
public import ContactorLayout
public import ContactorReport
public import ContactorSystem
public import ContactorTrace

/// Runs a replay in real time, and starts the programs of `run` actions.
public final class LiveReplayHost: ReplayHost {
  private let loop: EventLoop
  private let executor: Executor?

  /// Creates a host.
  ///
  /// - Parameters:
  ///   - executes: whether `run` actions are done, not only logged.
  ///   - programs: the socket of the helper that starts the programs; `nil` where this process does.
  ///   - complain: gets each problem as one line without prefix.
  public init(executes: Bool, programs: String? = nil, complain: @escaping (String) -> Void) throws(SystemError) {
    loop = try EventLoop()
    executor = executes ? Executor(loop, programs: programs, complain: complain) : nil
  }

  /// Whether `run` actions are done, not only logged.
  public var executes: Bool { executor != nil }

  /// Starts the program; returns at once.
  public func execute(
    _ run: RunAction, _ argv: [String], _ environment: [String: String], file: String, _ ended: @escaping LayoutSession.ProgramEnded
  ) {
    executor?.execute(run, argv, environment, file: file, ended)
  }

  /// Waits, and handles the end of programs meanwhile.
  public func wait(microseconds: Double) throws(TraceError) {
    guard microseconds > 0 else { return }
    var isDue = false
    loop.schedule(at: loop.now.advanced(byMicroseconds: Int64(min(microseconds, 1e15)))) { isDue = true }
    while !isDue { try turn(timeout: nil) }
  }

  /// Handles the end of programs, without waiting.
  public func poll() throws(TraceError) {
    if executor != nil { try turn(timeout: .zero) }
  }

  /// Waits for the programs that were started.
  public func finish() throws(TraceError) {
    while let executor, executor.childCount > 0 { try turn(timeout: nil) }
  }

  private func turn(timeout: Duration?) throws(TraceError) {
    do throws(SystemError) {
      try loop.runOnce(timeout: timeout)
    } catch {
      throw TraceError(.system, file: error.place, errno: error.errno, message: error.message)
    }
  }
}

/// Starts the programs of `run` actions, here or through a helper, and reports each failure in one line.
final class Executor {
  private let runner: any ProgramStarter
  private let complain: (String) -> Void
  /// Takes the end of a program that comes from the loop, and calls the closure with its moment.
  var meet: ((Timestamp) -> Void) -> Void = { $0(Timestamp(microseconds: 0)) }
  private var isStarting = false

  /// - Parameter programs: the socket of the helper that starts the programs; `nil` where this process does.
  init(_ loop: EventLoop, programs: String? = nil, complain: @escaping (String) -> Void) {
    runner = if let programs { ProgramClient(path: programs, loop: loop) } else { ProcessRunner(loop: loop) }
    self.complain = complain
  }

  /// Has the users looked up as whom programs of a layout run, so that no tap waits for that.
  func prepare(_ layout: Layout) {
    do throws(SystemError) {
      try runner.prepare(users: layout.programUsers)
    } catch {
      complain("the programs' helper cannot be reached: \(error.description); it is tried again for each program")
    }
  }

  /// How many programs are running.
  var childCount: Int { runner.childCount }

  /// Starts the program; returns at once.
  ///
  /// - Parameter ended: called with the end, and its moment; 0 for now.
  func execute(
    _ run: RunAction, _ argv: [String], _ environment: [String: String], file: String, _ ended: @escaping LayoutSession.ProgramEnded
  ) {
    isStarting = true
    defer { isStarting = false }
    runner.run(run.request(argv, environment)) { [unowned self] outcome in
      switch outcome {
      case .exited(0): break
      case .failedToStart(_, let message): complain("\(run.mark.place(in: file)): run: \(message)")
      default: complain("\(run.mark.place(in: file)): run: \(argv[0]): \(outcome)")
      }
      // While a program is being started the session handles something.
      if isStarting { ended(outcome, Timestamp(microseconds: 0)) } else { meet { ended(outcome, $0) } }
    }
  }

  /// Gets the rows that a list wants, at once from a file, or when a program has ended.
  func fetch(_ request: RowsRequest, for session: LayoutSession, file: String) {
    let answer = { [complain, weak session] (bytes: [UInt8], name: String) in
      do throws(LayoutError) {
        try session?.setRows(bytes, named: name, forView: request.view)
      } catch {
        complain(error.description)
      }
    }
    switch request.source {
    case .listed: break
    case .file(let path, _):
      do throws(LayoutError) {
        answer(try LayoutRows.contents(of: path), path)
      } catch {
        complain(error.description)
      }
    case .program(let run):
      var program = run.request(request.argv, request.environment)
      program.timeout = program.timeout ?? Self.rowsTimeout
      runner.capture(program) { [complain] outcome, output in
        guard case .exited(0) = outcome else { return complain("\(run.mark.place(in: file)): rows: \(request.argv[0]): \(outcome)") }
        answer(output, "the output of \(request.argv[0])")
      }
    }
  }

  /// The time after which a program that gives rows is stopped, unless the layout says another: 30 s.
  static let rowsTimeout = Duration.seconds(30)

  /// Ends the programs that have a timeout, and leaves the others running.
  func shutdown() { runner.shutdown() }
}
