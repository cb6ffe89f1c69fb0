/// The marks that a mail, a comment or a web page has put in front of every line of a text: `> `, `| `, `###### ` or spaces, and the numbers behind them.
///
/// Lines that are quoted one by one, each in its own way, are mended by `LineMender`.
struct Quotation {
  /// The marks; empty for a text that is not quoted.
  let marks: [UInt8]
  /// The numbers behind the marks; `nil` for lines without.
  private let numbering: Numbering?

  /// Whether a byte may be a part of marks: space, tab, `>`, `#`, `|`, `*` and the backtick.
  static func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x3e, 0x23, 0x7c, 0x2a, 0x60: true
    default: false
    }
  }

  /// Finds the marks that all lines share.
  ///
  /// - Parameter lines: those at the beginning of the text.
  init(_ lines: [ArraySlice<UInt8>]) {
    var common: [UInt8]?
    var rest: [UInt8] = []
    for line in lines {
      let front = Array(line.prefix(while: Self.isMark))
      // A line of marks alone says nothing; mails shorten them.
      guard line.dropFirst(front.count).contains(where: { $0 > 0x20 }) else { continue }
      guard let known = common else {
        (common, rest) = (front, Array(line.prefix(100)))
        continue
      }
      common = Array(zip(known, front).prefix { $0 == $1 }.map(\.0))
    }
    var marks = common ?? []
    // The head of a recording is comments, too, which may fill the sample.
    let head = rest.dropFirst(marks.count)
    if head.starts(with: "EVEMU ".utf8) || head.starts(with: "libinput record".utf8), let own = marks.lastIndex(of: 0x23) {
      marks.removeSubrange(own...)
    }
    numbering = Numbering(lines.map { Self.removed(marks, from: $0) })
    // The numbers of later lines may have fewer spaces in front.
    while numbering != nil, marks.last == 0x20 || marks.last == 0x09 { marks.removeLast() }
    self.marks = marks
  }

  /// The marks of a text that is not quoted.
  init() { (marks, numbering) = ([], nil) }

  func removed(from line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let content = Self.removed(marks, from: line)
    return numbering?.removed(from: content) ?? content
  }

  private static func removed(_ marks: [UInt8], from line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.starts(with: marks) ? line.dropFirst(marks.count) : line
  }

  /// The line without the marks and the number; a line that lacks them stays as it is.
  @inline(__always)
  func removed(from line: FieldCursor) -> FieldCursor {
    marks.isEmpty && numbering == nil ? line : unquoted(line)
  }

  @inline(never)
  private func unquoted(_ line: FieldCursor) -> FieldCursor {
    var rest = line
    for mark in marks where !rest.take(mark) {
      // Of an empty line mails leave the marks without the space behind them.
      rest.skipSpaces()
      return rest.isAtEnd ? rest : line
    }
    return numbering?.removed(from: rest) ?? rest
  }
}
