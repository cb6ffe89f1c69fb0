internal import ContactorCore
import ContactorEvdev

/// Gathers events of one device, to hand them over many at a time.
struct EventBatch {
  private var events: [EvdevEvent] = []
  private var device = DeviceID(rawValue: 0)
  private static var limit: Int { 1024 }

  init() {
    events.reserveCapacity(Self.limit)
  }

  @inline(__always)
  mutating func add(_ event: EvdevEvent, _ device: DeviceID, _ sink: inout some TraceSink) throws(TraceError) {
    if events.count == Self.limit || device != self.device { try flush(&sink) }
    self.device = device
    events.append(event)
  }

  mutating func flush(_ sink: inout some TraceSink) throws(TraceError) {
    guard !events.isEmpty else { return }
    try sink.take(events, from: device)
    events.removeAll(keepingCapacity: true)
  }
}
