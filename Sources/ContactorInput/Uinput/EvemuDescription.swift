public import ContactorEvdev

/// Reads evemu's description of a device: the `N: I: P: B: A:` lines of `.desc`, `.prop` and `.evemu` files.
///
/// The formats 1.0 to 1.3 are read, with and without a header; axes have 5 or 6 fields. Comments, events (`E:`) and the
/// state of lights and switches (`L:`, `S:`) are skipped.
public struct EvemuDescription: Hashable, Sendable {
  /// What is wrong with a description, and where.
  public struct Mistake: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public var line: Int
    /// What was expected.
    public var message: String

    /// The line and what was expected.
    public var description: String { "line \(line): \(message)" }
  }

  /// The device.
  public private(set) var device = EvdevDescription(name: "")
  private var line = 0
  /// How many bytes of each bit field have been read; `nil` stands for the properties.
  private var bytesRead: [UInt16?: Int] = [:]

  /// Parses a description; lines may end in CR LF.
  public init(parsing text: String) throws(Mistake) {
    var hasName = false
    for content in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      line += 1
      guard let colon = content.firstIndex(of: ":") else { continue }
      let value = content[content.index(after: colon)...]
      switch content[..<colon] {
      case "N":
        device.name = String(value.drop { $0 == " " })
        hasName = true
      case "I": try readIdentity(value)
      case "P": try readBits(of: nil, in: fields(value))
      case "B": try readCodes(value)
      case "A": try readAxis(value)
      default: break
      }
    }
    guard hasName else { throw Mistake(line: line, message: "there is no device description (no line N:)") }
    // The axes' ranges say more than their bits.
    device.codes[EvdevCode.absolute] = nil
  }

  private mutating func readIdentity(_ value: Substring) throws(Mistake) {
    let fields = fields(value)
    guard fields.count == 4 else { throw mistake("I: takes bus, vendor, product and version") }
    device.bus = try number(fields[0], radix: 16)
    device.vendor = try number(fields[1], radix: 16)
    device.product = try number(fields[2], radix: 16)
    device.version = try number(fields[3], radix: 16)
  }

  private mutating func readCodes(_ value: Substring) throws(Mistake) {
    let fields = fields(value)
    guard let first = fields.first else { throw mistake("B: takes a type and bytes") }
    try readBits(of: number(first, radix: 16), in: Array(fields.dropFirst()))
  }

  /// Takes the next bytes of a bit field; a field goes on over several lines.
  private mutating func readBits(of type: UInt16?, in fields: [Substring]) throws(Mistake) {
    var offset = bytesRead[type, default: 0]
    for field in fields {
      let byte: UInt8 = try number(field, radix: 16)
      for bit in 0..<8 where byte & (1 << bit) != 0 {
        guard let code = UInt16(exactly: offset * 8 + bit) else { throw mistake("too many bytes") }
        add(code, to: type)
      }
      offset += 1
    }
    bytesRead[type] = offset
  }

  /// Field 0 of the bits lists the types themselves.
  private mutating func add(_ code: UInt16, to type: UInt16?) {
    switch type {
    case nil: device.properties.insert(code)
    case EvdevCode.synchronization:
      if code != EvdevCode.synchronization { _ = device.codes[code, default: []] }
    case .some(let type): device.codes[type, default: []].insert(code)
    }
  }

  private mutating func readAxis(_ value: Substring) throws(Mistake) {
    let fields = fields(value)
    guard fields.count == 5 || fields.count == 6 else {
      throw mistake("A: takes the axis, minimum, maximum, fuzz, flat and, since 1.1, resolution")
    }
    let code: UInt16 = try number(fields[0], radix: 16)
    device.axes[code] = EvdevAxis(
      try number(fields[1], radix: 10), try number(fields[2], radix: 10),
      fuzz: try number(fields[3], radix: 10), flat: try number(fields[4], radix: 10),
      resolution: fields.count == 6 ? try number(fields[5], radix: 10) : 0)
  }

  private func fields(_ value: Substring) -> [Substring] {
    value.split(whereSeparator: \.isWhitespace)
  }

  private func number<Number: FixedWidthInteger>(_ text: Substring, radix: Int) throws(Mistake) -> Number {
    guard let number = Number(text, radix: radix) else {
      throw mistake("'\(text)' is not a number that fits here")
    }
    return number
  }

  private func mistake(_ message: String) -> Mistake {
    Mistake(line: line, message: message)
  }
}
