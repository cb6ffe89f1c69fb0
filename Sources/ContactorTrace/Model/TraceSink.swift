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

  /// Takes anything else.
  mutating func take(_ record: TraceRecord) throws(TraceError)

  /// Is told that nothing follows.
  mutating func finish() throws(TraceError)
}

extension TraceSink {
  /// Takes raw events of one device.
  public mutating func take(_ events: [EvdevEvent], from device: DeviceID) throws(TraceError) {
    var failure: TraceError?
    unsafe events.withUnsafeBufferPointer { buffer in
      do throws(TraceError) { unsafe try take(buffer, from: device) } catch { failure = error }
    }
    if let failure { throw failure }
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
  /// How many bytes have been read.
  var offset: Int64 { get }

  /// Reads the next piece; what it holds is handed to the sink.
  ///
  /// - Returns: whether there may be more.
  /// - Throws: `TraceError` for what the format does not allow, and what the sink throws.
  mutating func readNext(into sink: inout some TraceSink) throws(TraceError) -> Bool
}

extension TraceReading {
  /// Reads everything, and tells the sink that it is the end.
  public mutating func readAll(into sink: inout some TraceSink) throws(TraceError) {
    while try readNext(into: &sink) {}
    try sink.finish()
  }
}

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
