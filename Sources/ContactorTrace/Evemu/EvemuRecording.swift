import ContactorCore
public import ContactorEvdev

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
    var guess = DescriptionGuess()
    let id = DeviceID(rawValue: 1)
    try? guess.take(events, from: id)
    return guess.description(of: id)
  }
}
