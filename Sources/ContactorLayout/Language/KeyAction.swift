import ContactorSystem

/// Keys to press, or a text to type, on a virtual keyboard that every application hears (contract 13.5).
public struct KeyAction: Hashable, Sendable {
  /// The keys as the layout names them, such as `alt` and `Left` or one character; pressed in this order and released in the reverse.
  ///
  /// The keymap knows the names: `KeyTable` of ContactorInput finds them, and `contactor check` looks them up.
  public var keys: [String]
  /// The text to type instead, perhaps with placeholders; `nil` for keys.
  public var text: PlaceholderTemplate?
  /// Whether the keys stay down until the gesture is over.
  public var isHeld: Bool
  /// The gesture that holds the keys, in `Phase.hold` and `release`; empty otherwise.
  ///
  /// Each gesture holds its own.
  public internal(set) var holder = ""
  /// Where the keys stand in the file.
  public var mark: LayoutMark

  /// Creates an action.
  public init(keys: [String] = [], text: PlaceholderTemplate? = nil, isHeld: Bool = false, mark: LayoutMark = .file) {
    self.keys = keys
    self.text = text
    self.isHeld = isHeld
    self.mark = mark
  }

  /// What is done with the keys.
  public enum Phase: String, Hashable, Sendable {
    /// They are pressed and released.
    case press
    /// They are pressed, and stay down.
    case hold
    /// They are released after `hold`.
    case release
  }

  /// The target that the log names: the keys, as `alt+Left`, or `text` where a text is typed.
  public var label: String { text == nil ? keys.joined(separator: "+") : "text" }
}

extension LayoutDecoder {
  /// The most keys that one action presses.
  private static let keyLimit = 8

  /// A `key`: a chord as a list or as one text, or `{text: …}`; `nil` if there was a mistake.
  mutating func key(_ fields: LayoutFields, of owner: BindingOwner?) -> KeyAction? {
    guard let node = fields["key"] else { return nil }
    let isHeld = fields["hold"].map { bool($0, "'hold'") } ?? false
    if case .mapping = node.content {
      guard let table = self.fields(of: node, "'key'", in: LayoutSchema.keyText) else { return nil }
      if isHeld, let entry = fields.entries["hold"] { report(entry.mark, "a text cannot be held", expected: "keys such as [alt, left]") }
      let text = table["text"].flatMap { template($0, "'text'", expected: "a text", of: owner) }
      return text.map { KeyAction(text: $0, mark: node.mark) }
    }
    let before = mistakes
    let names = keyNames(node)
    guard mistakes == before, !isFull, !names.isEmpty else { return nil }
    return KeyAction(keys: names, isHeld: isHeld, mark: node.mark)
  }

  private mutating func keyNames(_ node: LayoutNode) -> [String] {
    let expected = "keys such as [alt, left] or \"ctrl+alt+t\""
    var names: [String] = []
    if case .sequence(let nodes) = node.content {
      names = nodes.compactMap { word($0, "a key of 'key'", expected: "a key's name") }
      if nodes.isEmpty { report(node.mark, "'key' has an empty list", expected: expected) }
    } else if let text = word(node, "'key'", expected: expected) {
      names = text == "+" ? ["+"] : text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    }
    if names.contains(where: { $0.isEmpty || $0.contains(" ") }) {
      reject(node, "'key'", expected: expected)
      return []
    }
    guard names.count <= Self.keyLimit else {
      report(node.mark, "'key' has \(count(names.count, "key"))", expected: "at most \(Self.keyLimit)")
      return []
    }
    for (index, name) in names.enumerated() where names[..<index].contains(where: { $0.lowercased() == name.lowercased() }) {
      report(node.mark, "\(quoted(name)) is here twice")
    }
    return names
  }

  /// Reports keys to hold where nothing says when they are released: they are, where a gesture that began is over.
  mutating func checkHolds(_ binding: LayoutBinding) {
    guard binding.event != "began" else { return }
    for case .key(let key) in binding.actions where key.isHeld {
      report(key.mark, "'hold' means nothing in \(quoted(binding.event))", expected: "'began' of a gesture")
    }
  }
}

extension LayoutSchema {
  static let keyText = LayoutTable(owner: "'key'", keys: [.required("text", "a text")])
}
