import ContactorCore
import ContactorEvdev

/// A random walk of fingers, verdicts and settings through a forwarder, and what must be true of its stream at each step.
///
/// Every finger has a number of its own as its orientation, which the forwarder passes on: so each contact on the copy is known.
struct ForwardWalk {
  /// The kinds of acts of a walk.
  enum Kind: CaseIterable {
    /// No rules: all that is not kept or held by a verdict must be on the copy.
    case verdicts
    /// Rules, which change, and few slots.
    case rules
    /// Rules, filters and a turned copy.
    case filters
  }

  private struct Finger {
    let id: Int32
    let number: Int32
    let slot: Int32
    let begun: Int64
    var x: Double
    var y: Double
    var tool = ContactTool.finger
    var verdict = ForwardVerdict.pass
    var isDown = true
    var hasAppeared = false
    var isLost = false
    var mustWait: Bool { verdict == .hold && !hasAppeared }
  }

  let seed: UInt64
  private let kind: Kind
  private var chance: Chance
  private var forwarder: Forwarder
  private var verifier: CopyStreamVerifier
  private var fingers: [Finger] = []
  private var contacts: [Contact] = []
  private var lastNumber: Int32 = 0
  private var time: Int64 = 0
  private var now = Int64.min
  /// The fingers that were cancelled, and their places of rest on the copy, with the time.
  private var cancelled: Set<Int32> = []
  private var asides: [Int32: (place: SIMD2<Int32>, since: Int64)] = [:]
  /// The first failure.
  private(set) var problem: String?
  /// How many contacts were down on the copy.
  private(set) var beginnings = 0

  init(seed: UInt64) {
    self.seed = seed
    chance = Chance(seed: seed)
    kind = Kind.allCases[Int(seed % 3)]
    let slots = kind == .verdicts ? 60 : chance.number(1...12)
    var panel = EvdevDescription.touchscreen(name: "Panel", contacts: Int32(slots), reportsPressure: chance.is(50))
    panel.axes[EvdevCode.orientation] = EvdevAxis(0, 1 << 24)
    if chance.is(50) { panel.axes[EvdevCode.touchMajor] = EvdevAxis(0, 4095) }
    forwarder = Forwarder(panel, device: DeviceID(rawValue: 1), transform: ForwardRig.transform)
    verifier = CopyStreamVerifier(Forwarder.copy(of: panel))
    changeSettings()
  }

  /// Plays frames, then lifts all.
  mutating func play(_ count: Int) {
    for _ in 0..<count where problem == nil { step() }
    forwarder.liftAll(at: Timestamp(microseconds: now), chance.is(50) ? nil : .waking)
    for index in fingers.indices { fingers[index].verdict = .keep }
    check()
    forwarder.liftAll(at: Timestamp(microseconds: now), nil)
    check()
    verifier.finish()
    if forwarder.passing != 0 || !verifier.violations.isEmpty { fail("the stream does not end well: \(verifier.violations)") }
  }

  private mutating func step() {
    pass()
    if chance.is(2) { changeSettings() }
    if chance.is(85) {
      now = max(now, time)
      makeFrame()
      let stamp = Timestamp(microseconds: time)
      forwarder.begin(TouchFrame(device: DeviceID(rawValue: 1), timestamp: stamp, contacts: contacts))
      judge()
      forwarder.end(at: stamp)
    } else {
      judge()
      if chance.is(30), let deadline = forwarder.nextDeadline { time = deadline.microseconds }
      now = max(now, time)
      forwarder.advance(to: Timestamp(microseconds: time))
    }
    check()
    if chance.is(1) {
      forwarder.liftAll(at: Timestamp(microseconds: time), chance.is(50) ? nil : .mode("m"))
      for index in fingers.indices { fingers[index].verdict = .keep }
      check()
    }
  }

  private mutating func pass() {
    switch chance.number(0...99) {
    case 0...19: break
    case 20...22: time -= 3000
    case 23: time += 3_000_000
    default: time += Int64(chance.number(1...20_000))
    }
  }

