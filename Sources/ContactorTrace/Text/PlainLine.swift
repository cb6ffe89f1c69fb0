/// Takes away what terminals and pages put into lines: escape sequences, and spaces that recordings do not have.
enum PlainLine {
  /// The bytes of a line without escape sequences, with a space for each other kind of space that is seen.
  static func bytes(of bytes: [UInt8]) -> [UInt8] {
    if bytes.allSatisfy({ $0 < 0x80 && $0 != escape }) { return bytes }
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == escape {
        index += lengthOfSequence(bytes[index...])
      } else if let space = Space(bytes[index...]) {
        if space.isWide { plain.append(0x20) }
        index += space.length
      } else {
        plain.append(bytes[index])
        index += 1
      }
    }
    return plain
  }

  private static let escape: UInt8 = 0x1b

  /// The length of an escape sequence: `ESC [ … letter` for colours and the like, `ESC ] … BEL` for a window's title.
  private static func lengthOfSequence(_ bytes: ArraySlice<UInt8>) -> Int {
    switch bytes.dropFirst().first {
    case 0x5b: (bytes.dropFirst(2).firstIndex { (0x40...0x7e).contains($0) } ?? bytes.endIndex - 1) - bytes.startIndex + 1
    case 0x5d: (bytes.dropFirst(2).firstIndex { $0 == 0x07 || $0 == 0x5c } ?? bytes.startIndex + 1) - bytes.startIndex + 1
    default: 1
    }
  }
}

/// A space that pages and mails have and recordings do not: one that does not break, is narrow, or has no width.
private struct Space {
  var length: Int
  /// Whether it is seen.
  var isWide: Bool

  /// The space at the beginning of some UTF-8; `nil` for other characters.
  init?(_ bytes: ArraySlice<UInt8>) {
    if bytes.starts(with: [0xc2, 0xa0]) {
      self.init(length: 2, isWide: true)
    } else if bytes.starts(with: [0xef, 0xbb, 0xbf]) {
      self.init(length: 3, isWide: false)
    } else if bytes.starts(with: [0xe2, 0x80]), let last = bytes.dropFirst(2).first, (0x80...0x8f).contains(last) || last == 0xaf {
      // U+2000 to U+200A and U+202F; U+200B to U+200F have no width.
      self.init(length: 3, isWide: !(0x8b...0x8f).contains(last))
    } else {
      return nil
    }
  }

  private init(length: Int, isWide: Bool) { (self.length, self.isWide) = (length, isWide) }
}
