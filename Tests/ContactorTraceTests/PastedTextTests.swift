import ContactorCore
import ContactorEvdev
import ContactorTrace
import Glibc
import Testing

/// Changes texts of every format as mails, pages and terminals do: the touches stay the same.
@Suite("Recordings as mails, pages and terminals change them")
struct PastedTextTests {
  /// Dumps of each format, as their programs write them.
  private static let dumps = [
    "evemu", "evemu-events-only", "evtest-terminal", "evtest-events-only", "evtest-two-runs", "getevent-lp", "getevent-i",
    "python-evdev-evtest", "python-evdev-printed", "python-evdev-events-only", "tslib-ts-print", "tslib-ts-print-mt", "evbug",
    "debug-events",
    "libinput-no-head",
  ]

  /// Each change, which leaves all that the text says.
  private static let changes: [(name: String, change: @Sendable (String) -> String)] = [
    ("line ends of Windows", { $0.lines { $0 + "\r" } }),
    ("line ends of a serial console", { $0.lines { "\r" + $0 } }),
    ("two carriage returns", { $0.lines { $0 + "\r\r" } }),
    ("a byte order mark", { "\u{feff}" + $0 }),
    ("a quotation", { $0.lines { "> " + $0 } }),
    ("a quotation without spaces", { $0.lines { ">" + $0 } }),
    ("a quotation of a quotation", { $0.lines { "> > " + $0 } }),
    ("a quotation whose empty lines are shortened", { $0.lines { $0.isEmpty ? ">" : "> " + $0 } }),
    ("bars", { $0.lines { "| " + $0 } }),
    ("comments", { $0.lines { "# " + $0 } }),
    ("a quoted comment", { $0.lines { "> # " + $0 } }),
    ("an indented block", { $0.lines { "    " + $0 } }),
    ("tabs in front", { $0.lines { "\t" + $0 } }),
    ("spaces behind", { $0.lines { $0 + "   " } }),
    ("no-break spaces", { $0.with("\u{a0}", for: " ") }),
    ("spaces without width", { $0.lines { $0 + "\u{200b}" } }),
    ("colours", { $0.lines { "\u{1b}[32m\($0)\u{1b}[0m" } }),
    ("erased line ends", { $0.lines { $0 + "\u{1b}[K" } }),
    ("code in each line", { $0.lines { $0.isEmpty ? $0 : "`\($0)`" } }),
    ("empty lines between", { $0.lines { $0 + "\n" } }),
    ("a report", { "Hello,\n\nit prints:\n\n```\n\($0)```\n\nThanks!\n" }),
    ("a prompt and an interrupt", { "root@kiosk:~# run it\n\($0)^C\nroot@kiosk:~# \n" }),
    ("the numbers of cat -n", { $0.lines { "\(String(repeating: " ", count: 6 - "\($0 + 1)".count))\($0 + 1)\t\($1)" } }),
    ("the numbers of grep -n", { $0.lines { "\($0 + 8):\($1)" } }),
    ("the numbers of a page", { $0.lines { "\($0 + 1) | \($1)" } }),
    ("a numbered list", { $0.lines { "\($0 + 1). \($1)" } }),
    ("every second line quoted", { $0.lines { number, line in number % 2 == 0 ? "> " + line : line } }),
  ]

  /// Those behind which broken lines have no common width or no common marks, or do not follow each other.
  private static let changesWidths = [
    "comments", "a quoted comment", "code in each line", "every second line quoted", "empty lines between",
  ]

  @Test("1.12 A recording that was quoted, indented, coloured or pasted into a report has the same touches", arguments: dumps)
  func changed(_ dump: String) throws {
    let text = try Self.text(dump)
    let expected = try PastedReading(text)
    #expect(expected.damage == 0 && !expected.events.isEmpty)
    for (name, change) in Self.changes where dump != "evtest-two-runs" || name != "comments" {
      let reading = try PastedReading(change(text))
      #expect(reading.events == expected.events, "\(dump): \(name)")
      #expect(reading.damage == 0, "\(dump): \(name)")
    }
  }

  @Test("1.12 Events behind the times of a log, and behind the bullets of a list, are found", arguments: dumps)
  func prefixed(_ dump: String) throws {
    let text = try Self.text(dump)
    let expected = try PastedReading(text)
    for prefix in ["Nov 29 08:05:05 kiosk tool[812]: ", "[2026-11-29 11:47:18.608] ", "2026-11-29T11:47:18Z ", "- ", "> - ", "console: "] {
      let reading = try PastedReading(text.lines { prefix + $0 })
      #expect(reading.events == expected.events && reading.damage == 0, "\(dump): \(prefix)")
    }
  }

  @Test(
    "1.12 Events whose line ends were lost are taken apart",
    arguments: [
      "evemu-events-only", "evtest-events-only", "python-evdev-printed", "python-evdev-events-only", "tslib-ts-print", "tslib-ts-print-mt",
      "evbug",
      "debug-events", "libinput-no-head", "getevent-no-ranges",
    ])
  func joined(_ dump: String) throws {
    let text = try Self.text(dump)
    let expected = try PastedReading(text)
    let lines = text.split(separator: "\n")
    for count in [2, 3, lines.count] {
      for space in [" ", "   ", "\t"] {
        let groups = stride(from: 0, to: lines.count, by: count).map { lines[$0..<min($0 + count, lines.count)].joined(separator: space) }
        let reading = try PastedReading(groups.joined(separator: "\n") + "\n")
        #expect(reading.events == expected.events && reading.damage == 0, "\(dump): \(count)")
      }
    }
  }

