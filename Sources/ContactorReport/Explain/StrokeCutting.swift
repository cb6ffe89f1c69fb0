public import ContactorCore
public import ContactorLayout
public import ContactorTrace

/// Cuts shapes out of recordings, as layouts hold them.
public enum StrokeCutting {
  /// The YAML of a stroke gesture whose shape is what was drawn; `nil` where no finger moved.
  ///
  /// - Parameters:
  ///   - path: the recording's file, of any format.
  ///   - layout: what the panel was mapped by; `nil` for its own proportions.
  ///   - span: the moments between which touches count.
  public static func snippet(
    path: String, layout: Layout?, name: String, during span: ClosedRange<Timestamp>
  ) throws(TraceError) -> String? {
    try snippet(frames(of: .file(path), layout: layout, during: span), name: name, during: span)
  }

  /// As many frames make no shape: an hour of drawing.
  static let frameLimit = 500_000

  /// The frames between two moments, in points of the layout; contacts without a place are left out.
  static func frames(
    of origin: RecordingOrigin, layout: Layout?, during span: ClosedRange<Timestamp>
  ) throws(TraceError) -> [TouchFrame] {
    var frames: [TouchFrame] = []
    try RecordedSteps(origin, layout: layout).play(open: { _ in }) { (step) throws(TraceError) in
      guard case .event(.frame(var frame)) = step, span.contains(frame.timestamp) else { return }
      guard frames.count < frameLimit else {
        throw TraceError(.unsupported, file: origin.name, message: "too long for one shape; choose a part with --from and --to")
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
    var line = LogLine()
    line.add("id", name)
    // Quoted as JSON is, which YAML reads.
    let id = String(decoding: line.finished().dropFirst(6).dropLast(2), as: UTF8.self)
    return """
      - id: \(id)
        kind: stroke
        points: "\(template.text)"
        on: {recognized: {emit: \(id)}}

      """
  }
}
