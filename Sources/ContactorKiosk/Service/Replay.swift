import ContactorCore
import ContactorInput
import ContactorTrace

/// Replays a script in the engine: with virtual time, or paced.
public struct Replay {
  /// The steps to be replayed.
  private let steps: [ScriptReader.Step]
  private let session: KioskSession
  private let loop: EventLoop
  private let executor: Executor?

  /// Prepares a replay.
  ///
  /// - Parameters:
  ///   - text: the script.
  ///   - layout: what is touched; `nil` for an empty screen without bounds.
  ///   - executes: whether `run` actions are done, not only logged.
  ///   - complain: gets each problem as one line without prefix.
  public init(
    _ text: String, file: String, layout: Layout?, log: LogWriter?, executes: Bool,
    complain: @escaping (String) -> Void
  ) throws {
    steps = try ScriptReader.steps(of: text, file: file)
    let layout = layout ?? Layout(file: "", screen: LayoutScreen(size: Size(width: 1e6, height: 1e6)))
    loop = try EventLoop()
    guard executes else {
      executor = nil
      session = KioskSession(layout: layout, log: log)
      return
    }
    let executor = Executor(loop, complain: complain)
    self.executor = executor
    session = KioskSession(layout: layout, log: log) { run, argv, environment in
      executor.execute(run, argv, environment, file: layout.file)
    }
  }

  /// Replays everything, then waits for the programs that were started.
  ///
  /// - Parameter speed: how many times faster than recorded; `nil` for as fast as possible.
  public func run(speed: Double? = nil) throws {
    var previous: Timestamp?
    for step in steps {
      let time = step.time
      if let speed, let previous { try pause(Double(time - previous) / speed) }
      previous = time
      switch step {
      case .event(let event): session.handle(event)
      case .advance(let moment): session.advance(to: moment)
      }
      try loop.dispatch()
    }
    session.finish()
    while let executor, executor.childCount > 0 { try loop.runOnce() }
  }

  /// Waits, and looks after the programs that run meanwhile.
  private func pause(_ microseconds: Double) throws {
    guard microseconds > 0 else { return }
    let end = loop.now + Microseconds(min(microseconds, 1e15))
    while case let rest = end - loop.now, rest > 0 { try loop.runOnce(timeout: rest) }
  }
}

extension ScriptReader.Step {
  /// When the step happens.
  var time: Timestamp {
    switch self {
    case .advance(let moment): moment
    case .event(.frame(let frame)): frame.timestamp
    case .event(.deviceAdded(_, let time)), .event(.deviceRemoved(_, let time)): time
    case .event(.anomaly(let anomaly)): anomaly.timestamp
    }
  }
}
