public import ContactorCore
public import ContactorEvdev

/// Writes a recording as text for people: a line for each event and record, with the kernel's names.
public struct TraceTextWriter<Output: ByteSink>: TraceSink {
  private var output: TextOutput<Output>
  private var names: [DeviceID: String] = [:]

  /// Writes to an output.
  public init(_ output: Output) {
    self.output = TextOutput(output)
  }

  /// The output.
  public var sink: Output { output.sink }

  /// Writes a line for each event.
  public mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) throws(TraceError) {
    let name = names[device] ?? "device\(device.rawValue)"
    for index in events.indices { unsafe output.add(TraceText.line(events[index], name) + "\n") }
    try output.drain()
  }

  /// Writes a line.
  public mutating func take(_ record: TraceRecord) throws(TraceError) {
    if case .device(let device, _) = record { names[device.id] = TraceText.name(of: device) }
    output.add(TraceText.line(record, record.deviceID.flatMap { names[$0] } ?? "") + "\n")
    if case .deviceRemoved(let id, _) = record { names[id] = nil }
    try output.drain()
  }

  /// Writes the buffered text.
  public mutating func finish() throws(TraceError) { try output.flush() }
}
