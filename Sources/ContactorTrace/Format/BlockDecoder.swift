internal import ContactorCore

/// Reads the payload of a block.
final class BlockDecoder {
  private var lanes: [DeviceID: DecoderLane] = [:]
  private var devices: [DeviceID: TraceDevice] = [:]
  private let events = UnsafeMutableBufferPointer<EvdevEvent>.allocate(capacity: 4096)
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
      switch RecordCoding.read(tag, part, base: base, frames: { self.lane($0, base).frames }) {
      case .record(let record): try hand(record, to: &sink)
      case .unknown: break
      case .invalid: return false
      }
    }
    if let selected { try flush(&filled, selected.id, &sink) }
    return cursor.isValid
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
  private func lane(_ id: DeviceID, _ base: Int64) -> DecoderLane {
    let lane = lanes[id] ?? DecoderLane()
    lanes[id] = lane
    if lane.block != block {
      lane.block = block
      lane.reset(base: base)
    }
    return lane
  }
}
