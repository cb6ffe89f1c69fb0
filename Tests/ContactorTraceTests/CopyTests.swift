import ContactorCore
import ContactorEvdev
import ContactorTrace
import Testing

/// A recording of a panel that a kiosk forwards, with the panel's copy (contract 11.8).
@Suite("Copies of panels in recordings")
struct CopyTests {
  private let panel = TraceDevice(
    .touchscreen(name: "Panel"), id: DeviceID(rawValue: 1), node: "/dev/input/event3")
  private var copy: TraceDevice {
    var copy = TraceDevice(.touchscreen(name: "Panel"), id: DeviceID(rawValue: 1 << 31 | 1), node: "/dev/input/event3-copy")
    copy.copyOf = panel.id
    return copy
  }

  private func tap(_ x: Int32, at time: Int64) -> [EvdevEvent] {
    let numbers: [(UInt16, UInt16, Int32)] = [
      (EvdevCode.absolute, EvdevCode.slot, 0), (EvdevCode.absolute, EvdevCode.trackingID, 7),
      (EvdevCode.absolute, EvdevCode.positionX, x), (EvdevCode.absolute, EvdevCode.positionY, 10), (EvdevCode.key, EvdevCode.touch, 1),
      (EvdevCode.synchronization, EvdevCode.report, 0),
    ]
    return numbers.map { EvdevEvent(at: Timestamp(microseconds: time), type: $0.0, code: $0.1, value: $0.2) }
  }

  /// A panel's tap, and the tap of its copy after it.
  private var items: [TraceItem] {
    [
      .record(.device(panel, at: Timestamp(microseconds: 0))), .record(.device(copy, at: Timestamp(microseconds: 0))),
      .events(tap(100, at: 1000), panel.id), .events(tap(200, at: 1000), copy.id),
      .record(.deviceRemoved(copy.id, at: Timestamp(microseconds: 2000))),
      .record(.deviceRemoved(panel.id, at: Timestamp(microseconds: 2000))),
    ]
  }

  @Test("11.8 A copy keeps its panel through the format, and so do JSON lines")
  func roundTrip() throws {
    #expect(try read(written(items, as: .contactor)).trace.devices.map(\.copyOf) == [nil, panel.id])
    let named = try read(written(items, as: .jsonl)).trace.devices
    try #require(named.count == 2)
    #expect(named[1].copyOf == named[0].id)
    #expect(named[0].copyOf == nil)
  }

  @Test("11.8 A player plays the panel and hands the copy's events out beside it")
  func player() throws {
    var frames: [Double] = []
    var copied: [Int32] = []
    var described: [DeviceID?] = []
    var player = TracePlayer(mapping: { _ in .identity }) { step throws(TraceError) in
      if case .event(.frame(let frame)) = step { frames += frame.contacts.map(\.location.x) }
    }
    player.described = { described.append($0.copyOf) }
    player.copied = { device, events in
      #expect(device == DeviceID(rawValue: 1))
      copied += events.filter { $0.code == EvdevCode.positionX && $0.type == EvdevCode.absolute }.map(\.value)
    }
    for item in items { try player.take(item) }
    // The contact is cancelled where it was as its panel goes.
    #expect(frames == [100, 100])
    #expect(copied == [200])
    #expect(described == [nil, panel.id])
  }

  @Test("Faults and redaction leave copies out, whose events would not follow from the changed ones")
  func tools() throws {
    var faulty = FaultInjector(TraceCollector(), faults: [.jitter], seed: 1)
    for item in items { try faulty.take(item) }
    try faulty.finish()
    #expect(faulty.output.devices.map(\.copyOf) == [nil])
    var redacted = TraceRedaction(TraceCollector(), areas: [Rect(x: 0, y: 0, width: 1, height: 1)], size: Size(width: 100, height: 100))
    for item in items { try redacted.take(item) }
    try redacted.finish()
    #expect(redacted.output.devices.map(\.copyOf) == [nil])
  }

  @Test("evemu, which has one device, gets the panel")
  func evemu() throws {
    let text = String(decoding: try written(items, as: .evemu), as: UTF8.self)
    #expect(text.contains("0003 0035 0100"))
    #expect(!text.contains("0003 0035 0200"))
  }
}
