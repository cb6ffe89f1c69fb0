import ContactorSystem

/// Replaces templates and repetitions in the tree of a layout by what they stand for, so that the decoder sees plain views, gestures
/// and actions.
///
/// It works from the top down: what a template is used with is known before the template's content is copied. Copies count as
/// values, so that no layout makes more of them than `LayoutReader.nodeLimit`; their marks say where they were used.
struct LayoutExpander {
  /// The keys that make it necessary to expand a tree.
  static let keys: Set<String> = ["templates", "use", "repeat"]
  /// How deep templates may use each other.
  static let useLimit = 64
  /// The largest number of bytes that filled-in texts have together: 4 MiB.
  static let textLimit = 4 << 20
  /// The largest number of items in a repetition that states their range.
  static let rangeLimit = 10_000

  /// What the elements of a list are.
  enum Role {
    case view, gesture, action
  }

  /// The mistakes so far.
  var mistakes: LayoutMistakes
  /// Warnings about templates that are not used.
  private(set) var warnings: [LayoutDiagnostic] = []
  /// Whether views or gestures may be missing because of a mistake.
  var isIncomplete = false
  /// The templates by their names.
  var templates: [String: LayoutTemplate] = [:]
  /// The names of the templates that were used.
  var used: Set<String> = []
  /// The names of the templates that are being copied, the outermost first.
  var open: [String] = []
  /// How many uses are being copied.
  var level = 0
  /// How many more values there may be.
  private var nodesLeft: Int
  /// How many more bytes of text there may be.
  var textLeft = Self.textLimit

  /// - Parameter nodeCount: how many values the tree has.
  init(file: String, mistakes: LayoutMistakes, nodeCount: Int) {
    self.mistakes = mistakes
    nodesLeft = LayoutReader.nodeLimit - nodeCount
  }

  /// The tree without templates.
  mutating func expanded(_ root: LayoutNode) throws(LayoutDiagnostic) -> LayoutNode {
    guard case .mapping(let entries) = root.content else { return root }
    if let entry = entries.first(where: { $0.key == "templates" }) { collectTemplates(entry.value) }
    var result: [LayoutEntry] = []
    for var entry in entries where entry.key != "templates" {
      switch entry.key {
      case "views": entry.value = try list(entry.value, .view, nil, depth: 1)
      case "gestures": entry.value = try list(entry.value, .gesture, nil, depth: 1)
      case "windows": entry.value = try windows(entry.value)
      case "modes": entry.value = try members(entry.value) { (expander, mode) throws(LayoutDiagnostic) in try expander.withActions(mode) }
      case "policies":
        for policy in ["idle", "health"] {
          entry.value = try member(policy, of: entry.value) { (expander, node) throws(LayoutDiagnostic) in try expander.withActions(node) }
        }
      default: break
      }
      result.append(entry)
    }
    tellUnused()
    return LayoutNode(content: .mapping(result), mark: root.mark)
  }

  private mutating func tellUnused() {
    guard !isIncomplete else { return }
    // An included file may have templates for several layouts.
    for (name, template) in templates where !used.contains(name) && template.mark.origin == nil {
      warnings.append(
        LayoutDiagnostic(
          file: mistakes.file, mark: template.mark, severity: .warning, message: "the template \(quoted(name)) is not used"))
    }
    warnings = warnings.inFileOrder
  }

  /// Counts a value that is copied.
  mutating func count(_ mark: LayoutMark, depth: Int) throws(LayoutDiagnostic) {
    guard depth <= LayoutReader.depthLimit else { throw LayoutDiagnostic.tooDeep(mistakes.file, mark) }
    nodesLeft -= 1
    guard nodesLeft >= 0 else { throw LayoutDiagnostic.tooMany(mistakes.file, mark) }
  }

  // MARK: Lists

  /// A list of views, gestures or actions.
  mutating func list(_ node: LayoutNode, _ role: Role, _ scope: LayoutScope?, depth: Int) throws(LayoutDiagnostic) -> LayoutNode {
    guard case .sequence(let nodes) = node.content else {
      guard let scope else { return node }
      let filled = try filled(node, scope, depth: depth)
      return try outside { (expander) throws(LayoutDiagnostic) in
        if case .sequence = filled.content { try expander.list(filled, role, nil, depth: depth) } else { filled }
      }
    }
    let elements = try elements(of: nodes, role, scope, depth: depth + 1)
    return LayoutNode(content: .sequence(elements), mark: place(node.mark, scope))
  }

  /// What the elements of a list stand for.
  mutating func elements(
    of nodes: [LayoutNode], _ role: Role, _ scope: LayoutScope?, depth: Int
  ) throws(LayoutDiagnostic) -> [LayoutNode] {
    var elements: [LayoutNode] = []
    for node in nodes { elements += try self.elements(node, role, scope, depth: depth) }
    return elements
  }

  /// Expands the value of a parameter: it was filled in where the template is used, and may use the same template.
  private mutating func outside<Result>(
    _ body: (inout LayoutExpander) throws(LayoutDiagnostic) -> Result
  ) throws(LayoutDiagnostic) -> Result {
    let inner = open
    open = []
    defer { open = inner }
    return try body(&self)
  }

