internal import ContactorCore
import ContactorEvdev

/// Parses what python-evdev prints: `python -m evdev.evtest` with its description, and printed events.
///
/// | line | from |
/// | --- | --- |
/// | `time 1351116708.506099 type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 810` | `evdev.evtest` |
/// | `time 1351116708.506099 --------- SYN_REPORT --------` | `evdev.evtest` |
/// | `event at 1351116708.506099, code 53, type 03, val 810` | `print(event)` |
struct PythonEvdevParser: LineParser {
  static let beginnings = ["event at ", "Device name: ", "Device info: bus: "]

  static let eventInitials = [UInt8(ascii: "t"), UInt8(ascii: "e")]

  static func isEvent(_ line: FieldCursor) -> Bool { isLine(line) }

  private var runs = RecordedRuns()
  private var type: UInt16 = 0
  private var code: UInt16 = 0

  /// Whether a line is an event of python-evdev.
  static func isLine(_ line: FieldCursor) -> Bool {
    var line = line
    if line.take("event at ") { return seconds(&line) != nil && line.take(", code ") }
    guard line.take("time ") else { return false }
    line.skipSpaces()
    guard seconds(&line) != nil else { return false }
    line.skipSpaces()
    return line.starts(with: "type ") || line.starts(with: "---") || line.starts(with: "+++") || line.starts(with: "!!!")
  }

  mutating func take(_ line: FieldCursor, into sink: inout some TraceSink) throws(TraceError) -> Bool {
    var line = line
    line.skipSpaces()
    if line.take("event at ") {
      try runs.add(try Self.printed(&line), &sink)
    } else if line.take("time ") {
      line.skipSpaces()
      guard let time = Self.seconds(&line) else { throw .mistake("expected a time in seconds, found '\(line.text)'") }
      line.skipSpaces()
      try runs.add(try Self.event(&line, at: Timestamp(microseconds: time)), &sink)
    } else if Self.isCategorized(line) {
      throw .refusal("categorize() prints no values; print the events themselves, or run python -m evdev.evtest")
    } else {
      return try describe(&line, &sink)
    }
    return true
  }

  /// Whether a line is what `categorize()` makes of an event, without its value.
  private static func isCategorized(_ line: FieldCursor) -> Bool {
    line.starts(with: "absolute axis event at ") || line.starts(with: "key event at ") || line.starts(with: "synchronization event at ")
  }

  mutating func finish(into sink: inout some TraceSink) throws(TraceError) { try runs.finish(&sink) }

  var remarks: [String] { runs.remarks }

  /// Takes seconds with up to seven decimals, as Python prints a number; returns microseconds.
  private static func seconds(_ line: inout FieldCursor) -> Int64? {
    guard let whole = line.digits(), whole < 1 << 40 else { return nil }
    guard line.take(0x2e) else { return whole * 1_000_000 }
    var (fraction, digits) = (0 as Int64, 0)
    while !line.isAtEnd, case let digit = unsafe line.next.pointee &- 48, digit < 10 {
      if digits < 6 {
        fraction = fraction * 10 + Int64(digit)
        digits += 1
      }
      unsafe line.next += 1
    }
    for _ in digits..<6 { fraction *= 10 }
    return whole * 1_000_000 + fraction
  }

  private static func event(_ line: inout FieldCursor, at time: Timestamp) throws(TraceError) -> EvdevEvent {
    guard line.starts(with: "type ") else {
      return EvdevEvent(at: time, type: EvdevCode.synchronization, code: try EvtestParser.separator(line), value: 0)
    }
    guard let type = EvtestParser.field("type ", &line), let code = EvtestParser.field("code ", &line), line.take("value "),
      let type = UInt16(exactly: type), let code = UInt16(exactly: code), let value = value(&line)
    else { throw .mistake("expected type, code and value, found '\(line.text)'") }
    return EvdevEvent(at: time, type: type, code: code, value: value)
  }

  private static func printed(_ line: inout FieldCursor) throws(TraceError) -> EvdevEvent {
    let text = line.text
    guard let time = seconds(&line), line.take(", code "), let code = line.digits(), line.take(", type "), let type = line.digits(),
      line.take(", val "), let type = UInt16(exactly: type), let code = UInt16(exactly: code), let value = value(&line)
    else { throw .mistake("expected a time, code, type and val, found '\(text)'") }
    return EvdevEvent(at: Timestamp(microseconds: time), type: type, code: code, value: value)
  }

  private static func value(_ line: inout FieldCursor) -> Int32? {
    guard let value = line.decimal(), line.isAtFieldEnd, value >= Int64(Int32.min), value <= Int64(UInt32.max),
      !EventSearch.follows(line, from: 24, Self.self)
    else { return nil }
    return Int32(truncatingIfNeeded: value)
  }

  // MARK: The description

  private mutating func describe(_ line: inout FieldCursor, _ sink: inout some TraceSink) throws(TraceError) -> Bool {
    if line.take("Device name: ") {
      try runs.beginAfterEvents(&sink)
      runs.description.name = line.text.trimmed
    } else if line.take("Device info: bus: ") {
      runs.description.bus = Self.hexadecimal(&line)
      if line.take(", vendor ") { runs.description.vendor = Self.hexadecimal(&line) }
      if line.take(", product ") { runs.description.product = Self.hexadecimal(&line) }
      if line.take(", version ") { runs.description.version = Self.hexadecimal(&line) }
    } else if line.take("Type ") {
      type = Self.lastNumber(line) ?? 0
    } else if line.take("Code ") {
      code = Self.lastNumber(line) ?? 0
      if type != EvdevCode.synchronization { runs.addCode(type, code) }
    } else if line.take("INPUT_PROP_") {
      if let number = Self.lastNumber(line) { runs.description.properties.insert(number) }
    } else if line.starts(with: "value "), line.text.contains(text: ", min ") {
      runs.setAxis(code, EvdevAxis(listed: line.text))
    } else {
      return line.isAtEnd || Self.isChatter(line)
    }
    return true
  }

  private static func isChatter(_ line: FieldCursor) -> Bool {
    let beginnings: [StaticString] = [
      "Listening for events", "Repeat settings:", "Active keys:", "Active LEDs:", "Input properties:", "Device capabilities:",
      "Available devices:", "ID ", "Select devices", "---", "Capabilities:", "Traceback", "KeyboardInterrupt", ">>>", "...",
    ]
    return beginnings.contains { line.starts(with: $0) }
  }

  /// The number at the end of a line such as `Code ABS_X 0:`.
  private static func lastNumber(_ line: FieldCursor) -> UInt16? {
    line.text.split { " :\r\t".contains($0) }.last.flatMap { UInt16($0) }
  }

  private static func hexadecimal(_ line: inout FieldCursor) -> UInt16 { UInt16(truncatingIfNeeded: line.hexadecimal() ?? 0) }
}
