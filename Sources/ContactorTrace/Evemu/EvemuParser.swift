internal import ContactorCore
public import ContactorEvdev

/// Parses evemu's lines: those of `EvemuDescription`, and events, `E:`.
///
/// An event has a time in seconds with six decimals, a hexadecimal type and code, and a decimal value, which may be padded
/// with zeros (`0077` is 77, `-001` is −1).
struct EvemuParser: LineParser {
  private var id = DeviceID(rawValue: 1)
  /// The description of another file; one in this file replaces it.
  private let otherDescription: EvdevDescription?
  private var description = EvemuDescription()
  /// Whether this file has described the device.
  private var hasDescription = false
  /// Whether this file has named the device; another name begins another run.
  private var hasName = false
  /// Whether the sink knows the device as described last.
  private var isDescribed = false
  private var lastTime = Timestamp(microseconds: 0)
  private var batch = EventBatch()

  static let eventInitials = [UInt8(ascii: "E")]

  static func isEvent(_ line: FieldCursor) -> Bool {
    var line = line
    guard line.take("E:") else { return false }
    line.skipSpaces()
    return line.seconds() != nil && line.isAtFieldEnd
  }

  /// Creates a parser.
  ///
  /// - Parameter description: describes the device of a file that holds only events.
  init(_ description: EvdevDescription? = nil) {
    var other = description
    other?.codes[EvdevCode.absolute] = nil
    otherDescription = other
  }

  mutating func take(_ line: FieldCursor, into sink: inout some TraceSink) throws(TraceError) -> Bool {
    if let event = Self.event(line) {
      try add(event, &sink)
      return true
    }
    let cursor = line
    let line = EvemuLine(Substring(line.text))
    if line.label.isEmpty { return true }
    if line.label == "E:" {
      if EventSearch.places(in: cursor, Self.self).count > 1 { throw .mistake("the line holds another event") }
      try add(Self.event(line), &sink)
      return true
    }
    if line.label == "N:", line.name.unicodeScalars.first == "\u{a0}" { throw .mistake("a no-break space behind N:") }
    if line.label == "N:", hasName { try beginRun(&sink) }
    do throws(EvemuDescription.Mistake) {
      guard try description.take(line) else { return true }
    } catch {
      // A recording of HID reports has nothing else.
      if line.label == "R:" || line.label == "D:" { throw .refusal(error.message) }
      throw Self.isLabel(line.label) ? .mistake(error.message) : .foreign(error.message)
    }
    if line.label == "N:" { hasName = true }
    try batch.flush(&sink)
    hasDescription = true
    isDescribed = false
    return true
  }

  mutating func finish(into sink: inout some TraceSink) throws(TraceError) {
    try batch.flush(&sink)
    if !isDescribed, hasDescription || otherDescription != nil { try describe(at: Timestamp(microseconds: 0), &sink) }
  }

  var remarks: [String] { RecordedRuns.remarks(id.rawValue) }

  /// Begins another recording in the same file; its panel is a device of its own.
  private mutating func beginRun(_ sink: inout some TraceSink) throws(TraceError) {
    if !isDescribed { try describe(at: lastTime, &sink) }
    try batch.flush(&sink)
    guard id.rawValue < TraceFormat.deviceLimit else { throw .tooManyDevices }
    try sink.take(.deviceRemoved(id, at: lastTime))
    id = DeviceID(rawValue: id.rawValue + 1)
    (description, hasDescription, isDescribed) = (EvemuDescription(), false, false)
  }

  /// Whether a line's first word is a letter and a colon, as all of evemu's.
  private static func isLabel(_ word: Substring) -> Bool {
    word.utf8.count == 2 && word.utf8.last == 0x3a && (0x41...0x5a).contains(word.utf8.first ?? 0)
  }

  @inline(__always)
  private mutating func add(_ event: EvdevEvent, _ sink: inout some TraceSink) throws(TraceError) {
    if !isDescribed { try describe(at: event.time, &sink) }
    lastTime = event.time
    try batch.add(event, id, &sink)
  }

  private mutating func describe(at time: Timestamp, _ sink: inout some TraceSink) throws(TraceError) {
    isDescribed = true
    try batch.flush(&sink)
    let device =
      (hasDescription ? description.device : otherDescription).map { TraceDevice($0, id: id, node: "") }
      ?? TraceDevice(TouchDevice(id: id, node: "", name: ""))
    try sink.take(.device(device, at: time))
  }