  @Test("1.12 A line that is broken at any width has the same touches, or its damage is named", arguments: dumps)
  func broken(_ dump: String) throws {
    let text = try Self.text(dump)
    let expected = try PastedReading(text)
    var same = 0
    for width in 50...110 {
      for broken in [text.broken(at: width), text.wrapped(at: width)] {
        let reading = try PastedReading(broken)
        let isSame = reading.events == expected.events
        #expect(isSame || reading.damage > 0, "\(dump): \(width)")
        same += isSame ? 1 : 0
      }
    }
    // A text with a single line that is too long does not show the width of its terminal.
    #expect(same >= 115, "\(dump)")
  }

  @Test("1.12 A line that is broken and then quoted, coloured or pasted has the same touches, or its damage is named", arguments: dumps)
  func brokenAndChanged(_ dump: String) throws {
    let text = try Self.text(dump)
    let expected = try PastedReading(text)
    for width in [62, 70, 77, 80, 85] {
      for (name, change) in Self.changes where !Self.changesWidths.contains(name) {
        let reading = try PastedReading(change(text.broken(at: width)))
        #expect(reading.events == expected.events || reading.damage > 0, "\(dump): \(width), \(name)")
      }
    }
  }

  @Test("1.12 A text without a readable line is an error, whatever its format seems to be")
  func nothing() {
    for text in ["Event: time x\n", "E: x\n", "- [x\n", "1 lines\nEvent: times\n"] {
      #expect(throws: TraceError.self, "\(text)") { try PastedReading(text) }
    }
  }

  @Test("1.12 Whole lines of equal length are not taken for the halves of broken ones")
  func equalLengths() throws {
    let line = "Event: time 10.000000, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 100\n"
    let text = String(repeating: line, count: 5) + "Event: time 10.000000, -------------- SYN_REPORT ------------\n"
    #expect(try PastedReading(text).events.count == 6)
    #expect(try PastedReading(String(repeating: line, count: 5)).events.count == 5)
  }

  @Test("1.12 A recording of libinput without its beginning has whole lines, though the longest are followed by others")
  func longestLines() throws {
    let frame = """
          - [ 10,      0,   3,  53,     400] # EV_ABS / ABS_MT_POSITION_X     400 (+0)
          - [ 10,      0,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +10ms
        - evdev:

      """
    let reading = try PastedReading(String(repeating: frame, count: 4))
    #expect(reading.events.count == 8)
    #expect(reading.remarks.allSatisfy { !$0.contains("put together") }, "\(reading.remarks)")
  }

  /// The text of a dump.
  private static func text(_ name: String) throws -> String {
    let folder = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/dumps/"
    let file = try #require(unsafe fopen(folder + name + ".txt", "r"))
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = unsafe getc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The events of a text, and how many lines were damaged.
private struct PastedReading {
  var events: [EvdevEvent] = []
  var damage = 0
  var remarks: [String] = []

  init(_ text: String) throws {
    var reader = try TraceReader(MemorySource(text, name: "pasted"))
    var sink = Sink()
    while try reader.readNext(into: &sink) {}
    (events, damage, remarks) = (sink.events, sink.damage, reader.remarks)
  }

  private struct Sink: TraceSink {
    var events: [EvdevEvent] = []
    var damage = 0

    mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) throws(TraceError) { unsafe self.events += events }

    mutating func take(_ record: TraceRecord) throws(TraceError) { if case .damage = record { damage += 1 } }

    mutating func finish() throws(TraceError) {}
  }
}

extension String {
  /// The text with each line changed.
  fileprivate func lines(_ change: (Int, String) -> String) -> String {
    var lines = utf8.split(separator: 10, omittingEmptySubsequences: false).map { String(Substring($0)) }
    if lines.last == "" { lines.removeLast() }
    return lines.enumerated().map { change($0.offset, $0.element) + "\n" }.joined()
  }

  fileprivate func lines(_ change: (String) -> String) -> String { lines { change($1) } }

  fileprivate func with(_ new: String, for old: Unicode.Scalar) -> String { unicodeScalars.map { $0 == old ? new : String($0) }.joined() }

  /// The text as a terminal of so many columns breaks it.
  fileprivate func broken(at width: Int) -> String {
    lines { line in
      let bytes = Array(line.utf8)
      return stride(from: 0, to: max(bytes.count, 1), by: width).map {
        String(decoding: bytes[$0..<Swift.min($0 + width, bytes.count)], as: UTF8.self)
      }.joined(separator: "\n")
    }
  }

  /// The text as a mail breaks it, at spaces.
  fileprivate func wrapped(at width: Int) -> String {
    lines { line in
      var rest = Array(line.utf8)[...]
      var parts: [String] = []
      while rest.count > width, let space = rest.prefix(width).lastIndex(of: 0x20), space > rest.startIndex {
        parts.append(String(decoding: rest[..<space], as: UTF8.self))
        rest = rest[(space + 1)...]
      }
      return (parts + [String(decoding: rest, as: UTF8.self)]).joined(separator: "\n")
    }
  }
}
