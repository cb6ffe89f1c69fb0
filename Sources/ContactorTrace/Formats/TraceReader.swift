internal import ContactorCore
public import ContactorEvdev

/// Reads a recording of any format, detected from the beginning of the file, never from its name.
public struct TraceReader<Source: ByteSource>: TraceReading {
  /// The recording's format.
  public let format: TraceFileFormat
  private let readers = FormatReaders<Source>()
  private let window: ByteWindow<Source>

  /// Detects the format of a source.
  ///
  /// - Parameter description: the panel's description, for evemu files that hold only events.
  /// - Throws: `TraceError`: `unknownFormat`, `empty` for a file without a byte, and the source's errors.
  public init(_ source: Source, description: EvdevDescription? = nil) throws(TraceError) {
    window = ByteWindow(source)
    _ = try window.fill(2)
    if let order = unsafe UTF16Order(of: window.bytes) { try window.transcode(order) }
    _ = try window.fill(1 << 14)
    let start = unsafe UnsafeRawBufferPointer(rebasing: window.bytes.prefix(1 << 14))
    // Its lines look like those of evemu.
    let isDeviceDescription = unsafe start.starts(with: "P: /devices/".utf8)
    let pasting = Pasting(of: unsafe Array(start.dropFirst(start.starts(with: "\u{feff}".utf8) ? 3 : 0)))
    guard !isDeviceDescription, let format = unsafe TraceFileFormat.detect(start, pasting.quotation) else {
      throw unsafe Self.unknown(start, window.name)
    }
    self.format = format
    // Detection skips a byte order mark, and the parsers of text do not know it.
    if format != .contactor, unsafe start.starts(with: "\u{feff}".utf8) { window.consume(3) }
    switch format {
    case .contactor: readers.contactor = ContactorReader(window)
    case .libinput: readers.libinput = TextReader(window, LibinputParser(), pasting)
    case .evemu: readers.evemu = TextReader(window, EvemuParser(description), pasting)
    case .getevent: readers.getevent = TextReader(window, GeteventParser(), pasting)
    case .evtest: readers.evtest = TextReader(window, EvtestParser(), pasting)
    case .pythonEvdev: readers.pythonEvdev = TextReader(window, PythonEvdevParser(), pasting)
    case .tslib: readers.tslib = TextReader(window, TslibParser(), pasting)
    case .evbug: readers.evbug = TextReader(window, EvbugParser(), pasting)
    case .debugEvents: readers.debugEvents = TextReader(window, DebugEventsParser(), pasting)
    case .jsonl: readers.jsonl = TextReader(window, ScriptParser(), pasting)
    }
  }

  private static func unknown(_ start: UnsafeRawBufferPointer, _ name: String) -> TraceError {
    guard unsafe !start.isEmpty else { return TraceError(.empty, file: name, message: "the file is empty") }
    let found: String
    if unsafe start.starts(with: [0x1f, 0x8b]) || start.starts(with: [0x28, 0xb5, 0x2f, 0xfd]) || start.starts(with: [0xfd, 0x37, 0x7a]) {
      found = "it is compressed; decompress it first"
    } else if unsafe start.starts(with: "P: /devices/".utf8) {
      found = "it is a device description of umockdev, and has no events"
    } else {
      found =
        "known are contactor's own, libinput record, libinput debug-events, evemu, getevent -t, evtest, python-evdev, ts_print, evbug and "
        + "JSON lines"
    }
    return TraceError(.unknownFormat, file: name, message: "this is no recording that is known here; \(found)")
  }

  /// How many bytes have been read.
  public var offset: Int64 { window.offset }

  /// How many bytes the source has; `nil` if that is unknown.
  public var size: Int64? { window.size }

  /// The summary of the blocks of Contactor's own format; `nil` for other formats.
  public var summary: BlockSummary? {
    readers.contactor?.summary
  }

  /// Whether the recording has several devices one after the other, not in the order of their times.
  var hasSeparateDevices: Bool {
    guard format == .libinput, !window.isTranscoded else { return false }
    return unsafe LibinputSections.statedCount(UnsafeRawBufferPointer(rebasing: window.bytes.prefix(1 << 12))) > 1
  }

  /// Sentences on what was passed over and how the recording was understood, complete after the last piece.
  public var remarks: [String] { readers.remarks }

  /// Reads the next piece into the sink.
  public mutating func readNext(into sink: inout some TraceSink) throws(TraceError) -> Bool { try readers.readNext(into: &sink) }
}

/// The reader of the recording's format; the others are `nil`.
///
/// A class: copies of a structure with ten readers would be 40 kilobytes of code.
private final class FormatReaders<Source: ByteSource> {
  // Read in place, because a copy would copy buffers.
  var contactor: ContactorReader<Source>?
  var libinput: TextReader<Source, LibinputParser>?
  var evemu: TextReader<Source, EvemuParser>?
  var getevent: TextReader<Source, GeteventParser>?
  var evtest: TextReader<Source, EvtestParser>?
  var pythonEvdev: TextReader<Source, PythonEvdevParser>?
  var tslib: TextReader<Source, TslibParser>?
  var evbug: TextReader<Source, EvbugParser>?
  var debugEvents: TextReader<Source, DebugEventsParser>?
  var jsonl: TextReader<Source, ScriptParser>?

  var remarks: [String] {
    libinput?.remarks ?? evemu?.remarks ?? getevent?.remarks ?? evtest?.remarks ?? pythonEvdev?.remarks ?? tslib?.remarks ?? evbug?.remarks
      ?? debugEvents?.remarks ?? jsonl?.remarks ?? []
  }

  func readNext(into sink: inout some TraceSink) throws(TraceError) -> Bool {
    if let more = try contactor?.readNext(into: &sink) { return more }
    if let more = try libinput?.readNext(into: &sink) { return more }
    if let more = try evemu?.readNext(into: &sink) { return more }
    if let more = try getevent?.readNext(into: &sink) { return more }
    if let more = try evtest?.readNext(into: &sink) { return more }
    if let more = try pythonEvdev?.readNext(into: &sink) { return more }
    if let more = try tslib?.readNext(into: &sink) { return more }
    if let more = try evbug?.readNext(into: &sink) { return more }
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
        var evemu = try TraceReader(FileSource(path: candidate)).readers.evemu
        var collector = TraceCollector()
        // Compiled for this one format: a sink of this module has a copy of every reader otherwise, 60 kilobytes.
        try evemu?.readAll(into: &collector)
        if let description = collector.devices.last?.description { return description }
      }
    }
    return nil
  }
}
