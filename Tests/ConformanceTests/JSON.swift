import ContactorCore

/// Any JSON value, as the cases hold them.
enum JSON: Hashable, Sendable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([JSON])
  case object([String: JSON])
}

/// A case lacks what its check reads; never mistaken for a difference in behaviour.
struct MalformedCase: Error, CustomStringConvertible {
  let description: String

  init(_ value: JSON, _ expected: String) {
    description = "expected \(expected), found \(value)"
  }
}

extension JSON {
  /// A member of an object; `null` where it has none of that name.
  subscript(_ key: String) -> JSON {
    if case .object(let members) = self { members[key] ?? .null } else { .null }
  }

  /// An item of a list; `null` beyond its end.
  subscript(_ index: Int) -> JSON {
    if case .list(let items) = self, items.indices.contains(index) { items[index] } else { .null }
  }

  var isNull: Bool { self == .null }

  var numberIfAny: Double? { if case .number(let number) = self { number } else { nil } }
  var textIfAny: String? { if case .text(let text) = self { text } else { nil } }
  var flagIfAny: Bool? { if case .flag(let flag) = self { flag } else { nil } }

  var listIfAny: [JSON]? { if case .list(let items) = self { items } else { nil } }

  func number() throws -> Double { try numberIfAny ?? fail("a number") }
  func integer() throws -> Int { try numberIfAny.flatMap { Int(exactly: $0) } ?? fail("a whole number") }
  func text() throws -> String { try textIfAny ?? fail("a text") }
  func flag() throws -> Bool { try flagIfAny ?? fail("true or false") }

  func list() throws -> [JSON] {
    if case .list(let items) = self { return items }
    return try fail("a list")
  }

  func object() throws -> [String: JSON] {
    if case .object(let members) = self { return members }
    return try fail("an object")
  }

  func numbers() throws -> [Double] { try list().map { try $0.number() } }
  func texts() throws -> [String] { try list().map { try $0.text() } }
  func flags() throws -> [Bool] { try list().map { try $0.flag() } }

  private func fail<Value>(_ expected: String) throws -> Value { throw MalformedCase(self, expected) }
}

extension JSON: CustomStringConvertible {
  /// As JSON writes it, the members of objects by name.
  var description: String {
    switch self {
    case .null: "null"
    case .flag(let flag): "\(flag)"
    case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
    case .text(let text): "\"\(text)\""
    case .list(let items): "[" + items.map(\.description).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ") + "}"
    }
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  init(stringLiteral text: String) { self = .text(text) }
  init(integerLiteral number: Int) { self = .number(Double(number)) }
  init(booleanLiteral flag: Bool) { self = .flag(flag) }

  init(_ texts: [String]) { self = .list(texts.map { .text($0) }) }
  init(_ numbers: [Double]) { self = .list(numbers.map { .number($0) }) }
  init(_ flags: [Bool]) { self = .list(flags.map { .flag($0) }) }
  init(_ point: Point) { self.init(point.numbers) }
  init(_ number: Int) { self = .number(Double(number)) }
}

extension JSON: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let items = try? container.decode([JSON].self) {
      self = .list(items)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }
}
