public import ContactorCore
public import ContactorEvdev

/// Writes one device as evemu's text, version 1.3, which `evemu-play` and `evemu-device` read.
public struct EvemuWriter<Output: ByteSink>: TraceSink {
  private var output: TextOutput<Output>
  private var device: TraceDevice?
  private var frames = FrameEvents()
  /// Copies of panels, which are left out: the format has one device, the panel.
  private var copies: Set<DeviceID> = []

  /// Writes to an output.
  public init(_ output: Output) {
    self.output = TextOutput(output)
  }

  /// The output.
  public var sink: Output { output.sink }

  /// Writes a line for each event.
  ///
  /// - Throws: `unsupported` for events of a second device, and for times before 0, which the format does not have.
  public mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from id: DeviceID) throws(TraceError) {
    if copies.contains(id) { return }
    frames.noteEvents(of: id)
    try begin(TraceDevice(EvdevDescription(name: ""), id: id, node: ""))
    for index in events.indices { unsafe try write(events[index]) }
    try output.drain()
  }

  private mutating func write(_ event: EvdevEvent) throws(TraceError) {
    guard event.seconds >= 0, event.microseconds >= 0 else {
      throw TraceError(.unsupported, file: "", message: "evemu has no times before 0")
    }
    output.add("E: ")
    output.add(event.seconds, width: 1)
    output.add(0x2e)
    output.add(event.microseconds, width: 6)
    output.add(0x20)
    output.add(hexadecimal: UInt64(event.type), width: 4)
    output.add(0x20)
    output.add(hexadecimal: UInt64(event.code), width: 4)
    output.add(0x20)
    output.add(Int64(event.value), width: 4)
    output.add(0x0a)
  }

  /// Writes the first description of the device, and events for the frames of a device without events.
  public mutating func take(_ record: TraceRecord) throws(TraceError) {
    if case .device(let new, _) = record {
      if new.copyOf != nil { copies.insert(new.id) } else { try begin(new) }
    }
    guard let made = frames.take(record) else { return }
    try begin(TraceDevice(TouchDevice(id: made.device, node: "", name: "")))
    for event in made.events { try write(event) }
    try output.drain()
  }

  private mutating func begin(_ new: TraceDevice) throws(TraceError) {
    guard let known = device else {
      device = new
      return describe(new.description ?? FrameEvents.description(of: new))
    }
    guard known.id == new.id else { throw .oneDevice }
  }

  private mutating func describe(_ description: EvdevDescription) {
    output.add("# EVEMU 1.3\n")
    output.add("N: \(description.name.split(whereSeparator: \.isNewline).joined(separator: " "))\n")
    let identity = [description.bus, description.vendor, description.product, description.version]
    output.add("I: " + identity.map { Self.hexadecimal($0, 4) }.joined(separator: " ") + "\n")
    output.add(bits: description.properties, count: 8, label: "P:")
    var types = Set(description.codes.filter { !$0.value.isEmpty }.keys)
    if !description.axes.isEmpty { types.insert(EvdevCode.absolute) }
    output.add(bits: types.union([0]), count: 4, label: "B: 00")
    for type in types.sorted() {
      let codes = type == EvdevCode.absolute ? Set(description.axes.keys) : description.codes[type] ?? []
      output.add(bits: codes, count: Int(codes.max() ?? 0) / 8 + 1, label: "B: " + Self.hexadecimal(type, 2))
    }
    for (code, axis) in description.axes.sorted(by: { $0.key < $1.key }) {
      let numbers = [axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution]
      output.add("A: \(Self.hexadecimal(code, 2)) " + numbers.map(String.init).joined(separator: " ") + "\n")
    }
  }

  static func hexadecimal(_ number: UInt16, _ width: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: max(width - digits.utf8.count, 0)) + digits
  }

  /// Writes the buffered text.
  public mutating func finish() throws(TraceError) {
    if device == nil { describe(EvdevDescription(name: "")) }
    try output.flush()
  }
}

extension TextOutput {
  /// Adds a bit field of at least `count` bytes, in lines of eight bytes.
  fileprivate mutating func add(bits: Set<UInt16>, count: Int, label: String) {
    var bytes = [UInt8](repeating: 0, count: (count + 7) / 8 * 8)
    for bit in bits where Int(bit) / 8 < bytes.count { bytes[Int(bit) / 8] |= 1 << UInt8(bit % 8) }
    for start in stride(from: 0, to: bytes.count, by: 8) {
      let line = bytes[start..<start + 8].map { EvemuWriter<Sink>.hexadecimal(UInt16($0), 2) }
      add(label + " " + line.joined(separator: " ") + "\n")
    }
  }
}

extension TraceError {
  /// The error of a recording with a second device.
  fileprivate static var oneDevice: TraceError {
    TraceError(.unsupported, file: "", message: "evemu holds one device, and the recording has several; choose one")
  }
}
