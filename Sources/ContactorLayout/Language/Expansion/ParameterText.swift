import ContactorSystem

/// The parameters that are known in a part of a layout, and the place that gives them values.
struct LayoutScope {
  /// The values by the parameters' names.
  var values: [String: LayoutNode]
  /// The use of the template, or the item of the repetition.
  let use: LayoutUse
  private let mover: SharedMover

  /// Lets copies of the scope share the origins that they make.
  private final class SharedMover {
    var mover: LayoutMover

    init(_ mover: LayoutMover) { self.mover = mover }
  }

  init(values: [String: LayoutNode], use: LayoutUse, file: String) {
    self.values = values
    self.use = use
    mover = SharedMover(LayoutMover(use, file: file))
  }

  /// A place in what is copied.
  func place(_ mark: LayoutMark) -> LayoutMark { mover.mover(mark) }
}

/// A text with parameters, `$(name)`; `$$(` stands for `$(`.
///
/// The form is none of the placeholders of actions, `{value}`, nor of a shell's variables, `$name`.
struct ParameterText {
  /// A part of the text.
  enum Piece: Equatable {
    case text(String)
    case parameter(String)
    /// A `$(` without a `)`.
    case open
  }

  /// The parts in order.
  let pieces: [Piece]

  init(_ text: String) {
    guard text.utf8.contains(UInt8(ascii: "$")) else {
      pieces = [.text(text)]
      return
    }
    var pieces: [Piece] = []
    var literal = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "$", rest.starts(with: "$(".unicodeScalars) {
        rest.removeFirst(2)
        literal += "$("
      } else if scalar == "$", rest.first == "(" {
        if !literal.isEmpty { pieces.append(.text(literal)) }
        literal = ""
        rest.removeFirst()
        guard let end = rest.firstIndex(of: ")") else {
          pieces.append(.open)
          break
        }
        pieces.append(.parameter(String(rest[..<end])))
        rest = rest[rest.index(after: end)...]
      } else {
        literal.unicodeScalars.append(scalar)
      }
    }
    if !literal.isEmpty { pieces.append(.text(literal)) }
    self.pieces = pieces
  }

  /// The names of the parameters.
  var names: [String] {
    pieces.compactMap { piece in
      if case .parameter(let name) = piece { name } else { nil }
    }
  }
}

extension LayoutExpander {
  /// A place in what is copied; the place itself outside of templates.
  func place(_ mark: LayoutMark, _ scope: LayoutScope?) -> LayoutMark { scope?.place(mark) ?? mark }

  /// A part of a layout with its parameters filled in.
  ///
  /// - Parameter isOpen: whether other parameters are left as they are, for a repetition inside may have them.
  mutating func filled(
    _ node: LayoutNode, _ scope: LayoutScope, depth: Int, isOpen: Bool = false
  ) throws(LayoutDiagnostic) -> LayoutNode {
    try count(scope.use.mark, depth: depth)
    var result = LayoutNode(content: node.content, mark: scope.place(node.mark))
    switch node.content {
    case .scalar(let text, let isPlain):
      return try filled(text, isPlain: isPlain, result.mark, scope, depth: depth, isOpen: isOpen)
    case .sequence(let elements):
      var filled: [LayoutNode] = []
      for element in elements { filled.append(try self.filled(element, scope, depth: depth + 1, isOpen: isOpen)) }
      result.content = .sequence(filled)
    case .mapping(let entries):
      let isOpen = isOpen || entries.contains { $0.key == "repeat" }
      var filled: [LayoutEntry] = []
      for entry in entries {
        let value = try self.filled(entry.value, scope, depth: depth + 1, isOpen: isOpen)
        filled.append(try self.entry(entry, value, scope, isOpen: isOpen))
      }
      result.content = .mapping(filled)
    case .invalid: break
    }
    return result
  }

  /// An entry of what is copied, with another value.
  mutating func entry(
    _ entry: LayoutEntry, _ value: LayoutNode, _ scope: LayoutScope?, isOpen: Bool = false
  ) throws(LayoutDiagnostic) -> LayoutEntry {
    guard let scope else { return LayoutEntry(key: entry.key, mark: entry.mark, value: value) }
    let mark = scope.place(entry.mark)
    guard entry.key.utf8.contains(UInt8(ascii: "$")) else { return LayoutEntry(key: entry.key, mark: mark, value: value) }
    let key = try filled(entry.key, isPlain: true, mark, scope, depth: 0, isOpen: isOpen)
    guard case .scalar(let name, _) = key.content else {
      mistakes.report(mark, "the key \(quoted(entry.key)) is \(key.summary)", expected: "a word")
      return LayoutEntry(key: entry.key, mark: mark, value: value)
    }
    return LayoutEntry(key: name, mark: mark, value: value)
  }

