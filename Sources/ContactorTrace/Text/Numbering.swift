/// The numbers in front of the lines of a text, as `cat -n`, `grep -n`, lists and web pages put them there.
struct Numbering {
  /// The character behind a number: a colon, a point, a parenthesis, a bar, a tabulator or a space.
  private let separator: UInt8
  /// Whether a space stands behind it in all lines.
  private let hasSpace: Bool

  /// Fewer numbered lines may be so by chance.
  private static let leastLines = 4

  /// Finds the numbers that all lines have; `nil` for lines without.
  init?(_ lines: [ArraySlice<UInt8>]) {
    var (last, separator): (Int, UInt8?) = (-1, nil)
    var (count, hasSpace) = (0, true)
    for line in lines where line.contains(where: { $0 > 0x20 }) {
      guard let (number, behind) = Self.number(line), number > last, separator == nil || separator == behind.first else { return nil }
      (last, separator) = (number, behind.first)
      if behind.count > 1, behind.dropFirst().first != 0x20 { hasSpace = false }
      count += 1
    }
    guard let separator, count >= Self.leastLines else { return nil }
    (self.separator, self.hasSpace) = (separator, hasSpace)
  }

  /// The line without its number; a line that has none stays as it is.
  func removed(from line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let (_, behind) = Self.number(line), behind.first == separator else { return line }
    return behind.dropFirst(hasSpace && behind.count > 1 ? 2 : 1)
  }

  @inline(never)
  func removed(from line: FieldCursor) -> FieldCursor {
    let bytes = unsafe UnsafeBufferPointer(start: line.next, count: line.count)
    var rest = line
    let content = unsafe removed(from: Array(bytes)[...])
    unsafe rest.next += line.count - content.count
    return rest
  }

  /// A line without the number or the bullet that it has as an element of a list; a line that has neither stays as it is.
  static func removed(from line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if line.starts(with: [0x2d, 0x20]) { return line.dropFirst(2).drop { $0 <= 0x20 } }
    guard let (_, behind) = number(line) else { return line }
    return behind.dropFirst().drop { $0 <= 0x20 }
  }

  /// The number at the beginning of a line, and what is behind it; `nil` for a line without.
  private static func number(_ line: ArraySlice<UInt8>) -> (number: Int, behind: ArraySlice<UInt8>)? {
    let start = line.drop { $0 == 0x20 || $0 == 0x09 }
    let digits = start.prefix { $0 &- 48 < 10 }
    var behind = start.dropFirst(digits.count)
    // A page may have a space in front of its bar.
    let bar = behind.drop { $0 == 0x20 }
    if bar.first == 0x7c { behind = bar }
    guard (1...7).contains(digits.count), let separator = behind.first, [0x3a, 0x2e, 0x29, 0x7c, 0x09, 0x20].contains(separator),
      // A time in seconds has digits behind the point.
      behind.dropFirst().first.map({ $0 &- 48 >= 10 }) ?? true || separator != 0x2e
    else { return nil }
    return (digits.reduce(0) { $0 * 10 + Int($1 &- 48) }, behind)
  }
}
