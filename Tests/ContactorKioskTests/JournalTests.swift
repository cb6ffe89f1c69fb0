@testable import ContactorSystem
import Glibc
import Testing

@Suite struct JournalTests {
  private let stage: RecordingStage

  init() throws { stage = try RecordingStage() }

  /// A file in place of the stream that systemd connects, with its name in `JOURNAL_STREAM`.
  private func stream() throws -> (descriptor: Int32, name: String) {
    let descriptor = open(stage.path("stream"), O_RDWR | O_CREAT, 0o600)
    var status = stat()
    try #require(fstat(descriptor, &status) == 0)
    return (descriptor, "\(status.st_dev):\(status.st_ino)")
  }

  @Test(
    arguments: [
      ("contactor: error: /dev/input/event3: gone", 3, "/dev/input/event3: gone", "/dev/input/event3"),
      ("contactor: /dev/input/event12: forwarded to x", 6, "/dev/input/event12: forwarded to x", "/dev/input/event12"),
      ("k.yaml:4:28: error: unknown key 'fram'", 3, "k.yaml:4:28: error: unknown key 'fram'", nil),
      ("k.yaml:4:28: warning: an error: not one", 4, "k.yaml:4:28: warning: an error: not one", nil),
      ("contactor: k.yaml:1:2: warning: x", 4, "k.yaml:1:2: warning: x", nil),
      ("k.yaml: note: applications get touches later", 6, "k.yaml: note: applications get touches later", nil),
      ("contactor: error: a warning: b", 3, "a warning: b", nil), ("", 6, "", nil), ("contactor: ", 6, "", nil),
    ] as [(String, Int, String, String?)])
  func `a line's priority, text and device`(line: String, priority: Int, text: String, device: String?) {
    let message = ServiceMessage(line: line)
    #expect(message.severity.rawValue == priority && message.text == text && message.device == device)
  }

  @Test func `an entry has its fields, and no value can begin another`() throws {
    let message = ServiceMessage(line: "contactor: error: one\nPRIORITY=0\ntwo", layout: "/etc/k.yaml")
    var expected = Array("MESSAGE\n".utf8) + [18, 0, 0, 0, 0, 0, 0, 0] + Array("one\nPRIORITY=0\ntwo\n".utf8)
    expected += Array("PRIORITY=3\nSYSLOG_IDENTIFIER=contactor\nCONTACTOR_LAYOUT=/etc/k.yaml\n".utf8)
    #expect(message.entry == expected)
    #expect(message.prefixedLines == ["<3>one", "<3>PRIORITY=0", "<3>two"])
    let plain = ServiceMessage(line: "contactor: /dev/input/event3: here")
    #expect(
      String(decoding: plain.entry, as: UTF8.self)
        == "MESSAGE=/dev/input/event3: here\nPRIORITY=6\nSYSLOG_IDENTIFIER=contactor\nCONTACTOR_DEVICE=/dev/input/event3\n")
  }

  @Test func `a text that is too long is cut between two characters`() {
    for lead in ["", "a", "ab"] {
      let message = ServiceMessage(line: lead + String(repeating: "€", count: 1 << 16))
      #expect(message.text.utf8.count <= ServiceMessage.limit + 3 && message.text.hasSuffix("€…"))
      #expect(!message.text.contains("\u{FFFD}"))
    }
  }

  @Test func `messages go to the journal where standard error leads to it`() throws {
    let (descriptor, name) = try stream()
    defer { close(descriptor) }
    let receiver = try DatagramReceiver(stage.path("journal"))
    let journal = try #require(Journal(behind: descriptor, stream: name, socket: receiver.address))
    let message = ServiceMessage(line: "contactor: error: x")
    #expect(journal.send(message))
    #expect(receiver.nextBytes() == message.entry)
    #expect(journal.send(ServiceMessage(line: String(repeating: "long\n", count: 1 << 16))), "the largest message fits a datagram")
  }

  @Test(arguments: ["", "8", "8:", ":8", "0:0", "abc:def", "18446744073709551616:1"])
  func `a stream that is not the descriptor's is no journal`(name: String) throws {
    let (descriptor, _) = try stream()
    defer { close(descriptor) }
    #expect(Journal(behind: descriptor, stream: name) == nil)
    #expect(Journal(behind: descriptor, stream: nil) == nil)
    #expect(Journal(behind: -1, stream: name) == nil)
  }

  @Test func `a journal that is not there, or full, takes nothing and holds nothing up`() throws {
    let (descriptor, name) = try stream()
    defer { close(descriptor) }
    let message = ServiceMessage(line: "x")
    for socket in [stage.path("nowhere"), stage.path("stream"), "relative", "/" + String(repeating: "x", count: 200)] {
      let journal = try #require(Journal(behind: descriptor, stream: name, socket: socket))
      #expect(!journal.send(message))
    }
    let receiver = try DatagramReceiver(stage.path("journal"))
    let journal = try #require(Journal(behind: descriptor, stream: name, socket: receiver.address))
    var count = 0
    while journal.send(message), count < 100_000 { count += 1 }
    #expect(count < 100_000, "a queue that nobody reads is full at some time, and that is said")
  }
}