  /// A text with its parameters filled in; one that is a parameter and nothing else stands for the parameter's whole value.
  private mutating func filled(
    _ text: String, isPlain: Bool, _ mark: LayoutMark, _ scope: LayoutScope, depth: Int, isOpen: Bool
  ) throws(LayoutDiagnostic) -> LayoutNode {
    let pieces = ParameterText(text).pieces
    if case .parameter(let name)? = pieces.first, pieces.count == 1 {
      guard let value = scope.values[name] else {
        if !isOpen { reportMissing(name, mark, scope) }
        return LayoutNode(content: isOpen ? .scalar(text: text, isPlain: isPlain) : .invalid, mark: mark)
      }
      var mover = LayoutMover(LayoutUse(kind: .parameter, name: name, file: file(of: mark), mark: mark), file: mistakes.file)
      return try copied(value, isPlain: isPlain, depth: depth) { mover($0) }
    }
    var result = ""
    for piece in pieces {
      switch piece {
      case .text(let text): result += text
      case .open:
        mistakes.report(mark, "a '$(' has no ')'", expected: "a parameter such as $(item), or '$$(' for '$('")
        return LayoutNode(content: .invalid, mark: mark)
      case .parameter(let name):
        guard let value = scope.values[name] else {
          if isOpen {
            result += "$(\(name))"
            continue
          }
          reportMissing(name, mark, scope)
          return LayoutNode(content: .invalid, mark: mark)
        }
        guard case .scalar(let text, _) = value.content else {
          if !value.isInvalid { mistakes.report(mark, "$(\(name)) inside a text is \(value.summary)", expected: "a text or a number") }
          return LayoutNode(content: .invalid, mark: mark)
        }
        result += text
        try countText(text, mark)
      }
    }
    return LayoutNode(content: .scalar(text: result, isPlain: isPlain), mark: mark)
  }

  /// A copy of a parameter's value, its values counted; a text in a placeholder with quotes is no number.
  private mutating func copied(
    _ node: LayoutNode, isPlain: Bool, depth: Int, _ place: (LayoutMark) -> LayoutMark
  ) throws(LayoutDiagnostic) -> LayoutNode {
    var result = LayoutNode(content: node.content, mark: place(node.mark))
    switch node.content {
    case .scalar(let text, let wasPlain): result.content = .scalar(text: text, isPlain: isPlain && wasPlain)
    case .sequence(let elements):
      var copies: [LayoutNode] = []
      for element in elements {
        try count(result.mark, depth: depth + 1)
        copies.append(try copied(element, isPlain: true, depth: depth + 1, place))
      }
      result.content = .sequence(copies)
    case .mapping(let entries):
      var copies: [LayoutEntry] = []
      for entry in entries {
        try count(result.mark, depth: depth + 1)
        copies.append(
          LayoutEntry(
            key: entry.key, mark: place(entry.mark), value: try copied(entry.value, isPlain: true, depth: depth + 1, place)))
      }
      result.content = .mapping(copies)
    case .invalid: break
    }
    return result
  }

  private mutating func countText(_ text: String, _ mark: LayoutMark) throws(LayoutDiagnostic) {
    textLeft -= text.utf8.count
    guard textLeft >= 0 else {
      throw LayoutDiagnostic(
        file: mistakes.file, mark: mark, message: "the texts of templates have more than \(Self.textLimit) bytes together")
    }
  }

  private mutating func reportMissing(_ name: String, _ mark: LayoutMark, _ scope: LayoutScope) {
    isIncomplete = true
    guard !mistakes.isFull else { return }
    let names = scope.values.keys.sorted()
    let nearest = NameIndex(names).nearest(to: name, steps: &mistakes.suggestionSteps)
    let known = names.prefix(20).map { "$(\($0))" }.joined(separator: ", ")
    let expected =
      scope.use.kind == .use
      ? "'with: {\(name): …}' where the template is used, or '$$(' for '$('" : "one of \(known), or '$$(' for '$('"
    mistakes.report(mark, "nothing is given for $(\(name))", expected: expected, suggestion: nearest.map { "$(\($0))" })
  }
}
