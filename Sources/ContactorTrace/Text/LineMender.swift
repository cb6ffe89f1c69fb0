internal import ContactorCore

/// Mends lines of text as mails, terminals and web pages change them: quotation marks in front, and a line broken in two or three.
///
/// A line with a mistake waits for the next one: if both together are a line of the format, it was wrapped.
struct LineMender {
  /// The outcome of giving a line to its parser.
  enum Fate: Equatable {
    case taken
    /// No line of the format.
    case foreign
    case mistake(String)
    /// An event without a time, and why a text without others is refused.
    case timeless(String)
  }

  private struct Waiting {
    var text: String
    var message: String
    var line: Int
    var isCut: Bool
    var pieces = 1
  }

  /// The longest line that is put together, in bytes.
  private static let longestJoined = 4096
  private static let mostPieces = 3
  /// So many events without a time are passed over until one comes that has one.
  private static let mostTimeless = 100

  /// The last character of the line before if it was taken, 0 if it was not; `nil` while no line was taken.
  private var lastTaken: UInt8?
  private var waiting: Waiting?
  private var firstMistake: (line: Int, message: String)?
  private var passedLines = 0
  private var firstPassed: (line: Int, text: String)?
  private var joinedLines = 0
  private var splitLines = 0
  /// How many events had no time before the first that has one, and the line of the first of them.
  private var timeless: (count: Int, line: Int)?

  /// Whether a line waits for its rest.
  var isWaiting: Bool { waiting != nil }

  /// The first mistake, if no line was taken.
  var onlyMistake: (line: Int, message: String)? {
    if lastTaken != nil { return nil }
    return firstMistake ?? firstPassed.map { ($0.line, "'\($0.text)' is no line of a recording, and neither is any other") }
  }

  /// The text that waits with a rest behind it, broken at a space; `nil` while none waits.
  func joined(with rest: String) -> String? { joined(with: rest, by: " ") }

  /// The lines that the text that waits may be, with a rest behind it: decorated or not, broken at a space or, by a terminal, within a word.
  func joined(withAnyOf rest: String, _ format: any LineSyntax.Type) -> [String] {
    let rests = [rest] + Self.undecorated(rest, format) + [Self.unnumbered(rest)].compactMap { $0 }
    return rests.flatMap { rest in [" ", ""].compactMap { joined(with: rest, by: $0) } }
  }

  @inline(never)
  private func joined(with rest: String, by space: String) -> String? {
    guard let waiting, waiting.text.utf8.count + rest.utf8.count < Self.longestJoined else { return nil }
    return waiting.text + space + Substring(rest.utf8.drop { $0 == 0x20 || $0 == 0x09 })
  }

  /// Whether what waits may be the beginning of a line that is broken in three.
  var mayGrow: Bool { (waiting?.pieces ?? Self.mostPieces) + 1 < Self.mostPieces }

  mutating func wait(withRest joined: String) {
    waiting?.text = joined
    waiting?.pieces += 1
  }

  @inline(never)
  mutating func wait(for text: String, _ message: String, line: Int, isCut: Bool) {
    let end = text.utf8.lastIndex { $0 != 0x0d && $0 != 0x20 && $0 != 0x09 }
    waiting = Waiting(text: end.map { String(Substring(text.utf8[...$0])) } ?? "", message: message, line: line, isCut: isCut)
  }

  /// Notes that a line was taken.
  @inline(__always)
  mutating func noteTaken(_ line: FieldCursor) {
    let count = line.count
    guard count > 0 else { return lastTaken = 0 }
    let last = unsafe line.next[count - 1]
    lastTaken = unsafe last == 0x0d && count > 1 ? line.next[count - 2] : last
  }

  mutating func noteTaken(_ line: String) { lastTaken = line.utf8.last { $0 > 0x20 } ?? 0 }

  /// Notes that a wrapped line was put together.
  mutating func noteJoined() {
    waiting = nil
    lastTaken = 0
    joinedLines += 1
  }

  /// Notes an event without a time.
  ///
  /// - Returns: whether there are so many that the text has no others.
  mutating func noteTimeless(line: Int) -> Bool {
    timeless = ((timeless?.count ?? 0) + 1, timeless?.line ?? line)
    return timeless?.count == Self.mostTimeless
  }

  /// The line of the first event without a time; `nil` if all have one.
  var firstTimeless: Int? { timeless?.line }

  /// Notes that a line was taken apart into its events.
  mutating func noteSplit() { splitLines += 1 }

  @inline(never)
  mutating func note(mistake message: String, line: Int) {
    if firstMistake == nil { firstMistake = (line, message) }
  }

  /// Counts a line that is not of the format.
  @inline(never)
  mutating func pass(_ text: String, line: Int) {
    guard text.utf8.contains(where: { $0 > 0x20 && $0 != 0x7f }) else { return }
    let shown = firstPassed == nil || text.utf8.count < 8 ? Self.shortened(text) : ""
    if lastTaken != nil { lastTaken = 0 }
    // Interrupted by its user.
    if shown == "^C" { return }
    passedLines += 1
    if firstPassed == nil { firstPassed = (line, shown) }
  }

