/// Builds the tree of a YAML file as it is written, from libyaml's events and what stands between them.
///
/// Between events stand blanks, line breaks, comments and indicators only, so that each `#` there begins a comment.
struct FormatReader {
  /// The place to which a comment at the end of a line belongs.
  private enum Target {
    case none
    case opening(FormatEntry)
    case trailing(FormatEntry)
  }

  private let source: [UnicodeScalar]
  private let events: [YAMLEvent]
  private var index = 0
  private var document = FormatDocument()

  /// The character up to which the source is read.
  private var position = 0
  /// The line breaks since the last token or comment.
  private var lineBreaks = 0
  /// Whether no line break came since the last token.
  private var isSameLine = true
  private var target = Target.none
  /// The comments that belong to what comes next, or to the end of a list or mapping that is over.
  private var pending: [FormatComment] = []
  /// The columns of the block lists and mappings around the position.
  private var columns: [Int] = []

  /// - Parameters:
  ///   - source: the text, its line breaks all line feeds.
  ///   - events: the text's events, of one document.
  init(_ source: [UnicodeScalar], _ events: [YAMLEvent]) {
    (self.source, self.events) = (source, events)
  }

  /// The document.
  mutating func read() -> FormatDocument {
    while index < events.count {
      let event = events[index]
      switch event.kind {
      case .streamStart: index += 1
      case .documentStart:
        index += 1
        if !event.range.isEmpty { readHeader(to: event.range.upperBound) }
      case .documentEnd:
        index += 1
        absorb(to: event.range.lowerBound)
        document.hasEndMarker = !event.range.isEmpty
        take(to: event.range.upperBound, .none)
      case .streamEnd:
        index += 1
        absorb(to: source.count)
      default: document.root.value = node(of: document.root)
      }
    }
    document.end = pending
    return document
  }

