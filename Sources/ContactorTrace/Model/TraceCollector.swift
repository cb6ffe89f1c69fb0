public import ContactorCore
public import ContactorEvdev

/// Collects a recording in memory: for tests and small recordings.
///
/// Events of one device that follow each other become one item, however they were handed over.
public struct TraceCollector: TraceSink {
  /// What was taken.
  public private(set) var items: [TraceItem] = []
  private var events: [EvdevEvent] = []
  private var device = DeviceID(rawValue: 0)

  /// Creates an empty one.
  public init() {}

  /// Keeps the events.
  public mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) throws(TraceError) {
    if device != self.device { close() }
    self.device = device
    unsafe self.events += events
  }

  /// Keeps the record.
  public mutating func take(_ record: TraceRecord) throws(TraceError) {
    close()
    items.append(.record(record))
  }

  /// Closes the last item.
  public mutating func finish() throws(TraceError) { close() }

  private mutating func close() {
    guard !events.isEmpty else { return }
    items.append(.events(events, device))
    events = []
  }

  /// The records alone.
  public var records: [TraceRecord] {
    items.compactMap { if case .record(let record) = $0 { record } else { nil } }
  }

  /// All raw events of a device, or of all.
  public func events(of device: DeviceID? = nil) -> [EvdevEvent] {
    items.flatMap { item -> [EvdevEvent] in
      guard case .events(let events, let id) = item, device == nil || id == device else { return [] }
      return events
    }
  }

  /// The devices, in the order in which they came.
  public var devices: [TraceDevice] {
    records.compactMap { if case .device(let device, _) = $0 { device } else { nil } }
  }

  /// The damage that was met.
  public var damage: [TraceDamage] {
    records.compactMap { if case .damage(let damage) = $0 { damage } else { nil } }
  }
}
