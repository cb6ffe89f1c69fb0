/// The words of one command; double quotes keep blanks together, also inside a word: `name="My panel"`.
struct Words {
  private(set) var remaining: ArraySlice<String>

  /// Splits a line; `#` starts a comment.
  init(of line: String) throws(Mistake) {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    scan: for character in line {
      switch character {
      case "\"":
        isQuoted.toggle()
        word = word ?? ""
      case "#" where !isQuoted && word == nil:
        break scan
      case " " where !isQuoted, "\t" where !isQuoted:
        if let whole = word { words.append(whole) }
        word = nil
      default:
        word = (word ?? "") + String(character)
      }
    }
    if isQuoted { throw Mistake("a double quote is not closed") }
    if let word { words.append(word) }
    remaining = words[...]
  }

  mutating func next(_ what: String) throws(Mistake) -> String {
    guard let word = remaining.popFirst() else { throw Mistake("missing: \(what)") }
    return word
  }

  mutating func number<Number: FixedWidthInteger>(_ what: String) throws(Mistake) -> Number {
    try Words.number(next(what), what)
  }

  /// A coordinate in percent of its axis.
  mutating func percent(_ what: String) throws(Mistake) -> Double {
    let word = try next(what)
    guard let percent = Double(word), (0...100).contains(percent) else {
      throw Mistake("\(what) is 0 to 100 percent, not '\(word)'")
    }
    return percent
  }

  func end() throws(Mistake) {
    if let word = remaining.first { throw Mistake("too much: '\(word)'") }
  }

  /// Reads a decimal or, after `0x`, hexadecimal number.
  static func number<Number: FixedWidthInteger>(_ text: String, _ what: String) throws(Mistake) -> Number {
    let number = text.hasPrefix("0x") ? Number(text.dropFirst(2), radix: 16) : Number(text)
    guard let number else { throw Mistake("\(what) is a number, not '\(text)'") }
    return number
  }

  /// Reads bytes of two hexadecimal digits each, with or without white space between them.
  static func bytes(_ text: String, _ what: String) throws(Mistake) -> [UInt8] {
    let digits = text.filter { !$0.isWhitespace }.map(\.hexDigitValue)
    guard digits.count % 2 == 0, !digits.contains(nil) else { throw Mistake("\(what) is bytes in hexadecimal, not '\(text)'") }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] ?? 0) << 4 | UInt8(digits[$0 + 1] ?? 0) }
  }
}
