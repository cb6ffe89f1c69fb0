/// Memory in which text is put together, byte by byte; it grows as needed and is used again.
///
/// A log has a million lines an hour of a busy replay, with twenty pieces each: arrays would cost more than the rest.
struct TextMemory: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// How many bytes there are.
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = max(capacity, 16)
    start = .allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  var isEmpty: Bool { count == 0 }

  /// The bytes, until the next change.
  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

  mutating func removeAll() { count = 0 }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    if count == capacity { grow(1) }
    start[count] = byte
    count &+= 1
  }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  @inline(__always)
  mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    guard let source = text.baseAddress else { return }
    if capacity &- count < text.count { grow(text.count) }
    (start + count).update(from: source, count: text.count)
    count &+= text.count
  }

  /// Adds a whole number in decimal, with zeros before it up to a width.
  mutating func append(_ number: UInt64, width: Int = 1) {
    if capacity &- count < 20 { grow(20) }
    var length = width
    var limit = Self.tens(width)
    while length < 20, number >= limit {
      length &+= 1
      limit = length < 20 ? limit &* 10 : .max
    }
    var rest = number
    var place = start + count + length
    // Two digits a step.
    while place > start + count + 1 {
      let pair = UInt8(truncatingIfNeeded: rest % 100)
      rest /= 100
      place -= 2
      place[0] = 48 &+ pair / 10
      place[1] = 48 &+ pair % 10
    }
    if place > start + count { place[-1] = 48 &+ UInt8(truncatingIfNeeded: rest % 10) }
    count &+= length
  }

  private static func tens(_ exponent: Int) -> UInt64 {
    var result: UInt64 = 1
    for _ in 0..<exponent { result &*= 10 }
    return result
  }

  /// Adds text as JSON has it, in quotes.
  mutating func append(quoted text: String) {
    append(UInt8(ascii: "\""))
    var text = text
    let isPlain = text.withUTF8 { appendPlain($0) }
    if !isPlain { append(escaped: text) }
    append(UInt8(ascii: "\""))
  }

  /// Adds text that needs no escapes; adds nothing and gives `false` where it does need some.
  @inline(__always)
  private mutating func appendPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let source = bytes.baseAddress else { return true }
    if capacity &- count < bytes.count { grow(bytes.count) }
    let place = start + count
    for index in 0..<bytes.count {
      let byte = source[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return false }
      place[index] = byte
    }
    count &+= bytes.count
    return true
  }

  private mutating func append(escaped text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        append(UInt8(ascii: "\\"))
        append(byte)
      case ..<0x20:
        append(byte < 16 ? "\\u000" : "\\u00")
        append(String(byte, radix: 16))
      default: append(byte)
      }
    }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: max(capacity * 2, count + more))
    larger.update(from: start, count: count)
    capacity = max(capacity * 2, count + more)
    start.deallocate()
    start = larger
  }
}
