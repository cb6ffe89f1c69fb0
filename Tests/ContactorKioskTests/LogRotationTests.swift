import ContactorCore
@testable import ContactorLayout
@testable import ContactorSystem
import ContactorTrace
import Glibc
import Testing

@Suite struct LogRotationTests {
  private let stage: RecordingStage
  private let size = LogRotation.smallestSize

  init() throws { stage = try RecordingStage() }

  private func line(_ number: Int) -> JSONLine { JSONLine("x", at: Timestamp(microseconds: Int64(number))) }

  private func text(_ number: Int) -> String { "{\"t\":\(number),\"kind\":\"x\"}\n" }

  private func makeWriter(
    keep: Int = 3, group: UInt32? = nil, calls: SystemCalls = .kernel, complain: @escaping (String) -> Void = { Issue.record("\($0)") }
  ) throws -> LogWriter {
    let file = LogFile(stage.path("log"), rotation: LogRotation(size: size, keep: keep), group: group, calls: calls)
    return try LogWriter(file, dropsLines: true, complain: complain)
  }

  /// Writes lines, and rotates between them as a host does; the number of the line after the last.
  private func write(_ count: Int, from start: Int = 0, to writer: LogWriter) -> Int {
    for number in start..<(start + count) {
      writer.append(line(number))
      writer.flush()
      if writer.rotationIsDue { writer.rotate() }
    }
    return start + count
  }

  @Test func `no line is lost or doubled at a rotation, and each file is no larger than it may be by more than a line`() throws {
    let writer = try makeWriter(keep: 20)
    let count = write(1500, to: writer)
    writer.close()
    let names = stage.names()
    #expect(names.count > 5 && names.allSatisfy { stage.mode(of: $0) == 0o600 && stage.size(of: $0) <= size + 64 }, "\(names)")
    let all = (0..<names.count).reversed().map { stage.text(of: $0 == 0 ? "log" : "log.\($0)") }.joined()
    #expect(all == (0..<count).map(text).joined())
  }

  @Test func `so many older logs stay as are wanted`() throws {
    let writer = try makeWriter(keep: 2)
    let count = write(2000, to: writer)
    writer.close()
    #expect(stage.names() == ["log", "log.1", "log.2"])
    let all = ["log.2", "log.1", "log"].map(stage.text(of:)).joined()
    #expect(all == (0..<count).map(text).joined().suffix(all.count))
  }

  @Test func `a log that was there counts with its size, and a small one goes on`() throws {
    try stage.write(String(repeating: "old\n", count: 2000), to: "log")
    var writer = try makeWriter()
    #expect(writer.rotationIsDue && writer.rotationIsOverdue)
    _ = write(1, to: writer)
    writer.close()
    #expect(stage.size(of: "log.1") == 8000 + Int64(text(0).utf8.count) && stage.text(of: "log") == "")
    writer = try makeWriter()
    #expect(!writer.rotationIsDue)
    _ = write(1, from: 7, to: writer)
    writer.close()
    #expect(stage.text(of: "log") == text(7))
  }

