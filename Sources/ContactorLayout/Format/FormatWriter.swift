/// Writes a YAML file in the one form of layouts.
///
/// Two spaces for each level, also for lists below their key; one blank after `:` and `,` and none within braces; one blank line at
/// most; comments at the ends of neighbouring lines below each other. A list or mapping in braces stays so where it fits into
/// `width`; a longer mapping becomes lines of its own, and so does a longer list, unless its elements are short: then it is filled
/// into lines. Where the whole file is in braces, as JSON is, it stays so.
struct FormatWriter {
  /// The greatest width of a list or mapping in braces, with what stands before it, in characters.
  static let width = 120
  /// The greatest width of the elements with which a long list is filled into lines.
  static let shortElement = 40

  private enum Line {
    case blank
    case comment(indent: Int, String)
    case code(indent: Int, String, comment: String?)
    /// A line of a block scalar.
    case raw(String)
  }

  private var lines: [Line] = []
  /// The dashes that stand before the next code, and their column.
  private var dashes: (indent: Int, text: String)?

  /// The text of a document.
  static func text(of document: FormatDocument) -> String {
    var writer = FormatWriter()
    writer.write(document)
    return writer.text
  }

  private mutating func write(_ document: FormatDocument) {
    let root = document.root
    for (index, line) in document.header.enumerated() {
      let isLast = index == document.header.count - 1
      lines.append(.code(indent: 0, line, comment: isLast ? root.opening : nil))
    }
    if let opening = root.opening, document.header.isEmpty { lines.append(.comment(indent: 0, opening)) }
    root.opening = nil
    comments(root.before + root.inside, 0)
    root.inside = []
    let isFlow = root.value.collection?.isFlow ?? false
    if isFlow { broken(root, lead: "", 0, suffix: "") } else { value(root, lead: "", 0) }
    comments(document.end, 0)
    if document.hasEndMarker { lines.append(.code(indent: 0, "...", comment: nil)) }
  }

  // MARK: Block style

  private mutating func entries(_ collection: FormatCollection, _ indent: Int) {
    for (index, entry) in collection.entries.enumerated() {
      comments(entry.before, indent, isFirst: index == 0)
      if entry.isAfterBlank, index > 0 || !entry.before.isEmpty { blank() }
      // The comment behind braces that are taken away.
      if entry.key == nil, let inner = entry.value.collection, let trailing = entry.trailing, fitted(inner, "-", entry, indent) == nil {
        code("", indent, comment: trailing)
        entry.trailing = nil
      }
      value(entry, lead: entry.key.map(Self.lead) ?? "-", indent)
    }
    comments(collection.end, indent)
  }

  /// A key with its colon.
  private static func lead(_ key: FormatNode) -> String {
    guard case .text(let lines) = key.content else { return ":" }
    let text = [key.anchor, lines.joined(separator: " ")].compactMap { $0 }.joined(separator: " ")
    // A colon could be a part of an alias's name.
    return text + (lines[0].hasPrefix("*") || lines == [""] && key.anchor != nil ? " :" : ":")
  }

