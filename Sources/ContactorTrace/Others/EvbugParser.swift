internal import ContactorCore
import ContactorEvdev

/// Parses the lines of the kernel's module evbug in its log:
/// `[ 1888.280712] evbug: Event. Dev: input27, Type: 3, Code: 57, Value: -1`.
struct EvbugParser: LineParser {
  static let eventInitials = [UInt8(ascii: "[")]

  static func isEvent(_ line: FieldCursor) -> Bool {
    var line = line
    guard line.take(0x5b) else { return false }
    line.skipSpaces()
    guard line.seconds() != nil, line.take(0x5d) else { return false }
    line.skipSpaces()
    return line.starts(with: "evbug: Event. Dev: ")
  }

  private var ids: [String: DeviceID] = [:]
  private var names: [String: String] = [:]
  private var timeless = TimelessEvents()
  private var batch = EventBatch()

  /// Whether a line is one of evbug.
  static func isLine(_ line: FieldCursor) -> Bool { line.text.contains(text: "evbug: ") }

  mutating func take(_ line: FieldCursor, into sink: inout some TraceSink) throws(TraceError) -> Bool {
    let text = line.text
    guard let event = text.place(ofText: "evbug: Event. Dev: ", from: text.startIndex) else {
      takeConnected(text)
      return text.contains(text: "evbug: ") || text.allSatisfy(\.isWhitespace)
    }
    guard let time = Self.time(text[..<event.lowerBound]) else {
      throw timeless.error("take the lines from dmesg, or from journalctl -o short-monotonic, which have times in brackets")
    }
    let rest = text[event.upperBound...]
    let fields = rest.split(separator: ",").map { $0.split(separator: ":").dropFirst().first?.trimmed ?? $0.trimmed }
    // A line of another program may stand behind it.
    guard fields.count >= 4, text.place(ofText: "evbug: Event. Dev: ", from: event.upperBound) == nil, let type = UInt16(fields[1]),
      let code = UInt16(fields[2]),
      let value = fields[3].split(whereSeparator: \.isWhitespace).first.flatMap({ Int32($0) })
    else {
      throw .mistake("expected Dev, Type, Code and Value, found '\(rest)'")
    }
    timeless.hasTimes = true
    let id = try device(fields[0], at: time, &sink)
    try batch.add(EvdevEvent(at: time, type: type, code: code, value: value), id, &sink)
    return true
  }

  mutating func finish(into sink: inout some TraceSink) throws(TraceError) {
    try timeless.finish()
    try batch.flush(&sink)
  }

  /// Takes `evbug: Connected device: input27 (Name at usb-…)`.
  private mutating func takeConnected(_ text: String) {
    guard let found = text.place(ofText: "evbug: Connected device: ", from: text.startIndex), names.count < TraceFormat.deviceLimit,
      let open = text[found.upperBound...].firstIndex(of: "("), let at = text.place(ofText: " at ", from: found.upperBound),
      open < at.lowerBound
    else { return }
    names[text[found.upperBound..<open].trimmed] = String(text[text.index(after: open)..<at.lowerBound])
  }

  private mutating func device(_ node: String, at time: Timestamp, _ sink: inout some TraceSink) throws(TraceError) -> DeviceID {
    if let id = ids[node] { return id }
    guard ids.count < TraceFormat.deviceLimit else { throw .tooManyDevices }
    let id = DeviceID(rawValue: UInt32(ids.count + 1))
    ids[node] = id
    try batch.flush(&sink)
    try sink.take(.device(TraceDevice(TouchDevice(id: id, node: node, name: names[node] ?? "")), at: time))
    return id
  }

  /// The time in the last brackets, seconds with six decimals.
  private static func time(_ text: Substring) -> Timestamp? {
    guard let open = text.lastIndex(of: "["), let close = text.lastIndex(of: "]"), open < close else { return nil }
    let parts = text[text.index(after: open)..<close].trimmed.split(separator: ".")
    guard parts.count == 2, parts[1].utf8.count == 6, let seconds = Int64(parts[0]), let fraction = Int64(parts[1]),
      (0..<1 << 40).contains(seconds), fraction >= 0
    else { return nil }
    return Timestamp(microseconds: seconds * 1_000_000 + fraction)
  }
}
