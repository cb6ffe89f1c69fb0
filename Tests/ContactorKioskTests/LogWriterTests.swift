import ContactorCore
@testable import ContactorKiosk
@testable import ContactorLayout
import Glibc
import Testing

@Suite struct LogWriterTests {
  private func line(_ number: Int64) -> LogLine { LogLine("x", at: Timestamp(microseconds: number)) }

  @Test func `lines are gathered and written in one piece`() throws {
    var pieces: [String] = []
    let writer = LogWriter { pieces.append(String(decoding: $0, as: UTF8.self)) }
    writer.flush()
    writer.append(line(1))
    writer.append(line(2))
    #expect(pieces == [])
    writer.flush()
    writer.flush()
    #expect(pieces == ["{\"t\":1,\"kind\":\"x\"}\n{\"t\":2,\"kind\":\"x\"}\n"])
  }

  @Test func `a file is appended to, also by the end of the writer`() throws {
    let path = "/tmp/contactor-log-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    defer { unlink(path) }
    for number in 1...2 {
      let writer = try LogWriter(path: path) { Issue.record("\($0)") }
      writer.append(line(Int64(number)))
    }
    #expect(text(of: path) == "{\"t\":1,\"kind\":\"x\"}\n{\"t\":2,\"kind\":\"x\"}\n")
  }

  @Test func `a full disk is told once and costs nothing more`() throws {
    var complaints: [String] = []
    let writer = try LogWriter(path: "/dev/full") { complaints.append($0) }
    for number in 0..<10_000 {
      writer.append(line(Int64(number)))
      if number % 100 == 0 { writer.flush() }
    }
    #expect(
      complaints == ["/dev/full: No space left on device; the log ends here, everything else goes on"])
  }

  @Test func `a reader that is gone is told once`() throws {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[1]) }
    var failures: [Int32] = []
    let writer = LogWriter(descriptor: ends[1]) { failures.append($0.errno) }
    writer.append(line(1))
    writer.flush()
    #expect(failures == [])
    close(ends[0])
    for number in 2...4 {
      writer.append(line(Int64(number)))
      writer.flush()
    }
    #expect(failures == [EPIPE])
  }

  @Test func `a log that cannot be opened names the way out`() {
    #expect {
      try LogWriter(path: "/nowhere/log") { _ in }
    } throws: { error in
      "\(error)" == "/nowhere/log: No such file or directory; give --log a file that can be written"
    }
  }

  private func text(of path: String) -> String {
    let file = open(path, O_RDONLY)
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    return String(decoding: bytes[..<max(0, read(file, &bytes, bytes.count))], as: UTF8.self)
  }
}
