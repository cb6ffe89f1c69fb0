import ContactorCore
import ContactorEvdev
import ContactorTrace
import Glibc
import Testing

@Suite("libinput's text of several devices")
struct MergeTests {
  /// A file that is gone at the end.
  private func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
    let path = "/tmp/contactor-merge-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    defer { unlink(path) }
    let sink = try FileSink(path: path)
    try bytes.withUnsafeBytes { try sink.write($0) }
    try body(path)
  }

  private func collected(_ path: String) throws -> TraceCollector {
    var reader = try RecordingReader(path: path)
    var collector = TraceCollector()
    try reader.readAll(into: &collector)
    return collector
  }

  /// Frames of two panels that take turns, and of a third that touches once in the middle.
  private func items(frames: Int) -> [TraceItem] {
    var items: [TraceItem] = []
    for id in 1...3 as ClosedRange<UInt32> {
      var device = Drag.device
      device.device.id = DeviceID(rawValue: id)
      device.device.node = "/dev/input/event\(id)"
      items.append(.record(.device(device, at: Timestamp(microseconds: Int64(id)))))
    }
    for frame in 0..<frames {
      for id in 1...3 as ClosedRange<UInt32> where id < 3 || frame == frames / 2 {
        let time = Timestamp(microseconds: Int64(frame) * 10_000 + Int64(id) * 100)
        let events = [
          EvdevEvent(at: time, type: 3, code: 0x2f, value: 0), EvdevEvent(at: time, type: 3, code: 0x35, value: Int32(frame)),
          EvdevEvent(at: time, type: 0, code: 0, value: 0),
        ]
        items.append(.events(events, DeviceID(rawValue: id)))
      }
    }
    return items
  }

  private func written(_ items: [TraceItem], deviceCount: Int?) throws -> [UInt8] {
    var writer = try TraceFileWriter(MemorySink(), format: .libinput, deviceCount: deviceCount)
    for item in items { try writer.take(item) }
    try writer.finish()
    return try #require(writer.sink).bytes
  }

  @Test("A file's frames come in the order of their times, whichever device they are of", arguments: [2, 9000])
  func order(frames: Int) throws {
    let items = items(frames: frames)
    try withFile(written(items, deviceCount: 3)) { path in
      let trace = try collected(path)
      let expected = items.filter { if case .events = $0 { true } else { false } }
      let found = trace.items.filter { if case .events = $0 { true } else { false } }
      #expect(found == expected)
      #expect(trace.devices.map(\.id.rawValue).sorted() == [1, 2, 3])
      #expect(trace.devices.allSatisfy { $0.description == Drag.device.description })
      // Each is described before its first event.
      for id in 1...3 as ClosedRange<UInt32> {
        let first = trace.items.firstIndex { if case .events(_, let device) = $0 { device.rawValue == id } else { false } }
        let description = trace.items.firstIndex {
          if case .record(.device(let device, _)) = $0 { device.id.rawValue == id } else { false }
        }
        #expect(try #require(description) < #require(first))
      }
    }
  }

  @Test("A mistake in a later device is damage with its line of the file, and costs that line")
  func mistake() throws {
    let text = String(decoding: try written(items(frames: 4), deviceCount: 3), as: UTF8.self)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let place = try #require(lines.lastIndex { $0.contains("- [") })
    lines[place] = "    - [  0, nonsense]"
    try withFile(Array(lines.joined(separator: "\n").utf8)) { path in
      let trace = try collected(path)
      #expect(trace.damage.map(\.line) == [place + 1])
      let whole = items(frames: 4).reduce(0) { count, item in if case .events(let events, _) = item { count + events.count } else { count }
      }
      #expect(trace.events().count == whole - 1)
    }
  }

  @Test("A file that does not say that it has several devices is read as it stands")
  func unsaid() throws {
    let items = items(frames: 3)
    try withFile(written(items, deviceCount: nil)) { path in
      let trace = try collected(path)
      #expect(trace.events(of: DeviceID(rawValue: 1)).count == 9 && trace.events(of: DeviceID(rawValue: 2)).count == 9)
    }
  }
}