  private mutating func readHeader(to end: Int) {
    let text = String(String.UnicodeScalarView(source[..<end]))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true).map { $0.trimmingEnd }.filter { !$0.isEmpty }
    document.header = lines
    document.comments += lines.filter { $0.hasPrefix("#") }
    take(to: end, .opening(document.root))
  }

  // MARK: Nodes

  private mutating func node(of entry: FormatEntry) -> FormatNode {
    let event = events[index]
    index += 1
    // Nothing at all: what is around it is read with what comes next.
    if event.range.isEmpty, event.anchor == nil, case .scalar = event.kind { return FormatNode(content: .text([""])) }
    absorb(to: event.range.lowerBound)
    var anchor: String?
    if let name = event.anchor {
      anchor = "&" + name
      take(to: position + 1 + name.unicodeScalars.count, .opening(entry))
    }
    switch event.kind {
    case .sequenceStart: return FormatNode(anchor: anchor, content: .collection(collection(event, isMapping: false, of: entry)))
    case .mappingStart: return FormatNode(anchor: anchor, content: .collection(collection(event, isMapping: true, of: entry)))
    case .scalar(let text, _):
      if anchor != nil { absorbBlanks(to: event.range.upperBound) }
      entry.inside += takePending()
      return FormatNode(anchor: anchor, content: scalar(text, event.range.upperBound, of: entry))
    default:
      entry.inside += takePending()
      let text = self.text(position..<event.range.upperBound)
      take(to: event.range.upperBound, .trailing(entry))
      return FormatNode(anchor: anchor, content: .text([text]))
    }
  }

  private mutating func scalar(_ value: String, _ end: Int, of entry: FormatEntry) -> FormatNode.Content {
    guard position < end else { return .text([""]) }
    if source[position] == "|" || source[position] == ">" { return blockScalar(value, end, of: entry) }
    let isDouble = source[position] == "\""
    let lines = text(position..<end).split(separator: "\n", omittingEmptySubsequences: false)
    take(to: end, .trailing(entry))
    guard lines.count > 1 else { return .text([String(lines[0])]) }
    return .text(
      lines.enumerated().map { index, line in
        let line = index == 0 ? line : line.drop { $0 == " " || $0 == "\t" }
        return index == lines.count - 1 ? String(line) : isDouble ? line.trimmingUnescapedEnd : line.trimmingEnd
      })
  }

  private mutating func blockScalar(_ value: String, _ end: Int, of entry: FormatEntry) -> FormatNode.Content {
    var lines = text(position..<end).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let head = lines.removeFirst()
    var indicators = String(head.prefix { "|>+-".contains($0) || $0.isNumber }).filter { !$0.isNumber }
    if let mark = head.firstIndex(of: "#") {
      entry.opening = String(head[mark...]).trimmingEnd
      document.comments.append(entry.opening ?? "")
    }
    // The part after the last line break is no line.
    if lines.last?.allSatisfy({ $0 == " " }) ?? false { lines.removeLast() }
    let keepsEnd = indicators.contains("+")
    if !keepsEnd { while lines.last?.isBlank ?? false { lines.removeLast() } }
    let written = head.unicodeScalars.count + lines.reduce(0) { $0 + 1 + $1.unicodeScalars.count }
    position = keepsEnd ? end : position + written
    (lineBreaks, isSameLine, target) = (keepsEnd ? 1 : 0, !keepsEnd, .none)

    // Spaces that belong to the text are no indentation.
    let first = value.split(separator: "\n").first { !$0.allSatisfy { $0 == " " } }
    let own = first?.prefix { $0 == " " }.count ?? 0
    // Lines of blanks alone are empty.
    let indentation = lines.first { !$0.isBlank }.map { $0.prefix { $0 == " " }.count - own } ?? .max
    if own > 0 { indicators.insert("2", at: indicators.index(after: indicators.startIndex)) }
    lines = lines.map { line in
      let spaces = line.prefix { $0 == " " }.count
      return String(line.dropFirst(min(spaces, max(0, indentation))))
    }
    return .block(header: indicators, lines: lines)
  }

  // MARK: Lists and mappings

  private mutating func collection(_ start: YAMLEvent, isMapping: Bool, of entry: FormatEntry) -> FormatCollection {
    let collection = FormatCollection(isMapping: isMapping, isFlow: start.isFlow)
    if start.isFlow {
      absorbBlanks(to: start.range.upperBound)
      entry.inside += takePending()
      // A pair in a list, as in [a: b], has no brace.
      take(to: max(position, start.range.upperBound), .none)
    }
    while let element = nextEntry(of: collection) {
      collection.entries.append(element)
      if isMapping {
        let key = FormatEntry()
        element.key = node(of: key)
        element.before += key.inside
        target = .opening(element)
      }
      element.value = node(of: element)
    }
    if start.isFlow {
      collection.end = takePending()
      take(to: max(position, events[index].range.upperBound), .trailing(entry))
      if collection.entries.isEmpty {
        entry.before += collection.end
        collection.end = []
      }
    } else {
      columns.removeLast()
      let outer = columns.last ?? -1
      let count = pending.prefix { $0.column >= collection.column && $0.column > outer }.count
      collection.end = Array(pending[..<count])
      pending.removeFirst(count)
    }
    index += 1
    return collection
  }

  /// The next entry, with what stands before it; `nil` at the end.
  private mutating func nextEntry(of collection: FormatCollection) -> FormatEntry? {
    let event = events[index]
    let isFirst = collection.entries.isEmpty
    switch event.kind {
    case .mappingEnd, .sequenceEnd:
      absorb(to: event.range.lowerBound)
      return nil
    default: break
    }
    let dash = collection.isFlow || collection.isMapping ? nil : self.dash(before: event.range.lowerBound)
    absorb(to: dash ?? event.range.lowerBound)
    let entry = FormatEntry()
    entry.isAfterBlank = lineBreaks > 1
    entry.before = takePending()
    if isFirst, !collection.isFlow {
      collection.column = column(of: position)
      columns.append(collection.column)
    }
    if let dash { take(to: dash + 1, .opening(entry)) }
    return entry
  }

  /// The place of the dash before the next element of a block list.
  private func dash(before end: Int) -> Int? {
    var place = position
    while place < end {
      if source[place] == "-" { return place }
      if source[place] == "#" { while place < end, !source[place].isLineBreak { place += 1 } } else { place += 1 }
    }
    return nil
  }

  // MARK: Between tokens

  /// Goes on to the end of a token; a comment on its line belongs to the target.
  private mutating func take(to end: Int, _ target: Target) {
    (position, lineBreaks, isSameLine) = (end, 0, true)
    self.target = target
  }

  /// Reads what stands between tokens.
  private mutating func absorb(to end: Int) {
    while position < end {
      let scalar = source[position]
      if scalar == "#" {
        readComment()
        continue
      }
      if scalar.isLineBreak {
        lineBreaks += 1
        isSameLine = false
      }
      position += 1
    }
  }

  /// Reads blanks and comments up to a token.
  private mutating func absorbBlanks(to end: Int) {
    var place = position
    while place < end, source[place] == " " || source[place] == "\t" || source[place] == "#" || source[place].isLineBreak {
      if source[place] == "#" { while place < end, !source[place].isLineBreak { place += 1 } } else { place += 1 }
    }
    absorb(to: place)
  }

  private mutating func readComment() {
    let start = position
    while position < source.count, !source[position].isLineBreak { position += 1 }
    let text = self.text(start..<position).trimmingEnd
    document.comments.append(text)
    defer { lineBreaks = 0 }
    if isSameLine {
      isSameLine = false
      switch target {
      case .opening(let entry) where entry.opening == nil:
        entry.opening = text
        return
      case .trailing(let entry) where entry.trailing == nil:
        entry.trailing = text
        return
      default: break
      }
    }
    pending.append(FormatComment(text: text, column: column(of: start), isAfterBlank: lineBreaks > 1))
  }

  private mutating func takePending() -> [FormatComment] {
    defer { pending = [] }
    return pending
  }

  private func column(of place: Int) -> Int {
    var start = place
    while start > 0, !source[start - 1].isLineBreak { start -= 1 }
    return place - start
  }

  private func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(source[range])) }
}

extension UnicodeScalar {
  /// Whether YAML 1.1 ends a line here; carriage returns are replaced before.
  fileprivate var isLineBreak: Bool { self == "\n" || self == "\u{85}" || self == "\u{2028}" || self == "\u{2029}" }
}

extension StringProtocol {
  /// The text without blanks at its end.
  var trimmingEnd: String {
    var rest = self[...]
    while rest.last == " " || rest.last == "\t" { rest.removeLast() }
    return String(rest)
  }

  /// The text without blanks at its end; one behind a backslash stays.
  fileprivate var trimmingUnescapedEnd: String {
    let text = trimmingEnd
    let backslashes = text.reversed().prefix { $0 == "\\" }.count
    guard !backslashes.isMultiple(of: 2), text.count < count else { return text }
    return text + String(dropFirst(text.count).prefix(1))
  }

  /// Whether there are blanks only.
  fileprivate var isBlank: Bool { allSatisfy { $0 == " " || $0 == "\t" } }
}
