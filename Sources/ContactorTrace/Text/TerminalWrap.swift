/// The width at which a terminal has broken the lines of a text, within words and numbers.
///
/// A line of full width then goes on in the next one. It can be a line of its format by itself, with the first digits of its value, so the
/// width must be known before the first line is read.
struct TerminalWrap {
  /// The length of a broken line, in bytes, without its end.
  let width: Int
  /// How lines begin that cannot be the rest of another.
  private let beginnings: Set<UInt32>

  /// Narrower terminals are not expected.
  private static let leastWidth = 40
  private static let leastBroken = 2

  /// Finds the width; `nil` for a text whose lines are whole.
  ///
  /// The longest lines of a broken text have one length, and what follows most of them begins as no line does behind a shorter one.
  init?(_ lines: [ArraySlice<UInt8>]) {
    let lengths = lines.map(Self.length)
    guard let width = lengths.max(), width >= Self.leastWidth else { return nil }
    let followers = lines.indices.dropFirst()
    let whole = [0] + followers.filter { lengths[$0 - 1] < width }
    let beginnings = Set(whole.map { Self.beginning(lines[$0].prefix(3)) }).union([Self.listElement])
    let rests = followers.filter { lengths[$0 - 1] == width && lengths[$0] > 0 }
    let broken = rests.filter { !beginnings.contains(Self.beginning(lines[$0].prefix(3))) }
    guard broken.count >= Self.leastBroken, broken.count * 2 > rests.count else { return nil }
    // At spaces, any mail breaks lines, which are put together without their width.
    guard broken.contains(where: { Self.isWithinWord(lines[$0 - 1].dropFirst(width - 1).first, lines[$0].first) }) else { return nil }
    (self.width, self.beginnings) = (width, beginnings)
  }

  /// Whether a line may be the rest of the one before.
  func mayContinue(_ line: FieldCursor) -> Bool {
    unsafe !line.isAtEnd && !beginnings.contains(Self.beginning(UnsafeBufferPointer(start: line.next, count: min(line.count, 3))))
  }

  /// The beginning of an element of a list in YAML, a minus and a space.
  private static let listElement: UInt32 = 0x2d20

  /// The first three bytes, where all digits are alike.
  private static func beginning(_ bytes: some Collection<UInt8>) -> UInt32 {
    if bytes.starts(with: [0x2d, 0x20]) { return listElement }
    return bytes.reduce(0) { $0 << 8 | UInt32($1 &- 48 < 10 ? 48 : $1) }
  }

  private static func isWithinWord(_ last: UInt8?, _ first: UInt8?) -> Bool { (last ?? 0) > 0x20 && (first ?? 0) > 0x20 }

  private static func length(_ line: ArraySlice<UInt8>) -> Int { line.last == 0x0d ? line.count - 1 : line.count }
}

/// Keeps the parts of a line that a terminal has broken until the last one comes.
struct BrokenLine {
  /// The parts of a line; one for a line that is whole.
  struct Parts {
    var texts: [String]
    /// The number of the last part's line.
    var last: Int
    /// Whether the text ends amid the last part.
    var isCut = false

    /// The whole line.
    var joined: String { texts.map { $0.utf8.last == 0x0d ? $0.dropLast() : $0[...] }.joined() }
  }

  /// More parts than any line has.
  private static let limit = 64

  private var texts: [String] = []

  /// Adds a line; returns those that are whole now, the older first.
  ///
  /// - Parameters:
  ///   - line: its number.
  ///   - isCut: whether the text ends amid it.
  mutating func add(_ cursor: FieldCursor, line: Int, _ wrap: TerminalWrap?, isCut: Bool) -> [Parts] {
    var whole: [Parts] = []
    if let wrap, !texts.isEmpty, !wrap.mayContinue(cursor), let parts = end(line - 1) { whole.append(parts) }
    let text = cursor.text
    texts.append(text)
    let isFull = text.utf8.count - (text.utf8.last == 0x0d ? 1 : 0) == wrap?.width
    if !isFull || isCut || texts.count == Self.limit, var parts = end(line) {
      parts.isCut = isCut
      whole.append(parts)
    }
    return whole
  }

  /// Takes what is kept, with the number of its last line.
  mutating func end(_ line: Int) -> Parts? {
    guard !texts.isEmpty else { return nil }
    defer { texts = [] }
    return Parts(texts: texts, last: line, isCut: false)
  }
}

/// The changes by pasting that every line of a text has.
struct Pasting {
  /// The marks in front of lines.
  private(set) var quotation = Quotation()
  /// Where a terminal has broken lines; `nil` for whole lines.
  private(set) var wrap: TerminalWrap?

  /// That of a text as its program has written it.
  init() {}

  /// Finds out from the beginning of a text.
  ///
  /// - Parameter sample: a last line without end is left out if there are others.
  init(of sample: some Collection<UInt8>) {
    let bytes = Array(sample)
    var lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    if lines.count > 1 { lines.removeLast() }
    quotation = Quotation(lines)
    wrap = TerminalWrap(lines.map { quotation.removed(from: $0) })
  }
}
