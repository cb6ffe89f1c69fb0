import ContactorSystem

extension LayoutDecoder {
  /// The values of a mapping, its keys checked against a table; `nil` if the node is no mapping.
  ///
  /// Of keys that are ignored something was said already.
  mutating func fields(
    of node: LayoutNode, _ name: String, in table: LayoutTable, ignoring known: [String] = []
  ) -> LayoutFields? {
    guard case .mapping(let entries) = node.content else {
      reject(node, name, expected: "a mapping with \(table.names.joined(separator: ", "))")
      return nil
    }
    var fields = LayoutFields(mark: node.mark)
    var unknown: [LayoutEntry] = []
    for entry in entries {
      switch table[entry.key]?.presence {
      case nil: if !known.contains(entry.key) { unknown.append(entry) }
      case .later: reportLater(entry.mark, quoted(entry.key))
      default: fields.entries[entry.key] = entry
      }
    }
    for entry in unknown { adopt(entry, in: table, into: &fields) }
    for key in table.keys where key.presence == .required && fields.entries[key.name] == nil {
      report(node.mark, "\(table.owner) needs the key '\(key.name)'", expected: "'\(key.name): \(key.shape)'")
    }
    return fields
  }

  /// Complains about an unknown key.
  ///
  /// If the right one is near and not there, the value is checked as that one's, so
  /// that one slip of the finger neither hides mistakes nor makes a second one.
  private mutating func adopt(_ entry: LayoutEntry, in table: LayoutTable, into fields: inout LayoutFields) {
    guard !isFull else { return }
    let nearest = NameIndex.nearest(to: entry.key, in: table.names)
    report(
      entry.mark, "unknown key \(quoted(entry.key))",
      expected: "one of \(table.keys.filter { $0.presence != .later }.map(\.name).joined(separator: ", "))",
      suggestion: nearest)
    guard let nearest, fields.entries[nearest] == nil, table[nearest]?.presence != .later else { return }
    fields.entries[nearest] = entry
  }

  /// The elements of a list; none if the key is not there.
  mutating func list(_ node: LayoutNode?, _ name: String) -> [LayoutNode] {
    guard let node else { return [] }
    guard case .sequence(let elements) = node.content else {
      reject(node, "'\(name)'", expected: "a list")
      return []
    }
    return elements
  }

  /// Complains about something promised that this version does not have.
  mutating func reportLater(_ mark: LayoutMark, _ what: String) {
    report(mark, "\(what) is not supported yet by this version")
  }
}
