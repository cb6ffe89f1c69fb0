public import ContactorCore
import ContactorEvdev
public import ContactorLayout
public import ContactorTrace

/// Where a recording is read from.
enum RecordingOrigin {
  /// A file, the first part of a flight recorder's segments, or `-` for standard input.
  case file(String, ReadingOptions)
  /// Text, with a name for messages.
  case text(String, name: String)

  var name: String {
    switch self {
    case .file(let path, _): path
    case .text(_, let name): name
    }
  }

  /// Reads everything into a sink, or until the sink has enough.
  ///
  /// - Returns: sentences on how it was understood.
  @discardableResult
  func read<Sink: TraceSink>(into sink: inout Sink, until isEnough: (Sink) -> Bool = { _ in false }) throws(TraceError) -> [String] {
    switch self {
    case .file(let path, let options):
      var reader = try RecordingReader(path: path, options)
      while !isEnough(sink), try reader.readNext(into: &sink) {}
      return reader.findings
    case .text(let text, let name):
      var reader = try TraceReader(MemorySource(text, name: name))
      while !isEnough(sink), try reader.readNext(into: &sink) {}
      return reader.remarks
    }
  }
}

/// Findings on a recording as it was played.
final class RecordingNotes {
  fileprivate(set) var findings: [String] = []
  fileprivate(set) var damage: [TraceDamage] = []
  fileprivate static let limit = 1000
}

/// Plays a recording as steps for a session, one at a time, on a layout or on a screen like the recorded panel.
///
/// Without a layout the first panel that is described decides how large the screen is. A file is read twice for that; of
/// standard input only the panels count that come before the first touch.
struct RecordedSteps {
  private let origin: RecordingOrigin
  /// The findings as it is played.
  let notes = RecordingNotes()
  /// The layout that is played on; `nil` as long as only standard input knows it.
  private let layout: Layout?

  /// Prepares a recording.
  ///
  /// - Parameter layout: what is touched; `nil` for an empty screen with the usual gestures.
  /// - Throws: `TraceError` if it has to be read for its panel and cannot be.
  init(_ origin: RecordingOrigin, layout: Layout?) throws(TraceError) {
    self.origin = origin
    if let layout {
      self.layout = layout
    } else if case .file("-", _) = origin {
      self.layout = nil
    } else {
      var search = PanelSearch()
      try origin.read(into: &search) { $0.panel != nil }
      self.layout = .usualGestures(on: Self.screen(of: search.panel))
    }
  }

  /// Plays everything.
  ///
  /// - Parameters:
  ///   - open: gets the layout, before the first step.
  ///   - described: gets each description of a panel with the layout, before what follows from it.
  ///   - take: gets the steps.
  /// - Returns: how many frames there were.
  /// - Throws: `TraceError` for what cannot be read, after what comes before it was played.
  @discardableResult
  func play(
    open: @escaping (Layout) -> Void, described: ((TraceDevice, Layout) -> Void)? = nil,
    take: @escaping (ScriptReader.Step) throws(TraceError) -> Void
  ) throws(TraceError) -> Int {
    var sink = StepSink(layout, notes, open: open, described: described, take: take)
    notes.findings = try origin.read(into: &sink)
    try sink.finish()
    guard sink.frameCount > 0 else { throw TraceError(.empty, file: origin.name, message: "no touch in it") }
    return sink.frameCount
  }

  /// A screen as large as the panel at UIKit's density; 800 points wide where its size is not known, and without bounds
  /// where touches are in points already.
  static func screen(of panel: EvdevDescription?) -> LayoutScreen {
    guard let panel else { return LayoutScreen(size: Size(width: 1e6, height: 1e6)) }
    let density = Tuning().pointsPerMillimetre
    if let size = panel.millimetres, size.width > 0, size.height > 0 {
      return LayoutScreen(
        size: Size(width: size.width * density, height: size.height * density), millimetres: size)
    }
    let ratio = (panel.vertical?.extent ?? 1) / (panel.horizontal?.extent ?? 1)
    return LayoutScreen(size: Size(width: 800, height: min(max(800 * ratio, 100), 8000)))
  }
}

/// Looks for the first panel that says what it is and whose raw events were recorded.
private struct PanelSearch: TraceSink {
  private(set) var panel: EvdevDescription?

  mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) throws(TraceError) {}

  mutating func take(_ record: TraceRecord) throws(TraceError) {
    if panel == nil, case .device(let device, _) = record, !device.hasFrames { panel = device.description }
  }

  mutating func finish() throws(TraceError) {}
}

/// Hands on what a player makes of a recording, as soon as the layout is known.
private struct StepSink: TraceSink {
  private let open: (Layout) -> Void
  private let described: ((TraceDevice, Layout) -> Void)?
  private let step: (ScriptReader.Step) throws(TraceError) -> Void
  private let notes: RecordingNotes
  private var player: TracePlayer?
  /// The records before the first touch, until a layout is chosen.
  private var waiting: [TraceRecord] = []
  /// No machine has so many panels.
  private static let limit = 1000

