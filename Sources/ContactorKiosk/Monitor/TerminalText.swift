/// Text that a terminal shows on one line, measured in columns.
enum TerminalText {
  /// How many columns a text takes: two for the letters of East Asia and emoji, none for marks above other letters.
  static func width(of text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
  }

  /// The beginning of a text that fits, without anything that would move the cursor.
  static func fitted(_ text: String, _ columns: Int, isPlain: Bool = false) -> String {
    var result = String.UnicodeScalarView()
    var used = 0
    for scalar in text.unicodeScalars {
      let shown = isShown(scalar) && (!isPlain || scalar.isASCII) ? scalar : "?"
      let width = width(of: shown)
      guard used + width <= columns else { break }
      used += width
      result.append(shown)
    }
    return String(result)
  }

  /// A text with spaces behind it, or cut off, to fill a number of columns.
  static func padded(_ text: String, _ columns: Int) -> String {
    let fitted = fitted(text, columns)
    return fitted + String(repeating: " ", count: max(0, columns - width(of: fitted)))
  }

  /// A text broken between words into lines that fit.
  static func wrapped(_ text: String, _ columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      let longer = line.isEmpty ? String(word) : line + " " + word
      if width(of: longer) <= columns || line.isEmpty {
        line = longer
      } else {
        lines.append(line)
        line = String(word)
      }
    }
    if !line.isEmpty { lines.append(line) }
    return lines.map { fitted($0, columns) }
  }

  private static func isShown(_ scalar: UnicodeScalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
    default: true
    }
  }

  private static func width(of scalar: UnicodeScalar) -> Int {
    if scalar.isASCII { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
