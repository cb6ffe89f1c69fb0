public import ContactorCore

/// How a program ended that an action of a layout had started while it was recorded (contract 13.3).
///
/// A replay reads it back instead of running the program, so that what waited for the end is done at the same moment.
public struct TraceOutcome: Hashable, Sendable {
  /// The id of the control or gesture that asked for the action.
  public var control: String
  /// The control event or the gesture's state.
  public var event: String
  /// The program.
  public var target: String
  /// How it ended.
  public var end: End
  /// How long it ran, in milliseconds.
  public var milliseconds: Int64

  /// How a program came to its end.
  public enum End: Hashable, Sendable {
    /// By itself, with this exit status.
    case exited(Int32)
    /// By this signal.
    case signalled(Int32)
    /// It ran longer than its timeout and was stopped.
    case timedOut
    /// It could not be started, or its end is not known, with the reason.
    case failed(String)
  }

  /// Creates an outcome.
  public init(control: String, event: String, target: String, end: End, milliseconds: Int64) {
    (self.control, self.event, self.target) = (control, event, target)
    (self.end, self.milliseconds) = (end, milliseconds)
  }
}

extension TraceOutcome: CustomStringConvertible {
  /// One sentence, without a full stop.
  public var description: String {
    let what =
      switch end {
      case .exited(let status): "ended with status \(status)"
      case .signalled(let signal): "was ended by signal \(signal)"
      case .timedOut: "timed out"
      case .failed(let reason): "failed: \(reason)"
      }
    return "\(target) of \(control) (\(event)) \(what) after \(milliseconds) ms"
  }
}

extension JSONLine {
  /// Adds the members of an `outcome` line; `dropped` tells how many of the action were dropped meanwhile.
  package mutating func add(_ outcome: TraceOutcome, dropped: Int = 0) {
    add("control", outcome.control)
    add("event", outcome.event)
    add("action", word: "run")
    add("target", outcome.target)
    switch outcome.end {
    case .exited(let status): add("status", Int64(status))
    case .signalled(let signal): add("signal", Int64(signal))
    case .timedOut: add("timeout", true)
    case .failed(let reason): add("error", reason)
    }
    add("ms", outcome.milliseconds)
    if dropped > 0 { add("dropped", Int64(dropped)) }
  }
}

extension TraceOutcome {
  /// Reads the members of an `outcome` line.
  init(_ object: JSONObject) throws(TraceError) {
    guard let control = object.text("control"), let event = object.text("event"), let target = object.text("target") else {
      throw .mistake("a line of an outcome must have \"control\", \"event\" and \"target\", which are texts")
    }
    guard let end = Self.end(object) else {
      throw .mistake("a line of an outcome must have \"status\" or \"signal\", a whole number, or \"timeout\":true, or \"error\", a text")
    }
    self.init(control: control, event: event, target: target, end: end, milliseconds: object.integer("ms") ?? 0)
  }

  private static func end(_ object: JSONObject) -> End? {
    if let status = object.integer("status").flatMap({ Int32(exactly: $0) }) { return .exited(status) }
    if let signal = object.integer("signal").flatMap({ Int32(exactly: $0) }) { return .signalled(signal) }
    if object.isTrue("timeout") { return .timedOut }
    return object.text("error").map(End.failed)
  }
}

extension TraceOutcome {
  private static let prefix = "outcome "

  /// The record of it: a note, so that older versions read the recording.
  public func record(at time: Timestamp) -> TraceRecord {
    var line = JSONLine()
    line.add(self)
    return .note(Self.prefix + String(decoding: line.finished().dropLast(), as: UTF8.self), at: time)
  }

  /// Reads the text of a note; `nil` for other notes.
  public init?(note: String) {
    guard note.hasPrefix(Self.prefix) else { return nil }
    let bytes = Array(note.utf8.dropFirst(Self.prefix.utf8.count))
    let outcome = unsafe bytes.withUnsafeBufferPointer { bytes -> TraceOutcome? in
      guard let start = bytes.baseAddress else { return nil }
      var object = JSONObject()
      do throws(TraceError) {
        try unsafe object.read(FieldCursor(next: start, end: start + bytes.count))
        return try TraceOutcome(object)
      } catch {
        return nil
      }
    }
    guard let outcome else { return nil }
    self = outcome
  }
}
