/// A device as evemu's text describes it: the `N: I: P: B: A:` lines of `.desc`, `.prop` and `.evemu` files.
///
/// The formats 1.0 to 1.3 are read, with and without a header. Types, codes and identities are hexadecimal, the ranges of
/// axes decimal and perhaps padded with zeros; axes have 5 fields or, since 1.1, 6. Comments and events (`E:`) are skipped;
/// the state of lights and switches (`L:`, `S:`) is checked and skipped.
public struct EvemuDescription: Hashable, Sendable {
  /// A mistake in a description, and its place.
  public struct Mistake: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public var line: Int
    /// The mistake, as one clause.
    public var message: String

    /// The line and what was expected.
    public var description: String { "line \(line): \(message)" }
  }

  /// The kernel's types of events end before this number (`EV_CNT`).
  private static let typeCount: UInt16 = 0x20
  /// The kernel's axes end before this number (`ABS_CNT`).
  private static let axisCount: UInt16 = 0x40
  /// The longest bit field, in bytes; the kernel's longest, of keys, has 96.
  private static let bitFieldLimit = 128

  /// The device.
  ///
  /// The bits of absolute axes are left out, because the ranges in `axes` say which axes there are.
  public private(set) var device = EvdevDescription(name: "")
  /// How many bytes of each type's bit field have been read; `nil` stands for the properties.
  private var bytesRead: [UInt16?: Int] = [:]

  /// Creates an empty description, before the first line.
  package init() {}

  /// Parses a description; lines may end in CR LF.
  ///
  /// - Throws: `Mistake` for a line that is not evemu's, and for a text without a line `N:`.
  public init(parsing text: String) throws(Mistake) {
    var number = 0
    var hasName = false
    for bytes in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      let line = EvemuLine(Substring(bytes), number: number)
      if line.label == "E:" { continue }
      try take(line)
      if line.label == "N:" { hasName = true }
    }
    guard hasName else { throw Mistake(line: number, message: "there is no device description (no line N:)") }
  }

  /// Takes the next line, other than events.
  ///
  /// - Returns: whether the line describes the device.
  @discardableResult
  package mutating func take(_ line: EvemuLine) throws(Mistake) -> Bool {
    switch line.label {
    case "": return false
    case "N:": device.name = line.name
    case "I:": try readIdentity(line)
    case "P:": return try readBits(of: nil, line, from: 0)
    case "B:":
      guard !line.fields.isEmpty else { throw line.mistake("B: takes a type and bytes") }
      return try readBits(of: line.hexadecimal(0, "a type of events", below: Self.typeCount), line, from: 1)
    case "A:": try readAxis(line)
    case "L:", "S:":
      guard line.fields.count == 2 else { throw line.mistake("\(line.label) takes a code and a value") }
      let _: UInt16 = try line.hexadecimal(0)
      let _: Int32 = try line.decimal(1)
      return false
    case "R:", "D:":
      throw line.mistake(
        "this is a recording of HID reports (hid-recorder), which only the kernel can read; replay it with uhid")
    default: throw line.mistake("expected N: I: P: B: A: E: L: S: or a comment, found '\(line.label)'")
    }
    return true
  }

  private mutating func readIdentity(_ line: EvemuLine) throws(Mistake) {
    guard line.fields.count == 4 else { throw line.mistake("I: takes bus, vendor, product and version") }
    device.bus = try line.hexadecimal(0)
    device.vendor = try line.hexadecimal(1)
    device.product = try line.hexadecimal(2)
    device.version = try line.hexadecimal(3)
  }

  /// Takes the next bytes of a bit field, which may continue over several lines; returns whether a bit is set.
  private mutating func readBits(of type: UInt16?, _ line: EvemuLine, from first: Int) throws(Mistake) -> Bool {
    var offset = bytesRead[type, default: 0]
    var codes: [UInt16] = []
    for index in first..<line.fields.count {
      let byte: UInt8 = try line.hexadecimal(index)
      guard offset < Self.bitFieldLimit else {
        throw line.mistake("a bit field has at most \(Self.bitFieldLimit) bytes")
      }
      for bit in 0..<8 where byte & (1 << bit) != 0 { codes.append(UInt16(offset * 8 + bit)) }
      offset += 1
    }
    bytesRead[type] = offset
    guard !codes.isEmpty else { return false }
    switch type {
    case nil: device.properties.formUnion(codes)
    // The bits of type 0 list the types, which the other fields name again.
    case EvdevCode.synchronization, EvdevCode.absolute: break
    case .some(let type): device.codes[type, default: []].formUnion(codes)
    }
    return true
  }

  private mutating func readAxis(_ line: EvemuLine) throws(Mistake) {
    guard line.fields.count == 5 || line.fields.count == 6 else {
      throw line.mistake("A: takes the axis, minimum, maximum, fuzz, flat and, since 1.1, resolution")
    }
    let code = try line.hexadecimal(0, "an axis", below: Self.axisCount)
    device.axes[code] = EvdevAxis(
      try line.decimal(1), try line.decimal(2), fuzz: try line.decimal(3), flat: try line.decimal(4),
      resolution: line.fields.count == 6 ? try line.decimal(5) : 0)
  }
}

