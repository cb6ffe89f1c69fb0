import ContactorCore
import ContactorEvdev
import ContactorInput

/// Turns contacts into the events that a panel's driver would send, a frame at a time.
///
/// Beside each contact, drivers report the oldest one as a pointer (`BTN_TOUCH`, `ABS_X/Y`); so does this.
struct FrameBuilder {
  private struct Contact {
    var trackingID: Int32
    var x: Int32
    var y: Int32
  }

  private let description: EvdevDescription
  private var contacts: [Int32: Contact] = [:]
  private var pending: [UinputEvent] = []
  private var nextTrackingID: Int32 = 1
  private var isChanged = false

  init(_ description: EvdevDescription) {
    self.description = description
  }

  mutating func down(_ slot: Int32, x: Double, y: Double) throws(Mistake) {
    let limit = description.contactProtocol == .single ? 0 : description.axes[EvdevCode.slot]?.maximum ?? Int32.max
    guard (0...limit).contains(slot) else { throw Mistake("this panel has the slots 0 to \(limit)") }
    guard contacts[slot] == nil else { throw Mistake("slot \(slot) is down already") }
    let contact = Contact(
      trackingID: nextTrackingID, x: units(x, horizontal: true), y: units(y, horizontal: false))
    nextTrackingID = nextTrackingID == 65535 ? 1 : nextTrackingID + 1
    contacts[slot] = contact
    change(slot, [(EvdevCode.trackingID, contact.trackingID), (EvdevCode.toolType, 0)])
    change(slot, axes(of: contact))
  }

  mutating func move(_ slot: Int32, x: Double, y: Double) throws(Mistake) {
    var contact = try contact(slot)
    contact.x = units(x, horizontal: true)
    contact.y = units(y, horizontal: false)
    contacts[slot] = contact
    change(slot, [(EvdevCode.positionX, contact.x), (EvdevCode.positionY, contact.y)])
  }

  mutating func up(_ slot: Int32) throws(Mistake) {
    _ = try contact(slot)
    contacts[slot] = nil
    change(slot, [(EvdevCode.trackingID, -1)])
  }

  mutating func palm(_ slot: Int32) throws(Mistake) {
    _ = try contact(slot)
    guard description.axes[EvdevCode.toolType] != nil, description.contactProtocol == .slots else {
      throw Mistake("this panel reports no palms; create it with the word palm")
    }
    change(slot, [(EvdevCode.toolType, 2)])
  }

  mutating func raw(_ event: UinputEvent) {
    pending.append(event)
  }

  /// Ends the frame and returns its events.
  mutating func finish() -> [UinputEvent] {
    if isChanged {
      if description.contactProtocol == .lists { listContacts() }
      reportPointer()
    }
    let frame = pending + [.report]
    pending = []
    isChanged = false
    return frame
  }

  private func contact(_ slot: Int32) throws(Mistake) -> Contact {
    guard let contact = contacts[slot] else { throw Mistake("slot \(slot) is not down") }
    return contact
  }

  private func units(_ percent: Double, horizontal: Bool) -> Int32 {
    let codes =
      horizontal
      ? [EvdevCode.positionX, EvdevCode.x] : [EvdevCode.positionY, EvdevCode.y]
    guard let axis = codes.compactMap({ description.axes[$0] }).first else { return 0 }
    let steps = Double(axis.maximum) - Double(axis.minimum)
    return Int32(exactly: Double(axis.minimum) + (percent / 100 * steps).rounded()) ?? axis.maximum
  }

  private func axes(of contact: Contact) -> [(UInt16, Int32)] {
    [
      (EvdevCode.positionX, contact.x), (EvdevCode.positionY, contact.y),
      (EvdevCode.contactPressure, pressure(EvdevCode.contactPressure)),
    ]
  }

  private func pressure(_ code: UInt16) -> Int32 {
    (description.axes[code]?.maximum ?? 0) / 2
  }

  private mutating func change(_ slot: Int32, _ values: [(UInt16, Int32)]) {
    isChanged = true
    guard description.contactProtocol == .slots else { return }
    append([(EvdevCode.slot, slot)] + values)
  }

  /// Adds the axes that the panel has.
  private mutating func append(_ values: [(UInt16, Int32)]) {
    for (code, value) in values where description.axes[code] != nil {
      pending.append(UinputEvent(type: EvdevCode.absolute, code: code, value: value))
    }
  }

  /// Protocol A: every contact that is down, each closed by a report; one bare report when none is left.
  private mutating func listContacts() {
    let end = UinputEvent(type: EvdevCode.synchronization, code: EvdevCode.contactReport, value: 0)
    for (_, contact) in contacts.sorted(by: { $0.key < $1.key }) {
      append([(EvdevCode.trackingID, contact.trackingID)] + axes(of: contact))
      pending.append(end)
    }
    if contacts.isEmpty { pending.append(end) }
  }

  private mutating func reportPointer() {
    let oldest = contacts.values.min { $0.trackingID < $1.trackingID }
    if description.codes[EvdevCode.key, default: []].contains(EvdevCode.touch) {
      let value: Int32 = oldest == nil ? 0 : 1
      pending.append(UinputEvent(type: EvdevCode.key, code: EvdevCode.touch, value: value))
    }
    guard let oldest else { return append([(EvdevCode.pressure, 0)]) }
    append([
      (EvdevCode.x, oldest.x), (EvdevCode.y, oldest.y),
      (EvdevCode.pressure, pressure(EvdevCode.pressure)),
    ])
  }
}
