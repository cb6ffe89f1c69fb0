import ContactorCore
import ContactorEvdev

/// Hands on a recording through a filter, which is taken back after each piece.
struct FilteredTrace<Output: TraceSink>: TraceSink {
  var output: Output
  var filter: RecordingFilter

  mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) throws(TraceError) {
    if filter.isLeftOut(device) { return }
    let changed = unsafe filter.changed(events, device)
    if changed.isEmpty { try unsafe output.take(events, from: device) } else { try output.take(changed, from: device) }
  }

  mutating func take(_ record: TraceRecord) throws(TraceError) {
    if case .device(let device, let time) = record {
      guard let described = filter.described(device) else { return }
      return try output.take(.device(described, at: moved(time, device.id)))
    }
    guard let id = record.deviceID else { return try output.take(record) }
    if filter.isLeftOut(id) { return }
    switch record {
    case .deviceRemoved(let id, let time): try output.take(.deviceRemoved(id, at: moved(time, id)))
    case .state(let state, let id, let time): try output.take(.state(state, of: id, at: moved(time, id)))
    default: try output.take(record)
    }
  }

  mutating func finish() throws(TraceError) { try output.finish() }

  private mutating func moved(_ time: Timestamp, _ device: DeviceID) -> Timestamp {
    filter.followsClocks ? time.advanced(byMicroseconds: filter.offset(of: time, device)) : time
  }
}
