public import ContactorCore

/// A text that is read and not edited, in one line or several; it takes no touches (contract 7.7).
///
/// A label breaks its text into lines: after blanks, inside words that are too wide, and where a paragraph ends. If the lines are more
/// than `numberOfLines`, or than the label is high, the last one ends with "…", unless only blanks and empty lines are left out. A
/// renderer draws `lines`, or `contentParts`.
///
/// A control's action `takeStringValueFrom:` makes it show that control's value.
open class Label: View, ValueHolding {
  /// A line of a label.
  public struct Line: Hashable, Sendable {
    /// The characters of the line; the last line of a text that does not fit ends with "…".
    public var text: String
    /// The line's rectangle in the label's own space, as wide as its characters.
    public var frame: Rect
    /// Whether the line's paragraph is written from right to left.
    public var isRightToLeft: Bool
  }

  /// The text; empty by default.
  ///
  /// It is the label's name for accessibility, too.
  open var text = "" {
    didSet {
      guard text != oldValue else { return }
      content = nil
      changed(.text)
    }
  }
  /// How the lines lie in the label's width: natural by default, at the edge where each paragraph begins.
  ///
  /// A justified text is placed as a natural one; spreading its words is the renderer's part.
  open var alignment = Cell.Alignment.natural {
    didSet { if alignment != oldValue { changed(.text) } }
  }
  /// The greatest number of lines; 1 by default, 0 for as many as the label is high.
  ///
  /// A negative number counts as 0.
  open var numberOfLines = 1 {
    didSet { if numberOfLines != oldValue { changed(.text) } }
  }
  /// Whether the text looks enabled; true by default.
  ///
  /// Nothing else depends on it: a label takes no touches in any case.
  open var isEnabled = true {
    didSet { if isEnabled != oldValue { changed(.state) } }
  }
  /// The direction of the paragraphs; natural by default: that of the first letter of each.
  open var writingDirection = WritingDirection.natural {
    didSet { if writingDirection != oldValue { changed(.text) } }
  }
  /// The widths of characters, held weakly; `nil` for `TextMetrics`.
  public final weak var measure: (any TextMeasuring)? {
    didSet { changed(.frame) }
  }

  /// The characters of the text, taken apart when they are first needed.
  private final var content: Content?
  /// Whether `measure` is being asked; it may ask the label in turn, which then takes `TextMetrics`.
  private final var isMeasuring = false

  /// The greatest number of lines that a label has: 10,000, more than any screen shows.
  private static let lineLimit = 10_000

  /// Creates an empty label through which touches pass to what is behind it.
  override public init(frame: Rect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
  }

  /// The actions that a label takes by name: visibility and values.
  override open class var actions: [Action] { super.actions + visibilityActions + valueActions }

  /// The text; setting another value than a text sets its text, `nil` the empty one.
  open var objectValue: ControlValue? {
    get { .text(text) }
    set { text = newValue?.stringValue ?? "" }
  }

  // MARK: Size

  /// The size of the text in lines of any width; zero without a text.
  public final var intrinsicContentSize: Size { sizeThatFits(.zero) }

  /// The size of the lines into which the text breaks, rounded up to whole points; zero without a text.
  ///
  /// It is at most as wide as the given size, and at least a line high.
  ///
  /// - Parameter size: the room for the text, in points; a width or height that is not above 0 and finite does not limit it.
  /// - Complexity: O(characters that are shown), after a change of the text O(its length).
  open func sizeThatFits(_ size: Size) -> Size {
    let limit = Self.limit(size.width)
    let (lines, lineHeight) = measuring { ruler in (broken(in: size, ruler), ruler.lineHeight) }
    let width = lines.reduce(0) { max($0, $1.width) }
    return Size(width: min(width.rounded(.up), limit), height: (Double(lines.count) * lineHeight).rounded(.up))
  }

  /// Gives the label the size that fits: with one line that of the text, with several that of its lines in the label's width.
  ///
  /// The origin of the frame stays.
  public final func sizeToFit() {
    frame = Rect(origin: frame.origin, size: sizeThatFits(Size(width: numberOfLines == 1 ? 0 : bounds.width, height: 0)))
  }

  // MARK: Lines

  /// The lines as they are shown, from the top; together they stand in the middle of the label's height.
  ///
  /// Empty without a text.
  ///
  /// - Complexity: O(characters that are shown), after a change of the text O(its length).
  public final var lines: [Line] {
    let (bounds, alignment) = (bounds, alignment)
    let (lines, lineHeight) = measuring { ruler in (broken(in: bounds.size, ruler), ruler.lineHeight) }
    let top = bounds.minY + (bounds.height - Double(lines.count) * lineHeight) / 2
    return lines.enumerated().map { index, line in
      let room = bounds.width - line.width
      let offset: Double
      switch alignment {
      case .left: offset = 0
      case .right: offset = room
      case .center: offset = room / 2
      case .natural, .justified: offset = line.isRightToLeft ? room : 0
      }
      let x = bounds.minX + (room > 0 && room < .infinity ? offset : 0)
      let frame = Rect(x: x, y: top + Double(index) * lineHeight, width: line.width, height: lineHeight)
      return Line(text: line.text, frame: frame, isRightToLeft: line.isRightToLeft)
    }
  }

