import ContactorCore
import ContactorEvdev
import ContactorTrace
import Testing

@Suite("Redacted panels without slots")
struct RedactionListTests {
  private let area = Rect(x: 105, y: 105, width: 40, height: 40)

  /// A recording of a panel whose units are tenths of a point.
  private func recording(_ axes: [UInt16], hasButton: Bool, _ frames: [[(type: UInt16, code: UInt16, value: Int32)]]) -> [TraceItem] {
    var description = EvdevDescription(name: "list")
    if hasButton { description.codes[1] = [330] }
    for code in axes { description.axes[code] = EvdevAxis(0, 4095) }
    var device = TraceDevice(description, id: DeviceID(rawValue: 1), node: "n")
    device.transform = AffineTransform(scaleX: 0.1, y: 0.1)
    var events: [EvdevEvent] = []
    for (index, frame) in frames.enumerated() {
      let time = Timestamp(microseconds: Int64(index) * 10_000)
      events += frame.map { EvdevEvent(at: time, type: $0.type, code: $0.code, value: $0.value) }
      events.append(EvdevEvent(at: time, type: 0, code: 0, value: 0))
    }
    return [.record(.device(device, at: Timestamp(microseconds: 0))), .events(events, device.id)]
  }

  private func redacted(_ items: [TraceItem]) throws -> TraceCollector {
    var redaction = TraceRedaction(TraceCollector(), areas: [area])
    for item in items { try redaction.take(item) }
    try redaction.finish()
    return redaction.output
  }

  private func frames(_ trace: TraceCollector) throws -> [TouchFrame] {
    var frames: [TouchFrame] = []
    var player = TracePlayer(mapping: { $0.transform ?? .identity }) { (step) throws(TraceError) in
      if case .event(.frame(let frame)) = step { frames.append(frame) }
    }
    for item in trace.items { try player.take(item) }
    return frames
  }

  /// A contact of a list.
  private func contact(_ x: Int32, _ y: Int32, size: Int32 = 7) -> [(type: UInt16, code: UInt16, value: Int32)] {
    [(3, 0x35, x), (3, 0x36, y), (3, 0x30, size), (0, 2, 0)]
  }

  @Test("A list is hidden from a contact in an area on, until all are lifted")
  func list() throws {
    let items = recording(
      [0x35, 0x36, 0x30], hasButton: true,
      [
        contact(3000, 3001) + [(1, 330, 1)],
        contact(3002, 3003) + contact(1111, 1222, size: 33),
        contact(3004, 3005) + contact(1999, 1888),
        [(0, 2, 0), (1, 330, 0)],
        contact(2000, 2001) + [(1, 330, 1)],
        [(0, 2, 0), (1, 330, 0)],
      ])
    let trace = try redacted(items)
    let values = Set(trace.events().filter { $0.type == 3 }.map(\.value))
    for hidden in [3002, 3003, 1111, 1222, 33, 3004, 3005, 1999, 1888] as [Int32] { #expect(!values.contains(hidden), "\(hidden)") }
    for kept in [3000, 3001, 2000, 2001, 7] as [Int32] { #expect(values.contains(kept), "\(kept)") }
    #expect(trace.events().map(\.time) == items.flatMap(\.times).filter { time in trace.events().contains { $0.time == time } })
    let frames = try frames(trace)
    // The third one tells nothing new.
    #expect(frames.map { $0.contacts.count } == [1, 2, 2, 1, 1])
    let hidden = frames[1...2].flatMap(\.contacts).map(\.location)
    #expect(hidden.allSatisfy { $0 == area.center })
    #expect(frames.last?.contacts.map(\.phase) == [.ended])
  }

  @Test("A panel of one touch is hidden until the button is released, and its next touch is whole")
  func single() throws {
    let items = recording(
      [0, 1], hasButton: true,
      [
        [(1, 330, 1), (3, 0, 1111), (3, 1, 1222)], [(3, 0, 1131)], [(3, 1, 1900)], [(1, 330, 0)],
        // The same y as before: the kernel does not say it again.
        [(3, 0, 3000), (1, 330, 1)], [(3, 0, 3010)], [(1, 330, 0)],
      ])
    let trace = try redacted(items)
    let values = Set(trace.events().filter { $0.type == 3 }.map(\.value))
    for hidden in [1111, 1222, 1131] as [Int32] { #expect(!values.contains(hidden)) }
    let frames = try frames(trace)
    #expect(frames.map { $0.contacts.map(\.phase) } == [[.began], [.ended], [.began], [.moved], [.ended]])
    let began = frames.filter { $0.contacts.first?.phase == .began }.compactMap { $0.contacts.first?.location }
    #expect(began == [area.center, Point(x: 300, y: 190)])
  }

  @Test("A panel that claims slots and lists contacts is redacted as a list")
  func mixed() throws {
    let items = recording(
      [0x2f, 0x39, 0x35, 0x36, 0x30], hasButton: false,
      [contact(3000, 3001) + contact(1111, 1222), contact(3002, 3003) + contact(1112, 1223), [(0, 2, 0)], contact(2000, 2001)])
    let values = Set(try redacted(items).events().filter { $0.type == 3 }.map(\.value))
    for hidden in [1111, 1222, 3002, 1112, 1223] as [Int32] { #expect(!values.contains(hidden), "\(hidden)") }
    for kept in [2000, 2001] as [Int32] { #expect(values.contains(kept), "\(kept)") }
  }
}

extension TraceItem {
  /// The times of the events.
  fileprivate var times: [Timestamp] {
    if case .events(let events, _) = self { events.map(\.time) } else { [] }
  }
}
