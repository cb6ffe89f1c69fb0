public import ContactorCore

/// The numbers of Contactor's own format, version 1; `Documentation/TraceFormat.md` describes it.
enum TraceFormat {
  /// What a file begins with: a byte that is no text, and line ends that show a transfer that changed them.
  static let magic: [UInt8] = [0x89, 0x43, 0x54, 0x52, 0x0d, 0x0a, 0x1a, 0x0a]
  /// What a block begins with.
  static let blockMagic: [UInt8] = [0xb1, 0x43, 0x54, 0x42, 0x6c, 0x6f, 0x63, 0x6b]
  /// The version: readers refuse another major one.
  static let major: UInt16 = 1
  static let minor: UInt16 = 0
  /// Magic, major and minor version, checksum of those.
  static let fileHeaderSize = 16
  static let blockHeaderSize = 48
  /// The largest payload that a reader takes.
  static let payloadLimit = 1 << 24
  /// The largest number of events in a group.
  static let groupLimit = 32
  /// More bytes than the longest group has, 650: what a decoder may read without looking.
  static let padding = 1024
  /// The most devices that may be in use at once: each costs memory as long as it is not removed.
  static let deviceLimit = 4096
  /// The most contacts that a frame may have.
  static let contactLimit = 1024
  /// The number of devices with which a writer ends a block; each holds memory up to the block's end.
  static let devicesInBlock = 64
  /// A repeated description of each device stands in every block whose number divides by this.
  static let keyInterval: UInt32 = 16

  /// What a record begins with; from `firstGroup` on, a group of raw events by the number of its shape.
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
    static let firstGroup: UInt64 = 16
  }

  /// The flag of a block after which the recorder closed the file.
  static let isLast: UInt16 = 1

  /// Whether some bytes, which may be fewer than a magic has, begin as a block does, or as a file.
  static func startsBlock(_ bytes: UnsafeRawBufferPointer) -> Bool {
    [blockMagic, magic].contains { unsafe zip($0, bytes).allSatisfy { $0 == $1 } }
  }
}

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

/// What the blocks of a recording are, in numbers.
public struct BlockSummary: Hashable, Sendable {
  /// How many blocks were read.
  public private(set) var blocks = 0
  /// The bytes of these blocks.
  public private(set) var bytes: Int64 = 0
  /// How many raw events their headers state.
  public private(set) var events: Int64 = 0
  /// The earliest time; `nil` before the first block.
  public private(set) var first: Timestamp?
  /// The latest time; `nil` before the first block.
  public private(set) var last: Timestamp?
  /// Whether the recorder closed the file, instead of being killed.
  public private(set) var isClosed = false
  /// How many bytes are lost.
  public private(set) var lostBytes: Int64 = 0
  /// How many pieces of damage there are.
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

  /// Adds what the blocks of a segment that follows are.
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
