/// A mapping's values by key, after its keys were checked against a table.
struct LayoutFields {
  /// Where the mapping starts.
  let mark: LayoutMark
  /// The entries by the key that was meant.
  var entries: [String: LayoutEntry] = [:]

  /// The value of a key; `nil` if it is not there.
  subscript(name: String) -> LayoutNode? { entries[name]?.value }
}
