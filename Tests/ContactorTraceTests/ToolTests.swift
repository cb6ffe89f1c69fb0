import ContactorCore
import ContactorEvdev
import ContactorTrace
import Testing

@Suite("What can be done with recordings")
struct ToolTests {
  /// The drag as a recording.
  private func drag(frames: Int = 120) -> [TraceItem] {
    let events = Drag.events(frames: frames)
    return [.record(.device(Drag.device, at: events[0].time)), .events(events, Drag.device.id)]
  }

  private func feed<Sink: TraceSink>(_ items: [TraceItem], _ sink: Sink) throws -> Sink {
    var sink = sink
    for item in items { try sink.take(item) }
    try sink.finish()
    return sink
  }

  /// What a recording says to the engine.
  private func played(_ items: [TraceItem]) throws -> [InputEvent] { try feed(items, TestPlayer()).played }

  private func frames(_ items: [TraceItem]) throws -> [TouchFrame] {
    try played(items).compactMap { if case .frame(let frame) = $0 { frame } else { nil } }
  }

  @Test("info counts frames, contacts, losses, and the time between frames")
  func info() throws {
    var items = drag()
    let end = Drag.events(frames: 120)[0].time + .seconds(2)
    items.append(
      .events([EvdevEvent(at: end, type: 0, code: 3, value: 0), EvdevEvent(at: end, type: 0, code: 0, value: 0)], Drag.device.id))
    items.append(.record(.anomaly(Anomaly(.synDropped, device: Drag.device.id, at: end))))
    items.append(.record(.damage(TraceDamage(.corrupt, offset: 5, length: 7))))
    let info = try feed(items, TraceInfo())
    let device = try #require(info.devices.first?.info)
    #expect(device.frames == 121 && device.contacts == 5 && device.mostContacts == 5 && device.losses == 1)
    #expect(device.medianInterval == .microseconds(8300))
    #expect(info.last == end && info.anomalies == [.synDropped: 1] && info.damage.count == 1)
  }

  @Test("info counts the contacts of panels without slots: lists of contacts, and single ones")
  func contactsWithoutSlots() throws {
    func event(_ time: Int64, _ type: UInt16, _ code: UInt16, _ value: Int32) -> EvdevEvent {
      EvdevEvent(at: Timestamp(microseconds: time), type: type, code: code, value: value)
    }
    var single = EvdevDescription(name: "single")
    single.codes[1] = [330]
    for code in [0, 1] as [UInt16] { single.axes[code] = EvdevAxis(0, 100) }
    let taps = (0..<3).flatMap { tap -> [EvdevEvent] in
      let time = Int64(tap) * 100_000
      return [
        event(time, 1, 330, 1), event(time, 3, 0, 5), event(time, 3, 1, 6), event(time, 0, 0, 0),
        event(time + 9, 1, 330, 0), event(time + 9, 0, 0, 0),
      ]
    }
    var list = EvdevDescription(name: "list")
    list.codes[1] = [330]
    for code in [0x35, 0x36] as [UInt16] { list.axes[code] = EvdevAxis(0, 100) }
    let pairs = [
      event(0, 3, 0x35, 1), event(0, 3, 0x36, 1), event(0, 0, 2, 0), event(0, 3, 0x35, 90), event(0, 3, 0x36, 90),
      event(0, 0, 2, 0), event(0, 1, 330, 1), event(0, 0, 0, 0), event(9, 0, 2, 0), event(9, 1, 330, 0), event(9, 0, 0, 0),
    ]
    for (description, events, contacts, most) in [(single, taps, 3, 1), (list, pairs, 2, 2)] {
      let device = TraceDevice(description, id: DeviceID(rawValue: 1), node: "")
      let info = try feed([.record(.device(device, at: events[0].time)), .events(events, device.id)], TraceInfo())
      let found = try #require(info.devices.first?.info)
      #expect(found.contacts == contacts && found.mostContacts == most, "\(description.name)")
    }
  }

