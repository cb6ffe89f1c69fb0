internal import ContactorCore
import ContactorEvdev

/// Understands evemu's lines: `N:` name, `I:` identity, `P:` properties, `B:` codes, `A:` axes, `E:` events.
///
/// Values of events are decimal and may be padded with zeros (`0077` is 77, `-001` is −1); types and codes are
/// hexadecimal. Axes have 5 fields or, since 1.1, 6. Lights and switches (`L:`, `S:`) are checked and skipped.
struct EvemuParser: LineParser {
  private let id = DeviceID(rawValue: 1)
  private let node: String
  private var description: EvdevDescription?
  /// Whether the description is of another file, which one in this file replaces.
  private var isFromBeside: Bool
  private var isDescribed = false
  private var batch = EventBatch()
  /// How many bytes of each bit field were read; −1 stands for the properties.
  private var bytesRead: [Int: Int] = [:]

  /// Creates a parser; the description is for files that hold none.
  init(_ beside: EvdevDescription? = nil, node: String = "") {
    description = beside
    isFromBeside = beside != nil
    self.node = node
  }

  mutating func take(_ line: FieldCursor, into sink: inout some TraceSink) throws(TraceError) {
    if let event = Self.event(line) {
      if !isDescribed { try describe(at: event.time, &sink) }
      return try batch.add(event, id, &sink)
    }
    try readOther(line, into: &sink)
  }

  mutating func finish(into sink: inout some TraceSink) throws(TraceError) {
    try batch.flush(&sink)
    if !isDescribed, description != nil { try describe(at: Timestamp(microseconds: 0), &sink) }
  }

  private mutating func describe(at time: Timestamp, _ sink: inout some TraceSink) throws(TraceError) {
    isDescribed = true
    try batch.flush(&sink)
    // The axes' ranges say more than their bits.
    description?.codes[EvdevCode.absolute] = nil
    let device =
      description.map { TraceDevice($0, id: id, node: node) }
      ?? TraceDevice(TouchDevice(id: id, node: node, name: ""))
    try sink.take(.device(device, at: time))
  }

