import ContactorCore
@testable import ContactorKiosk
@testable import ContactorLayout
@testable import ContactorSystem
import ContactorTrace
import Glibc
import Testing

@Suite struct LogWriterTests {
  private let stage: RecordingStage

  init() throws { stage = try RecordingStage() }

  private func line(_ number: Int64) -> JSONLine { JSONLine("x", at: Timestamp(microseconds: number)) }

  private func text(_ number: Int) -> String { "{\"t\":\(number),\"kind\":\"x\"}\n" }

  @Test func `lines are gathered and written in one piece`() throws {
    var pieces: [String] = []
    let writer = LogWriter { pieces.append(String(decoding: $0, as: UTF8.self)) }
    writer.flush()
    writer.append(line(1))
    writer.append(line(2))
    #expect(pieces == [])
    writer.flush()
    writer.flush()
    #expect(pieces == [text(1) + text(2)])
  }

  @Test func `without an output no line is made of a kind that nobody wants`() throws {
    let layout = try SessionStage.parse(
      """
      screen: {size: [800, 480]}
      log: {value: true}
      views:
        - {id: key, kind: button, frame: [0, 0, 100, 100], on: {touchDown: {emit: pressed}}}
        - {id: level, kind: slider, frame: [0, 200, 400, 44], on: {valueChanged: {send: "nowhere:", to: key}}}
      gestures:
        - {id: tap, kind: tap, view: key, on: {recognized: {emit: tapped}}}

      """)
    for (kinds, expected): (LogLineKinds, Set<String>) in [
      (.everything, ["device", "touch", "control", "value", "action", "unhandled", "emit", "gesture"]),
      (.emit, ["device", "emit"]), (.touch, ["device", "emit", "touch"]), (.control, ["device", "emit", "control"]),
      (.value, ["device", "emit", "value"]), (.action, ["device", "emit", "action"]), (.unhandled, ["device", "emit", "unhandled"]),
      (.gesture, ["device", "emit", "gesture"]), ([], []),
    ] {
      var made: Set<String> = []
      let writer = LogWriter()
      writer.tee = { lines in
        lines.withUnsafeBytes { bytes in
          unsafe LogLineKinds.forEachLine(of: bytes) { made.insert($1.name ?? "other") }
        }
      }
      writer.teeKinds = kinds
      let session = LayoutSession(layout: layout, log: writer)
      let panel = TouchDevice(id: DeviceID(rawValue: 1), node: "/dev/input/event1", name: "pad")
      session.handle(.deviceAdded(panel, at: Timestamp(microseconds: 0)))
      let changes: [(phase: TouchPhase, x: Double, y: Double)] = [
        (.began, 50, 50), (.ended, 50, 50), (.began, 20, 222), (.moved, 300, 222), (.ended, 300, 222),
      ]
      for (step, change) in changes.enumerated() {
        let contact = Contact(trackingID: 1, slot: 0, phase: change.phase, location: Point(x: change.x, y: change.y))
        session.handle(
          .frame(TouchFrame(device: panel.id, timestamp: Timestamp(microseconds: Int64(step + 1) * 10_000), contacts: [contact])))
      }
      writer.flush()
      #expect(made == expected, "\(kinds.name ?? "several or none")")
    }
  }

  @Test func `the kinds that the engine asks for have their names`() {
    let kinds: [LogLineKinds] = [.emit, .action, .unhandled, .control, .value, .gesture, .touch, .wait]
    #expect(kinds.map(\.name) == ["emit", "action", "unhandled", "control", "value", "gesture", "touch", "wait"])
  }

  @Test(arguments: [false, true])
  func `a file is appended to, also by the end of the writer, and is private`(dropsLines: Bool) throws {
    for number in 1...2 {
      let writer = try LogWriter(path: stage.path("log"), dropsLines: dropsLines) { Issue.record("\($0)") }
      writer.append(line(Int64(number)))
    }
    #expect(stage.text(of: "log") == text(1) + text(2))
    #expect(stage.mode(of: "log") == 0o600)
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
    #expect(writer.failure?.errno == ENOSPC)
  }

