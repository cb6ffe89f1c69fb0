import ContactorSystem

/// A template of a layout.
struct LayoutTemplate {
  /// What it stands for.
  let node: LayoutNode
  /// Where its name is.
  let mark: LayoutMark
  /// The names of the placeholders in it.
  let names: Set<String>
}

extension LayoutExpander {
  /// Reads the `templates` of the layout.
  mutating func collectTemplates(_ node: LayoutNode) {
    guard case .mapping(let entries) = node.content else {
      return mistakes.reject(node, "'templates'", expected: "a mapping of names to views, gestures, actions, or lists of them")
    }
    for entry in entries {
      switch entry.value.content {
      case .mapping, .sequence:
        var names: Set<String> = []
        collectNames(entry.value, into: &names)
        templates[entry.key] = LayoutTemplate(node: entry.value, mark: entry.mark, names: names)
      case .invalid: break
      case .scalar:
        mistakes.reject(entry.value, "the template \(quoted(entry.key))", expected: "a view, a gesture, an action, or a list of them")
      }
    }
  }

  /// Adds the names of all placeholders in a part of a layout.
  private func collectNames(_ node: LayoutNode, into names: inout Set<String>) {
    switch node.content {
    case .scalar(let text, _): names.formUnion(ParameterText(text).names)
    case .sequence(let elements): for element in elements { collectNames(element, into: &names) }
    case .mapping(let entries):
      for entry in entries {
        names.formUnion(ParameterText(entry.key).names)
        collectNames(entry.value, into: &names)
      }
    case .invalid: break
    }
  }

  /// What `use: name` stands for, with `with` filled in, and the other keys in place of the template's.
  mutating func used(
    _ use: LayoutEntry, _ entries: [LayoutEntry], _ mark: LayoutMark, _ role: Role, _ scope: LayoutScope?, depth: Int
  ) throws(LayoutDiagnostic) -> [LayoutNode] {
    let useMark = place(use.mark, scope)
    let missing = LayoutNode(content: .invalid, mark: place(mark, scope))
    guard let (name, template) = try template(use.value, scope, depth: depth) else {
      isIncomplete = true
      return [missing]
    }
    guard !open.contains(name) else {
      let names = (open.drop { $0 != name } + [name]).joined(separator: ", ")
      mistakes.report(
        useMark, "the template \(quoted(name)) uses itself: \(names)", expected: "templates that do not use each other in a circle")
      isIncomplete = true
      return [missing]
    }
    self.used.insert(name)
    let use = LayoutUse(kind: .use, name: name, file: file(of: useMark), mark: useMark)
    let with = entries.first { $0.key == "with" }?.value
    let values = try arguments(with, of: name, template, scope, depth: depth)
    try count(useMark, depth: depth)
    guard level < Self.useLimit else {
      throw LayoutDiagnostic(file: mistakes.file, mark: useMark, message: "templates use each other more than \(Self.useLimit) deep")
    }
    level += 1
    open.append(name)
    let copies = try elements(of: template, role, LayoutScope(values: values, use: use, file: mistakes.file), depth: depth)
    open.removeLast()
    level -= 1
    let changes = entries.filter { $0.key != "use" && $0.key != "with" }
    guard !changes.isEmpty else { return copies }
    if case .sequence = template.node.content {
      mistakes.report(
        place(changes[0].mark, scope), "the template \(quoted(name)) is a list, which has no key \(quoted(changes[0].key))",
        expected: "'use' and 'with' only")
      return copies
    }
    let changed = try content(changes, mark, role, scope, depth: depth)
    return copies.map { $0.overridden(by: changed) }
  }

  private mutating func elements(
    of template: LayoutTemplate, _ role: Role, _ scope: LayoutScope, depth: Int
  ) throws(LayoutDiagnostic) -> [LayoutNode] {
    guard case .sequence(let nodes) = template.node.content else { return try elements(template.node, role, scope, depth: depth) }
    return try elements(of: nodes, role, scope, depth: depth)
  }

  /// The template that `use` names; `nil` after a mistake.
  private mutating func template(
    _ node: LayoutNode, _ scope: LayoutScope?, depth: Int
  ) throws(LayoutDiagnostic) -> (String, LayoutTemplate)? {
    let node = try scope.map { (scope) throws(LayoutDiagnostic) in try filled(node, scope, depth: depth) } ?? node
    guard case .scalar(let name, _) = node.content, !node.isNull else {
      mistakes.reject(node, "'use'", expected: "a template's name")
      return nil
    }
    if let template = templates[name] { return (name, template) }
    guard !mistakes.isFull else { return nil }
    let names = templates.keys.sorted()
    let shown = names.prefix(20).joined(separator: ", ")
    let expected = names.isEmpty ? "'templates: {\(name): …}' at the top" : "one of \(shown)\(names.count > 20 ? ", …" : "")"
    let nearest = NameIndex(names).nearest(to: name, steps: &mistakes.suggestionSteps)
    mistakes.report(node.mark, "no template is named \(quoted(name))", expected: expected, suggestion: nearest)
    return nil
  }

  /// The values of `with`.
  private mutating func arguments(
    _ node: LayoutNode?, of name: String, _ template: LayoutTemplate, _ scope: LayoutScope?, depth: Int
  ) throws(LayoutDiagnostic) -> [String: LayoutNode] {
    guard let node else { return [:] }
    let with = try scope.map { (scope) throws(LayoutDiagnostic) in try filled(node, scope, depth: depth + 1) } ?? node
    guard case .mapping(let entries) = with.content else {
      mistakes.reject(with, "'with'", expected: "a mapping of parameters to values, such as {title: Start}")
      return [:]
    }
    var values: [String: LayoutNode] = [:]
    for entry in entries {
      values[entry.key] = entry.value
      guard !template.names.contains(entry.key), !mistakes.isFull else { continue }
      let names = template.names.sorted()
      let nearest = NameIndex(names).nearest(to: entry.key, steps: &mistakes.suggestionSteps)
      mistakes.report(
        entry.mark, "the template \(quoted(name)) has no parameter \(quoted(entry.key))",
        expected: names.isEmpty ? "a template with $(\(entry.key))" : "one of \(names.prefix(20).joined(separator: ", "))",
        suggestion: nearest)
      // Checked as that parameter's, so that a misspelling causes no second mistake.
      if let nearest, values[nearest] == nil { values[nearest] = entry.value }
    }
    return values
  }

  /// The file in which a place is.
  func file(of mark: LayoutMark) -> String { mark.origin?.file ?? mistakes.file }
}

extension LayoutNode {
  /// The mapping with another's values in place of its own; of mappings in both, such as `on`, key by key.
  func overridden(by other: LayoutNode) -> LayoutNode {
    guard case .mapping(let entries) = content, case .mapping(let changes) = other.content else { return self }
    let own = Dictionary(entries.map { ($0.key, $0.value) }) { first, _ in first }
    let inner = changes.map { change -> LayoutEntry in
      guard case .mapping(let former)? = own[change.key]?.content, case .mapping(let latter) = change.value.content else { return change }
      var change = change
      change.value.content = .mapping(LayoutJoin.overridden(former, latter))
      return change
    }
    return LayoutNode(content: .mapping(LayoutJoin.overridden(entries, inner)), mark: mark)
  }
}
