internal import ContactorCore
import ContactorEvdev

/// Parses the output of Android's `getevent -t` (numbers) and `getevent -lt` (names).
///
/// Values are hexadecimal, two's complement; `DOWN` and `UP` are values of buttons. A line names its device, unless
/// getevent was given one device. Lines of other forms describe devices: their nodes and names are read, the rest skipped.
struct GeteventParser: LineParser {
  private var ids: [String: DeviceID] = [:]
  private var names: [String: String] = [:]
  private var lastNode = ""
  private var batch = EventBatch()

  mutating func take(_ line: FieldCursor, into sink: inout some TraceSink) throws(TraceError) {
    var line = line
    line.skipSpaces()
    guard line.take(0x5b) else { return try readOther(line) }
    line.skipSpaces()
    guard let time = line.seconds(), line.take(0x5d) else {
      throw .mistake("'\(line.text)' does not begin with a time in brackets")
    }
    line.skipSpaces()
    var node = ""
    if line.take("/") {
      node = "/" + line.text(upTo: 0x3a)
      line.skipSpaces()
    }
    let (type, code) = try Self.kind(&line)
    line.skipSpaces()
    let value = try Self.value(&line)
    let id = try device(node, at: Timestamp(microseconds: time), &sink)
    try batch.add(EvdevEvent(at: Timestamp(microseconds: time), type: type, code: code, value: value), id, &sink)
  }

  mutating func finish(into sink: inout some TraceSink) throws(TraceError) { try batch.flush(&sink) }

  /// Takes a line of a description: `add device 1: /dev/input/event5`, then `name: "…"`.
  private mutating func readOther(_ cursor: FieldCursor) throws(TraceError) {
    var line = cursor
    if line.take("add device ") {
      _ = line.text(upTo: 0x3a)
      lastNode = line.word()
    } else if line.take("name:") {
      _ = line.text(upTo: 0x22)
      guard names.count < TraceFormat.deviceLimit else { throw .tooManyDevices }
      names[lastNode] = line.text(upTo: 0x22)
    } else if line.starts(with: "/dev/input/") {
      throw .mistake("the events have no times; record them with getevent -t or getevent -lt")
    }
  }

  private mutating func device(
    _ node: String, at time: Timestamp, _ sink: inout some TraceSink
  ) throws(TraceError) -> DeviceID {
    if let id = ids[node] { return id }
    guard ids.count < TraceFormat.deviceLimit else { throw .tooManyDevices }
    let id = DeviceID(rawValue: UInt32(ids.count + 1))
    ids[node] = id
    try batch.flush(&sink)
    try sink.take(.device(TraceDevice(TouchDevice(id: id, node: node, name: names[node] ?? "")), at: time))
    return id
  }

  private static func kind(_ line: inout FieldCursor) throws(TraceError) -> (UInt16, UInt16) {
    if line.starts(with: "EV_") {
      let name = line.word()
      guard let type = CodeName.typeNumbers[name] else { throw .mistake("'\(name)' is not a type of events") }
      let code = line.word()
      if let known = CodeName.numbers[code], known.type == type { return (type, known.code) }
      guard let number = UInt16(code, radix: 16) else {
        throw .mistake("'\(code)' is not known here; record with getevent -t, which writes numbers")
      }
      return (type, number)
    }
    guard let type = line.hexadecimal(), type <= 0xffff, line.isAtFieldEnd else {
      throw .mistake("expected a type of four hexadecimal digits or a name such as EV_ABS")
    }
    line.skipSpaces()
    guard let code = line.hexadecimal(), code <= 0xffff, line.isAtFieldEnd else {
      throw .mistake("expected a code of four hexadecimal digits")
    }
    return (UInt16(type), UInt16(code))
  }

  private static let labels: [String: Int32] = [
    "DOWN": 1, "UP": 0, "REPEAT": 2, "MT_TOOL_FINGER": 0, "MT_TOOL_PEN": 1, "MT_TOOL_PALM": 2, "MT_TOOL_DIAL": 10,
  ]

  private static func value(_ line: inout FieldCursor) throws(TraceError) -> Int32 {
    var number = line
    if let value = number.hexadecimal(), value <= 0xffff_ffff, number.isAtFieldEnd {
      return Int32(truncatingIfNeeded: value)
    }
    let word = line.word()
    guard let value = labels[word] else { throw .mistake("'\(word)' is not a value; expected eight hexadecimal digits") }
    return value
  }
}
