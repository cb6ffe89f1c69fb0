public import ContactorCore
public import ContactorEvdev

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
