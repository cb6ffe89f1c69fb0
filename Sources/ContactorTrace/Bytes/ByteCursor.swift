/// Reads what `ByteBuffer` writes; after the end everything is 0 and `isValid` false, so that callers look once.
@safe struct ByteCursor {
  private var next: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>
  /// Whether everything that was asked for was there.
  private(set) var isValid = true

  init(_ start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) {
    unsafe next = unsafe start
    unsafe self.end = unsafe end
  }

  /// How many bytes are left.
  var count: Int { unsafe end - next }
  var isAtEnd: Bool { unsafe next == end }
  /// The bytes not read yet.
  var position: UnsafePointer<UInt8> { unsafe next }

  mutating func byte() -> UInt8 {
    guard unsafe next < end else {
      isValid = false
      return 0
    }
    defer { unsafe next += 1 }
    return unsafe next.pointee
  }

  mutating func fixed<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number {
    guard count >= MemoryLayout<Number>.size else {
      isValid = false
      return 0
    }
    defer { unsafe next += MemoryLayout<Number>.size }
    return unsafe Number(littleEndian: UnsafeRawPointer(next).loadUnaligned(as: Number.self))
  }

  @inline(__always)
  mutating func varint() -> UInt64 {
    guard unsafe next < end, unsafe next.pointee < 0x80 else { return longVarint() }
    defer { unsafe next += 1 }
    return unsafe UInt64(next.pointee)
  }

  /// A number of any length.
  private mutating func longVarint() -> UInt64 {
    if count >= 16 { return wideVarint() }
    var result: UInt64 = 0
    var shift: UInt64 = 0
    while shift < 70 {
      let byte = byte()
      result |= UInt64(byte & 0x7f) &<< shift
      if byte & 0x80 == 0 { return result }
      shift += 7
    }
    isValid = false
    return 0
  }

  /// A number before whose end there are enough bytes to look at eight of its own at once.
  private mutating func wideVarint() -> UInt64 {
    let word = unsafe UInt64(littleEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self))
    let ends = ~word & 0x8080_8080_8080_8080
    // All up to the first end, and all where there is none.
    var bits = word & (ends ^ (ends &- 1)) & 0x7f7f_7f7f_7f7f_7f7f
    bits = bits & 0x007f_007f_007f_007f | (bits & 0x7f00_7f00_7f00_7f00) &>> 1
    bits = bits & 0x0000_3fff_0000_3fff | (bits & 0x3fff_0000_3fff_0000) &>> 2
    bits = bits & 0x0000_0000_0fff_ffff | (bits & 0x0fff_ffff_0000_0000) &>> 4
    guard ends == 0 else {
      unsafe next += ends.trailingZeroBitCount / 8 + 1
      return bits
    }
    let (ninth, tenth) = unsafe (next[8], next[9])
    bits |= UInt64(ninth & 0x7f) &<< 56
    unsafe next += ninth < 0x80 ? 9 : 10
    if ninth < 0x80 { return bits }
    guard tenth < 0x80 else {
      isValid = false
      return 0
    }
    return bits | UInt64(tenth) &<< 63
  }

  @inline(__always)
  mutating func signed() -> Int64 {
    let number = varint()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  /// A number that must fit; another is invalid.
  @inline(__always)
  mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number {
    let found: Number? = Number.isSigned ? Number(exactly: signed()) : Number(exactly: varint())
    if found == nil { isValid = false }
    return found ?? 0
  }

  mutating func double() -> Double { Double(bitPattern: fixed()) }

  mutating func text() -> String {
    unsafe String(decoding: part().buffer, as: UTF8.self)
  }

  /// The bytes that a length stands before.
  mutating func part() -> ByteCursor {
    let length = varint()
    guard length <= UInt64(count) else {
      isValid = false
      return unsafe ByteCursor(end, end: end)
    }
    defer { unsafe next += Int(length) }
    return unsafe ByteCursor(next, end: next + Int(length))
  }

  var buffer: UnsafeBufferPointer<UInt8> { unsafe UnsafeBufferPointer(start: next, count: count) }
}
