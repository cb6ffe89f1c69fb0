import ContactorCore

// Compiled together with ContactorEvdev's sources, by tools/fuzz: so the fuzzer sees every branch of the forwarder.

/// libFuzzer's entry: the bytes are a panel and settings, then contacts, verdicts, times and changes in four bytes each.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzForwarder(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 8 else { return 0 }
  var run = ForwardRun(UnsafeBufferPointer(start: start, count: count))
  run.play()
  return 0
}

/// One panel's contacts through one forwarder, the whole stream verified.
struct ForwardRun {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var forwarder: Forwarder
  private var verifier: CopyStreamVerifier
  private var time: Int64 = 0
  private var contacts: [Contact] = []
  /// Each contact's own number, by its id: the orientation of the newest one.
  private var numbers: [Int32: Int32] = [:]
  private var lastNumber: Int32 = 0
  /// The numbers of the contacts that were kept.
  private var kept: Set<Int32> = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    var panel = EvdevDescription.touchscreen(
      name: "Panel", panel: [.slots, .lists, .single][Int(bytes[0] % 3)], contacts: Int32(bytes[1] % 13) + 1,
      range: (4096, 256), reportsPressure: bytes[0] & 64 != 0)
    panel.axes[EvdevCode.orientation] = EvdevAxis(0, .max)
    if bytes[0] & 128 != 0 { panel.axes[EvdevCode.touchMajor] = EvdevAxis(0, 255) }
    forwarder = Forwarder(
      panel, device: DeviceID(rawValue: 1), transform: AffineTransform(a: 0.1, b: 0.01, c: -0.01, d: 0.2, tx: 3, ty: -4))
    verifier = CopyStreamVerifier(Forwarder.copy(of: panel))
    change(bytes[2], bytes[3])
  }

  mutating func play() {
    var position = 4
    while position + 3 < bytes.count {
      step(bytes[position], bytes[position + 1], bytes[position + 2], bytes[position + 3])
      position += 4
    }
    forwarder.liftAll(at: Timestamp(microseconds: time), bytes[0] & 32 != 0 ? nil : .waking)
    check()
    liftAsides()
    verifier.finish()
    precondition(verifier.violations.isEmpty, "the stream ends badly: \(verifier.violations)")
    precondition(forwarder.passing == 0, "a contact is stuck")
  }

  private mutating func step(_ kind: UInt8, _ first: UInt8, _ second: UInt8, _ third: UInt8) {
    let id = Self.id(first)
    let stamp = Timestamp(microseconds: time)
    switch kind % 16 {
    case 0...6: add(id, Self.phase(kind % 16), second, third)
    case 7, 8:
      forwarder.begin(TouchFrame(device: DeviceID(rawValue: 1), timestamp: stamp, contacts: contacts))
      contacts.removeAll(keepingCapacity: true)
      if kind % 16 == 7 { end(at: stamp) }
    case 9: judge(id, [.pass, .hold, .keep][Int(second % 3)])
    case 10: end(at: stamp)
    case 11:
      forwarder.advance(to: first & 1 == 0 ? stamp : forwarder.nextDeadline ?? stamp)
      check()
    case 12: change(second, third)
    case 13:
      forwarder.liftAll(at: stamp, first & 1 == 0 ? nil : .mode("m"))
      check()
      liftAsides()
      precondition(forwarder.passing == 0, "a contact is left")
    case 14: time &+= Int64(second) &* 256 &+ Int64(third) &- 2000
    default: time = [Int64.min, .max, 0, -1, 1 << 40][Int(second % 5)]
    }
  }

  private mutating func add(_ id: Int32, _ phase: TouchPhase, _ x: UInt8, _ y: UInt8) {
    if phase == .began {
      lastNumber += 1
      numbers[id] = lastNumber
    }
    let place = Point(x: Self.coordinate(x), y: Double(y))
    var contact = Contact(
      trackingID: id, slot: id % 16, phase: phase, location: forwarder.transform.apply(to: place))
    if y != 77 { contact.devicePosition = place }
    contact.orientation = Double(numbers[id] ?? 0)
    contact.touchMajor = x & 1 == 0 ? Double(y) : nil
    contact.pressure = Double(x) / 200
    contact.tool = y & 7 == 7 ? .palm : .finger
    contacts.append(contact)
  }

  private mutating func judge(_ id: Int32, _ verdict: ForwardVerdict) {
    forwarder.judge(id, verdict, .control("c"))
    // A contact that is not known to the forwarder yet is not judged.
    let isNew = contacts.contains { $0.trackingID == id && $0.phase == .began }
    if verdict == .keep, !isNew, let number = numbers[id] { kept.insert(number) }
  }

  private mutating func end(at stamp: Timestamp) {
    forwarder.end(at: stamp)
    check()
  }

  private mutating func change(_ first: UInt8, _ second: UInt8) {
    var settings = ForwardSettings()
    settings.cancelBy = CancelMethod.allCases[Int(first % 3)]
    if first & 4 != 0 { settings.fingers = Int(second % 4) - 1 }
    if first & 8 != 0 { settings.inside = Rect(x: 10, y: 0, width: Double(second), height: 50) }
    if first & 16 != 0 { settings.deadZones = [.init(id: "z", frame: Rect(x: 20, y: 10, width: 100, height: 10))] }
    if first & 32 != 0 { settings.ghost.shorterThan = .milliseconds(Int(second) - 3) }
    if first & 64 != 0 { settings.ghost.smallerThan = Double(second) }
    if first & 128 != 0 { settings.ghost.largerThan = 200 }
    if second & 1 != 0 { settings.ghost.fasterThan = 5000 }
    if second & 2 != 0 { settings.stuckAfter = .milliseconds(Int(second)) }
    if second & 4 != 0 { settings.rate = Int(second) / 8 - 1 }
    if second & 8 != 0 { settings.filter = .median(Int(first) - 100) }
    if second & 16 != 0 { settings.filter = .oneEuro(minimumCutoff: Double(first) - 5, beta: 0.1) }
    if second & 32 != 0 { settings.positions = AffineTransform(a: 0, b: 4, c: -4, d: 0, tx: 4096, ty: 0) }
    if second & 64 != 0 { forwarder.transform = AffineTransform(scaleX: Double(first % 4), y: Double(second % 3)) }
    forwarder.settings = settings
  }

  /// Lifts the contacts that were cancelled and rest aside.
  private mutating func liftAsides() {
    guard forwarder.hasAsides else { return }
    forwarder.liftAll(at: Timestamp(microseconds: time), nil)
    check()
  }

  private mutating func check() {
    verifier.take(outputOf: forwarder)
    forwarder.clearOutput()
    forwarder.clearNotes()
    precondition(verifier.violations.isEmpty, "the stream is not legal: \(verifier.violations)")
    precondition(verifier.contactCount == forwarder.passing, "contacts are not counted")
    precondition(
      forwarder.hasAsides || verifier.values(of: EvdevCode.orientation).values.allSatisfy { !kept.contains($0) },
      "a kept contact is on the copy")
  }

  private static func phase(_ kind: UInt8) -> TouchPhase {
    switch kind {
    case 0, 1: .began
    case 2, 3, 4: .moved
    case 5: .ended
    default: .cancelled
    }
  }

  /// Few ids, so that they meet, and the ends of the range.
  private static func id(_ byte: UInt8) -> Int32 {
    switch byte {
    case 254: .max
    case 255: .min
    default: Int32(byte % 8)
    }
  }

  private static func coordinate(_ byte: UInt8) -> Double {
    switch byte {
    case 253: .nan
    case 254: -.infinity
    case 255: 1e300
    default: Double(byte) * 16
    }
  }
}