/// A line of evemu's text: a label such as `A:` and its fields, without comment.
package struct EvemuLine {
  /// The label with its colon, or the first word if that has no colon; empty for a comment and an empty line.
  package let label: Substring
  /// The words behind the label, split at spaces; empty for a name.
  package let fields: [Substring]
  /// The text behind the label of a name (`N:`), which may hold `#`.
  package let name: String
  private let number: Int

  /// Splits a line.
  ///
  /// - Parameters:
  ///   - text: the line without its LF; a CR at its end is ignored.
  ///   - number: the line's number for mistakes, from 1; 0 where the caller adds the place.
  package init(_ text: Substring, number: Int = 0) {
    self.number = number
    var content = text.drop(while: \.isWhitespace)
    let isName = content.utf8.starts(with: "N:".utf8)
    if !isName, let comment = content.utf8.firstIndex(of: UInt8(ascii: "#")) { content = content[..<comment] }
    let word = content.prefix { !$0.isWhitespace }
    let colon = word.utf8.firstIndex(of: UInt8(ascii: ":"))
    let end = colon.map { word.utf8.index(after: $0) } ?? word.endIndex
    label = content[..<end]
    let rest = content[end...]
    fields = isName ? [] : rest.split(whereSeparator: \.isWhitespace)
    let start = rest.first == " " ? rest.dropFirst() : rest
    name = isName ? String(start.last == "\r" ? start.dropLast() : start) : ""
  }

  /// The hexadecimal number in a field.
  package func hexadecimal<Number: FixedWidthInteger>(_ index: Int) throws(EvemuDescription.Mistake) -> Number {
    try number(index, radix: 16, "hexadecimal")
  }

  /// The decimal number in a field.
  package func decimal<Number: FixedWidthInteger>(_ index: Int) throws(EvemuDescription.Mistake) -> Number {
    try number(index, radix: 10, "decimal")
  }

  /// The hexadecimal number in a field, of a kind that ends before a limit.
  func hexadecimal(_ index: Int, _ kind: String, below limit: UInt16) throws(EvemuDescription.Mistake) -> UInt16 {
    let number: UInt16 = try hexadecimal(index)
    guard number < limit else {
      throw mistake("'\(fields[index])' is not \(kind); the last is \(String(limit - 1, radix: 16))")
    }
    return number
  }

  private func number<Number: FixedWidthInteger>(
    _ index: Int, radix: Int, _ kind: String
  ) throws(EvemuDescription.Mistake) -> Number {
    let text = fields[index]
    guard text.utf8.first != UInt8(ascii: "+"), let number = Number(text, radix: radix) else {
      throw mistake("'\(text)' is not a \(kind) number from \(Number.min) to \(Number.max)")
    }
    return number
  }

  /// A mistake in this line.
  package func mistake(_ message: String) -> EvemuDescription.Mistake {
    EvemuDescription.Mistake(line: number, message: message)
  }
}
