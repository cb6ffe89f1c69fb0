/// The checksum of blocks: CRC-32C, the Castagnoli polynomial 0x1EDC6F41 reflected, as in iSCSI and ext4.
///
/// Chosen because processors have an instruction for it and every language a library, and because it finds each burst
/// of up to 32 flipped bits and each four single ones in a block of ours.
enum CRC32C {
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
  static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
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
