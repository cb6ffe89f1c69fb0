internal import ContactorCore
import ContactorEvdev

/// Reads a recording that is text, as many lines at a time as are in memory.
struct TextReader<Source: ByteSource, Parser: LineParser>: TraceReading {
  /// The longest line that is read, in bytes; a file with a longer one is refused.
  private static var lineLimit: Int { 1 << 20 }

  private let window: ByteWindow<Source>
  private(set) var parser: Parser
  private var line = 0
  private var isFinished = false

  /// - Parameter linesBefore: how many lines of the file precede the window, for messages.
  init(_ window: ByteWindow<Source>, _ parser: Parser, linesBefore: Int = 0) {
    self.window = window
    self.parser = parser
    line = linesBefore
  }

  var offset: Int64 { window.offset }

  mutating func readNext(into sink: inout some TraceSink) throws(TraceError) -> Bool {
    guard !isFinished else { return false }
    do throws(TraceError) {
      if try readLines(into: &sink) { return true }
      isFinished = true
      try parser.finish(into: &sink)
      return false
    } catch {
      isFinished = true
      guard error.file.isEmpty else { throw error }
      var placed = error
      placed.file = window.name
      placed.line = placed.code == .malformed ? line : 0
      throw placed
    }
  }

  /// Reads the lines that are in memory, at least one; `false` at the end.
  private mutating func readLines(into sink: inout some TraceSink) throws(TraceError) -> Bool {
    var searched = 0
    while firstEnd(from: searched) == nil {
      searched = unsafe window.bytes.count
      guard searched <= Self.lineLimit else {
        line += 1
        throw .mistake("a line of more than \(Self.lineLimit) bytes; this is no recording in text")
      }
      guard try window.fillMore() else {
        guard searched > 0 else { return false }
        unsafe try take(searched, of: window.bytes.assumingMemoryBound(to: UInt8.self).baseAddress, &sink)
        window.consume(searched)
        return false
      }
    }
    let bytes = unsafe window.bytes.assumingMemoryBound(to: UInt8.self)
    guard let start = bytes.baseAddress else { return false }
    var position = 0
    while let length = unsafe firstIndex(of: 10, in: start + position, count: bytes.count - position) {
      unsafe try take(length, of: start + position, &sink)
      position += length + 1
    }
    window.consume(position)
    return true
  }

  private func firstEnd(from searched: Int) -> Int? {
    let bytes = unsafe window.bytes.assumingMemoryBound(to: UInt8.self)
    guard let start = bytes.baseAddress else { return nil }
    return unsafe firstIndex(of: 10, in: start + searched, count: bytes.count - searched)
  }

  @inline(__always)
  private mutating func take(
    _ length: Int, of start: UnsafePointer<UInt8>?, _ sink: inout some TraceSink
  ) throws(TraceError) {
    guard let start = unsafe start else { return }
    line += 1
    unsafe try parser.take(FieldCursor(next: start, end: start + length), into: &sink)
  }
}

/// Parses the lines of a text format.
protocol LineParser {
  /// Takes a line without its LF; a CR may remain.
  ///
  /// - Throws: an error made by `TraceError.mistake(_:)`, to which the reader adds the place, and the sink's errors.
  mutating func take(_ line: FieldCursor, into sink: inout some TraceSink) throws(TraceError)

  /// Ends the recording, after the last line.
  mutating func finish(into sink: inout some TraceSink) throws(TraceError)
}

extension TraceError {
  /// The error of a line that its format does not allow; the reader adds file and line.
  static func mistake(_ message: String) -> TraceError {
    TraceError(.malformed, file: "", message: message)
  }
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