  @Test("A part cut out begins with the contacts that were down, and holds whole frames")
  func cut() throws {
    let all = Drag.events(frames: 120)
    let start = all[0].time + .milliseconds(300)
    let end = all[0].time + .milliseconds(600)
    let part = try feed(drag(), TraceCut(TraceCollector(), from: start, to: end)).output
    #expect(part.events().allSatisfy { $0.time >= start && $0.time < end })
    #expect(part.events().count == all.filter { $0.time >= start && $0.time < end }.count)
    #expect(part.devices.count == 1 && part.devices[0].state?.slots[0x39] == [100, 101, 102, 103, 104])
    let frames = try frames(part.items)
    #expect(frames.first?.contacts.map(\.phase) == Array(repeating: .began, count: 5))
    // The same places as in the whole recording.
    let whole = try self.frames(drag()).filter { $0.timestamp >= start && $0.timestamp < end }
    #expect(frames.dropFirst().map { $0.contacts.map(\.location) } == whole.dropFirst().map { $0.contacts.map(\.location) })
    let other = try feed(drag(), TraceCut(TraceCollector(), from: start, to: end, nodes: ["event9"])).output
    #expect(other.items.isEmpty)
    let named = try feed(drag(), TraceCut(TraceCollector(), from: start, to: end, nodes: ["event0"])).output
    #expect(named.items == part.items)
  }

  @Test("Recordings of different formats do not differ; one changed value does, and both sides are shown")
  func difference() throws {
    let items = drag(frames: 30)
    func find(_ left: [UInt8], _ right: [UInt8], relative: Bool = false) throws -> TraceDifference? {
      var first = try TraceReader(MemorySource(left, name: "a"))
      var second = try TraceReader(MemorySource(right, name: "b"))
      return try TraceDifference.find(&first, &second, relative: relative)
    }
    let own = try written(items)
    for format in TraceFileFormat.writable {
      #expect(try find(own, written(items, as: format)) == nil, "\(format)")
    }
    var events = Drag.events(frames: 30)
    events[70].value += 1
    let changed = try written([items[0], .events(events, Drag.device.id)])
    let difference = try #require(try find(own, changed))
    #expect(difference.position == 71 && difference.first != difference.second)
    #expect(difference.first?.contains("ABS_MT") == true)
    let shorter = try find(own, written([items[0], .events(Array(Drag.events(frames: 30).dropLast()), Drag.device.id)]))
    #expect(shorter?.second == nil && shorter?.first?.contains("SYN_REPORT") == true)
    let later = Drag.events(frames: 30).map { EvdevEvent(at: $0.time + .microseconds(77), type: $0.type, code: $0.code, value: $0.value) }
    let shifted = try written([items[0], .events(later, Drag.device.id)])
    #expect(try find(own, shifted) != nil)
    #expect(try find(own, shifted, relative: true) == nil)
  }

  @Test("Faults are the seed's, and the engine's rules hold with each of them", arguments: Fault.allCases, 1..<6)
  func faults(fault: Fault, seed: Int) throws {
    let items = drag(frames: 400)
    func faulty(_ seed: Int) throws -> [TraceItem] {
      try feed(items, FaultInjector(TraceCollector(), faults: [fault], seed: UInt64(seed))).output.items
    }
    let changed = try faulty(seed)
    #expect(try changed == faulty(seed))
    #expect(changed != items)
    if ![.ids].contains(fault) { #expect(try changed != faulty(seed + 100)) }
    let events = try played(changed)
    var alive: Set<Int32> = []
    for case .frame(let frame) in events {
      for contact in frame.contacts {
        switch contact.phase {
        case .began: #expect(alive.insert(contact.trackingID).inserted, "begins twice")
        case .ended, .cancelled: #expect(alive.remove(contact.trackingID) != nil, "ends and is not down")
        case .moved, .stationary: #expect(alive.contains(contact.trackingID), "moves and is not down")
        }
      }
    }
    let phases = Set(
      events.flatMap { event -> [TouchPhase] in if case .frame(let frame) = event { frame.contacts.map(\.phase) } else { [] } })
    switch fault {
    case .palm:
      #expect(events.contains { if case .frame(let frame) = $0 { frame.contacts.contains { $0.tool == .palm } } else { false } })
    case .loss: #expect(events.contains { if case .deviceRemoved = $0 { true } else { false } })
    case .dropped: #expect(events.contains { if case .anomaly(let anomaly) = $0 { anomaly.kind == .synDropped } else { false } })
    case .ghosts: #expect(phases.contains(.ended))
    case .ids:
      #expect(
        changed.contains { item in
          if case .events(let events, _) = item {
            events.contains { $0.code == 0x39 && $0.value > 65000 } || events.contains { $0.code == 0x39 && $0.value < 100 }
          } else {
            false
          }
        })
    case .jitter, .slots: break
    }
  }

