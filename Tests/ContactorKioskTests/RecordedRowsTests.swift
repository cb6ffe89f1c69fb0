import ContactorCore
@testable import ContactorKiosk
@testable import ContactorLayout
@testable import ContactorReport
import ContactorTrace
import Testing

/// Rows that a program gave a list: a log and a recording have them, and a replay reads them back without the program.
@Suite("Rows in logs and recordings")
struct RecordedRowsTests {
  private static let layout = """
    screen: {size: [300, 400]}
    views:
      - {id: list, kind: table, frame: [0, 0, 300, 320], rowHeight: 40, rows: {from: [/bin/departures]}, on: {valueChanged: {emit: "{value}"}}}
      - {id: keys, kind: table, secure: true, frame: [0, 320, 300, 40], rows: {from: [/bin/secrets]}}

    """

  /// A session that got rows and touches, one after the other; a touch is on the row of a number.
  private enum Step {
    case rows(String, String = "list")
    case tap(Int)
  }

  private static let steps: [Step] = [
    .rows("Anna\t1\nBert\n"), .tap(1), .rows("Anna\t1\nBert\n"), .rows("Anna\t1\nBela\nBert\nCarl\n"), .tap(1),
    .rows("pin-1234", "keys"), .rows("- {title: Bela, id: b7, section: B}\n- \"\\\"Q\\\"\\\\ 7\"\n- \"7\"\n- \"\u{1F600} é\""), .tap(1),
    .rows(""), .tap(0),
  ]

  private func run(_ steps: [Step], on stage: SessionStage) throws {
    stage.plug(1)
    for step in steps {
      switch step {
      case .rows(let text, let view): try stage.session.setRows(Array(text.utf8), named: "output", forView: view)
      case .tap(let row):
        stage.tap(100, Double(row) * 40 + 20)
        stage.wait(1_000_000)
      }
    }
  }

  private func log(_ steps: [Step] = steps) throws -> [String] {
    let stage = try SessionStage(Self.layout)
    try run(steps, on: stage)
    return stage.lines
  }

  private func rows(_ lines: [String]) -> [String] {
    lines.filter { $0.contains("\"kind\":\"rows\"") }.map { line in
      line.replacing(/^.*"kind":"rows",/, with: "").replacing(/"digest":"[0-9a-f]{16}"/, with: "#")
    }
  }

