import ContactorCore
import ContactorEvdev
import ContactorTrace
import Testing

/// What a recording of these items looks like.
func written(_ items: [TraceItem], _ options: TraceWriterOptions = TraceWriterOptions()) throws -> [UInt8] {
  var writer = try TraceWriter(MemorySink(), options: options)
  for item in items { try writer.take(item) }
  try writer.finish()
  return writer.sink.bytes
}

/// What a recording holds.
func collected(_ bytes: [UInt8]) throws -> TraceCollector {
  var collector = TraceCollector()
  var reader = ContactorReader(MemorySource(bytes, name: "test"))
  try reader.readAll(into: &collector)
  return collector
}

@Suite("Contactor's own format")
struct ContactorFormatTests {
  @Test("Every item comes back, whatever the size of the blocks", arguments: 0..<40)
  func roundTrip(seed: Int) throws {
    let items = try RandomRecording.items(seed: seed)
    for size in [1, 300, 65536] {
      let bytes = try written(items, TraceWriterOptions(blockSize: size))
      #expect(try collected(bytes).items == items, "seed \(seed), blocks of \(size)")
    }
  }

  @Test("Events handed over one by one are the same as all at once", arguments: 0..<10)
  func pieces(seed: Int) throws {
    let (device, events) = RandomRecording.events(seed: seed)
    let whole = try written([.record(.device(device, at: events[0].time)), .events(events, device.id)])
    let single = try written(
      [.record(.device(device, at: events[0].time))] + events.map { .events([$0], device.id) })
    #expect(whole == single)
  }

  @Test("10 s of five fingers at 120 Hz with every axis take at most 45 bytes a frame")
  func size() throws {
    let events = Drag.events()
    let bytes = try written([.record(.device(Drag.device, at: events[0].time)), .events(events, Drag.device.id)])
    #expect(events.count > 1200 * 22)
    #expect(bytes.count <= 45 * 1200, "\(bytes.count / 1200) bytes a frame")
    let live = try written([.events(events, Drag.device.id)], TraceWriterOptions(blockSpan: .seconds(1)))
    #expect(live.count <= 45 * 1200, "\(live.count / 1200) bytes a frame in blocks of a second")
  }

  @Test("A block ends with its frame, after its size or its time")
  func blocks() throws {
    let events = Drag.events(frames: 240)
    var reader = ContactorReader(
      MemorySource(try written([.events(events, Drag.device.id)], TraceWriterOptions(blockSpan: .milliseconds(500))), name: "x"))
    var collector = TraceCollector()
    while try reader.readNext(into: &collector) {
      try collector.finish()
      #expect(collector.events().last?.type == 0)
    }
    #expect(reader.summary.blocks == 4)
    #expect(reader.summary.events == Int64(events.count))
    #expect(reader.summary.isClosed && reader.summary.damageCount == 0)
    #expect(reader.summary.first == events.first?.time && reader.summary.last == events.last?.time)
  }

  @Test("A file that another major version wrote is refused with a sentence")
  func version() throws {
    var bytes = try written([.events(Drag.events(frames: 2), Drag.device.id)])
    bytes[8] = 2
    // Without its checksum it is damage; with it, another version.
    #expect(try collected(bytes).damage.count == 1)
    bytes.replaceSubrange(12..<16, with: CRC.bytes(of: bytes[..<12]))
    let error = #expect(throws: TraceError.self) { try collected(bytes) }
    #expect(error?.code == .unsupported && error?.description.contains("version 2") == true)
  }

  @Test("An empty file is empty, and a description alone is a recording")
  func empty() throws {
    #expect(try collected([]).items.isEmpty)
    let items: [TraceItem] = [.record(.device(Drag.device, at: Timestamp(microseconds: 3)))]
    #expect(try collected(written(items)).items == items)
    #expect(try collected(written([])).items.isEmpty)
  }
}

/// CRC-32C once more, a bit at a time: the test's own.
enum CRC {
  static func bytes(of bytes: ArraySlice<UInt8>) -> [UInt8] {
    var crc = UInt32.max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 != 0 ? crc >> 1 ^ 0x82F6_3B78 : crc >> 1 }
    }
    crc = ~crc
    return (0..<4).map { UInt8(truncatingIfNeeded: crc >> (8 * UInt32($0))) }
  }
}
