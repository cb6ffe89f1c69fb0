internal import ContactorCore

/// Reads evemu's text: `.desc`, `.prop`, `.events`, `.evemu` and `.device` files, with a header (1.0 to 1.3) or none.
///
/// Values of events are decimal and may be padded with zeros (`0077` is 77, `-001` is −1); types and codes are
/// hexadecimal. Axes have 5 fields or, since 1.1, 6. Lights and switches (`L:`, `S:`) are checked and skipped.
public struct EvemuReader {
  private let file: String
  private var line = 0
  private var description: EvdevDescription?
  private var events: [EvdevEvent] = []
  /// How many bytes of each bit field were read; −1 stands for the properties.
  private var bytesRead: [Int: Int] = [:]

  private init(file: String) {
    self.file = file
  }

  /// Reads a recording or a description; the file's name is for messages.
  ///
  /// - Throws: `TraceError` with the line that is not evemu's, or where nothing is.
  public static func read(_ text: String, file: String) throws(TraceError) -> EvemuRecording {
    var reader = EvemuReader(file: file)
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      reader.line += 1
      try reader.read(Substring(line))
    }
    // The axes' ranges say more than their bits.
    reader.description?.codes[EvdevCode.absolute] = nil
    guard reader.description != nil || !reader.events.isEmpty else {
      throw TraceError(.empty, file: file, message: "no line of an evemu recording in it (N: or E:)")
    }
    return EvemuRecording(description: reader.description, events: reader.events)
  }

  private mutating func read(_ line: Substring) throws(TraceError) {
    let content = line.prefix { $0 != "#" || line.utf8.first == UInt8(ascii: "N") }
    var fields = content.split(whereSeparator: \.isWhitespace)
    guard let label = fields.first else { return }
    fields.removeFirst()
    switch label {
    case "N:": name(content)
    case "I:": try identity(fields)
    case "P:": try bits(fields, of: nil)
    case "B:":
      guard let type = fields.first else { throw fail("B: takes a type and bytes") }
      try bits(Array(fields.dropFirst()), of: number(type, radix: 16))
    case "A:": try axis(fields)
    case "E:": events.append(try event(fields))
    case "L:", "S:":
      guard fields.count == 2 else { throw fail("\(label) takes a code and a value") }
      let _: UInt16 = try number(fields[0], radix: 16)
      let _: Int32 = try number(fields[1], radix: 10)
    default: throw fail("expected N: I: P: B: A: E: L: S: or a comment, found '\(label)'")
    }
  }

  private mutating func name(_ line: Substring) {
    let name = line.dropFirst(2).drop { $0 == " " }
    update { $0.name = String(name.last == "\r" ? name.dropLast() : name) }
  }

  private mutating func update(_ change: (inout EvdevDescription) -> Void) {
    var changed = description ?? EvdevDescription(name: "")
    change(&changed)
    description = changed
  }

  private mutating func identity(_ fields: [Substring]) throws(TraceError) {
    guard fields.count == 4 else { throw fail("I: takes bus, vendor, product and version") }
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
      guard offset < 128 else { throw fail("a bit field has at most 128 bytes") }
      for bit in 0..<8 where byte & (1 << bit) != 0 { found.append(UInt16(offset * 8 + bit)) }
      offset += 1
    }
    bytesRead[key] = offset
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
      throw fail("A: takes the axis, minimum, maximum, fuzz, flat and, since 1.1, resolution")
    }
    let code: UInt16 = try number(fields[0], radix: 16)
    let axis = EvdevAxis(
      try number(fields[1], radix: 10), try number(fields[2], radix: 10),
      fuzz: try number(fields[3], radix: 10), flat: try number(fields[4], radix: 10),
      resolution: fields.count == 6 ? try number(fields[5], radix: 10) : 0)
    update { $0.axes[code] = axis }
  }

  private func event(_ fields: [Substring]) throws(TraceError) -> EvdevEvent {
    guard fields.count == 4 else { throw fail("E: takes time, type, code and value") }
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
    else { throw fail("'\(text)' is not a time; expected seconds with six decimals") }
    return Timestamp(microseconds: seconds * 1_000_000 + fraction)
  }

  private func number<Number: FixedWidthInteger>(_ text: Substring, radix: Int) throws(TraceError) -> Number {
    guard text.utf8.first != UInt8(ascii: "+"), let number = Number(text, radix: radix) else {
      let kind = radix == 16 ? "hexadecimal" : "decimal"
      throw fail("'\(text)' is not a \(kind) number from \(Number.min) to \(Number.max)")
    }
    return number
  }

  private func fail(_ message: String) -> TraceError {
    TraceError(.malformed, file: file, line: line, message: message)
  }
}