  /// What an element of a list stands for.
  mutating func elements(
    _ node: LayoutNode, _ role: Role, _ scope: LayoutScope?, depth: Int
  ) throws(LayoutDiagnostic) -> [LayoutNode] {
    guard case .mapping(let entries) = node.content else {
      guard let scope else { return [node] }
      let filled = try filled(node, scope, depth: depth)
      return try outside { (expander) throws(LayoutDiagnostic) in
        switch filled.content {
        case .mapping: try expander.elements(filled, role, nil, depth: depth)
        case .sequence(let nodes): try expander.elements(of: nodes, role, nil, depth: depth)
        default: [filled]
        }
      }
    }
    if role != .action, let entry = entries.first(where: { $0.key == "repeat" }), !repeatsInside(entries) {
      let rest = LayoutNode(content: .mapping(entries.filter { $0.key != "repeat" }), mark: node.mark)
      return try repeated([rest], entry.value, role, scope, depth: depth)
    }
    if let entry = entries.first(where: { $0.key == "use" }) {
      return try used(entry, entries, node.mark, role, scope, depth: depth)
    }
    return [try content(entries, node.mark, role, scope, depth: depth)]
  }

  /// Whether a view repeats the views inside rather than itself.
  private func repeatsInside(_ entries: [LayoutEntry]) -> Bool {
    guard case .scalar(let kind, _)? = entries.first(where: { $0.key == "kind" })?.value.content else { return false }
    return LayoutArrangement(rawValue: kind) != nil && entries.contains { $0.key == "views" }
  }

  /// A view, a gesture or an action with what is inside.
  mutating func content(
    _ entries: [LayoutEntry], _ mark: LayoutMark, _ role: Role, _ scope: LayoutScope?, depth: Int
  ) throws(LayoutDiagnostic) -> LayoutNode {
    if scope != nil { try count(mark, depth: depth) }
    let items = role == .view && repeatsInside(entries) ? entries.first { $0.key == "repeat" } : nil
    var result: [LayoutEntry] = []
    for entry in entries where items == nil || entry.key != "repeat" {
      let value: LayoutNode
      switch (entry.key, role) {
      case ("views", .view):
        if let items, case .sequence(let views) = entry.value.content {
          let views = try repeated(views, items.value, role, scope, depth: depth + 2)
          value = LayoutNode(content: .sequence(views), mark: place(entry.value.mark, scope))
        } else {
          value = try list(entry.value, .view, scope, depth: depth + 1)
        }
      case ("on", .view), ("on", .gesture): value = try actions(entry.value, scope, depth: depth + 1)
      default: value = try scope.map { (scope) throws(LayoutDiagnostic) in try filled(entry.value, scope, depth: depth + 1) } ?? entry.value
      }
      result.append(try self.entry(entry, value, scope))
    }
    return LayoutNode(content: .mapping(result), mark: place(mark, scope))
  }

  /// The `on` of a view, a gesture, a mode or a policy.
  private mutating func actions(_ node: LayoutNode, _ scope: LayoutScope?, depth: Int) throws(LayoutDiagnostic) -> LayoutNode {
    guard case .mapping(let entries) = node.content else {
      return try scope.map { (scope) throws(LayoutDiagnostic) in try filled(node, scope, depth: depth) } ?? node
    }
    var result: [LayoutEntry] = []
    for entry in entries {
      let value: LayoutNode
      if case .sequence = entry.value.content {
        value = try list(entry.value, .action, scope, depth: depth + 1)
      } else {
        let actions = try elements(entry.value, .action, scope, depth: depth + 1)
        value = actions.count == 1 ? actions[0] : LayoutNode(content: .sequence(actions), mark: place(entry.value.mark, scope))
      }
      result.append(try self.entry(entry, value, scope))
    }
    return LayoutNode(content: .mapping(result), mark: place(node.mark, scope))
  }

  // MARK: Where lists are

  private mutating func windows(_ node: LayoutNode) throws(LayoutDiagnostic) -> LayoutNode {
    guard case .sequence(let windows) = node.content else { return node }
    var result: [LayoutNode] = []
    for window in windows {
      result.append(
        try member("views", of: window) { (expander, views) throws(LayoutDiagnostic) in try expander.list(views, .view, nil, depth: 3) })
    }
    return LayoutNode(content: .sequence(result), mark: node.mark)
  }

  private mutating func withActions(_ node: LayoutNode) throws(LayoutDiagnostic) -> LayoutNode {
    try member("on", of: node) { (expander, node) throws(LayoutDiagnostic) in try expander.actions(node, nil, depth: 3) }
  }

  private typealias Change = (inout LayoutExpander, LayoutNode) throws(LayoutDiagnostic) -> LayoutNode

  /// A mapping with a change to the value of one key, or of each key for `nil`.
  private mutating func members(_ node: LayoutNode, key: String? = nil, _ change: Change) throws(LayoutDiagnostic) -> LayoutNode {
    guard case .mapping(var entries) = node.content else { return node }
    for index in entries.indices where key == nil || entries[index].key == key {
      entries[index].value = try change(&self, entries[index].value)
    }
    return LayoutNode(content: .mapping(entries), mark: node.mark)
  }

  private mutating func member(_ key: String, of node: LayoutNode, _ change: Change) throws(LayoutDiagnostic) -> LayoutNode {
    try members(node, key: key, change)
  }
}
