/// The formats of recordings that can be read; the raw values are the command's names for them.
public enum TraceFileFormat: String, Hashable, Sendable, CaseIterable {
  /// Contactor's own.
  case contactor
  /// The output of `libinput record`.
  case libinput
  /// evemu's text, with a description or only events.
  case evemu
  /// The output of Android's `getevent -t` and `-lt`.
  case getevent
  /// The output of `evtest`.
  case evtest
  /// The output of `libinput debug-events` for touchscreens.
  case debugEvents = "debug-events"
  /// JSON lines: scripts, logs, and recordings in JSON.
  case jsonl

  /// The formats that can be written.
  public static let writable: [TraceFileFormat] = [.contactor, .libinput, .evemu, .jsonl]

  /// Detects the format of a file from its first bytes; `nil` where no format matches.
  ///
  /// - Parameter bytes: the first 16 KiB, or the whole of a shorter file.
  static func detect(_ bytes: UnsafeRawBufferPointer) -> TraceFileFormat? {
    if unsafe bytes.starts(with: TraceFormat.magic) || bytes.starts(with: TraceFormat.blockMagic) { return .contactor }
    let text = unsafe bytes.assumingMemoryBound(to: UInt8.self)
    guard let start = text.baseAddress else { return nil }
    var position = 0
    while position < text.count {
      let length = unsafe firstIndex(of: 10, in: start + position, count: text.count - position) ?? text.count - position
      var line = unsafe FieldCursor(next: start + position, end: start + position + length)
      if let format = detect(&line) { return format }
      position += length + 1
    }
    // The beginning may be damaged, and blocks follow.
    return unsafe hasBlock(text) ? .contactor : nil
  }

  private static func detect(_ line: inout FieldCursor) -> TraceFileFormat? {
    if line.take("\u{feff}") {}
    line.skipSpaces()
    if line.starts(with: "{") { return .jsonl }
    for label in ["E: ", "R: ", "D: ", "N: ", "I: ", "P: ", "B: ", "A: ", "# EVEMU"] as [StaticString] where line.starts(with: label) {
      return .evemu
    }
    for label in ["Input driver version", "Input device ID:", "Input device name:", "Event: time "] as [StaticString]
    where line.starts(with: label) { return .evtest }
    for label in ["# libinput record", "version: 1", "ndevices:", "- node: "] as [StaticString] where line.starts(with: label) {
      return .libinput
    }
    if line.starts(with: "add device ") || line.starts(with: "/dev/input/") { return .getevent }
    if DebugEventsParser.isLine(line) { return .debugEvents }
    guard line.take(0x5b) else { return nil }
    line.skipSpaces()
    return line.seconds() != nil && line.take(0x5d) ? .getevent : nil
  }

  private static func hasBlock(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let magic = TraceFormat.blockMagic
    return bytes.indices.contains { unsafe bytes[$0] == magic[0] && bytes[$0...].starts(with: magic) }
  }
}
