extension EditableText {
  /// A direction in the order of the text, which is that of reading: forward is to the left in Arabic and Hebrew.
  package enum Direction: Hashable, Sendable {
    case backward, forward

    /// −1 or 1.
    package var step: Int { self == .backward ? -1 : 1 }
  }

  // MARK: Words

  /// Whether a character belongs to words: letters, digits, and the underscore.
  ///
  /// Scripts that put no blanks between words, such as Chinese and Thai, have one word up to the next sign.
  package static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  private static func isApostrophe(_ character: Character?) -> Bool { character == "'" || character == "’" }

  private func isWord(at position: Int) -> Bool { storage.character(at: position).map(Self.isWord) ?? false }

  /// Whether the character at a position is an apostrophe inside a word, as in `don’t`.
  private func isInnerApostrophe(at position: Int) -> Bool {
    Self.isApostrophe(storage.character(at: position)) && isWord(at: position - 1) && isWord(at: position + 1)
  }

  /// The end of the word in which, or before which, a position is; the end of the text if no word follows.
  package func wordEnd(after position: Int) -> Int {
    endOfWord(from: storage.scan(clamped(position)..<count) { !Self.isWord($0) })
  }

  /// The beginning of the word in which, or behind which, a position is; 0 if no word precedes.
  package func wordStart(before position: Int) -> Int {
    startOfWord(from: storage.scanBackward(from: position) { !Self.isWord($0) })
  }

  private func endOfWord(from position: Int) -> Int {
    var end = storage.scan(position..<count, while: Self.isWord)
    while isInnerApostrophe(at: end) { end = storage.scan(end + 1..<count, while: Self.isWord) }
    return end
  }

  private func startOfWord(from position: Int) -> Int {
    var start = storage.scanBackward(from: position, while: Self.isWord)
    while isInnerApostrophe(at: start - 1) { start = storage.scanBackward(from: start - 1, while: Self.isWord) }
    return start
  }

  /// The word around a position, or the blanks around it, or the one character after it; that before it at the end of a line.
  ///
  /// A position at the end of a word belongs to that word if no other begins there.
  package func wordRange(at position: Int) -> Range<Int> {
    let position = clamped(position)
    if isWord(at: position) || isInnerApostrophe(at: position) || isWord(at: position - 1) {
      return startOfWord(from: position)..<endOfWord(from: position)
    }
    let isBlank = { (character: Character) in character.isWhitespace && !character.isNewline }
    let blanks = storage.scanBackward(from: position, while: isBlank)..<storage.scan(position..<count, while: isBlank)
    if !blanks.isEmpty { return blanks }
    let paragraph = paragraphRange(at: position)
    if position < paragraph.upperBound { return position..<position + 1 }
    return max(position - 1, paragraph.lowerBound)..<position
  }

  // MARK: Paragraphs

  /// The paragraph in which a position is, without the character that ends it.
  package func paragraphRange(at position: Int) -> Range<Int> {
    let position = clamped(position)
    return storage.scanBackward(from: position) { !$0.isNewline }..<storage.scan(position..<count) { !$0.isNewline }
  }

  /// The beginning, or the end, of the paragraph; from there that of the paragraph before or behind it.
  package func paragraphEdge(from position: Int, _ direction: Direction) -> Int {
    let edge = { (position: Int) in
      direction == .forward ? self.paragraphRange(at: position).upperBound : self.paragraphRange(at: position).lowerBound
    }
    let first = edge(position)
    return first == position ? edge(clamped(position + direction.step)) : first
  }

  // MARK: Rewriting

  /// A text with its last scalar removed, if it is one character of several: an accent, or what a ZWJ joins.
  package static func withoutLastScalar(_ character: Character) -> String {
    var scalars = character.unicodeScalars.map { $0 }
    scalars.removeLast()
    while scalars.last == "\u{200D}" { scalars.removeLast() }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  /// A text with each word capitalized: its first character large, the others small.
  package static func capitalized(_ text: String) -> String {
    var result = ""
    var isInside = false
    for character in text {
      let continues = isInside && (isWord(character) || isApostrophe(character))
      result += continues ? character.lowercased() : isWord(character) ? character.uppercased() : String(character)
      isInside = continues || isWord(character)
    }
    return result
  }
}
