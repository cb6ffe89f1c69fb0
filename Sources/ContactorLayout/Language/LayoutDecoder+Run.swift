import ContactorCore
import ContactorSystem

extension LayoutDecoder {
  /// The keys of a `run` action; `nil` if there was a mistake.
  mutating func run(_ fields: LayoutFields, of owner: BindingOwner?) -> RunAction? {
    guard let node = fields["run"] else { return nil }
    var action = argv(node, of: owner)
    if let node = fields["timeout"] { action?.timeout = time(node, "'timeout'", .seconds) }
    if let node = fields["cwd"] {
      action?.directory = text(node, "'cwd'", expected: "a directory")
      action?.directoryMark = node.mark
    }
    if let node = fields["env"] { action?.environment = environment(node, of: owner) }
    return action
  }

  private mutating func argv(_ node: LayoutNode, of owner: BindingOwner?) -> RunAction? {
    guard case .sequence(let nodes) = node.content else {
      rejectShellLine(node)
      return nil
    }
    guard let first = nodes.first else {
      report(node.mark, "'run' has an empty list", expected: "[program, argument, …]")
      return nil
    }
    let program = program(first)
    let arguments = nodes.dropFirst().compactMap {
      template($0, "an argument of 'run'", expected: "text", of: owner, mayBeEmpty: true)
    }
    warnOfShellOperators(nodes)
    return program.map { RunAction(program: $0, arguments: arguments, mark: first.mark) }
  }

  /// What a shell takes for an operator is an argument like any other here.
  private mutating func warnOfShellOperators(_ nodes: [LayoutNode]) {
    let words = nodes.map { node -> String in
      if case .scalar(let text, _) = node.content { text } else { "" }
    }
    // These take some of the operators as arguments of their own.
    let program = words[0].split(separator: "/").last.map(String.init) ?? ""
    guard !["expr", "test", "[", "find"].contains(program) else { return }
    for (index, word) in words.enumerated().dropFirst() where Self.shellOperators.contains(word) {
      // A separator, as in `cut -d "|"`.
      if ["-d", "-F", "-t", "-s", "--delimiter", "--field-separator"].contains(words[index - 1]) { continue }
      warn(
        nodes[index].mark, "\(quoted(word)) is an argument like any other, as no shell is between",
        expected: "actions of their own, or [sh, -c, \"…\"]")
    }
  }

  private static let shellOperators: Set<String> = [
    "&&", "||", "|", "|&", ";", "&", ">", ">>", "<", "<<", "<<<", "&>", ">&", "2>", "2>>", "2>&1", ">&2", "1>&2",
  ]

  /// A program whose name depends on a touch could not be checked beforehand.
  private mutating func program(_ node: LayoutNode) -> String? {
    guard let text = template(node, "the program of 'run'", expected: "a path or a name", of: nil) else {
      return nil
    }
    guard text.placeholders.isEmpty else {
      reject(node, "the program of 'run'", expected: "a path or a name without placeholders")
      return nil
    }
    return text.filled(with: PlaceholderValues(control: "", event: ""))
  }

  /// One text would need a shell to take it apart, and a shell would also read what was never meant for it.
  private mutating func rejectShellLine(_ node: LayoutNode) {
    var suggestion: String?
    if case .scalar(let text, _) = node.content, !node.isNull {
      let isPlain = text.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || "0123456789 -_./%+=:@".unicodeScalars.contains($0)
      }
      let words = text.split(separator: " ")
      if isPlain, !words.isEmpty { suggestion = "[\(words.joined(separator: ", "))]" }
      report(
        node.mark, "'run' is one text, and no shell takes it apart",
        expected: "a list, [program, argument, …]", suggestion: suggestion)
      return
    }
    reject(node, "'run'", expected: "a list, [program, argument, …]")
  }

  private mutating func environment(_ node: LayoutNode, of owner: BindingOwner?) -> [RunAction.Variable] {
    guard case .mapping(let entries) = node.content else {
      reject(node, "'env'", expected: "a mapping of names to texts, {NAME: text}")
      return []
    }
    return entries.compactMap { entry in
      if entry.key.isEmpty || entry.key.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "=") }) {
        report(entry.mark, "\(quoted(entry.key)) cannot name a variable", expected: "a name without '='")
      }
      return template(entry.value, quoted(entry.key), expected: "text", of: owner, mayBeEmpty: true)
        .map { RunAction.Variable(name: entry.key, value: $0) }
    }
  }

  /// A text with placeholders; `nil` if there was a mistake.
  mutating func template(
    _ node: LayoutNode, _ name: String, expected: String, of owner: BindingOwner?, mayBeEmpty: Bool = false
  ) -> PlaceholderTemplate? {
    if let braces = unquotedPlaceholder(node) {
      reject(node, name, expected: expected, suggestion: "\"\(braces)\"")
      return nil
    }
    guard let text = text(node, name, expected: expected, mayBeEmpty: mayBeEmpty) else { return nil }
    do throws(PlaceholderError) {
      let template = try PlaceholderTemplate(text)
      if let owner, let missing = template.placeholders.first(where: { !owner.placeholders.contains($0) }) {
        let what = missing == .value ? "value for {value}" : "{\(missing.rawValue)} to fill in"
        report(node.mark, "\(owner.name) has no \(what)", expected: "one of \(placeholders(of: owner))")
      }
      return template
    } catch .unknown(let placeholder) {
      let names = PlaceholderTemplate.Placeholder.allCases.map(\.rawValue)
      report(
        node.mark, "unknown placeholder \(quoted("{\(placeholder)}"))",
        expected: "one of \(placeholders(of: owner)), or '{{' for a brace",
        suggestion: NameIndex.nearest(to: placeholder, in: names).map { "{\($0)}" })
    } catch {
      report(
        node.mark, "a '{' in \(name) has no '}'",
        expected: "one of \(placeholders(of: owner)), or '{{' for a brace")
    }
    return nil
  }

  /// `{value}` without quotes is a mapping to YAML.
  private func unquotedPlaceholder(_ node: LayoutNode) -> String? {
    guard case .mapping(let entries) = node.content, entries.count == 1, entries[0].value.isNull,
      PlaceholderTemplate.Placeholder(rawValue: entries[0].key) != nil
    else { return nil }
    return "{\(entries[0].key)}"
  }

  private func placeholders(of owner: BindingOwner?) -> String {
    (owner?.placeholders ?? PlaceholderTemplate.Placeholder.ofControls)
      .map { "{\($0.rawValue)}" }.joined(separator: ", ")
  }
}
