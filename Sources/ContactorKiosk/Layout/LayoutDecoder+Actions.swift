import ContactorCore

extension LayoutDecoder {
  /// One action; `nil` if there was a mistake.
  mutating func action(_ node: LayoutNode, _ name: String, of kind: LayoutKind?) -> LayoutAction? {
    guard case .mapping(let entries) = node.content else {
      reject(node, name, expected: "an action: {run: […]}, {emit: …} or {send: …}")
      return nil
    }
    guard let fields = fields(of: node, name, in: LayoutSchema.action) else { return nil }
    let verbs = LayoutSchema.actionOptions.filter { fields.entries[$0.verb] != nil }
    guard let verb = verbs.first else {
      // Keys that were complained about already explain why there is none.
      let isExplained = entries.contains { LayoutSchema.action[$0.key]?.presence ?? .later == .later }
      if !isExplained { report(node.mark, "an action does nothing", expected: "one of run, emit, send") }
      return nil
    }
    checkOptions(fields, of: verb, others: verbs.dropFirst().map(\.verb))
    switch verb.verb {
    case "run": return run(fields, of: kind).map(LayoutAction.run)
    case "emit":
      return fields["emit"].flatMap { template($0, "'emit'", expected: "a name", of: kind) }.map(
        LayoutAction.emit)
    default: return send(fields).map(LayoutAction.send)
    }
  }

  private mutating func checkOptions(
    _ fields: LayoutFields, of verb: (verb: String, options: [String]), others: [String]
  ) {
    for other in others {
      guard let entry = fields.entries[other] else { continue }
      report(
        entry.mark, "an action has both '\(verb.verb)' and '\(other)'", expected: "a list of two actions")
    }
    let allowed = LayoutSchema.actionOptions.filter { $0.verb == verb.verb || others.contains($0.verb) }
      .flatMap(\.options)
    for (owner, options) in LayoutSchema.actionOptions {
      for option in options where !allowed.contains(option) {
        guard let entry = fields.entries[option] else { continue }
        report(entry.mark, "'\(option)' goes with '\(owner)' only, not with '\(verb.verb)'")
      }
    }
  }

  private mutating func send(_ fields: LayoutFields) -> SendAction? {
    var target: String?
    if let node = fields["to"], let id = word(node, "'to'", expected: "a view's id") {
      target = id
      targets.append((id, node.mark))
    }
    guard let node = fields["send"] else { return nil }
    let expected = "an action's name in one of the forms 'go', 'go:', 'go:forEvent:'"
    guard let name = word(node, "'send'", expected: expected) else { return nil }
    guard isSelector(name) else {
      reject(node, "'send'", expected: expected)
      return nil
    }
    return SendAction(action: ActionName(name), target: target, mark: node.mark)
  }

  /// Letters, digits and underscores, not starting with a digit, then nothing, `:` or `:forEvent:`.
  private func isSelector(_ name: String) -> Bool {
    let base = name.prefix { $0 != ":" }
    guard let first = base.first, first.isLetter || first == "_" else { return false }
    return base.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      && ["", ":", ":forEvent:"].contains(name.dropFirst(base.count))
  }
}
