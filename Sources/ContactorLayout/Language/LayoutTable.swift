/// The keys of one mapping of the layout file: the schema as data.
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
    /// The form of the value, for messages.
    let shape: String
    /// Whether the key must be there.
    let presence: Presence
    /// The nouns of the kinds of view or gesture that have the key; `nil` for all.
    let owners: [String]?
  }

  /// The noun of the mapping with its article, for messages.
  let owner: String
  /// The keys in the order in which messages name them.
  let keys: [Key]

  /// The keys' names.
  var names: [String] { keys.map(\.name) }

  /// The names of the keys that a kind of view or gesture has; those of all kinds for `nil`.
  func names(of noun: String?) -> [String] {
    keys.filter { key in key.presence != .later && noun.map { key.owners?.contains($0) ?? true } ?? true }.map(\.name)
  }

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

  /// A key that may be there in views of some kinds, and in some that place the views inside.
  static func optional(_ name: String, _ shape: String, in kinds: [LayoutKind], and arrangements: [LayoutArrangement]) -> Self {
    Self(name: name, shape: shape, presence: .optional, owners: kinds.map(\.noun) + arrangements.map(\.rawValue))
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

/// A mapping's values by key, checked against a table.
struct LayoutFields {
  /// Where the mapping starts.
  let mark: LayoutMark
  /// The entries by their keys, misspelled keys under the nearest correct one.
  var entries: [String: LayoutEntry] = [:]

  /// The value of a key; `nil` if it is not there.
  subscript(name: String) -> LayoutNode? { entries[name]?.value }
}
