/// The characters that a JSON string escapes beyond those that JSON itself demands: quotation marks, backslashes and the
/// control characters below 0x20.
@usableFromInline package enum JSONEscapes {
  /// No others: log lines.
  case log
  /// Delete as `\u007f`, and a line feed as `\n`: recordings as JSON lines.
  case recording
  /// Delete, the characters of markup, U+2028 and U+2029: data in a page, where nothing may end the script element.
  case page

  /// Whether a character is written as `\u` and four digits.
  fileprivate func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ..<" ": true
    case "\u{7f}": self != .log
    case "<", ">", "&", "\u{2028}", "\u{2029}": self == .page
    default: false
    }
  }
}

/// Text that is put together byte by byte, with the rules for numbers and JSON strings of every log, recording and report.
///
/// The memory grows as needed and is used again. A log has a million lines an hour of a busy replay, with twenty pieces each:
/// arrays would cost more than the rest. What a log line needs can be inlined, since other modules write them.
@safe @usableFromInline package struct TextBuffer: ~Copyable {
  @usableFromInline var start: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  /// How many bytes there are.
  @usableFromInline package private(set) var count = 0

  package init(capacity: Int) {
    self.capacity = max(capacity, 16)
    unsafe start = .allocate(capacity: self.capacity)
  }

  /// A buffer without room, which allocates nothing.
  @inlinable
  package init() {
    capacity = 0
    unsafe start = unsafe UnsafeMutablePointer(bitPattern: 1)!
  }

  @inlinable
  deinit { if capacity > 0 { unsafe start.deallocate() } }

  @inlinable package var isEmpty: Bool { count == 0 }

  /// The bytes, until the next change.
  @inlinable package var bytes: UnsafeBufferPointer<UInt8> { unsafe UnsafeBufferPointer(start: start, count: count) }

  /// A copy of the bytes as text.
  package var string: String { unsafe String(decoding: bytes, as: UTF8.self) }

  @inlinable package mutating func removeAll() { count = 0 }

  /// The contents, for a while: this buffer is empty and without room meanwhile.
  @inlinable
  package mutating func take() -> TextBuffer {
    var taken = TextBuffer()
    swap(&taken, &self)
    return taken
  }

  @inlinable @inline(__always)
  package mutating func append(_ byte: UInt8) {
    if count == capacity { grow(1) }
    unsafe start[count] = byte
    count &+= 1
  }

  /// Adds a literal; under a name of its own, as the compiler takes a literal for a `String` where it can.
  @inlinable @inline(__always)
  package mutating func append(literal text: StaticString) {
    unsafe append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inlinable
  package mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { unsafe append($0) }
  }

  @inlinable @inline(__always)
  package mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    guard let source = text.baseAddress else { return }
    if capacity &- count < text.count { grow(text.count) }
    unsafe (start + count).update(from: source, count: text.count)
    count &+= text.count
  }

  package mutating func append(_ scalar: Unicode.Scalar) {
    for byte in UTF8.encode(scalar) ?? .init() { append(byte) }
  }

  @usableFromInline @inline(never)
  mutating func grow(_ more: Int) {
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: max(capacity * 2, count + more))
    unsafe larger.update(from: start, count: count)
    if capacity > 0 { unsafe start.deallocate() }
    capacity = max(capacity * 2, count + more)
    unsafe start = unsafe larger
  }
}

/// Numbers.
extension TextBuffer {
  /// Adds a number from 0 to 9.
  @inlinable @inline(__always)
  mutating func append(digit: UInt64) {
    append(48 &+ UInt8(truncatingIfNeeded: digit))
  }

  /// Adds a whole number in decimal.
  @inlinable
  package mutating func append(_ number: Int64) {
    if number < 0 { append(UInt8(ascii: "-")) }
    append(number.magnitude)
  }

  /// Adds a whole number in decimal.
  @inlinable
  package mutating func append(_ number: UInt64) {
    if number < 10 { return append(digit: number) }
    if capacity &- count < 20 { grow(20) }
    let length = Self.digits(of: number)
    var rest = number
    var place = unsafe start + (count &+ length)
    // Two digits a step.
    while rest >= 10 {
      let pair = rest % 100
      rest /= 100
      unsafe place -= 2
      unsafe place[1] = 48 &+ UInt8(truncatingIfNeeded: pair % 10)
      unsafe place[0] = 48 &+ UInt8(truncatingIfNeeded: pair / 10)
    }
    if unsafe place > start + count { unsafe place[-1] = 48 &+ UInt8(truncatingIfNeeded: rest) }
    count &+= length
  }

  /// How many digits a number has in decimal, 1 for 0.
  @inlinable @inline(__always)
  static func digits(of number: UInt64) -> Int {
    if number < 1000 { return number < 10 ? 1 : number < 100 ? 2 : 3 }
    var (digits, limit) = (4, 10_000 as UInt64)
    while number >= limit {
      digits &+= 1
      if digits == 20 { break }
      limit &*= 10
    }
    return digits
  }

