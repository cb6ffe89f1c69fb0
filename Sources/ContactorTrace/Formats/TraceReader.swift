internal import ContactorCore
public import ContactorEvdev

/// Reads a recording of any format, detected from the beginning of the file, never from its name.
public struct TraceReader<Source: ByteSource>: TraceReading {
  /// The recording's format.
  public let format: TraceFileFormat
  // One of these is not nil; it is read in place, because a copy would copy its buffers.
  private var contactor: ContactorReader<Source>?
  private var libinput: TextReader<Source, LibinputParser>?
  private var evemu: TextReader<Source, EvemuParser>?
  private var getevent: TextReader<Source, GeteventParser>?
  private var evtest: TextReader<Source, EvtestParser>?
  private var debugEvents: TextReader<Source, DebugEventsParser>?
  private var jsonl: TextReader<Source, ScriptParser>?
  private let window: ByteWindow<Source>

  /// Detects the format of a source.
  ///
  /// - Parameter description: the panel's description, for evemu files that hold only events.
  /// - Throws: `TraceError`: `unknownFormat`, `empty` for a file without a byte, and the source's errors.
  public init(_ source: Source, description: EvdevDescription? = nil) throws(TraceError) {
    window = ByteWindow(source)
    _ = try window.fill(1 << 14)
    let start = unsafe UnsafeRawBufferPointer(rebasing: window.bytes.prefix(1 << 14))
    guard let format = unsafe TraceFileFormat.detect(start) else { throw unsafe Self.unknown(start, window.name) }
    self.format = format
    // Detection skips a byte order mark, and the parsers of text do not know it.
    if format != .contactor, unsafe start.starts(with: "\u{feff}".utf8) { window.consume(3) }
    switch format {
    case .contactor: contactor = ContactorReader(window)
    case .libinput: libinput = TextReader(window, LibinputParser())
    case .evemu: evemu = TextReader(window, EvemuParser(description))
    case .getevent: getevent = TextReader(window, GeteventParser())
    case .evtest: evtest = TextReader(window, EvtestParser())
    case .debugEvents: debugEvents = TextReader(window, DebugEventsParser())
    case .jsonl: jsonl = TextReader(window, ScriptParser())
    }
  }

  private static func unknown(_ start: UnsafeRawBufferPointer, _ name: String) -> TraceError {
    guard unsafe !start.isEmpty else { return TraceError(.empty, file: name, message: "the file is empty") }
    let found: String
    if unsafe start.starts(with: [0x1f, 0x8b]) || start.starts(with: [0x28, 0xb5, 0x2f, 0xfd]) || start.starts(with: [0xfd, 0x37, 0x7a]) {
      found = "it is compressed; decompress it first"
    } else {
      found = "known are contactor's own, libinput record, libinput debug-events, evemu, getevent -t, evtest and JSON lines"
    }
    return TraceError(.unknownFormat, file: name, message: "this is no recording that is known here; \(found)")
  }

  /// How many bytes have been read.
  public var offset: Int64 { window.offset }

  /// How many bytes the source has; `nil` where that is unknown.
  public var size: Int64? { window.size }

  /// The summary of the blocks of Contactor's own format; `nil` for other formats.
  public var summary: BlockSummary? {
    contactor?.summary
  }

  /// Whether the recording has several devices one after the other, not in the order of their times.
  var hasSeparateDevices: Bool {
    unsafe format == .libinput && LibinputSections.statedCount(UnsafeRawBufferPointer(rebasing: window.bytes.prefix(1 << 12))) > 1
  }

  /// Reads the next piece into the sink.
  public mutating func readNext(into sink: inout some TraceSink) throws(TraceError) -> Bool {
    if let more = try contactor?.readNext(into: &sink) { return more }
    if let more = try libinput?.readNext(into: &sink) { return more }
    if let more = try evemu?.readNext(into: &sink) { return more }
    if let more = try getevent?.readNext(into: &sink) { return more }
    if let more = try evtest?.readNext(into: &sink) { return more }
    if let more = try debugEvents?.readNext(into: &sink) { return more }
    return try jsonl?.readNext(into: &sink) ?? false
  }
}

extension TraceReader where Source == FileSource {
  /// Opens a file, `-` for standard input.
  ///
  /// An evemu file that holds only events gets the description in the same folder: `panel.desc`, `panel.prop` or
  /// `panel.device` for `panel.events`, `panel.tap.events` and the like.
  ///
  /// - Throws: `TraceError`.
  public init(path: String) throws(TraceError) {
    try self.init(FileSource(path: path), description: Self.description(beside: path))
  }

  private static func description(beside path: String) throws(TraceError) -> EvdevDescription? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard path != "-", var name = parts.last else { return nil }
    let folder = parts.dropLast().map { $0 + "/" }.joined()
    while let dot = name.lastIndex(of: ".") {
      name = name[..<dot]
      for ending in ["desc", "prop", "device"] {
        let candidate = folder + name + "." + ending
        guard candidate != path, isReadable(candidate) else { continue }
        var reader = try TraceReader(FileSource(path: candidate))
        guard reader.format == .evemu else { continue }
        var collector = TraceCollector()
        try reader.readAll(into: &collector)
        if let description = collector.devices.last?.description { return description }
      }
    }
    return nil
  }
}
