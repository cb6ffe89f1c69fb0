public import ContactorCore
public import ContactorEvdev

/// Writes the format of `libinput record`, which `libinput replay` reads.
///
/// The format has one device after the other. The first device's events are written at once; those of others stay in
/// memory until the end, in Contactor's own format, which takes a hundredth of the text's size.
public struct LibinputWriter<Output: ByteSink>: TraceSink {
  private var output: TextOutput<Output>
  private var frames = FrameEvents()
  private var first: DeviceID?
  private var isInFrame = false
  private var later: TraceWriter<MemorySink>?
  private let deviceCount: Int?
  /// The devices other than the first.
  private var others: Set<DeviceID> = []
  /// The most devices; the events in memory are read once for each device.
  private static var deviceLimit: Int { 256 }

  /// Writes to an output.
  ///
  /// - Parameter deviceCount: how many devices there are, for the head of the text; `nil`, which means unknown, writes 1.
  public init(_ output: Output, deviceCount: Int? = nil) {
    self.output = TextOutput(output)
    self.deviceCount = deviceCount
  }

  /// The output.
  public var sink: Output { output.sink }

  /// Writes a line for each event of the first device, and keeps the events of others.
  public mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from id: DeviceID) throws(TraceError) {
    frames.noteEvents(of: id)
    try begin(TraceDevice(EvdevDescription(name: ""), id: id, node: ""))
    guard id == first else { return unsafe try later?.take(events, from: id) ?? () }
    for index in events.indices { unsafe write(events[index]) }
    try output.drain()
  }

  /// Writes a device's description, and events for the frames of a device without events.
  public mutating func take(_ record: TraceRecord) throws(TraceError) {
    if case .device(let device, let time) = record {
      try begin(device)
      if device.id != first, others.insert(device.id).inserted, others.count >= Self.deviceLimit {
        throw TraceError(
          .unsupported, file: "",
          message: "the recording has more than \(Self.deviceLimit) devices, which libinput's text tells one after the "
            + "other; choose one with trace cut --device")
      }
      if device.id != first { try later?.take(.device(device, at: time)) }
    }
    guard let made = frames.take(record) else { return }
    try begin(TraceDevice(TouchDevice(id: made.device, node: "", name: "")))
    guard made.device == first else { return try later?.take(made.events, from: made.device) ?? () }
    for event in made.events { write(event) }
    try output.drain()
  }

  private mutating func begin(_ device: TraceDevice) throws(TraceError) {
    if first == nil {
      first = device.id
      output.add("# libinput record\nversion: 1\nndevices: \(deviceCount ?? 1)\n")
      output.add("libinput:\n  version: \"unknown\"\n  git: \"unknown\"\nsystem:\n  kernel: \"unknown\"\n  dmi: \"unknown\"\n")
      output.add("devices:\n")
      describe(device)
    } else if device.id != first, later == nil {
      later = try TraceWriter(MemorySink())
    }
  }

  private mutating func describe(_ device: TraceDevice) {
    isInFrame = false
    let description = device.description ?? FrameEvents.description(of: device)
    output.add("- node: \(device.device.node.isEmpty ? "/dev/input/event0" : device.device.node)\n")
    output.add("  evdev:\n    name: \"\(Self.escaped(description.name))\"\n")
    let identity = [description.bus, description.vendor, description.product, description.version]
    output.add("    id: [\(Self.list(identity))]\n    codes:\n      0: [0, 1, 2, 3] # EV_SYN\n")
    var codes = description.codes.filter { !$0.value.isEmpty }
    if !description.axes.isEmpty { codes[EvdevCode.absolute] = Set(description.axes.keys) }
    for (type, codes) in codes.sorted(by: { $0.key < $1.key }) where type != EvdevCode.synchronization {
      output.add("      \(type): [\(Self.list(codes.sorted()))] # \(CodeName.name(type))\n")
    }
    output.add("    absinfo:\(description.axes.isEmpty ? " {}" : "")\n")
    for (code, axis) in description.axes.sorted(by: { $0.key < $1.key }) {
      let numbers = [axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution]
      output.add("      \(code): [\(Self.list(numbers))]\n")
    }
    output.add("    properties: [\(Self.list(description.properties.sorted()))]\n")
    output.add("  udev:\n    properties:\n    - ID_INPUT=1\n    - ID_INPUT_TOUCHSCREEN=1\n  quirks:\n  events:\n")
  }

  private mutating func write(_ event: EvdevEvent) {
    if !isInFrame { output.add("  - evdev:\n") }
    isInFrame = event.type != EvdevCode.synchronization || event.code != EvdevCode.report
    output.add("    - [")
    for (number, width) in [
      (event.seconds, 3), (event.microseconds, 6), (Int64(event.type), 3), (Int64(event.code), 3), (Int64(event.value), 7),
    ] {
      output.add(number, width: width, padding: 0x20)
      if width < 7 { output.add(", ") }
    }
    output.add(isInFrame ? "]\n" : "] # ------------ SYN_REPORT\n")
  }

  /// Writes the other devices and the buffered text.
  public mutating func finish() throws(TraceError) {
    if first == nil { output.add("# libinput record\nversion: 1\nndevices: 0\ndevices: []\n") }
    if var kept = later {
      try kept.finish()
      let bytes = kept.sink.bytes
      later = nil
      var ids = DeviceList()
      var lister = ContactorReader(MemorySource(bytes, name: "memory"))
      try lister.readAll(into: &ids)
      for id in ids.ids {
        var filter = OneDevice(writer: self, id: id)
        var reader = ContactorReader(MemorySource(bytes, name: "memory"))
        try reader.readAll(into: &filter)
        self = filter.writer
      }
    }
    try output.flush()
  }

  /// Lists the devices of a recording.
  private struct DeviceList: TraceSink {
    var ids: [DeviceID] = []

    mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from id: DeviceID) throws(TraceError) { note(id) }
    mutating func take(_ record: TraceRecord) throws(TraceError) { if let id = record.deviceID { note(id) } }
    mutating func finish() throws(TraceError) {}
    private mutating func note(_ id: DeviceID) { if !ids.contains(id) { ids.append(id) } }
  }

  /// Hands one device's description and events to the writer.
  private struct OneDevice: TraceSink {
    var writer: LibinputWriter
    let id: DeviceID
    var isDescribed = false

    init(writer: LibinputWriter, id: DeviceID) {
      self.writer = writer
      self.id = id
    }

    mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) throws(TraceError) {
      guard device == id else { return }
      if !isDescribed { describe(TraceDevice(EvdevDescription(name: ""), id: id, node: "")) }
      for index in events.indices { unsafe writer.write(events[index]) }
      try writer.output.drain()
    }

    mutating func take(_ record: TraceRecord) throws(TraceError) {
      if case .device(let device, _) = record, device.id == id, !isDescribed { describe(device) }
    }

    mutating func finish() throws(TraceError) {}

    private mutating func describe(_ device: TraceDevice) {
      isDescribed = true
      writer.describe(device)
    }
  }

  private static func list(_ numbers: [some BinaryInteger]) -> String {
    numbers.map { String($0) }.joined(separator: ", ")
  }

  private static func escaped(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "\u{0}"..<" ", "\u{7f}": text += "\\x" + EvemuWriter<MemorySink>.hexadecimal(UInt16(scalar.value), 2)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
