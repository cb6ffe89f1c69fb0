import ContactorCore
import ContactorTrace

/// Reading a recording in memory, in one format: what is read, and how many units that is.
struct TraceMeasure {
  let name: String
  /// What is counted: samples, events, bytes.
  let unit: String
  let units: Int
  /// Reads everything once.
  let run: () throws -> Void

  /// How many frames the recording has: a minute.
  static let frames = 7_200
  static let names = ["read", "read-decoded", "read-frames", "write", "libinput", "evemu"]

  static func make(_ name: String) throws -> TraceMeasure {
    var census = Census()
    var drag = Drag()
    try drag.write(frames: frames, into: &census)
    switch name {
    case "read":
      let bytes = try recording(.contactor)
      return TraceMeasure(name: name, unit: "samples", units: census.samples) {
        try expect(try consume(bytes).events, census.events)
      }
    case "read-decoded":
      let bytes = try recording(.contactor)
      return TraceMeasure(name: name, unit: "samples", units: census.samples) {
        try expect(try decode(bytes), census.samples)
      }
    case "read-frames":
      let bytes = try recordingOfFrames()
      return TraceMeasure(name: name, unit: "samples", units: census.samples) {
        try expect(try consume(bytes).contacts, census.samples)
      }
    case "write":
      var collector = TraceCollector()
      var drag = Drag()
      try drag.write(frames: frames, into: &collector)
      try collector.finish()
      return TraceMeasure(name: name, unit: "samples", units: census.samples) {
        var writer = try TraceWriter(NoSink())
        for item in collector.items { try writer.take(item) }
        try writer.finish()
      }
    case "libinput":
      let bytes = try recording(.libinput)
      return TraceMeasure(name: name, unit: "bytes", units: bytes.count) {
        try expect(try consume(bytes).events, census.events)
      }
    default:
      let bytes = try recording(.evemu)
      return TraceMeasure(name: name, unit: "events", units: census.events) {
        try expect(try consume(bytes).events, census.events)
      }
    }
  }

  /// The recording in a format.
  static func recording(_ format: TraceFileFormat, frames: Int = Self.frames) throws -> [UInt8] {
    var writer = try TraceFileWriter(MemorySink(), format: format)
    var drag = Drag()
    try drag.write(frames: frames, into: &writer)
    try writer.finish()
    return writer.sink?.bytes ?? []
  }

  /// What a kiosk records whose source gives no events: the frames alone.
  private static func recordingOfFrames() throws -> [UInt8] {
    var writer = try TraceWriter(MemorySink())
    var device = Drag.device
    device.hasFrames = true
    try writer.take(.device(device, at: Timestamp(microseconds: 0)))
    var player = TracePlayer(mapping: { _ in screen }) { (step) throws(TraceError) in
      if case .event(.frame(let frame)) = step { try writer.take(.frame(frame)) }
    }
    var drag = Drag()
    try drag.write(frames: frames, into: &player)
    try writer.finish()
    return writer.sink.bytes
  }

  private static let screen = AffineTransform(scaleX: 800.0 / 4096, y: 480.0 / 4096)

  private static func consume(_ bytes: [UInt8]) throws -> Consumer {
    var reader = try TraceReader(MemorySource(bytes, name: "memory"))
    var consumer = Consumer()
    try reader.readAll(into: &consumer)
    return consumer
  }

  /// Reads as a replay does: to the frames that the engine is given; the number of contacts in them.
  private static func decode(_ bytes: [UInt8]) throws -> Int {
    var contacts = 0
    var player = TracePlayer(mapping: { _ in screen }) {
      (step) throws(TraceError) in
      if case .event(.frame(let frame)) = step { contacts += frame.contacts.count }
    }
    var reader = try TraceReader(MemorySource(bytes, name: "memory"))
    try reader.readAll(into: &player)
    return contacts
  }

  private static func expect(_ found: Int, _ wanted: Int) throws {
    precondition(found == wanted, "everything must come out")
  }
}

/// Forgets what is written.
struct NoSink: ByteSink {
  mutating func write(_ bytes: UnsafeRawBufferPointer) throws(TraceError) {}
  mutating func synchronize() throws(TraceError) {}
}
