public import ContactorCore
public import ContactorEvdev

/// Writes a recording in any of the formats that can be written.
public struct TraceFileWriter<Output: ByteSink>: TraceSink {
  private let writers = FormatWriters<Output>()
  /// The devices whose state was introduced by events, in the formats that have no states.
  private var introduced: Set<DeviceID> = []

  /// Begins a recording.
  ///
  /// - Parameter deviceCount: how many devices there are; `nil` if that is unknown.
  /// - Throws: `TraceError`: `unsupported` for formats that can only be read.
  public init(_ output: Output, format: TraceFileFormat, deviceCount: Int? = nil) throws(TraceError) {
    switch format {
    case .contactor: writers.contactor = try TraceWriter(output)
    case .libinput: writers.libinput = LibinputWriter(output, deviceCount: deviceCount)
    case .evemu: writers.evemu = EvemuWriter(output)
    case .jsonl: writers.jsonl = JSONLinesWriter(output)
    case .getevent, .evtest, .pythonEvdev, .tslib, .evbug, .debugEvents:
      throw TraceError(.unsupported, file: format.rawValue, message: "this format can only be read")
    }
  }

  /// The output.
  public var sink: Output? { writers.contactor?.sink ?? writers.libinput?.sink ?? writers.evemu?.sink ?? writers.jsonl?.sink }

  /// Takes raw events.
  public mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) throws(TraceError) {
    unsafe try writers.contactor?.take(events, from: device)
    unsafe try writers.libinput?.take(events, from: device)
    unsafe try writers.evemu?.take(events, from: device)
    unsafe try writers.jsonl?.take(events, from: device)
  }

  /// Takes anything else.
  public mutating func take(_ record: TraceRecord) throws(TraceError) {
    try writers.contactor?.take(record)
    try writers.libinput?.take(record)
    try writers.evemu?.take(record)
    try writers.jsonl?.take(record)
    if writers.contactor == nil { try introduce(record) }
  }

  /// Writes the contacts that are down as a device is described as events: the format holds nothing else.
  private mutating func introduce(_ record: TraceRecord) throws(TraceError) {
    switch record {
    case .device(let device, let time):
      guard introduced.insert(device.id).inserted, let state = device.state else { return }
      let events = StateIntroduction.events(of: state, at: time)
      if !events.isEmpty { try take(events, from: device.id) }
    case .deviceRemoved(let id, _): introduced.remove(id)
    default: return
    }
  }

  /// Ends the recording.
  public mutating func finish() throws(TraceError) {
    try writers.contactor?.finish()
    try writers.libinput?.finish()
    try writers.evemu?.finish()
    try writers.jsonl?.finish()
  }
}

/// The writer of the recording's format; the others are `nil`.
///
/// A class: copies of a structure with four writers would be 20 kilobytes of code.
private final class FormatWriters<Output: ByteSink> {
  // Written in place, because a copy would copy buffers.
  var contactor: TraceWriter<Output>?
  var libinput: LibinputWriter<Output>?
  var evemu: EvemuWriter<Output>?
  var jsonl: JSONLinesWriter<Output>?
}
