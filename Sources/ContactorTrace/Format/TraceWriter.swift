public import ContactorCore
public import ContactorEvdev

/// How a recording is divided into blocks.
public struct TraceWriterOptions: Hashable, Sendable {
  /// The size from which a block ends with its frame, in bytes.
  ///
  /// A damaged byte costs its block. Smaller blocks make a slightly larger file.
  public var blockSize: Int
  /// The time after which a block ends with its frame: what is lost when the program is killed.
  ///
  /// Rounded down to whole microseconds; a second by default.
  public var blockSpan: Duration {
    get { .microseconds(span) }
    set { span = newValue.clampedMicroseconds }
  }
  private(set) var span: Microseconds
  /// Whether each block is brought to the disk at once (`fdatasync`), so that it survives a power cut.
  public var synchronizesBlocks: Bool

  /// The usual size of a block, in bytes.
  public static let usualBlockSize = 16384

  /// Creates options; the defaults are for files that are made in one go.
  public init(
    blockSize: Int = Self.usualBlockSize, blockSpan: Duration = .seconds(1), synchronizesBlocks: Bool = false
  ) {
    self.blockSize = min(max(blockSize, 1), 1 << 20)
    span = blockSpan.clampedMicroseconds
    self.synchronizesBlocks = synchronizesBlocks
  }

  /// The options of a recorder: a block a second, brought to the disk at once.
  public static let live = TraceWriterOptions(synchronizesBlocks: true)
}

/// Writes Contactor's own format: blocks that are only ever appended, each whole in itself.
///
/// A block is handed over with one `write`; what was handed over survives the end of the program, and, where the
/// options say so, a power cut. Memory is constant: one block.
public struct TraceWriter<Output: ByteSink>: TraceSink {
  private var output: Output
  private let options: TraceWriterOptions
  /// The block: its head, which is filled in at the end, and its content.
  private var block = ByteBuffer()
  /// Memory for the fields of a record.
  private var part = ByteBuffer()
  private var header = BlockHeader()
  private var isEmpty = true
  /// The time that the times in the block are relative to, in microseconds.
  private var base: Int64 = 0
  /// The encoders of the devices of this block.
  private var streams: [DeviceID: DeviceStreamEncoder] = [:]
  /// Encoders of earlier blocks, for reuse.
  private var idle: [DeviceStreamEncoder] = []
  /// The stream that was used last.
  private var latest: (id: DeviceID, stream: DeviceStreamEncoder)?
  private var selected: DeviceStreamEncoder?
  private var selectedID = DeviceID(rawValue: 0)
  /// The devices that are present; every sixteenth block describes them again.
  private var devices: [TraceDevice] = []

  /// Begins a file.
  public init(_ output: Output, options: TraceWriterOptions = TraceWriterOptions()) throws(TraceError) {
    self.output = output
    self.options = options
    var start = ByteBuffer()
    start.append(contentsOf: TraceFormat.magic)
    start.append(fixed: TraceFormat.major)
    start.append(fixed: TraceFormat.minor)
    unsafe start.append(fixed: start.bytes.withUnsafeBytes { unsafe CRC32C.checksum($0) })
    try self.output.write(start.bytes)
  }

  /// The sink that takes the bytes.
  public var sink: Output { output }

  /// The number of devices that hold memory.
  var heldDevices: Int { streams.count + idle.count }

