import ContactorCore
import ContactorEvdev
import ContactorLayout
import ContactorTrace

/// A recording as steps for a session, with the layout that it is to be replayed on.
struct RecordedSteps {
  private(set) var steps: [ScriptReader.Step] = []
  /// The given layout, or an empty screen with the usual gestures.
  let layout: Layout

  /// Reads a recording of any format from a file.
  init(path: String, layout: Layout?) throws(TraceError) {
    var reader = try TraceReader(path: path)
    try self.init(&reader, file: path, layout: layout)
  }

  /// Reads a recording of any format that is text.
  init(_ text: String, file: String, layout: Layout?) throws(TraceError) {
    var reader = try TraceReader(MemorySource(text, name: file))
    try self.init(&reader, file: file, layout: layout)
  }

  private init(
    _ reader: inout TraceReader<some ByteSource>, file: String, layout: Layout?
  ) throws(TraceError) {
    var collector = TraceCollector()
    try reader.readAll(into: &collector)
    let panel = collector.devices.first { !$0.hasFrames && $0.description != nil }
    self.layout = layout ?? .usualGestures(on: Self.screen(of: panel?.description))
    steps = try Self.steps(of: collector, on: self.layout)
    guard !frames.isEmpty else { throw TraceError(.empty, file: file, message: "no touch in it") }
  }

  private static func steps(of collector: TraceCollector, on layout: Layout) throws(TraceError) -> [ScriptReader.Step] {
    let list = StepList()
    var player = TracePlayer(mapping: { Replay.transform(of: $0, on: layout) }) {
      (step) throws(TraceError) in list.steps.append(step)
    }
    for item in collector.items { try player.take(item) }
    return list.steps
  }

  /// The contacts of the recording, in the order of time, in points of the layout.
  var frames: [TouchFrame] {
    steps.compactMap { if case .event(.frame(let frame)) = $0 { frame } else { nil } }
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

/// What a player has handed on.
private final class StepList {
  var steps: [ScriptReader.Step] = []
}
