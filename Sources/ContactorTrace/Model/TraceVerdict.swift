public import ContactorCore

/// The answer to a `verify` of a layout while it was recorded (contract 12.4).
///
/// A replay reads it back, as it has neither the secret nor the hash. It tells that something was typed, and whether that was right;
/// nothing of what was typed, and for a secure control not which one it was.
public struct TraceVerdict: Hashable, Sendable {
  /// The answers.
  public enum Answer: String, Hashable, Sendable, CaseIterable {
    /// The secret was right.
    case right
    /// It was wrong, or could not be compared.
    case wrong
    /// It was not looked at, as there were too many wrong ones.
    case locked
    /// Nothing had been typed.
    case empty
    /// It was not looked at, as another of the same control was being compared.
    case busy
  }

  /// Who asked.
  public enum Source: Hashable, Sendable {
    /// A control or gesture that is not secure: its id, the event or state, and the id of the control with the secret.
    case sender(control: String, event: String, target: String)
    /// A secure one; the number counts the `verify` actions of the layout's views and gestures from 1.
    case secure(number: Int)
  }

  /// The answer.
  public var answer: Answer
  /// Who asked.
  public var source: Source

  /// Creates a verdict.
  public init(_ answer: Answer, of source: Source) { (self.answer, self.source) = (answer, source) }
}

extension JSONLine {
  /// Adds the members of a `verdict` line.
  package mutating func add(_ verdict: TraceVerdict) {
    switch verdict.source {
    case .sender(let control, let event, let target):
      add("control", control)
      add("event", event)
      add("target", target)
    case .secure(let number):
      add("secure", true)
      if number != 1 { add("number", Int64(number)) }
    }
    add("verdict", verdict.answer.rawValue)
  }
}

extension TraceVerdict {
  /// Reads the members of a `verdict` line.
  init(_ object: JSONObject) throws(TraceError) {
    guard let answer = object.text("verdict").flatMap(Answer.init) else {
      throw .mistake("\"verdict\" must be one of \(Answer.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    if object.isTrue("secure") {
      let number = object.integer("number") ?? 1
      guard (1...Int64(Int32.max)).contains(number) else { throw .mistake("\"number\" of a verdict must be a whole number from 1") }
      self.init(answer, of: .secure(number: Int(number)))
      return
    }
    guard let control = object.text("control"), let event = object.text("event"), let target = object.text("target") else {
      throw .mistake("a line of a verdict must have \"secure\":true, or \"control\", \"event\" and \"target\", which are texts")
    }
    self.init(answer, of: .sender(control: control, event: event, target: target))
  }

  private static let prefix = "verdict "

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
    let verdict = unsafe bytes.withUnsafeBufferPointer { bytes -> TraceVerdict? in
      guard let start = bytes.baseAddress else { return nil }
      var object = JSONObject()
      do throws(TraceError) {
        try unsafe object.read(FieldCursor(next: start, end: start + bytes.count))
        return try TraceVerdict(object)
      } catch {
        return nil
      }
    }
    guard let verdict else { return nil }
    self = verdict
  }
}