  /// Adds a whole number in decimal, padded to a width in characters: with zeros behind the minus, or with another character
  /// before it.
  package mutating func append(_ number: Int64, width: Int, padding: UInt8 = UInt8(ascii: "0")) {
    let length = Self.digits(of: number.magnitude) + (number < 0 ? 1 : 0)
    let isZeroPadded = padding == UInt8(ascii: "0")
    if isZeroPadded, number < 0 { append(UInt8(ascii: "-")) }
    if length < width { for _ in length..<width { append(padding) } }
    if !isZeroPadded, number < 0 { append(UInt8(ascii: "-")) }
    append(number.magnitude)
  }

  /// Adds a hexadecimal number, padded with zeros to a width in characters.
  package mutating func append(hexadecimal number: UInt64, width: Int) {
    var shift = max(width * 4, (64 - number.leadingZeroBitCount + 3) / 4 * 4)
    while shift > 0 {
      shift -= 4
      let digit = UInt8(truncatingIfNeeded: number >> UInt64(shift) & 15)
      append(digit < 10 ? 48 + digit : 87 + digit)
    }
  }

  /// Adds a number as programs read them: up to 3 decimals, no exponent, no trailing zeros; nothing for NaN and the infinities.
  @inlinable
  package mutating func append(rounded number: Double) {
    guard number.isFinite else { return }
    let thousandths = number.magnitude * 1000
    guard thousandths < 9e15 else { return append(whole: number) }
    // Rounded away from zero at a half, as by `rounded()`, which is a call of the C library.
    var units = UInt64(thousandths)
    if thousandths - Double(units) >= 0.5 { units += 1 }
    if number < 0, units != 0 { append(UInt8(ascii: "-")) }
    append(units / 1000)
    append(fraction: units % 1000)
  }

  /// Adds a number so that it is read back as it is; `null` for NaN and the infinities, which JSON cannot say.
  package mutating func append(exact number: Double) {
    guard number.isFinite else { return append(literal: "null") }
    let text = "\(number)"
    append(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  /// Adds thousandths after a point, without trailing zeros; nothing where there are none.
  @inlinable
  mutating func append(fraction thousandths: UInt64) {
    guard thousandths > 0 else { return }
    append(UInt8(ascii: "."))
    let (tenths, rest) = thousandths.quotientAndRemainder(dividingBy: 100)
    append(digit: tenths)
    guard rest > 0 else { return }
    append(digit: rest / 10)
    if rest % 10 > 0 { append(digit: rest % 10) }
  }

  /// Adds a number so large that its fraction no longer counts, digit by digit.
  @usableFromInline @inline(never)
  mutating func append(whole number: Double) {
    var rest = number.magnitude.rounded()
    var digits: [UInt8] = []
    while rest >= 1 {
      let digit = rest.truncatingRemainder(dividingBy: 10)
      digits.append(UInt8(ascii: "0") + UInt8(digit))
      rest = ((rest - digit) / 10).rounded()
    }
    if number < 0 { append(UInt8(ascii: "-")) }
    for digit in digits.reversed() { append(digit) }
  }
}

/// JSON strings.
extension TextBuffer {
  /// Adds text as a JSON string with the escapes of a log line, in quotes.
  @inlinable
  package mutating func append(quoted text: String) {
    append(UInt8(ascii: "\""))
    var text = text
    let isPlain = text.withUTF8 { unsafe appendPlain($0) }
    if !isPlain { append(escaped: text, .log) }
    append(UInt8(ascii: "\""))
  }

  /// Adds text as a JSON string, in quotes.
  package mutating func append(quoted text: String, _ escapes: JSONEscapes) {
    append(UInt8(ascii: "\""))
    append(escaped: text, escapes)
    append(UInt8(ascii: "\""))
  }

  /// Adds text that needs no escapes; adds nothing and gives `false` where it does need some.
  @inlinable @inline(__always)
  mutating func appendPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let source = bytes.baseAddress else { return true }
    if capacity &- count < bytes.count { grow(bytes.count) }
    let place = unsafe UnsafeMutableRawPointer(start + count)
    var index = 0
    while index &+ 8 <= bytes.count {
      let word = unsafe UnsafeRawPointer(source + index).loadUnaligned(as: UInt64.self)
      if Self.needsEscape(word) { return false }
      unsafe place.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
      index &+= 8
    }
    while index < bytes.count {
      let byte = unsafe source[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return false }
      unsafe place.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
      index &+= 1
    }
    count &+= bytes.count
    return true
  }

  /// Whether one of eight bytes is a control character, a quotation mark or a backslash.
  ///
  /// A byte less than n sets its upper bit in `(word − n…n) & ~word`; one that equals another is 0 after an exclusive or.
  @inlinable @inline(__always)
  static func needsEscape(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let (quotes, backslashes) = (word ^ ones &* 0x22, word ^ ones &* 0x5c)
    let control = (word &- ones &* 0x20) & ~word
    let quote = (quotes &- ones) & ~quotes
    let backslash = (backslashes &- ones) & ~backslashes
    return (control | quote | backslash) & (ones &* 0x80) != 0
  }

  @usableFromInline @inline(never)
  mutating func append(escaped text: String, _ escapes: JSONEscapes) {
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" {
        append(UInt8(ascii: "\\"))
        append(UInt8(scalar.value))
      } else if scalar == "\n", escapes == .recording {
        append(literal: "\\n")
      } else if escapes.contains(scalar) {
        append(literal: "\\u")
        append(hexadecimal: UInt64(scalar.value), width: 4)
      } else {
        append(scalar)
      }
    }
  }
}
