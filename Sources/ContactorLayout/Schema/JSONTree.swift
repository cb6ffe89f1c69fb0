import ContactorTrace

/// A JSON value whose members keep their order.
indirect enum JSONTree: Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByBooleanLiteral
{
  case string(String)
  case number(Double)
  case bool(Bool)
  case array([JSONTree])
  case object([(String, JSONTree)])

  init(stringLiteral value: String) { self = .string(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(arrayLiteral elements: JSONTree...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, JSONTree)...) { self = .object(elements) }

  /// A list of texts.
  static func strings(_ texts: [String]) -> JSONTree { .array(texts.map(JSONTree.string)) }

  /// An object with these members after its own.
  func adding(_ members: [(String, JSONTree)]) -> JSONTree {
    guard case .object(let own) = self else { return self }
    return .object(own + members)
  }

  /// The value as a text, each member on a line of its own, with a line feed at the end.
  var text: String {
    var buffer = TextBuffer(capacity: 1 << 16)
    write(to: &buffer, 0)
    buffer.append(literal: "\n")
    return buffer.string
  }

  private func write(to buffer: inout TextBuffer, _ depth: Int) {
    switch self {
    case .string(let text): buffer.append(quoted: text)
    case .number(let number): buffer.append(number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : "\(number)")
    case .bool(let flag): buffer.append(flag ? "true" : "false")
    case .array(let elements) where elements.allSatisfy(\.isPlain):
      buffer.append(literal: "[")
      for (index, element) in elements.enumerated() {
        if index > 0 { buffer.append(literal: ", ") }
        element.write(to: &buffer, depth)
      }
      buffer.append(literal: "]")
    case .array(let elements):
      Self.write(elements.map { (nil, $0) }, "[", "]", to: &buffer, depth)
    case .object(let members):
      Self.write(members.map { ($0.0, $0.1) }, "{", "}", to: &buffer, depth)
    }
  }

  private static func write(
    _ members: [(String?, JSONTree)], _ open: String, _ close: String, to buffer: inout TextBuffer, _ depth: Int
  ) {
    buffer.append(open)
    for (index, member) in members.enumerated() {
      buffer.append((index > 0 ? "," : "") + "\n" + String(repeating: "  ", count: depth + 1))
      if let name = member.0 {
        buffer.append(quoted: name)
        buffer.append(literal: ": ")
      }
      member.1.write(to: &buffer, depth + 1)
    }
    if !members.isEmpty { buffer.append("\n" + String(repeating: "  ", count: depth)) }
    buffer.append(close)
  }

  /// Whether it holds no other values.
  private var isPlain: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }
}
