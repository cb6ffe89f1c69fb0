import ContactorCore

/// How wide the characters of a text are: a renderer's measure, one width for all, or that of the dots of a secure text.
struct TextRuler {
  var measure: (any TextMeasuring)?
  /// Drawn in place of each character.
  var substitute: Character?

  func advance(of character: Character, after previous: Character?) -> Double {
    guard let measure else { return TextMetrics.advance }
    if let substitute { return TextMetrics.sane(measure.advance(of: substitute, after: previous == nil ? nil : substitute)) }
    return TextMetrics.sane(measure.advance(of: character, after: previous))
  }

  /// The distance of lines, at least 1 point.
  var lineHeight: Double { max(1, measure.map { TextMetrics.sane($0.lineHeight) } ?? TextMetrics.lineHeight) }

  /// The width of a range that is one line, or part of one from its beginning; O(its length), or O(1) without a measure.
  func width(of range: Range<Int>, in storage: CharacterStorage) -> Double {
    guard measure != nil else { return Double(range.count) * TextMetrics.advance }
    var (width, previous) = (0.0, Character?.none)
    _ = storage.scan(range) {
      width += advance(of: $0, after: previous)
      previous = $0
      return true
    }
    return width
  }

  /// The position in a line that is nearest to a distance from its beginning; O(length of the line).
  func position(at x: Double, in range: Range<Int>, of storage: CharacterStorage) -> Int {
    guard x > 0 else { return range.lowerBound }
    if measure == nil {
      let count = (x / TextMetrics.advance).rounded()
      return count < Double(range.count) ? range.lowerBound + Int(count) : range.upperBound
    }
    var (edge, previous) = (0.0, Character?.none)
    return storage.scan(range) {
      let advance = advance(of: $0, after: previous)
      guard x > edge + advance / 2 else { return false }
      edge += advance
      previous = $0
      return true
    }
  }
}

// MARK: - Breaking lines

extension TextRuler {
  /// The end of a line, which is the beginning of the next, and the character that made the line too wide.
  struct LineEnd {
    /// Where the next line begins; after the beginning of the line.
    var position: Int
    /// The first character that does not fit, which is not before `position`.
    ///
    /// There is no blank from `position` up to it, and the line depends on no character after it.
    var reach: Int
  }

  /// The end of the line that begins at a position; `nil` if the rest of the paragraph fits.
  ///
  /// Lines break after blanks, which may hang over the width, else where the line is full; a line has at least one character. It
  /// depends only on the characters from its beginning on. O(length of the line), without a measure O(length of its last word).
  /// - Parameters:
  ///   - start: where the line begins.
  ///   - end: the end of the paragraph, before the character that ends it.
  ///   - width: the width of the lines, in points.
  ///   - storage: the text.
  ///   - blanks: where blanks may be in the line; `nil` for anywhere.
  func lineEnd(from start: Int, to end: Int, width: Double, in storage: CharacterStorage, blanks: Range<Int>? = nil) -> LineEnd? {
    guard measure != nil else { return uniformLineEnd(from: start, to: end, width: width, in: storage, blanks ?? start..<end) }
    var (x, position, previous, opportunity) = (0.0, start, Character?.none, Int?.none)
    let full = storage.scan(start..<end) {
      let advance = advance(of: $0, after: previous)
      let isBlank = $0.isBlank
      if !isBlank, x + advance > width, position > start { return false }
      x += advance
      position += 1
      previous = $0
      if isBlank { opportunity = position }
      return true
    }
    return full < end ? LineEnd(position: opportunity ?? full, reach: full) : nil
  }

  /// As `lineEnd`, for characters of one width.
  private func uniformLineEnd(
    from start: Int, to end: Int, width: Double, in storage: CharacterStorage, _ blanks: Range<Int>
  ) -> LineEnd? {
    guard width < Double(end - start) * TextMetrics.advance else { return nil }
    var fitting = Int(width / TextMetrics.advance)
    // The quotient is rounded.
    if Double(fitting) * TextMetrics.advance > width { fitting -= 1 }
    let edge = start + max(1, fitting)
    let full = storage.scan(edge..<max(edge, end), while: \.isBlank)
    guard full < end else { return nil }
    let searched = blanks.clamped(to: start..<full)
    var left = searched.count
    let blank = storage.scanBackward(from: searched.upperBound) {
      left -= 1
      return left >= 0 && !$0.isBlank
    }
    return LineEnd(position: blank > searched.lowerBound ? blank : full, reach: full)
  }
}

extension Character {
  /// The first scalar if it is ASCII, without the tables of Unicode, which take several hundred instructions a character.
  @inline(__always) private var firstASCII: UInt8? { utf8.first.flatMap { $0 < 0x80 ? $0 : nil } }

  /// `isWhitespace`.
  var isBlank: Bool { firstASCII.map { $0 == 0x20 || (0x09...0x0D).contains($0) } ?? isWhitespace }

  /// `isNewline`.
  var endsParagraph: Bool { firstASCII.map { (0x0A...0x0D).contains($0) } ?? isNewline }
}
