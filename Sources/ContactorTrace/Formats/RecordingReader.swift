internal import Glibc

/// Reads a recording of any format, or all segments of a flight recorder as one recording.
public struct RecordingReader: TraceReading {
  private var rest: ArraySlice<String>
  private var reader: TraceReader<FileSource>
  /// Replaces `reader` for a text that has its devices one after the other.
  private var merged: MergedReader?
  private var finished: Int64 = 0
  private var before: BlockSummary?
  private var guess: DescriptionGuess?
  /// How many bytes there are in all, of all segments; `nil` where that is not known, as of a pipe.
  public let size: Int64?

  /// Opens a file, `-` for standard input, or the first of the segments `FILE.000001` … where there is no `FILE`.
  ///
  /// - Throws: `TraceError`.
  public init(path: String) throws(TraceError) {
    let files = RecordingSegments.files(for: path)
    let sizes = files.map(Self.size)
    size = sizes.contains(nil) ? nil : sizes.reduce(0) { $0 + ($1 ?? 0) }
    // Some formats have no descriptions, which are then guessed from the events; a pipe cannot be read twice.
    guess = size == nil ? nil : try DescriptionGuess.reading(files[0])
    reader = try TraceReader(path: files[0])
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
    if let more = try merged?.readNext(into: &sink) { return more }
    guard guess != nil else { return try reader.readNext(into: &sink) }
    var described = DescribedTrace(sink, guess)
    defer { sink = described.output }
    return try reader.readNext(into: &described)
  }

  /// The size of a file; `nil` for anything else.
  private static func size(of path: String) -> Int64? {
    var status = stat()
    guard path != "-", unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_size)
  }
}
