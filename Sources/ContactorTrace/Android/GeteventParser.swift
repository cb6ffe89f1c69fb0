internal import ContactorCore
import ContactorEvdev

/// Parses the output of Android's `getevent -t` (numbers) and `getevent -lt` (names).
///
/// Values are hexadecimal, two's complement; `DOWN` and `UP` are values of buttons. A line names its device, unless
/// getevent was given one device. Lines of other forms describe devices, as `-p`, `-lp` and `-i` do. Events of codes whose names are not
/// known here are passed over and counted: they are those of other devices.
struct GeteventParser: LineParser {
  private var ids: [String: DeviceID] = [:]
  private var descriptions = GeteventDescriptions()
  /// The devices that were yielded without a description.
  private var undescribed: [String: TouchDevice] = [:]
  private var lastTime = Timestamp(microseconds: 0)
  /// How many events had each unknown name; the first 64 names.
  private var unknown: [String: Int] = [:]
  private var timeless = TimelessEvents()
  private var batch = EventBatch()

  static let eventInitials = [UInt8(ascii: "[")]

  static func isEvent(_ line: FieldCursor) -> Bool {
    var line = line
    guard line.take(0x5b) else { return false }
    line.skipSpaces()
    guard line.seconds() != nil, line.take(0x5d) else { return false }
    line.skipSpaces()
    // The kernel's log has times in brackets, too.
    return line.starts(with: "/dev/") || line.starts(with: "EV_") || line.hexadecimal() != nil && line.isAtFieldEnd
  }

  mutating func take(_ line: FieldCursor, into sink: inout some TraceSink) throws(TraceError) -> Bool {
    var line = line
    line.skipSpaces()
    guard line.take(0x5b) else { return try readOther(line) }
    line.skipSpaces()
    guard let time = line.seconds(), line.take(0x5d) else { return false }
    line.skipSpaces()
    var node = ""
    if line.take("/") {
      node = "/" + line.text(upTo: 0x3a)
      line.skipSpaces()
    }
    guard let (type, code) = try kind(&line) else { return true }
    line.skipSpaces()
    let value = try Self.value(&line)
    if EventSearch.follows(line, from: 24, Self.self) { throw .mistake("the line holds another event") }
    timeless.hasTimes = true
    let id = try device(node, at: Timestamp(microseconds: time), &sink)
    lastTime = Timestamp(microseconds: time)
    try batch.add(EvdevEvent(at: lastTime, type: type, code: code, value: value), id, &sink)
    return true
  }

  /// Ends the recording; descriptions that came behind the events are yielded.
  mutating func finish(into sink: inout some TraceSink) throws(TraceError) {
    try timeless.finish()
    try batch.flush(&sink)
    for node in undescribed.keys.sorted() { if let device = late(node) { try sink.take(.device(device, at: lastTime)) } }
  }

  var remarks: [String] {
    guard !unknown.isEmpty else { return [] }
    let names = unknown.keys.sorted().prefix(5).joined(separator: ", ") + (unknown.count > 5 ? " …" : "")
    let count = unknown.values.reduce(0, +)
    return ["\(count == 1 ? "1 event" : "\(count) events") of codes that are not known here passed over: \(names)"]
  }

  private func late(_ node: String) -> TraceDevice? {
    guard let device = undescribed[node], let description = descriptions.description(of: node) else { return nil }
    return TraceDevice(description, id: device.id, node: node)
  }

  /// Takes a line of a description.
  private mutating func readOther(_ cursor: FieldCursor) throws(TraceError) -> Bool {
    var line = cursor
    if line.take("/dev/input/") {
      _ = line.text(upTo: 0x3a)
      line.skipSpaces()
      if line.starts(with: "EV_") || line.hexadecimal() != nil {
        throw timeless.error("record them with getevent -t or getevent -lt")
      }
      return false
    }
    return try descriptions.take(cursor)
  }

  private mutating func device(
    _ node: String, at time: Timestamp, _ sink: inout some TraceSink
  ) throws(TraceError) -> DeviceID {
    if let id = ids[node] { return id }
    guard ids.count < TraceFormat.deviceLimit else { throw .tooManyDevices }
    let id = DeviceID(rawValue: UInt32(ids.count + 1))
    ids[node] = id
    try batch.flush(&sink)
    // getevent of one device does not name it in its events.
    let nodes = descriptions.nodes
    let described = node.isEmpty && nodes.count == 1 ? nodes[0] : node
    if let description = descriptions.description(of: described) {
      try sink.take(.device(TraceDevice(description, id: id, node: node), at: time))
    } else {
      let device = TouchDevice(id: id, node: node, name: descriptions.name(of: described))
      undescribed[node] = device
      try sink.take(.device(TraceDevice(device), at: time))
    }
    return id
  }

  /// Takes type and code; `nil` for a name that is not known.
  private mutating func kind(_ line: inout FieldCursor) throws(TraceError) -> (UInt16, UInt16)? {
    if line.starts(with: "EV_") {
      let name = line.word()
      let code = line.word()
      guard !code.isEmpty else { throw .mistake("expected a type, a code and a value, found '\(name)'") }
      if let type = CodeName.typeNumbers[name] {
        if let known = CodeName.numbers[code], known.type == type { return (type, known.code) }
        if let number = UInt16(code, radix: 16) { return (type, number) }
      }
      guard code.contains("_") else { throw .mistake("'\(code)' is not a code") }
      note(unknown: code)
      return nil
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

  private mutating func note(unknown name: String) {
    if unknown.count < 64 || unknown[name] != nil { unknown[name, default: 0] += 1 }
  }

  private static let labels: [String: Int32] = [
    "DOWN": 1, "UP": 0, "REPEAT": 2, "MT_TOOL_FINGER": 0, "MT_TOOL_PEN": 1, "MT_TOOL_PALM": 2, "MT_TOOL_DIAL": 10,
  ]

  private static func value(_ line: inout FieldCursor) throws(TraceError) -> Int32 {
    var number = line
    if let value = number.hexadecimal(), value <= 0xffff_ffff, number.isAtFieldEnd {
      line = number
      return Int32(truncatingIfNeeded: value)
    }
    let word = line.word()
    guard let value = labels[word] else { throw .mistake("'\(word)' is not a value; expected eight hexadecimal digits") }
    return value
  }
}
