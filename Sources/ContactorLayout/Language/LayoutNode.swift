import ContactorSystem

/// A node of the layout file's tree: what YAML says, before it means anything.
struct LayoutNode: Hashable, Sendable {
  /// What a node holds.
  enum Content: Hashable, Sendable {
    /// A piece of text; `isPlain` if it was written without quotes, so that it may be a number or a boolean.
    case scalar(text: String, isPlain: Bool)
    /// A list.
    case sequence([LayoutNode])
    /// Keys and values in the file's order, each key once.
    case mapping([LayoutEntry])
    /// Something already complained about; readers pass over it silently.
    case invalid
  }

  /// What the node holds.
  var content: Content
  /// Where it starts.
  var mark: LayoutMark

  /// Whether this is YAML's null: nothing at all, `~` or `null`, unquoted.
  var isNull: Bool {
    guard case .scalar(let text, isPlain: true) = content else { return false }
    return text.isEmpty || text == "~" || text == "null" || text == "Null" || text == "NULL"
  }

  /// Whether the reader already complained about this node.
  var isInvalid: Bool { content == .invalid }

  /// What the node is, in the words of a diagnostic.
  var summary: String {
    if isNull { return "empty" }
    switch content {
    case .scalar(let text, let isPlain): return isPlain ? quoted(text) : "the text \(quoted(text))"
    case .sequence: return "a list"
    case .mapping: return "a mapping"
    case .invalid: return "not readable"
    }
  }
}
