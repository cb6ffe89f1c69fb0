import ContactorCore
import ContactorSystem

extension LayoutDecoder {
  /// One action; `nil` if there was a mistake.
  mutating func step(_ node: LayoutNode, _ name: String, of owner: BindingOwner?) -> ActionStep? {
    guard case .mapping(let entries) = node.content else {
      let verbs = "{run: […]}, {emit: …}, {send: …}, {type: …}, {mode: …}, {key: …}, {set: …}, {verify: …}, {mqtt: …} or {rotate: …}"
      reject(node, name, expected: "an action: \(verbs)")
      return nil
    }
    guard let fields = fields(of: node, name, in: LayoutSchema.action) else { return nil }
    let verbs = LayoutSchema.actionOptions.filter { fields.entries[$0.verb] != nil }
    guard let verb = verbs.first else {
      // Reported keys already explain why the action is missing.
      let isExplained = entries.contains { LayoutSchema.action[$0.key]?.presence ?? .later == .later }
      let words = LayoutSchema.actionOptions.map(\.verb).joined(separator: ", ")
      if !isExplained { report(node.mark, "an action does nothing", expected: "one of \(words)") }
      return nil
    }
    checkOptions(fields, of: verb, others: verbs.dropFirst().map(\.verb))
    let timing = timing(fields, of: verb.verb)
    // The actions of an answer are not the movement's.
    let before = takesSteps
    takesSteps = false
    defer { takesSteps = before }
    var owner = owner
    if timing.steps != nil { owner?.placeholders.append(.direction) }
    return action(fields, verb.verb, of: owner).map { ActionStep($0, timing) }
  }

