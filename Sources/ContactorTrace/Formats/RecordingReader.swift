internal import Glibc

/// Reads a recording of any format, or all segments of a flight recorder as one recording.
public struct RecordingReader: TraceReading {
  private var rest: ArraySlice<String>
  private var reader: TraceReader<FileSource>
  /// Replaces `reader` for a text that has its devices one after the other.
  private var merged: MergedReader?
  private var finished: Int64 = 0
  private var before: BlockSummary?
  private var filter: RecordingFilter
  /// The remarks of the readers before the present one.
  private var earlierRemarks: [String] = []
  /// How many bytes there are in all, of all segments; `nil` if that is not known, as of a pipe.
  public let size: Int64?

  /// Opens a file, `-` for standard input, or the first of the segments `FILE.000001` … if `FILE` does not exist.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - options: how to understand it if it does not say so itself.
  /// - Throws: `TraceError`.
  public init(path: String, _ options: ReadingOptions = ReadingOptions()) throws(TraceError) {
    let files = RecordingSegments.files(for: path)
    let sizes = files.map(Self.size)
    size = sizes.contains(nil) ? nil : sizes.reduce(0) { $0 + ($1 ?? 0) }
    // Some formats have no descriptions, which are then guessed from the events; a pipe cannot be read twice.
    let guess = size == nil ? nil : try DescriptionGuess.reading(files[0])
    reader = try TraceReader(path: files[0])
    filter = RecordingFilter(options, guess, isPipe: size == nil, reader.format)
    if size != nil, reader.hasSeparateDevices {
      let sections = try LibinputSections.sections(of: files[0])
      if sections.count > 1 { merged = try MergedReader(path: files[0], sections) }
    }
    rest = files.dropFirst()
  }

  /// The format of the file, or of the segment that is being read.
  public var format: TraceFileFormat { reader.format }

  /// The summary of the blocks of all segments in Contactor's own format; `nil` for other formats.
  public var summary: BlockSummary? {
    guard let present = reader.summary, var sum = before else { return reader.summary ?? before }
    sum.add(present)
    return sum
  }

  /// How many bytes have been read, of all segments.
  public var offset: Int64 { finished + (merged?.offset ?? reader.offset) }

  /// Reads the next piece into the sink.
  ///
  /// `libinput record` writes one device after the other; from a file, their frames come in the order of their times.
  /// A segment whose format cannot be detected counts as damage.
  public mutating func readNext(into sink: inout some TraceSink) throws(TraceError) -> Bool {
    if try read(into: &sink) { return true }
    guard let next = rest.popFirst() else { return false }
    finished += merged?.offset ?? reader.offset
    earlierRemarks += reader.remarks
    merged = nil
    before = summary
    do throws(TraceError) {
      reader = try TraceReader(path: next)
    } catch {
      guard error.code == .unknownFormat || error.code == .empty else { throw error }
      try sink.take(.damage(TraceDamage(error.code == .empty ? .unfinished : .corrupt, offset: 0, length: 0)))
    }
    return true
  }

  private mutating func read(into sink: inout some TraceSink) throws(TraceError) -> Bool {
    guard filter.isNeeded else {
      if let more = try merged?.readNext(into: &sink) { return more }
      return try reader.readNext(into: &sink)
    }
    var filtered = FilteredTrace(output: sink, filter: filter)
    defer { (sink, filter) = (filtered.output, filtered.filter) }
    if let more = try merged?.readNext(into: &filtered) { return more }
    return try reader.readNext(into: &filtered)
  }

  /// Sentences on how the recording was understood, and on all that was passed over; complete after the last piece.
  ///
  /// ```swift
  /// try reader.readAll(into: &sink)
  /// for finding in reader.findings { print(finding) }
  /// ```
  public var findings: [String] { filter.findings.sentences + earlierRemarks + reader.remarks }

  /// The size of a file; `nil` for anything else.
  private static func size(of path: String) -> Int64? {
    var status = stat()
    guard path != "-", unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_size)
  }
}
