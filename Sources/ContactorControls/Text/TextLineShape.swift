/// A line of text as it is seen, from left to right: where each position's caret stands (contract 7.7).
///
/// Positions count characters from the beginning of the line, 0 … the number of characters; distances are in points from the line's left
/// edge. Every position has one caret, at which text of the paragraph's direction is inserted: where two directions meet, beside the
/// neighbour of the lower level. So the edges between the characters and the positions are pairs, and a tap on a caret gives its position.
/// (Pango calls it the strong cursor: `pango_layout_get_cursor_pos`, `pango_layout_xy_to_index`, `pango_layout_move_cursor_visually`.)
///
/// Positions outside are clamped; distances that are negative, infinite or NaN count as 0.
public protocol TextLineShape {
  /// The width of the line.
  var width: Double { get }
  /// The distance of a position's caret.
  func x(of position: Int) -> Double
  /// The position whose caret is nearest to a distance.
  func position(at x: Double) -> Int
  /// The parts of the line that a range of its characters covers, from left to right.
  func spans(of range: Range<Int>) -> [ClosedRange<Double>]
  /// The position of the next caret to the left, or the right; `nil` at the end of the line.
  func position(besides position: Int, isToTheRight: Bool) -> Int?
}

/// A line in the order of the Unicode Bidirectional Algorithm (UAX #9), by the widths of its characters; needs no font.
///
/// ```swift
/// let line = TextLine("abc שלום", direction: .leftToRight)
/// line.x(of: 0)                                  // 0
/// line.position(besides: 4, isToTheRight: true)  // 7: the last letter is the first from the left
/// ```
public struct TextLine: TextLineShape {
  /// The distances of the edges between the characters, from left to right: one more than characters.
  private var edges: [Double] = [0]
  /// The position whose caret is at an edge.
  private var positions: [Int]
  /// The edge of a position's caret.
  private var places: [Int]
  /// The characters from left to right, by their indexes.
  private let order: [Int]
  /// Whether the paragraph is written from right to left.
  public let isRightToLeft: Bool

  /// The width of all characters, in points.
  public var width: Double { edges[edges.count - 1] }

  /// Orders a line that is a whole paragraph; O(length).
  ///
  /// - Parameters:
  ///   - text: the characters.
  ///   - direction: that of the paragraph; natural for that of its first letter.
  ///   - measure: gives the widths of the characters; `nil` for `TextMetrics`.
  public init(_ text: String, direction: WritingDirection = .natural, measure: (any TextMeasuring)? = nil) {
    let characters = ContiguousArray(text)
    let levels = BidiLevels(characters.map(\.directing), direction)
    self.init(characters[...], levels.levels(of: 0..<characters.count), base: levels.base, TextRuler(measure: measure, substitute: nil))
  }

  /// Orders a line by the levels of its characters.
  init(_ characters: ContiguousArray<Character>.SubSequence, _ levels: [UInt8], base: UInt8, _ ruler: TextRuler) {
    let order = BidiLevels.order(levels)
    let count = levels.count
    isRightToLeft = base & 1 == 1
    var (advances, previous) = ([Double](), Character?.none)
    for character in characters {
      advances.append(ruler.advance(of: character, after: previous))
      previous = character
    }
    for index in order { edges.append(edges[edges.count - 1] + advances[index]) }
    positions = Array(repeating: 0, count: count + 1)
    places = Array(repeating: 0, count: count + 1)
    for edge in 0...count {
      let (left, right) = (edge > 0 ? order[edge - 1] : nil, edge < count ? order[edge] : nil)
      let (leftLevel, rightLevel) = (left.map { levels[$0] } ?? base, right.map { levels[$0] } ?? base)
      // The neighbour of the lower level, beyond the ends of the line the paragraph, says which position the edge is.
      let position: Int
      if leftLevel <= rightLevel {
        position = left.map { leftLevel & 1 == 0 ? $0 + 1 : $0 } ?? (base & 1 == 0 ? 0 : count)
      } else {
        position = right.map { rightLevel & 1 == 0 ? $0 : $0 + 1 } ?? (base & 1 == 0 ? count : 0)
      }
      positions[edge] = position
      places[position] = edge
    }
    self.order = order
  }

  /// The distance of a position's caret from the left edge, in points; O(1).
  public func x(of position: Int) -> Double { edges[places[clamped(position)]] }

  /// The position whose caret is nearest to a distance from the left edge; O(log length).
  public func position(at x: Double) -> Int {
    guard x > 0 else { return positions[0] }
    var (low, high) = (0, edges.count - 1)
    while low < high {
      let middle = (low + high) / 2
      // Halfway between two edges the left one counts, as for text from left to right.
      if x > (edges[middle] + edges[middle + 1]) / 2 { low = middle + 1 } else { high = middle }
    }
    return positions[low]
  }

  /// The parts of the line that a range covers, from left to right, joined if they touch; O(length).
  public func spans(of range: Range<Int>) -> [ClosedRange<Double>] {
    var spans: [ClosedRange<Double>] = []
    var continues = false
    for (edge, index) in order.enumerated() {
      guard range.contains(index) else {
        continues = false
        continue
      }
      if continues, let last = spans.popLast() {
        spans.append(last.lowerBound...edges[edge + 1])
      } else {
        spans.append(edges[edge]...edges[edge + 1])
      }
      continues = true
    }
    return spans
  }

