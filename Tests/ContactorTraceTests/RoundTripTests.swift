import ContactorCore
import ContactorEvdev
import ContactorTrace
import Testing

@Suite("Round trips through every format")
struct RoundTripTests {
  private func events(of items: [TraceItem]) -> [EvdevEvent] {
    items.flatMap { item -> [EvdevEvent] in
      if case .events(let events, _) = item { events } else { [] }
    }
  }

  @Test("Every event, value and time, and the device's description", arguments: TraceFileFormat.writable, 0..<25)
  func events(format: TraceFileFormat, seed: Int) throws {
    let (device, events) = RandomRecording.events(seed: seed)
    let bytes = try written([.record(.device(device, at: events[0].time)), .events(events, device.id)], as: format)
    let (found, trace) = try read(bytes)
    #expect(found == format)
    #expect(trace.events() == events, "seed \(seed)")
    #expect(trace.devices.count == 1)
    #expect(trace.devices.first?.description == device.description, "seed \(seed)")
    // A source that gives few bytes at a time gives the same.
    var reader = try TraceReader(DribblingSource(bytes, seed: seed))
    var collector = TraceCollector()
    try reader.readAll(into: &collector)
    #expect(collector.items == trace.items)
    // And what was read is written as it was.
    #expect(try written(trace.items, as: format) == bytes)
  }

  @Test("Frames, devices, anomalies and remarks keep everything in JSON lines", arguments: 0..<25)
  func records(seed: Int) throws {
    var random = SeededGenerator(seed)
    var frames: [TraceItem] = [.record(.device(Drag.device, at: Timestamp(microseconds: 1)))]
    for step in 0..<20 {
      let time = Timestamp(microseconds: Int64(step) * 1_000)
      var contact = Contact(
        trackingID: Int32(random.below(99)), slot: Int32(random.below(9)) - 1,
        phase: TouchPhase.allCases.randomElement(using: &random)!,
        location: Point(x: Double.random(in: -1e6...1e6, using: &random), y: Double(random.below(800_000)) / 1000))
      contact.tool = [.finger, .pen, .palm].randomElement(using: &random)!
      if random.chance(50) { contact.pressure = Double(Float.random(in: 0...1, using: &random)) }
      if random.chance(50) { contact.devicePosition = Point(x: 12, y: 4000) }
      frames.append(.record(.frame(TouchFrame(device: Drag.device.id, timestamp: time, contacts: [contact, contact]))))
      if random.chance(20) { frames.append(.record(.anomaly(Anomaly(.synDropped, device: Drag.device.id, at: time)))) }
      if random.chance(20) { frames.append(.record(.note("a \"b\"\n\u{1} é", at: time))) }
      if random.chance(20) { frames.append(.record(.wait(until: time))) }
    }
    frames.append(.record(.deviceRemoved(Drag.device.id, at: Timestamp(microseconds: 99_000))))
    #expect(try read(written(frames, as: .jsonl)).trace.items == frames, "seed \(seed)")
    #expect(try collected(written(frames)).items == frames, "seed \(seed)")
  }

  @Test("Two devices: libinput's text tells one after the other")
  func twoDevices() throws {
    var (first, early) = RandomRecording.events(seed: 3)
    var (second, late) = RandomRecording.events(seed: 4)
    second.device.id = DeviceID(rawValue: 2)
    let items: [TraceItem] = [
      .record(.device(first, at: early[0].time)), .events(early, first.id),
      .record(.device(second, at: late[0].time)), .events(late, second.id), .events(early, first.id),
      .events(late, second.id),
    ]
    let trace = try read(written(items, as: .libinput)).trace
    #expect(trace.events(of: first.id) == early + early)
    #expect(trace.events(of: second.id) == late + late)
    #expect(trace.devices.map(\.description) == [first.description, second.description])
    // Devices of the same node, or of none, are kept apart.
    first.device.node = second.device.node
    let lines = try read(
      written([.record(.device(first, at: early[0].time))] + items.dropFirst(), as: .jsonl)
    ).trace
    #expect(lines.events(of: first.id) == early + early && lines.events(of: second.id) == late + late)
    let error = #expect(throws: TraceError.self) { try written(items, as: .evemu) }
    #expect(error?.code == .unsupported)
  }

  @Test("Frames of a device that has no events become events of a panel with slots")
  func frames() throws {
    let bytes = Array(
      """
      {"t":1000,"kind":"touch","touch":1,"phase":"began","x":10.5,"y":20}
      {"t":2000,"kind":"touch","touch":1,"phase":"moved","x":11,"y":20.25}
      {"t":3000,"kind":"touch","touch":1,"phase":"ended","x":11,"y":20.25}
      """.utf8)
    let items = try read(bytes).trace.items
    for format in [TraceFileFormat.evemu, .libinput] {
      let trace = try read(written(items, as: format)).trace
      let description = try #require(trace.devices.first?.description)
      var decoder = EvdevDecoder(
        description, device: DeviceID(rawValue: 1), transform: AffineTransform(scaleX: 0.01, y: 0.01))
      var frames: [TouchFrame] = []
      decoder.decode(trace.events()) { frames.append($0) }
      #expect(frames.map { $0.timestamp.microseconds } == [1000, 2000, 3000])
      #expect(frames.map { $0.contacts.map(\.phase) } == [[.began], [.moved], [.ended]])
      #expect(frames.map { $0.contacts[0].location } == [Point(x: 10.5, y: 20), Point(x: 11, y: 20.25), Point(x: 11, y: 20.25)])
    }
  }

  @Test(
    "Every reference recording keeps every event, value and time",
    .disabled(if: ReferenceTraces.areMissing, ReferenceTraces.reason),
    arguments: TraceFileFormat.writable)
  func references(format: TraceFileFormat) throws {
    let paths = ReferenceTraces.recordings
    #expect(paths.count > 20)
    var count = 0
    for path in paths {
      var reader = try TraceReader(path: path)
      #expect(reader.format == .evemu)
      var collector = TraceCollector()
      try reader.readAll(into: &collector)
      let trace = try read(written(collector.items, as: format)).trace
      #expect(trace.events() == collector.events(), "\(path)")
      count += collector.events().count
      if collector.devices[0].description != nil {
        #expect(trace.devices.map(\.description) == collector.devices.map(\.description), "\(path)")
      }
    }
    #expect(count > 10_000)
  }

  @Test(
    "A recording of events finds the description that lies beside it",
    .disabled(if: ReferenceTraces.areMissing, ReferenceTraces.reason))
  func beside() throws {
    let path = try #require(ReferenceTraces.recordings.first { $0.hasSuffix("N-Trig_MultiTouch.1-finger-drag-NW-SE.events") })
    var reader = try TraceReader(path: path)
    var collector = TraceCollector()
    try reader.readAll(into: &collector)
    #expect(collector.devices.first?.description?.name == "N-Trig MultiTouch")
    #expect(collector.events().count > 500)
  }
}
