import ContactorCore
import ContactorInput
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
    var panels: [DeviceID: RecordedPanel] = [:]
    for item in collector.items {
      switch item {
      case .events(let events, let id): panels[id]?.decode(events) { steps.append(.event($0)) }
      case .record(let record):
        if case .device(let device, _) = record, !device.hasFrames, let description = device.description {
          panels[device.id] = RecordedPanel(description, self.layout.pipeline(for: device.device).transform, device.id)
        }
        if let step = ScriptReader.Step(record) { steps.append(step) }
      }
    }
    guard !frames.isEmpty else { throw TraceError(.empty, file: file, message: "no touch in it") }
  }

  /// The contacts of the recording, in the order of time, in points of the layout.
  var frames: [TouchFrame] {
    steps.compactMap { if case .event(.frame(let frame)) = $0 { frame } else { nil } }
  }

  /// A screen as large as the panel at UIKit's density; 800 points wide where its size is not known, and without bounds
  /// where touches are in points already.
  private static func screen(of panel: EvdevDescription?) -> LayoutScreen {
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

/// A panel whose raw events a recording holds.
private final class RecordedPanel {
  private var decoder: EvdevDecoder

  init(_ panel: EvdevDescription, _ map: AffineTransform, _ id: DeviceID) {
    decoder = EvdevDecoder(
      panel, device: id, transform: (panel.normalization ?? .identity).concatenating(map), lossPolicy: .cancelContacts)
  }

  /// Decodes events and hands on what they make.
  func decode(_ events: [EvdevEvent], _ yield: (InputEvent) -> Void) {
    for event in events {
      decoder.handle(event) { yield(.frame($0)) }
      for anomaly in decoder.takeAnomalies() { yield(.anomaly(anomaly)) }
    }
  }
}

extension ScriptReader.Step {
  /// What a session is told of a record; `nil` where it is nothing.
  fileprivate init?(_ record: TraceRecord) {
    switch record {
    case .device(let device, let time): self = .event(.deviceAdded(device.device, at: time))
    case .deviceRemoved(let id, let time): self = .event(.deviceRemoved(id, at: time))
    case .frame(let frame): self = .event(.frame(frame))
    case .anomaly(let anomaly): self = .event(.anomaly(anomaly))
    case .wait(let time): self = .advance(to: time)
    case .state, .note, .damage: return nil
    }
  }
}
