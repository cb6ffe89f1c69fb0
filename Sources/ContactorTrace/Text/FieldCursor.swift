/// Reads the fields of one line of text, byte by byte.
@safe struct FieldCursor {
  var next: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>

  var isAtEnd: Bool { unsafe next == end }
  var count: Int { unsafe end - next }

  /// The rest of the line.
  var text: String { unsafe String(decoding: UnsafeBufferPointer(start: next, count: count), as: UTF8.self) }

  @inline(__always)
  mutating func skipSpaces() {
    while unsafe next < end, unsafe next.pointee == 32 || next.pointee == 9 || next.pointee == 13 { unsafe next += 1 }
  }

  /// Takes a byte if the rest begins with it.
  @inline(__always)
  mutating func take(_ byte: UInt8) -> Bool {
    guard unsafe next < end, unsafe next.pointee == byte else { return false }
    unsafe next += 1
    return true
  }

  /// Takes a text if the rest begins with it.
  mutating func take(_ text: StaticString) -> Bool {
    guard starts(with: text) else { return false }
    unsafe next += text.utf8CodeUnitCount
    return true
  }

  func starts(with text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard self.count >= count else { return false }
    let bytes = unsafe text.utf8Start
    for index in 0..<count where unsafe next[index] != bytes[index] { return false }
    return true
  }

  /// Skips spaces and takes the bytes up to the next space.
  mutating func word() -> String {
    skipSpaces()
    let start = unsafe next
    while unsafe next < end, unsafe !isSpace(next.pointee) { unsafe next += 1 }
    return unsafe String(decoding: UnsafeBufferPointer(start: start, count: next - start), as: UTF8.self)
  }

  /// Takes the text up to a byte, and the byte; the whole rest where the byte does not follow.
  mutating func text(upTo byte: UInt8) -> String {
    let length = unsafe firstIndex(of: byte, in: next, count: count) ?? count
    defer { unsafe next += min(length + 1, count) }
    return unsafe String(decoding: UnsafeBufferPointer(start: next, count: length), as: UTF8.self)
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
    let start = unsafe next
    var number: Int64 = 0
    while unsafe next < end {
      let digit = unsafe next.pointee &- 48
      guard digit < 10 else { break }
      number = number &* 10 &+ Int64(digit)
      unsafe next += 1
    }
    guard unsafe next > start, unsafe next - start <= 18 else { return nil }
    return number
  }

  /// Takes 1 to 15 hexadecimal digits.
  @inline(__always)
  mutating func hexadecimal() -> Int64? {
    let start = unsafe next
    var number: Int64 = 0
    while unsafe next < end {
      let byte = unsafe next.pointee
      let digit: UInt8
      switch byte {
      case 48...57: digit = byte &- 48
      case 97...102: digit = byte &- 87
      case 65...70: digit = byte &- 55
      default: digit = 255
      }
      guard digit < 16 else { break }
      number = number &<< 4 | Int64(digit)
      unsafe next += 1
    }
    guard unsafe next > start, unsafe next - start <= 15 else { return nil }
    return number
  }

  /// Takes seconds with exactly six decimals; returns microseconds.
  @inline(__always)
  mutating func seconds() -> Int64? {
    guard let whole = digits(), whole < 1 << 40, take(0x2e) else { return nil }
    let start = unsafe next
    guard let fraction = digits(), unsafe next - start == 6 else { return nil }
    return whole &* 1_000_000 &+ fraction
  }

  /// Whether a space or the end of the line follows.
  @inline(__always)
  var isAtFieldEnd: Bool { unsafe next == end || isSpace(next.pointee) }

  @inline(__always)
  private func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 }
}