  @Test("After a loss of frames the contacts are where the panel has them, and no position is lost for good")
  func resynchronization() throws {
    let changed = try feed(drag(frames: 400), FaultInjector(TraceCollector(), faults: [.dropped], seed: 3)).output.items
    let last = try frames(drag(frames: 400)).last
    let found = try frames(changed).last
    #expect(found?.contacts.map(\.location) == last?.contacts.map(\.location))
  }

  @Test("Redacted areas: no position of a touch in them is left, and the others keep theirs")
  func redaction() throws {
    var events: [EvdevEvent] = []
    func frame(_ time: Int64, _ axes: [(UInt16, Int32)], touch: Int32? = nil) {
      let at = Timestamp(microseconds: time)
      for (code, value) in axes { events.append(EvdevEvent(at: at, type: 3, code: code, value: value)) }
      if let touch { events.append(EvdevEvent(at: at, type: 1, code: 330, value: touch)) }
      events.append(EvdevEvent(at: at, type: 0, code: 0, value: 0))
    }
    frame(1, [(0x2f, 0), (0x39, 5), (0x35, 1111), (0x36, 1222), (0x30, 33), (0, 1111), (1, 1222)], touch: 1)
    frame(2, [(0x35, 1131), (0x3a, 44), (0, 1131)])
    frame(3, [(0x2f, 1), (0x39, 6), (0x35, 3000), (0x36, 3000)])
    frame(4, [(0x35, 3005), (0x2f, 0), (0x36, 1244)])
    frame(5, [(0x39, -1), (0x2f, 1), (0x35, 3006)])
    frame(6, [(0x39, -1)], touch: 0)
    frame(7, [(0x2f, 0), (0x39, 7), (0x35, 2000), (0x36, 2000)], touch: 1)
    frame(8, [(0x35, 1150), (0x36, 1250)])
    frame(9, [(0x35, 2050), (0x36, 2050)])
    frame(10, [(0x39, -1)], touch: 0)
    var device = Drag.device
    device.transform = AffineTransform(scaleX: 0.1, y: 0.1)
    let items: [TraceItem] = [.record(.device(device, at: Timestamp(microseconds: 0))), .events(events, device.id)]
    let area = Rect(x: 105, y: 105, width: 40, height: 40)
    let output = try feed(items, TraceRedaction(TraceCollector(), areas: [area])).output
    let secret: Set<Int32> = [1111, 1222, 1131, 1244, 1150, 2050]
    #expect(!output.events().contains { secret.contains($0.value) && $0.type == 3 && $0.code != 0x39 })
    #expect(!output.events().contains { [33, 44].contains($0.value) })
    for kept in [3000, 3005, 3006, 2000] as [Int32] { #expect(output.events().contains { $0.value == kept }, "\(kept)") }
    let frames = try frames(output.items)
    #expect(
      frames.map { $0.contacts.map(\.phase) } == [[.began], [.began], [.moved], [.ended, .moved], [.ended], [.began], [.moved], [.ended]])
    #expect(frames[0].contacts[0].location == Point(x: 1250, y: 1250))
    let frame = TouchFrame(
      device: device.id, timestamp: Timestamp(microseconds: 11),
      contacts: [Contact(trackingID: 1, slot: 0, phase: .began, location: Point(x: 110, y: 111))])
    let plain = try feed([.record(.frame(frame))], TraceRedaction(TraceCollector(), areas: [area])).output
    #expect(
      plain.records == [
        .frame(
          TouchFrame(
            device: device.id, timestamp: frame.timestamp,
            contacts: [Contact(trackingID: 1, slot: 0, phase: .began, location: area.center)]))
      ])
    #expect(throws: TraceError.self) { try feed(drag(frames: 2), TraceRedaction(TraceCollector(), areas: [area])) }
  }
}
