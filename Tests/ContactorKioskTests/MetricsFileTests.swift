import ContactorCore
import ContactorInput
@testable import ContactorKiosk
@testable import ContactorLayout
@testable import ContactorSystem
import Glibc
import Testing

@Suite struct MetricsFileTests {
  private let stage: RecordingStage
  private let loop: EventLoop

  init() throws {
    stage = try RecordingStage()
    loop = try EventLoop()
  }

  /// The messages of a file of figures.
  private final class Words {
    var complaints: [String] = []
    var notes: [String] = []
    /// How many texts were asked for.
    var count = 0
  }

  /// A file whose text is the number of the writing, and `last`.
  private func file(
    _ words: Words, _ name: String = "c.prom", mode: UInt32 = 0o644, every: Duration = .milliseconds(1), calls: SystemCalls = .kernel,
    patience: Int64 = 300_000
  ) throws -> MetricsFile {
    var settings = LayoutMetricsFile(path: stage.path(name))
    (settings.mode, settings.every) = (mode, every)
    let file = try MetricsFile(
      settings, loop, calls: calls, complain: { words.complaints.append($0) }, note: { words.notes.append($0) },
      figures: { isLast in
        words.count += 1
        return isLast ? "last \(words.count)\n" : "text \(words.count)\n"
      })
    file.patience = patience
    return file
  }

  /// Runs the loop until a condition holds; a test that waits in vain ends with the round limit.
  private func run(until condition: () -> Bool) throws {
    for _ in 0..<20_000 {
      if condition() { return }
      try loop.runOnce(timeout: .milliseconds(5))
    }
    Issue.record("nothing happened")
  }

  @Test func `figures are written whole, for everyone to read, again and again, and at the end`() throws {
    let words = Words()
    let file = try file(words)
    try run { words.count >= 3 }
    file.close()
    #expect(stage.text(of: "c.prom") == "last \(words.count)\n" && stage.mode(of: "c.prom") == 0o644)
    #expect(stage.names() == ["c.prom"] && words.complaints == [] && words.notes == [])
    let count = words.count
    try loop.runOnce(timeout: .milliseconds(5))
    #expect(words.count == count, "nothing is written after the end")
  }

  @Test func `the layout's permissions go before those of an older file`() throws {
    try stage.write("old", to: "c.prom")
    chmod(stage.path("c.prom"), 0o600)
    try file(Words(), mode: 0o640, every: .seconds(60)).close()
    #expect(stage.mode(of: "c.prom") == 0o640 && stage.text(of: "c.prom").hasPrefix("last"))
  }

