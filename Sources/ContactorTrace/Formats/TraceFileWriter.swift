public import ContactorCore
public import ContactorEvdev

/// Writes a recording in any of the formats that can be written.
public struct TraceFileWriter<Output: ByteSink>: TraceSink {
  // One of these is not nil; it is used in place, because a copy would copy its buffers.
  private var contactor: TraceWriter<Output>?
  private var libinput: LibinputWriter<Output>?
  private var evemu: EvemuWriter<Output>?
  private var jsonl: JSONLinesWriter<Output>?

  /// Begins a recording.
  ///
  /// - Parameter deviceCount: how many devices there are; `nil` where that is unknown.
  /// - Throws: `TraceError`: `unsupported` for formats that can only be read.
  public init(_ output: Output, format: TraceFileFormat, deviceCount: Int? = nil) throws(TraceError) {
    switch format {
    case .contactor: contactor = try TraceWriter(output)
    case .libinput: libinput = LibinputWriter(output, deviceCount: deviceCount)
    case .evemu: evemu = EvemuWriter(output)
    case .jsonl: jsonl = JSONLinesWriter(output)
    case .getevent, .evtest, .debugEvents:
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
  }

  /// Ends the recording.
  public mutating func finish() throws(TraceError) {
    try contactor?.finish()
    try libinput?.finish()
    try evemu?.finish()
    try jsonl?.finish()
  }
}