  /// A line before it has a place.
  private struct Broken {
    var text: String
    var width: Double
    var isRightToLeft: Bool
  }

  /// The characters of a text.
  private struct Content {
    let storage: CharacterStorage
    /// Whether a character may turn the text from right to left.
    let mayTurn: Bool

    init(_ text: String) {
      storage = CharacterStorage(text)
      mayTurn = storage.scan(0..<storage.count) { !$0.mayTurnText } < storage.count
    }
  }

  /// A length that limits, or infinity.
  private static func limit(_ length: Double) -> Double { length > 0 && length < .infinity ? length : .infinity }

  /// Calls the body with the widths of the characters, those of `TextMetrics` while the others are being asked already.
  private func measuring<Result>(_ body: (TextRuler) -> Result) -> Result {
    let wasMeasuring = isMeasuring
    isMeasuring = true
    defer { isMeasuring = wasMeasuring }
    return body(TextRuler(measure: wasMeasuring ? nil : measure))
  }

  /// Breaks the text into the lines that a size has room for.
  private func broken(in size: Size, _ ruler: TextRuler) -> [Broken] {
    if text.isEmpty { return [] }
    let content = self.content ?? Content(text)
    self.content = content
    let storage = content.storage
    let (width, height) = (Self.limit(size.width), Self.limit(size.height))
    // Heights are rounded: a label may lack a thousandth of a line.
    let room = max(1, min(height / ruler.lineHeight + 0.001, Double(Self.lineLimit)))
    let limit = numberOfLines > 0 ? min(numberOfLines, Int(room)) : Int(room)
    var (lines, start) = ([Broken](), 0)
    while true {
      let end = storage.scan(start..<storage.count) { !$0.endsParagraph }
      let isRightToLeft = isRightToLeft(start..<end, content)
      var next: Int?
      repeat {
        next = ruler.lineEnd(from: start, to: end, width: width, in: storage)?.position
        let rest = next ?? end
        if lines.count + 1 == limit, storage.scan(rest..<storage.count, while: \.isBlank) < storage.count {
          lines.append(cut(start..<end, to: width, content, isRightToLeft, ruler))
          return lines
        }
        // Blanks at which a line wraps are not shown.
        let last = next == nil ? end : storage.scanBackward(from: rest, while: \.isBlank)
        lines.append(line(storage.string(in: start..<max(start, last)), content, isRightToLeft, ruler))
        start = rest
      } while next != nil && lines.count < limit
      if end == storage.count || lines.count == limit { return lines }
      start = end + 1
    }
  }

  /// The beginning of a range that fits into a width with "…" behind it.
  private func cut(
    _ range: Range<Int>, to width: Double, _ content: Content, _ isRightToLeft: Bool, _ ruler: TextRuler
  ) -> Broken {
    let mark: Character = "…"
    var (x, previous) = (0.0, Character?.none)
    let full = content.storage.scan(range) {
      let edge = x + ruler.advance(of: $0, after: previous)
      guard edge + ruler.advance(of: mark, after: $0) <= width else { return false }
      (x, previous) = (edge, $0)
      return true
    }
    let last = content.storage.scanBackward(from: full, while: \.isBlank)
    let shown = content.storage.string(in: range.lowerBound..<max(range.lowerBound, last))
    return line(shown + String(mark), content, isRightToLeft, ruler)
  }

  private func line(_ text: String, _ content: Content, _ isRightToLeft: Bool, _ ruler: TextRuler) -> Broken {
    let storage = CharacterStorage(text)
    let direction = isRightToLeft ? WritingDirection.rightToLeft : .leftToRight
    let isOrdered = content.mayTurn || isRightToLeft
    let shape = isOrdered ? ruler.measure?.shape(of: text, line: 0..<storage.count, direction: direction) : nil
    let width = shape.map { CheckedShape(shape: $0, count: storage.count).width } ?? ruler.width(of: 0..<storage.count, in: storage)
    return Broken(text: text, width: width, isRightToLeft: isRightToLeft)
  }

  /// Whether a paragraph is written from right to left.
  private func isRightToLeft(_ paragraph: Range<Int>, _ content: Content) -> Bool {
    switch writingDirection {
    case .leftToRight: return false
    case .rightToLeft: return true
    case .natural:
      guard content.mayTurn else { return false }
      return BidiLevels(content.storage.characters(in: paragraph).map(\.directing), .natural).base == 1
    }
  }

  // MARK: Accessibility, drawing

  override open var standardAccessibility: Accessibility {
    text.isEmpty ? Accessibility() : Accessibility(.staticText, label: text, isEnabled: isEnabled)
  }

  override open var contentParts: [ContentPart] {
    lines.map { ContentPart("line", frame: $0.frame, text: $0.text, state: isEnabled ? .normal : .disabled) }
  }
}