  @Test func `a reader never sees a part, and a text that fails leaves the one before`() throws {
    try stage.write("old\n", to: "c.prom")
    var calls = SystemCalls.kernel
    // The disk is full after three bytes.
    let room = Guarded(3)
    calls.write = { descriptor, bytes in
      let part = room.withLock { room in
        defer { room -= min(room, bytes.count) }
        return min(room, bytes.count)
      }
      return part == 0 ? -Int(ENOSPC) : Glibc.write(descriptor, bytes.baseAddress, part)
    }
    let words = Words()
    let file = try file(words, calls: calls)
    try run { file.failures >= 3 }
    #expect(stage.text(of: "c.prom") == "old\n" && stage.names() == ["c.prom"])
    let path = stage.path("c.prom")
    #expect(
      words.complaints == [
        "\(path): No space left on device; the figures are not written until the disk has room, everything else goes on"
      ], "told once")
    room.withLock { $0 = 1 << 30 }
    try run { !words.notes.isEmpty }
    #expect(words.notes == ["\(path): the figures are written again"] && stage.text(of: "c.prom").hasPrefix("text"))
    file.close()
    #expect(words.complaints.count == 1 && words.notes.count == 1)
  }

  @Test func `a link is not followed, and the error says what to do`() throws {
    try stage.write("secret", to: "target")
    #expect(symlink(stage.path("target"), stage.path("c.prom")) == 0)
    let words = Words()
    try file(words, every: .seconds(60)).close()
    #expect(stage.text(of: "target") == "secret")
    #expect(words.complaints.count == 1 && words.complaints[0].contains("is a link and is not written to; name the file itself"))
    #expect(stage.names() == ["c.prom", "target"])
  }

  @Test func `a folder that is not there, or may not be written to, has its way out`() throws {
    let words = Words()
    try file(words, "none/c.prom", every: .seconds(60)).close()
    #expect(words.complaints.count == 1 && words.complaints[0].contains("mkdir -p \(stage.path("none"))"), "\(words.complaints)")
    let way = { MetricsFile.wayOut(of: SystemError(errno: $0, place: "/a/b.prom"), "/a/b.prom") }
    #expect(way(EROFS).contains("ReadWritePaths=/a") && way(EACCES).contains("/a (chgrp") && way(EIO).isEmpty)
  }

  @Test func `a disk that does not answer delays nothing, and the newest figures count when it does`() throws {
    let gate = Guarded(false)
    let begun = Guarded(0)
    var calls = SystemCalls.kernel
    calls.write = { descriptor, bytes in
      begun.update { $0 += 1 }
      _ = gate.wait { $0 ? () : nil }
      return Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    }
    let words = Words()
    let file = try file(words, calls: calls)
    try run { begun.withLock { $0 } == 1 }
    let count = words.count
    try run { words.count >= count + 5 }
    #expect(stage.names() == [], "nothing is there while the disk does not answer")
    gate.update { $0 = true }
    // The loop rests meanwhile, so that no further figures come.
    for _ in 0..<2000 where begun.withLock({ $0 }) < 2 { usleep(10_000) }
    file.close()
    #expect(stage.text(of: "c.prom") == "last \(words.count)\n")
    #expect(begun.withLock { $0 } == 3, "the first figures, the newest of those that waited, and the last ones")
  }

  @Test func `at the end a disk that never answers is waited for a while only`() throws {
    let gate = Guarded(false)
    var calls = SystemCalls.kernel
    calls.write = { descriptor, bytes in
      _ = gate.wait { $0 ? () : nil }
      return Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    }
    let words = Words()
    let file = try file(words, calls: calls, patience: 20)
    file.close()
    #expect(words.complaints == ["\(stage.path("c.prom")): the disk does not answer; the last figures are not written"])
    gate.update { $0 = true }
    for _ in 0..<200 where stage.names().isEmpty { usleep(10_000) }
  }

  // MARK: The text

  private static let layout = """
    screen: {size: [800, 480]}
    modes: {kiosk: {}, "a\\"b\\\\c\\nd": {}}
    views:
      - {id: "o\\"k", kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: {emit: pressed}}}
      - {id: pin, kind: button, secure: true, frame: [200, 0, 100, 100], on: {touchUpInside: {emit: digit}}}
    """

  private func service(_ layout: String = layout, _ change: (inout KioskService.Options) -> Void) throws -> KioskService {
    var options = KioskService.Options(layout: "k.yaml")
    change(&options)
    return try KioskService(options, layout: SessionStage.parse(layout), log: nil, complain: { Issue.record("\($0)") }, note: { _ in })
  }

  private func tap(_ service: KioskService, _ x: Double, at time: Int64) {
    for (phase, time) in [(TouchPhase.began, time), (.ended, time + 50_000)] {
      let contact = Contact(trackingID: 1, slot: 0, phase: phase, location: Point(x: x, y: 50))
      service.take(.frame(TouchFrame(device: DeviceID(rawValue: 1), timestamp: Timestamp(microseconds: time), contacts: [contact])))
    }
  }

  @Test func `the file has the figures of the socket, and a parser takes all of them`() throws {
    let service = try service { $0.metrics = stage.path("c.prom") }
    service.followOutputs()
    let panel = TouchDevice(id: DeviceID(rawValue: 1), node: "/dev/input/event1", name: "pad")
    service.take(.deviceAdded(panel, at: Timestamp(microseconds: 0)))
    tap(service, 50, at: 1_000_000)
    tap(service, 250, at: 2_000_000)
    tap(service, 700, at: 3_000_000)
    // The end of the service, which gives the disk its time.
    service.metricsFile?.patience = 300_000
    service.metricsFile?.close()
    let text = try PrometheusSample.parse(stage.text(of: "c.prom"))
    let value = { (name: String, labels: [String: String]) in text.first { $0.name == name && $0.labels == labels }?.value }
    #expect(value("contactor_touches_total", [:]) == 3 && value("contactor_misses_total", [:]) == 1)
    #expect(value("contactor_taps_total", ["control": "o\"k"]) == 1)
    #expect(value("contactor_mode", ["mode": "a\"b\\c\nd"]) == 0 && value("contactor_mode", ["mode": "kiosk"]) == 1)
    #expect(value("contactor_up", [:]) == 0, "the last figures say that the service ends")
    #expect(value("contactor_metrics_file_failures_total", [:]) == 0)
    #expect(!text.contains { $0.labels.values.contains("pin") })
    let running = try PrometheusSample.parse(service.prometheus())
    #expect(running.first { $0.name == "contactor_up" }?.value == 1)
    #expect(Set(running.map(\.name)) == Set(text.map(\.name)))
  }

  @Test func `another layout's file is written instead, and the option goes before the layout`() throws {
    let first = Self.layout + "\noutputs: {metrics: {file: \(stage.path("a.prom")), every: 60 s}}"
    let service = try service(first) { _ in }
    service.followOutputs()
    service.metricsFile?.patience = 300_000
    service.session.replaceLayout(try SessionStage.parse(first.replacing("a.prom", with: "b.prom")))
    service.followOutputs()
    #expect(try PrometheusSample.parse(stage.text(of: "a.prom")).first { $0.name == "contactor_up" }?.value == 0)
    service.metricsFile?.patience = 300_000
    service.session.replaceLayout(try SessionStage.parse(Self.layout))
    service.followOutputs()
    #expect(service.metricsFile == nil && service.metrics == nil && stage.names() == ["a.prom", "b.prom"])
    let named = try self.service(first) { $0.metrics = stage.path("c.prom") }
    named.followOutputs()
    #expect(named.metricsFile?.settings.path == stage.path("c.prom") && named.metricsFile?.settings.every == .seconds(60))
    named.metricsFile?.patience = 300_000
    named.metricsFile?.close()
  }

  // MARK: The layout

  @Test func `a layout says where, how often and for whom`() throws {
    let text = "screen: {size: [800, 480]}\noutputs: {metrics: {file: /a/c.prom, every: 500 ms, mode: 0640}}"
    #expect(throws: LayoutError.self) { try SessionStage.parse(text) }
    let file = try SessionStage.parse(text.replacing("500 ms", with: "30 s")).outputs.metrics
    #expect(file?.path == "/a/c.prom" && file?.every == .seconds(30) && file?.mode == 0o640)
    let plain = try SessionStage.parse("screen: {size: [800, 480]}\noutputs: {metrics: {file: /a/c.prom}}").outputs.metrics
    #expect(plain == LayoutMetricsFile(path: "/a/c.prom") && plain?.every == .seconds(15) && plain?.mode == 0o644)
  }

  @Test(
    "Mistakes in it have their place and the way out",
    arguments: [
      ("{every: 5}", "k.yaml:3:20: error: the metrics needs the key 'file'"),
      ("{file: c.prom}", "k.yaml:3:27: error: 'file'"),
      ("{file: /a/}", "k.yaml:3:27: error: 'file'"),
      ("{file: /a/c.txt}", "k.yaml:3:27: warning: the textfile collector reads only files whose names end in .prom"),
      ("{file: /a/c.prom, every: 0}", "k.yaml:3:45: error: 'every'"),
      ("{file: /a/c.prom, mode: 0888}", "k.yaml:3:44: error: 'mode'"),
      ("{file: /a/c.prom, mode: 0666}", "k.yaml:3:44: warning: other users may change the figures"),
      ("{fil: /a/c.prom}", "k.yaml:3:21: error: unknown key 'fil'; did you mean 'file'?"),
    ])
  func mistakes(_ metrics: String, _ line: String) {
    let text = "contactor: 1\nscreen: {size: [800, 480]}\noutputs: {metrics: \(metrics)}\n"
    let found = LayoutCheck.diagnostics(of: Array(text.utf8), file: "k.yaml").map(\.description)
    #expect(found.contains { $0.hasPrefix(line) }, "\(found)")
  }
}
