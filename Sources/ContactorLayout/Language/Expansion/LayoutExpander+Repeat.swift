import ContactorSystem

extension LayoutExpander {
  /// The names that each item of a repetition has.
  static let itemNames = ["item", "index", "number"]

  /// The elements once for each item of a `repeat`.
  mutating func repeated(
    _ nodes: [LayoutNode], _ node: LayoutNode, _ role: Role, _ scope: LayoutScope?, depth: Int
  ) throws(LayoutDiagnostic) -> [LayoutNode] {
    guard let items = try items(node, scope, depth: depth) else {
      isIncomplete = true
      return []
    }
    var result: [LayoutNode] = []
    for (index, item) in items.enumerated() {
      try count(item.mark, depth: depth)
      let use = LayoutUse(kind: .item, file: file(of: item.mark), mark: item.mark)
      var inner = LayoutScope(values: scope?.values ?? [:], use: use, file: mistakes.file)
      inner.values["item"] = item
      inner.values["index"] = LayoutNode(content: .scalar(text: String(index), isPlain: true), mark: item.mark)
      inner.values["number"] = LayoutNode(content: .scalar(text: String(index + 1), isPlain: true), mark: item.mark)
      if case .mapping(let fields) = item.content {
        for field in fields { inner.values[field.key] = field.value }
      }
      for node in nodes { result += try elements(node, role, inner, depth: depth) }
    }
    return result
  }

  /// The items of `{over: [item, …]}` or `{over: {from: 1, to: 12}}`; `nil` after a mistake.
  private mutating func items(_ node: LayoutNode, _ scope: LayoutScope?, depth: Int) throws(LayoutDiagnostic) -> [LayoutNode]? {
    let node = try scope.map { (scope) throws(LayoutDiagnostic) in try filled(node, scope, depth: depth + 1) } ?? node
    let expected = "{over: [item, …]} or {over: {from: 1, to: 12}}"
    guard case .mapping(let entries) = node.content else {
      mistakes.reject(node, "'repeat'", expected: expected)
      return nil
    }
    for entry in entries where entry.key != "over" {
      mistakes.report(
        entry.mark, "unknown key \(quoted(entry.key))", expected: "over",
        suggestion: NameIndex.nearest(to: entry.key, in: LayoutSchema.repetition.names))
    }
    guard let over = entries.first(where: { $0.key == "over" })?.value else {
      if entries.isEmpty { mistakes.report(node.mark, "a repetition needs the key 'over'", expected: expected) }
      return nil
    }
    switch over.content {
    case .sequence(let items):
      if items.isEmpty { mistakes.report(over.mark, "'over' is an empty list", expected: "at least one item") }
      return items
    case .mapping(let bounds): return range(bounds, over)
    default:
      mistakes.reject(over, "'over'", expected: "a list of items, or {from: 1, to: 12}")
      return nil
    }
  }

  private mutating func range(_ entries: [LayoutEntry], _ node: LayoutNode) -> [LayoutNode]? {
    var bounds: [String: Int] = [:]
    for entry in entries {
      guard LayoutSchema.range.names.contains(entry.key) else {
        mistakes.report(
          entry.mark, "unknown key \(quoted(entry.key))", expected: "from, to",
          suggestion: NameIndex.nearest(to: entry.key, in: LayoutSchema.range.names))
        return nil
      }
      guard case .integer(let bound) = YAMLNumber(entry.value), abs(bound) <= 1_000_000_000 else {
        mistakes.reject(entry.value, quoted(entry.key), expected: "a whole number")
        return nil
      }
      bounds[entry.key] = bound
    }
    guard let last = bounds["to"] else {
      mistakes.report(node.mark, "the range of 'over' has no end", expected: "{from: 1, to: 12}")
      return nil
    }
    let first = bounds["from"] ?? 1
    guard first <= last, last - first < Self.rangeLimit else {
      mistakes.report(
        node.mark, "the range of 'over' has \(first <= last ? "more than \(Self.rangeLimit) items" : "no item")",
        expected: "'from' up to 'to', at most \(Self.rangeLimit) items")
      return nil
    }
    return (first...last).map { LayoutNode(content: .scalar(text: String($0), isPlain: true), mark: node.mark) }
  }
}
