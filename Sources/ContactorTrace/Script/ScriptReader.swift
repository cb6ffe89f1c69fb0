public import ContactorCore

/// Turns a script into frames: the `touch` lines of a log, with `wait` lines to let time pass.
///
/// Lines of the same time make one frame, until a line of another kind, or until a touch comes again, or a phase or, in one
/// phase, a number below that of the line above (so the log writes a frame's touches in ascending order). Devices and
/// anomalies are taken over, so that a whole log replays to itself; lines of other kinds are what the engine makes of the
/// touches and of time and are made anew: of them only the time counts. Every error names its line.
public enum ScriptReader {
  /// What a script line asks for.
  public enum Step: Hashable, Sendable {
    /// Something came from a device.
    case event(InputEvent)
    /// Time passes to a moment.
    case advance(to: Timestamp)
  }

  /// The steps of a whole script; the file's name is for messages.
  public static func steps(of text: String, file: String) throws(TraceError) -> [Step] {
    var reader = TextReader(ByteWindow(MemorySource(text, name: file)), ScriptParser())
    var collector = TraceCollector()
    try reader.readAll(into: &collector)
    let steps = collector.records.compactMap(Step.init)
    guard steps.contains(where: \.isFrame) else {
      throw TraceError(
        .empty, file: file,
        message: "no touch in it; a script holds lines such as "
          + #"{"t":1000,"kind":"touch","touch":1,"phase":"began","x":10,"y":20}"#)
    }
    return steps
  }
}

extension ScriptReader.Step {
  /// What the engine is to be told of a record; `nil` where it is nothing.
  fileprivate init?(_ record: TraceRecord) {
    switch record {
    case .device(let device, let time): self = .event(.deviceAdded(device.device, at: time))
    case .deviceRemoved(let id, let time): self = .event(.deviceRemoved(id, at: time))
    case .frame(let frame): self = .event(.frame(frame))
    case .anomaly(let anomaly): self = .event(.anomaly(anomaly))
    case .wait(let time): self = .advance(to: time)
    case .state, .note, .damage: return nil
    }
  }

  /// Whether the step is one that touches something.
  fileprivate var isFrame: Bool {
    if case .event(.frame) = self { true } else { false }
  }
}
