import ContactorCore
public import ContactorLayout
public import ContactorTrace

/// Replays a recording and says why each gesture and control did what it did.
///
/// The recording is explained as it is read: how much memory that takes does not depend on its length.
public struct Explanation {
  private let recording: RecordedSteps
  private let layout: Layout?

  /// Prepares an explanation of a recording of any format.
  ///
  /// - Parameters:
  ///   - path: the recording's file, that of a flight recorder's segments, or `-` for standard input.
  ///   - options: how to understand it if it does not say so itself.
  ///   - layout: what is touched; `nil` for an empty screen with a set of usual gestures.
  /// - Throws: `TraceError` where the recording cannot be read.
  public init(path: String, _ options: ReadingOptions = .playing, layout: Layout?) throws(TraceError) {
    recording = try RecordedSteps(.file(path, options), layout: layout)
    self.layout = layout
  }

  /// Sentences on how the recording was understood, and on all that was passed over; complete after `run(_:)`.
  public var findings: [String] { recording.notes.findings }

  /// The parts of the recording that could not be read; of very many, the first thousand.
  ///
  /// Complete after `run(_:)`.
  public var damage: [TraceDamage] { recording.notes.damage }

  /// Prepares an explanation of a recording that is text.
  ///
  /// - Parameters:
  ///   - text: the recording: a script, a log, evemu's or another's text.
  ///   - layout: what is touched; `nil` for an empty screen with a set of usual gestures.
  /// - Throws: `TraceError` where the recording cannot be read.
  public init(_ text: String, file: String, layout: Layout?) throws(TraceError) {
    recording = try RecordedSteps(.text(text, name: file), layout: layout)
    self.layout = layout
  }

  /// Replays everything and yields the lines of each sequence as soon as it is over.
  ///
  /// - Returns: how many sequences of touches there were.
  /// - Throws: `TraceError` for what cannot be read, after what comes before it was explained.
  @discardableResult
  public func run(_ yield: @escaping (String) -> Void) throws(TraceError) -> Int {
    let stage = ExplanationStage(layout, yield)
    defer { stage.end() }
    try recording.play(open: { stage.open($0) }, described: { stage.forward($0, on: $1) }) { (step) throws(TraceError) in stage.play(step) }
    stage.end()
    return stage.count
  }
}

/// A session that is explained.
private final class ExplanationStage {
  private let given: Layout?
  private let yield: (String) -> Void
  private var session: LayoutSession?
  private var explainer: Explainer?
  private(set) var count = 0

  init(_ layout: Layout?, _ yield: @escaping (String) -> Void) {
    given = layout
    self.yield = yield
  }

  func open(_ layout: Layout) {
    let session = LayoutSession(layout: layout, log: nil)
    self.session = session
    explainer = Explainer(session, layout: given) { [unowned self] lines in
      if count > 0 { yield("") }
      count += 1
      for line in lines { yield(line) }
    }
  }

  func forward(_ device: TraceDevice, on layout: Layout) { session?.forward(device, on: layout) }

  func play(_ step: ScriptReader.Step) {
    guard let session, let explainer else { return }
    if case .event(.frame(let frame)) = step {
      // Decisions that time alone makes belong to the sequence before.
      session.play(.advance(to: frame.timestamp))
      explainer.settle()
    }
    session.play(step)
    explainer.settle()
  }

  /// Ends what is down, and gives what is still undecided the time to decide.
  func end() {
    guard let session, let explainer else { return }
    explainer.isEnding = true
    session.finish()
    explainer.settle()
    session.settle()
    explainer.settle()
    explainer.finish()
    self.session = nil
    self.explainer = nil
  }
}
