/// Reads the fields of one line of text, byte by byte.
struct FieldCursor {
  var next: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>

  var isAtEnd: Bool { next == end }
  var count: Int { end - next }

  /// The rest of the line.
  var text: String { String(decoding: UnsafeBufferPointer(start: next, count: count), as: UTF8.self) }

  @inline(__always)
  mutating func skipSpaces() {
    while next < end, next.pointee == 32 || next.pointee == 9 || next.pointee == 13 { next += 1 }
  }

  /// Takes a byte if the rest begins with it.
  @inline(__always)
  mutating func take(_ byte: UInt8) -> Bool {
    guard next < end, next.pointee == byte else { return false }
    next += 1
    return true
  }

  /// Takes a text if the rest begins with it.
  mutating func take(_ text: StaticString) -> Bool {
    guard starts(with: text) else { return false }
    next += text.utf8CodeUnitCount
    return true
  }

  func starts(with text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard self.count >= count else { return false }
    let bytes = text.utf8Start
    for index in 0..<count where next[index] != bytes[index] { return false }
    return true
  }

  /// Skips spaces and takes the bytes up to the next space.
  mutating func word() -> String {
    skipSpaces()
    let start = next
    while next < end, !isSpace(next.pointee) { next += 1 }
    return String(decoding: UnsafeBufferPointer(start: start, count: next - start), as: UTF8.self)
  }

  /// Takes the text up to a byte, and the byte; the whole rest where the byte does not follow.
  mutating func text(upTo byte: UInt8) -> String {
    let length = firstIndex(of: byte, in: next, count: count) ?? count
    defer { next += min(length + 1, count) }
    return String(decoding: UnsafeBufferPointer(start: next, count: length), as: UTF8.self)
  }

  /// Takes a decimal number, which may begin with a minus.
  ///
  /// - Returns: `nil` without digits, or with more than 18; the cursor's position is then undefined.
  @inline(__always)
  mutating func decimal() -> Int64? {
    let isNegative = take(0x2d)
    guard let number = digits() else { return nil }
    return isNegative ? -number : number
  }

  /// Takes 1 to 18 decimal digits.
  @inline(__always)
  mutating func digits() -> Int64? {
    let start = next
    var number: Int64 = 0
    while next < end {
      let digit = next.pointee &- 48
      guard digit < 10 else { break }
      number = number &* 10 &+ Int64(digit)
      next += 1
    }
    guard next > start, next - start <= 18 else { return nil }
    return number
  }

  /// Takes 1 to 15 hexadecimal digits.
  @inline(__always)
  mutating func hexadecimal() -> Int64? {
    let start = next
    var number: Int64 = 0
    while next < end {
      let byte = next.pointee
      let digit: UInt8
      switch byte {
      case 48...57: digit = byte &- 48
      case 97...102: digit = byte &- 87
      case 65...70: digit = byte &- 55
      default: digit = 255
      }
      guard digit < 16 else { break }
      number = number &<< 4 | Int64(digit)
      next += 1
    }
    guard next > start, next - start <= 15 else { return nil }
    return number
  }

  /// Takes seconds with exactly six decimals; returns microseconds.
  @inline(__always)
  mutating func seconds() -> Int64? {
    guard let whole = digits(), whole < 1 << 40, take(0x2e) else { return nil }
    let start = next
    guard let fraction = digits(), next - start == 6 else { return nil }
    return whole &* 1_000_000 &+ fraction
  }

  /// Whether a space or the end of the line follows.
  @inline(__always)
  var isAtFieldEnd: Bool { next == end || isSpace(next.pointee) }

  @inline(__always)
  private func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 }
}
