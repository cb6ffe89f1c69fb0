internal import ContactorCore
import ContactorEvdev

/// The state of a panel as the frame that leads to it from nothing, for formats that hold only events: a part of a recording may begin while
/// contacts are down.
enum StateIntroduction {
  /// The events of a frame that begins the contacts and presses the buttons of a state; none for a state without them.
  static func events(of state: EvdevState, at time: Timestamp) -> [EvdevEvent] {
    var events: [EvdevEvent] = []
    func add(_ code: UInt16, _ value: Int32, type: UInt16 = EvdevCode.absolute) {
      events.append(EvdevEvent(at: time, type: type, code: code, value: value))
    }
    var slot: Int32 = 0
    let ids = state.slots[EvdevCode.trackingID] ?? []
    for (index, id) in ids.enumerated() where id >= 0 {
      slot = Int32(index)
      add(EvdevCode.slot, slot)
      add(EvdevCode.trackingID, id)
      for (code, values) in state.slots.sorted(by: { $0.key < $1.key }) where code != EvdevCode.trackingID && index < values.count {
        add(code, values[index])
      }
    }
    if state.currentSlot != slot { add(EvdevCode.slot, state.currentSlot) }
    for key in state.keys.sorted() { add(key, 1, type: EvdevCode.key) }
    if !ids.contains(where: { $0 >= 0 }), state.keys.isEmpty, events.isEmpty { return [] }
    for (code, value) in state.axes.sorted(by: { $0.key < $1.key }) { add(code, value) }
    add(EvdevCode.report, 0, type: EvdevCode.synchronization)
    return events
  }
}
