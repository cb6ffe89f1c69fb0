public import ContactorCore
public import ContactorEvdev

/// Hands on a recording with the descriptions that it lacks, made from its own events by a first reading.
public struct DescribedTrace<Output: TraceSink>: TraceSink {
  /// What receives the recording.
  public private(set) var output: Output
  private let guess: DescriptionGuess?

  /// Creates a filter.
  ///
  /// - Parameter guess: what a first reading gave; without one nothing is added.
  public init(_ output: Output, _ guess: DescriptionGuess?) {
    self.output = output
    self.guess = guess
  }

  /// Hands on the events.
  public mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) throws(TraceError) {
    try output.take(events, from: device)
  }

  /// Hands on the record; a device with what its events say of it.
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
  /// Reads a file for what its devices are, where its format may leave that out; `nil` where there is nothing to do.
  ///
  /// - Throws: `TraceError`.
  public static func reading(_ path: String) throws(TraceError) -> DescriptionGuess? {
    var reader = try TraceReader(path: path)
    // What is read twice must be a file.
    guard reader.size != nil, [.evemu, .getevent, .evtest].contains(reader.format) else { return nil }
    var guess = DescriptionGuess()
    while try reader.readNext(into: &guess) {
      // Described at the beginning: there is nothing to guess.
      if !guess.described.isEmpty, reader.format == .evemu { return nil }
    }
    return guess
  }
}