  /// The event of a line that is right; everything else is looked at more slowly.
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
    guard line.isAtEnd || line.next.pointee == 0x23 else { return nil }
    return EvdevEvent(
      at: Timestamp(microseconds: time), type: UInt16(truncatingIfNeeded: type), code: UInt16(truncatingIfNeeded: code),
      value: value)
  }

  private mutating func readOther(_ line: FieldCursor, into sink: inout some TraceSink) throws(TraceError) {
    let text = Substring(line.text)
    let content = text.prefix { $0 != "#" || text.utf8.first == UInt8(ascii: "N") }
    var fields = content.split(whereSeparator: \.isWhitespace)
    guard let label = fields.first else { return }
    fields.removeFirst()
    if label == "E:" {
      let event = try event(fields)
      if !isDescribed { try describe(at: event.time, &sink) }
      return try batch.add(event, id, &sink)
    }
    try batch.flush(&sink)
    try describe(label, content, fields)
  }

  private mutating func describe(
    _ label: Substring, _ content: Substring, _ fields: [Substring]
  ) throws(TraceError) {
    switch label {
    case "N:": name(content)
    case "I:": try identity(fields)
    case "P:": try bits(fields, of: nil)
    case "B:":
      guard let type = fields.first else { throw .mistake("B: takes a type and bytes") }
      try bits(Array(fields.dropFirst()), of: number(type, radix: 16))
    case "A:": try axis(fields)
    case "L:", "S:":
      guard fields.count == 2 else { throw .mistake("\(label) takes a code and a value") }
      let _: UInt16 = try number(fields[0], radix: 16)
      let _: Int32 = try number(fields[1], radix: 10)
    case "R:", "D:":
      throw .mistake("this is a recording of HID reports (hid-recorder), which only the kernel can read; replay it with uhid")
    default: throw .mistake("expected N: I: P: B: A: E: L: S: or a comment, found '\(label)'")
    }
  }

  private mutating func name(_ line: Substring) {
    let name = line.dropFirst(2)
    let start = name.first == " " ? name.dropFirst() : name
    update { $0.name = String(start.last == "\r" ? start.dropLast() : start) }
  }

  private mutating func update(_ change: (inout EvdevDescription) -> Void) {
    var changed = isFromBeside ? EvdevDescription(name: "") : description ?? EvdevDescription(name: "")
    isFromBeside = false
    change(&changed)
    description = changed
    isDescribed = false
  }

  private mutating func identity(_ fields: [Substring]) throws(TraceError) {
    guard fields.count == 4 else { throw .mistake("I: takes bus, vendor, product and version") }
    let bus: UInt16 = try number(fields[0], radix: 16)
    let vendor: UInt16 = try number(fields[1], radix: 16)
    let product: UInt16 = try number(fields[2], radix: 16)
    let version: UInt16 = try number(fields[3], radix: 16)
    update { description in
      description.bus = bus
      description.vendor = vendor
      description.product = product
      description.version = version
    }
  }

  /// Takes the next bytes of a bit field, which goes on over several lines.
  private mutating func bits(_ fields: [Substring], of type: UInt16?) throws(TraceError) {
    let key = type.map(Int.init) ?? -1
    var offset = bytesRead[key, default: 0]
    var found: [UInt16] = []
    for field in fields {
      let byte: UInt8 = try number(field, radix: 16)
      guard offset < 128 else { throw .mistake("a bit field has at most 128 bytes") }
      for bit in 0..<8 where byte & (1 << bit) != 0 { found.append(UInt16(offset * 8 + bit)) }
      offset += 1
    }
    bytesRead[key] = offset
    guard !found.isEmpty else { return }
    update { description in
      if let type, type != EvdevCode.synchronization {
        description.codes[type, default: []].formUnion(found)
      } else if type == nil {
        description.properties.formUnion(found)
      }
    }
  }

  private mutating func axis(_ fields: [Substring]) throws(TraceError) {
    guard fields.count == 5 || fields.count == 6 else {
      throw .mistake("A: takes the axis, minimum, maximum, fuzz, flat and, since 1.1, resolution")
    }
    let code: UInt16 = try number(fields[0], radix: 16)
    let axis = EvdevAxis(
      try number(fields[1], radix: 10), try number(fields[2], radix: 10),
      fuzz: try number(fields[3], radix: 10), flat: try number(fields[4], radix: 10),
      resolution: fields.count == 6 ? try number(fields[5], radix: 10) : 0)
    update { $0.axes[code] = axis }
  }

  private func event(_ fields: [Substring]) throws(TraceError) -> EvdevEvent {
    guard fields.count == 4 else { throw .mistake("E: takes time, type, code and value") }
    return EvdevEvent(
      at: try time(fields[0]), type: try number(fields[1], radix: 16), code: try number(fields[2], radix: 16),
      value: try number(fields[3], radix: 10))
  }

  /// Seconds, a point, and six digits.
  private func time(_ text: Substring) throws(TraceError) -> Timestamp {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let digits = { (part: Substring) in part.utf8.allSatisfy { (48...57).contains($0) } }
    guard parts.count == 2, parts[1].utf8.count == 6, digits(parts[0]), digits(parts[1]),
      let seconds = Int64(parts[0]), let fraction = Int64(parts[1]), seconds < 1 << 40
    else { throw .mistake("'\(text)' is not a time; expected seconds with six decimals") }
    return Timestamp(microseconds: seconds * 1_000_000 + fraction)
  }

  private func number<Number: FixedWidthInteger>(_ text: Substring, radix: Int) throws(TraceError) -> Number {
    guard text.utf8.first != UInt8(ascii: "+"), let number = Number(text, radix: radix) else {
      let kind = radix == 16 ? "hexadecimal" : "decimal"
      throw .mistake("'\(text)' is not a \(kind) number from \(Number.min) to \(Number.max)")
    }
    return number
  }
}
