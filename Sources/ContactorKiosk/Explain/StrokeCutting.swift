public import ContactorCore
public import ContactorTrace

/// Cuts shapes out of recordings, as layouts hold them.
public enum StrokeCutting {
  /// The YAML of a stroke gesture whose shape is what was drawn; `nil` where no finger moved.
  ///
  /// - Parameters:
  ///   - text: a script, a log, or evemu's text.
  ///   - layout: what the panel was mapped by; `nil` for its own proportions.
  ///   - span: the moments between which touches count.
  public static func snippet(
    _ text: String, file: String, layout: Layout?, name: String, during span: ClosedRange<Timestamp>
  ) throws(TraceError) -> String? {
    let frames = try RecordedSteps(text, file: file, layout: layout).frames
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