  /// The damage of the line that waited; `nil` while none waits.
  @inline(never)
  mutating func giveUp() -> TraceDamage? {
    guard let line = waiting.take() else { return nil }
    let message = Self.printable(line.isCut ? "the last line is cut: " + line.message : line.message)
    note(mistake: message, line: line.line)
    return TraceDamage(line: line.line, length: Int64(line.text.utf8.count), message: message)
  }

  var remarks: [String] {
    var remarks: [String] = []
    if joinedLines > 0 { remarks.append("\(Self.lines(joinedLines)) broken in two or more; they were put together") }
    if splitLines > 0 {
      remarks.append(
        splitLines == 1 ? "1 line held several events and was taken apart" : "\(splitLines) lines held several events and were taken apart")
    }
    if let timeless {
      let line = "line \(timeless.line)"
      let others =
        timeless.count == 1 ? "\(line) has no time and was" : "\(timeless.count) lines, the first of them \(line), have no time and were"
      remarks.append("\(others) passed over")
    }
    if let firstPassed {
      let line = "line \(firstPassed.line)"
      let others = passedLines == 1 ? "\(line) is" : "\(passedLines) lines, the first of them \(line), are"
      remarks.append("\(others) no part of the recording and passed over: '\(firstPassed.text)'")
    }
    return remarks
  }

  /// The damage of the line before, of whose number this line is the end; `nil` for other lines.
  @inline(never)
  func damage(by rest: String, line: Int) -> TraceDamage? {
    guard let lastTaken, lastTaken &- 48 < 10 || lastTaken == 0x2d, Self.isRest(rest) else { return nil }
    let message = "'\(Self.shortened(rest))' may be the end of the line before, whose value is then wrong"
    return TraceDamage(line: line, length: Int64(rest.utf8.count), message: message)
  }

  private static func isRest(_ text: String) -> Bool {
    let bytes = text.utf8.filter { $0 > 0x20 }
    return (1...8).contains(bytes.count) && bytes.allSatisfy { $0 &- 48 < 10 || $0 | 0x20 &- 97 < 6 } && bytes.contains { $0 &- 48 < 10 }
  }

  private static func lines(_ count: Int) -> String { count == 1 ? "1 line was" : "\(count) lines were" }

  /// A text with U+FFFD for each control character.
  @inline(never)
  private static func printable(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(scalar.value < 0x20 || scalar.value == 0x7f ? "\u{fffd}" : scalar) }
    return String(scalars)
  }

  /// A text of at most 60 characters, without control characters.
  @inline(never)
  static func shortened(_ text: String) -> String {
    var short = String.UnicodeScalarView(text.unicodeScalars.prefix(60).filter { $0.value >= 0x20 && $0.value != 0x7f })
    while short.last == " " { short.removeLast() }
    while short.first == " " { short.removeFirst() }
    return String(short)
  }

  /// The texts that a line may be without its decoration, the likeliest first; empty for a line that has none.
  ///
  /// Decoration is whatever comes before an event, or before one of the beginnings that only lines of the format have; `>`, `#`, `|`, `*`,
  /// backticks and spaces in front; `|` and backticks behind; escape sequences of terminals and the spaces of pages anywhere.
  static func undecorated(_ line: String, _ format: any LineSyntax.Type) -> [String] {
    let bytes = Array(line.utf8)
    var plain = PlainLine.bytes(of: bytes)
    var start = 0
    while start < plain.count, Quotation.isMark(plain[start]) { start += 1 }
    // Code within a sentence has a backtick behind it, too.
    if bytes.first == 0x60 || bytes.last == 0x60 { while plain.last == 0x60, plain.count > start { plain.removeLast() } }
    while plain.last == 0x7c || plain.last == 0x20, plain.count > start { plain.removeLast() }
    let text = String(decoding: plain[start...], as: UTF8.self)
    var candidates: [String] = []
    if let place = EventSearch.places(in: text, format).first {
      candidates.append(String(decoding: plain[(start + place)...], as: UTF8.self))
    }
    for case let place? in format.beginnings.lazy.map({ text.place(ofText: $0, from: text.startIndex) }) {
      candidates.append(String(text[place.lowerBound...]))
      break
    }
    candidates.append(text)
    return candidates.filter { $0.utf8.count != bytes.count }
  }

  /// A line without marks, and without the number or the bullet of an element of a list; `nil` for a line that has neither.
  static func unnumbered(_ line: String) -> String? {
    let plain = PlainLine.bytes(of: Array(line.utf8)).drop(while: Quotation.isMark)
    let content = Numbering.removed(from: plain)
    return content.count < plain.count ? String(decoding: content, as: UTF8.self) : nil
  }
}
