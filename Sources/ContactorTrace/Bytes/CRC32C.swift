/// The checksum of blocks: CRC-32C, the Castagnoli polynomial 0x1EDC6F41 reflected, as in iSCSI and ext4.
///
/// Chosen because processors have an instruction for it and every language a library, and because it finds each burst
/// of up to 32 flipped bits and each four single ones in a block of ours.
enum CRC32C {
  /// Eight tables of 256: the effect of a byte that is followed by 0 … 7 others.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
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
  /// - Complexity: O(count), eight bytes a step.
  static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    tables.withUnsafeBufferPointer { table in
      var crc = UInt32.max
      var index = 0
      while index &+ 8 <= bytes.count {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) ^ UInt64(crc)
        crc = table[1792 + Int(word & 255)] ^ table[1536 + Int(word >> 8 & 255)]
        crc ^= table[1280 + Int(word >> 16 & 255)] ^ table[1024 + Int(word >> 24 & 255)]
        crc ^= table[768 + Int(word >> 32 & 255)] ^ table[512 + Int(word >> 40 & 255)]
        crc ^= table[256 + Int(word >> 48 & 255)] ^ table[Int(word >> 56)]
        index &+= 8
      }
      while index < bytes.count {
        crc = crc >> 8 ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ bytes[index])]
        index &+= 1
      }
      return ~crc
    }
  }
}