  private mutating func makeFrame() {
    contacts.removeAll(keepingCapacity: true)
    for index in fingers.indices where fingers[index].isDown {
      switch chance.number(0...99) {
      case 0...7: end(index, as: .ended)
      case 8: end(index, as: .cancelled)
      case 9...70: move(index)
      default: break
      }
    }
    while chance.is(fingers.count < 12 ? 30 : 3) { begin() }
    // A tap within a frame; and ids of no contact.
    if chance.is(3), let last = fingers.indices.last, fingers[last].isDown { end(last, as: .ended) }
    if chance.is(2) { contacts.append(contact(Finger(id: -7, number: 0, slot: 3, begun: 0, x: 1, y: 1), .moved)) }
  }

  private mutating func begin() {
    let twin = chance.is(5) ? fingers.last { $0.isDown } : nil
    lastNumber += 1
    if let twin, let index = fingers.lastIndex(where: { $0.number == twin.number }) { fingers[index].isDown = false }
    var finger = Finger(
      id: twin?.id ?? lastNumber, number: lastNumber, slot: Int32(chance.number(-1...13)), begun: now,
      x: Double(chance.number(0...4095)), y: Double(chance.number(0...4095)))
    if chance.is(5) { finger.tool = .palm }
    fingers.append(finger)
    contacts.append(contact(finger, .began))
  }

  private mutating func move(_ index: Int) {
    let range = chance.is(5) ? 4000 : 30
    fingers[index].x += Double(chance.number(-range...range))
    fingers[index].y += Double(chance.number(-range...range))
    if chance.is(2) { fingers[index].tool = chance.is(50) ? .palm : .finger }
    contacts.append(contact(fingers[index], .moved))
  }

  private mutating func end(_ index: Int, as phase: TouchPhase) {
    fingers[index].isDown = false
    contacts.append(contact(fingers[index], phase))
    // A lost contact of the panel does not reach the copy.
    if phase == .cancelled { (fingers[index].verdict, fingers[index].isLost) = (.keep, true) }
  }

  private mutating func contact(_ finger: Finger, _ phase: TouchPhase) -> Contact {
    let place = Point(x: finger.x, y: finger.y)
    var contact = Contact(
      trackingID: finger.id, slot: finger.slot, phase: phase, location: ForwardRig.transform.apply(to: place))
    contact.devicePosition = place
    contact.tool = finger.tool
    contact.orientation = Double(finger.number)
    contact.touchMajor = chance.is(50) ? Double(chance.number(0...60)) : nil
    return contact
  }

  private mutating func judge() {
    for index in fingers.indices {
      let isNew = fingers[index].isDown && fingers[index].begun == now && !fingers[index].hasAppeared
      guard chance.is(isNew ? 40 : 4) else { continue }
      let verdict = [ForwardVerdict.pass, .hold, .hold, .keep][chance.number(0...3)]
      let id = fingers[index].id
      forwarder.judge(id, verdict, .gesture("g"))
      // The newest finger with the id, and older ones that wait.
      let newest = fingers.lastIndex { $0.id == id }
      for other in fingers.indices where fingers[other].id == id && (other == newest || fingers[other].mustWait) {
        if fingers[other].verdict != .keep { fingers[other].verdict = verdict }
      }
    }
  }

  private mutating func changeSettings() {
    var settings = ForwardSettings()
    settings.cancelBy = CancelMethod.allCases[chance.number(0...2)]
    if kind != .verdicts {
      if chance.is(20) { settings.fingers = chance.number(0...4) }
      if chance.is(20) { settings.inside = Rect(x: 50, y: 50, width: 900, height: 900) }
      if chance.is(20) { settings.deadZones = [.init(id: "z", frame: Rect(x: 500, y: 0, width: 100, height: 1100))] }
      if chance.is(20) { settings.ghost.shorterThan = .milliseconds(chance.number(0...60)) }
      if chance.is(20) { settings.ghost.smallerThan = 20 }
      if chance.is(20) { settings.ghost.largerThan = 55 }
      if chance.is(20) { settings.ghost.fasterThan = 30_000 }
      if chance.is(20) { settings.stuckAfter = .milliseconds(chance.number(0...500)) }
      if chance.is(20) { settings.rate = chance.number(0...30) }
    }
    if kind == .filters {
      settings.filter = [.none, .median(chance.number(-1...12)), .oneEuro(minimumCutoff: 1, beta: 0.01)][chance.number(0...2)]
      if chance.is(30) { settings.positions = AffineTransform(a: 0, b: 4, c: -4, d: 0, tx: 4096, ty: 0) }
    }
    forwarder.settings = settings
  }

