import ContactorCore
import ContactorEvdev
public import ContactorLayout
import ContactorSystem
public import ContactorTrace

/// A program that lets real time pass for a replay and executes its `run` actions.
public protocol ReplayHost: AnyObject {
  /// Whether `run` actions are executed, not only logged.
  var executes: Bool { get }
  /// Executes a `run` action: its argument vector and variables, filled in, and the layout's file for messages.
  ///
  /// The last parameter must be called with the end of the program; a moment before the replay's time counts as that.
  func execute(
    _ run: RunAction, _ argv: [String], _ environment: [String: String], file: String, _ ended: @escaping LayoutSession.ProgramEnded)
  /// Waits for a time; not at all if it is not positive.
  func wait(microseconds: Double) throws(TraceError)
  /// Handles what happened to running programs, without waiting.
  func poll() throws(TraceError)
  /// Waits for the programs that were started.
  func finish() throws(TraceError)
}

/// Replays a recording of any format in the engine: with virtual time, or paced.
///
/// The input of the engine depends on the recording alone, so the log is the same at any pace.
public final class Replay {
  /// The speed of a replay.
  public enum Pace {
    /// Without waiting.
    case unlimited
    /// Recorded times divided by a factor.
    case factor(Double)
    /// Frame by frame: the closure gets each frame's time, in microseconds, and returns when the frame is due.
    case single((Int64) -> Void)
  }

  private let session: LayoutSession
  private let layout: Layout?
  private let log: LogWriter?
  private let host: (any ReplayHost)?
  /// Asked between steps: whether to stop early.
  public var isStopped: () -> Bool = { false }
  /// Called at the end of the recording, before the time after it passes; the log is complete up to there.
  public var recordingEnded: () -> Void = {}
  /// Called with a sentence for what the recording does not have, such as the rows of a list.
  public var problem: (String) -> Void = { _ in }
  /// Takes what a recording of the forwarded panels' copies would hold: each copy as it comes and goes, and its events.
  public var forwarded: (any TraceSink)?
  /// How many panels were forwarded.
  public private(set) var forwardedPanels = 0
  /// The first event for a panel's copy that differs from the recorded one (contract 11.8), as a sentence; `nil` where all are the same,
  /// or none were recorded.
  public var forwardDifference: String? { comparison.difference }
  private var comparison = ForwardComparison()
  private var sinkFailure: TraceError?
  /// Called between pieces of the recording with how many bytes have been read.
  public var progress: (Int64) -> Void = { _ in }

  /// Prepares a replay.
  ///
  /// - Parameters:
  ///   - layout: the layout to play on; `nil` for an empty screen without bounds, in millimetres, or in per cent of a panel
  ///     of unknown size.
  ///   - host: waits and executes `run` actions; without a host, time is virtual and actions are only logged.
  public init(layout: Layout?, log: LogWriter?, host: (any ReplayHost)? = nil) {
    self.layout = layout
    self.log = log
    self.host = host
    let shown = layout ?? Layout(file: "", screen: LayoutScreen(size: Size(width: 1e6, height: 1e6)))
    guard let host, host.executes else {
      session = LayoutSession(layout: shown, log: log)
      return
    }
    session = LayoutSession(layout: shown, log: log) { run, argv, environment, ended in
      host.execute(run, argv, environment, file: shown.file, ended)
    }
  }

  /// Replays everything, lets time pass until nothing is due, then waits for the programs that were started.
  ///
  /// Fingers that are down at the end are cancelled first, so that no touch lasts longer than in the recording. The time
  /// after the end is virtual at any pace, and a minute at most.
  ///
  /// - Returns: how many frames there were.
  /// - Throws: `TraceError` for what cannot be read, after what comes before it was replayed.
  @discardableResult
  public func run(_ reader: inout some TraceReading, pace: Pace = .unlimited) throws(TraceError) -> Int {
    if case .unlimited = pace { log?.isBuffered = true }
    defer { log?.isBuffered = false }
    session.onRowsProblem = { [unowned self] in problem($0) }
    session.onOutcomeProblem = { [unowned self] in problem($0) }
    var previous: Timestamp?
    var player = TracePlayer(mapping: { [layout, session] device in
      if device.hasFrames { session.hasRecordedTime = true }
      return Self.transform(of: device, on: layout == nil ? nil : session.layout)
    }) {
      [unowned self] (step) throws(TraceError) in
      if isStopped() { return }
      switch pace {
      case .unlimited: break
      case .factor(let factor):
        if let host, let previous {
          try host.wait(microseconds: Double(step.time.microseconds(since: previous)) / factor)
        }
        previous = step.time
      case .single(let next): if case .event(.frame) = step { next(step.time.microseconds) }
      }
      session.play(step)
      if let sinkFailure { throw sinkFailure }
      try host?.poll()
    }
    var turns = session.turnNumber
    if layout != nil {
      player.mappingChanged = { [session] in
        defer { turns = session.turnNumber }
        return turns != session.turnNumber
      }
    }
    followForwarding(in: &player)
    while !isStopped(), try reader.readNext(into: &player) { progress(reader.offset) }
    session.finish()
    comparison.finish()
    if !isStopped() {
      log?.isBuffered = false
      recordingEnded()
      session.settle()
    }
    do throws(TraceError) { try forwarded?.finish() } catch { sinkFailure = error }
    if let sinkFailure { throw sinkFailure }
    try finishPrograms()
    return player.frameCount
  }

  /// Waits for the programs, and for those that wait for them or for a time.
  private func finishPrograms() throws(TraceError) {
    try host?.finish()
    guard host?.executes == true else { return }
    // Controls that set each other off would never end.
    for _ in 0..<1000 where session.isActing && !isStopped() {
      session.settle()
      try host?.finish()
    }
  }

  /// Has the session forward the recording's panels, and compares what it gives with what was recorded.
  private func followForwarding(in player: inout TracePlayer) {
    guard session.forwards else { return }
    player.described = { [unowned self] device in
      guard device.copyOf == nil else { return comparison.expect(device) }
      guard let copy = session.forward(device, on: layout == nil ? nil : session.layout) else { return }
      var made = TraceDevice(copy, id: device.id, node: device.device.node)
      made.copyOf = device.id
      forwardedPanels += 1
      hand { (sink) throws(TraceError) in try sink.take(.device(made, at: session.application.now)) }
    }
    player.copied = { [unowned self] in comparison.take($1, recordedOf: $0) }
    session.onForward = { [unowned self] device, events in
      comparison.take(events, madeOf: device)
      hand { (sink) throws(TraceError) in try sink.take(events, from: device) }
    }
  }

  private func hand(_ body: (inout any TraceSink) throws(TraceError) -> Void) {
    guard forwarded != nil, sinkFailure == nil else { return }
    do throws(TraceError) { try body(&forwarded!) } catch { sinkFailure = error }
  }

  /// Where a panel's contacts go that are decoded from raw events.
  static func transform(of device: TraceDevice, on layout: Layout?) -> AffineTransform {
    // A recorder without a layout maps to 0 … 1 of the panel, with udev's calibration.
    let normalization = device.transform ?? device.description?.normalization ?? .identity
    let pipeline = layout?.pipeline(for: device.device) ?? PanelUnit(device.device).pipeline
    return normalization.concatenating(pipeline.transform)
  }
}
