import ContactorCore

/// A mistake in the table of a keyboard's layout.
public struct KeyboardLayoutError: Error, Hashable, CustomStringConvertible {
  /// The line, from 1.
  public let line: Int
  /// What is wrong, and what would be right.
  public let reason: String

  /// `line 3: …`.
  public var description: String { "line \(line): \(reason)" }
}

extension KeyboardLayout {
  /// Reads a layout from a table.
  ///
  /// ```
  /// :layout German de              name, language, and rtl if it is written from right to left
  /// :plane letters ABC             a plane's name, and the title of the keys that lead to it
  /// q w e r t z u i o p ü          a row of keys: what they type
  /// [gap]*.5 ß/ẞ [space]*3 .com    no key, half a unit wide; with shift ẞ; three units wide; four characters
  /// [shift] [delete] [return] [digits]
  /// :plane digits 123
  /// 1 2 3 [letters]
  /// :alternatives                  what a long press offers
  /// s ß ś
  /// :captions                      what is written below a key's label
  /// 2 ABC
  /// ```
  ///
  /// Keys are separated by blanks. A key of one character always types that. `[…]` is `shift`, `delete`, `space`, `return`, `globe`,
  /// `dismiss`, `left`, `right`, `up`, `down`, `tab`, `escape`, `gap`, or the name of a plane. A layout needs at least one plane
  /// with a key, and each plane's name exists once.
  public init(_ table: String) throws(KeyboardLayoutError) {
    var reader = KeyboardTableReader()
    try reader.read(table)
    self = try reader.finished()
  }
}

/// Reads the lines of a table one after the other.
private struct KeyboardTableReader {
  private enum Section {
    case none, plane, alternatives, captions
  }

  private var layout = KeyboardLayout(name: "", planes: [])
  private var section = Section.none
  private var alternatives: [String: [String]] = [:]
  private var captions: [String: String] = [:]
  /// The planes that keys lead to, with their lines.
  private var destinations: [(name: String, line: Int)] = []
  private var line = 0

  mutating func read(_ table: String) throws(KeyboardLayoutError) {
    for text in table.split(separator: "\n", omittingEmptySubsequences: false) {
      line += 1
      let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
      guard let first = words.first else { continue }
      if first.count > 1, first.hasPrefix(":") {
        try begin(first, Array(words.dropFirst()))
      } else {
        try add(words)
      }
    }
  }

  private mutating func begin(_ directive: String, _ words: [String]) throws(KeyboardLayoutError) {
    switch directive {
    case ":layout":
      layout.name = words.first ?? ""
      layout.language = words.count > 1 ? words[1] : ""
      layout.isRightToLeft = words.contains("rtl")
    case ":plane":
      guard let name = words.first else { throw mistake("':plane' needs a name, such as ':plane letters ABC'") }
      if layout.planeIndex(named: name) != nil { throw mistake("there are two planes '\(name)'; rename one") }
      layout.planes.append(KeyboardLayout.Plane(name, title: words.count > 1 ? words[1] : nil, rows: []))
      section = .plane
    case ":alternatives": section = .alternatives
    case ":captions": section = .captions
    default: throw mistake("'\(directive)' is unknown; there are ':layout', ':plane', ':alternatives' and ':captions'")
    }
  }

  private mutating func add(_ words: [String]) throws(KeyboardLayoutError) {
    switch section {
    case .none: throw mistake("a row of keys comes before the first ':plane'")
    case .alternatives: alternatives[words[0], default: []] += words.dropFirst()
    case .captions: captions[words[0]] = words.dropFirst().joined(separator: " ")
    case .plane:
      var row: [KeyboardLayout.Key] = []
      for word in words { row.append(try key(word)) }
      layout.planes[layout.planes.count - 1].rows.append(row)
    }
  }

