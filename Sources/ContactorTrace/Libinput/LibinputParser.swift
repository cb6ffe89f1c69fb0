internal import ContactorCore
import ContactorEvdev

/// Parses the output of `libinput record`: YAML of a fixed shape, line by line.
///
/// The events of a device follow its description; a second device follows the events of the first, and `MergedReader`
/// brings frames into the order of their times. libinput's own events (`libinput:`, `hid:`), udev's properties and quirks
/// are skipped.
struct LibinputParser: LineParser {
  private enum Section {
    case none, codes, axes, udev, events
  }

  private var id: DeviceID
  private var node = ""
  private var description = EvdevDescription(name: "")
  private var isDescribed = true
  private var section = Section.none
  private var lacksHead = false
  private var batch = EventBatch()

  static let eventInitials = [UInt8(ascii: "-")]

  static func isEvent(_ line: FieldCursor) -> Bool {
    var line = line
    return line.take("- [") && number(&line, 0x2c) != nil && number(&line, 0x2c) != nil
  }

  /// As long as the comments of libinput record behind most events.
  private static let commentLength = 50

  /// - Parameter devicesBefore: how many devices of the file precede the window.
  init(devicesBefore: UInt32 = 0) { id = DeviceID(rawValue: devicesBefore) }

  mutating func take(_ line: FieldCursor, into sink: inout some TraceSink) throws(TraceError) -> Bool {
    var line = line
    line.skipSpaces()
    if line.starts(with: "- - [") { unsafe line.next += 2 }
    if line.starts(with: "- [") {
      guard section == .events || isHeadless else { return true }
      let event = try Self.event(line)
      if isHeadless { beginHeadless() }
      if !isDescribed { try describe(at: event.time, &sink) }
      try batch.add(event, id, &sink)
      return true
    }
    // The rest of an event that was wrapped.
    if section == .events, let first = unsafe line.isAtEnd ? nil : line.next.pointee {
      if first &- 48 < 10 || first == 0x2d && !line.starts(with: "- ") { return false }
    }
    return try readOther(line, into: &sink)
  }

  /// Whether the text has no head so far: events come first.
  private var isHeadless: Bool { id.rawValue == 0 }

  /// Begins a device that the text does not describe.
  private mutating func beginHeadless() {
    id = DeviceID(rawValue: 1)
    (isDescribed, section, lacksHead) = (false, .events, true)
  }

  var remarks: [String] {
    guard lacksHead else { return [] }
    return [
      description.axes.isEmpty ? "the head of libinput record with the axes is missing" : "the beginning of libinput record is missing"
    ]
  }

  mutating func finish(into sink: inout some TraceSink) throws(TraceError) {
    try batch.flush(&sink)
    if !isDescribed { try describe(at: Timestamp(microseconds: 0), &sink) }
  }

  /// The event of a line `- [seconds, microseconds, type, code, value]`; spaces may be anywhere.
  @inline(__always)
  private static func event(_ cursor: FieldCursor) throws(TraceError) -> EvdevEvent {
    var line = cursor
    unsafe line.next += 3
    guard let seconds = number(&line, 0x2c), let microseconds = number(&line, 0x2c), let type = number(&line, 0x2c),
      let code = number(&line, 0x2c), let value = number(&line, 0x5d), let type = UInt16(exactly: type),
      let code = UInt16(exactly: code), let value = Int32(exactly: value), seconds.magnitude < 1 << 40,
      microseconds.magnitude < 1 << 40
    else {
      throw .mistake("'\(cursor.text)' is not an event; expected - [seconds, microseconds, type, code, value]")
    }
    line.skipSpaces()
    let length = unsafe line.isAtEnd || line.next.pointee == 0x23 ? commentLength : 1
    if EventSearch.follows(line, from: length, Self.self) { throw .mistake("the line holds another event") }
    let time = Timestamp(microseconds: seconds * 1_000_000 + microseconds)
    return EvdevEvent(at: time, type: type, code: code, value: value)
  }

  /// Takes a decimal number and the byte that ends it.
  @inline(__always)
  private static func number(_ line: inout FieldCursor, _ end: UInt8) -> Int64? {
    line.skipSpaces()
    guard let number = line.decimal() else { return nil }
    line.skipSpaces()
    return line.take(end) ? number : nil
  }

  /// Takes any line but an event; returns whether it is YAML.
  private mutating func readOther(_ cursor: FieldCursor, into sink: inout some TraceSink) throws(TraceError) -> Bool {
    var line = cursor
    line.skipSpaces()
    guard let first = unsafe line.isAtEnd ? nil : line.next.pointee, first != 0x23 else { return true }
    // A terminal's colours: the mender takes them away.
    if unsafe firstIndex(of: 0x1b, in: line.next, count: line.count) != nil { return false }
    if line.take("- node:") {
      try finish(into: &sink)
      guard id.rawValue < TraceFormat.deviceLimit else { throw .tooManyDevices }
      id = DeviceID(rawValue: id.rawValue + 1)
      line.skipSpaces()
      node = line.word()
      (description, isDescribed, section) = (EvdevDescription(name: ""), false, .none)
    } else if (48...57).contains(first), section == .codes || section == .axes {
      try readList(&line)
    } else if line.take("name:"), section != .events {
      description.name = Self.name(line)
    } else if line.take("id:"), section != .events {
      let numbers = try Self.list(&line).map { UInt16(truncatingIfNeeded: $0) }
      guard numbers.count == 4 else { throw .mistake("id takes [bus, vendor, product, version]") }
      (description.bus, description.vendor, description.product, description.version) =
        (numbers[0], numbers[1], numbers[2], numbers[3])
    } else if line.take("properties:") {
      guard section != .udev else { return true }
      description.properties = Set(try Self.list(&line).map { UInt16(truncatingIfNeeded: $0) })
      section = .none
    } else {
      return try readKey(&line)
    }
    return true
  }

