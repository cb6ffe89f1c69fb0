import CMeasures
import ContactorCore
import ContactorEvdev

extension Measure {
  /// A frame of ten contacts that move, from the kernel's events: by the decoder, and by a plain loop in C.
  static var decoding: [Measure] {
    [
      decoder("decode10", hasPressure: false), loop("decode10-c", hasPressure: false),
      decoder("decode10-pressure", hasPressure: true), loop("decode10-pressure-c", hasPressure: true),
    ]
  }

  private static func decoder(_ name: String, hasPressure: Bool) -> Measure {
    Measure(name, operations: 20_000) {
      let run = DecodingRun(EventList(hasPressure: hasPressure))
      return { run.decode($0) }
    }
  }

  private static func loop(_ name: String, hasPressure: Bool) -> Measure {
    Measure(name, operations: 20_000) {
      let run = PlainRun(EventList(hasPressure: hasPressure))
      return { run.decode($0) }
    }
  }
}

/// The events of ten contacts: first their coming down, then two frames in which they move to and fro.
private struct EventList {
  let down: [EvdevEvent]
  let moves: [[EvdevEvent]]

  init(hasPressure: Bool) {
    down = Self.frame(offset: 0, begins: true, hasPressure)
    moves = [3, -3].map { Self.frame(offset: $0, begins: false, hasPressure) }
  }

  private static func frame(offset: Int32, begins: Bool, _ hasPressure: Bool) -> [EvdevEvent] {
    let time = Timestamp(microseconds: 1_000_000)
    var events: [EvdevEvent] = []
    func add(_ code: UInt16, _ value: Int32) {
      events.append(EvdevEvent(at: time, type: EvdevCode.absolute, code: code, value: value))
    }
    for slot in 0..<Int32(10) {
      add(EvdevCode.slot, slot)
      if begins { add(EvdevCode.trackingID, slot + 100) }
      add(EvdevCode.positionX, 300 * slot + 100 + offset)
      add(EvdevCode.positionY, 200 * slot + 100 + offset)
      if hasPressure { add(EvdevCode.contactPressure, 100 + offset) }
    }
    events.append(EvdevEvent(at: time, type: EvdevCode.synchronization, code: EvdevCode.report, value: 0))
    return events
  }
}

/// Decodes with the engine's decoder.
private final class DecodingRun {
  private var decoder: EvdevDecoder
  private let events: EventList
  private var contacts = 0

  init(_ events: EventList) {
    self.events = events
    var panel = EvdevDescription(name: "panel")
    panel.axes = [
      EvdevCode.slot: EvdevAxis(0, 9), EvdevCode.trackingID: EvdevAxis(0, 65_535),
      EvdevCode.positionX: EvdevAxis(0, 4_095), EvdevCode.positionY: EvdevAxis(0, 4_095),
      EvdevCode.contactPressure: EvdevAxis(0, 255),
    ]
    let map = AffineTransform(scaleX: 800.0 / 4_096, y: 480.0 / 4_096)
    decoder = EvdevDecoder(panel, device: DeviceID(rawValue: 1), transform: map)
    decoder.decode(events.down) { _ in }
  }

  func decode(_ count: Int) {
    contacts = 0
    for index in 0..<count {
      decoder.decode(events.moves[index & 1]) { contacts += $0.contacts.count }
    }
    precondition(contacts == 10 * count, "every contact of every frame must come out")
  }
}

/// Decodes with the loop in C.
private final class PlainRun {
  private var decoder = plain_decoder()
  private let events: EventList

  init(_ events: EventList) {
    self.events = events
    plain_start(&decoder, 4_096, 4_096)
    _ = decode(events.down)
  }

  func decode(_ count: Int) {
    var contacts = 0
    for index in 0..<count { contacts += Int(decode(events.moves[index & 1])) }
    precondition(contacts == 10 * count, "every contact of every frame must come out")
  }

  private func decode(_ list: [EvdevEvent]) -> Int32 {
    list.withUnsafeBytes { bytes in
      plain_decode(&decoder, bytes.assumingMemoryBound(to: plain_event.self).baseAddress, Int32(list.count))
    }
  }
}
