internal import ContactorCore
package import ContactorEvdev

/// Follows the values of a panel's axes and buttons by its raw events, as the kernel does.
///
/// Of each contact axis at most 256 slots are followed, whatever a description or an event claims.
package struct StateTracker {
  /// The values after the last event.
  package private(set) var state: EvdevState
  /// How many slots are followed; 0 for a panel without slots.
  private let slotCount: Int
  /// Whether the first event of an axis adds it to the state; else only axes that were there at the start are followed.
  private let addsAxes: Bool

  /// The most slots that are followed.
  private static let slotLimit = 256
  /// The pointer's axes that `EVIOCGABS` is read for.
  private static let pointerAxes = [EvdevCode.x, EvdevCode.y, EvdevCode.pressure]

  /// Follows a panel of unknown axes: each axis is in the state from its first event on.
  ///
  /// - Parameter state: the values to begin with; `nil` for none.
  package init(_ state: EvdevState? = nil) {
    self.state = state ?? EvdevState()
    slotCount = Self.slotLimit
    addsAxes = true
  }

  /// Follows a panel of known axes: the state always has what the kernel would answer if the device were opened now.
  ///
  /// Axes that the description does not have are not followed.
  ///
  /// - Parameter state: the values to begin with; `nil` for no contact, no button, and axes at 0.
  package init(_ state: EvdevState? = nil, of description: EvdevDescription) {
    slotCount = min(max(Int(description.axes[EvdevCode.slot]?.maximum ?? -1) + 1, 0), Self.slotLimit)
    addsAxes = false
    self.state = EvdevState()
    self.state.keys = state?.keys ?? []
    switch description.contactProtocol {
    case .lists: break
    case .single:
      for code in Self.pointerAxes where description.axes[code] != nil { self.state.axes[code] = state?.axes[code] ?? 0 }
    case .slots:
      self.state.currentSlot = state?.currentSlot ?? 0
      for code in description.axes.keys where Self.isContactAxis(code) {
        let values = state?.slots[code]?.prefix(slotCount) ?? []
        self.state.slots[code] = values + Array(repeating: Self.initialValue(of: code), count: slotCount - values.count)
      }
    }
  }

  /// Follows some events.
  package mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>) {
    for index in events.indices { unsafe take(events[index]) }
  }

  /// Follows an event.
  package mutating func take(_ event: EvdevEvent) { take(event.type, event.code, event.value) }

  /// Follows an event without a time.
  package mutating func take(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    switch type {
    case EvdevCode.key:
      if value == 0 { state.keys.remove(code) } else { state.keys.insert(code) }
    case EvdevCode.absolute where code == EvdevCode.slot:
      if slotCount > 0 { state.currentSlot = value }
    case EvdevCode.absolute where Self.isContactAxis(code):
      let slot = Int(state.currentSlot)
      guard (0..<slotCount).contains(slot) else { return }
      if addsAxes { addSlots(upTo: slot, of: code) }
      state.slots[code]?[slot] = value
    case EvdevCode.absolute where addsAxes || state.axes[code] != nil: state.axes[code] = value
    default: break
    }
  }

  /// Whether a contact or a button is down.
  package var isTouched: Bool {
    !state.keys.isEmpty || state.slots[EvdevCode.trackingID]?.contains { $0 >= 0 } ?? false
  }

  private mutating func addSlots(upTo slot: Int, of code: UInt16) {
    let count = state.slots[code]?.count ?? 0
    guard count <= slot else { return }
    let added = Array(repeating: Self.initialValue(of: code), count: slot + 1 - count)
    state.slots[code, default: []] += added
  }

  /// The value of a contact axis before its first event: no contact for the tracking id, 0 for the rest.
  private static func initialValue(of code: UInt16) -> Int32 { code == EvdevCode.trackingID ? -1 : 0 }

  /// Whether an axis has a value for each slot: `ABS_MT_TOUCH_MAJOR` to `ABS_MT_TOOL_Y`.
  private static func isContactAxis(_ code: UInt16) -> Bool { (EvdevCode.touchMajor...0x3d).contains(code) }
}