  init(
    _ layout: Layout?, _ notes: RecordingNotes, open: @escaping (Layout) -> Void, described: ((TraceDevice, Layout) -> Void)?,
    take: @escaping (ScriptReader.Step) throws(TraceError) -> Void
  ) {
    self.notes = notes
    self.open = open
    self.described = described
    step = take
    if let layout { begin(layout) }
  }

  var frameCount: Int { player?.frameCount ?? 0 }

  private mutating func begin(_ layout: Layout) {
    open(layout)
    player = TracePlayer(mapping: { Replay.transform(of: $0, on: layout) }, yield: step)
    if let described { player?.described = { described($0, layout) } }
  }

  private mutating func begin() throws(TraceError) {
    guard player == nil else { return }
    var search = PanelSearch()
    for record in waiting { try search.take(record) }
    begin(.usualGestures(on: RecordedSteps.screen(of: search.panel)))
    for record in waiting { try player?.take(record) }
    waiting = []
  }

  mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) throws(TraceError) {
    try begin()
    try unsafe player?.take(events, from: device)
  }

  mutating func take(_ record: TraceRecord) throws(TraceError) {
    if case .damage(let damage) = record, notes.damage.count < RecordingNotes.limit { notes.damage.append(damage) }
    if case .frame = record { try begin() }
    if player == nil, waiting.count < Self.limit { return waiting.append(record) }
    try begin()
    try player?.take(record)
  }

  mutating func finish() throws(TraceError) { try begin() }
}

/// Looks for the first moment of a recording.
private struct FirstMoment: TraceSink {
  private(set) var time: Timestamp?

  mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) throws(TraceError) {
    if time == nil { unsafe time = events.first?.time }
  }

  mutating func take(_ record: TraceRecord) throws(TraceError) { if time == nil { time = record.time } }

  mutating func finish() throws(TraceError) {}
}

/// Cuts shapes out of recordings, as layouts hold them.
public enum StrokeCutting {
  /// The YAML of a stroke gesture whose shape is what was drawn; `nil` if no finger moved.
  ///
  /// - Parameters:
  ///   - path: the recording's file, of any format.
  ///   - options: how to understand it if it does not say so itself.
  ///   - layout: what the panel was mapped by; `nil` for its own proportions.
  ///   - span: the moments between which touches count, by the recording's first moment.
  /// - Returns: the text, and sentences on how the recording was understood.
  public static func snippet(
    path: String, _ options: ReadingOptions = .playing, layout: Layout?, name: String, during span: (Timestamp) -> ClosedRange<Timestamp>
  ) throws(TraceError) -> (text: String?, findings: [String]) {
    let origin = RecordingOrigin.file(path, options)
    var first = FirstMoment()
    if path != "-" { try origin.read(into: &first) { $0.time != nil } }
    let during = span(first.time ?? Timestamp(microseconds: 0))
    let steps = try RecordedSteps(origin, layout: layout)
    let frames = try frames(of: steps, named: path, during: during)
    return (snippet(frames, name: name, during: during), steps.notes.findings)
  }

  /// As many frames make no shape: an hour of drawing.
  static let frameLimit = 500_000

  /// The frames between two moments, in points of the layout; contacts without a place are left out.
  static func frames(
    of origin: RecordingOrigin, layout: Layout?, during span: ClosedRange<Timestamp>
  ) throws(TraceError) -> [TouchFrame] {
    try frames(of: RecordedSteps(origin, layout: layout), named: origin.name, during: span)
  }

  private static func frames(
    of steps: RecordedSteps, named name: String, during span: ClosedRange<Timestamp>
  ) throws(TraceError) -> [TouchFrame] {
    var frames: [TouchFrame] = []
    try steps.play(open: { _ in }) { (step) throws(TraceError) in
      guard case .event(.frame(var frame)) = step, span.contains(frame.timestamp) else { return }
      guard frames.count < frameLimit else {
        throw TraceError(.unsupported, file: name, message: "too long for one shape; choose a part with --from and --to")
      }
      frame.contacts.removeAll { !$0.location.isFinite }
      frames.append(frame)
    }
    return frames
  }

  static func snippet(
    _ frames: [TouchFrame], name: String, during span: ClosedRange<Timestamp>
  ) -> String? {
    guard let template = StrokeTemplate(name, cutting: frames, during: span) else { return nil }
    // Quoted as JSON is, which YAML reads.
    var quoted = TextBuffer(capacity: 64)
    quoted.append(quoted: name)
    let id = quoted.string
    return """
      - id: \(id)
        kind: stroke
        points: "\(template.text)"
        on: {recognized: {emit: \(id)}}

      """
  }
}
