public import ContactorCore
public import ContactorEvdev

/// A piece of a recording that is held in memory.
public enum TraceItem: Hashable, Sendable {
  /// Raw events of one device.
  case events([EvdevEvent], DeviceID)
  /// Anything else.
  case record(TraceRecord)
}

/// Takes what a recording holds, in its order: a writer, a player, a filter.
public protocol TraceSink {
  /// Takes raw events of one device, which may be part of a frame or several frames.
  ///
  /// The memory is the reader's and valid during the call.
  mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) throws(TraceError)

  /// Takes a record.
  mutating func take(_ record: TraceRecord) throws(TraceError)

  /// Ends the recording: nothing follows.
  mutating func finish() throws(TraceError)
}

extension TraceSink {
  /// Takes raw events of one device.
  public mutating func take(_ events: [EvdevEvent], from device: DeviceID) throws(TraceError) {
    unsafe try events.span.withUnsafeBufferPointer { (buffer) throws(TraceError) in unsafe try take(buffer, from: device) }
  }

  /// Takes an item.
  public mutating func take(_ item: TraceItem) throws(TraceError) {
    switch item {
    case .events(let events, let device): try take(events, from: device)
    case .record(let record): try take(record)
    }
  }
}

/// Reads a recording piece by piece into a sink.
public protocol TraceReading {
  /// The number of bytes that have been read.
  var offset: Int64 { get }

  /// Reads the next piece and hands its content to the sink.
  ///
  /// - Returns: whether there may be more.
  /// - Throws: `TraceError` for what the format does not allow, and what the sink throws.
  mutating func readNext(into sink: inout some TraceSink) throws(TraceError) -> Bool
}

extension TraceReading {
  /// Reads everything, and ends the sink's recording.
  public mutating func readAll(into sink: inout some TraceSink) throws(TraceError) {
    while try readNext(into: &sink) {}
    try sink.finish()
  }
}

/// Collects a recording in memory: for tests and small recordings.
///
/// Events of one device that follow each other become one item, however they were handed over.
public struct TraceCollector: TraceSink {
  /// The items that were taken.
  public private(set) var items: [TraceItem] = []
  private var events: [EvdevEvent] = []
  private var device = DeviceID(rawValue: 0)

  /// Creates a collector without items.
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

  /// The damage in the recording.
  public var damage: [TraceDamage] {
    records.compactMap { if case .damage(let damage) = $0 { damage } else { nil } }
  }
}
