/// Reads a recording piece by piece into a sink.
public protocol TraceReading {
  /// How many bytes have been read.
  var offset: Int64 { get }

  /// Reads the next piece; what it holds is handed to the sink.
  ///
  /// - Returns: whether there may be more.
  /// - Throws: `TraceError` for what the format does not allow, and what the sink throws.
  mutating func readNext(into sink: inout some TraceSink) throws(TraceError) -> Bool
}

extension TraceReading {
  /// Reads everything, and tells the sink that it is the end.
  public mutating func readAll(into sink: inout some TraceSink) throws(TraceError) {
    while try readNext(into: &sink) {}
    try sink.finish()
  }
}