  /// The position of the next caret to the left, or the right; `nil` at the end of the line; O(1).
  public func position(besides position: Int, isToTheRight: Bool) -> Int? {
    let edge = places[clamped(position)] + (isToTheRight ? 1 : -1)
    return positions.indices.contains(edge) ? positions[edge] : nil
  }

  private func clamped(_ position: Int) -> Int { min(max(position, 0), places.count - 1) }
}

extension Character {
  /// The scalar that gives the character its direction: the first.
  var directing: Unicode.Scalar { unicodeScalars[unicodeScalars.startIndex] }

  /// Whether the character may be written from right to left, or change the direction of others.
  var mayTurnText: Bool {
    guard let first = utf8.first, first >= 0xD6 else { return false }
    switch BidiClass(directing) {
    case .rightToLeft, .arabicLetter, .arabicNumber, .rightToLeftEmbedding, .rightToLeftOverride, .rightToLeftIsolate: return true
    default: return false
    }
  }
}

// MARK: - Ordering the lines of a control

/// The lines of a text control as they were ordered last; empty while all of the text is from left to right.
struct TextOrdering {
  /// A paragraph with its levels.
  struct Paragraph {
    var range: Range<Int>
    var characters: ContiguousArray<Character>
    var levels: BidiLevels
  }

  /// Whether a character that turns text was in the text since it was set; then lines are ordered.
  var mayTurn = false
  var paragraph: Paragraph?
  var line: (range: Range<Int>, shape: any TextLineShape)?

  mutating func forget() {
    if paragraph != nil { paragraph = nil }
    if line != nil { line = nil }
  }

  /// Looks for characters that turn text among those that were inserted; O(their number).
  mutating func note(_ range: Range<Int>, _ storage: CharacterStorage) {
    if mayTurn { return }
    let range = storage.clamped(range)
    mayTurn = storage.scan(range) { !$0.mayTurnText } < range.upperBound
  }
}

extension TextControl {
  /// Whether lines must be ordered: the text is written from right to left, or has such parts.
  ///
  /// Dots follow the writing direction alone.
  final var isOrdered: Bool { writingDirection == .rightToLeft || ordering.mayTurn && !isSecure }

  /// The paragraph of a position with its levels; O(its length) after a change.
  private func orderedParagraph(at position: Int) -> TextOrdering.Paragraph {
    let range = orderedRange(at: position)
    if let known = ordering.paragraph, known.range == range { return known }
    let characters = isSecure ? ContiguousArray(repeating: "•", count: range.count) : model.storage.characters(in: range)
    let paragraph = TextOrdering.Paragraph(
      range: range, characters: characters, levels: BidiLevels(characters.map(\.directing), writingDirection))
    ordering.paragraph = paragraph
    return paragraph
  }

  /// Whether the paragraph of a position is written from right to left.
  final func isRightToLeft(at position: Int) -> Bool { isOrdered && orderedParagraph(at: position).levels.base == 1 }

  /// A line in the order that is seen; `nil` for one from left to right.
  ///
  /// While the widths are being asked, each character is `TextMetrics.advance` wide.
  final func shape(of line: Range<Int>) -> (any TextLineShape)? {
    guard isOrdered else { return nil }
    if let known = ordering.line, known.range == line { return known.shape }
    let paragraph = orderedParagraph(at: line.lowerBound)
    let part = line.clamped(to: paragraph.range)
    let own = part.lowerBound - paragraph.range.lowerBound..<part.upperBound - paragraph.range.lowerBound
    let levels = paragraph.levels.levels(of: own)
    if paragraph.levels.base == 0, levels.allSatisfy({ $0 == 0 }) { return nil }
    let before = revision
    let measured: (any TextLineShape)? = measuring { ruler in
      let direction = paragraph.levels.base == 1 ? WritingDirection.rightToLeft : .leftToRight
      if let shape = ruler.measure?.shape(of: String(paragraph.characters), line: own, direction: direction) {
        return CheckedShape(shape: shape, count: own.count)
      }
      return TextLine(paragraph.characters[own], levels, base: paragraph.levels.base, ruler)
    }
    guard let measured else { return TextLine(paragraph.characters[own], levels, base: paragraph.levels.base, TextRuler()) }
    if revision == before { ordering.line = (line, measured) }
    return measured
  }
}

/// A renderer's line, whose senseless answers are made sane.
struct CheckedShape: TextLineShape {
  let shape: any TextLineShape
  let count: Int

  /// The greatest width of a line: that of its characters.
  private func sane(_ x: Double) -> Double { x > 0 && x < .infinity ? min(x, TextMetrics.limit * Double(max(count, 1))) : 0 }
  private func clamped(_ position: Int) -> Int { min(max(position, 0), count) }

  var width: Double { sane(shape.width) }
  func x(of position: Int) -> Double { sane(shape.x(of: clamped(position))) }
  func position(at x: Double) -> Int { clamped(shape.position(at: x)) }
  func spans(of range: Range<Int>) -> [ClosedRange<Double>] {
    shape.spans(of: range.clamped(to: 0..<count)).map { sane($0.lowerBound)...max(sane($0.lowerBound), sane($0.upperBound)) }
  }
  func position(besides position: Int, isToTheRight: Bool) -> Int? {
    shape.position(besides: clamped(position), isToTheRight: isToTheRight).map(clamped)
  }
}
