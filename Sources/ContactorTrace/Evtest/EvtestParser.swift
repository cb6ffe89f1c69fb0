internal import ContactorCore
import ContactorEvdev

/// Parses the output of `evtest`: a description of the device, then an event a line.
///
/// Types, codes and values are decimal; the values of `MSC_RAW` and `MSC_SCAN` are hexadecimal. `SYN_` events have lines
/// without numbers: `SYN_REPORT`, in old versions `Report Sync`; `Config Sync` is the old `SYN_MT_REPORT`. A file may hold several runs, and
/// a run the list of devices that evtest asks about, which is passed over.
struct EvtestParser: LineParser {
  static let beginnings = ["Event: time ", "Input device name: \"", "Input device ID: bus 0x"]

  static let eventInitials = [UInt8(ascii: "E")]

  static func isEvent(_ line: FieldCursor) -> Bool {
    var line = line
    return line.take("Event: time ") && line.seconds() != nil
  }

  private var runs = RecordedRuns()
  private var type: UInt16 = 0
  private var code: UInt16 = 0

  mutating func take(_ line: FieldCursor, into sink: inout some TraceSink) throws(TraceError) -> Bool {
    var line = line
    line.skipSpaces()
    guard line.take("Event: ") else { return try describe(&line, &sink) }
    guard line.take("time ") else { throw runs.timeless.error("a usual evtest prints them") }
    guard let time = line.seconds(), line.take(0x2c) else {
      throw .mistake("expected a time, seconds with six decimals and a comma, found '\(line.text)'")
    }
    line.skipSpaces()
    try runs.add(try Self.event(&line, at: Timestamp(microseconds: time)), &sink)
    return true
  }

  mutating func finish(into sink: inout some TraceSink) throws(TraceError) {
    try runs.timeless.finish()
    try runs.finish(&sink)
  }

  var remarks: [String] { runs.remarks }

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
    if EventSearch.follows(line, from: 24, Self.self) { throw .mistake("the line holds another event") }
    return EvdevEvent(at: time, type: type, code: code, value: Int32(truncatingIfNeeded: value))
  }

  /// Takes a field such as `type 3 (EV_ABS), `; returns its number.
  static func field(_ label: StaticString, _ line: inout FieldCursor) -> Int64? {
    guard line.take(label), let number = line.digits() else { return nil }
    _ = line.text(upTo: 0x2c)
    line.skipSpaces()
    return number
  }

  static func separator(_ line: FieldCursor) throws(TraceError) -> UInt16 {
    let words = line.text.split { " -+<>!\r\t".contains($0) }
    switch words.joined(separator: " ") {
    // Some old versions print the name of the type that has the code's number.
    case "SYN_REPORT", "Report Sync", "EV_SYN": return EvdevCode.report
    case "SYN_CONFIG", "EV_KEY": return 1
    case "SYN_MT_REPORT", "Config Sync", "EV_REL": return EvdevCode.contactReport
    case "SYN_DROPPED": return EvdevCode.dropped
    default: throw .mistake("'\(line.text)' is not an event of evtest")
    }
  }

  // MARK: The description

  /// Takes a line of the device's description, which precedes the events; returns whether it is one.
  private mutating func describe(_ line: inout FieldCursor, _ sink: inout some TraceSink) throws(TraceError) -> Bool {
    if line.starts(with: "Input driver version") {
      try runs.begin(&sink)
    } else if line.take("Input device name: \"") {
      try runs.beginAfterEvents(&sink)
      let name = line.text
      runs.description.name = String(name[..<(name.lastIndex(of: "\"") ?? name.endIndex)])
    } else if line.take("Input device ID: bus 0x") {
      try runs.beginAfterEvents(&sink)
      runs.description.bus = Self.hexadecimal(&line)
      if line.take(" vendor 0x") { runs.description.vendor = Self.hexadecimal(&line) }
      if line.take(" product 0x") { runs.description.product = Self.hexadecimal(&line) }
      if line.take(" version 0x") { runs.description.version = Self.hexadecimal(&line) }
    } else if line.take("Event type "), let number = line.digits() {
      type = UInt16(truncatingIfNeeded: number)
    } else if line.take("Event code "), let number = line.digits() {
      takeCode(number, line)
    } else if line.take("Property type "), let number = line.digits() {
      runs.description.properties.insert(UInt16(truncatingIfNeeded: number))
    } else if let number = Self.axisNumber(&line) {
      runs.setAxis(code, number.key, number.value)
    } else {
      return line.isAtEnd || Self.isChatter(line)
    }
    return true
  }

  private mutating func takeCode(_ number: Int64, _ cursor: FieldCursor) {
    var line = cursor
    code = UInt16(truncatingIfNeeded: number)
    line.skipSpaces()
    // Of a head without its upper half the name alone says the type.
    if line.take(0x28) {
      if line.starts(with: "ABS_") { type = EvdevCode.absolute }
      if line.starts(with: "BTN_") || line.starts(with: "KEY_") { type = EvdevCode.key }
    }
    runs.addCode(type, code)
  }

  private static func axisNumber(_ line: inout FieldCursor) -> (key: RecordedRuns.AxisKey, value: Int32)? {
    let key: RecordedRuns.AxisKey
    if line.take("Value") {
      key = .value
    } else if line.take("Min") {
      key = .minimum
    } else if line.take("Max") {
      key = .maximum
    } else if line.take("Fuzz") {
      key = .fuzz
    } else if line.take("Flat") {
      key = .flat
    } else if line.take("Resolution") {
      key = .resolution
    } else {
      return nil
    }
    line.skipSpaces()
    return line.decimal().map { (key, Int32(truncatingIfNeeded: $0)) }
  }

  /// Whether a line is one of those that evtest prints besides description and events.
  private static func isChatter(_ line: FieldCursor) -> Bool {
    let beginnings: [StaticString] = [
      "Supported events:", "Properties:", "Testing ...", "No device specified", "Available devices:", "/dev/input/event",
      "Select the device event number", "Not running as root", "Key repeat handling:", "Repeat type", "Repeat code", "Device ", "State ",
      "***", "This device is grabbed", "In most cases", "e.g.", "Run the following", "to see which", "```", "from this device.", "Either",
      "---", "+++",
    ]
    return beginnings.contains { line.starts(with: $0) }
  }

  private static func hexadecimal(_ line: inout FieldCursor) -> UInt16 {
    UInt16(truncatingIfNeeded: line.hexadecimal() ?? 0)
  }
}
