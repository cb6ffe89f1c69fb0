import ContactorCore

extension LayoutDecoder {
  /// The `value` of a control; `nil` if there was a mistake, or for a kind that has none.
  mutating func value(_ node: LayoutNode, of kind: LayoutKind?) -> LayoutValue? {
    guard let kind, let table = LayoutSchema.values[kind] else { return nil }
    guard let fields = fields(of: node, "'value'", in: table) else { return nil }
    switch kind {
    case .switch: return fields["on"].map { .toggle(isOn: bool($0, "'on'")) }
    case .slider:
      return range(fields, node, 0, 1).map { .range(minimum: $0.minimum, maximum: $0.maximum, at: $0.at) }
    case .stepper: return steps(fields, node)
    case .segments: return choice(fields)
    case .pages: return pages(fields)
    case .textField: return fields["text"].flatMap { word($0, "'text'", expected: "a text", mayBeEmpty: true) }.map { .text($0) }
    case .textView: return fields["text"].flatMap { text($0, "'text'", expected: "a text", mayBeEmpty: true) }.map { .text($0) }
    case .knob:
      if fields["step"] != nil { return steps(fields, node, 0, 1) }
      return range(fields, node, 0, 1).map { .range(minimum: $0.minimum, maximum: $0.maximum, at: $0.at) }
    case .progress: return fields["at"].map { .share(number($0, "'at'", .share)) }
    case .popUp: return choice(fields)
    case .picker: return wheels(fields)
    case .matrix: return cells(fields)
    case .view, .button, .scroll, .table, .keyboard, .dialPad, .pinField: return nil
    }
  }

  private mutating func range(
    _ fields: LayoutFields, _ node: LayoutNode, _ least: Double, _ greatest: Double
  ) -> (minimum: Double, maximum: Double, at: Double)? {
    let before = mistakes
    let minimum = fields["min"].map { number($0, "'min'", .value) } ?? least
    let maximum = fields["max"].map { number($0, "'max'", .value) } ?? greatest
    let at = fields["at"].map { number($0, "'at'", .value) }
    guard mistakes == before else { return nil }
    let words = "\(DecimalText.of(minimum)) to \(DecimalText.of(maximum))"
    guard minimum < maximum else {
      report(
        (fields["min"] ?? fields["max"] ?? node).mark, "the range \(words) is empty",
        expected: "'min' below 'max'")
      return nil
    }
    if let at, !(minimum...maximum).contains(at), let node = fields["at"] {
      report(node.mark, "'at' is \(DecimalText.of(at))", expected: "a number from \(words)")
    }
    return (minimum, maximum, at ?? minimum)
  }

  private mutating func steps(
    _ fields: LayoutFields, _ node: LayoutNode, _ least: Double = 0, _ greatest: Double = 100
  ) -> LayoutValue? {
    let step = fields["step"].map { number($0, "'step'", .step) } ?? 1
    return range(fields, node, least, greatest).map {
      .steps(minimum: $0.minimum, maximum: $0.maximum, at: $0.at, step: step)
    }
  }

  private mutating func choice(_ fields: LayoutFields) -> LayoutValue? {
    guard let node = fields["titles"] else { return nil }
    guard case .sequence(let nodes) = node.content, !nodes.isEmpty else {
      reject(node, "'titles'", expected: "a list of at least one title")
      return nil
    }
    let titles = nodes.compactMap { word($0, "a title", expected: "a text", mayBeEmpty: true) }
    let at = fields["at"].map { integer($0, "'at'", in: 0...(nodes.count - 1), "a whole number from 0 to \(nodes.count - 1)") }
    return .choice(titles: titles, at: at)
  }

  private mutating func pages(_ fields: LayoutFields) -> LayoutValue? {
    guard let node = fields["count"] else { return nil }
    let before = mistakes
    let count = integer(node, "'count'", in: 1...10_000, "a whole number from 1 to 10000")
    guard mistakes == before else { return nil }
    let at = fields["at"].map { integer($0, "'at'", in: 0...(count - 1), "a whole number from 0 to \(count - 1)") }
    return .pages(count: count, at: at ?? 0)
  }
}

extension LayoutDecoder {
  /// A number that the rule allows; 0 if there was a mistake.
  mutating func number(_ node: LayoutNode, _ name: String, _ rule: NumberRule) -> Double {
    if let number = YAMLNumber(node)?.real, rule.allows(number) { return number }
    rejectNumber(node, name, expected: rule.words, isHexadecimal: false)
    return 0
  }

  /// A list of numbers, one for each name; zeros if there was a mistake.
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

  /// Reports a node that is not a number of the key; leading zeros may be meant as hexadecimal.
  mutating func rejectNumber(
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
