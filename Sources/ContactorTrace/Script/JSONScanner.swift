/// Reads JSON's tokens from one line of bytes.
struct JSONScanner {
  private var rest: FieldCursor

  init(_ line: FieldCursor) {
    rest = line
  }

  private var found: String {
    rest.isAtEnd ? "the end of the line" : unsafe "'\(Character(UnicodeScalar(rest.next.pointee)))'"
  }

  /// Skips spaces and takes a byte if the rest begins with it.
  @inline(__always)
  mutating func take(_ byte: UInt8) -> Bool {
    rest.skipSpaces()
    return rest.take(byte)
  }

  /// Skips spaces and takes a byte, or throws.
  mutating func expect(_ byte: UInt8) throws(TraceError) {
    guard take(byte) else { throw .mistake("expected '\(Character(UnicodeScalar(byte)))', found \(found)") }
  }

  /// Throws unless only spaces are left.
  mutating func end() throws(TraceError) {
    rest.skipSpaces()
    guard rest.isAtEnd else { throw .mistake("\(found) after the object") }
  }

  /// Takes any value; the contents of arrays and objects are checked, too.
  mutating func value(depth: Int) throws(TraceError) -> (JSONObject.Kind, UnsafeBufferPointer<UInt8>) {
    rest.skipSpaces()
    guard depth < 16 else { throw .mistake("nested more than 16 deep") }
    let start = unsafe rest.next
    switch unsafe rest.isAtEnd ? 0 : start.pointee {
    case 0x22:
      let (text, isEscaped) = unsafe try string()
      return unsafe (isEscaped ? .escapedText : .text, text)
    case 0x5b:
      try list(close: 0x5d, depth, hasKeys: false)
      return unsafe (.array, UnsafeBufferPointer(start: start, count: rest.next - start))
    case 0x7b:
      try list(close: 0x7d, depth, hasKeys: true)
      return unsafe (.object, UnsafeBufferPointer(start: start, count: rest.next - start))
    default: return unsafe try word()
    }
  }

  private mutating func list(close: UInt8, _ depth: Int, hasKeys: Bool) throws(TraceError) {
    unsafe rest.next += 1
    if take(close) { return }
    repeat {
      if hasKeys {
        _ = unsafe try string()
        try expect(0x3a)
      }
      _ = unsafe try value(depth: depth + 1)
    } while take(0x2c)
    try expect(close)
  }

  private mutating func word() throws(TraceError) -> (JSONObject.Kind, UnsafeBufferPointer<UInt8>) {
    let before = self
    let start = unsafe rest.next
    var isPlain = true
    loop: while !rest.isAtEnd {
      switch unsafe rest.next.pointee {
      case 0x30...0x39: break
      case 0x2c, 0x5d, 0x7d, 0x3a, 0x20, 0x09, 0x0d: break loop
      default: isPlain = unsafe isPlain && rest.next == start && rest.next.pointee == 0x2d
      }
      unsafe rest.next += 1
    }
    let word = unsafe UnsafeBufferPointer(start: start, count: rest.next - start)
    if isPlain, unsafe word.count > (start < rest.next && start.pointee == 0x2d ? 1 : 0) { return unsafe (.number, word) }
    let text = unsafe String(decoding: word, as: UTF8.self)
    if ["true", "false", "null"].contains(text) { return unsafe (.other, word) }
    guard let first = unsafe word.first, first == 0x2d || (0x30...0x39).contains(first), !text.hasPrefix("0x"),
      Double(text)?.isFinite == true
    else { throw .mistake("expected a value, found \(before.found)") }
    return unsafe (.number, word)
  }

  /// Takes a string; returns the bytes between its quotes, and whether they have escapes.
  mutating func string() throws(TraceError) -> (UnsafeBufferPointer<UInt8>, isEscaped: Bool) {
    try expect(0x22)
    let start = unsafe rest.next
    var isEscaped = false
    while !rest.isAtEnd {
      let byte = unsafe rest.next.pointee
      if byte == 0x22 {
        defer { unsafe rest.next += 1 }
        return unsafe (UnsafeBufferPointer(start: start, count: rest.next - start), isEscaped)
      }
      unsafe rest.next += 1
      guard byte == 0x5c else { continue }
      isEscaped = true
      try skipEscape()
    }
    throw .mistake("a string has no closing quote")
  }

  private mutating func skipEscape() throws(TraceError) {
    guard !rest.isAtEnd else { throw .mistake("a string has no closing quote") }
    let kind = unsafe rest.next.pointee
    unsafe rest.next += 1
    if kind == 0x75 {
      for _ in 0..<4 {
        guard !rest.isAtEnd, unsafe Character(UnicodeScalar(rest.next.pointee)).isHexDigit else {
          throw .mistake("an unknown escape in a string")
        }
        unsafe rest.next += 1
      }
    } else if !"\"\\/bfnrt".utf8.contains(kind) {
      throw .mistake("an unknown escape in a string")
    }
  }

  /// Resolves the escapes of a string, which `string()` has checked.
  static func resolved(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    let plain: [UInt8: UInt8] = [0x62: 8, 0x66: 12, 0x6e: 10, 0x72: 13, 0x74: 9]
    var result: [UInt8] = []
    var units: [UInt16] = []
    var index = 0
    func flush() {
      result += String(decoding: units, as: UTF16.self).utf8
      units.removeAll()
    }
    while index < bytes.count {
      if unsafe bytes[index] == 0x5c, index + 5 < bytes.count, unsafe bytes[index + 1] == 0x75 {
        unsafe units.append(UInt16(String(decoding: bytes[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16) ?? 0xfffd)
        index += 6
        continue
      }
      flush()
      if unsafe bytes[index] == 0x5c, index + 1 < bytes.count {
        index += 1
        unsafe result.append(plain[bytes[index]] ?? bytes[index])
      } else {
        unsafe result.append(bytes[index])
      }
      index += 1
    }
    flush()
    return String(decoding: result, as: UTF8.self)
  }

  /// The nearest `Double` to a number; `nil` where that is not finite.
  static func number(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    guard let start = bytes.baseAddress else { return nil }
    var cursor = unsafe FieldCursor(next: start, end: start + bytes.count)
    let isNegative = cursor.take(0x2d)
    if let whole = cursor.digits() {
      if cursor.isAtEnd, whole < 1 << 53 { return isNegative ? -Double(whole) : Double(whole) }
      if cursor.take(0x2e) {
        let first = unsafe cursor.next
        let places = unsafe cursor.end - first
        // Both numbers are exact, so the quotient is the nearest one.
        if let fraction = cursor.digits(), cursor.isAtEnd, places <= 9, whole < 1_000_000 {
          let scale = tens[places]
          let value = Double(whole &* Int64(scale) &+ fraction) / scale
          return isNegative ? -value : value
        }
      }
    }
    return unsafe Double(String(decoding: bytes, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
  }

  private static let tens: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

  /// The next integer of an array, at any depth; `nil` at the end and at another value.
  mutating func nextInteger() -> Int64? {
    while !rest.isAtEnd {
      let byte = unsafe rest.next.pointee
      guard byte == 0x5b || byte == 0x5d || byte == 0x2c || byte == 0x20 || byte == 0x09 else { break }
      unsafe rest.next += 1
    }
    return rest.decimal()
  }
}