  private mutating func readKey(_ line: inout FieldCursor) throws(TraceError) -> Bool {
    if line.take("codes:") {
      section = .codes
    } else if line.take("absinfo:") {
      section = .axes
    } else if line.take("udev:") {
      section = .udev
    } else if line.take("events:") {
      section = .events
    } else if line.take("version:"), id.rawValue == 0 {
      line.skipSpaces()
      // `version:` of libinput itself is quoted, so it is not a number.
      if let version = line.decimal(), version != 1 {
        throw TraceError(
          .unsupported, file: "", message: "version \(version) of libinput's recordings is not known; 1 is")
      }
    } else {
      return Self.isUnused(line)
    }
    return true
  }

  /// Whether a line is YAML that is not used: a key, an element of a list, or the rest of one.
  private static func isUnused(_ line: FieldCursor) -> Bool {
    guard let first = unsafe line.isAtEnd ? nil : line.next.pointee else { return true }
    // An event behind something else: the mender finds it.
    if EventSearch.follows(line, Self.self) { return false }
    var rest = line
    // The space behind may be a no-break space.
    if rest.take(0x2d) { return rest.isAtFieldEnd }
    if first &- 48 < 10 || [0x5b, 0x5d, 0x7b, 0x7d, 0x22, 0x27].contains(first) { return true }
    let key = rest.text(upTo: 0x3a)
    let isWord = key.utf8.allSatisfy { $0 | 0x20 &- 97 < 26 || $0 &- 48 < 10 || $0 == 0x5f || $0 == 0x2d }
    return isWord && rest.count < line.count - key.utf8.count
  }

  /// Takes a line of codes or of axes, such as `code: [numbers]`.
  private mutating func readList(_ line: inout FieldCursor) throws(TraceError) {
    guard let key = line.digits(), let key = UInt16(exactly: key), line.take(0x3a) else {
      throw .mistake("'\(line.text)' does not begin with a code and a colon")
    }
    let numbers = try Self.list(&line)
    guard section == .axes else {
      let codes = Set(numbers.map { UInt16(truncatingIfNeeded: $0) })
      if key != EvdevCode.synchronization, key != EvdevCode.absolute, !codes.isEmpty { description.codes[key] = codes }
      return
    }
    let axis = numbers.compactMap { Int32(exactly: $0) }
    guard axis.count == 5 else { throw .mistake("absinfo takes [minimum, maximum, fuzz, flat, resolution]") }
    description.axes[key] = EvdevAxis(axis[0], axis[1], fuzz: axis[2], flat: axis[3], resolution: axis[4])
  }

  /// Takes a list such as `[1, 2, 3]`.
  private static func list(_ line: inout FieldCursor) throws(TraceError) -> [Int64] {
    var numbers: [Int64] = []
    line.skipSpaces()
    guard line.take(0x5b) else { throw .mistake("expected a list in brackets, found '\(line.text)'") }
    line.skipSpaces()
    if line.take(0x5d) { return [] }
    while true {
      line.skipSpaces()
      guard let number = line.decimal() else { throw .mistake("'\(line.text)' is not a list of numbers") }
      numbers.append(number)
      line.skipSpaces()
      if line.take(0x5d) { return numbers }
      guard line.take(0x2c) else { throw .mistake("'\(line.text)' is not a list of numbers") }
    }
  }

  /// The name in quotes; libinput escapes nothing in names, `LibinputWriter` escapes with `\"`, `\\` and `\xNN`.
  private static func name(_ line: FieldCursor) -> String {
    var bytes = unsafe Array(UnsafeBufferPointer(start: line.next, count: line.count))
    guard let first = bytes.firstIndex(of: 0x22), let last = bytes.lastIndex(of: 0x22), first < last else {
      return line.text.split(separator: " ").joined(separator: " ")
    }
    bytes = Array(bytes[(first + 1)..<last])
    var name: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x5c, index + 1 < bytes.count {
        let next = bytes[index + 1]
        if next == 0x78, index + 3 < bytes.count,
          let byte = UInt8(String(decoding: bytes[(index + 2)...(index + 3)], as: UTF8.self), radix: 16)
        {
          name.append(byte)
          index += 4
          continue
        }
        if next == 0x22 || next == 0x5c { index += 1 }
      }
      name.append(bytes[index])
      index += 1
    }
    return String(decoding: name, as: UTF8.self)
  }

  private mutating func describe(at time: Timestamp, _ sink: inout some TraceSink) throws(TraceError) {
    isDescribed = true
    if lacksHead, description.axes.isEmpty {
      try sink.take(.device(TraceDevice(TouchDevice(id: id, node: node, name: description.name)), at: time))
    } else {
      try sink.take(.device(TraceDevice(description, id: id, node: node), at: time))
    }
  }
}
