public import ContactorCore
public import ContactorEvdev

/// Guesses the descriptions of devices from their events, for recordings without descriptions.
///
/// An axis ranges from the smallest to the largest value seen; a panel with slots has 64.
public struct DescriptionGuess: TraceSink {
  private var guesses: [DeviceID: EvdevDescription] = [:]
  private var listing: Set<DeviceID> = []
  /// The devices whose description the recording holds.
  public private(set) var described: Set<DeviceID> = []

  /// Creates a guess without devices.
  public init() {}

  /// Notes the codes and values of events.
  public mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) throws(TraceError) {
    guard !described.contains(device) else { return }
    var guess = guesses.removeValue(forKey: device) ?? EvdevDescription(name: "")
    for index in events.indices { unsafe note(events[index], device, &guess) }
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

  /// Notes the devices that the recording describes.
  public mutating func take(_ record: TraceRecord) throws(TraceError) {
    if case .device(let device, _) = record, device.description != nil { described.insert(device.id) }
  }

  /// Does nothing.
  public mutating func finish() throws(TraceError) {}

  /// The guessed description of a device; without codes and axes for a device without events.
  public func description(of device: DeviceID) -> EvdevDescription {
    var guess = guesses[device] ?? EvdevDescription(name: "")
    let hasSlots = guess.axes[EvdevCode.slot] != nil
    if hasSlots || (guess.axes[EvdevCode.trackingID] != nil && !listing.contains(device)) {
      guess.axes[EvdevCode.slot] = EvdevAxis(0, 63)
    }
    return guess
  }
}

/// Hands on a recording and adds missing descriptions, guessed from its events in a first reading.
public struct DescribedTrace<Output: TraceSink>: TraceSink {
  /// What receives the recording.
  public private(set) var output: Output
  private let guess: DescriptionGuess?

  /// Creates a filter.
  ///
  /// - Parameter guess: the guess of the first reading; `nil` adds nothing.
  public init(_ output: Output, _ guess: DescriptionGuess?) {
    self.output = output
    self.guess = guess
  }

  /// Hands on the events.
  public mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) throws(TraceError) {
    try unsafe output.take(events, from: device)
  }

  /// Hands on the record; a device without description gets the guessed one.
  public mutating func take(_ record: TraceRecord) throws(TraceError) {
    guard case .device(var device, let time) = record, device.description == nil, let guess,
      case let description = guess.description(of: device.id), !description.axes.isEmpty
    else { return try output.take(record) }
    let identity = device.device
    device = TraceDevice(description, id: device.id, node: identity.node)
    device.device.name = identity.name
    device.description?.name = identity.name
    try output.take(.device(device, at: time))
  }

  /// Ends the recording.
  public mutating func finish() throws(TraceError) { try output.finish() }
}

extension DescriptionGuess {
  /// Reads a file whose format may lack descriptions; `nil` for other formats and for a file that describes its devices.
  ///
  /// - Throws: `TraceError`.
  public static func reading(_ path: String) throws(TraceError) -> DescriptionGuess? {
    var reader = try TraceReader(path: path)
    // The recording is read twice, so it must be a file of known size.
    guard reader.size != nil, [.evemu, .getevent, .evtest].contains(reader.format) else { return nil }
    var guess = DescriptionGuess()
    while try reader.readNext(into: &guess) {
      // A description at the beginning makes a guess unnecessary.
      if !guess.described.isEmpty, reader.format == .evemu { return nil }
    }
    return guess
  }
}
