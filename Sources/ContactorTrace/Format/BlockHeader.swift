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

  /// Writes the header into 48 bytes, with its own checksum at the end.
  func write(into memory: UnsafeMutableRawBufferPointer) {
    precondition(memory.count >= TraceFormat.blockHeaderSize, "a header takes 48 bytes")
    func store<Number: FixedWidthInteger>(_ number: Number, _ offset: Int) {
      unsafe memory.storeBytes(of: number.littleEndian, toByteOffset: offset, as: Number.self)
    }
    for (index, byte) in TraceFormat.blockMagic.enumerated() { unsafe memory[index] = byte }
    store(UInt32(payloadSize), 8)
    store(number, 12)
    store(first, 16)
    store(last, 24)
    store(eventCount, 32)
    store(flags, 36)
    store(UInt16(0), 38)
    store(payloadChecksum, 40)
    unsafe store(CRC32C.checksum(UnsafeRawBufferPointer(rebasing: memory[..<44])), 44)
  }

  init() {}

  /// Reads a header; `nil` where there is none, or a damaged one.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= TraceFormat.blockHeaderSize, unsafe bytes.starts(with: TraceFormat.blockMagic) else { return nil }
    func load<Number: FixedWidthInteger>(_ offset: Int, _: Number.Type = Number.self) -> Number {
      unsafe Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
    let checksum = unsafe CRC32C.checksum(UnsafeRawBufferPointer(rebasing: bytes[..<44]))
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
