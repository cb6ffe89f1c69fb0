internal import Glibc

/// A message of a service: a line for a terminal, an entry with fields for the journal.
package struct ServiceMessage: Equatable, Sendable {
  /// How bad it is; the raw values are the journal's priorities, which are those of `syslog()`.
  package enum Severity: Int, Sendable {
    /// Something is not done.
    case error = 3
    /// Something is probably not meant so.
    case warning = 4
    /// It is as it should be.
    case note = 6
  }

  /// The greatest number of bytes of a text; what is longer is cut off.
  package static let limit = 16 << 10
  /// What the lines of this command begin with on a terminal, which the journal has in a field of its own.
  private static let prefix = "contactor: "
  /// How far into a line the place of a diagnostic may reach, in characters.
  private static let placeLimit = 8192
  private static let words: [(String, Severity)] = [("error: ", .error), ("warning: ", .warning), ("note: ", .note)]

  /// The text, of one line or several, without the command's name.
  package let text: String
  /// How bad it is.
  package let severity: Severity
  /// The device node that the text is about; `nil` where it names none.
  package let device: String?
  /// The layout file that the service runs, or the text is about; `nil` where none is known.
  package let layout: String?

  /// Takes a line as it stands on a terminal: `contactor: error: TEXT`, `contactor: TEXT`, or `FILE:LINE:COLUMN: warning: TEXT`.
  ///
  /// - Parameter layout: the layout that the service runs.
  package init(line: String, layout: String? = nil) {
    var text = line[...]
    var severity: Severity?
    if text.hasPrefix(Self.prefix) {
      text = text.dropFirst(Self.prefix.count)
      if text.hasPrefix("error: ") {
        severity = .error
        text = text.dropFirst("error: ".count)
      }
    }
    self.severity = severity ?? Self.severity(ofDiagnostic: text)
    self.text = Self.cut(text)
    self.layout = layout
    device = text.hasPrefix("/dev/input/") ? String(text.prefix { $0 != ":" && $0 != " " }) : nil
  }

  /// The severity that a diagnostic names behind its place: the first of the words counts, as the message may have others.
  private static func severity(ofDiagnostic text: Substring) -> Severity {
    let head = text.prefix(placeLimit)
    for colon in head.indices where head[colon...].hasPrefix(": ") {
      let rest = head[colon...].dropFirst(2)
      if let word = words.first(where: { rest.hasPrefix($0.0) }) { return word.1 }
    }
    return .note
  }

  private static func cut(_ text: Substring) -> String {
    guard text.utf8.count > limit else { return String(text) }
    // A character that is cut in two is left out.
    var bytes = Array(text.utf8.prefix(limit))
    while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
    if let last = bytes.last, last >= 0xC0 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self) + "…"
  }

  /// The text for standard error where that is the journal: each line begins with its priority, `<3>` to `<6>`.
  package var prefixedLines: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "<\(severity.rawValue)>\($0)" }
  }

  /// The entry in the journal's native form.
  package var entry: [UInt8] {
    var entry = JournalEntry()
    entry.add("MESSAGE", text)
    entry.add("PRIORITY", String(severity.rawValue))
    entry.add("SYSLOG_IDENTIFIER", "contactor")
    if let device { entry.add("CONTACTOR_DEVICE", device) }
    if let layout { entry.add("CONTACTOR_LAYOUT", layout) }
    return entry.bytes
  }
}

/// Fields in the journal's native form: `NAME=VALUE` and a line feed.
///
/// A value with a line feed in it has its length before it instead, in 8 bytes, lowest first, so that no value can begin another field.
package struct JournalEntry {
  /// The fields so far.
  package private(set) var bytes: [UInt8] = []

  /// Begins an entry without fields.
  package init() {}

  /// Adds a field; the name consists of capital letters and underscores.
  package mutating func add(_ name: StaticString, _ value: String) {
    let value = Array(value.utf8)
    unsafe bytes += UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    if value.contains(10) {
      bytes.append(10)
      for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: UInt64(value.count) >> (8 * shift))) }
    } else {
      bytes.append(UInt8(ascii: "="))
    }
    bytes += value + [10]
  }
}

/// Sends messages to the journal by its native protocol, which keeps their fields.
package final class Journal: Sendable {
  /// The journal's socket.
  package static let socket = "/run/systemd/journal/socket"

  private let sender: DatagramSender?

  /// The journal that a descriptor leads to; `nil` where it leads elsewhere.
  ///
  /// - Parameters:
  ///   - descriptor: usually standard error.
  ///   - stream: the value of `JOURNAL_STREAM`: the device and the number of the file that systemd connected to the journal.
  ///   - socket: the journal's socket, which need not be there.
  package init?(behind descriptor: Int32, stream: String?, socket: String = Journal.socket) {
    var status = stat()
    // A child whose output was redirected inherits the variable.
    guard let stream, unsafe fstat(descriptor, &status) == 0, stream == "\(status.st_dev):\(status.st_ino)" else { return nil }
    sender = try? DatagramSender(to: socket)
  }

  /// The journal behind standard error; `nil` where that is a terminal, a file or a pipe.
  package static func behindStandardError() -> Journal? {
    Journal(behind: STDERR_FILENO, stream: unsafe getenv("JOURNAL_STREAM").map { unsafe String(cString: $0) })
  }

  /// Sends a message without waiting; `false` where the journal did not take it, and it must go to standard error.
  package func send(_ message: ServiceMessage) -> Bool {
    sender?.send(message.entry) == 0
  }
}
