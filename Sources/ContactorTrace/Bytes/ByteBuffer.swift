/// Bytes being written: fixed-size numbers with the least byte first, and numbers of variable length.
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

  /// Appends some zeros, to be written over.
  mutating func append(zeros count: Int) {
    for _ in 0..<count { bytes.append(0) }
  }

  /// Gives the bytes to be written over.
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
