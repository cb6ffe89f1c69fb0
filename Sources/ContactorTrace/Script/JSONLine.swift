/// The members of one JSON object that stands on a line, as far as scripts need them.
///
/// Nested values are checked and skipped. Numbers are kept as text, so that 64-bit integers lose nothing.
struct JSONLine {
  enum Value: Equatable {
    case text(String)
    case number(Substring)
    case numbers([Double])
    case other
  }

  struct Malformed: Error {
    let message: String
  }

  private(set) var members: [String: Value] = [:]

  init(_ line: Substring) throws(Malformed) {
    var scanner = JSONScanner(line)
    try scanner.expect("{")
    if scanner.take("}") {
      try scanner.end()
      return
    }
    repeat {
      let key = try scanner.string()
      try scanner.expect(":")
      let value = try scanner.value(depth: 0)
      if members.updateValue(value, forKey: key) != nil {
        throw Malformed(message: "the key \"\(key)\" stands twice")
      }
    } while scanner.take(",")
    try scanner.expect("}")
    try scanner.end()
  }

  /// The member as text; `nil` where it is missing or something else.
  func text(_ key: String) -> String? {
    if case .text(let text) = members[key] { text } else { nil }
  }

  /// The member as an integer; `nil` where it is missing, something else, or too large.
  func integer(_ key: String) -> Int64? {
    if case .number(let text) = members[key] { Int64(text) } else { nil }
  }

  /// The member as a finite number; `nil` where it is missing or something else.
  func number(_ key: String) -> Double? {
    guard case .number(let text) = members[key], let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// The member as a list of finite numbers; `nil` where it is missing or something else.
  func numbers(_ key: String) -> [Double]? {
    if case .numbers(let numbers) = members[key] { numbers } else { nil }
  }
}
