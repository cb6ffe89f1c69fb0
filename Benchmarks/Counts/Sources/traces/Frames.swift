import ContactorCore
import ContactorEvdev
import ContactorTrace

/// Events of one made-up panel, gathered frame by frame and handed to a sink many at a time.
struct Frames {
  private var events: [EvdevEvent] = []
  private let device: DeviceID
  /// The time of the events to come, in microseconds.
  var time: Int64

  init(_ device: DeviceID, from time: Int64) {
    self.device = device
    self.time = time
    events.reserveCapacity(2048)
  }

  mutating func axis(_ code: UInt16, _ value: Int32) { add(EvdevCode.absolute, code, value) }

  mutating func button(_ isDown: Bool) { add(EvdevCode.key, EvdevCode.touch, isDown ? 1 : 0) }

  /// Ends a frame.
  mutating func report(into sink: inout some TraceSink) throws(TraceError) {
    add(EvdevCode.synchronization, EvdevCode.report, 0)
    if events.count > 1500 { try flush(into: &sink) }
  }

  mutating func flush(into sink: inout some TraceSink) throws(TraceError) {
    try sink.take(events, from: device)
    events.removeAll(keepingCapacity: true)
  }

  private mutating func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    events.append(EvdevEvent(at: Timestamp(microseconds: time), type: type, code: code, value: value))
  }
}
