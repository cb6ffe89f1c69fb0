/// Reads what `ByteBuffer` writes; after the end everything is 0 and `isValid` false, so that callers look once.
struct ByteCursor {
  private var next: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>
  /// Whether everything that was asked for was there.
  private(set) var isValid = true

  init(_ start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) {
    next = start
    self.end = end
  }

  /// How many bytes are left.
  var count: Int { end - next }
  var isAtEnd: Bool { next == end }
  /// The bytes not read yet.
  var position: UnsafePointer<UInt8> { next }

  mutating func byte() -> UInt8 {
    guard next < end else {
      isValid = false
      return 0
    }
    defer { next += 1 }
    return next.pointee
  }

  mutating func fixed<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number {
    guard count >= MemoryLayout<Number>.size else {
      isValid = false
      return 0
    }
    defer { next += MemoryLayout<Number>.size }
    return Number(littleEndian: UnsafeRawPointer(next).loadUnaligned(as: Number.self))
  }

  mutating func varint() -> UInt64 {
    var result: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      let byte = byte()
      result |= UInt64(byte & 0x7f) &<< shift
      if byte & 0x80 == 0 { return result }
    }
    isValid = false
    return 0
  }

  mutating func signed() -> Int64 {
    let number = varint()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  /// A number that must fit; another is invalid.
  mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number {
    let found: Number? = Number.isSigned ? Number(exactly: signed()) : Number(exactly: varint())
    if found == nil { isValid = false }
    return found ?? 0
  }

  mutating func double() -> Double { Double(bitPattern: fixed()) }

  mutating func text() -> String {
    String(decoding: part().buffer, as: UTF8.self)
  }

  /// The bytes that a length stands before.
  mutating func part() -> ByteCursor {
    let length = varint()
    guard length <= UInt64(count) else {
      isValid = false
      return ByteCursor(end, end: end)
    }
    defer { next += Int(length) }
    return ByteCursor(next, end: next + Int(length))
  }

  var buffer: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: next, count: count) }
}
