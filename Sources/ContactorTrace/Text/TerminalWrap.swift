/// The width at which a terminal has broken the lines of a text, within words and numbers.
///
/// A line of full width then goes on in the next one. It can be a line of its format by itself, with the first digits of its value, so the
/// width must be known before the first line is read.
struct TerminalWrap {
  /// The length of a broken line, in bytes, without its end.
  let width: Int
  /// How lines begin that cannot be the rest of another.
  private let beginnings: [UInt32]

  /// Narrower terminals are not expected.
  private static let leastWidth = 40
  private static let leastBroken = 2

  /// Finds the width; `nil` for a text whose lines are whole.
  ///
  /// The longest lines of a broken text have one length, and what follows most of them begins as no line does behind a shorter one.
  init?(_ lines: [ArraySlice<UInt8>]) {
    let lengths = lines.map(\.count)
    guard let width = lengths.max(), width >= Self.leastWidth else { return nil }
    let followers = lines.indices.dropFirst()
    let whole = [0] + followers.filter { lengths[$0 - 1] < width }
    var beginnings = [Self.listElement]
    for index in whole {
      let beginning = Self.beginning(lines[index].prefix(3))
      if !beginnings.contains(beginning) { beginnings.append(beginning) }
    }
    let rests = followers.filter { lengths[$0 - 1] == width && lengths[$0] > 0 }
    let broken = rests.filter { !beginnings.contains(Self.beginning(lines[$0].prefix(3))) }
    guard broken.count >= Self.leastBroken, broken.count * 2 > rests.count else { return nil }
    // At spaces, any mail breaks lines, which are put together without their width.
    guard broken.contains(where: { Self.isWithinWord(lines[$0 - 1].dropFirst(width - 1).first, lines[$0].first) }) else { return nil }
    (self.width, self.beginnings) = (width, beginnings)
  }

  /// Whether a line may be the rest of the one before.
  func mayContinue(_ line: ArraySlice<UInt8>) -> Bool { !line.isEmpty && !beginnings.contains(Self.beginning(line.prefix(3))) }

  /// The beginning of an element of a list in YAML, a minus and a space.
  private static let listElement: UInt32 = 0x2d20

  /// The first three bytes, where all digits are alike.
  @inline(never)
  private static func beginning(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    if bytes.starts(with: [0x2d, 0x20]) { return listElement }
    return bytes.reduce(0) { $0 << 8 | UInt32($1 &- 48 < 10 ? 48 : $1) }
  }

  private static func isWithinWord(_ last: UInt8?, _ first: UInt8?) -> Bool { (last ?? 0) > 0x20 && (first ?? 0) > 0x20 }
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
    var joined: String { texts.joined() }
  }

  /// More parts than any line has.
  private static let limit = 64

  private var texts: [String] = []

  /// Adds a line; returns those that are whole now, the older first.
  ///
  /// - Parameters:
  ///   - line: its number.
  ///   - isCut: whether the text ends amid it.
  mutating func add(_ cursor: FieldCursor, line: Int, _ pasting: Pasting, isCut: Bool) -> [Parts] {
    var whole: [Parts] = []
    let plain = unsafe PlainLine.bytes(of: Array(UnsafeBufferPointer(start: cursor.next, count: cursor.count)))
    let bytes = pasting.content(of: plain[...])
    if let wrap = pasting.wrap, !texts.isEmpty, !wrap.mayContinue(bytes), let parts = end(line - 1) { whole.append(parts) }
    texts.append(String(decoding: bytes, as: UTF8.self))
    let isFull = bytes.count == pasting.wrap?.width
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
  /// How many spaces and carriage returns every line ends with.
  private var spacesBehind = 0

  /// That of a text as its program has written it.
  init() {}

  /// Finds out from the beginning of a text.
  ///
  /// - Parameter sample: a last line without end is left out if there are others.
  init(of sample: some Collection<UInt8>) {
    let bytes = Array(sample)
    var lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    if lines.count > 1 { lines.removeLast() }
    let plain = lines.map { PlainLine.bytes(of: Array($0))[...] }
    quotation = Quotation(plain)
    spacesBehind = plain.filter { line in line.contains { $0 > 0x20 } }.map { Self.spaces(behind: $0) }.min() ?? 0
    wrap = TerminalWrap(plain.map { content(of: $0) })
  }

  /// A line without its marks, and without carriage returns and the spaces behind all lines.
  @inline(never)
  func content(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    // A serial console has a carriage return in front.
    let content = quotation.removed(from: line.drop { $0 == 0x0d })
    return content.dropLast(max(min(spacesBehind, Self.spaces(behind: content)), content.reversed().prefix { $0 == 0x0d }.count))
  }

  /// How many spaces and carriage returns a line ends with.
  @inline(never)
  private static func spaces(behind line: ArraySlice<UInt8>) -> Int { line.reversed().prefix { $0 <= 0x20 }.count }
}
