import ContactorSystem

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
      return LayoutBinding(event: entry.key, actions: actions(entry, of: owner), mark: entry.mark)
    }
  }

  private mutating func checkEvent(_ entry: LayoutEntry, of owner: BindingOwner?, known: [String]) {
    let sent = owner?.events ?? known
    // A plain view sends nothing; that it has no 'on' is said already.
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
  private mutating func actions(_ entry: LayoutEntry, of owner: BindingOwner?) -> [LayoutAction] {
    switch entry.value.content {
    case .sequence(let nodes):
      if nodes.isEmpty {
        report(entry.value.mark, "\(quoted(entry.key)) has an empty list", expected: "at least one action")
      }
      return nodes.compactMap { action($0, quoted(entry.key), of: owner) }
    default:
      return action(entry.value, quoted(entry.key), of: owner).map { [$0] } ?? []
    }
  }
}
