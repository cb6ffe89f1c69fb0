/// A key of a mapping with its value.
struct LayoutEntry: Hashable, Sendable {
  /// The key's text.
  var key: String
  /// Where the key starts.
  var mark: LayoutMark
  /// What stands behind it.
  var value: LayoutNode
}
