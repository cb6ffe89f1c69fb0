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
    case .view, .button: return nil
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

  private mutating func steps(_ fields: LayoutFields, _ node: LayoutNode) -> LayoutValue? {
    let step = fields["step"].map { number($0, "'step'", .step) } ?? 1
    return range(fields, node, 0, 100).map {
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
