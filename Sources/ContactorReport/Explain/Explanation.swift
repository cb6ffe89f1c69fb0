import ContactorCore
public import ContactorLayout
import ContactorTrace

/// Replays a recording and tells why each gesture and control did what it did.
public struct Explanation {
  private let recording: RecordedSteps
  private let layout: Layout?

  /// Prepares an explanation of a recording of any format.
  ///
  /// - Parameters:
  ///   - path: the recording's file.
  ///   - layout: what is touched; `nil` for an empty screen with a set of usual gestures.
  /// - Throws: `TraceError` where the recording cannot be read.
  public init(path: String, layout: Layout?) throws {
    recording = try RecordedSteps(path: path, layout: layout)
    self.layout = layout
  }

  /// Prepares an explanation of a recording that is text.
  ///
  /// - Parameters:
  ///   - text: the recording: a script, a log, evemu's or another's text.
  ///   - layout: what is touched; `nil` for an empty screen with a set of usual gestures.
  /// - Throws: `TraceError` where the recording cannot be read.
  public init(_ text: String, file: String, layout: Layout?) throws {
    recording = try RecordedSteps(text, file: file, layout: layout)
    self.layout = layout
  }

  /// Replays everything and hands on the lines of each sequence.
  ///
  /// - Returns: how many sequences of touches there were.
  @discardableResult
  public func run(_ yield: @escaping (String) -> Void) -> Int {
    var count = 0
    let session = KioskSession(layout: recording.layout, log: nil)
    let explainer = Explainer(session, layout: layout) { lines in
      if count > 0 { yield("") }
      count += 1
      for line in lines { yield(line) }
    }
    for step in recording.steps {
      if case .event(.frame(let frame)) = step {
        // Decisions that time alone makes belong to the sequence before.
        session.play(.advance(to: frame.timestamp))
        explainer.settle()
      }
      session.play(step)
      explainer.settle()
    }
    // What is still undecided gets the time to decide: no gesture waits longer.
    session.play(.advance(to: session.application.now + .seconds(10)))
    explainer.settle()
    session.finish()
    explainer.finish()
    return count
  }
}
