import ContactorCore
import ContactorInput
import ContactorTrace

/// Replays a recording of any format in the engine: with virtual time, or paced.
public final class Replay {
  private let layout: Layout
  private let session: KioskSession
  private let loop: EventLoop
  private let executor: Executor?
  private var hasTouches = false
  private var previous: Timestamp?

  /// Prepares a replay.
  ///
  /// - Parameters:
  ///   - layout: what is touched; `nil` for an empty screen without bounds.
  ///   - executes: whether `run` actions are done, not only logged.
  ///   - complain: gets each problem as one line without prefix.
  public init(layout: Layout?, log: LogWriter?, executes: Bool, complain: @escaping (String) -> Void) throws {
    let layout = layout ?? Layout(file: "", screen: LayoutScreen(size: Size(width: 1e6, height: 1e6)))
    self.layout = layout
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

  /// Replays a file, then waits for the programs that were started.
  ///
  /// Memory is constant, whatever the size of the recording.
  ///
  /// - Parameters:
  ///   - path: the recording; `-` for standard input.
  ///   - speed: how many times faster than recorded; `nil` for as fast as possible.
  ///   - progress: is called between pieces with the bytes read and, where that is known, their number in all.
  /// - Throws: `TraceError`, also `empty` for a recording without a touch.
  public func run(
    path: String, speed: Double? = nil, progress: (Int64, Int64?) -> Void = { _, _ in }
  ) throws {
    let guess = try DescriptionGuess.reading(path)
    var reader = try TraceReader(path: path)
    var sink = DescribedTrace(player(speed), guess)
    while try reader.readNext(into: &sink) { progress(reader.offset, reader.size) }
    try sink.finish()
    guard hasTouches else {
      throw TraceError(
        .empty, file: path,
        message: "no touch in it; a script holds lines such as "
          + #"{"t":1000,"kind":"touch","touch":1,"phase":"began","x":10,"y":20}"#)
    }
    session.finish()
    while let executor, executor.childCount > 0 { try loop.runOnce() }
  }

  private func player(_ speed: Double?) -> TracePlayer {
    TracePlayer(
      mapping: { [layout] device in
        let unit = device.description?.normalization ?? .identity
        return unit.concatenating(layout.pipeline(for: device.device).transform)
      },
      deliver: { [self] step throws(TraceError) in
        do {
          try deliver(step, speed)
        } catch {
          throw TraceError(.system, file: "replay", message: "\(error)")
        }
      })
  }

  private func deliver(_ step: TracePlayer.Step, _ speed: Double?) throws {
    let time = step.time
    if let speed, let previous { try pause(Double(time - previous) / speed) }
    previous = time
    switch step {
    case .event(let event):
      if case .frame = event { hasTouches = true }
      session.handle(event)
    case .advance(let moment): session.advance(to: moment)
    }
    if speed != nil || executor != nil { try loop.dispatch() }
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
