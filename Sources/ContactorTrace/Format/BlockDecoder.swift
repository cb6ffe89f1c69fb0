internal import ContactorCore
import ContactorEvdev

/// Reads the payloads of blocks, one after the other.
@safe final class BlockDecoder {
  /// The decoders of the devices of this block.
  private var streams: [DeviceID: DeviceStreamDecoder] = [:]
  /// Decoders of earlier blocks, for reuse.
  private var idle: [DeviceStreamDecoder] = []
  /// The devices in use: described or touched, and not removed.
  private var present: Set<DeviceID> = []
  /// Whether the block last read has more devices or contacts than are allowed.
  private(set) var isExcessive = false
  /// The stream that was used last.
  private var latest: (id: DeviceID, stream: DeviceStreamDecoder)?
  private var devices: [DeviceID: TraceDevice] = [:]
  /// Memory for the events that the sink gets at once: 24 kB, which stay in the processor's nearest cache.
  private let events = UnsafeMutableBufferPointer<EvdevEvent>.allocate(capacity: 1024)
  /// Memory for the contacts of a frame, for reuse where the sink has not kept the frame.
  private var contacts: [Contact] = []

  /// The number of devices that hold memory.
  var heldDevices: Int { streams.count + idle.count }

  deinit {
    unsafe events.deallocate()
  }

  /// Reads a payload, behind which `TraceFormat.padding` bytes are readable; `false` for one that breaks the format.
  func decode(_ payload: UnsafeBufferPointer<UInt8>, into sink: inout some TraceSink) throws(TraceError) -> Bool {
    guard let start = payload.baseAddress else { return false }
    recycle()
    let padded = unsafe UnsafeBufferPointer(start: start, count: payload.count + TraceFormat.padding)
    let end = unsafe start + payload.count
    var cursor = unsafe ByteCursor(start, end: end)
    let base: Int64 = cursor.fixed()
    var selected: (stream: DeviceStreamDecoder, id: DeviceID)?
    var filled = 0
    while !cursor.isAtEnd, cursor.isValid {
      if unsafe cursor.position.pointee >= TraceFormat.Tag.firstGroup {
        guard let (stream, id) = selected else { return false }
        let memory = unsafe UnsafeMutableRawBufferPointer(events)
        var output = unsafe memory.mutableBytes
        let position = unsafe cursor.position - start
        guard let next = unsafe stream.decode(padded.span, from: position, upTo: payload.count, into: &output, &filled)
        else { return false }
        cursor = unsafe ByteCursor(start + next, end: end)
        if unsafe filled > events.count - TraceFormat.groupLimit { try flush(&filled, id, &sink) }
        continue
      }
      let tag = cursor.varint()
      let part = cursor.part()
      guard cursor.isValid else { return false }
      if tag == TraceFormat.Tag.shape {
        guard let selected, selected.stream.define(part) else { return false }
        continue
      }
      if let selected { try flush(&filled, selected.id, &sink) }
      if tag == TraceFormat.Tag.select {
        var part = part
        let id = DeviceID(rawValue: part.number())
        guard part.isValid, let stream = stream(id, base) else { return false }
        selected = (stream, id)
        continue
      }
      if tag == TraceFormat.Tag.frame {
        guard try readFrame(part, base, &sink) else { return false }
        continue
      }
      switch RecordCoding.read(tag, part, base: base) {
      case .record(let record): guard try hand(record, to: &sink) else { return false }
      case .unknown: break
      case .invalid: return false
      }
    }
    if let selected { try flush(&filled, selected.id, &sink) }
    return cursor.isValid
  }

  /// Reads a frame and hands it to the sink; `false` for one that breaks the format.
  private func readFrame(
    _ part: ByteCursor, _ base: Int64, _ sink: inout some TraceSink
  ) throws(TraceError) -> Bool {
    var part = part
    let time = Timestamp(microseconds: base &+ part.signed())
    let id = DeviceID(rawValue: part.number())
    var count = part.varint()
    guard part.isValid, let coder = stream(id, base)?.contacts else { return false }
    guard count <= TraceFormat.contactLimit else { return tellExcess() }
    var frame = TouchFrame(device: id, timestamp: time, contacts: [])
    swap(&frame.contacts, &contacts)
    frame.contacts.removeAll(keepingCapacity: true)
    while count > 0, part.isValid {
      guard let contact = coder.read(&part) else { return false }
      frame.contacts.append(contact)
      count -= 1
    }
    guard part.isValid else { return false }
    let record = TraceRecord.frame(frame)
    frame.contacts = []
    try sink.take(record)
    if case .frame(let frame) = consume record { contacts = frame.contacts }
    return true
  }

  private func flush(_ filled: inout Int, _ id: DeviceID, _ sink: inout some TraceSink) throws(TraceError) {
    guard filled > 0 else { return }
    unsafe try sink.take(UnsafeBufferPointer(rebasing: events[..<filled]), from: id)
    filled = 0
  }

  /// Hands a record to the sink, except a description that repeats the known one; `false` for one device too many.
  private func hand(_ record: TraceRecord, to sink: inout some TraceSink) throws(TraceError) -> Bool {
    switch record {
    case .device(let device, _):
      guard admit(device.id) else { return false }
      var known = device
      known.state = nil
      if devices.updateValue(known, forKey: device.id) == device { return true }
    case .deviceRemoved(let id, _):
      devices[id] = nil
      present.remove(id)
    default: break
    }
    try sink.take(record)
    return true
  }

  /// Notes that a device is in use; `false` for one too many.
  private func admit(_ id: DeviceID) -> Bool {
    if present.contains(id) { return true }
    guard present.count < TraceFormat.deviceLimit else { return tellExcess() }
    present.insert(id)
    return true
  }

  /// Notes that the block has too many devices or contacts; always `false`.
  private func tellExcess() -> Bool {
    isExcessive = true
    return false
  }

  /// Begins a block: the state of the block before is dropped.
  private func recycle() {
    isExcessive = false
    latest = nil
    for stream in streams.values where idle.count < 8 { idle.append(stream) }
    streams.removeAll(keepingCapacity: streams.count <= TraceFormat.devicesInBlock)
  }

  /// The device's decoder within the block; `nil` for one device too many.
  @inline(__always)
  private func stream(_ id: DeviceID, _ base: Int64) -> DeviceStreamDecoder? {
    if let latest, latest.id == id { return latest.stream }
    return otherStream(id, base)
  }

  private func otherStream(_ id: DeviceID, _ base: Int64) -> DeviceStreamDecoder? {
    let stream: DeviceStreamDecoder
    if let known = streams[id] {
      stream = known
    } else {
      guard admit(id) else { return nil }
      guard streams.count < TraceFormat.deviceLimit else {
        isExcessive = true
        return nil
      }
      stream = idle.popLast() ?? DeviceStreamDecoder()
      stream.reset(base: base)
      streams[id] = stream
    }
    latest = (id, stream)
    return stream
  }
}
