/// Reads JSON's tokens from one line.
struct JSONScanner {
  private var rest: Substring.UTF8View

  init(_ line: Substring) {
    rest = line.utf8
  }

  private mutating func skipSpace() {
    rest = rest.drop { $0 == 32 || $0 == 9 || $0 == 13 }
  }

  private var found: String {
    rest.first.map { "'\(Character(UnicodeScalar($0)))'" } ?? "the end of the line"
  }

  /// Takes the character if it comes next.
  mutating func take(_ character: Character) -> Bool {
    skipSpace()
    guard let first = rest.first, first == character.asciiValue else { return false }
    rest.removeFirst()
    return true
  }

  /// Takes the character or fails.
  mutating func expect(_ character: Character) throws(JSONLine.Malformed) {
    guard take(character) else { throw .init(message: "expected '\(character)', found \(found)") }
  }

  /// Fails where something is left.
  mutating func end() throws(JSONLine.Malformed) {
    skipSpace()
    guard rest.isEmpty else { throw .init(message: "\(found) after the object") }
  }

  /// Takes any value; arrays and objects are checked and skipped.
  mutating func value(depth: Int) throws(JSONLine.Malformed) -> JSONLine.Value {
    skipSpace()
    guard depth < 16 else { throw .init(message: "nested more than 16 deep") }
    switch rest.first {
    case UInt8(ascii: "\""): return .text(try string())
    case UInt8(ascii: "["):
      return try array(depth: depth)
    case UInt8(ascii: "{"):
      try list(close: "}") { scanner throws(JSONLine.Malformed) in
        _ = try scanner.string()
        try scanner.expect(":")
        _ = try scanner.value(depth: depth + 1)
      }
      return .other
    default: return try word()
    }
  }

  /// Takes an array: its numbers, if it holds nothing else.
  private mutating func array(depth: Int) throws(JSONLine.Malformed) -> JSONLine.Value {
    var numbers: [Double]? = []
    try list(close: "]") { scanner throws(JSONLine.Malformed) in
      guard case .number(let text) = try scanner.value(depth: depth + 1), let number = Double(text) else {
        numbers = nil
        return
      }
      numbers?.append(number)
    }
    return numbers.map { .numbers($0) } ?? .other
  }

  private mutating func list(
    close: Character, _ item: (inout JSONScanner) throws(JSONLine.Malformed) -> Void
  ) throws(JSONLine.Malformed) {
    rest.removeFirst()
    if take(close) { return }
    repeat { try item(&self) } while take(",")
    try expect(close)
  }

  private mutating func word() throws(JSONLine.Malformed) -> JSONLine.Value {
    let end = rest.firstIndex { ",]}: \t\r".utf8.contains($0) } ?? rest.endIndex
    let text = Substring(rest[..<end])
    let message = "expected a value, found \(found)"
    rest = rest[end...]
    if ["true", "false", "null"].contains(text) { return .other }
    guard let first = text.utf8.first, first == UInt8(ascii: "-") || (48...57).contains(first),
      Double(text)?.isFinite == true, !text.hasPrefix("0x")
    else { throw .init(message: message) }
    return .number(text)
  }

  /// Takes a string with its escapes resolved.
  mutating func string() throws(JSONLine.Malformed) -> String {
    try expect("\"")
    var units: [UInt16] = []
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""):
        bytes += Self.utf8(&units)
        return String(decoding: bytes, as: UTF8.self)
      case UInt8(ascii: "\\"):
        try escape(&bytes, &units)
      default:
        bytes += Self.utf8(&units)
        bytes.append(byte)
      }
    }
    throw .init(message: "a string has no closing quote")
  }

  private mutating func escape(_ bytes: inout [UInt8], _ units: inout [UInt16]) throws(JSONLine.Malformed) {
    let known: [UInt8: UInt8] = [
      34: 34, 92: 92, 47: 47, UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10,
      UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9,
    ]
    guard let kind = rest.popFirst() else { throw .init(message: "a string has no closing quote") }
    if kind == UInt8(ascii: "u"), let unit = UInt16(Substring(rest.prefix(4)), radix: 16), rest.count >= 4 {
      rest = rest.dropFirst(4)
      return units.append(unit)
    }
    guard let byte = known[kind] else { throw .init(message: "an unknown escape in a string") }
    bytes += Self.utf8(&units)
    bytes.append(byte)
  }

  /// The bytes of the UTF-16 units that escapes gave, which are used up.
  private static func utf8(_ units: inout [UInt16]) -> [UInt8] {
    guard !units.isEmpty else { return [] }
    defer { units.removeAll() }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
