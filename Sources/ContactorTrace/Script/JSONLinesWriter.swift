public import ContactorCore
public import ContactorEvdev

/// Writes a recording as JSON lines, which replay like a script and lose nothing but the kernel's states.
///
/// Raw events stand in `events` lines, each `[microseconds after t, type, code, value]`, a frame a line; what the engine
/// was given, in `frame` lines.
public struct JSONLinesWriter<Output: ByteSink>: TraceSink {
  private var output: TextOutput<Output>
  private var names: [DeviceID: String] = [:]
  /// The device and the time of a line of events that has been begun; `nil` for none.
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
      let isFirst = open == nil
      if isFirst { begin(device, max(time, 0)) }
      let offset = time &- (open?.time ?? 0)
      output.write { text in
        text.append(literal: isFirst ? "[" : ",[")
        text.append(offset)
        for number in [Int64(event.type), Int64(event.code), Int64(event.value)] {
          text.append(UInt8(ascii: ","))
          text.append(number)
        }
        text.append(UInt8(ascii: "]"))
      }
      if event.type == EvdevCode.synchronization, event.code == EvdevCode.report { close() }
    }
    try output.drain()
  }

  private mutating func begin(_ device: DeviceID, _ time: Int64) {
    open = (device, time)
    latest = Timestamp(microseconds: time)
    let name = names[device] ?? ""
    output.write { text in
      var line = JSONLine("events", at: Timestamp(microseconds: time), in: text.take())
      line.add("device", name, escaping: .recording)
      line.name("events")
      text = line.openText()
      text.append(UInt8(ascii: "["))
    }
  }

  private mutating func close() {
    guard open != nil else { return }
    output.add("]}\n")
    open = nil
  }

  /// Writes a line.
  public mutating func take(_ record: TraceRecord) throws(TraceError) {
    close()
    let time = record.time ?? latest
    latest = time
    let name = record.deviceID.flatMap { names[$0] } ?? ""
    switch record {
    case .device(let device, _):
      let name = unusedName(for: device)
      names[device.id] = name
      let panel = device.copyOf.flatMap { names[$0] }
      write("device", at: time) { line in
        JSONDevice.write(device, named: name, to: &line)
        if let panel { line.add("copyOf", panel, escaping: .recording) }
      }
    case .deviceRemoved(let id, _):
      write("device", at: time) { line in
        line.add("event", word: "removed")
        line.add("device", name, escaping: .recording)
      }
      names[id] = nil
    case .state: return
    case .frame(let frame): write("frame", at: frame.timestamp) { JSONFrame.write(frame, device: name, to: &$0) }
    case .anomaly(let anomaly):
      write("anomaly", at: time) { line in
        line.add("what", anomaly.kind.rawValue)
        line.add("device", name, escaping: .recording)
      }
    case .wait: write("wait", at: time) { _ in }
    case .rows(let rows, _): write("rows", at: time) { $0.add(rows) }
    case .note(let text, _): write("note", at: time) { $0.add("text", text, escaping: .recording) }
    case .damage(let damage):
      write("damage", at: time) { line in
        line.add("what", damage.kind.rawValue)
        line.add("offset", Int64(damage.offset))
        line.add("length", Int64(damage.length))
        if damage.kind == .line {
          line.add("line", Int64(damage.line))
          line.add("message", damage.message)
        }
      }
    }
    try output.drain()
  }

  /// Writes a line; what was before 0 is said to be at 0.
  private mutating func write(_ kind: StaticString, at time: Timestamp, _ add: (inout JSONLine) -> Void) {
    output.write { text in
      var line = JSONLine(kind, at: max(time, Timestamp(microseconds: 0)), in: text.take())
      add(&line)
      text = line.finishedText()
    }
  }

  /// The last part of the device's node, or a number if it is empty or another device has it.
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
