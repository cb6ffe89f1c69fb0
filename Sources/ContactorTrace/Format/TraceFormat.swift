public import ContactorCore

/// The numbers of Contactor's own format, version 1; `Documentation/TraceFormat.md` describes it.
enum TraceFormat {
  /// The first bytes of a file: a byte that is no text, and line ends, which show a transfer as text.
  static let magic: [UInt8] = [0x89, 0x43, 0x54, 0x52, 0x0d, 0x0a, 0x1a, 0x0a]
  /// The first bytes of a block.
  static let blockMagic: [UInt8] = [0xb1, 0x43, 0x54, 0x42, 0x6c, 0x6f, 0x63, 0x6b]
  /// The major version; a reader refuses another one.
  static let major: UInt16 = 1
  static let minor: UInt16 = 0
  /// The size of a file's head in bytes: magic, major and minor version, checksum.
  static let fileHeaderSize = 16
  static let blockHeaderSize = 48
  /// The largest payload that a reader takes, in bytes.
  static let payloadLimit = 1 << 24
  /// The largest number of events in a group.
  static let groupLimit = 32
  /// The bytes behind a payload that a decoder may read before it notices the end; the longest group has 650.
  static let padding = 1024
  /// The most devices in use at once: each costs memory until it is removed.
  static let deviceLimit = 4096
  /// The most contacts that a frame may have.
  static let contactLimit = 1024
  /// The number of devices with which a writer ends a block; each holds memory up to the block's end.
  static let devicesInBlock = 64
  /// Each block whose number is a multiple of this begins with the descriptions of the devices.
  static let keyInterval: UInt32 = 16

  /// The first number of a record; from `firstGroup` on, a group of raw events by the number of its shape.
  enum Tag {
    static let device: UInt64 = 1
    static let select: UInt64 = 2
    static let anomaly: UInt64 = 3
    static let removed: UInt64 = 4
    static let frame: UInt64 = 5
    static let state: UInt64 = 6
    static let wait: UInt64 = 7
    static let note: UInt64 = 8
    static let shape: UInt64 = 9
    static let damage: UInt64 = 10
    static let rows: UInt64 = 11
    static let firstGroup: UInt64 = 16
  }

  /// The flag of a block after which the recorder closed the file.
  static let isLast: UInt16 = 1

  /// Whether bytes, perhaps fewer than a magic has, begin as a block or a file does.
  static func startsBlock(_ bytes: UnsafeRawBufferPointer) -> Bool {
    [blockMagic, magic].contains { unsafe zip($0, bytes).allSatisfy { $0 == $1 } }
  }
}

/// The head of a block, 48 bytes.
struct BlockHeader {
  var payloadSize = 0
  var number: UInt32 = 0
  /// The earliest and the latest time in the block, in microseconds.
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

  /// Reads a header; `nil` for bytes that are none, or a damaged one.
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

/// The sums over the blocks of a recording.
public struct BlockSummary: Hashable, Sendable {
  /// The number of blocks that were read.
  public private(set) var blocks = 0
  /// The size of these blocks in bytes.
  public private(set) var bytes: Int64 = 0
  /// The number of raw events according to their headers.
  public private(set) var events: Int64 = 0
  /// The earliest time; `nil` before the first block.
  public private(set) var first: Timestamp?
  /// The latest time; `nil` before the first block.
  public private(set) var last: Timestamp?
  /// Whether the recorder closed the file, instead of being killed.
  public private(set) var isClosed = false
  /// The number of bytes lost to damage.
  public private(set) var lostBytes: Int64 = 0
  /// The number of damaged places.
  public private(set) var damageCount = 0

  mutating func add(_ header: BlockHeader) {
    blocks += 1
    bytes += Int64(TraceFormat.blockHeaderSize + header.payloadSize)
    events += Int64(header.eventCount)
    let (first, last) = (Timestamp(microseconds: header.first), Timestamp(microseconds: header.last))
    self.first = min(self.first ?? first, first)
    self.last = max(self.last ?? last, last)
    isClosed = header.flags & TraceFormat.isLast != 0
  }

  /// Adds the sums of the segment that follows.
  mutating func add(_ next: BlockSummary) {
    blocks += next.blocks
    bytes += next.bytes
    events += next.events
    first = first.map { min($0, next.first ?? $0) } ?? next.first
    last = last.map { max($0, next.last ?? $0) } ?? next.last
    isClosed = next.isClosed
    lostBytes += next.lostBytes
    damageCount += next.damageCount
  }

  mutating func damage(_ damage: TraceDamage) {
    damageCount += 1
    lostBytes += damage.length
    isClosed = false
  }
}
