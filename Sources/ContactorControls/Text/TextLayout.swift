/// The lines of a text that wraps at a width: for each paragraph where its lines begin.
///
/// A change breaks the lines that it touches anew, and moves the beginnings of those after them in its paragraph; finding a line is O(paragraphs between it and the one found last).
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

  /// Which breaks of a paragraph hold after a change.
  private struct Reuse {
    /// The number of breaks at the beginning that stay.
    var head: Int
    /// The first break that holds, moved by `shift`, with those after it, once a line begins at one of them.
    var tail: Int
    var shift = 0
    /// Where the first line that is broken may have blanks; `nil` for anywhere.
    var blanks: Range<Int>?
  }

  private struct Paragraph {
    /// The characters, with the one that ends the paragraph.
    var count: Int
    /// Whether a character ends it; not the last paragraph.
    var isEnded: Bool
    /// Whether a line was too wide only by a character that is beyond the next line, as senseless widths may make it.
    var isIrregular = false
    /// Where the lines after the first begin, from the paragraph's beginning.
    var breaks: ContiguousArray<Int> = []

    /// Breaks the lines after those that stay, and returns how many.
    ///
    /// The range has the character that ends the paragraph.
    mutating func lay(_ range: Range<Int>, _ reuse: Reuse, _ width: Double, _ storage: CharacterStorage, _ ruler: TextRuler) -> Int {
      count = range.count
      guard width < .infinity else { return 0 }
      let end = range.upperBound - (isEnded && !range.isEmpty ? 1 : 0)
      var (start, tail, reach, lines) = (reuse.head == 0 ? 0 : breaks[reuse.head - 1], reuse.tail, 0, 0)
      var fresh: ContiguousArray<Int> = []
      /// Whether a line began here before the change.
      func holds(_ position: Int) -> Bool {
        while tail < breaks.count, breaks[tail] + reuse.shift < position { tail += 1 }
        return tail < breaks.count && breaks[tail] + reuse.shift == position
      }
      var isSame = holds(start)
      if isSame { tail += 1 }
      while !isSame {
        let blanks = lines == 0 ? reuse.blanks : nil
        lines += 1
        guard let line = ruler.lineEnd(from: range.lowerBound + start, to: end, width: width, in: storage, blanks: blanks) else {
          tail = breaks.count
          break
        }
        start = line.position - range.lowerBound
        if reach > start { isIrregular = true }
        reach = line.reach - range.lowerBound
        isSame = holds(start)
        if !isSame { fresh.append(start) }
      }
      if isSame, tail + 1 < breaks.count, breaks[tail + 1] + reuse.shift < reach { isIrregular = true }
      if reuse.shift != 0 {
        for index in breaks.indices[tail...] { breaks[index] += reuse.shift }
      }
      if !fresh.isEmpty || reuse.head < tail { breaks.replaceSubrange(reuse.head..<tail, with: fresh) }
      return lines
    }
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
  /// The number of lines that were broken so far, for tests.
  private(set) var laidOutLines = 0

  /// Lays out a text; lines do not wrap at a width that is not above 0 and finite.
  init(_ storage: CharacterStorage, width: Double, _ ruler: TextRuler) {
    self.width = width > 0 && width < .infinity ? width : .infinity
    change(EditableText.Change(start: 0, removed: 0, inserted: storage.count), storage, ruler)
  }

  // MARK: Changes

  /// Breaks lines of a change that was made; `storage` is the text after it.
  ///
  /// Breaking begins at the line before the change if a word may move up to it, else at that of the change; and ends where a line begins
  /// at the character where one began before.
  mutating func change(_ change: EditableText.Change, _ storage: CharacterStorage, _ ruler: TextRuler) {
    find { start, paragraph in change.start < start + paragraph.count || !paragraph.isEnded }
    let first = place
    var (last, lastStart) = (first.paragraph, first.start)
    var oldLines = 1 + paragraphs[last].breaks.count
    while paragraphs[last].isEnded, lastStart + paragraphs[last].count <= change.start + change.removed {
      lastStart += paragraphs[last].count
      last += 1
      oldLines += 1 + paragraphs[last].breaks.count
    }
    let kept = keptLines(change, storage)
    let tail = paragraphs[last].breaks.firstIndex(notBelow: change.start + change.removed - lastStart)
    lastStart += change.inserted - change.removed
    let newEnd = min(max(lastStart + paragraphs[last].count, first.start), storage.count)
    let starts = paragraphStarts(in: change.start..<change.start + change.inserted, storage)
    lineCount -= oldLines
    if starts.isEmpty, last == first.paragraph {
      // Most edits are inside a paragraph, whose array is kept.
      let blanks = blanks(change, kept, tail, storage)
      laidOutLines += paragraphs[last].lay(
        first.start..<newEnd, Reuse(head: kept, tail: tail, shift: lastStart - first.start, blanks: blanks), width, storage, ruler)
      laidOut += 1
      lineCount += 1 + paragraphs[last].breaks.count
      return
    }
    var made: ContiguousArray<Paragraph> = []
    var start = first.start
    for next in starts {
      var paragraph = Paragraph(count: next - start, isEnded: true)
      if made.isEmpty { paragraph.breaks += paragraphs[first.paragraph].breaks[..<kept] }
      let head = paragraph.breaks.count
      laidOutLines += paragraph.lay(start..<next, Reuse(head: head, tail: head), width, storage, ruler)
      made.append(paragraph)
      start = next
    }
    var paragraph = Paragraph(count: 0, isEnded: paragraphs[last].isEnded, isIrregular: paragraphs[last].isIrregular)
    if made.isEmpty { paragraph.breaks += paragraphs[first.paragraph].breaks[..<kept] }
    let head = paragraph.breaks.count
    paragraph.breaks += paragraphs[last].breaks[tail...]
    laidOutLines += paragraph.lay(
      start..<max(newEnd, start), Reuse(head: head, tail: head, shift: lastStart - start), width, storage, ruler)
    made.append(paragraph)
    laidOut += made.count
    lineCount += made.reduce(0) { $0 + 1 + $1.breaks.count }
    paragraphs.replaceSubrange(first.paragraph...last, with: made)
  }

  /// The number of line beginnings, after the first, of the paragraph in `place` that a change leaves as they are.
  private func keptLines(_ change: EditableText.Change, _ storage: CharacterStorage) -> Int {
    let paragraph = paragraphs[place.paragraph]
    if paragraph.isIrregular { return 0 }
    let line = paragraph.breaks.firstIndex(notBelow: change.start - place.start)
    if line == 0 { return 0 }
    // A line reaches beyond its end up to the end of the first word of the next line, if it broke at a blank.
    let lineStart = place.start + paragraph.breaks[line - 1]
    var left = change.start - lineStart
    let word = storage.scanBackward(from: change.start) {
      left -= 1
      return left >= 0 && !$0.isBlank
    }
    return word <= lineStart && storage.character(at: lineStart - 1)?.isBlank == true ? line - 1 : line
  }

  /// Where the line of a change, the first that is broken, may have blanks; `nil` for anywhere.
  ///
  /// A line that broke inside a word had none. If the text did not become shorter, all its characters were in the line, or are new.
  private func blanks(_ change: EditableText.Change, _ kept: Int, _ tail: Int, _ storage: CharacterStorage) -> Range<Int>? {
    let breaks = paragraphs[place.paragraph].breaks
    let shift = change.inserted - change.removed
    guard kept == tail, tail < breaks.count, shift >= 0 else { return nil }
    let end = place.start + breaks[tail]
    guard end > change.start + change.removed, storage.character(at: end + shift - 1)?.isBlank == false else { return nil }
    return change.start..<change.start + change.inserted
  }

  /// The positions after the characters of a range that end paragraphs.
  private func paragraphStarts(in range: Range<Int>, _ storage: CharacterStorage) -> ContiguousArray<Int> {
    var (starts, position) = (ContiguousArray<Int>(), range.lowerBound)
    _ = storage.scan(range) {
      position += 1
      if $0.endsParagraph { starts.append(position) }
      return true
    }
    return starts
  }

  // MARK: Lines

  /// The line of a position; at the place where a line wraps the next one, or, if `isUpstream`, the one that ends there.
  mutating func line(containing position: Int, isUpstream: Bool = false) -> Line {
    find { start, paragraph in position < start + paragraph.count || !paragraph.isEnded }
    let offset = max(position - place.start, 0)
    // The lines that begin at the offset are before the one of the next offset.
    return line(paragraphs[place.paragraph].breaks.firstIndex(notBelow: isUpstream ? offset : offset + 1))
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

extension ContiguousArray<Int> {
  /// The index of the first element that is not below a value, in an ascending array.
  fileprivate func firstIndex(notBelow value: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
