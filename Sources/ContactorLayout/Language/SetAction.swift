/// A control's value, text or state to set, and whether a view is shown and takes touches.
public struct SetAction: Hashable, Sendable {
  /// A number, which may come from placeholders.
  public enum Number: Hashable, Sendable {
    /// A number of the layout.
    case fixed(Double)
    /// A text that is a number once its placeholders are filled in.
    case filled(PlaceholderTemplate)

    /// The number; `nil` where the text, filled in, is no finite number.
    public func number(with values: PlaceholderValues) -> Double? {
      switch self {
      case .fixed(let number): number
      case .filled(let text): YAMLNumber(text.filled(with: values).trimmingBlanks)?.real
      }
    }
  }

  /// On or off, yes or no, which may come from placeholders.
  public enum Flag: Hashable, Sendable {
    /// A flag of the layout.
    case fixed(Bool)
    /// A text that is `on`, `true` or a number other than 0, or `off`, `false` or 0, once its placeholders are filled in.
    case filled(PlaceholderTemplate)

    /// The flag; `nil` where the text, filled in, is none.
    public func flag(with values: PlaceholderValues) -> Bool? {
      guard case .filled(let template) = self else {
        if case .fixed(let flag) = self { return flag } else { return nil }
      }
      let text = template.filled(with: values).trimmingBlanks.lowercased()
      if ["on", "true"].contains(text) { return true }
      if ["off", "false"].contains(text) { return false }
      return YAMLNumber(text)?.real.map { $0 != 0 }
    }
  }

  /// The id of the view.
  public var target: String
  /// The value: one number, a picker's row of each wheel, a matrix's row and column; empty where it stays.
  public var value: [Number] = []
  /// The text, the title or the row's id that is selected; `nil` where it stays.
  public var text: PlaceholderTemplate?
  /// Whether a switch is on, or a button selected; `nil` where it stays.
  public var state: Flag?
  /// Whether a control takes touches; `nil` where it stays.
  public var isEnabled: Flag?
  /// Whether a view is hidden; `nil` where it stays.
  public var isHidden: Flag?
  /// Where the id stands in the file.
  public var mark: LayoutMark

  /// Creates an action that sets nothing yet.
  public init(target: String, mark: LayoutMark = .file) {
    self.target = target
    self.mark = mark
  }

  /// The placeholders in what is set.
  var placeholders: Set<PlaceholderTemplate.Placeholder> {
    var found = text?.placeholders ?? []
    for case .filled(let template) in value { found.formUnion(template.placeholders) }
    for case .filled(let template)? in [state, isEnabled, isHidden] { found.formUnion(template.placeholders) }
    return found
  }
}

extension String {
  /// The text without blanks at its ends.
  fileprivate var trimmingBlanks: String {
    var rest = self[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}

/// A `set` as it stands in the file, for the checks that need all views.
struct WrittenSet {
  /// The action, without what could not be read.
  let action: SetAction
  /// The keys that say what is set, in the order of the table, with their entries; a misspelled key is the nearest correct one.
  let keys: [(name: String, entry: LayoutEntry)]
}

extension LayoutDecoder {
  /// A `set`: the id of a view, and what is set; `nil` if there was a mistake.
  ///
  /// Whether the view can be set so is looked up when all views are known.
  mutating func set(_ fields: LayoutFields, of owner: BindingOwner?) -> SetAction? {
    guard let node = fields["set"], let target = word(node, "'set'", expected: "a view's id") else { return nil }
    let before = mistakes
    var action = SetAction(target: target, mark: node.mark)
    if let node = fields["value"] { action.value = settableNumbers(node, of: owner) }
    if let node = fields["text"] { action.text = template(node, "'text'", expected: "a text", of: owner, mayBeEmpty: true) }
    action.state = fields["state"].flatMap { flag($0, "'state'", of: owner) { $0.onOrOff($1, $2) } }
    action.isEnabled = fields["enabled"].flatMap { flag($0, "'enabled'", of: owner) { $0.bool($1, $2) } }
    action.isHidden = fields["hidden"].flatMap { flag($0, "'hidden'", of: owner) { $0.bool($1, $2) } }
    let keys = LayoutSchema.settable.compactMap { name in fields.entries[name].map { (name, $0) } }
    if keys.isEmpty { report(node.mark, "'set' sets nothing", expected: "one of \(LayoutSchema.settable.joined(separator: ", "))") }
    sets.append(WrittenSet(action: action, keys: keys))
    return mistakes == before && !isFull ? action : nil
  }

  /// A number, or a list of them.
  private mutating func settableNumbers(_ node: LayoutNode, of owner: BindingOwner?) -> [SetAction.Number] {
    guard case .sequence(let nodes) = node.content else { return settableNumber(node, of: owner).map { [$0] } ?? [] }
    if nodes.isEmpty { report(node.mark, "'value' is an empty list", expected: "a number, or one for each wheel") }
    return nodes.compactMap { settableNumber($0, of: owner) }
  }

  private mutating func settableNumber(_ node: LayoutNode, of owner: BindingOwner?) -> SetAction.Number? {
    guard hasPlaceholder(node) else { return .fixed(number(node, "'value'", .value)) }
    guard let template = template(node, "'value'", expected: "a number", of: owner) else { return nil }
    guard template.literalText.utf8.allSatisfy({ Self.charactersOfNumbers.contains($0) }) else {
      reject(node, "'value'", expected: "a number: a placeholder such as \"{value}\" without a text around it")
      return nil
    }
    return .filled(template)
  }

  private static let charactersOfNumbers = Set("0123456789+-.eE ".utf8)

  /// A flag that a closure reads, or one that placeholders give.
  private mutating func flag(
    _ node: LayoutNode, _ name: String, of owner: BindingOwner?, read: (inout LayoutDecoder, LayoutNode, String) -> Bool
  ) -> SetAction.Flag? {
    guard hasPlaceholder(node) else { return .fixed(read(&self, node, name)) }
    return template(node, name, expected: "a flag", of: owner).map(SetAction.Flag.filled)
  }

  /// `on` or `off`.
  private mutating func onOrOff(_ node: LayoutNode, _ name: String) -> Bool {
    guard case .scalar(let text, _) = node.content, !["on", "off"].contains(text) else {
      return choice(node, name, of: ["on", "off"]) == "on"
    }
    let meant = ["true": "on", "yes": "on", "1": "on", "false": "off", "no": "off", "0": "off"][text.lowercased()]
    reject(node, name, expected: "on or off", suggestion: meant ?? NameIndex.nearest(to: text, in: ["on", "off"]))
    return false
  }

  /// Whether a node is a text with a brace, or the placeholder without quotes that YAML takes for a mapping.
  private func hasPlaceholder(_ node: LayoutNode) -> Bool {
    switch node.content {
    case .scalar(let text, _): text.utf8.contains(UInt8(ascii: "{"))
    case .mapping(let entries): entries.count == 1 && entries[0].value.isNull
    case .sequence, .invalid: false
    }
  }
}

extension LayoutSchema {
  /// The keys that say what `set` sets.
  static let settable = ["value", "text", "state", "enabled", "hidden"]
}
