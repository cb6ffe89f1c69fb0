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
    /// The kinds of view or gesture that take it, by their nouns; `nil` for all.
    let owners: [String]?
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
    Self(name: name, shape: shape, presence: .required, owners: nil)
  }

  /// A key that may be there, perhaps in views of some kinds only.
  static func optional(_ name: String, _ shape: String, in kinds: [LayoutKind]? = nil) -> Self {
    Self(name: name, shape: shape, presence: .optional, owners: kinds?.map(\.noun))
  }

  /// A key that may be there in gestures of some kinds.
  static func optional(_ name: String, _ shape: String, in kinds: [LayoutGestureKind]) -> Self {
    Self(name: name, shape: shape, presence: .optional, owners: kinds.map(\.noun))
  }

  /// A key that a later version will take.
  static func later(_ name: String) -> Self {
    Self(name: name, shape: "", presence: .later, owners: nil)
  }
}