  @Test func `a live log on a full disk is told of once, and waits for room`() throws {
    var complaints: [String] = []
    do {
      let writer = try LogWriter(path: "/dev/full", dropsLines: true) { complaints.append($0) }
      for number in 0..<10_000 {
        writer.append(line(Int64(number)))
        if number % 100 == 0 { writer.flush() }
      }
    }
    #expect(
      complaints == [
        "/dev/full: No space left on device; lines of the log are left out until there is room, everything else goes on"
      ])
  }

  @Test func `a reader that is gone is told once`() throws {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[1]) }
    var failures: [Int32] = []
    let writer = try LogWriter(descriptor: ends[1], complain: { Issue.record("\($0)") }, failed: { failures.append($0.errno) })
    close(ends[0])
    for number in 2...4 {
      writer.append(line(Int64(number)))
      writer.flush()
      try wait(for: writer) { !failures.isEmpty }
    }
    writer.close()
    #expect(failures == [EPIPE])
  }

  /// Lets the writer's thread tell what it has to, until something has become true.
  private func wait(for writer: LogWriter, until isDone: () -> Bool) throws {
    let descriptor = try #require(writer.noticeDescriptor)
    for _ in 0..<100 where !isDone() {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      poll(&request, 1, 100)
      writer.hear()
    }
    #expect(isDone())
  }

  @Test func `a pipe that nobody reads delays nothing, and what is left out is told in the log and beside it`() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    var complaints: [String] = []
    let writer = try LogWriter(
      descriptor: ends[1], limit: 100_000, complain: { complaints.append($0) }, failed: { Issue.record("\($0)") })
    close(ends[1])
    // Far more than the pipe and the writer hold: were it to wait, this would never end.
    let count = 20_000
    for number in 0..<count {
      writer.append(line(Int64(number)))
      writer.flush()
    }
    #expect(complaints.first == "standard output: it is read too slowly; lines of the log are left out, everything else goes on")
    let number = ends[0]
    let read = Guarded<[UInt8]?>(nil)
    let reader = try WorkerThread {
      var (all, block) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
      while case let count = Glibc.read(number, &block, block.count), count > 0 { all += block[..<count] }
      close(number)
      read.withLock { $0 = all }
    }
    writer.close()
    reader.join()
    let lines = String(decoding: read.withLock { $0 } ?? [], as: UTF8.self).split(separator: "\n")
    var (next, losses) = (0, [Int]())
    for line in lines {
      if let match = line.wholeMatch(of: /\{"t":\d+,"kind":"dropped","lines":(\d+)\}/), let lost = Int(match.1) {
        losses.append(lost)
        next += lost
      } else {
        #expect(line == text(next).dropLast(), "whole lines in their order, and a line for all that are missing")
        next += 1
      }
    }
    #expect(next == count && !losses.isEmpty)
    let told = complaints.filter { $0.contains("goes on;") }
    #expect(told == losses.map { "standard output: the log goes on; \($0) of its lines \($0 == 1 ? "was" : "were") left out" })
  }

  @Test func `a reader that never reads does not hold up the end`() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    var complaints: [String] = []
    do {
      let writer = try LogWriter(descriptor: ends[1], complain: { complaints.append($0) }, failed: { Issue.record("\($0)") })
      close(ends[1])
      for number in 0..<10_000 { writer.append(line(Int64(number))) }
    }
    #expect(complaints.count == 1 && complaints.first?.hasPrefix("standard output: nobody reads it; the last ") == true)
  }

  @Test func `a replay's log waits for a slow reader and loses nothing, also where the pipe is not to be waited for`() throws {
    mkfifo(stage.path("log"), 0o600)
    let number = open(stage.path("log"), O_RDONLY | O_NONBLOCK)
    _ = fcntl(number, F_SETFL, 0)
    let read = Guarded<[UInt8]>([])
    var writer: LogWriter? = try LogWriter(path: stage.path("log")) { Issue.record("\($0)") }
    let reader = try WorkerThread {
      var block = [UInt8](repeating: 0, count: 4096)
      while case let count = Glibc.read(number, &block, block.count), count > 0 {
        read.withLock { $0 += block[..<count] }
        usleep(100)
      }
      close(number)
    }
    for number in 0..<20_000 { writer?.append(line(Int64(number))) }
    writer?.close()
    #expect(writer?.failure == nil)
    // Only the end of the writer closes the pipe.
    writer = nil
    reader.join()
    #expect(read.withLock { $0 } == Array((0..<20_000).map(text).joined().utf8))
  }

  @Test func `after its rotation a log goes on in a new file, and stays in the old one where that cannot be made`() throws {
    var complaints: [String] = []
    let writer = try LogWriter(path: stage.path("log"), dropsLines: true) { complaints.append($0) }
    writer.append(line(1))
    rename(stage.path("log"), stage.path("log.1"))
    writer.reopen()
    writer.append(line(2))
    writer.flush()
    try settle { stage.size(of: "log") > 0 }
    #expect(stage.text(of: "log.1") == text(1) && stage.text(of: "log") == text(2))
    unlink(stage.path("log"))
    mkdir(stage.path("log"), 0o700)
    writer.reopen()
    try wait(for: writer) { !complaints.isEmpty }
    #expect(complaints == ["\(stage.path("log")): Is a directory; the log goes on in the old file"])
    rmdir(stage.path("log"))
    writer.close()
  }

  /// Lets the writer's thread work until something has become true.
  private func settle(until isDone: () -> Bool) throws {
    for _ in 0..<1000 where !isDone() { usleep(10_000) }
    #expect(isDone())
  }

  @Test func `a log that cannot be opened names the way out`() {
    #expect {
      try LogWriter(path: "/nowhere/log") { _ in }
    } throws: { error in
      "\(error)" == "/nowhere/log: No such file or directory; give --log a file that can be written"
    }
  }
}

@Suite struct BackgroundWriterTests {
  /// A disk that is full until it is given room.
  private final class Disk: @unchecked Sendable {
    let room = Guarded(false)
    let attempts = Guarded(0)
    var calls: SystemCalls {
      var calls = SystemCalls.kernel
      let kernel = calls.write
      calls.write = { [self] descriptor, bytes in
        defer { attempts.update { $0 += 1 } }
        return room.withLock { $0 } ? kernel(descriptor, bytes) : -Int(ENOSPC)
      }
      return calls
    }
  }

  @Test func `where the disk has room again the log goes on and says how many lines are missing`() throws {
    let stage = try RecordingStage()
    let disk = Disk()
    let writer = try BackgroundWriter(OutputPath.open(stage.path("f"), .appends), calls: disk.calls) { Array("lost \($0)\n".utf8) }
    func write(_ text: String) { Array(text.utf8).withUnsafeBytes { _ = writer.write($0) } }
    for (count, text) in ["a\nb\n", "c\n"].enumerated() {
      write(text)
      _ = disk.attempts.wait(milliseconds: 10_000) { $0 > count ? true : nil }
    }
    disk.room.withLock { $0 = true }
    write("d\n")
    writer.close()
    #expect(stage.text(of: "f") == "lost 3\nd\n")
    #expect(writer.takeEvents() == [.noSpace(errno: ENOSPC), .resumed(lost: 3)])
  }
}
