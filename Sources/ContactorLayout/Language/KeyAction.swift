import ContactorSystem

/// Keys to press, or a text to type, on a virtual keyboard that every application hears (contract 13.5).
public struct KeyAction: Hashable, Sendable {
  /// The keys by the names of xkbcommon's keysyms, such as `Alt_L` and `Left`; pressed in this order and released in the reverse.
  ///
  /// Whether xkbcommon knows the names is not checked here.
  public var keys: [String]
  /// The text to type instead, perhaps with placeholders; `nil` for keys.
  public var text: PlaceholderTemplate?
  /// Whether the keys stay down until the gesture is over.
  public var isHeld: Bool
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

  /// The target that the log names: the keys, as `Alt_L+Left`, or `text` where a text is typed.
  public var label: String { text == nil ? keys.joined(separator: "+") : "text" }

  /// The keysym's name for a name in a layout: aliases such as `alt`, single characters, and any other name as it is.
  static func keysym(_ name: String) -> String {
    if let scalar = name.unicodeScalars.first, name.unicodeScalars.count == 1 {
      let isName = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      if isName { return name }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "U" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }
    let lowered = name.lowercased()
    if let alias = aliases[lowered] { return alias }
    // Function keys are F1 … F35.
    if lowered.utf8.first == UInt8(ascii: "f"), let number = Int(lowered.dropFirst()), (1...35).contains(number) { return "F\(number)" }
    return name
  }

  /// Usual names of keys, in lower case; `meta` and `altgr`, which depend on the keymap, are left to it.
  static let aliases = [
    "alt": "Alt_L", "ctrl": "Control_L", "control": "Control_L", "shift": "Shift_L", "super": "Super_L", "win": "Super_L",
    "esc": "Escape", "escape": "Escape", "enter": "Return", "return": "Return", "tab": "Tab",
    "space": "space", "backspace": "BackSpace", "delete": "Delete", "del": "Delete", "insert": "Insert", "left": "Left",
    "right": "Right", "up": "Up", "down": "Down", "home": "Home", "end": "End", "pageup": "Page_Up", "pagedown": "Page_Down",
    "plus": "plus", "menu": "Menu",
  ]
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
    let keys = names.map(KeyAction.keysym)
    for (index, key) in keys.enumerated() where keys[..<index].contains(key) {
      report(node.mark, "\(quoted(names[index])) is here twice")
    }
    return keys
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
