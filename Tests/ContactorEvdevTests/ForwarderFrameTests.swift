import ContactorCore
import ContactorEvdev
import Testing

@Suite("The length of the frames on a copy")
struct ForwarderFrameTests {
  /// A panel that reports all that there is of each contact.
  private static func panel(_ contacts: Int32) -> EvdevDescription {
    var panel = EvdevDescription.touchscreen(name: "Panel", contacts: contacts, reportsPressure: true, reportsPalms: true)
    for code in [EvdevCode.touchMajor, EvdevCode.touchMinor, EvdevCode.orientation, EvdevCode.distance] {
      panel.axes[code] = EvdevAxis(0, 4095)
    }
    return panel
  }

  private func contact(_ id: Int32, _ phase: TouchPhase, _ step: Int32) -> Contact {
    let place = Point(x: Double(id * 60 + step), y: Double(4000 - id * 50 - step))
    var contact = Contact(trackingID: id, slot: id, phase: phase, location: ForwardRig.transform.apply(to: place))
    contact.devicePosition = place
    contact.touchMajor = Double(id + step)
    contact.touchMinor = Double(id + step + 1)
    contact.orientation = Double(id + step + 2)
    contact.distance = Double(id + step + 3)
    contact.pressure = Double(id + step) / 100
    return contact
  }

  @Test(
    "11.1 A frame has at most 64 events: libinput 1.31, which drops what is beyond, reads every contact",
    arguments: [1, 10, 16, 60] as [Int32])
  func length(_ count: Int32) {
    let panel = Self.panel(count)
    var forwarder = Forwarder(panel, device: DeviceID(rawValue: 1), transform: ForwardRig.transform)
    let copy = Forwarder.copy(of: panel)
    var whole = EvdevDecoder(copy, device: DeviceID(rawValue: 2), transform: .identity, state: EvdevState())
    var short = EvdevDecoder(copy, device: DeviceID(rawValue: 2), transform: .identity, state: EvdevState())
    for step in 0..<6 as Range<Int32> {
      let phase: TouchPhase = step == 0 ? .began : step == 5 ? .ended : .moved
      let time = Timestamp(microseconds: Int64(step) * 8000)
      forwarder.begin(
        TouchFrame(device: DeviceID(rawValue: 1), timestamp: time, contacts: (0..<count).map { contact($0, phase, step) }))
      forwarder.end(at: time)
      let frames = forwarder.output.split(separator: EvdevEvent(at: time, type: 0, code: 0, value: 0))
      #expect(frames.allSatisfy { $0.count < 64 })
      #expect(places(&whole, forwarder.output) == places(&short, Self.dropped(forwarder.output)))
      forwarder.clearOutput()
    }
    #expect(forwarder.passing == 0)
  }

  @Test("11.1 The rule of libinput 1.31 loses contacts of a longer frame")
  func rule() {
    let events = (0..<10 as Range<Int32>).flatMap { id in
      [
        EvdevCode.slot, EvdevCode.trackingID, EvdevCode.positionX, EvdevCode.positionY, EvdevCode.touchMajor, EvdevCode.touchMinor,
        EvdevCode.orientation,
      ]
      .map { EvdevEvent(at: Timestamp(microseconds: 0), type: EvdevCode.absolute, code: $0, value: id) }
    }
    let frame = events + [EvdevEvent(at: Timestamp(microseconds: 0), type: 0, code: 0, value: 0)]
    var decoder = EvdevDecoder(Self.panel(10), device: DeviceID(rawValue: 2), transform: .identity, state: EvdevState())
    #expect(places(&decoder, Self.dropped(frame)).count < 10)
  }

  /// The events without those that libinput 1.31 drops: of each frame it keeps 64 with the end.
  private static func dropped(_ events: [EvdevEvent]) -> [EvdevEvent] {
    var kept: [EvdevEvent] = []
    var length = 0
    for event in events {
      length += 1
      let isEnd = event.type == EvdevCode.synchronization
      if isEnd || length < 64 { kept.append(event) }
      if isEnd { length = 0 }
    }
    return kept
  }

  private func places(_ decoder: inout EvdevDecoder, _ events: [EvdevEvent]) -> [Int32: [Double]] {
    var places: [Int32: [Double]] = [:]
    decoder.decode(events) { frame in
      for contact in frame.contacts {
        places[contact.trackingID] = [contact.location.x, contact.location.y, contact.touchMajor ?? -1, contact.pressure ?? -1]
      }
    }
    return places
  }
}
