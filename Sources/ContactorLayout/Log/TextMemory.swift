/// Memory in which text is put together, byte by byte; it grows as needed and is used again.
///
/// A log has a million lines an hour of a busy replay, with twenty pieces each: arrays would cost more than the rest.
@safe package struct TextMemory: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// How many bytes there are.
  package private(set) var count = 0

  package init(capacity: Int) {
    self.capacity = max(capacity, 16)
    unsafe start = .allocate(capacity: self.capacity)
  }

  /// Memory without room, which allocates nothing.
  init() {
    capacity = 0
    unsafe start = unsafe UnsafeMutablePointer(bitPattern: 1)!
  }

  deinit { if capacity > 0 { unsafe start.deallocate() } }

  var isEmpty: Bool { count == 0 }

  /// The bytes, until the next change.
  package var bytes: UnsafeBufferPointer<UInt8> { unsafe UnsafeBufferPointer(start: start, count: count) }

  package mutating func removeAll() { count = 0 }

  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    if count == capacity { grow(1) }
    unsafe start[count] = byte
    count &+= 1
  }

  /// Adds a literal; under a name of its own, as the compiler takes a literal for a `String` where it can.
  @inline(__always)
  mutating func append(literal text: StaticString) {
    unsafe append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { unsafe append($0) }
  }

  @inline(__always)
  package mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    guard let source = text.baseAddress else { return }
    if capacity &- count < text.count { grow(text.count) }
    unsafe (start + count).update(from: source, count: text.count)
    count &+= text.count
  }

  /// Adds a number from 0 to 9.
  @inline(__always)
  mutating func append(digit: UInt64) {
    append(48 &+ UInt8(truncatingIfNeeded: digit))
  }

  /// Adds a whole number in decimal.
  mutating func append(_ number: UInt64) {
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
  @inline(__always)
  private static func digits(of number: UInt64) -> Int {
    if number < 1000 { return number < 10 ? 1 : number < 100 ? 2 : 3 }
    var (digits, limit) = (4, 10_000 as UInt64)
    while number >= limit {
      digits &+= 1
      if digits == 20 { break }
      limit &*= 10
    }
    return digits
  }

  /// Adds text as JSON has it, in quotes.
  mutating func append(quoted text: String) {
    append(UInt8(ascii: "\""))
    var text = text
    let isPlain = text.withUTF8 { unsafe appendPlain($0) }
    if !isPlain { append(escaped: text) }
    append(UInt8(ascii: "\""))
  }

  /// Adds text that needs no escapes; adds nothing and gives `false` where it does need some.
  @inline(__always)
  private mutating func appendPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
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
  @inline(__always)
  private static func needsEscape(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let (quotes, backslashes) = (word ^ ones &* 0x22, word ^ ones &* 0x5c)
    let control = (word &- ones &* 0x20) & ~word
    let quote = (quotes &- ones) & ~quotes
    let backslash = (backslashes &- ones) & ~backslashes
    return (control | quote | backslash) & (ones &* 0x80) != 0
  }

  private mutating func append(escaped text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        append(UInt8(ascii: "\\"))
        append(byte)
      case ..<0x20:
        append(literal: byte < 16 ? "\\u000" : "\\u00")
        append(String(byte, radix: 16))
      default: append(byte)
      }
    }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: max(capacity * 2, count + more))
    unsafe larger.update(from: start, count: count)
    if capacity > 0 { unsafe start.deallocate() }
    capacity = max(capacity * 2, count + more)
    unsafe start = unsafe larger
  }
}
