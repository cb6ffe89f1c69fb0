public import ContactorCore
public import ContactorEvdev

/// Fingers on a panel, simulated as the evdev events that the panel would send: for tests.
///
/// ```swift
/// var hand = Hand(on: PanelCatalog.generic)
/// hand.down(1, at: Point(x: 50, y: 50))
/// hand.move(1, to: Point(x: 60, y: 50), in: 5, over: 40_000)
/// hand.up(1)
/// ```
/// Positions are percentages of the panel's range. Each call makes a frame, `interval` after the previous one; the calls in `together`
/// make a single frame. The protocol is that of the panel's description: slots, lists or a single contact.
public struct Hand {
  /// The panel.
  public let panel: EvdevDescription
  /// The events sent so far.
  public private(set) var events: [EvdevEvent] = []
  /// The time of the last frame.
  public private(set) var time: Timestamp
  /// The time between frames.
  public var interval = Duration.milliseconds(8)

  private struct Finger {
    var number: Int
    var id: Int32
    var slot: Int
    var place: Point
    var more: [UInt16: Int32]
    var isNew = true
    var isLifted = false
  }
  private var fingers: [Finger] = []
  private var nextID: Int32 = 0
  private var selectedSlot = 0
  private var wasTouched = false
  private var isGathering = false

  /// Creates a hand without a finger on the panel.
  public init(on panel: EvdevDescription, at time: Timestamp = Timestamp(microseconds: 1_000_000)) {
    self.panel = panel
    self.time = time
  }

  /// Puts a finger down; `more` sets further axes, such as `ABS_MT_PRESSURE`, to raw values.
  public mutating func down(_ finger: Int, at place: Point, _ more: [UInt16: Int32] = [:]) {
    precondition(
      !fingers.contains { $0.number == finger && !$0.isLifted }, "finger \(finger) is down already")
    var slot = 0
    while fingers.contains(where: { $0.slot == slot && !$0.isLifted }) { slot += 1 }
    fingers.append(Finger(number: finger, id: nextID, slot: slot, place: place, more: more))
    nextID += 1
    frame()
  }

  /// Moves a finger, at once or in several steps spread over a time.
  public mutating func move(
    _ finger: Int, to place: Point, _ more: [UInt16: Int32] = [:], in steps: Int = 1,
    over time: Duration? = nil
  ) {
    let index = index(of: finger)
    let start = fingers[index].place
    let usual = interval
    if let time { interval = time / steps }
    for step in 1...steps {
      let share = Double(step) / Double(steps)
      fingers[index].place = Point(
        x: start.x + (place.x - start.x) * share, y: start.y + (place.y - start.y) * share)
      fingers[index].more = more
      frame()
    }
    interval = usual
  }

  /// Lifts a finger.
  public mutating func up(_ finger: Int) {
    fingers[index(of: finger)].isLifted = true
    frame()
  }

  /// Lets time pass without a frame.
  public mutating func hold(_ time: Duration) {
    self.time = self.time + time
  }

  /// Makes all calls of the closure a single frame.
  public mutating func together(_ body: (inout Hand) -> Void) {
    isGathering = true
    body(&self)
    isGathering = false
    frame()
  }

  private func index(of finger: Int) -> Int {
    guard let index = fingers.firstIndex(where: { $0.number == finger && !$0.isLifted }) else {
      preconditionFailure("finger \(finger) is not down")
    }
    return index
  }

  // MARK: Events

  private mutating func frame() {
    guard !isGathering else { return }
    time = time + interval
    switch panel.contactProtocol {
    case .slots: sendSlots()
    case .lists: sendList()
    case .single: break
    }
    fingers.removeAll { $0.isLifted }
    sendPointer()
    send(EvdevCode.synchronization, EvdevCode.report, 0)
    for index in fingers.indices { fingers[index].isNew = false }
  }

  private mutating func sendSlots() {
    // Lifts come first, because a slot may be used again in the same frame.
    for finger in fingers.filter(\.isLifted) where !finger.isNew {
      select(finger.slot)
      send(EvdevCode.absolute, EvdevCode.trackingID, -1)
    }
    for finger in fingers where !finger.isLifted {
      select(finger.slot)
      if finger.isNew { send(EvdevCode.absolute, EvdevCode.trackingID, finger.id) }
      sendPlace(of: finger)
    }
  }

  private mutating func select(_ slot: Int) {
    guard slot != selectedSlot else { return }
    selectedSlot = slot
    send(EvdevCode.absolute, EvdevCode.slot, Int32(slot))
  }

  private mutating func sendList() {
    for finger in fingers where !finger.isLifted {
      if panel.axes[EvdevCode.trackingID] != nil { send(EvdevCode.absolute, EvdevCode.trackingID, finger.id) }
      sendPlace(of: finger)
      send(EvdevCode.synchronization, EvdevCode.contactReport, 0)
    }
    if fingers.allSatisfy(\.isLifted) { send(EvdevCode.synchronization, EvdevCode.contactReport, 0) }
  }

  private mutating func sendPlace(of finger: Finger) {
    send(EvdevCode.absolute, EvdevCode.positionX, raw(finger.place.x, panel.axes[EvdevCode.positionX]))
    send(EvdevCode.absolute, EvdevCode.positionY, raw(finger.place.y, panel.axes[EvdevCode.positionY]))
    for (code, value) in finger.more.sorted(by: { $0.key < $1.key }) { send(EvdevCode.absolute, code, value) }
  }

  private mutating func sendPointer() {
    let isTouched = !fingers.isEmpty
    for button in [EvdevCode.touch, EvdevCode.leftButton]
    where panel.hasKey(button) && isTouched != wasTouched {
      send(EvdevCode.key, button, isTouched ? 1 : 0)
    }
    wasTouched = isTouched
    if panel.contactProtocol == .single, panel.axes[EvdevCode.pressure] != nil {
      send(EvdevCode.absolute, EvdevCode.pressure, isTouched ? fingers[0].more[EvdevCode.pressure] ?? 100 : 0)
    }
    guard let finger = fingers.first else { return }
    for (code, value) in [(EvdevCode.x, finger.place.x), (EvdevCode.y, finger.place.y)] {
      if let axis = panel.axes[code] { send(EvdevCode.absolute, code, raw(value, axis)) }
    }
  }

  private func raw(_ percent: Double, _ axis: EvdevAxis?) -> Int32 {
    guard let axis, axis.maximum > axis.minimum else { return Int32(percent * 10) }
    let range = Double(axis.maximum) - Double(axis.minimum)
    return Int32((Double(axis.minimum) + range * percent / 100).rounded())
  }

  private mutating func send(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    events.append(EvdevEvent(at: time, type: type, code: code, value: value))
  }
}
