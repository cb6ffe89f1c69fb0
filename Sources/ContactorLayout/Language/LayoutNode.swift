import ContactorSystem

/// A node of the layout file's YAML tree, before it is interpreted.
struct LayoutNode: Hashable, Sendable {
  /// The content of a node.
  enum Content: Hashable, Sendable {
    /// A piece of text; `isPlain` if it was written without quotes, so that it may be a number or a boolean.
    case scalar(text: String, isPlain: Bool)
    /// A list.
    case sequence([LayoutNode])
    /// Keys and values in the file's order, each key once.
    case mapping([LayoutEntry])
    /// A node with a mistake that is reported already; the decoder skips it.
    case invalid
  }

  /// The content.
  var content: Content
  /// Where it starts.
  var mark: LayoutMark

  /// Whether this is YAML's null: nothing at all, `~` or `null`, unquoted.
  var isNull: Bool {
    guard case .scalar(let text, isPlain: true) = content else { return false }
    return text.isEmpty || text == "~" || text == "null" || text == "Null" || text == "NULL"
  }

  /// Whether the reader reported a mistake in this node already.
  var isInvalid: Bool { content == .invalid }

  /// The node's description in a diagnostic.
  var summary: String {
    if isNull { return "empty" }
    switch content {
    case .scalar(let text, let isPlain): return isPlain ? quoted(text) : "the text \(quoted(text))"
    case .sequence: return "a list"
    case .mapping: return "a mapping"
    case .invalid: return "not readable"
    }
  }
}

/// A key of a mapping with its value.
struct LayoutEntry: Hashable, Sendable {
  /// The key's text.
  var key: String
  /// Where the key starts.
  var mark: LayoutMark
  /// The value.
  var value: LayoutNode
}

/// A number in a layout: decimal, `0x` or `0o`, with a fraction or exponent where it is no integer.
enum YAMLNumber: Equatable {
  /// A whole number written without point or exponent.
  case integer(Int)
  /// Any other finite number.
  case real(Double)
  /// `.nan`, `.inf`, or a number too large for a `Double`.
  case notFinite
  /// Digits after a zero: octal in YAML 1.1, decimal in YAML 1.2, and often meant as hexadecimal.
  case leadingZero

  /// The number in a node; `nil` if the node is no unquoted number.
  init?(_ node: LayoutNode) {
    guard case .scalar(let text, isPlain: true) = node.content else { return nil }
    self.init(text)
  }

  /// The number in a text; `nil` if the text is no number.
  init?(_ text: String) {
    let lowered = text.lowercased()
    let unsigned = lowered.hasPrefix("-") || lowered.hasPrefix("+") ? lowered.dropFirst() : lowered[...]
    if unsigned == ".inf" || lowered == ".nan" {
      self = .notFinite
    } else if let value = Self.prefixed(unsigned) {
      self = .integer(lowered.hasPrefix("-") ? -value : value)
    } else if let decimal = Self.decimal(String(lowered), unsigned) {
      self = decimal
    } else {
      return nil
    }
  }

  /// The number as a `Double`; `nil` where it is not one finite number.
  var real: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    case .notFinite, .leadingZero: nil
    }
  }

  private static func prefixed(_ unsigned: Substring) -> Int? {
    let digits = unsigned.dropFirst(2)
    guard let first = digits.first, first != "+", first != "-" else { return nil }
    if unsigned.hasPrefix("0x") { return Int(digits, radix: 16) }
    if unsigned.hasPrefix("0o") { return Int(digits, radix: 8) }
    return nil
  }

  /// `Double` reads more than YAML numbers are (`nan`, `0x1p4`), so the form is checked first.
  private static func decimal(_ text: String, _ unsigned: Substring) -> Self? {
    var rest = unsigned.utf8[...]
    let whole = takeDigits(&rest)
    var fraction = 0
    let hasPoint = rest.first == UInt8(ascii: ".")
    if hasPoint {
      rest.removeFirst()
      fraction = takeDigits(&rest)
    }
    guard whole + fraction > 0 else { return nil }
    let hasExponent = rest.first == UInt8(ascii: "e")
    if hasExponent {
      rest.removeFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
      guard takeDigits(&rest) > 0 else { return nil }
    }
    guard rest.isEmpty else { return nil }
    if whole > 1, unsigned.utf8.first == UInt8(ascii: "0") { return .leadingZero }
    if !hasPoint, !hasExponent, let value = Int(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite else { return .notFinite }
    return .real(value)
  }

  private static func takeDigits(_ rest: inout Substring.UTF8View) -> Int {
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    rest = rest[digits.endIndex...]
    return digits.count
  }
}
