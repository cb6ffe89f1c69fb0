internal import ContactorCore
import ContactorEvdev

/// Follows what a panel's axes and contacts are, as the kernel does, from its raw events.
struct StateTracker {
  private(set) var state: EvdevState

  init(_ state: EvdevState? = nil) {
    self.state = state ?? EvdevState()
  }

  mutating func take(_ event: EvdevEvent) {
    switch event.type {
    case EvdevCode.key:
      if event.value == 0 { state.keys.remove(event.code) } else { state.keys.insert(event.code) }
    case EvdevCode.absolute where event.code == EvdevCode.slot: state.currentSlot = event.value
    case EvdevCode.absolute where event.code > EvdevCode.slot && event.code <= 0x3d:
      guard let slot = Int(exactly: state.currentSlot), (0..<256).contains(slot) else { return }
      let missing: Int32 = event.code == EvdevCode.trackingID ? -1 : 0
      var values = state.slots[event.code] ?? []
      while values.count <= slot { values.append(missing) }
      values[slot] = event.value
      state.slots[event.code] = values
    case EvdevCode.absolute: state.axes[event.code] = event.value
    default: break
    }
  }
}
