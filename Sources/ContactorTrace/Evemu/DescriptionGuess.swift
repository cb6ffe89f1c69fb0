public import ContactorCore
public import ContactorEvdev

/// Makes descriptions from what events name, for recordings that hold none.
///
/// Axes reach from the smallest to the largest value seen; slots, as many as the kernel's drivers have.
public struct DescriptionGuess: TraceSink {
  private var guesses: [DeviceID: EvdevDescription] = [:]
  private var listing: Set<DeviceID> = []
  /// The devices whose description the recording holds.
  public private(set) var described: Set<DeviceID> = []

  /// Creates a guess from nothing.
  public init() {}

  /// Notes what the events name.
  public mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) throws(TraceError) {
    guard !described.contains(device) else { return }
    var guess = guesses.removeValue(forKey: device) ?? EvdevDescription(name: "")
    for event in events { note(event, device, &guess) }
    guesses[device] = guess
  }

  private mutating func note(_ event: EvdevEvent, _ device: DeviceID, _ guess: inout EvdevDescription) {
    switch event.type {
    case EvdevCode.synchronization:
      if event.code == EvdevCode.contactReport { listing.insert(device) }
    case EvdevCode.absolute:
      let known = guess.axes[event.code]
      guess.axes[event.code] = EvdevAxis(
        min(known?.minimum ?? event.value, event.value), max(known?.maximum ?? event.value, event.value))
    default: guess.codes[event.type, default: []].insert(event.code)
    }
  }

  /// Notes the devices that need no guess.
  public mutating func take(_ record: TraceRecord) throws(TraceError) {
    if case .device(let device, _) = record, device.description != nil { described.insert(device.id) }
  }

  /// Does nothing.
  public mutating func finish() throws(TraceError) {}

  /// The description of a device; empty where it sent nothing.
  public func description(of device: DeviceID) -> EvdevDescription {
    var guess = guesses[device] ?? EvdevDescription(name: "")
    let hasSlots = guess.axes[EvdevCode.slot] != nil
    if hasSlots || (guess.axes[EvdevCode.trackingID] != nil && !listing.contains(device)) {
      guess.axes[EvdevCode.slot] = EvdevAxis(0, 63)
    }
    return guess
  }
}
