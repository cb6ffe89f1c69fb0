import ContactorCore

extension LayoutDecoder {
  /// One action; `nil` if there was a mistake.
  mutating func action(_ node: LayoutNode, _ name: String, of owner: BindingOwner?) -> LayoutAction? {
    guard case .mapping(let entries) = node.content else {
      reject(node, name, expected: "an action: {run: […]}, {emit: …}, {send: …} or {type: …}")
      return nil
    }
    guard let fields = fields(of: node, name, in: LayoutSchema.action) else { return nil }
    let verbs = LayoutSchema.actionOptions.filter { fields.entries[$0.verb] != nil }
    guard let verb = verbs.first else {
      // Keys that were complained about already explain why there is none.
      let isExplained = entries.contains { LayoutSchema.action[$0.key]?.presence ?? .later == .later }
      if !isExplained { report(node.mark, "an action does nothing", expected: "one of run, emit, send, type") }
      return nil
    }
    checkOptions(fields, of: verb, others: verbs.dropFirst().map(\.verb))
    switch verb.verb {
    case "run": return run(fields, of: owner).map(LayoutAction.run)
    case "emit":
      return fields["emit"].flatMap { template($0, "'emit'", expected: "a name", of: owner) }.map(
        LayoutAction.emit)
    case "type": return type(fields, of: owner).map(LayoutAction.type)
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
    let options = LayoutSchema.actionOptions.flatMap(\.options).filter { !allowed.contains($0) }
    for option in Set(options) {
      guard let entry = fields.entries[option] else { continue }
      let owners = LayoutSchema.actionOptions.filter { $0.options.contains(option) }.map { "'\($0.verb)'" }
      report(
        entry.mark, "'\(option)' goes with \(owners.joined(separator: " and ")) only, not with '\(verb.verb)'")
    }
  }

  /// The id that an action is sent to, which is looked up when all are known.
  private mutating func target(_ fields: LayoutFields) -> String? {
    guard let node = fields["to"], let id = word(node, "'to'", expected: "a view's id") else { return nil }
    targets.append((id, node.mark))
    return id
  }

  private mutating func type(_ fields: LayoutFields, of owner: BindingOwner?) -> TypeAction? {
    let target = target(fields)
    guard let node = fields["type"] else { return nil }
    return template(node, "'type'", expected: "a text", of: owner).map {
      TypeAction(text: $0, target: target, mark: node.mark)
    }
  }

  private mutating func send(_ fields: LayoutFields) -> SendAction? {
    let target = target(fields)
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
