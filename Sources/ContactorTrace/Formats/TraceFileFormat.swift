internal import ContactorCore

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
  /// The output of python-evdev's `evdev.evtest`, and its printed events.
  case pythonEvdev = "python-evdev"
  /// The output of tslib's `ts_print` and `ts_print_mt`.
  case tslib
  /// The lines of the kernel's module evbug.
  case evbug
  /// The output of `libinput debug-events` for touchscreens.
  case debugEvents = "debug-events"
  /// JSON lines: scripts, logs, and recordings in JSON.
  case jsonl

  /// The formats that can be written.
  public static let writable: [TraceFileFormat] = [.contactor, .libinput, .evemu, .jsonl]

  /// Detects the format of a file from its first bytes; `nil` if no format matches.
  ///
  /// - Parameters:
  ///   - bytes: the first 16 KiB, or the whole of a shorter file.
  ///   - quotation: the marks in front of every line.
  static func detect(_ bytes: UnsafeRawBufferPointer, _ quotation: Quotation) -> TraceFileFormat? {
    if unsafe bytes.starts(with: TraceFormat.magic) || bytes.starts(with: TraceFormat.blockMagic) { return .contactor }
    let text = unsafe bytes.assumingMemoryBound(to: UInt8.self)
    guard let start = text.baseAddress else { return nil }
    var position = 0
    // Weak signs, which count if no line has a strong one.
    var (comment, object): (TraceFileFormat?, TraceFileFormat?)
    while position < text.count {
      let length = unsafe firstIndex(of: 10, in: start + position, count: text.count - position) ?? text.count - position
      var line = unsafe FieldCursor(next: start + position, end: start + position + length)
      if line.take("\u{feff}") {}
      line = quotation.removed(from: line)
      line.skipSpaces()
      if let format = detect(plain: line) { return format }
      // A report may have other JSON than a recording's.
      if line.starts(with: "{\"") || line.starts(with: "{ ") { object = .jsonl }
      switch detect(decorated: line) {
      case (let format?, isEvent: true): return format
      // The comments in evemu's head look like the head of evtest.
      case (let format, isEvent: false): comment = comment ?? format
      case (nil, isEvent: true): break
      }
      position += length + 1
    }
    if let format = comment ?? object { return format }
    // The beginning may be damaged, and blocks follow.
    return unsafe hasBlock(text) ? .contactor : nil
  }

  /// The formats whose recordings may lack the descriptions of their devices.
  static let withoutDescriptions: Set<TraceFileFormat> = [.libinput, .evemu, .getevent, .evtest, .pythonEvdev, .tslib, .evbug]

  /// The format of a line that has something in front of it, or several events; and whether it is an event, or at least not like another
  /// format's head.
  private static func detect(decorated cursor: FieldCursor) -> (TraceFileFormat?, isEvent: Bool) {
    let line = cursor.text
    var head: TraceFileFormat?
    for format in readers {
      for text in LineMender.undecorated(line, format) + EventSearch.parts(of: line, format).prefix(2) {
        let bytes = ContiguousArray(text.utf8)
        let found: TraceFileFormat? = unsafe bytes.withUnsafeBufferPointer { bytes in
          guard let start = bytes.baseAddress else { return nil }
          return unsafe detect(plain: FieldCursor(next: start, end: start + bytes.count))
        }
        guard let found else { continue }
        guard found == .evtest, !text.hasPrefix("Event: ") else { return (found, true) }
        head = found
      }
    }
    return (head, false)
  }

  /// The parsers whose events can be found behind something else.
  private static let readers: [any (LineSyntax & Sendable).Type] = [
    EvtestParser.self, PythonEvdevParser.self, GeteventParser.self, EvemuParser.self, TslibParser.self, DebugEventsParser.self,
    LibinputParser.self,
  ]

  private static func detect(plain cursor: FieldCursor) -> TraceFileFormat? {
    let line = cursor
    if line.starts(with: "{"), line.text.contains(text: "\"kind\"") { return .jsonl }
    let evemu: [StaticString] = ["E: ", "R: ", "D: ", "N: ", "I: ", "P: ", "B: ", "A: ", "# EVEMU", "EVEMU 1."]
    if evemu.contains(where: line.starts) { return .evemu }
    for label in [
      "Input driver version", "Input device ID:", "Input device name:", "Event: time ", "Event: type ",
      "No device specified, trying to scan",
    ] as [StaticString] where line.starts(with: label) { return .evtest }
    for label in ["# libinput record", "version: 1", "ndevices:", "- node: ", "- evdev:"] as [StaticString]
    where line.starts(with: label) { return .libinput }
    if LibinputParser.isEvent(line) { return .libinput }
    if line.starts(with: "add device ") || isGeteventWithoutTime(line) { return .getevent }
    if PythonEvdevParser.isLine(line) || line.starts(with: "Device info: bus: ") { return .pythonEvdev }
    if TslibParser.isLine(line) { return .tslib }
    if DebugEventsParser.isLine(line) { return .debugEvents }
    if EvbugParser.isLine(line) { return .evbug }
    return GeteventParser.isEvent(line) ? .getevent : nil
  }

  /// Whether a line is `/dev/input/event5: EV_ABS …` or `/dev/input/event5: 0003 …`; evtest's list of devices has names there.
  private static func isGeteventWithoutTime(_ cursor: FieldCursor) -> Bool {
    var line = cursor
    guard line.take("/dev/input/") else { return false }
    _ = line.text(upTo: 0x3a)
    line.skipSpaces()
    if line.starts(with: "EV_") { return true }
    for length in [4, 4, 8] {
      let before = line.count
      guard line.hexadecimal() != nil, before - line.count == length, line.isAtFieldEnd else { return false }
      line.skipSpaces()
    }
    return line.isAtEnd
  }

  private static func hasBlock(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let magic = TraceFormat.blockMagic
    return bytes.indices.contains { unsafe bytes[$0] == magic[0] && bytes[$0...].starts(with: magic) }
  }
}
