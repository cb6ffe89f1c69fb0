import ContactorCore
import ContactorInput
import ContactorTrace

/// A recording as steps for a session, with the layout that it is to be replayed on.
struct RecordedSteps {
  let steps: [ScriptReader.Step]
  /// The given layout, or an empty screen with the usual gestures.
  let layout: Layout

  /// Reads a script, a log, or evemu's text; what it is is told from its first line that says something.
  init(_ text: String, file: String, layout: Layout?) throws(TraceError) {
    let first = text.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) && !$0.hasPrefix("#") }
    let isEvemu = text.hasPrefix("# EVEMU") || ["N:", "I:", "P:", "B:", "A:", "E:", "L:", "S:"].contains(first?.prefix(2) ?? "")
    guard isEvemu else {
      steps = try ScriptReader.steps(of: text, file: file)
      self.layout = layout ?? .usualGestures(on: LayoutScreen(size: Size(width: 1e6, height: 1e6)))
      return
    }
    let recording = try EvemuReader.read(text, file: file)
    let panel = recording.impliedDescription
    self.layout = layout ?? .usualGestures(on: Self.screen(of: panel))
    steps = Self.steps(of: recording, panel, on: self.layout)
  }

  /// The contacts of the recording, in the order of time, in points of the layout.
  var frames: [TouchFrame] {
    steps.compactMap { if case .event(.frame(let frame)) = $0 { frame } else { nil } }
  }

  /// A screen as large as the panel at UIKit's density; 800 points wide where its size is not known.
  private static func screen(of panel: EvdevDescription) -> LayoutScreen {
    let density = Tuning().pointsPerMillimetre
    if let size = panel.millimetres, size.width > 0, size.height > 0 {
      return LayoutScreen(
        size: Size(width: size.width * density, height: size.height * density), millimetres: size)
    }
    let ratio = (panel.vertical?.extent ?? 1) / (panel.horizontal?.extent ?? 1)
    return LayoutScreen(size: Size(width: 800, height: min(max(800 * ratio, 100), 8000)))
  }

  private static func steps(
    of recording: EvemuRecording, _ panel: EvdevDescription, on layout: Layout
  ) -> [ScriptReader.Step] {
    var device = TouchDevice(id: DeviceID(rawValue: 1), node: "recording", name: panel.name)
    device.vendor = panel.vendor
    device.product = panel.product
    device.size = panel.millimetres
    let map = (panel.normalization ?? .identity).concatenating(layout.pipeline(for: device).transform)
    var decoder = EvdevDecoder(panel, device: device.id, transform: map, lossPolicy: .cancelContacts)
    let start = recording.events.first?.time ?? Timestamp(microseconds: 0)
    var steps: [ScriptReader.Step] = [.event(.deviceAdded(device, at: start))]
    for event in recording.events {
      decoder.handle(event) { steps.append(.event(.frame($0))) }
      for anomaly in decoder.takeAnomalies() { steps.append(.event(.anomaly(anomaly))) }
    }
    return steps
  }
}
