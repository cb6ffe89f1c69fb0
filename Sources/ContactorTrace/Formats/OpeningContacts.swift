internal import ContactorCore
import ContactorEvdev

/// Finds the contacts of a panel that were down before its recording begins, and begins them.
///
/// The kernel names a contact once, as it begins, so that a text that someone has copied from amid a touch has its places and its end and not
/// its beginning. A slot that has places before any `ABS_MT_TRACKING_ID` holds such a contact, and so does a panel without slots that has
/// places before the first `BTN_TOUCH`, if that is 0 or missing. It begins with the first frame that has both its coordinates, or the second of them.
struct OpeningContacts {
  /// A slot whose contact has no number yet.
  private struct Slot {
    var (hasColumn, hasRow) = (false, false)
    /// Whether its contact was named, by the recording or here.
    var isNamed = false
  }

  /// The highest number for a contact; `nil` for a panel without slots.
  private let lastID: Int32?
  private var slots: [Int32: Slot] = [:]
  private var current: Int32 = 0
  /// The slots whose contacts begin with the end of this frame.
  private var ready: [Int32] = []
  /// How many contacts were begun, and how many ended before both their coordinates were known.
  private(set) var (begun, placeless) = (0, 0)

  /// No panel has more slots; others are not looked at.
  private static let slotLimit = 256

  /// Prepares for the events of a panel; `nil` for a device whose contacts have no beginning, or that has none.
  /// - Parameter mayHover: whether a panel without slots may have places that no finger has: it says nothing of when one began.
  init?(_ description: EvdevDescription, mayHover: Bool) {
    guard DeviceClass.otherThanTouchscreen(description) == nil else { return nil }
    let axes = description.axes
    if axes[EvdevCode.positionX] != nil, axes[EvdevCode.positionY] != nil {
      guard axes[EvdevCode.slot] != nil, let ids = axes[EvdevCode.trackingID] else { return nil }
      lastID = ids.maximum
    } else {
      guard !mayHover, axes[EvdevCode.x] != nil, axes[EvdevCode.y] != nil, description.hasKey(EvdevCode.touch) else { return nil }
      lastID = nil
    }
  }

  /// Takes an event; returns the events that come before it.
  mutating func take(_ event: EvdevEvent) -> [EvdevEvent] {
    if event.type == EvdevCode.synchronization { return event.code == EvdevCode.report && !ready.isEmpty ? begin(at: event.time) : [] }
    if lastID == nil { takePointer(event) } else if event.type == EvdevCode.absolute { takeContact(event) }
    return []
  }

  private mutating func takeContact(_ event: EvdevEvent) {
    switch event.code {
    case EvdevCode.slot: current = event.value
    case EvdevCode.trackingID: name(current, isEnd: event.value < 0)
    case EvdevCode.positionX: place(current) { $0.hasColumn = true }
    case EvdevCode.positionY: place(current) { $0.hasRow = true }
    default: break
    }
  }

  private mutating func takePointer(_ event: EvdevEvent) {
    switch (event.type, event.code) {
    case (EvdevCode.key, EvdevCode.touch): name(0, isEnd: event.value == 0)
    case (EvdevCode.absolute, EvdevCode.x): place(0) { $0.hasColumn = true }
    case (EvdevCode.absolute, EvdevCode.y): place(0) { $0.hasRow = true }
    default: break
    }
  }

  private mutating func name(_ number: Int32, isEnd: Bool) {
    guard var slot = slot(number), !slot.isNamed else { return }
    if isEnd, slot.hasColumn != slot.hasRow { placeless += 1 }
    slot.isNamed = true
    slots[number] = slot
    ready.removeAll { $0 == number }
  }

  private mutating func place(_ number: Int32, _ body: (inout Slot) -> Void) {
    guard var slot = slot(number), !slot.isNamed else { return }
    body(&slot)
    slots[number] = slot
    if slot.hasColumn, slot.hasRow, !ready.contains(number) { ready.append(number) }
  }

  /// The slot of a number; `nil` for one of too many.
  private func slot(_ number: Int32) -> Slot? { slots[number] ?? (slots.count < Self.slotLimit ? Slot() : nil) }

  /// The events that begin the contacts whose places are known.
  private mutating func begin(at time: Timestamp) -> [EvdevEvent] {
    var events: [EvdevEvent] = []
    func add(_ code: UInt16, _ value: Int32, type: UInt16 = EvdevCode.absolute) {
      events.append(EvdevEvent(at: time, type: type, code: code, value: value))
    }
    for number in ready {
      slots[number]?.isNamed = true
      begun += 1
      if let lastID {
        add(EvdevCode.slot, number)
        add(EvdevCode.trackingID, max(0, lastID &- number))
      } else {
        add(EvdevCode.touch, 1, type: EvdevCode.key)
      }
    }
    if lastID != nil { add(EvdevCode.slot, current) }
    ready = []
    return events
  }
}
