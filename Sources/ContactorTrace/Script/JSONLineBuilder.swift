internal import ContactorCore

/// Builds a line of JSON, its keys in the order in which they are added.
struct JSONLineBuilder {
  private(set) var text = ""

  mutating func begin(_ time: Timestamp, _ kind: String) {
    text = "{\"t\":\(max(time.microseconds, 0)),\"kind\":\"\(kind)\""
  }

  mutating func add(_ key: String, text value: String) {
    text += ",\"\(key)\":\(Self.quoted(value))"
  }

  mutating func add(_ key: String, raw value: String) {
    text += ",\"\(key)\":\(value)"
  }

  /// Ends the line.
  mutating func end() { text += "}\n" }

  /// A number that is read back as it is; `null` for one that JSON cannot say.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private static func quoted(_ value: String) -> String {
    var result = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\u{0}"..<" ", "\u{7f}": result += "\\u00" + EvemuWriter<MemorySink>.hexadecimal(UInt16(scalar.value), 2)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