  private mutating func value(_ entry: FormatEntry, lead: String, _ indent: Int) {
    let start = [lead, entry.value.anchor ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    switch entry.value.content {
    case .text(let text): inline(text, entry, start, indent)
    case .block(let header, let content):
      inline([header], entry, start, indent, isBlock: true)
      lines += content.map { .raw($0.isEmpty ? "" : String(repeating: " ", count: indent + 2) + $0) }
    case .collection(let collection):
      if let text = fitted(collection, start, entry, indent) { return inline(text, entry, start, indent) }
      block(collection, entry, lead, start, indent)
    }
  }

  /// A list or mapping in braces in one line, or a list filled into several; `nil` where it becomes lines of its own.
  private func fitted(_ collection: FormatCollection, _ start: String, _ entry: FormatEntry, _ indent: Int) -> [String]? {
    guard collection.isFlow, let text = Self.flow(collection) else { return nil }
    let isBelow = entry.opening != nil || !entry.inside.isEmpty
    let column = isBelow ? indent + 2 : indent + (start.isEmpty ? 0 : start.width + 1)
    if column + text.width <= Self.width || collection.entries.isEmpty { return [text] }
    guard !collection.isMapping else { return nil }
    let elements = collection.entries.compactMap { Self.flow($0) }
    guard elements.allSatisfy({ $0.width <= Self.shortElement }) else { return nil }
    return Self.filled(elements, from: column, then: indent + 2)
  }

  private static func filled(_ elements: [String], from column: Int, then indent: Int) -> [String] {
    var lines: [String] = []
    var line = "["
    var used = column
    for (index, element) in elements.enumerated() {
      let text = element + (index == elements.count - 1 ? "]" : ",")
      let isBare = line == "[" || line.isEmpty
      if !isBare, used + line.width + 1 + text.width > width {
        lines.append(line)
        (line, used) = ("", indent)
      }
      line += (line.isEmpty || line == "[" ? "" : " ") + text
    }
    return lines + [line]
  }

  /// A text behind its key or dash, or below it where a comment is between.
  private mutating func inline(_ text: [String], _ entry: FormatEntry, _ start: String, _ indent: Int, isBlock: Bool = false) {
    let isBelow = !entry.inside.isEmpty || entry.opening != nil && !isBlock
    var inner = indent
    var first = text[0]
    if isBelow, text != [""] {
      code(start, indent, comment: isBlock ? nil : entry.opening)
      comments(entry.inside, indent + 2, isFirst: true)
      inner = start.isEmpty ? indent : indent + 2
    } else {
      first = [start, first].filter { !$0.isEmpty }.joined(separator: " ")
    }
    let comment = isBlock || isBelow && text == [""] ? entry.opening : entry.trailing
    code(first, inner, comment: text.count == 1 ? comment : nil)
    for (index, line) in text.enumerated().dropFirst() {
      if line.isEmpty { lines.append(.raw("")) } else { code(line, indent + 2, comment: index == text.count - 1 ? comment : nil) }
    }
    if isBelow, text == [""] { comments(entry.inside, indent + 2, isFirst: true) }
  }

  private mutating func block(_ collection: FormatCollection, _ entry: FormatEntry, _ lead: String, _ start: String, _ indent: Int) {
    var inside = entry.inside
    var opening = entry.opening
    if let trailing = entry.trailing {
      if opening == nil { opening = trailing } else { inside.append(FormatComment(text: trailing, column: 0, isAfterBlank: false)) }
    }
    let inner = lead.isEmpty ? indent : indent + 2
    let isPlain = opening == nil && inside.isEmpty && entry.value.anchor == nil
    if lead.isEmpty, isPlain {
      // The document itself.
    } else if lead == "-", isPlain, collection.entries[0].before.isEmpty {
      dashes = (dashes?.indent ?? indent, (dashes?.text ?? "") + "- ")
    } else {
      code(start, indent, comment: opening)
    }
    comments(inside, inner, isFirst: true)
    entries(collection, inner)
  }

  // MARK: Flow style

  /// A list or mapping in one line; `nil` where a comment or a text of several lines is in it.
  private static func flow(_ collection: FormatCollection) -> String? {
    guard collection.end.isEmpty else { return nil }
    var parts: [String] = []
    for entry in collection.entries {
      guard let part = flow(entry) else { return nil }
      parts.append(part)
    }
    let text = parts.joined(separator: ", ")
    return collection.isMapping ? "{\(text)}" : "[\(text)]"
  }

  /// An entry or element in one line.
  private static func flow(_ entry: FormatEntry) -> String? {
    guard entry.before.isEmpty, entry.inside.isEmpty, entry.opening == nil, entry.trailing == nil else { return nil }
    guard let text = flow(entry.value) else { return nil }
    guard let key = entry.key else { return text }
    return entry.value.isEmpty ? bare(key) : lead(key) + " " + text
  }

  /// A key without a value: within braces it needs no colon.
  private static func bare(_ key: FormatNode) -> String {
    let lead = lead(key)
    return lead == ":" ? ": " : lead.hasSuffix(" :") ? String(lead.dropLast(2)) : String(lead.dropLast())
  }

  private static func flow(_ node: FormatNode) -> String? {
    switch node.content {
    case .text(let lines):
      guard lines.count == 1 else { return nil }
      return [node.anchor, lines[0]].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
    case .block: return nil
    case .collection(let collection):
      return flow(collection).map { text in node.anchor.map { "\($0) \(text)" } ?? text }
    }
  }

  /// An entry in a file that is in braces as a whole: what does not fit has its entries on lines of their own.
  private mutating func broken(_ entry: FormatEntry, lead: String, _ indent: Int, suffix: String) {
    let start = [lead, entry.value.anchor ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    let prefix = start.isEmpty ? "" : start + " "
    if let opening = entry.opening { lines.append(.comment(indent: indent, opening)) }
    comments(entry.inside, indent)
    switch entry.value.content {
    case .text(let text):
      for (index, line) in text.enumerated() {
        let isLast = index == text.count - 1
        let part = (index == 0 ? prefix + line : line).trimmingEnd + (isLast ? suffix : "")
        if part.isEmpty {
          lines.append(.raw(""))
        } else {
          code(part, index == 0 ? indent : indent + 2, comment: isLast ? entry.trailing : nil)
        }
      }
    case .block: break
    case .collection(let collection):
      if let text = Self.flow(collection), indent + prefix.width + text.width + suffix.width <= Self.width || collection.entries.isEmpty {
        return code(prefix + text + suffix, indent, comment: entry.trailing)
      }
      code(prefix + (collection.isMapping ? "{" : "["), indent, comment: nil)
      for (index, element) in collection.entries.enumerated() {
        comments(element.before, indent + 2, isFirst: index == 0)
        if element.isAfterBlank, index > 0 || !element.before.isEmpty { blank() }
        let isLast = index == collection.entries.count - 1
        let lead = element.key.map { element.value.isEmpty ? Self.bare($0) : Self.lead($0) }
        broken(element, lead: lead ?? "", indent + 2, suffix: isLast ? "" : ",")
      }
      comments(collection.end, indent + 2)
      code((collection.isMapping ? "}" : "]") + suffix, indent, comment: entry.trailing)
    }
  }

  // MARK: Lines

  private mutating func code(_ text: String, _ indent: Int, comment: String?) {
    if let (column, dashes) = dashes {
      lines.append(.code(indent: column, dashes + text, comment: comment))
      self.dashes = nil
    } else if text.isEmpty {
      if let comment { lines.append(.comment(indent: indent, comment)) }
    } else {
      lines.append(.code(indent: indent, text, comment: comment))
    }
  }

  private mutating func comments(_ comments: [FormatComment], _ indent: Int, isFirst: Bool = false) {
    for (index, comment) in comments.enumerated() {
      if comment.isAfterBlank, index > 0 || !isFirst { blank() }
      lines.append(.comment(indent: indent, comment.text))
    }
  }

  private mutating func blank() {
    if !lines.isEmpty { lines.append(.blank) }
  }

  /// The lines as a text, the comments at their ends aligned.
  private var text: String {
    var text = ""
    var index = 0
    while index < lines.count {
      guard case .code(let indent, _, _) = lines[index] else {
        switch lines[index] {
        case .comment(let indent, let comment): text += String(repeating: " ", count: indent) + comment
        case .raw(let line): text += line
        default: break
        }
        text += "\n"
        index += 1
        continue
      }
      let run = lines[index...].prefix { if case .code(indent, _, _) = $0 { true } else { false } }
      let column = run.map { if case .code(_, let code, .some) = $0 { code.width } else { 0 } }.max() ?? 0
      for case .code(_, let code, let comment) in run {
        text += String(repeating: " ", count: indent) + code
        if let comment { text += String(repeating: " ", count: column - code.width + 2) + comment }
        text += "\n"
      }
      index = run.endIndex
    }
    return text
  }
}

extension String {
  /// The number of its characters, as editors count columns.
  fileprivate var width: Int { unicodeScalars.count }
}
