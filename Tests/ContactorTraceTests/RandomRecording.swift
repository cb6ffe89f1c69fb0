import ContactorCore
import ContactorEvdev
import ContactorTrace

/// Recordings that no panel ever made: everything that the types allow.
struct RandomRecording {
  private var random: SeededGenerator
  private var time: Int64
  private var items = TraceCollector()
  /// Whether only what every text format can say is made: times from 0, descriptions, whole frames.
  private let isPlain: Bool

  /// A recording of some steps.
  static func items(seed: Int, steps: Int = 60) throws -> [TraceItem] {
    var recording = RandomRecording(seed: seed, isPlain: false)
    for _ in 0..<steps { try recording.step() }
    try recording.items.finish()
    return recording.items.items
  }

  /// A device and events that any evdev device could send.
  static func events(seed: Int, frames: Int = 40) -> (device: TraceDevice, events: [EvdevEvent]) {
    var recording = RandomRecording(seed: seed, isPlain: true)
    var device = TraceDevice(recording.description(), id: DeviceID(rawValue: 1), node: "/dev/input/event7")
    device.device.name = device.description?.name ?? ""
    return (device, (0..<frames).flatMap { _ in recording.frame() })
  }

  private init(seed: Int, isPlain: Bool) {
    random = SeededGenerator(seed)
    self.isPlain = isPlain
    time = Int64.random(in: 0...4_000_000_000_000, using: &random)
  }

  private mutating func step() throws {
    let id = DeviceID(rawValue: UInt32(1 + random.below(3)))
    let now = Timestamp(microseconds: time)
    switch random.below(20) {
    case 0: try items.take(.device(device(id), at: now))
    case 1: try items.take(.deviceRemoved(id, at: now))
    case 2: try items.take(.state(state(), of: id, at: now))
    case 3: try items.take(.anomaly(Anomaly(Anomaly.Kind.allCases.randomElement(using: &random)!, device: id, at: now)))
    case 4: try items.take(.wait(until: now))
    case 5: try items.take(.note("café \u{1F600}\n\(random.below(10))", at: now))
    case 6...9:
      let contacts = (0..<random.below(6)).map { _ in contact() }
      try items.take(.frame(TouchFrame(device: id, timestamp: now, contacts: contacts)))
    default:
      var events = frame()
      if random.chance(20) { events.removeLast() }
      try items.take(events, from: id)
    }
  }

  private mutating func passTime() {
    switch random.below(isPlain ? 8 : 12) {
    case 0...5: time += 8_333 + Int64(random.below(60)) - 30
    case 6: time += Int64(random.below(10_000_000))
    case 7: time = max(time - Int64(random.below(20_000)), 0)
    case 8: time = Int64.random(in: .min...(.max), using: &random)
    default: break
    }
  }

  private mutating func frame() -> [EvdevEvent] {
    passTime()
    var events: [EvdevEvent] = []
    for _ in 0..<random.below(9) {
      if random.chance(15) { time += Int64(random.below(9)) }
      events.append(EvdevEvent(at: Timestamp(microseconds: time), type: 3, code: 0x2f, value: slot()))
      for code in [0x39, 0x35, 0x36, 0x30, 0x3a] as [UInt16] where random.chance(60) {
        events.append(EvdevEvent(at: Timestamp(microseconds: time), type: 3, code: code, value: value()))
      }
    }
    if random.chance(30) {
      let type = random.chance(50) ? 4 : UInt16(random.below(isPlain ? 0x20 : 0x10000))
      let code = UInt16(random.below(isPlain ? 0x300 : 0x10000))
      events.append(EvdevEvent(at: Timestamp(microseconds: time), type: type, code: code, value: value()))
    }
    if random.chance(30) { events.append(EvdevEvent(at: Timestamp(microseconds: time), type: 1, code: 330, value: value() & 1)) }
    if random.chance(10) { events.append(EvdevEvent(at: Timestamp(microseconds: time), type: 0, code: 3, value: 0)) }
    events.append(EvdevEvent(at: Timestamp(microseconds: time), type: 0, code: 0, value: 0))
    return events
  }

  private mutating func slot() -> Int32 { random.chance(5) ? value() : Int32(random.below(12)) }

  private mutating func value() -> Int32 {
    switch random.below(12) {
    case 0: .max
    case 1: .min
    case 2: -1
    case 3: Int32.random(in: .min...(.max), using: &random)
    default: Int32(random.below(4096))
    }
  }

  private mutating func contact() -> Contact {
    var contact = Contact(
      trackingID: value(), slot: random.chance(10) ? -1 : slot(),
      phase: TouchPhase.allCases.randomElement(using: &random)!,
      location: Point(x: Double(value()) / 7, y: Double.random(in: -1e300...1e300, using: &random)))
    contact.tool = [.finger, .pen, .palm].randomElement(using: &random)!
    if random.chance(50) { contact.millimetres = Point(x: Double(Float(value()) / 3), y: 0.5) }
    if random.chance(50) { contact.devicePosition = Point(x: Double(random.below(4096)), y: Double(random.below(4096))) }
    if random.chance(50) { contact.touchMajor = Double(Float(random.below(100)) / 9) }
    if random.chance(50) { contact.touchMinor = 0 }
    if random.chance(50) { contact.orientation = -45 }
    if random.chance(50) { contact.pressure = 0.25 }
    if random.chance(50) { contact.distance = 1 }
    return contact
  }

  private mutating func set(_ bound: Int) -> Set<UInt16> {
    Set((0..<random.below(8)).map { _ in UInt16(random.below(bound)) })
  }

  private mutating func description() -> EvdevDescription {
    var description = EvdevDescription(name: ["ACME \"Touch\" # 3", "", "a: [b], {c} é", " x \\ y"].randomElement(using: &random)!)
    description.bus = UInt16(random.below(65536))
    description.vendor = UInt16(random.below(65536))
    description.product = UInt16(random.below(65536))
    description.version = UInt16(random.below(65536))
    description.properties = set(32)
    description.codes[1] = set(0x300).union([330])
    if random.chance(50) { description.codes[4] = [5] }
    for code in [0x2f, 0x35, 0x36, 0x39] as [UInt16] {
      description.axes[code] = EvdevAxis(value(), value(), fuzz: value(), flat: value(), resolution: value())
    }
    return description
  }

  private mutating func state() -> EvdevState {
    var state = EvdevState()
    state.currentSlot = slot()
    state.slots = [0x39: [value(), -1], 0x35: [value()], 0x36: []]
    state.axes = [0: value()]
    state.keys = set(0x300)
    return state
  }

  private mutating func device(_ id: DeviceID) -> TraceDevice {
    var device = TraceDevice(description(), id: id, node: "/dev/input/event\(random.below(9))")
    device.device.serial = "é\(random.below(100))"
    device.device.physicalPath = "usb-0000:01:00.0-1.2/input0"
    device.device.seat = "seat0"
    device.device.output = random.chance(50) ? "" : "HDMI-A-1"
    device.device.size = random.chance(50) ? Size(width: 154.2, height: 86) : nil
    device.device.contactProtocol = [.slots, .lists, .single].randomElement(using: &random)!
    if random.chance(30) { device.description = nil }
    if random.chance(50) { device.state = state() }
    if random.chance(50) { device.transform = AffineTransform(a: 0.1, b: 0, c: -0, d: 1.0 / 3, tx: 5, ty: -6) }
    device.hasFrames = random.chance(50)
    return device
  }
}
