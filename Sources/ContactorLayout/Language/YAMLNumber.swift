/// A number as a layout may write it: decimal, `0x` or `0o`, with a fraction or exponent where it is no integer.
enum YAMLNumber: Equatable {
  /// A whole number written without point or exponent.
  case integer(Int)
  /// Any other finite number.
  case real(Double)
  /// `.nan`, `.inf`, or a number too large for a `Double`.
  case notFinite
  /// Digits after a zero: octal in YAML 1.1, decimal in YAML 1.2, and often meant as hexadecimal.
  case leadingZero

  /// The number that a node holds; `nil` if it holds none.
  init?(_ node: LayoutNode) {
    guard case .scalar(let text, isPlain: true) = node.content else { return nil }
    self.init(text)
  }

  /// The number that a text is; `nil` if it is none.
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
