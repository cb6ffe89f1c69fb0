/// What a mapping of the layout file may hold: the schema, as data.
struct LayoutTable: Sendable {
  /// One key of a mapping.
  struct Key: Sendable {
    /// Whether the key must be there.
    enum Presence: Sendable {
      case required
      case optional
      /// The key is promised, but this version cannot do it yet.
      case later
    }

    /// The key.
    let name: String
    /// How its value is written, for messages.
    let shape: String
    /// Whether the key must be there.
    let presence: Presence
    /// The kinds of view that take it; `nil` for all.
    let kinds: [LayoutKind]?
  }

  /// What the mapping describes, with its article, for messages.
  let owner: String
  /// The keys in the order in which messages name them.
  let keys: [Key]

  /// The keys' names.
  var names: [String] { keys.map(\.name) }

  /// The key of that name.
  subscript(name: String) -> Key? { keys.first { $0.name == name } }
}

extension LayoutTable.Key {
  /// A key that must be there.
  static func required(_ name: String, _ shape: String) -> Self {
    Self(name: name, shape: shape, presence: .required, kinds: nil)
  }

  /// A key that may be there, perhaps in views of some kinds only.
  static func optional(_ name: String, _ shape: String, in kinds: [LayoutKind]? = nil) -> Self {
    Self(name: name, shape: shape, presence: .optional, kinds: kinds)
  }

  /// A key that a later version will take.
  static func later(_ name: String) -> Self {
    Self(name: name, shape: "", presence: .later, kinds: nil)
  }
}
