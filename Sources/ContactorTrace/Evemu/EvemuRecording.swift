public import ContactorCore

/// An evemu recording: the panel's description, where the file holds one, and its events.
public struct EvemuRecording: Hashable, Sendable {
  /// The panel (`N:`, `I:`, `P:`, `B:` and `A:` lines); `nil` for a file of events only.
  public var description: EvdevDescription?
  /// What the panel sent (`E:` lines).
  public var events: [EvdevEvent]

  /// Creates a recording.
  public init(description: EvdevDescription?, events: [EvdevEvent]) {
    self.description = description
    self.events = events
  }

  /// The description, or, for a file of events only, one made from what the events name.
  ///
  /// Its axes reach from the smallest to the largest value seen; slots, as many as the kernel's drivers have.
  public var impliedDescription: EvdevDescription {
    if let description { return description }
    var implied = EvdevDescription(name: "")
    for event in events {
      guard event.type != EvdevCode.synchronization else { continue }
      guard event.type == EvdevCode.absolute else {
        implied.codes[event.type, default: []].insert(event.code)
        continue
      }
      let known = implied.axes[event.code]
      implied.axes[event.code] = EvdevAxis(
        min(known?.minimum ?? event.value, event.value), max(known?.maximum ?? event.value, event.value))
    }
    let lists = events.contains { $0.type == EvdevCode.synchronization && $0.code == EvdevCode.contactReport }
    if implied.axes[EvdevCode.slot] != nil || (implied.axes[EvdevCode.trackingID] != nil && !lists) {
      implied.axes[EvdevCode.slot] = EvdevAxis(0, 63)
    }
    return implied
  }
}
