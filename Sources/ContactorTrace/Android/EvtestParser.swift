internal import ContactorCore
import ContactorEvdev

/// Parses the output of `evtest`: a description of the device, then an event a line.
///
/// Types, codes and values are decimal; the values of `MSC_RAW` and `MSC_SCAN` are hexadecimal. `SYN_` events have lines
/// without numbers: `SYN_REPORT`, in old versions `Report Sync`; `Config Sync` is the old `SYN_MT_REPORT`.
struct EvtestParser: LineParser {
  private let id = DeviceID(rawValue: 1)
  private var description = EvdevDescription(name: "")
  private var isDescribed = false
  private var type: UInt16 = 0
  private var code: UInt16 = 0
  private var batch = EventBatch()

  mutating func take(_ line: FieldCursor, into sink: inout some TraceSink) throws(TraceError) {
    var line = line
    line.skipSpaces()
    guard line.take("Event: time ") else { return try describe(&line) }
    guard let time = line.seconds(), line.take(0x2c) else {
      throw .mistake("expected a time, seconds with six decimals and a comma, found '\(line.text)'")
    }
    line.skipSpaces()
    let event = try Self.event(&line, at: Timestamp(microseconds: time))
    if !isDescribed {
      isDescribed = true
      try sink.take(.device(TraceDevice(description, id: id, node: ""), at: event.time))
    }
    try batch.add(event, id, &sink)
  }

  mutating func finish(into sink: inout some TraceSink) throws(TraceError) {
    try batch.flush(&sink)
    if !isDescribed, description != EvdevDescription(name: "") {
      try sink.take(.device(TraceDevice(description, id: id, node: ""), at: Timestamp(microseconds: 0)))
    }
  }

  private static func event(_ line: inout FieldCursor, at time: Timestamp) throws(TraceError) -> EvdevEvent {
    guard line.starts(with: "type ") else {
      return EvdevEvent(at: time, type: EvdevCode.synchronization, code: try separator(line), value: 0)
    }
    guard let type = field("type ", &line), let code = field("code ", &line), line.take("value "),
      let type = UInt16(exactly: type), let code = UInt16(exactly: code)
    else { throw .mistake("expected type, code and value, found '\(line.text)'") }
    let isHexadecimal = type == EvdevCode.miscellaneous && (code == 3 || code == 4)
    guard let value = isHexadecimal ? line.hexadecimal() : line.decimal(), line.isAtFieldEnd,
      value >= Int64(Int32.min), value <= Int64(UInt32.max)
    else { throw .mistake("'\(line.text)' is not a value") }
    return EvdevEvent(at: time, type: type, code: code, value: Int32(truncatingIfNeeded: value))
  }

  /// Takes a field such as `type 3 (EV_ABS), `; returns its number.
  private static func field(_ label: StaticString, _ line: inout FieldCursor) -> Int64? {
    guard line.take(label), let number = line.digits() else { return nil }
    _ = line.text(upTo: 0x2c)
    line.skipSpaces()
    return number
  }

  private static func separator(_ line: FieldCursor) throws(TraceError) -> UInt16 {
    let words = line.text.split { " -+<>\r\t".contains($0) }
    switch words.joined(separator: " ") {
    case "SYN_REPORT", "Report Sync": return EvdevCode.report
    case "SYN_CONFIG": return 1
    case "SYN_MT_REPORT", "Config Sync": return EvdevCode.contactReport
    case "SYN_DROPPED": return EvdevCode.dropped
    default: throw .mistake("'\(line.text)' is not an event of evtest")
    }
  }

  /// Takes a line of the device's description, which precedes the events.
  private mutating func describe(_ line: inout FieldCursor) throws(TraceError) {
    if line.take("Input device name: \"") {
      let name = line.text
      description.name = String(name[..<(name.lastIndex(of: "\"") ?? name.endIndex)])
    } else if line.take("Input device ID: bus 0x") {
      description.bus = Self.hexadecimal(&line)
      if line.take(" vendor 0x") { description.vendor = Self.hexadecimal(&line) }
      if line.take(" product 0x") { description.product = Self.hexadecimal(&line) }
      if line.take(" version 0x") { description.version = Self.hexadecimal(&line) }
    } else if line.take("Event type "), let number = line.digits() {
      type = UInt16(truncatingIfNeeded: number)
    } else if line.take("Event code "), let number = line.digits() {
      code = UInt16(truncatingIfNeeded: number)
      if type == EvdevCode.absolute {
        description.axes[code] = EvdevAxis(0, 0)
      } else if type != EvdevCode.synchronization {
        description.codes[type, default: []].insert(code)
      }
    } else if line.take("Property type "), let number = line.digits() {
      description.properties.insert(UInt16(truncatingIfNeeded: number))
    } else if type == EvdevCode.absolute {
      describeAxis(&line)
    }
  }

  private mutating func describeAxis(_ line: inout FieldCursor) {
    func number() -> Int32? {
      line.skipSpaces()
      return line.decimal().map { Int32(truncatingIfNeeded: $0) }
    }
    guard var axis = description.axes[code] else { return }
    if line.take("Min"), let value = number() {
      axis.minimum = value
    } else if line.take("Max"), let value = number() {
      axis.maximum = value
    } else if line.take("Fuzz"), let value = number() {
      axis.fuzz = value
    } else if line.take("Flat"), let value = number() {
      axis.flat = value
    } else if line.take("Resolution"), let value = number() {
      axis.resolution = value
    }
    description.axes[code] = axis
  }

  private static func hexadecimal(_ line: inout FieldCursor) -> UInt16 {
    UInt16(truncatingIfNeeded: line.hexadecimal() ?? 0)
  }
}
