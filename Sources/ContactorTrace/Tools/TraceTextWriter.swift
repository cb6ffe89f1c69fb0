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

/// The lines of `TraceTextWriter`, which `TraceDifference` uses, too.
enum TraceText {
  /// The last part of the device's node, or its number where there is none.
  static func name(of device: TraceDevice) -> String {
    let name = device.device.shortName
    return name.isEmpty ? "device\(device.id.rawValue)" : name
  }

  static func line(_ event: EvdevEvent, _ device: String) -> String {
    let type = CodeName.name(event.type)
    if event.type == EvdevCode.synchronization {
      return "\(seconds(event.time)) \(device) \(type) \(CodeName.name(event.type, event.code)) \(event.value)"
    }
    return "\(seconds(event.time)) \(device)   \(type) \(CodeName.name(event.type, event.code)) \(event.value)"
  }

  static func line(_ record: TraceRecord, _ device: String) -> String {
    let time = record.time.map(seconds) ?? "-"
    switch record {
    case .device(let device, _):
      let identity = device.device
      let copy = device.copyOf.map { " (copy of device\($0.rawValue))" } ?? ""
      return "\(time) \(name(of: device)) added: \(identity.name)\(copy)"
    case .deviceRemoved: return "\(time) \(device) removed"
    case .state: return "\(time) \(device) state read from the kernel"
    case .frame(let frame):
      let contacts = frame.contacts.map { contact in
        "\(contact.trackingID) \(contact.phase) \(contact.location.x),\(contact.location.y)"
      }
      return "\(time) \(device) frame: \(contacts.joined(separator: "; "))"
    case .anomaly(let anomaly): return "\(time) \(device) anomaly: \(anomaly.kind.rawValue)"
    case .wait: return "\(time) wait"
    case .rows(let rows, _): return "\(time) rows of \(rows.view): \(rows.count)"
    case .note(let text, _): return "\(time) note: \(TraceOutcome(note: text)?.description ?? text)"
    case .damage(let damage): return "\(time) damage at \(damage)"
    }
  }

  /// Seconds with six decimals.
  static func seconds(_ time: Timestamp) -> String {
    let magnitude = time.microseconds.magnitude
    let fraction = String(magnitude % 1_000_000)
    let sign = time.microseconds < 0 ? "-" : ""
    return "\(sign)\(magnitude / 1_000_000)." + String(repeating: "0", count: 6 - fraction.utf8.count) + fraction
  }
}
