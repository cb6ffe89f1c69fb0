import ContactorCore
import ContactorEvdev
import ContactorTrace

/// Hands a recording to the engine, and to a report what only the recording knows.
struct ReportSink: TraceSink {
  private let collector: ReportCollector
  private(set) var player: TracePlayer

  init(_ collector: ReportCollector) {
    self.collector = collector
    player = TracePlayer(mapping: { collector.mapping(of: $0) }) { collector.play($0) }
  }

  mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) throws(TraceError) {
    try unsafe player.take(events, from: device)
  }

  mutating func take(_ record: TraceRecord) throws(TraceError) {
    collector.note(record)
    try player.take(record)
  }

  mutating func finish() throws(TraceError) {}
}