  @Test func `without a size, on standard output and on a pipe nothing is turned over`() throws {
    mkfifo(stage.path("log"), 0o600)
    let reader = open(stage.path("log"), O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let writer = try makeWriter()
    for number in 0..<1000 { writer.append(line(number)) }
    writer.flush()
    #expect(!writer.rotationIsDue)
    writer.rotate()
    #expect(stage.names() == ["log"])
  }

  @Test func `a name that is taken by a link, a folder or another user's file stops the rotation, and nothing is touched`() throws {
    try stage.write("precious", to: "precious")
    for make in [
      { symlink(stage.path("precious"), stage.path("log.2")) }, { mkdir(stage.path("log.2"), 0o700) },
    ] {
      #expect(make() == 0)
      var complaints: [String] = []
      let writer = try makeWriter { complaints.append($0) }
      _ = write(400, to: writer)
      writer.close()
      #expect(complaints.first?.hasPrefix("\(stage.path("log.2")): is there and is no file of this user") == true, "\(complaints)")
      #expect(stage.names() == ["log", "log.2", "precious"] && stage.text(of: "precious") == "precious")
      if unlink(stage.path("log.2")) != 0 { rmdir(stage.path("log.2")) }
      unlink(stage.path("log"))
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `another user's file is not replaced`() throws {
    try stage.write("theirs", to: "log.1")
    chown(stage.path("log.1"), 4711, 4711)
    var complaints: [String] = []
    let writer = try makeWriter { complaints.append($0) }
    _ = write(300, to: writer)
    writer.close()
    #expect(complaints.count == 1 && stage.text(of: "log.1") == "theirs")
    #expect(stage.text(of: "log") == (0..<300).map(text).joined())
  }

  @Test(arguments: [ENOSPC, EMFILE, EACCES])
  func `where no new file can be made the log goes on in the old one under its name`(number: Int32) throws {
    var calls = SystemCalls.kernel
    let kernel = calls.open
    calls.open = { path, flags, mode in flags & O_EXCL != 0 && flags & O_APPEND != 0 ? -number : kernel(path, flags, mode) }
    try stage.write("", to: "log")
    var complaints: [String] = []
    let writer = try makeWriter(calls: calls) { complaints.append($0) }
    _ = write(300, to: writer)
    writer.close()
    #expect(
      complaints == ["\(stage.path("log")): \(SystemError.text(of: number)); the log goes on in the file that it has"])
    #expect(stage.names() == ["log"] && stage.text(of: "log") == (0..<300).map(text).joined())
  }

  @Test func `lines that a full disk did not take turn no files over, so that older logs are not lost to empty ones`() throws {
    try stage.write("older", to: "log.1")
    let descriptor = open(stage.path("log"), O_WRONLY | O_CREAT | O_APPEND, 0o600)
    defer { close(descriptor) }
    let file = LogFile(stage.path("log"), rotation: LogRotation(size: size, keep: 1))
    if let next = try file.turnOver(descriptor) { Issue.record("turned over to \(next.rawValue)") }
    #expect(stage.text(of: "log.1") == "older")
  }

  @Test func `a log that another program has turned over is only opened anew`() throws {
    let writer = try makeWriter()
    writer.append(line(1))
    for number in 0..<300 { writer.append(line(number)) }
    writer.flush()
    rename(stage.path("log"), stage.path("mine"))
    writer.rotate()
    writer.append(line(2))
    writer.close()
    #expect(stage.names() == ["log", "mine"] && stage.text(of: "log") == text(2))
  }

  @Test func `a gap in the row ends it`() throws {
    try stage.write("three", to: "log.3")
    try stage.write(String(repeating: "x", count: 5000), to: "log")
    let writer = try makeWriter(keep: 3)
    writer.rotate()
    writer.close()
    #expect(stage.names() == ["log", "log.1", "log.3"] && stage.text(of: "log.3") == "three")
  }

  @Test func `SIGHUP and a rotation at the same moment lose nothing`() throws {
    let writer = try makeWriter(keep: 20)
    var number = 0
    for _ in 0..<8 {
      number = write(150, from: number, to: writer)
      writer.rotate()
      writer.reopen()
      writer.append(line(number))
      number += 1
      writer.reopen()
      writer.rotate()
    }
    writer.close()
    let names = stage.names()
    let all = (0..<names.count).reversed().map { stage.text(of: $0 == 0 ? "log" : "log.\($0)") }.joined()
    #expect(all == (0..<number).map(text).joined(), "\(names)")
  }

  @Test func `a group may read the log and each new one`() throws {
    var groups = [gid_t](repeating: 0, count: 64)
    let count = getgroups(Int32(groups.count), &groups)
    let group = geteuid() == 0 ? 4711 : count > 0 ? groups[0] : getegid()
    let writer = try makeWriter(group: group)
    _ = write(300, to: writer)
    writer.close()
    #expect(stage.names().count >= 2)
    for name in stage.names() {
      var status = stat()
      try #require(stat(stage.path(name), &status) == 0)
      #expect(status.st_gid == group && stage.mode(of: name) == 0o640, "\(name)")
    }
  }

  @Test func `a group that there is not is an error`() {
    let error = #expect(throws: LogWriter.OpenError.self) {
      try LogWriter(path: stage.path("log"), dropsLines: true, group: "no such group") { _ in }
    }
    #expect(error?.description == "there is no group 'no such group' to read the log")
    #expect(LogFile.number(ofGroup: "root") == 0 && LogFile.number(ofGroup: "4294967295") == nil && LogFile.number(ofGroup: "") == nil)
  }

  @Test func `the numbers of a rotation have limits`() {
    #expect(LogRotation(size: .min, keep: .min) == LogRotation(size: LogRotation.smallestSize, keep: 1))
    #expect(LogRotation(size: .max, keep: .max).keep == LogRotation.largestCount)
  }

  @Test func `a new file begins with the panels and with what its reader must know`() throws {
    var bytes: [UInt8] = []
    let log = LogWriter { bytes += $0 }
    let view = "{id: ok, kind: button, frame: [0, 0, 9, 9], on: {touchDown: {run: [x]}}}"
    let text = "contactor: 1\nscreen: {size: [800, 480]}\nviews: [\(view)]\n"
    let layout = try Layout.parse(Array(text.utf8), file: "k")
    let session = LayoutSession(layout: layout, log: log) { _, _, _, _ in }
    session.handle(.deviceAdded(MadeUpPanel().device, at: Timestamp(microseconds: 5)))
    let first = String(decoding: bytes, as: UTF8.self)
    #expect(first.contains("\"event\":\"added\"") && first.contains("\"kind\":\"programs\""))
    bytes = []
    session.logRotated()
    func withoutTimes(_ text: String) -> [Substring] { text.split(separator: "\n").map { line in line.drop { $0 != "," } } }
    #expect(withoutTimes(String(decoding: bytes, as: UTF8.self)) == withoutTimes(first))
  }
}
