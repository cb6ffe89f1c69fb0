internal import ContactorCore
import ContactorEvdev

/// Reads the payload of a block.
final class BlockDecoder {
  private var lanes: [DeviceID: DecoderLane] = [:]
  /// The lane that was asked for last.
  private var latest: (id: DeviceID, lane: DecoderLane)?
  private var devices: [DeviceID: TraceDevice] = [:]
  /// As many as a processor has near at hand: they are written here and read by the sink at once.
  private let events = UnsafeMutableBufferPointer<EvdevEvent>.allocate(capacity: 1024)
  /// Memory for the contacts of a frame, to be used again where the sink has not kept the frame.
  private var contacts: [Contact] = []
  private var block: UInt64 = 0

  deinit {
    events.deallocate()
  }

  /// Reads a payload, behind which `TraceFormat.padding` bytes are readable; `false` where it stops making sense.
  func decode(_ payload: UnsafeBufferPointer<UInt8>, into sink: inout some TraceSink) throws(TraceError) -> Bool {
    guard let start = payload.baseAddress else { return false }
    block += 1
    var cursor = ByteCursor(start, end: start + payload.count)
    let base: Int64 = cursor.fixed()
    var selected: (lane: DecoderLane, id: DeviceID)?
    var filled = 0
    while !cursor.isAtEnd, cursor.isValid {
      if cursor.position.pointee >= TraceFormat.Tag.firstGroup {
        guard let (lane, id) = selected else { return false }
        let end = start + payload.count
        guard let next = lane.decode(from: cursor.position, end: end, into: events, &filled) else { return false }
        cursor = ByteCursor(next, end: end)
        if filled > events.count - TraceFormat.groupLimit { try flush(&filled, id, &sink) }
        continue
      }
      let tag = cursor.varint()
      let part = cursor.part()
      guard cursor.isValid else { return false }
      if tag == TraceFormat.Tag.shape {
        guard let selected, selected.lane.define(part) else { return false }
        continue
      }
      if let selected { try flush(&filled, selected.id, &sink) }
      if tag == TraceFormat.Tag.select {
        var part = part
        let id = DeviceID(rawValue: part.number())
        guard part.isValid else { return false }
        selected = (lane(id, base), id)
        continue
      }
      if tag == TraceFormat.Tag.frame {
        guard try readFrame(part, base, &sink) else { return false }
        continue
      }
      switch RecordCoding.read(tag, part, base: base) {
      case .record(let record): try hand(record, to: &sink)
      case .unknown: break
      case .invalid: return false
      }
    }
    if let selected { try flush(&filled, selected.id, &sink) }
    return cursor.isValid
  }

  /// Reads a frame and hands it on; `false` where it is none.
  private func readFrame(
    _ part: ByteCursor, _ base: Int64, _ sink: inout some TraceSink
  ) throws(TraceError) -> Bool {
    var part = part
    let time = Timestamp(microseconds: base &+ part.signed())
    let id = DeviceID(rawValue: part.number())
    var count = part.varint()
    guard part.isValid else { return false }
    let lane = lane(id, base).frames
    var frame = TouchFrame(device: id, timestamp: time, contacts: [])
    swap(&frame.contacts, &contacts)
    frame.contacts.removeAll(keepingCapacity: true)
    while count > 0, part.isValid {
      guard let contact = lane.read(&part) else { return false }
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
    try sink.take(UnsafeBufferPointer(rebasing: events[..<filled]), from: id)
    filled = 0
  }

  /// Hands on a record, but no description that only repeats what is known.
  private func hand(_ record: TraceRecord, to sink: inout some TraceSink) throws(TraceError) {
    switch record {
    case .device(let device, _):
      var known = device
      known.state = nil
      if devices.updateValue(known, forKey: device.id) == device { return }
    case .deviceRemoved(let id, _): devices[id] = nil
    default: break
    }
    try sink.take(record)
  }

  /// The device's lane, set to the block.
  @inline(__always)
  private func lane(_ id: DeviceID, _ base: Int64) -> DecoderLane {
    if let latest, latest.id == id, latest.lane.block == block { return latest.lane }
    return otherLane(id, base)
  }

  private func otherLane(_ id: DeviceID, _ base: Int64) -> DecoderLane {
    let lane = lanes[id] ?? DecoderLane()
    lanes[id] = lane
    if lane.block != block {
      lane.block = block
      lane.reset(base: base)
    }
    latest = (id, lane)
    return lane
  }
}
