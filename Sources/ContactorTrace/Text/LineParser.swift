/// Understands the lines of a format that is text.
protocol LineParser {
  /// Takes a line without its end; a carriage return may be left.
  ///
  /// - Throws: what `TraceError.mistake(_:)` makes, to which the reader adds the place; and what the sink throws.
  mutating func take(_ line: FieldCursor, into sink: inout some TraceSink) throws(TraceError)

  /// Is called after the last line.
  mutating func finish(into sink: inout some TraceSink) throws(TraceError)
}

extension TraceError {
  /// A line that is not what its format asks for; the reader adds file and line.
  static func mistake(_ message: String) -> TraceError {
    TraceError(.malformed, file: "", message: message)
  }
}
