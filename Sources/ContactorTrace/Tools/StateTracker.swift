internal import ContactorCore
package import ContactorEvdev

/// Follows the values of a panel's axes and buttons by its raw events, as the kernel does.
///
/// Of each contact axis at most `EvdevDescription.slotLimit` slots are followed, whatever a description or an event claims.
package struct StateTracker {
  /// Everything but the values of contact axes.
  private var others: EvdevState
  /// The values of each contact axis by slot, from `ABS_MT_TOUCH_MAJOR` on; `nil` for an axis that is not in the state.
  ///
  /// Lists and no dictionary: a recorder follows each event, and changing an entry of a dictionary in place takes memory.
  private var columns = [[Int32]?](repeating: nil, count: Int(EvdevCode.lastContactAxis - EvdevCode.touchMajor) + 1)
  /// How many slots are followed; 0 for a panel without slots.
  private let slotCount: Int
  /// Whether the first event of an axis adds it to the state; else only axes that were there at the start are followed.
  private let addsAxes: Bool

  /// The pointer's axes that `EVIOCGABS` is read for.
  private static let pointerAxes = [EvdevCode.x, EvdevCode.y, EvdevCode.pressure]

  /// Follows a panel of unknown axes: each axis is in the state from its first event on.
  ///
  /// - Parameter state: the values to begin with; `nil` for none.
  package init(_ state: EvdevState? = nil) {
    others = state ?? EvdevState()
    slotCount = EvdevDescription.slotLimit
    addsAxes = true
    for code in others.slots.keys where Self.isContactAxis(code) { columns[Self.column(code)] = others.slots.removeValue(forKey: code) }
  }

  /// Follows a panel of known axes: the state always has what the kernel would answer if the device were opened now.
  ///
  /// Axes that the description does not have are not followed.
  ///
  /// - Parameter state: the values to begin with; `nil` for no contact, no button, and axes at 0.
  package init(_ state: EvdevState? = nil, of description: EvdevDescription) {
    slotCount = min(max(Int(description.axes[EvdevCode.slot]?.maximum ?? -1) + 1, 0), EvdevDescription.slotLimit)
    addsAxes = false
    others = EvdevState()
    others.keys = state?.keys ?? []
    switch description.contactProtocol {
    case .lists: break
    case .single:
      for code in Self.pointerAxes where description.axes[code] != nil { others.axes[code] = state?.axes[code] ?? 0 }
    case .slots:
      others.currentSlot = state?.currentSlot ?? 0
      for code in description.axes.keys where Self.isContactAxis(code) {
        let values = state?.slots[code]?.prefix(slotCount) ?? []
        columns[Self.column(code)] = values + Array(repeating: Self.initialValue(of: code), count: slotCount - values.count)
      }
    }
  }

  /// The values after the last event.
  package var state: EvdevState {
    var state = others
    for (index, values) in columns.enumerated() {
      if let values { state.slots[EvdevCode.touchMajor + UInt16(index)] = values }
    }
    return state
  }

  /// The slot that events of contacts belong to.
  package var currentSlot: Int32 { others.currentSlot }

  /// The values of a contact axis by slot; none for an axis that is not in the state.
  package func values(of code: UInt16) -> [Int32] {
    Self.isContactAxis(code) ? columns[Self.column(code)] ?? [] : others.slots[code] ?? []
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
      if value == 0 { others.keys.remove(code) } else { others.keys.insert(code) }
    case EvdevCode.absolute where code == EvdevCode.slot:
      if slotCount > 0 { others.currentSlot = value }
    case EvdevCode.absolute where Self.isContactAxis(code):
      let slot = Int(others.currentSlot)
      guard (0..<slotCount).contains(slot) else { return }
      if addsAxes { addSlots(upTo: slot, of: code) }
      columns[Self.column(code)]?[slot] = value
    case EvdevCode.absolute where addsAxes || others.axes[code] != nil: others.axes[code] = value
    default: break
    }
  }

  /// Whether a contact or a button is down.
  package var isTouched: Bool {
    !others.keys.isEmpty || hasContact
  }

  /// Whether a slot has a contact.
  package var hasContact: Bool { columns[Self.column(EvdevCode.trackingID)]?.contains { $0 >= 0 } ?? false }

  private mutating func addSlots(upTo slot: Int, of code: UInt16) {
    let column = Self.column(code)
    let count = columns[column]?.count ?? 0
    guard count <= slot else { return }
    let added = Array(repeating: Self.initialValue(of: code), count: slot + 1 - count)
    columns[column] = (columns[column] ?? []) + added
  }

  private static func column(_ code: UInt16) -> Int { Int(code - EvdevCode.touchMajor) }

  /// The value of a contact axis before its first event: no contact for the tracking id, 0 for the rest.
  private static func initialValue(of code: UInt16) -> Int32 { code == EvdevCode.trackingID ? -1 : 0 }

  /// Whether an axis has a value for each slot: `ABS_MT_TOUCH_MAJOR` to `ABS_MT_TOOL_Y`.
  private static func isContactAxis(_ code: UInt16) -> Bool { (EvdevCode.touchMajor...EvdevCode.lastContactAxis).contains(code) }
}
