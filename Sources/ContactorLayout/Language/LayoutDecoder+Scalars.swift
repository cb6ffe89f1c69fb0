import ContactorCore

extension LayoutDecoder {
  /// A number that the rule allows; some number if there was a mistake.
  mutating func number(_ node: LayoutNode, _ name: String, _ rule: NumberRule) -> Double {
    if let number = YAMLNumber(node)?.real, rule.allows(number) { return number }
    rejectNumber(node, name, expected: rule.words, isHexadecimal: false)
    return 0
  }

  /// A list of numbers; `names` says which and how many.
  mutating func numbers(_ node: LayoutNode, _ name: String, _ names: [String], _ rules: [NumberRule])
    -> [Double]
  {
    let zeros = [Double](repeating: 0, count: names.count)
    let shape = "[\(names.joined(separator: ", "))]"
    guard case .sequence(let elements) = node.content else {
      reject(node, name, expected: "a list of \(names.count) numbers, \(shape)")
      return zeros
    }
    let read = zip(elements, zip(names, rules)).map { number($0, "\($1.0) of \(name)", $1.1) }
    guard elements.count == names.count else {
      report(
        node.mark, "\(name) has \(count(elements.count, "number"))", expected: "\(names.count), \(shape)")
      return zeros
    }
    return read
  }

  /// A width and a height, both over 0.
  mutating func size(_ node: LayoutNode, _ name: String, _ rule: NumberRule) -> Size {
    let read = numbers(node, name, ["width", "height"], [rule, rule])
    return Size(width: read[0], height: read[1])
  }

  /// A whole number in a range.
  mutating func integer(_ node: LayoutNode, _ name: String, in range: ClosedRange<Int>, _ words: String)
    -> Int
  {
    if case .integer(let value) = YAMLNumber(node), range.contains(value) { return value }
    rejectNumber(node, name, expected: words, isHexadecimal: true)
    return range.lowerBound
  }

  /// `true` or `false`, unquoted.
  mutating func bool(_ node: LayoutNode, _ name: String) -> Bool {
    guard case .scalar(let text, let isPlain) = node.content else {
      reject(node, name, expected: "true or false")
      return false
    }
    let lowered = text.lowercased()
    if isPlain, ["true", "True", "TRUE", "false", "False", "FALSE"].contains(text) {
      return lowered == "true"
    }
    if !isPlain, lowered == "true" || lowered == "false" {
      reject(node, name, expected: "\(lowered) without quotes")
      return false
    }
    let suggestion: String? =
      switch lowered {
      case "yes", "on", "y", "1": "true"
      case "no", "off", "n", "0": "false"
      default: NameIndex.nearest(to: lowered, in: ["true", "false"])
      }
    reject(node, name, expected: "true or false", suggestion: suggestion)
    return false
  }

  /// A text with no NUL in it, quoted or not; `nil` if there was a mistake.
  mutating func text(_ node: LayoutNode, _ name: String, expected: String, mayBeEmpty: Bool = false)
    -> String?
  {
    guard case .scalar(let text, _) = node.content, !node.isNull else {
      reject(node, name, expected: expected)
      return nil
    }
    guard !text.isEmpty || mayBeEmpty else {
      report(node.mark, "\(name) is empty", expected: expected)
      return nil
    }
    guard !text.utf8.contains(0) else {
      report(node.mark, "\(name) holds a NUL character", expected: expected)
      return nil
    }
    return text
  }

  /// A text on one line, such as an id; `nil` if there was a mistake.
  mutating func word(_ node: LayoutNode, _ name: String, expected: String, mayBeEmpty: Bool = false) -> String? {
    guard let text = text(node, name, expected: expected, mayBeEmpty: mayBeEmpty) else { return nil }
    guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      reject(node, name, expected: "\(expected) without control characters")
      return nil
    }
    return text
  }

  /// `1 number`, `3 numbers`.
  func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }

  /// Complains about what is no number that the key takes; zeros in front may be meant as hexadecimal.
  private mutating func rejectNumber(
    _ node: LayoutNode, _ name: String, expected: String, isHexadecimal: Bool
  ) {
    guard case .scalar(let text, let isPlain) = node.content, let number = YAMLNumber(text) else {
      return reject(node, name, expected: expected)
    }
    if number == .leadingZero {
      let digits = text.drop { $0 == "0" }
      let meant = isHexadecimal ? "0x\(text)" : digits.first?.isNumber ?? false ? String(digits) : nil
      reject(node, name, expected: "\(expected), without zeros in front", suggestion: meant)
    } else {
      reject(node, name, expected: isPlain ? expected : "\(expected), without quotes")
    }
  }
}
