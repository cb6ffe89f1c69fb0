public import ContactorCore
public import ContactorEvdev

/// Writes a recording as JSON lines, which replay like a script and lose nothing but the kernel's states.
///
/// Raw events stand in `events` lines, each `[microseconds after t, type, code, value]`, a frame a line; what the engine
/// was given, in `frame` lines.
public struct JSONLinesWriter<Output: ByteSink>: TraceSink {
  private var output: TextOutput<Output>
  private var names: [DeviceID: String] = [:]
  /// Whether a line of events has been begun, of which device, and when.
  private var open: (device: DeviceID, time: Int64)?
  private var latest = Timestamp(microseconds: 0)

  /// Writes to an output.
  public init(_ output: Output) {
    self.output = TextOutput(output)
  }

  /// Where the text went.
  public var sink: Output { output.sink }

  /// Writes a line for each frame of events.
  public mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) throws(TraceError) {
    if open != nil, open?.device != device { close() }
    for index in events.indices {
      let event = unsafe events[index]
      let time = event.time.microseconds
      if open == nil { begin(device, max(time, 0)) } else { output.add(0x2c) }
      output.add(0x5b)
      output.add(time &- (open?.time ?? 0), width: 1)
      for number in [Int64(event.type), Int64(event.code), Int64(event.value)] {
        output.add(0x2c)
        output.add(number, width: 1)
      }
      output.add(0x5d)
      if event.type == EvdevCode.synchronization, event.code == EvdevCode.report { close() }
    }
    try output.drain()
  }

  private mutating func begin(_ device: DeviceID, _ time: Int64) {
    open = (device, time)
    var line = JSONLineBuilder()
    line.begin(Timestamp(microseconds: time), "events")
    line.add("device", text: names[device] ?? "")
    output.add(line.text + ",\"events\":[")
    latest = Timestamp(microseconds: time)
  }

  private mutating func close() {
    guard open != nil else { return }
    output.add("]}\n")
    open = nil
  }

  /// Writes a line.
  public mutating func take(_ record: TraceRecord) throws(TraceError) {
    close()
    var line = JSONLineBuilder()
    let time = record.time ?? latest
    latest = time
    let name = record.deviceID.flatMap { names[$0] } ?? ""
    switch record {
    case .device(let device, _):
      let name = unusedName(for: device)
      names[device.id] = name
      JSONDevice.write(device, named: name, at: time, &line)
    case .deviceRemoved(let id, _):
      line.begin(time, "device")
      line.add("event", text: "removed")
      line.add("device", text: name)
      names[id] = nil
    case .state: return
    case .frame(let frame): JSONFrame.write(frame, device: name, &line)
    case .anomaly(let anomaly):
      line.begin(time, "anomaly")
      line.add("what", text: anomaly.kind.rawValue)
      line.add("device", text: name)
    case .wait: line.begin(time, "wait")
    case .note(let text, _):
      line.begin(time, "note")
      line.add("text", text: text)
    case .damage(let damage):
      line.begin(time, "damage")
      line.add("what", text: damage.kind.rawValue)
      line.add("offset", raw: "\(damage.offset)")
      line.add("length", raw: "\(damage.length)")
    }
    line.end()
    output.add(line.text)
    try output.drain()
  }

  /// The last part of the device's node, or a number where there is none or another device has it.
  private func unusedName(for device: TraceDevice) -> String {
    let name = device.device.shortName
    let isTaken = names.contains { $0.key != device.id && $0.value == name }
    return name.isEmpty || isTaken ? "device\(device.id.rawValue)" : name
  }

  /// Writes what is left.
  public mutating func finish() throws(TraceError) {
    close()
    try output.flush()
  }
}
