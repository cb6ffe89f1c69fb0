public import ContactorCore
public import ContactorEvdev

/// Guesses the descriptions of devices from their events, for recordings without descriptions, and completes those that lack axes.
///
/// An axis ranges from 0, or the smallest value below, to the largest value seen: places are then too far to the right and down, as the last
/// column and row were not touched. A panel with slots has 64. A panel is a touchscreen, whose contacts are on the screen itself, unless its
/// buttons say that it is something else.
public struct DescriptionGuess: TraceSink {
  private var guesses: [DeviceID: EvdevDescription] = [:]
  private var listing: Set<DeviceID> = []
  /// The devices whose first `BTN_TOUCH` says that a finger is down.
  private var touched: Set<DeviceID> = []
  private var descriptions: [DeviceID: EvdevDescription] = [:]

  /// Creates a guess without devices.
  public init() {}

  /// The devices whose description the recording holds.
  public var described: Set<DeviceID> { Set(descriptions.keys) }

  /// Notes the codes and values of events.
  public mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) throws(TraceError) {
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
      guess.axes[event.code] = EvdevAxis(min(known?.minimum ?? 0, event.value), max(known?.maximum ?? 1, event.value))
    default:
      if event.type == EvdevCode.key, event.code == EvdevCode.touch, event.value != 0, !guess.hasKey(event.code) { touched.insert(device) }
      guess.codes[event.type, default: []].insert(event.code)
    }
  }

  /// Notes the devices that the recording describes, before their events or behind them.
  public mutating func take(_ record: TraceRecord) throws(TraceError) {
    if case .device(let device, _) = record, let description = device.description { descriptions[device.id] = description }
  }

  /// Does nothing.
  public mutating func finish() throws(TraceError) {}

  /// The description of a device, guessed if the recording has none; without codes and axes for a device without events.
  public func description(of device: DeviceID) -> EvdevDescription {
    guard var known = descriptions[device] else { return guessed(device) }
    for code in missingAxes(of: device) { known.axes[code] = guessed(device).axes[code] }
    return known
  }

  /// Of the described touchscreens with both axes, that with the smallest number.
  var firstTouchscreen: EvdevDescription? {
    descriptions.filter { DeviceClass($0.value) == .touchscreen && $0.value.horizontal?.extent != nil && $0.value.vertical?.extent != nil }
      .min { $0.key.rawValue < $1.key.rawValue }?.value
  }

  /// The axes of a described device that its description lacks though it has events of them: the head of the recording was cut.
  func missingAxes(of device: DeviceID) -> [UInt16] {
    guard let known = descriptions[device], let guess = guesses[device] else { return [] }
    return guess.axes.keys.filter { known.axes[$0] == nil }.sorted()
  }

  /// Whether the first `BTN_TOUCH` of a device begins a touch; `false` for the end of one, and for a device without such an event.
  func beginsWithTouch(_ device: DeviceID) -> Bool { touched.contains(device) }

  /// Whether a device has no description in the recording, or only one behind its events.
  func isGuessed(_ device: DeviceID) -> Bool { descriptions[device] == nil }

  private func guessed(_ device: DeviceID) -> EvdevDescription {
    var guess = guesses[device] ?? EvdevDescription(name: "")
    let hasSlots = guess.axes[EvdevCode.slot] != nil
    if hasSlots || (guess.axes[EvdevCode.trackingID] != nil && !listing.contains(device)) {
      guess.axes[EvdevCode.slot] = EvdevAxis(0, 63)
      guess.axes[EvdevCode.trackingID] = EvdevAxis(0, 65535)
    }
    guard guess.horizontal != nil, guess.vertical != nil else { return guess }
    let buttons: [UInt16] = [EvdevCode.leftButton, EvdevCode.pen, EvdevCode.fingerTool]
    if !buttons.contains(where: guess.hasKey) {
      guess.properties = [EvdevCode.direct]
      guess.codes[EvdevCode.key, default: []].insert(EvdevCode.touch)
    }
    return guess
  }
}

extension DescriptionGuess {
  /// Reads a file whose format may lack descriptions; `nil` for other formats and for a file that describes its devices.
  ///
  /// - Throws: `TraceError`.
  public static func reading(_ path: String) throws(TraceError) -> DescriptionGuess? {
    var reader = try TraceReader(path: path)
    // The recording is read twice, so it must be a file of known size.
    guard reader.size != nil, TraceFileFormat.withoutDescriptions.contains(reader.format) else { return nil }
    let endsAtDescription = reader.format == .evemu || reader.format == .libinput
    let (guess, isWhole) = try read(&reader) { endsAtDescription && !$0.described.isEmpty }
    // A description at the beginning makes a guess unnecessary.
    return isWhole ? guess : nil
  }

  /// Reads a recording until the guess has enough, or to its end.
  ///
  /// - Returns: the guess, and whether the end was reached.
  static func read(
    _ reader: inout TraceReader<FileSource>, until hasEnough: (DescriptionGuess) -> Bool
  ) throws(TraceError) -> (guess: DescriptionGuess, isWhole: Bool) {
    var sink = Self.sink()
    var hasMore = true
    while hasMore {
      hasMore = try reader.readNext(into: &sink)
      if let guess = sink as? DescriptionGuess, hasEnough(guess) { return (guess, false) }
    }
    return (sink as? DescriptionGuess ?? DescriptionGuess(), true)
  }

  /// A guess whose type the compiler does not see: for a sink of a known type it compiles every reader once more, 120 kilobytes.
  @inline(never)
  private static func sink() -> any TraceSink { DescriptionGuess() }
}