  /// The event of a well-formed line; `nil` for every other line, which is then parsed with error messages.
  @inline(__always)
  private static func event(_ line: FieldCursor) -> EvdevEvent? {
    var line = line
    guard line.take(0x45), line.take(0x3a) else { return nil }
    line.skipSpaces()
    guard let time = line.seconds(), line.isAtFieldEnd else { return nil }
    line.skipSpaces()
    guard let type = line.hexadecimal(), line.isAtFieldEnd else { return nil }
    line.skipSpaces()
    guard let code = line.hexadecimal(), line.isAtFieldEnd else { return nil }
    line.skipSpaces()
    guard let value = line.decimal(), type <= 0xffff, code <= 0xffff, let value = Int32(exactly: value) else { return nil }
    guard line.isAtFieldEnd else { return nil }
    line.skipSpaces()
    guard unsafe line.isAtEnd || line.next.pointee == 0x23, !EventSearch.follows(line, from: commentLength, Self.self) else { return nil }
    return EvdevEvent(
      at: Timestamp(microseconds: time), type: UInt16(truncatingIfNeeded: type), code: UInt16(truncatingIfNeeded: code),
      value: value)
  }

  /// Longer than evemu's comment behind an event.
  private static let commentLength = 64

  private static func event(_ line: EvemuLine) throws(TraceError) -> EvdevEvent {
    guard line.fields.count == 4 else { throw .mistake("E: takes time, type, code and value") }
    let time = try time(line.fields[0])
    do throws(EvemuDescription.Mistake) {
      return EvdevEvent(
        at: time, type: try line.hexadecimal(1), code: try line.hexadecimal(2), value: try line.decimal(3))
    } catch {
      throw .mistake(error.message)
    }
  }

  /// Seconds, a point, and six digits.
  private static func time(_ text: Substring) throws(TraceError) -> Timestamp {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let digits = { (part: Substring) in part.utf8.allSatisfy { (48...57).contains($0) } }
    guard parts.count == 2, parts[1].utf8.count == 6, digits(parts[0]), digits(parts[1]),
      let seconds = Int64(parts[0]), let fraction = Int64(parts[1]), seconds < 1 << 40
    else { throw .mistake("'\(text)' is not a time; expected seconds with six decimals") }
    return Timestamp(microseconds: seconds * 1_000_000 + fraction)
  }
}

/// Reads a whole text of evemu: `.desc`, `.prop`, `.events`, `.evemu` and `.device` files, with a header (1.0 to 1.3) or
/// without.
///
/// `TraceReader` reads piece by piece, for large recordings.
public enum EvemuReader {
  /// Reads a recording or a description.
  ///
  /// - Parameter file: the file's name, for messages.
  /// - Throws: `TraceError`: `malformed` with the line that is not evemu's, `empty` for a text without such lines.
  public static func read(_ text: String, file: String) throws(TraceError) -> EvemuRecording {
    var reader = TextReader(ByteWindow(MemorySource(text, name: file)), EvemuParser(), isStrict: true)
    var collector = TraceCollector()
    try reader.readAll(into: &collector)
    guard let device = collector.devices.last else {
      throw TraceError(.empty, file: file, message: "no line of an evemu recording in it (N: or E:)")
    }
    return EvemuRecording(description: device.description, events: collector.events())
  }
}

/// An evemu recording: the panel's description, where the file holds one, and its events.
public struct EvemuRecording: Hashable, Sendable {
  /// The panel (`N:`, `I:`, `P:`, `B:` and `A:` lines); `nil` for a file of events only.
  public var description: EvdevDescription?
  /// The panel's events (`E:` lines).
  public var events: [EvdevEvent]

  /// Creates a recording.
  public init(description: EvdevDescription?, events: [EvdevEvent]) {
    self.description = description
    self.events = events
  }

  /// The description; for a file of events only, the guess that `DescriptionGuess` makes from the events.
  public var impliedDescription: EvdevDescription {
    if let description { return description }
    var guess = DescriptionGuess()
    let id = DeviceID(rawValue: 1)
    // A guess throws nothing.
    try? guess.take(events, from: id)
    return guess.description(of: id)
  }
}