  /// Takes raw events.
  public mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) throws(TraceError) {
    var rest = unsafe events[...]
    while let first = unsafe rest.first {
      if isEmpty { try begin(at: first.time.microseconds) }
      if unsafe try takeBlock(&rest, select(device)) { try endBlock() }
    }
  }

  /// Takes events up to the end of the block; returns whether the block ends.
  private mutating func takeBlock(
    _ events: inout Slice<UnsafeBufferPointer<EvdevEvent>>, _ stream: DeviceStreamEncoder
  ) throws(TraceError) -> Bool {
    while let event = unsafe events.popFirst() {
      stream.take(event, &block)
      header.eventCount &+= 1
      note(event.time.microseconds)
      let isReport = event.type == EvdevCode.synchronization && event.code == EvdevCode.report
      if isReport ? isFull || stream.shapeCount >= 4096 : contentSize >= options.blockSize * 2 { return true }
    }
    return false
  }

  /// Takes a record.
  public mutating func take(_ record: TraceRecord) throws(TraceError) {
    if isEmpty { try begin(at: record.time?.microseconds ?? header.last) }
    selected?.endGroup(&block)
    write(record)
    try remember(record)
    if isFull { try endBlock() }
  }

  /// Ends the block, so that the file has everything that was taken.
  public mutating func flush() throws(TraceError) {
    if !isEmpty { try endBlock() }
  }

  /// Ends the file.
  public mutating func finish() throws(TraceError) {
    if isEmpty { try begin(at: header.last) }
    header.flags = TraceFormat.isLast
    try endBlock()
  }

  private var contentSize: Int { block.count - TraceFormat.blockHeaderSize }

  private var isFull: Bool {
    contentSize >= options.blockSize || header.last &- header.first >= options.span
      || streams.count >= TraceFormat.devicesInBlock
  }

  private mutating func begin(at time: Int64) throws(TraceError) {
    isEmpty = false
    base = time
    (header.first, header.last) = (time, time)
    block.append(zeros: TraceFormat.blockHeaderSize)
    block.append(fixed: time)
    guard header.number % TraceFormat.keyInterval == 0 else { return }
    for device in devices { write(.device(device, at: Timestamp(microseconds: time))) }
  }

  private mutating func endBlock() throws(TraceError) {
    selected?.endGroup(&block)
    guard contentSize <= TraceFormat.payloadLimit else {
      throw TraceError(.unsupported, file: "recording", message: "a record of \(contentSize) bytes is too large")
    }
    header.payloadSize = contentSize
    header.payloadChecksum = unsafe block.bytes.withUnsafeBytes {
      unsafe CRC32C.checksum(UnsafeRawBufferPointer(rebasing: $0[TraceFormat.blockHeaderSize...]))
    }
    unsafe block.withMutableBytes { unsafe header.write(into: $0) }
    // One write: a full disk and the end of the program leave a whole block, or a part that a reader notices.
    try output.write(block.bytes)
    if options.synchronizesBlocks { try output.synchronize() }
    block.removeAll()
    selected = nil
    latest = nil
    for stream in streams.values where idle.count < 8 { idle.append(stream) }
    streams.removeAll(keepingCapacity: true)
    let (number, last) = (header.number, header.last)
    header = BlockHeader()
    (header.number, header.last) = (number &+ 1, last)
    isEmpty = true
  }

  /// Notes which devices are present.
  private mutating func remember(_ record: TraceRecord) throws(TraceError) {
    switch record {
    case .device(var device, _):
      device.state = nil
      devices.removeAll { $0.id == device.id }
      guard devices.count < TraceFormat.deviceLimit else { throw .tooManyDevices }
      devices.append(device)
    case .deviceRemoved(let id, _): devices.removeAll { $0.id == id }
    default: break
    }
  }

  private mutating func write(_ record: TraceRecord) {
    let contacts: ContactCoder? = if case .frame(let frame) = record { stream(frame.device).contacts } else { nil }
    RecordCoding.write(record, base: base, contacts: contacts, part: &part, &block)
    if let time = record.time?.microseconds { note(time) }
  }

  private mutating func note(_ time: Int64) {
    header.first = min(header.first, time)
    header.last = max(header.last, time)
  }

  /// The device's encoder within the block.
  private mutating func stream(_ device: DeviceID) -> DeviceStreamEncoder {
    if let latest, latest.id == device { return latest.stream }
    let stream: DeviceStreamEncoder
    if let known = streams[device] {
      stream = known
    } else {
      stream = idle.popLast() ?? DeviceStreamEncoder()
      stream.reset(base: base)
      streams[device] = stream
    }
    latest = (device, stream)
    return stream
  }

  private mutating func select(_ device: DeviceID) -> DeviceStreamEncoder {
    if let selected, selectedID == device { return selected }
    selected?.endGroup(&block)
    block.append(varint: TraceFormat.Tag.select)
    part.removeAll()
    part.append(varint: UInt64(device.rawValue))
    block.append(varint: UInt64(part.count))
    block.append(contentsOf: part.bytes)
    let stream = stream(device)
    (selected, selectedID) = (stream, device)
    return stream
  }
}