  @Test("A line of rows has all rows first, then what changed, and nothing of rows that are the same or secret")
  func lines() throws {
    #expect(
      rows(try log()) == [
        #""view":"list","count":2,#,"rows":[{"title":"Anna","detail":"1"},"Bert"]}"#, #""view":"list","count":2,#}"#,
        #""view":"list","count":4,#,"at":1,"removed":1,"rows":["Bela","Bert","Carl"]}"#,
        #""view":"list","count":4,#,"rows":[{"title":"Bela","section":"B","id":"b7"},"\"Q\"\\ 7","7","\#u{1F600} é"]}"#,
        #""view":"list","count":0,#,"rows":[]}"#,
      ])
    #expect(!(try log()).joined().contains("1234"))
  }

  @Test("The log of a session replays to itself, with its values, and no program is asked")
  func replaysLog() throws {
    let log = try log()
    #expect(log.filter { $0.contains("\"kind\":\"value\"") }.count >= 4, "\(log)")
    let again = try SessionStage.log(of: log.joined(separator: "\n"), on: Self.layout)
    #expect(again.split(separator: "\n").map(String.init).prefix(log.count) == log[...])
  }

  @Test("A recording with the rows replays to the same values, also from Contactor's own format and from JSON lines")
  func replaysRecording() throws {
    let stage = try SessionStage(Self.layout)
    var records: [TraceRecord] = []
    defer { stage.session.onRows = nil }
    stage.session.onRows = { records.append(.rows($0, at: stage.session.application.now)) }
    try run([.rows("Anna\nBert"), .rows("Anna\nBela\nBert")], on: stage)
    #expect(records.count == 2)
    let touches = ReportOfScript.drag([(100, 60), (100, 60)])
    var reader = try TraceReader(MemorySource(touches, name: "s"))
    var collector = TraceCollector()
    try reader.readAll(into: &collector)
    records += collector.records
    for format in [TraceFileFormat.contactor, .jsonl] {
      let bytes = try Self.write(records, as: format)
      var log: [UInt8] = []
      var trace = try TraceReader(MemorySource(bytes, name: "r"))
      try Replay(layout: SessionStage.parse(Self.layout), log: LogWriter { log += $0 }).run(&trace)
      #expect(String(decoding: log, as: UTF8.self).contains(#""kind":"value","control":"list","value":"Bela"}"#), "\(format)")
    }
  }

  private static func write(_ records: [TraceRecord], as format: TraceFileFormat) throws -> [UInt8] {
    final class Sink: ByteSink {
      var bytes: [UInt8] = []
      func write(_ bytes: UnsafeRawBufferPointer) throws(TraceError) { self.bytes += bytes }
      func synchronize() throws(TraceError) {}
    }
    let sink = Sink()
    if format == .contactor {
      var writer = try TraceWriter(sink)
      for record in records { try writer.take(record) }
      try writer.finish()
    } else {
      var writer = JSONLinesWriter(sink)
      for record in records { try writer.take(record) }
      try writer.finish()
    }
    return sink.bytes
  }

  @Test("10,000 people are written once; one who comes is a line of a few bytes, and a list that is too long is not written")
  func bounds() throws {
    let people = (0..<10_000).map { "Person number \($0)" }
    let lines = try log([
      .rows(people.joined(separator: "\n")), .rows(people.joined(separator: "\n")),
      .rows((people[..<5000] + ["Zoe"] + people[5000...]).joined(separator: "\n")),
      .rows((0..<50_000).map { "A name of thirty bytes \($0)" }.joined(separator: "\n")), .rows("Zoe"),
    ]).filter { $0.contains("\"kind\":\"rows\"") }
    #expect(lines.map { $0.utf8.count < 150 } == [false, true, true, true, true])
    #expect(lines[0].utf8.count < 1 << 18)
    #expect(rows(lines).suffix(2) == [#""view":"list","count":50000,#}"#, #""view":"list","count":1,#,"rows":["Zoe"]}"#])
  }

  @Test(
    "Rows that a recording does not have, or has wrong, leave the list as it is, and are told",
    arguments: [
      (#""count":2,"digest":"x""#, "does not have them"), (#""at":1,"removed":0,"rows":["a"]"#, "does not have them"),
      (#""count":2,"digest":"x","at":1,"removed":0,"rows":["a"]"#, "does not have them"),
      (#""count":1,"digest":"x","rows":["a"]"#, "does not have them"), (#""count":1,"digest":"x","rows":[[]]"#, "a row is a list"),
      (#""count":1,"digest":"x","at":0,"removed":9,"rows":["a"]"#, "does not have them"),
    ])
  func wrongRows(_ members: String, _ message: String) throws {
    var problems: [String] = []
    let script = #"{"t":1,"kind":"rows","view":"list","# + members + "}\n" + ReportOfScript.drag([(100, 20), (100, 20)])
    var reader = try TraceReader(MemorySource(script, name: "s"))
    let replay = Replay(layout: try SessionStage.parse(Self.layout), log: nil)
    replay.problem = { problems.append($0) }
    try replay.run(&reader)
    #expect(problems.count == 1 && problems.first?.contains(message) == true, "\(problems)")
  }

  @Test(
    "A line of rows that is none is a mistake with its place",
    arguments: [
      #""view":"list","count":-1,"digest":"x""#, #""count":1,"digest":"x""#, #""view":"list","count":1,"digest":"x","at":0,"rows":[]"#,
      #""view":"list","count":1,"digest":"x","at":-1,"removed":0,"rows":[]"#, #""view":"list","count":1,"digest":"x","at":0,"removed":0"#,
      #""view":"list","rows":7"#, #""rows":["a"]"#, #""view":"list","at":0,"rows":["a"]"#,
    ])
  func wrongLines(_ members: String) throws {
    let error = #expect(throws: TraceError.self) {
      _ = try SessionStage.log(of: #"{"t":1,"kind":"rows","# + members + "}\n", on: Self.layout)
    }
    #expect(error?.description.hasPrefix("s:1:") == true, "\(String(describing: error))")
  }

  @Test("A line of an older log, with the number of rows alone, is passed over")
  func olderLogs() throws {
    let script = #"{"t":1,"kind":"rows","view":"list","count":2}"# + "\n" + ReportOfScript.drag([(100, 20), (100, 20)])
    #expect(!(try SessionStage.log(of: script, on: Self.layout)).contains("\"rows\""))
  }

  @Test("A script written by hand gives a list its rows without count and digest, and then a part of them")
  func writtenByHand() throws {
    let script =
      #"{"t":1,"kind":"rows","view":"list","rows":["Anna",{"title":"Bert","detail":"13"}]}"# + "\n"
      + #"{"t":2,"kind":"rows","view":"list","at":1,"removed":0,"rows":["Bela"]}"# + "\n" + ReportOfScript.drag([(100, 60), (100, 60)])
    let log = try SessionStage.log(of: script, on: Self.layout).split(separator: "\n").map(String.init)
    #expect(
      rows(log) == [
        #""view":"list","count":2,#,"rows":["Anna",{"title":"Bert","detail":"13"}]}"#,
        #""view":"list","count":3,#,"at":1,"removed":0,"rows":["Bela"]}"#,
      ])
    #expect(log.contains { $0.contains("\"kind\":\"value\"") && $0.contains("Bela") }, "\(log)")
  }

  @Test("A part cut out of a recording begins with the rows that the list has then; a redacted one has none")
  func cuts() throws {
    var sink = TraceCut(TraceCollector(), from: Timestamp(microseconds: 500), to: Timestamp(microseconds: 900))
    for (time, change) in [
      (100, TraceRows.Change.all("[\"x\"]")), (200, .all("[\"a\"]")), (300, .part(start: 0, removed: 0, "[\"b\"]")), (950, .all("[]")),
    ] {
      try sink.take(.rows(TraceRows(view: "list", count: 1, digest: "", change: change), at: Timestamp(microseconds: Int64(time))))
    }
    try sink.take(.note("", at: Timestamp(microseconds: 600)))
    try sink.finish()
    let changes = sink.output.records.compactMap { if case .rows(let rows, _) = $0 { rows.change } else { nil } }
    #expect(changes == [.all("[\"a\"]"), .part(start: 0, removed: 0, "[\"b\"]")])
    var redaction = TraceRedaction(TraceCollector(), areas: [])
    try redaction.take(.rows(TraceRows(view: "list", count: 1, digest: "", change: .all("[\"a\"]")), at: Timestamp(microseconds: 1)))
    #expect(redaction.output.records.isEmpty)
  }
}
