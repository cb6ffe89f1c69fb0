import ContactorCore
import ContactorEvdev
@testable import ContactorTrace
import Testing

@Suite("Recordings of very many devices, contacts and keys")
struct LimitTests {
  private func touch(_ id: DeviceID, _ time: Int64) -> TraceItem {
    .events(
      [
        EvdevEvent(at: Timestamp(microseconds: time), type: 3, code: 0x39, value: 1),
        EvdevEvent(at: Timestamp(microseconds: time), type: 0, code: 0, value: 0),
        EvdevEvent(at: Timestamp(microseconds: time + 1), type: 3, code: 0x39, value: -1),
        EvdevEvent(at: Timestamp(microseconds: time + 1), type: 0, code: 0, value: 0),
      ], id)
  }

  /// A panel that comes, is touched and goes, each time with another number.
  private func replugs(_ count: Int) -> [TraceItem] {
    (0..<count).flatMap { index -> [TraceItem] in
      var device = Drag.device
      let time = Int64(index) * 1000
      device = TraceDevice(device.description!, id: DeviceID(rawValue: UInt32(index + 1)), node: "/dev/input/event\(index)")
      return [
        .record(.device(device, at: Timestamp(microseconds: time))), touch(device.id, time),
        .record(.deviceRemoved(device.id, at: Timestamp(microseconds: time + 2))),
      ]
    }
  }

  @Test("A panel that is plugged in thousands of times holds memory for some devices only, and all comes back")
  func replugging() throws {
    let items = replugs(6000)
    var writer = try TraceWriter(MemorySink())
    for item in items {
      try writer.take(item)
      #expect(writer.heldDevices <= 80)
    }
    try writer.finish()
    var reader = ContactorReader(MemorySource(writer.sink.bytes, name: "x"))
    var collector = TraceCollector()
    var most = 0
    while try reader.readNext(into: &collector) { most = max(most, reader.heldDevices) }
    try collector.finish()
    #expect(most <= 80 && collector.items == items)
    var info = TraceInfo()
    for item in items { try info.take(item) }
    #expect(info.devices.count == 256 && info.otherCount == 6000 - 256)
    #expect(info.others.contacts == 6000 - 256 && info.others.frames == 2 * (6000 - 256))
  }

  @Test("More devices at once than the limit: the writer says so, the reader calls it damage and reads on")
  func devices() throws {
    var writer = try TraceWriter(MemorySink())
    let error = #expect(throws: TraceError.self) {
      for index in 0..<5000 {
        let device = TraceDevice(TouchDevice(id: DeviceID(rawValue: UInt32(index)), node: "", name: ""))
        try writer.take(.device(device, at: Timestamp(microseconds: 0)))
      }
    }
    #expect(error?.message.contains("more than 4096 devices at once") == true)
    // Events of devices that nothing describes.
    let bytes = try written((0..<5000).map { touch(DeviceID(rawValue: UInt32($0)), Int64($0)) })
    let found = try collected(bytes + written([touch(DeviceID(rawValue: 1), 9)]).dropFirst(16))
    #expect(found.damage.contains { $0.kind == .excessive && "\($0)".contains("more than 4096 devices") })
    #expect(found.items.last == touch(DeviceID(rawValue: 1), 9))
  }

  @Test("A frame of more contacts than the limit is damage")
  func contacts() throws {
    let contacts = (0..<1025).map { Contact(trackingID: $0, slot: 0, phase: .began, location: .zero) }
    let frame = TouchFrame(device: DeviceID(rawValue: 1), timestamp: Timestamp(microseconds: 0), contacts: contacts)
    #expect(try collected(written([.record(.frame(frame))])).damage.map(\.kind) == [.excessive])
  }

  /// As many lines or parts as asked for, each with its number in the place of a percent sign.
  private static func repeated(_ part: String, _ count: Int, from first: Int = 0) -> String {
    (first..<first + count).map { number in part.split(separator: "%").joined(separator: String(number)) }.joined()
  }

  private static let excessive: [(String, String)] = [
    (repeated("{\"t\":0,\"kind\":\"device\",\"event\":\"added\",\"device\":\"e%\"}\n", 5000), "more than 4096 devices"),
    ("{\"t\":0" + repeated(",\"k%\":1", 300) + "}\n", "more than 256 keys"),
    (
      repeated("{\"t\":0,\"kind\":\"touch\",\"touch\":%,\"phase\":\"began\",\"x\":1,\"y\":1}\n", 1100, from: 1),
      "more than 1024 touches"
    ),
    (
      "{\"t\":0,\"kind\":\"frame\",\"contacts\":[" + repeated("{\"id\":%,\"slot\":0,\"phase\":\"moved\"},", 1100)
        + "{\"id\":9,\"slot\":0,\"phase\":\"moved\"}]}\n",
      "more than 1024 contacts"
    ),
    ("devices:\n" + repeated("- node: /dev/input/event%\n", 5000), "more than 4096 devices"),
    (repeated("[ 1.000000] /dev/input/event%: 0000 0000 00000000\n", 5000), "more than 4096 devices"),
  ]

  @Test("Text that names too much is refused with a sentence", arguments: excessive)
  func text(text: String, message: String) throws {
    let error = #expect(throws: TraceError.self) { try read(text) }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test("libinput's text of more devices than the limit is refused; each costs a reading")
  func libinputDevices() throws {
    let error = #expect(throws: TraceError.self) { try written(replugs(300), as: .libinput) }
    #expect(error?.message.contains("more than 256 devices") == true)
  }

  @Test("A block has a second or 16 kB, whatever the recording; larger ones of older programs are read")
  func blocks() throws {
    func blocks(_ bytes: [UInt8]) throws -> [(size: Int, span: Int64)] {
      var blocks: [(Int, Int64)] = []
      var reader = ContactorReader(MemorySource(bytes, name: "x"))
      var sink = TraceCollector()
      var end = 16
      while try reader.readNext(into: &sink) {
        let header = bytes[end..<end + 48].withUnsafeBytes { BlockHeader($0) }
        blocks.append((Int(reader.offset) - end, header.map { $0.last - $0.first } ?? 0))
        end = Int(reader.offset)
      }
      return blocks
    }
    let slow = Drag.events(frames: 600)
    // A hundred times as fast, so that blocks end by their size.
    let fast = Drag.events(frames: 3000).enumerated().map { index, event in
      EvdevEvent(at: Timestamp(microseconds: Int64(index)), type: event.type, code: event.code, value: event.value)
    }
    for events in [slow, fast] {
      let found = try blocks(written([.record(.device(Drag.device, at: events[0].time)), .events(events, Drag.device.id)]))
      #expect(found.count > 3 && found.allSatisfy { $0.size < 16384 + 1024 && $0.span <= 1_010_000 }, "\(found)")
    }
    let items = [TraceItem.record(.device(Drag.device, at: fast[0].time)), .events(fast, Drag.device.id)]
    let old = try written(items, TraceWriterOptions(blockSize: 65536, blockSpan: .microseconds(Int64.max)))
    #expect(try collected(old).items == items && blocks(old).contains { $0.size > 65536 })
  }
}
