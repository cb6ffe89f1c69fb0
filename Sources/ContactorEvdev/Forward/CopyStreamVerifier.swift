public import ContactorCore

/// States what a legal stream of a panel's copy is, and reports violations (contract 11.2): for tests, fuzzers and `contactor`.
///
/// It knows what the kernel keeps of the copy, and checks each event against that and each frame as a whole.
public struct CopyStreamVerifier: Sendable {
  /// The kinds of violation.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A slot that the copy does not have.
    case slotOutOfRange
    /// A value of a contact before the frame's first `ABS_MT_SLOT`.
    case slotNotSelected
    /// A tracking id in a slot that has a contact.
    case slotTaken
    /// A tracking id that another contact has.
    case idTaken
    /// A tracking id outside of the axis.
    case idOutOfRange
    /// A contact that begins in the slot and the frame of the end of another.
    case slotReused
    /// An end in a slot without a contact.
    case endedTwice
    /// An axis, button or type that the copy does not have.
    case undeclared
    /// A value for a slot without a contact, other than the tool `MT_TOOL_FINGER`.
    case valueForEmptySlot
    /// A contact that begins while its slot's tool is not a finger.
    case toolLeftOver
    /// A contact that begins without a position.
    case positionMissing
    /// `BTN_TOUCH` that does not say, at the end of the frame, whether there is a contact.
    case button
    /// A pointer that is not, at the end of the frame, where the oldest contact is.
    case pointer
    /// A frame without events.
    case emptyFrame
    /// A frame whose events have several times.
    case severalTimes
    /// A contact that changes at an earlier time than before, and the panel's clock was not turned back (contract 1.10).
    case timeWentBack
    /// A contact that has not ended when the stream does.
    case contactLeft
    /// Events after the last `SYN_REPORT`.
    case frameLeft
  }

  /// Where and when something is wrong.
  public struct Violation: Hashable, Sendable {
    /// The kind.
    public var kind: Kind
    /// The slot; −1 for the stream as a whole.
    public var slot: Int
    /// The time of the event.
    public var time: Timestamp
    /// The number of the event in the stream, from 0.
    public var index: Int
  }

  /// The violations in order; the first 64.
  public private(set) var violations: [Violation] = []
  /// How many events were taken.
  public private(set) var eventCount = 0

  private struct Slot {
    var id: Int32 = -1
    var order = 0
    var time = Timestamp(microseconds: .min)
    var hasBegun = false
    var hasEnded = false
    /// The values, in the order of `ContactSample`.
    var values = ContactSample.empty
    /// The coordinates that came since the contact began.
    var hasX = false
    var hasY = false
  }

  private let copy: EvdevDescription
  private var slots: [Slot]
  private var selected: Int?
  private var order = 0
  private var frameTime: Timestamp?
  private var pointer = ContactSample.empty
  private var isPressed = false
  /// How often the forwarder's clock was turned back until the last call.
  private var clockTurns = 0

  /// Creates a verifier of a stream's beginning: a copy without contacts.
  public init(_ copy: EvdevDescription) {
    self.copy = copy
    slots = Array(repeating: Slot(), count: copy.slotCount)
  }

  /// How many contacts are down.
  public var contactCount: Int { slots.count { $0.id >= 0 } }

  /// The values of an axis, by the slots that have a contact.
  package func values(of code: UInt16) -> [Int: Int32] {
    guard let lane = (0..<8).first(where: { ContactSample.codes[$0] == code }) else { return [:] }
    var values: [Int: Int32] = [:]
    for slot in slots.indices where slots[slot].id >= 0 { values[slot] = slots[slot].values[lane] }
    return values
  }

  /// Takes events.
  public mutating func take(_ events: some Sequence<EvdevEvent>) {
    for event in events { take(event) }
  }

  /// Takes one event.
  public mutating func take(_ event: EvdevEvent) {
    defer { eventCount += 1 }
    if event.type == EvdevCode.synchronization {
      if event.code != EvdevCode.report || event.value != 0 { report(.undeclared, event) }
      return endFrame(event)
    }
    if frameTime != nil, frameTime != event.time { report(.severalTimes, event) }
    frameTime = event.time
    switch event.type {
    case EvdevCode.absolute where copy.axes[event.code] != nil: takeAxis(event)
    case EvdevCode.key where event.code == EvdevCode.touch && copy.hasKey(event.code): isPressed = event.value != 0
    default: report(.undeclared, event)
    }
  }

  /// Takes the output of a forwarder.
  ///
  /// If the panel's clock was turned back since the last call, every contact may go on once at any time.
  package mutating func take(outputOf forwarder: Forwarder) {
    if forwarder.clockTurns != clockTurns { for slot in slots.indices { slots[slot].time = Timestamp(microseconds: .min) } }
    clockTurns = forwarder.clockTurns
    take(forwarder.output)
  }

  /// Ends the stream.
  public mutating func finish() {
    let last = EvdevEvent(at: frameTime ?? Timestamp(microseconds: 0), type: 0, code: 0, value: 0)
    if frameTime != nil { report(.frameLeft, last) }
    for slot in slots.indices where slots[slot].id >= 0 { report(.contactLeft, last, slot: slot) }
  }

  private mutating func takeAxis(_ event: EvdevEvent) {
    switch event.code {
    case EvdevCode.x: pointer[ContactSample.x] = event.value
    case EvdevCode.y: pointer[ContactSample.y] = event.value
    case EvdevCode.pressure: pointer[ContactSample.pressure] = event.value
    case EvdevCode.slot:
      let isKnown = slots.indices.contains(Int(event.value))
      if !isKnown { report(.slotOutOfRange, event, slot: Int(event.value)) }
      selected = isKnown ? Int(event.value) : nil
    default:
      guard let selected else { return report(.slotNotSelected, event) }
      touch(selected, event)
      if event.code == EvdevCode.trackingID { takeID(event, in: selected) } else { takeValue(event, in: selected) }
    }
  }

  private mutating func touch(_ slot: Int, _ event: EvdevEvent) {
    if slots[slot].id >= 0, event.time < slots[slot].time { report(.timeWentBack, event, slot: slot) }
    slots[slot].time = event.time
  }

  private mutating func takeID(_ event: EvdevEvent, in slot: Int) {
    if event.value == -1 {
      if slots[slot].id < 0 { report(.endedTwice, event, slot: slot) }
      slots[slot].id = -1
      slots[slot].hasEnded = true
      return
    }
    let range = copy.axes[EvdevCode.trackingID]
    if event.value < range?.minimum ?? 0 || event.value > range?.maximum ?? .max { report(.idOutOfRange, event, slot: slot) }
    if slots[slot].id >= 0 { report(.slotTaken, event, slot: slot) }
    if slots.contains(where: { $0.id == event.value }) { report(.idTaken, event, slot: slot) }
    if slots[slot].hasEnded { report(.slotReused, event, slot: slot) }
    if slots[slot].values[ContactSample.tool] > ContactSample.finger { report(.toolLeftOver, event, slot: slot) }
    order += 1
    slots[slot].id = event.value
    slots[slot].order = order
    slots[slot].hasBegun = true
    (slots[slot].hasX, slots[slot].hasY) = (false, false)
  }

  private mutating func takeValue(_ event: EvdevEvent, in slot: Int) {
    let isFingerAgain = event.code == EvdevCode.toolType && event.value == ContactSample.finger
    if slots[slot].id < 0, !isFingerAgain { report(.valueForEmptySlot, event, slot: slot) }
    for lane in 0..<8 where ContactSample.codes[lane] == event.code { slots[slot].values[lane] = event.value }
    if event.code == EvdevCode.positionX { slots[slot].hasX = true }
    if event.code == EvdevCode.positionY { slots[slot].hasY = true }
  }

  private mutating func endFrame(_ event: EvdevEvent) {
    if frameTime == nil { report(.emptyFrame, event) }
    for slot in slots.indices {
      if slots[slot].hasBegun, slots[slot].id >= 0, !slots[slot].hasX || !slots[slot].hasY {
        report(.positionMissing, event, slot: slot)
      }
      (slots[slot].hasBegun, slots[slot].hasEnded) = (false, false)
    }
    let oldest = slots.indices.filter { slots[$0].id >= 0 }.min { slots[$0].order < slots[$1].order }
    if isPressed != (oldest != nil) { report(.button, event) }
    if let oldest { checkPointer(slots[oldest].values, event) }
    frameTime = nil
    selected = nil
  }

  private mutating func checkPointer(_ values: ContactSample, _ event: EvdevEvent) {
    var lanes = [ContactSample.x, ContactSample.y]
    if copy.axes[EvdevCode.pressure] != nil { lanes.append(ContactSample.pressure) }
    if lanes.contains(where: { pointer[$0] != values[$0] }) { report(.pointer, event) }
  }

  private mutating func report(_ kind: Kind, _ event: EvdevEvent, slot: Int? = nil) {
    guard violations.count < 64 else { return }
    violations.append(Violation(kind: kind, slot: slot ?? selected ?? -1, time: event.time, index: eventCount))
  }
}
