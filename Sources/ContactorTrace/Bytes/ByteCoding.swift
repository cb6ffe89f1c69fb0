/// Writes fixed-size numbers, with the least byte first, and numbers of variable length.
///
/// Variable length is LEB128: seven bits a byte, the least first, the eighth bit set where more follow. Signed numbers
/// are folded first, 0, −1, 1, −2 … to 0, 1, 2, 3 …, so that small ones of either sign are short.
struct ByteBuffer {
  private(set) var bytes: [UInt8] = []

  var count: Int { bytes.count }

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  @inline(__always)
  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  mutating func append(contentsOf other: [UInt8]) { bytes += other }

  /// Appends zeros as a place for bytes that are known later.
  mutating func append(zeros count: Int) {
    for _ in 0..<count { bytes.append(0) }
  }

  /// Lets a closure overwrite the bytes.
  mutating func withMutableBytes(_ body: (UnsafeMutableRawBufferPointer) -> Void) {
    unsafe bytes.withUnsafeMutableBytes(body)
  }

  /// Appends a number in its fixed size.
  mutating func append<Number: FixedWidthInteger>(fixed number: Number) {
    unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes += $0 }
  }

  /// Appends a number in 1 to 10 bytes.
  @inline(__always)
  mutating func append(varint number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends a number of either sign.
  @inline(__always)
  mutating func append(signed number: Int64) {
    append(varint: UInt64(bitPattern: number &<< 1 ^ number &>> 63))
  }

  /// Appends a number of either sign.
  @inline(__always)
  mutating func append(signed number: Int32) {
    append(varint: UInt64(UInt32(bitPattern: number &<< 1 ^ number &>> 31)))
  }

  /// Appends text: its length in bytes, and UTF-8.
  mutating func append(text: String) {
    let utf8 = Array(text.utf8)
    append(varint: UInt64(utf8.count))
    bytes += utf8
  }

  /// Appends a number as its bits.
  mutating func append(double: Double) { append(fixed: double.bitPattern) }
}

/// Reads what `ByteBuffer` writes.
///
/// Behind the end all numbers are 0 and `isValid` is `false`, so that one check after many numbers is enough.
@safe struct ByteCursor {
  private var next: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>
  /// Whether everything that was read was there, and fitted its type.
  private(set) var isValid = true

  init(_ start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) {
    unsafe next = unsafe start
    unsafe self.end = unsafe end
  }

  /// The number of bytes left.
  var count: Int { unsafe end - next }
  var isAtEnd: Bool { unsafe next == end }
  /// The address of the next byte.
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

  /// A number with at least 16 bytes from its start to the end: eight are decoded at once.
  private mutating func wideVarint() -> UInt64 {
    let word = unsafe UInt64(littleEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self))
    let ends = ~word & 0x8080_8080_8080_8080
    // The bytes up to the first whose eighth bit is 0; all eight where there is none.
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

  /// A number that must fit its type.
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

  /// A part that begins with its length in bytes.
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

/// The checksum of blocks: CRC-32C, the Castagnoli polynomial 0x1EDC6F41 reflected, as in iSCSI and ext4.
///
/// Chosen because processors have an instruction for it and every language a library, and because it finds each burst
/// of up to 32 flipped bits and each four single ones in a block of ours.
package enum CRC32C {
  /// Sixteen tables of 256: the effect of a byte that is followed by 0 … 15 others.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 16 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 != 0 ? value >> 1 ^ 0x82F6_3B78 : value >> 1 }
      tables[byte] = value
    }
    for index in 256..<tables.count {
      let before = tables[index - 256]
      tables[index] = before >> 8 ^ tables[Int(before & 255)]
    }
    return tables
  }()

  /// The checksum of some bytes.
  ///
  /// - Complexity: O(count), sixteen bytes a step.
  package static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    guard let start = bytes.baseAddress else { return 0 }
    return unsafe tables.withUnsafeBufferPointer { buffer in
      guard let table = buffer.baseAddress else { return 0 }
      var crc = UInt32.max
      var next = unsafe start
      let end = unsafe start + bytes.count
      while unsafe next + 16 <= end {
        let first = unsafe UInt64(littleEndian: next.loadUnaligned(as: UInt64.self)) ^ UInt64(crc)
        let second = unsafe UInt64(littleEndian: next.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        crc = unsafe effect(of: first, table + 8 * 256) ^ effect(of: second, table)
        unsafe next += 16
      }
      while unsafe next < end {
        crc = unsafe crc >> 8 ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ next.load(as: UInt8.self))]
        unsafe next += 1
      }
      return ~crc
    }
  }

  /// The effect of eight bytes that are followed by as many as the first table says.
  @inline(__always)
  private static func effect(of word: UInt64, _ table: UnsafePointer<UInt32>) -> UInt32 {
    let first = unsafe table[1792 &+ Int(word & 255)] ^ table[1536 &+ Int(word &>> 8 & 255)]
    let second = unsafe table[1280 &+ Int(word &>> 16 & 255)] ^ table[1024 &+ Int(word &>> 24 & 255)]
    let third = unsafe table[768 &+ Int(word &>> 32 & 255)] ^ table[512 &+ Int(word &>> 40 & 255)]
    let fourth = unsafe table[256 &+ Int(word &>> 48 & 255)] ^ table[Int(word &>> 56)]
    return first ^ second ^ third ^ fourth
  }
}
