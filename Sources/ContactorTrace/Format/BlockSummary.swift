public import ContactorCore

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
