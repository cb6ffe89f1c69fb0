import ContactorCore
public import ContactorLayout
public import ContactorTrace

/// A recording and what the engine makes of it, as an interactive page or as a still picture.
///
/// Both are self-contained: no network, no fonts, no other files. A long recording is kept within limits: paths are thinned
/// out, and touches after the first 50,000 and events after the first 200,000 are left out; `remarks` say so.
public struct Report {
  /// The kinds of files of a report.
  public enum Kind: Hashable, Sendable {
    /// A page with a timeline to scrub through.
    case page
    /// A drawing in SVG.
    case still

    /// The kind by a file name's extension, `.html`, `.htm` or `.svg`; `nil` for any other.
    public init?(path: String) {
      let name = path.lowercased()
      if name.hasSuffix(".html") || name.hasSuffix(".htm") {
        self = .page
      } else if name.hasSuffix(".svg") {
        self = .still
      } else {
        return nil
      }
    }
  }

  let collector: ReportCollector
  /// The recording's name: the last part of its path.
  let name: String
  let format: TraceFileFormat?
  let frameCount: Int
  let summary: BlockSummary?
  /// Sentences on how the recording was understood, and on all that was passed over.
  public let findings: [String]
  /// The earliest time that the report shows, in microseconds of the recording's clock.
  let start: Int64
  /// The latest time that the report shows.
  let end: Int64

  /// Plays a recording of any format; `-` is standard input, and a flight recorder's segments are read as one.
  ///
  /// - Parameters:
  ///   - path: the recording's file.
  ///   - options: how to understand it if it does not say so itself.
  ///   - layout: the layout to play on; `nil` for an empty screen with the usual gestures.
  ///   - progress: called between pieces with how many bytes have been read, and how many there are if that is known.
  /// - Throws: `TraceError` for what cannot be read, `empty` if nothing was touched.
  /// - Complexity: the time that the engine takes for the recording; memory within limits, about 60 MB.
  public init(
    path: String, _ options: ReadingOptions = .playing, layout: Layout?, progress: (Int64, Int64?) -> Void = { _, _ in }
  ) throws(TraceError) {
    var reader = try RecordingReader(path: path, options)
    let size = reader.size
    let collector = ReportCollector(layout, limits: ReportLimits())
    let frames = try Self.collect(&reader, collector, file: path) { progress($0, size) }
    let name = path == "-" ? "standard input" : path.split(separator: "/").last.map(String.init) ?? path
    self.init(collector, name: name, format: reader.format, frames: frames, summary: reader.summary, findings: reader.findings)
  }

  /// Plays a recording that is text.
  init(_ text: String, file: String, layout: Layout?, limits: ReportLimits = ReportLimits()) throws(TraceError) {
    var reader = try TraceReader(MemorySource(text, name: file))
    let collector = ReportCollector(layout, limits: limits)
    let frames = try Self.collect(&reader, collector, file: file) { _ in }
    self.init(collector, name: file, format: reader.format, frames: frames, summary: reader.summary, findings: reader.remarks)
  }

  private init(
    _ collector: ReportCollector, name: String, format: TraceFileFormat?, frames: Int, summary: BlockSummary?, findings: [String]
  ) {
    self.findings = findings
    self.collector = collector
    self.name = name
    self.format = format
    self.summary = summary
    frameCount = frames
    let firsts = collector.touches.map(\.start) + collector.events.compactMap(\.moment) + (collector.first.map { [$0.inReport] } ?? [])
    start = firsts.min() ?? 0
    end = (collector.touches.map(\.last) + collector.events.map(\.until)).max() ?? start
  }

  private static func collect(
    _ reader: inout some TraceReading, _ collector: ReportCollector, file: String, _ progress: (Int64) -> Void
  ) throws(TraceError) -> Int {
    var sink = ReportSink(collector)
    while try reader.readNext(into: &sink) { progress(reader.offset) }
    collector.finish()
    guard !collector.touches.isEmpty else { throw TraceError(.empty, file: file, message: "no touch in it") }
    collector.thin(to: collector.limits.samples)
    return sink.player.frameCount
  }

  // MARK: What was left out

  /// The parts of the recording that could not be read; of very many, the first thousand.
  public var damage: [TraceDamage] { collector.damage }

  /// How many parts of the recording could not be read.
  public var damageCount: Int { collector.damageCount }

  /// The parts that the report does not show, a sentence each; empty if it shows everything.
  public var remarks: [String] {
    var remarks: [String] = []
    if let cut = collector.cutAt {
      remarks.append(
        "only the first \(collector.touches.count) of \(collector.touchCount) touches and \(collector.events.count) events are "
          + "shown, up to \(clock(cut.inReport)); contactor trace cut takes a part of the recording out")
    }
    if collector.tolerance > 0 {
      // Each round adds its own tolerance to those before.
      remarks.append(
        "paths are thinned out from \(collector.sampleCount) to \(collector.keptSamples) points: they are up to "
          + "\(DecimalText.of(collector.tolerance * 2)) pt off")
    }
    if collector.failuresLeftOut > 0 {
      remarks.append("the last \(collector.failuresLeftOut) failures of gestures are left out")
    }
    let names = collector.names
    if names.leftOut > 0 {
      remarks.append(
        "only \(names.list.count) different names are kept; \(names.leftOut) times another one is shown as \(ReportNames.otherName)")
    }
    if names.shortened > 0 {
      remarks.append("\(names.shortened) \(names.shortened == 1 ? "name is" : "names are") cut off after \(ReportNames.length) bytes")
    }
    if collector.devicesLeftOut > 0 {
      remarks.append("only the first \(collector.devices.count) devices are described; \(collector.devicesLeftOut) times another came")
    }
    if collector.pictureRoom <= 0 { remarks.append("what views show is left out from \(collector.limits.pictures) parts on") }
    return remarks
  }

  var stage: ReportStage {
    let layout =
      collector.layout ?? Layout(file: "", screen: LayoutScreen(size: Size(width: ReportStage.unbounded, height: ReportStage.unbounded)))
    return ReportStage(layout, extents: collector.extents)
  }

  /// A time of the recording's clock, from the report's start, to the millisecond: `12.345`, and `0:01:12.345` from a
  /// minute on.
  func seconds(_ time: Int64) -> String {
    let milliseconds = max(time - start + 500, 0) / 1000
    let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    var text = TextBuffer(capacity: 32)
    if whole < 60 {
      text.append(whole)
    } else {
      text.append(whole / 3600)
      text.append(UInt8(ascii: ":"))
      text.append(whole / 60 % 60, width: 2)
      text.append(UInt8(ascii: ":"))
      text.append(whole % 60, width: 2)
    }
    text.append(UInt8(ascii: "."))
    text.append(rest, width: 3)
    return text.string
  }

  /// The time with a unit below a minute: `12.345 s`, `0:01:12.345`.
  func clock(_ time: Int64) -> String { seconds(time) + (time - start + 500 < 60_000_000 ? " s" : "") }
}
