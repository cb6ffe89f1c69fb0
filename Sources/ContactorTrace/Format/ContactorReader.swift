/// Reads Contactor's own format block by block, and goes on behind damage.
public struct ContactorReader<Source: ByteSource>: TraceReading {
  private var window: ByteWindow<Source>
  private let decoder = BlockDecoder()
  private var nextNumber: UInt32?
  private var hasBegun = false
  /// The sums over the blocks read so far, and over the damage.
  public private(set) var summary = BlockSummary()

  /// Reads from a source; nothing is read before `readNext(into:)`.
  public init(_ source: Source) {
    self.init(ByteWindow(source))
  }

  init(_ window: ByteWindow<Source>) {
    self.window = window
  }

  /// The number of devices that hold memory.
  var heldDevices: Int { decoder.heldDevices }

  /// The number of bytes that have been read.
  public var offset: Int64 { window.offset }

  /// Reads a block into the sink.
  ///
  /// - Returns: whether there may be more.
  /// - Throws: `TraceError`: `unsupported` for another major version, and what the source and the sink throw. Damage
  ///   is no error: the sink gets a `TraceRecord.damage` for each.
  public mutating func readNext(into sink: inout some TraceSink) throws(TraceError) -> Bool {
    if !hasBegun { try begin(&sink) }
    let start = window.offset
    var kind = TraceDamage.Kind.corrupt
    while try window.fill(TraceFormat.blockHeaderSize) {
      if let header = unsafe BlockHeader(window.bytes) {
        let size = TraceFormat.blockHeaderSize + header.payloadSize
        let isWhole = try window.fill(size)
        if isWhole, try take(header, size, skipped: window.offset - start, at: start, &sink) { return true }
        if !isWhole, window.offset == start { kind = .unfinished }
      }
      try window.skip(to: TraceFormat.blockMagic)
    }
    if window.offset == start, unsafe TraceFormat.startsBlock(window.bytes) {
      kind = .unfinished
    }
    window.skipRest()
    if window.offset > start {
      try report(TraceDamage(kind, offset: start, length: window.offset - start), &sink)
    }
    return false
  }

  private mutating func begin(_ sink: inout some TraceSink) throws(TraceError) {
    hasBegun = true
    guard try window.fill(TraceFormat.fileHeaderSize) else { return }
    let head = unsafe window.bytes
    let checksum = unsafe CRC32C.checksum(UnsafeRawBufferPointer(rebasing: head[..<12]))
    let stated = unsafe UInt32(littleEndian: head.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
    guard unsafe head.starts(with: TraceFormat.magic), checksum == stated else { return }
    let major = unsafe UInt16(littleEndian: head.loadUnaligned(fromByteOffset: 8, as: UInt16.self))
    guard major == TraceFormat.major else {
      throw TraceError(
        .unsupported, file: window.name, offset: 8,
        message: "the recording has version \(major) of the format; this program reads version \(TraceFormat.major)")
    }
    window.consume(TraceFormat.fileHeaderSize)
  }

  /// Takes a block with a sound header; `false` where the checksum of its payload is wrong.
  private mutating func take(
    _ header: BlockHeader, _ size: Int, skipped: Int64, at start: Int64, _ sink: inout some TraceSink
  ) throws(TraceError) -> Bool {
    let payload = unsafe UnsafeRawBufferPointer(rebasing: window.bytes[TraceFormat.blockHeaderSize..<size])
    guard unsafe CRC32C.checksum(payload) == header.payloadChecksum else { return false }
    if skipped > 0 {
      try report(TraceDamage(.corrupt, offset: start, length: skipped), &sink)
    } else if let nextNumber, header.number != nextNumber {
      try report(TraceDamage(.missing, offset: start, length: 0), &sink)
    }
    nextNumber = header.number &+ 1
    summary.add(header)
    let isSound = unsafe try decoder.decode(payload.assumingMemoryBound(to: UInt8.self), into: &sink)
    // The checksum is right: the program that wrote the block made the mistake.
    if !isSound {
      let kind: TraceDamage.Kind = decoder.isExcessive ? .excessive : .corrupt
      try report(TraceDamage(kind, offset: window.offset, length: Int64(size)), &sink)
    }
    window.consume(size)
    return true
  }

  private mutating func report(_ damage: TraceDamage, _ sink: inout some TraceSink) throws(TraceError) {
    summary.damage(damage)
    try sink.take(.damage(damage))
  }
}
