public import ContactorCore
public import ContactorEvdev

/// Writes a recording in any of the formats that can be written.
public struct TraceFileWriter<Output: ByteSink>: TraceSink {
  // One of these is not nil; it is used in place, because a copy would copy its buffers.
  private var contactor: TraceWriter<Output>?
  private var libinput: LibinputWriter<Output>?
  private var evemu: EvemuWriter<Output>?
  private var jsonl: JSONLinesWriter<Output>?
  /// The devices whose state was introduced by events, in the formats that have no states.
  private var introduced: Set<DeviceID> = []

  /// Begins a recording.
  ///
  /// - Parameter deviceCount: how many devices there are; `nil` if that is unknown.
  /// - Throws: `TraceError`: `unsupported` for formats that can only be read.
  public init(_ output: Output, format: TraceFileFormat, deviceCount: Int? = nil) throws(TraceError) {
    switch format {
    case .contactor: contactor = try TraceWriter(output)
    case .libinput: libinput = LibinputWriter(output, deviceCount: deviceCount)
    case .evemu: evemu = EvemuWriter(output)
    case .jsonl: jsonl = JSONLinesWriter(output)
    case .getevent, .evtest, .pythonEvdev, .tslib, .evbug, .debugEvents:
      throw TraceError(.unsupported, file: format.rawValue, message: "this format can only be read")
    }
  }

  /// The output.
  public var sink: Output? { contactor?.sink ?? libinput?.sink ?? evemu?.sink ?? jsonl?.sink }

  /// Takes raw events.
  public mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) throws(TraceError) {
    unsafe try contactor?.take(events, from: device)
    unsafe try libinput?.take(events, from: device)
    unsafe try evemu?.take(events, from: device)
    unsafe try jsonl?.take(events, from: device)
  }

  /// Takes anything else.
  public mutating func take(_ record: TraceRecord) throws(TraceError) {
    try contactor?.take(record)
    try libinput?.take(record)
    try evemu?.take(record)
    try jsonl?.take(record)
    if contactor == nil { try introduce(record) }
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
    try contactor?.finish()
    try libinput?.finish()
    try evemu?.finish()
    try jsonl?.finish()
  }
}