  private mutating func action(_ fields: LayoutFields, _ verb: String, of owner: BindingOwner?) -> LayoutAction? {
    switch verb {
    case "run": return run(fields, of: owner).map(LayoutAction.run)
    case "emit":
      return fields["emit"].flatMap { template($0, "'emit'", expected: "a name", of: owner) }.map(
        LayoutAction.emit)
    case "type": return type(fields, of: owner).map(LayoutAction.type)
    case "mode": return mode(fields).map(LayoutAction.mode)
    case "key": return key(fields, of: owner).map(LayoutAction.key)
    case "verify": return verify(fields).map(LayoutAction.verify)
    case "mqtt": return publish(fields, of: owner).map(LayoutAction.publish)
    case "set": return set(fields, of: owner).map(LayoutAction.set)
    case "rotate": return rotate(fields).map(LayoutAction.rotate)
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

  /// The id of an action's target, which is looked up when all ids are known.
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

  /// The name of a mode, which is looked up when all modes are known.
  private mutating func mode(_ fields: LayoutFields) -> String? {
    guard let node = fields["mode"], let name = word(node, "'mode'", expected: "a mode's name") else { return nil }
    modeTargets.append((name, node.mark))
    return name
  }

  private mutating func rotate(_ fields: LayoutFields) -> RotateAction? {
    guard let node = fields["rotate"] else { return nil }
    let window = fields["window"].flatMap { word($0, "'window'", expected: "a window's name") }
    if let window, let mark = fields["window"]?.mark { turnedWindows.append((window, mark)) }
    return RotateAction(degrees: rotation(node, "'rotate'"), window: window)
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

extension LayoutDecoder {
  /// The `on` of a view or a gesture: events and what they do; the owner is `nil` where its kind is not known.
  mutating func bindings(
    _ node: LayoutNode, of owner: BindingOwner?, known: [String], example: String
  ) -> [LayoutBinding] {
    guard case .mapping(let entries) = node.content else {
      reject(node, "'on'", expected: "a mapping of events to actions, such as \(example): {emit: pressed}")
      return []
    }
    return entries.map { entry in
      checkEvent(entry, of: owner, known: known)
      takesSteps = owner?.hasSteps ?? true && entry.key == "changed"
      defer { takesSteps = false }
      let binding = LayoutBinding(event: entry.key, steps: steps(entry, of: owner), mark: entry.mark)
      checkHolds(binding)
      return binding
    }
  }

  private mutating func checkEvent(_ entry: LayoutEntry, of owner: BindingOwner?, known: [String]) {
    let sent = owner?.events ?? known
    // A plain view sends nothing; its 'on' is reported already.
    guard !sent.contains(entry.key), !sent.isEmpty else { return }
    let expected = "one of \(sent.joined(separator: ", "))"
    if let owner, known.contains(entry.key) {
      report(entry.mark, "\(owner.name) never sends '\(entry.key)'", expected: expected)
    } else {
      report(
        entry.mark, "unknown \(owner?.word ?? "event") \(quoted(entry.key))", expected: expected,
        suggestion: NameIndex.nearest(to: entry.key, in: sent))
    }
  }

  /// One action or a list of them.
  mutating func steps(_ entry: LayoutEntry, of owner: BindingOwner?) -> [ActionStep] {
    switch entry.value.content {
    case .sequence(let nodes):
      if nodes.isEmpty {
        report(entry.value.mark, "\(quoted(entry.key)) has an empty list", expected: "at least one action")
      }
      return nodes.compactMap { step($0, quoted(entry.key), of: owner) }
    default:
      return step(entry.value, quoted(entry.key), of: owner).map { [$0] } ?? []
    }
  }
}

extension LayoutDecoder {
  /// The keys of a program to run, which stands at `key`; `nil` if there was a mistake.
  mutating func run(_ fields: LayoutFields, key: String = "run", of owner: BindingOwner?) -> RunAction? {
    guard let node = fields[key] else { return nil }
    var action = argv(node, "'\(key)'", of: owner)
    if let node = fields["timeout"] { action?.timeout = time(node, "'timeout'", .seconds) }
    if let node = fields["cwd"] {
      action?.directory = text(node, "'cwd'", expected: "a directory")
      action?.directoryMark = node.mark
    }
    if let node = fields["env"] {
      let program = action?.mark
      action?.environment = environment(node, of: owner, program: program)
    }
    if let node = fields["user"] {
      action?.user = word(node, "'user'", expected: "a user's name or number")
      action?.userMark = node.mark
    }
    if let node = fields["limits"] { action?.limits = limits(node) }
    return action
  }

  private mutating func argv(_ node: LayoutNode, _ key: String, of owner: BindingOwner?) -> RunAction? {
    guard case .sequence(let nodes) = node.content else {
      rejectShellLine(node, key)
      return nil
    }
    guard let first = nodes.first else {
      report(node.mark, "\(key) has an empty list", expected: "[program, argument, …]")
      return nil
    }
    let program = program(first, key)
    let arguments = nodes.dropFirst().compactMap { node in
      let argument = template(node, "an argument of \(key)", expected: "text", of: owner, mayBeEmpty: true)
      if let argument { note(argument, .argument, node.mark, program: first.mark) }
      return argument
    }
    warnOfShellOperators(nodes)
    return program.map { RunAction(program: $0, arguments: arguments, mark: first.mark) }
  }

  /// Warns of a shell's operators, which are plain arguments here.
  private mutating func warnOfShellOperators(_ nodes: [LayoutNode]) {
    let words = nodes.map { node -> String in
      if case .scalar(let text, _) = node.content { text } else { "" }
    }
    // These programs take some of the operators as arguments.
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

  /// The program; placeholders are not allowed, as `contactor check` could not look for it.
  private mutating func program(_ node: LayoutNode, _ key: String) -> String? {
    guard let text = template(node, "the program of \(key)", expected: "a path or a name", of: nil) else {
      return nil
    }
    guard text.placeholders.isEmpty else {
      reject(node, "the program of \(key)", expected: "a path or a name without placeholders")
      return nil
    }
    return text.filled(with: PlaceholderValues(control: "", event: ""))
  }

  /// Reports a command line in one text, which no shell would split.
  private mutating func rejectShellLine(_ node: LayoutNode, _ key: String) {
    var suggestion: String?
    if case .scalar(let text, _) = node.content, !node.isNull {
      let isPlain = text.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || "0123456789 -_./%+=:@".unicodeScalars.contains($0)
      }
      let words = text.split(separator: " ")
      if isPlain, !words.isEmpty { suggestion = "[\(words.joined(separator: ", "))]" }
      report(
        node.mark, "\(key) is one text, and no shell takes it apart",
        expected: "a list, [program, argument, …]", suggestion: suggestion)
      return
    }
    reject(node, key, expected: "a list, [program, argument, …]")
  }

  private mutating func environment(_ node: LayoutNode, of owner: BindingOwner?, program: LayoutMark?) -> [RunAction.Variable] {
    guard case .mapping(let entries) = node.content else {
      reject(node, "'env'", expected: "a mapping of names to texts, {NAME: text}")
      return []
    }
    return entries.compactMap { entry in
      if entry.key.isEmpty || entry.key.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "=") }) {
        report(entry.mark, "\(quoted(entry.key)) cannot name a variable", expected: "a name without '='")
      }
      let text = template(entry.value, quoted(entry.key), expected: "text", of: owner, mayBeEmpty: true)
      if let text, let program { note(text, .variable, entry.value.mark, program: program) }
      return text.map { RunAction.Variable(name: entry.key, value: $0) }
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
    } catch .decimals(let placeholder) {
      reject(
        node, quoted("{\(placeholder)}"), expected: "a number of decimals from 0 to \(DecimalText.greatestDecimals), as in {value:1}")
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
