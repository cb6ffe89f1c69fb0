internal import ContactorCore

/// Reads evemu's text at once: `.desc`, `.prop`, `.events`, `.evemu` and `.device` files, with a header (1.0 to 1.3) or
/// none.
///
/// For large recordings there is `TraceReader`, which reads piece by piece.
public enum EvemuReader {
  /// Reads a recording or a description; the file's name is for messages.
  ///
  /// - Throws: `TraceError` with the line that is not evemu's, or where nothing is.
  public static func read(_ text: String, file: String) throws(TraceError) -> EvemuRecording {
    var reader = TextReader(ByteWindow(MemorySource(text, name: file)), EvemuParser())
    var collector = TraceCollector()
    try reader.readAll(into: &collector)
    guard let device = collector.devices.last else {
      throw TraceError(.empty, file: file, message: "no line of an evemu recording in it (N: or E:)")
    }
    return EvemuRecording(description: device.description, events: collector.events())
  }
}