  // MARK: What must be true

  /// The fingers that were cancelled by a note, and those that the panel lost without one.
  private mutating func findCancelled() {
    for note in forwarder.notes where note.action == .cancelled {
      for finger in fingers where finger.id == note.trackingID && finger.hasAppeared { cancelled.insert(finger.number) }
    }
    for finger in fingers where finger.isLost { cancelled.insert(finger.number) }
  }

  private mutating func check() {
    let output = forwarder.output
    verifier.take(outputOf: forwarder)
    forwarder.clearOutput()
    if forwarder.settings.cancelBy == .slide, forwarder.hasAsides { findCancelled() }
    forwarder.clearNotes()
    if !verifier.violations.isEmpty { fail("\(verifier.violations)") }
    if verifier.contactCount != forwarder.passing { fail("passing is \(forwarder.passing)") }
    checkBeginnings(output)
    checkLive()
    fingers.removeAll { !$0.isDown && !$0.mustWait }
  }

  /// Each contact that begins on the copy is let through, for the first time, at the time when its finger came.
  private mutating func checkBeginnings(_ output: [EvdevEvent]) {
    var begins = false
    for event in output where event.type == EvdevCode.absolute {
      if event.code == EvdevCode.trackingID { begins = event.value >= 0 }
      guard begins, event.code == EvdevCode.orientation else { continue }
      begins = false
      beginnings += 1
      guard let index = fingers.firstIndex(where: { $0.number == event.value }) else {
        fail("finger \(event.value) begins and is not there")
        continue
      }
      if fingers[index].verdict != .pass { fail("finger \(event.value) begins with \(fingers[index].verdict)") }
      if fingers[index].hasAppeared { fail("finger \(event.value) begins twice") }
      if event.time.microseconds != fingers[index].begun { fail("finger \(event.value) begins at another time") }
      fingers[index].hasAppeared = true
    }
  }

  private mutating func checkLive() {
    let numbers = verifier.values(of: EvdevCode.orientation)
    let (x, y) = (verifier.values(of: EvdevCode.positionX), verifier.values(of: EvdevCode.positionY))
    var rests: Set<Int32> = []
    for (slot, number) in numbers {
      if restsAside(number, at: SIMD2(x[slot] ?? 0, y[slot] ?? 0)) {
        rests.insert(number)
        continue
      }
      guard let finger = fingers.first(where: { $0.number == number }), finger.isDown, finger.verdict != .keep else {
        fail("finger \(number) is on the copy")
        continue
      }
      if kind != .filters, x[slot] != Int32(finger.x) || y[slot] != Int32(finger.y) { fail("finger \(number) is elsewhere") }
    }
    asides = asides.filter { rests.contains($0.key) }
    guard kind == .verdicts else { return }
    let live = Set(numbers.values).subtracting(rests)
    for finger in fingers {
      let isThrough = finger.verdict != .keep && (finger.verdict == .pass || finger.hasAppeared)
      if live.contains(finger.number) != (isThrough && finger.isDown) { fail("finger \(finger.number) is not on the copy") }
      if isThrough, !finger.hasAppeared { fail("finger \(finger.number) was lost") }
    }
  }

  /// Whether a finger has been cancelled on the copy and rests there, at one place, for no longer than it may.
  private mutating func restsAside(_ number: Int32, at place: SIMD2<Int32>) -> Bool {
    if let aside = asides[number] {
      if aside.place != place { fail("finger \(number) moves after it was cancelled") }
      if now - aside.since >= 60_000 { fail("finger \(number) is not lifted") }
      return true
    }
    guard cancelled.contains(number) else { return false }
    asides[number] = (place, now)
    return true
  }

  private mutating func fail(_ text: String) {
    if problem == nil { problem = "seed \(seed): at \(time): \(text)" }
  }
}

/// Random numbers of a seed (SplitMix64).
struct Chance: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { range.lowerBound + Int(next() >> 1) % range.count }

  /// Whether something of that probability in percent happens.
  mutating func `is`(_ percent: Int) -> Bool { number(0...99) < percent }
}
