internal import ContactorCore
import ContactorEvdev

/// Knows what the lines of a text format look like.
///
/// A protocol beside `LineParser`, as the mender knows formats at run time: of a type of parsers it would keep their generic code, 50 kilobytes.
protocol LineSyntax {
  /// Texts that only lines of this format have at their beginning; anything before one is decoration.
  static var beginnings: [String] { get }

  /// The bytes with which events of this format begin.
  static var eventInitials: [UInt8] { get }

  /// Whether an event of this format begins here; anything before it is decoration, or another event.
  static func isEvent(_ line: FieldCursor) -> Bool
}

/// Parses the lines of a text format.
protocol LineParser: LineSyntax {
  /// Takes a line without its LF; a CR may remain. Nothing is changed by a line that is not taken.
  ///
  /// - Returns: whether the line is of this format; `false` for other text, which is passed over.
  /// - Throws: an error made by `TraceError.mistake(_:)` for a damaged line, by `TraceError.foreign(_:)` for other text that a strict reader
  ///   refuses, by `TraceError.refusal(_:)` for a file that cannot be read,
  ///   by `TraceError.timeless(_:)` for an event without a time, and the sink's errors. The reader adds the place.
  mutating func take(_ line: FieldCursor, into sink: inout some TraceSink) throws(TraceError) -> Bool

  /// Ends the recording, after the last line.
  mutating func finish(into sink: inout some TraceSink) throws(TraceError)

  /// Sentences on what was passed over.
  var remarks: [String] { get }
}

extension LineSyntax {
  static var beginnings: [String] { [] }
  static var eventInitials: [UInt8] { [] }
  static func isEvent(_ line: FieldCursor) -> Bool { false }
}

extension LineParser {
  var remarks: [String] { [] }
}

extension TraceError {
  /// The error of a line that its format does not allow; the reader adds file and line.
  static func mistake(_ message: String) -> TraceError {
    TraceError(.malformed, file: "", message: message)
  }

  /// The error of a line outside of the recording: it is passed over, or an error for a strict reader.
  static func foreign(_ message: String) -> TraceError {
    TraceError(.malformed, file: "", line: -2, message: message)
  }

  /// The error of a file that cannot be read beyond a line; the reader adds file and line.
  static func refusal(_ message: String) -> TraceError {
    TraceError(.malformed, file: "", line: -1, message: message)
  }

  /// The error of an event without a time before any that has one; the reader passes over it, or refuses the file.
  static func timeless(_ message: String) -> TraceError {
    TraceError(.malformed, file: "", line: -3, message: message)
  }

  /// Whether the file cannot be read beyond a line.
  var isRefusal: Bool { code == .malformed && file.isEmpty && line == -1 }

  /// Whether the line has an event without a time.
  var isTimeless: Bool { code == .malformed && file.isEmpty && line == -3 }

  /// Whether the line may be passed over.
  var isForeign: Bool { code == .malformed && file.isEmpty && line == -2 }

  /// Whether the error is about one line alone.
  var isMistake: Bool { code == .malformed && file.isEmpty && line == 0 }
}

/// Gathers consecutive events of one device, so that a sink takes up to 1,024 at a time.
struct EventBatch {
  private var events: [EvdevEvent] = []
  private var device = DeviceID(rawValue: 0)
  private static var limit: Int { 1024 }

  init() {
    events.reserveCapacity(Self.limit)
  }

  @inline(__always)
  mutating func add(_ event: EvdevEvent, _ device: DeviceID, _ sink: inout some TraceSink) throws(TraceError) {
    if events.count == Self.limit || device != self.device { try flush(&sink) }
    self.device = device
    events.append(event)
  }

  mutating func flush(_ sink: inout some TraceSink) throws(TraceError) {
    guard !events.isEmpty else { return }
    try sink.take(events, from: device)
    events.removeAll(keepingCapacity: true)
  }
}