  private mutating func key(_ word: String) throws(KeyboardLayoutError) -> KeyboardLayout.Key {
    var (text, width) = (word, 1.0)
    if let star = word.lastIndex(of: "*"), star > word.startIndex, let number = Self.number(word[word.index(after: star)...]) {
      (text, width) = (String(word[..<star]), number)
    }
    var key = text.count > 2 && text.hasPrefix("[") && text.hasSuffix("]") ? named(String(text.dropFirst().dropLast())) : Self.typed(text)
    key.width = width
    return key
  }

  /// A key that types a text; behind a `/`, that with shift.
  private static func typed(_ text: String) -> KeyboardLayout.Key {
    guard text.count > 2, let slash = text.dropFirst().firstIndex(of: "/"), slash < text.index(before: text.endIndex) else {
      return KeyboardLayout.Key(text)
    }
    var key = KeyboardLayout.Key(String(text[..<slash]))
    key.shiftedText = String(text[text.index(after: slash)...])
    return key
  }

  /// A width such as `1.5` or `.5`; `nil` for what is none.
  private static func number(_ text: Substring) -> Double? {
    guard let first = text.first, first.isNumber || first == ".", let number = Double(first == "." ? "0" + text : String(text)) else {
      return nil
    }
    return number > 0 && number.isFinite ? number : nil
  }

  private mutating func named(_ name: String) -> KeyboardLayout.Key {
    if let known = KeyboardLayout.Key.known[name] { return known }
    destinations.append((name, line))
    return KeyboardLayout.Key("", role: .plane(name))
  }

  /// The layout with its labels, alternatives and captions.
  mutating func finished() throws(KeyboardLayoutError) -> KeyboardLayout {
    guard layout.planes.contains(where: { $0.rows.contains { $0.contains { $0.role != .gap } } }) else {
      throw mistake("there is no key; write ':plane letters' and rows of keys below it")
    }
    for (name, line) in destinations where layout.planeIndex(named: name) == nil {
      self.line = line
      let planes = layout.planes.map(\.name).joined(separator: ", ")
      throw mistake("'[\(name)]' is neither a key's name nor a plane; there are the planes \(planes)")
    }
    for plane in layout.planes.indices {
      for row in layout.planes[plane].rows.indices {
        for index in layout.planes[plane].rows[row].indices { complete(&layout.planes[plane].rows[row][index]) }
      }
    }
    return layout
  }

  private func complete(_ key: inout KeyboardLayout.Key) {
    if case .plane(let name) = key.role { key.label = layout.planes.first { $0.name == name }?.title }
    guard key.isText else { return }
    key.alternatives = alternatives[key.text] ?? []
    key.caption = captions[key.text]
  }

  private func mistake(_ reason: String) -> KeyboardLayoutError { KeyboardLayoutError(line: line, reason: reason) }
}

extension KeyboardLayout.Key {
  /// The keys that a table names in brackets.
  fileprivate static let known: [String: KeyboardLayout.Key] = [
    "shift": labelled("", .shift, "⇧"), "delete": labelled(KeyEvent.delete, .delete, "⌫"), "space": labelled(" ", .space, "␣"),
    "return": labelled(KeyEvent.carriageReturn, .return, "⏎"), "globe": labelled("", .globe, "🌐"),
    "dismiss": labelled("", .dismiss, "⌄"), "left": labelled(KeyEvent.leftArrow, .function, "←"),
    "right": labelled(KeyEvent.rightArrow, .function, "→"), "up": labelled(KeyEvent.upArrow, .function, "↑"),
    "down": labelled(KeyEvent.downArrow, .function, "↓"), "tab": labelled(KeyEvent.tab, .function, "⇥"),
    "escape": labelled(KeyEvent.escape, .function, "⎋"), "gap": labelled("", .gap, nil),
  ]

  private static func labelled(_ text: String, _ role: KeyboardLayout.Role, _ label: String?) -> Self {
    var key = Self(text, role: role)
    key.label = label
    return key
  }
}
