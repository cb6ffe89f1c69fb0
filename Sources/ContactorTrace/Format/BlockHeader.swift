/// What stands before each block: 48 bytes.
struct BlockHeader {
  var payloadSize = 0
  var number: UInt32 = 0
  /// The earliest and the latest time in the block.
  var first: Int64 = 0
  var last: Int64 = 0
  var eventCount: UInt32 = 0
  var flags: UInt16 = 0
  var payloadChecksum: UInt32 = 0

  /// The header's bytes, with its own checksum at the end.
  var bytes: [UInt8] {
    var buffer = ByteBuffer()
    buffer.append(contentsOf: TraceFormat.blockMagic)
    buffer.append(fixed: UInt32(payloadSize))
    buffer.append(fixed: number)
    buffer.append(fixed: first)
    buffer.append(fixed: last)
    buffer.append(fixed: eventCount)
    buffer.append(fixed: flags)
    buffer.append(fixed: UInt16(0))
    buffer.append(fixed: payloadChecksum)
    let checksum = buffer.bytes.withUnsafeBytes { CRC32C.checksum($0) }
    buffer.append(fixed: checksum)
    return buffer.bytes
  }

  init() {}

  /// Reads a header; `nil` where there is none, or a damaged one.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= TraceFormat.blockHeaderSize, bytes.starts(with: TraceFormat.blockMagic) else { return nil }
    func load<Number: FixedWidthInteger>(_ offset: Int, _: Number.Type = Number.self) -> Number {
      Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
    let checksum = CRC32C.checksum(UnsafeRawBufferPointer(rebasing: bytes[..<44]))
    let size: UInt32 = load(8)
    guard load(44) == checksum, size <= TraceFormat.payloadLimit else { return nil }
    payloadSize = Int(size)
    number = load(12)
    first = load(16)
    last = load(24)
    eventCount = load(32)
    flags = load(36)
    payloadChecksum = load(40)
  }
}
