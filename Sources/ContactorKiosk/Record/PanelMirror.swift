import ContactorCore
import ContactorEvdev
import ContactorInput

/// What a panel's axes and keys are, followed from its events as the kernel follows them.
struct PanelMirror {
  private static let firstAxis = Int(EvdevCode.slot) + 1
  private static let columns = 16

  private let description: EvdevDescription
  private let slotCount: Int
  private var slot = 0
  /// A row of contact axes for each slot.
  private var contacts: [Int32]
  private var axes = [Int32](repeating: 0, count: 64)
  private var keys: Set<UInt16> = []

  /// Starts from a state; without one nothing is down.
  init(_ description: EvdevDescription, _ state: EvdevState? = nil) {
    self.description = description
    slotCount = min(max(Int(description.axes[EvdevCode.slot]?.maximum ?? -1) + 1, 0), 256)
    contacts = Array(repeating: 0, count: slotCount * Self.columns)
    for slot in 0..<slotCount { contacts[place(EvdevCode.trackingID, slot)] = -1 }
    guard let state else { return }
    slot = Int(state.currentSlot)
    for (code, values) in state.slots where Self.isContactAxis(code) {
      for (slot, value) in values.prefix(slotCount).enumerated() { contacts[place(code, slot)] = value }
    }
    for (code, value) in state.axes where code < 64 { axes[Int(code)] = value }
    keys = state.keys
  }

  private static func isContactAxis(_ code: UInt16) -> Bool {
    (firstAxis..<firstAxis + columns).contains(Int(code))
  }

  private func place(_ code: UInt16, _ slot: Int) -> Int {
    slot * Self.columns + Int(code) - Self.firstAxis
  }

  /// Follows some events.
  mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>) {
    for event in events { take(event.type, event.code, event.value) }
  }

  /// Follows an event.
  mutating func take(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    if type == EvdevCode.key {
      if value == 0 { keys.remove(code) } else { keys.insert(code) }
      return
    }
    guard type == EvdevCode.absolute, code < 64 else { return }
    if code == EvdevCode.slot {
      slot = Int(value)
    } else if Self.isContactAxis(code) {
      if (0..<slotCount).contains(slot) { contacts[place(code, slot)] = value }
    } else {
      axes[Int(code)] = value
    }
  }

  /// Whether something touches.
  var isTouched: Bool {
    !keys.isEmpty || (0..<slotCount).contains { contacts[place(EvdevCode.trackingID, $0)] >= 0 }
  }

  /// What a device that is opened now would be asked for.
  var state: EvdevState {
    var state = EvdevState()
    state.keys = keys
    switch description.contactProtocol {
    case .lists: break
    case .single:
      for code in [EvdevCode.x, EvdevCode.y, EvdevCode.pressure] where description.axes[code] != nil {
        state.axes[code] = axes[Int(code)]
      }
    case .slots:
      state.currentSlot = Int32(slot)
      for code in description.axes.keys where Self.isContactAxis(code) {
        state.slots[code] = (0..<slotCount).map { contacts[place(code, $0)] }
      }
    }
    return state
  }

  /// The events that lift everything that is down, as a frame; none where nothing is down.
  var release: [UinputEvent] {
    guard isTouched else { return [] }
    var events: [UinputEvent] = []
    for slot in 0..<slotCount where contacts[place(EvdevCode.trackingID, slot)] >= 0 {
      events.append(UinputEvent(type: EvdevCode.absolute, code: EvdevCode.slot, value: Int32(slot)))
      events.append(UinputEvent(type: EvdevCode.absolute, code: EvdevCode.trackingID, value: -1))
    }
    for key in keys.sorted() { events.append(UinputEvent(type: EvdevCode.key, code: key, value: 0)) }
    // A panel that lists contacts lists none.
    if description.contactProtocol == .lists {
      events.append(UinputEvent(type: EvdevCode.synchronization, code: EvdevCode.contactReport, value: 0))
    }
    return events + [.report]
  }

  /// The events that bring a device that knows nothing to the state, as a frame; none where nothing is down.
  var introduction: [UinputEvent] {
    guard isTouched else { return [] }
    var events: [UinputEvent] = []
    let codes = description.axes.keys.filter(Self.isContactAxis).sorted()
    for slot in 0..<slotCount where contacts[place(EvdevCode.trackingID, slot)] >= 0 {
      events.append(UinputEvent(type: EvdevCode.absolute, code: EvdevCode.slot, value: Int32(slot)))
      for code in codes {
        events.append(UinputEvent(type: EvdevCode.absolute, code: code, value: contacts[place(code, slot)]))
      }
    }
    if slotCount > 0 {
      events.append(UinputEvent(type: EvdevCode.absolute, code: EvdevCode.slot, value: Int32(slot)))
    }
    for code in [EvdevCode.x, EvdevCode.y, EvdevCode.pressure] where description.axes[code] != nil {
      events.append(UinputEvent(type: EvdevCode.absolute, code: code, value: axes[Int(code)]))
    }
    for key in keys.sorted() { events.append(UinputEvent(type: EvdevCode.key, code: key, value: 1)) }
    return events + [.report]
  }
}
