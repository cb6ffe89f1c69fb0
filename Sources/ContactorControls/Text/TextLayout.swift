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

/// The lines of a text that wraps at a width: for each paragraph where its lines begin.
///
/// A change lays out the paragraphs that it touches; finding a line is O(paragraphs between it and the one found last).
struct TextLayout {
  /// A line as it is shown.
  struct Line: Equatable {
    /// The number of the line, from 0.
    var number: Int
    /// The positions in the line; its end is the beginning of the next line, or is before the character that ends the paragraph.
    var range: Range<Int>
    /// Whether the paragraph goes on in the next line.
    var wraps: Bool
  }

  private struct Paragraph {
    /// The characters, with the one that ends the paragraph.
    var count: Int
    /// Whether a character ends it; not the last paragraph.
    var isEnded: Bool
    /// Where the lines after the first begin, from the paragraph's beginning.
    var breaks: ContiguousArray<Int> = []
  }

  private struct Place {
    var paragraph = 0
    var start = 0
    var line = 0
  }

  /// The width at which lines wrap, in points.
  let width: Double
  private var paragraphs: ContiguousArray<Paragraph> = [Paragraph(count: 0, isEnded: false)]
  private(set) var lineCount = 1
  /// The paragraph found last.
  private var place = Place()
  /// The number of paragraphs that were laid out so far, for tests.
  private(set) var laidOut = 0

  /// Lays out a text; lines do not wrap at a width that is not above 0 and finite.
  init(_ storage: CharacterStorage, width: Double, _ ruler: TextRuler) {
    self.width = width > 0 && width < .infinity ? width : .infinity
    change(EditableText.Change(start: 0, removed: 0, inserted: storage.count), storage, ruler)
  }

  // MARK: Changes

  /// Lays out the paragraphs of a change that was made; `storage` is the text after it.
  mutating func change(_ change: EditableText.Change, _ storage: CharacterStorage, _ ruler: TextRuler) {
    find { start, paragraph in change.start < start + paragraph.count || !paragraph.isEnded }
    let first = place
    var (last, end) = (first.paragraph, first.start + paragraphs[first.paragraph].count)
    var oldLines = 1 + paragraphs[last].breaks.count
    while paragraphs[last].isEnded, end <= change.start + change.removed {
      last += 1
      end += paragraphs[last].count
      oldLines += 1 + paragraphs[last].breaks.count
    }
    let newEnd = min(max(end - change.removed + change.inserted, first.start), storage.count)
    var made: ContiguousArray<Paragraph> = []
    var start = first.start
    while true {
      let stop = storage.scan(start..<newEnd) { !$0.endsParagraph }
      let isEnded = stop < newEnd
      made.append(laidOut(start..<stop, isEnded: isEnded, storage, ruler))
      start = stop + (isEnded ? 1 : 0)
      // The paragraph before an ended one is followed by another, be it empty.
      if !isEnded || start == newEnd && paragraphs[last].isEnded { break }
    }
    laidOut += made.count
    lineCount += made.reduce(0) { $0 + 1 + $1.breaks.count } - oldLines
    paragraphs.replaceSubrange(first.paragraph...last, with: made)
  }

  private func laidOut(_ range: Range<Int>, isEnded: Bool, _ storage: CharacterStorage, _ ruler: TextRuler) -> Paragraph {
    var paragraph = Paragraph(count: range.count + (isEnded ? 1 : 0), isEnded: isEnded)
    guard width < .infinity else { return paragraph }
    var breaker = LineBreaker(width: width)
    _ = storage.scan(range) {
      breaker.add($0, ruler)
      return true
    }
    paragraph.breaks = breaker.breaks
    return paragraph
  }

  // MARK: Lines

  /// The line of a position; at the place where a line wraps the next one, or, if `isUpstream`, the one that ends there.
  mutating func line(containing position: Int, isUpstream: Bool = false) -> Line {
    find { start, paragraph in position < start + paragraph.count || !paragraph.isEnded }
    let offset = max(position - place.start, 0)
    let breaks = paragraphs[place.paragraph].breaks
    var (low, high) = (0, breaks.count)
    while low < high {
      let middle = (low + high) / 2
      if breaks[middle] < offset || breaks[middle] == offset && !isUpstream { low = middle + 1 } else { high = middle }
    }
    return line(low)
  }

  /// A line by its number, which is clamped.
  mutating func line(at number: Int) -> Line {
    let number = min(max(number, 0), lineCount - 1)
    while place.line > number { stepBack() }
    while number > place.line + paragraphs[place.paragraph].breaks.count, place.paragraph + 1 < paragraphs.count { step() }
    return line(number - place.line)
  }

  private func line(_ index: Int) -> Line {
    let paragraph = paragraphs[place.paragraph]
    let start = index == 0 ? 0 : paragraph.breaks[index - 1]
    let wraps = index < paragraph.breaks.count
    let end = wraps ? paragraph.breaks[index] : paragraph.count - (paragraph.isEnded ? 1 : 0)
    return Line(number: place.line + index, range: place.start + start..<place.start + end, wraps: wraps)
  }

  /// Makes `place` the first paragraph that is accepted by its start.
  private mutating func find(_ accepts: (Int, Paragraph) -> Bool) {
    if place.paragraph >= paragraphs.count { place = Place() }
    while place.paragraph > 0, accepts(place.start - paragraphs[place.paragraph - 1].count, paragraphs[place.paragraph - 1]) { stepBack() }
    while place.paragraph + 1 < paragraphs.count, !accepts(place.start, paragraphs[place.paragraph]) { step() }
  }

  private mutating func step() {
    place.line += 1 + paragraphs[place.paragraph].breaks.count
    place.start += paragraphs[place.paragraph].count
    place.paragraph += 1
  }

  private mutating func stepBack() {
    place.paragraph -= 1
    place.start -= paragraphs[place.paragraph].count
    place.line -= 1 + paragraphs[place.paragraph].breaks.count
  }
}

/// Breaks a paragraph into lines: after blanks, which may hang over the width, else where it is full.
private struct LineBreaker {
  let width: Double
  var breaks: ContiguousArray<Int> = []
  private var position = 0
  private var lineStart = 0
  /// The end of the last blanks of the line, and the line's width up to there.
  private var opportunity: (position: Int, x: Double)?
  private var x = 0.0
  private var previous: Character?

  init(width: Double) { self.width = width }

  mutating func add(_ character: Character, _ ruler: TextRuler) {
    let advance = ruler.advance(of: character, after: position == lineStart ? nil : previous)
    let isBlank = character.isBlank
    if !isBlank, x + advance > width, position > lineStart {
      if let opportunity {
        breaks.append(opportunity.position)
        (lineStart, x) = (opportunity.position, x - opportunity.x)
      }
      // The word itself is wider than a line.
      if opportunity == nil || x + advance > width && position > lineStart {
        if lineStart != position { breaks.append(position) }
        (lineStart, x) = (position, 0)
      }
      opportunity = nil
    }
    x += advance
    position += 1
    previous = character
    if isBlank { opportunity = (position, x) }
  }
}

extension Character {
  /// The first scalar if it is ASCII, without the tables of Unicode, which take several hundred instructions a character.
  @inline(__always) private var firstASCII: UInt8? { utf8.first.flatMap { $0 < 0x80 ? $0 : nil } }

  /// `isWhitespace`.
  fileprivate var isBlank: Bool { firstASCII.map { $0 == 0x20 || (0x09...0x0D).contains($0) } ?? isWhitespace }

  /// `isNewline`.
  fileprivate var endsParagraph: Bool { firstASCII.map { (0x0A...0x0D).contains($0) } ?? isNewline }
}
