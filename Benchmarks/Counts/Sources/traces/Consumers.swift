import ContactorCore
import ContactorEvdev
import ContactorTrace

/// Takes events and records, and looks at the least of them that keeps a compiler honest.
struct Consumer: TraceSink {
  private(set) var events = 0
  private(set) var contacts = 0
  private(set) var last: Int64 = 0

  mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) throws(TraceError) {
    self.events += events.count
    last = events[events.count - 1].time.microseconds
  }

  mutating func take(_ record: TraceRecord) throws(TraceError) {
    guard case .frame(let frame) = record else { return }
    contacts += frame.contacts.count
    last = frame.timestamp.microseconds
  }

  mutating func finish() throws(TraceError) {}
}

/// Counts what a recording of events has.
struct Census: TraceSink {
  private(set) var events = 0
  private(set) var frames = 0
  /// Contacts in frames: how often a slot was named.
  private(set) var samples = 0

  mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) throws(TraceError) {
    for event in events {
      self.events += 1
      if event.type == EvdevCode.absolute, event.code == EvdevCode.slot { samples += 1 }
      if event.type == EvdevCode.synchronization, event.code == EvdevCode.report { frames += 1 }
    }
  }

  mutating func take(_ record: TraceRecord) throws(TraceError) {}
  mutating func finish() throws(TraceError) {}
}
