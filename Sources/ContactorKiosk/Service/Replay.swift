import ContactorCore
public import ContactorInput
public import ContactorTrace

/// Replays a recording of any format in the engine: with virtual time, or paced.
///
/// What the engine is given depends on the recording alone, so the log is the same at any pace.
public final class Replay {
  /// When the next step is done.
  public enum Pace {
    /// At once.
    case unlimited
    /// At its time, that many times faster.
    case factor(Double)
    /// A frame when the closure returns; it gets the frame's time.
    case single((Int64) -> Void)
  }

  private let session: KioskSession
  private let layout: Layout?
  private let log: LogWriter?
  private let loop: EventLoop
  private let executor: Executor?
  /// Asked between frames: whether to end before the end.
  public var isStopped: () -> Bool = { false }
  /// Called between pieces of the recording with how many bytes have been read.
  public var progress: (Int64) -> Void = { _ in }

  /// Prepares a replay.
  ///
  /// - Parameters:
  ///   - layout: what is touched; `nil` for an empty screen without bounds, in millimetres or per cent of the panel
  ///     where the recording does not say better.
  ///   - executes: whether `run` actions are done, not only logged.
  ///   - complain: gets each problem as one line without prefix.
  public init(
    layout: Layout?, log: LogWriter?, executes: Bool, complain: @escaping (String) -> Void
  ) throws(InputError) {
    self.layout = layout
    self.log = log
    let shown = layout ?? Layout(file: "", screen: LayoutScreen(size: Size(width: 1e6, height: 1e6)))
    loop = try EventLoop()
    guard executes else {
      executor = nil
      session = KioskSession(layout: shown, log: log)
      return
    }
    let executor = Executor(loop, complain: complain)
    self.executor = executor
    session = KioskSession(layout: shown, log: log) { run, argv, environment in
      executor.execute(run, argv, environment, file: shown.file)
    }
  }

  /// Replays everything, then waits for the programs that were started.
  ///
  /// - Returns: how many frames there were.
  /// - Throws: `TraceError` for what cannot be read, after what comes before it was replayed.
  @discardableResult
  public func run(_ reader: inout some TraceReading, pace: Pace = .unlimited) throws(TraceError) -> Int {
    if case .unlimited = pace { log?.isBuffered = true }
    defer { log?.isBuffered = false }
    var previous: Timestamp?
    var player = TracePlayer(mapping: { [layout, session] device in
      if device.hasFrames { session.hasRecordedTime = true }
      return Self.transform(of: device, on: layout)
    }) {
      [unowned self] (step) throws(TraceError) in
      if isStopped() { return }
      switch pace {
      case .unlimited: break
      case .factor(let factor):
        if let previous { try pause(Double(step.time.microseconds(since: previous)) / factor) }
        previous = step.time
      case .single(let next): if case .event(.frame) = step { next(step.time.microseconds) }
      }
      session.play(step)
      // Only programs that run have anything to say.
      if executor != nil { try turn(timeout: .zero) }
    }
    while !isStopped(), try reader.readNext(into: &player) { progress(reader.offset) }
    session.finish()
    while let executor, executor.childCount > 0 { try turn(timeout: nil) }
    return player.frameCount
  }

  /// Where a panel's contacts go that are decoded from raw events.
  static func transform(of device: TraceDevice, on layout: Layout?) -> AffineTransform {
    // A recorder without a layout maps to 0 … 1 of the panel, with udev's calibration.
    let normalization = device.transform ?? device.description?.normalization ?? .identity
    let pipeline = layout?.pipeline(for: device.device) ?? MonitorUnit(device.device).pipeline
    return normalization.concatenating(pipeline.transform)
  }

  /// Waits, and looks after the programs that run meanwhile.
  private func pause(_ microseconds: Double) throws(TraceError) {
    guard microseconds > 0 else { return }
    var isDue = false
    loop.schedule(at: loop.now.advanced(byMicroseconds: Int64(min(microseconds, 1e15)))) { isDue = true }
    while !isDue { try turn(timeout: nil) }
  }

  private func turn(timeout: Duration?) throws(TraceError) {
    do throws(InputError) {
      try loop.runOnce(timeout: timeout)
    } catch {
      throw TraceError(.system, file: error.place, errno: error.errno, message: error.message)
    }
  }
}
