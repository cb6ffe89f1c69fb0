import ContactorCore
@testable import ContactorKiosk
@testable import ContactorLayout
@testable import ContactorReport
import ContactorSystem
import ContactorTrace
import Testing

/// The order of actions that wait for programs, and how programs ended (contract 13.1–13.3).
@Suite struct LayoutOrderTests {
  /// Buttons `a` and `b` and a slider `s`, with programs that the test ends.
  private static func text(a: String = "{emit: a}", b: String = "{emit: b}", s: String = "{emit: s}", down: String = "") -> String {
    """
    screen: {size: [400, 200]}
    log: {touch: true, control: false, value: false}
    views:
      - {id: a, kind: button, frame: [0, 0, 100, 40], on: {touchUpInside: \(a)\(down.isEmpty ? "" : ", touchDown: \(down)")}}
      - {id: b, kind: button, frame: [100, 0, 100, 40], on: {touchUpInside: \(b)}}
      - {id: s, kind: slider, frame: [0, 100, 400, 40], value: {min: 0, max: 400}, on: {valueChanged: \(s)}}
    """
  }

  private static func stage(_ text: String) throws -> SessionStage {
    let stage = try SessionStage(text, runs: true)
    stage.plug(1, after: 1000)
    return stage
  }

  /// The actions and outcomes of a log, cut down to what is told of them.
  private func told(_ lines: [String]) -> [String] {
    lines.compactMap { line in
      if let action = line.firstMatch(of: /"kind":"action","control":"(.)".*"action":"(.*?)","target":"(.*?)","handled":(.*?)[,}]/) {
        let dropped = line.firstMatch(of: /"dropped":(\d+)/).map { " -\($0.1)" } ?? ""
        let argument = line.firstMatch(of: /"argv":\["\w+","(.*?)"\]/).map { " \($0.1)" } ?? ""
        return "\(action.1): \(action.3)\(argument)\(action.4 == "true" ? "" : " not handled")\(dropped)"
      }
      guard let outcome = line.firstMatch(of: /"kind":"outcome","control":"(.)".*"target":"(.*?)",(.*)\}/) else { return nil }
      return "\(outcome.1): end of \(outcome.2) \(outcome.3)"
    }
  }

  @Test func `the next of a list begins when the one before has ended`() throws {
    let stage = try Self.stage(Self.text(a: "[{run: [one]}, {emit: x}, {run: [two]}, {emit: y}]"))
    stage.tap(20, 20)
    #expect(told(stage.lines) == ["a: one"])
    stage.end("one", .exited(3))
    #expect(told(stage.lines) == ["a: one", "a: end of one \"status\":3,\"ms\":5", "a: x", "a: two"])
    stage.end("two", .signalled(15))
    #expect(told(stage.lines).suffix(2) == ["a: end of two \"signal\":15,\"ms\":5", "a: y"])
    #expect(!stage.session.isActing)
  }

  @Test func `actions of one control keep their order, those of another do not wait`() throws {
    let stage = try Self.stage(Self.text(a: "{emit: up}", b: "{emit: b}", down: "{run: [down]}"))
    stage.tap(20, 20)
    stage.tap(120, 20)
    #expect(told(stage.lines) == ["a: down", "b: b"])
    stage.end("down")
    #expect(told(stage.lines).suffix(2) == ["a: end of down \"status\":0,\"ms\":35", "a: up"])
  }

  @Test func `where a value changes one runs, the newest waits, and what lies between is counted`() throws {
    let stage = try Self.stage(Self.text(s: "[{run: [set, \"{value:0}\"]}, {emit: \"{value:0}\"}]"))
    stage.touch(.began, 13, 120)
    for step in 1...9 { stage.touch(.moved, 13 + Double(step) * 20, 120) }
    let first = try #require(stage.started.first)
    #expect(stage.started.count == 1)
    stage.end(first)
    let second = try #require(stage.started.last)
    #expect(stage.started.count == 2)
    #expect(told(stage.lines).contains { $0.hasPrefix("s: end of set") && $0.hasSuffix("\"dropped\":8") })
    // The first list is done whole, with its own value; what was dropped of its second action came before that was done.
    #expect(told(stage.lines).contains("s: \(first.dropFirst(4)) -8"))
    #expect(told(stage.lines).last == "s: set \(second.dropFirst(4)) -8")
    stage.end(second)
    #expect(told(stage.lines).last == "s: \(second.dropFirst(4))")
    #expect(stage.running.isEmpty)
  }

  @Test func `queue does all in order, skip only the first, parallel all at once`() throws {
    for (overlap, begun, all) in [("queue", 1, 3), ("skip", 1, 1), ("parallel", 3, 3), ("latest", 1, 2)] {
      let stage = try Self.stage(Self.text(a: "[{run: [p, \"{x:0}\"], overlap: \(overlap)}, {emit: \"{x:0}\", overlap: \(overlap)}]"))
      for x in [10.0, 20, 30] { stage.tap(x, 20) }
      #expect(stage.started.count == begun, "\(overlap)")
      while let next = stage.running.first { stage.end(next.argv) }
      #expect(stage.started.count == all, "\(overlap)")
      let emitted = told(stage.lines).filter { $0.firstMatch(of: /^a: \d+/) != nil }
      // The emit of a list that is skipped is an action of its own.
      #expect(emitted.count == (overlap == "skip" ? 1 : all), "\(overlap): \(told(stage.lines))")
    }
  }

  @Test func `parallel lists end in any order, each with its own`() throws {
    let stage = try Self.stage(Self.text(a: "[{run: [p, \"{x:0}\"], overlap: parallel}, {emit: \"{x:0}\", overlap: parallel}]"))
    for x in [10.0, 20, 30] { stage.tap(x, 20) }
    for x in ["20", "30", "10"] { stage.end("p \(x)") }
    #expect(told(stage.lines).compactMap { $0.firstMatch(of: /^a: (\d+)$/)?.1 } == ["20", "30", "10"])
  }

  @Test func `a program that is not there is not handled, and the next begins`() throws {
    let stage = try Self.stage(Self.text(a: "[{run: [missing]}, {run: [quick]}, {emit: x}]"))
    stage.tap(20, 20)
    #expect(
      told(stage.lines) == [
        "a: missing not handled", "a: end of missing \"error\":\"missing: no such program\",\"ms\":0", "a: quick",
        "a: end of quick \"status\":0,\"ms\":0", "a: x",
      ])
  }

  @Test func `1,000 taps on 60 buttons lose nothing, in order, 48 programs at once`() throws {
    let views = (0..<60).map { index in
      "  - {id: k\(index), kind: button, frame: [\(index * 10), 0, 10, 40], on: {touchUpInside: {run: [p, \"{control}\"]}}}\n"
    }
    let stage = try Self.stage("screen: {size: [600, 200]}\nlog: {touch: false, control: false}\nviews:\n\(views.joined())")
    for tap in 0..<1000 { stage.tap(Double(tap % 60) * 10 + 5, 20) }
    #expect(stage.running.count == ActionLanes.programLimit)
    while let next = stage.running.last {
      stage.end(next.argv)
      #expect(stage.running.count <= ActionLanes.programLimit)
    }
    #expect(stage.started.count == 1000)
    #expect(!stage.session.isActing)
  }

  @Test func `1,000 taps on one button are done in order`() throws {
    let stage = try Self.stage(Self.text(a: "{run: [p, \"{x:0}\"]}"))
    for tap in 0..<1000 { stage.tap(Double(tap % 90) + 5, 20) }
    #expect(stage.running.count == 1)
    while let next = stage.running.first { stage.end(next.argv) }
    #expect(stage.started == (0..<1000).map { "p \($0 % 90 + 5)" })
  }

  @Test func `no more than 4,096 wait, and what comes then is counted`() throws {
    let stage = try Self.stage(Self.text(a: "{run: [p]}"))
    for _ in 0..<4100 { stage.tap(20, 20) }
    #expect(stage.session.waitingActionCount == ActionLane.limit - 1)
    stage.end("p")
    #expect(told(stage.lines).contains { $0.hasSuffix("\"dropped\":4") })
  }

  @Test func `another layout drops what waits, and the end of its programs is told`() throws {
    let stage = try Self.stage(Self.text(a: "[{run: [one]}, {emit: x}]"))
    stage.tap(20, 20)
    stage.session.replaceLayout(try SessionStage.parse(Self.text(a: "[{run: [two]}, {emit: y}]")))
    stage.tap(20, 20)
    stage.end("one")
    #expect(told(stage.lines) == ["a: one", "a: two", "a: end of one \"status\":0,\"ms\":25"])
    stage.end("two")
    #expect(told(stage.lines).last == "a: y")
  }

  @Test func `an end that is told twice, or after the session, does nothing`() throws {
    var stage: SessionStage? = try Self.stage(Self.text(a: "{run: [one]}"))
    stage?.tap(20, 20)
    let ended = try #require(stage?.running.first?.ended)
    ended(.exited(0), Timestamp(microseconds: .max))
    ended(.exited(1), Timestamp(microseconds: .min))
    #expect(told(stage?.lines ?? []).count == 2)
    stage?.tap(20, 20)
    let last = try #require(stage?.running.last?.ended)
    stage = nil
    last(.exited(0), Timestamp(microseconds: 0))
  }

  @Test func `controls that set each other off behind a program end`() throws {
    let stage = try Self.stage(
      """
      screen: {size: [400, 200]}
      log: {touch: false, control: false, value: false}
      views:
        - {id: a, kind: switch, frame: [0, 0, 100, 40], on: {valueChanged: [{run: [quick]}, {send: "toggle:", to: b}]}}
        - {id: b, kind: switch, frame: [0, 100, 100, 40], on: {valueChanged: [{run: [quick]}, {send: "toggle:", to: a}]}}
      """)
    stage.tap(20, 20)
    #expect((4...64).contains(stage.started.count))
    #expect(!stage.session.isActing)
  }

  @Test func `nothing is told of a program of a secure control`() throws {
    let stage = try Self.stage(
      """
      screen: {size: [400, 200]}
      views: [{id: a, kind: button, secure: true, frame: [0, 0, 100, 40], on: {touchUpInside: [{run: [one]}, {run: [two]}]}}]
      """)
    stage.tap(20, 20)
    stage.end("one")
    stage.end("two")
    #expect(stage.started == ["one", "two"])
    #expect(!stage.lines.contains { $0.contains("one") || $0.contains("two") || $0.contains("outcome") })
  }

  // MARK: Replay

  @Test(arguments: ["queue", "skip", "parallel", "latest"])
  func `a replay of the log does the same at the same moments`(overlap: String) throws {
    let text = Self.text(
      a: "[{run: [p, \"{x:0}\"], overlap: \(overlap)}, {emit: \"{x:0}\"}]", b: "[{emit: i}, {run: [q]}, {emit: z, after: 7 ms}]",
      s: "{run: [set, \"{value:0}\"], every: 30 ms}")
    let stage = try Self.stage(text)
    for round in 0..<4 {
      for x in [10.0, 20, 30, 120] { stage.tap(x, 20) }
      stage.touch(.began, 13, 120)
      for step in 1...9 { stage.touch(.moved, 13 + Double(step) * 20, 120) }
      if round > 0 { for next in stage.running.shuffled() { stage.end(next.argv, round == 1 ? .exited(1) : .timedOut) } }
      stage.touch(.ended, 200, 120)
    }
    while let next = stage.running.last { stage.end(next.argv) }
    stage.wait(1_000_000)
    while let next = stage.running.last { stage.end(next.argv) }
    stage.wait(1_000_000)
    let log = stage.lines.joined(separator: "\n") + "\n"
    #expect(log.contains("\"kind\":\"programs\""))
    let found = try SessionStage.log(of: log, on: text)
    let (lines, wanted) = (found.split(separator: "\n"), log.split(separator: "\n"))
    let index = zip(lines, wanted).enumerated().first { $1.0 != $1.1 }?.offset
    #expect(index == nil, "\(index.map { "\(lines[$0])\n\(wanted[$0])" } ?? "")")
    #expect(lines.count == wanted.count)
  }

  @Test func `without recorded ends, programs end at once`() throws {
    let script = """
      {"t":1000,"kind":"touch","touch":1,"phase":"began","x":20,"y":20}
      {"t":2000,"kind":"touch","touch":1,"phase":"ended","x":20,"y":20}
      """
    let log = try SessionStage.log(of: script, on: Self.text(a: "[{run: [one]}, {emit: x}]"))
    #expect(told(log.split(separator: "\n").map(String.init)) == ["a: one", "a: x"])
  }

  @Test func `a recording that lacks an end says so`() throws {
    let script = """
      {"t":1000,"kind":"programs"}
      {"t":1000,"kind":"touch","touch":1,"phase":"began","x":20,"y":20}
      {"t":2000,"kind":"touch","touch":1,"phase":"ended","x":20,"y":20}
      {"t":3000,"kind":"outcome","control":"b","event":"touchUpInside","action":"run","target":"one","status":0,"ms":1}
      """
    var problems: [String] = []
    var reader = try TraceReader(MemorySource(script, name: "s"))
    let replay = Replay(layout: try SessionStage.parse(Self.text(a: "[{run: [one]}, {emit: x}]")), log: nil)
    replay.problem = { problems.append($0) }
    try replay.run(&reader)
    #expect(problems == ["1 action was not done: the recording does not tell how one of a ended, for which it waited"])
  }

  @Test func `an outcome is a note in a recording, and read back`() throws {
    for end in [TraceOutcome.End.exited(-1), .signalled(9), .timedOut, .failed("no \"such\"\n program")] {
      let outcome = TraceOutcome(control: "ä\u{7}", event: "touchUpInside", target: "/bin/x y", end: end, milliseconds: 12)
      guard case .note(let text, _) = outcome.record(at: Timestamp(microseconds: 1)) else {
        Issue.record("no note")
        continue
      }
      #expect(TraceOutcome(note: text) == outcome)
    }
    for text in ["outcome", "outcome ", "outcome {}", "outcome {\"control\":\"a\"", "outcomes", "outcome []", "outcome \u{0}"] {
      #expect(TraceOutcome(note: text) == nil)
    }
  }

  @Test func `a cut keeps that programs are run, and a redacted recording tells of none`() throws {
    let outcome = TraceOutcome(control: "key7", event: "touchUpInside", target: "/bin/unlock", end: .exited(0), milliseconds: 1)
    let records: [TraceRecord] = [
      .note(TraceRecord.programsRun, at: Timestamp(microseconds: 1)), outcome.record(at: Timestamp(microseconds: 50)),
      .note("a remark", at: Timestamp(microseconds: 51)), outcome.record(at: Timestamp(microseconds: 100)),
    ]
    var cut = TraceCut(TraceCollector(), from: Timestamp(microseconds: 40), to: Timestamp(microseconds: 60))
    var redaction = TraceRedaction(TraceCollector(), areas: [])
    for record in records {
      try cut.take(record)
      try redaction.take(record)
    }
    try cut.finish()
    try redaction.finish()
    #expect(cut.output.records == [.note(TraceRecord.programsRun, at: Timestamp(microseconds: 50)), records[1], records[2]])
    #expect(redaction.output.records == [records[2]])
  }

  @Test(arguments: [
    #""control":"a","event":"e","status":0"#, #""control":"a","event":"e","target":"p""#,
    #""control":"a","event":"e","target":"p","status":1e99"#,
    #""control":1,"event":"e","target":"p","status":0"#, #""control":"a","event":"e","target":"p","timeout":false"#,
  ])
  func `an outcome that is none is a mistake of the script`(members: String) throws {
    let line = "{\"t\":1,\"kind\":\"outcome\",\(members)}"
    #expect(throws: TraceError.self) { try SessionStage.log(of: line, on: Self.text()) }
  }

  @Test func `an expected log may have a program that could not be started`() throws {
    let stage = try Self.stage(Self.text(a: "[{run: [missing, x]}, {emit: x}]"))
    stage.tap(20, 20)
    let log = stage.lines.joined(separator: "\n") + "\n"
    #expect(log.contains("\"handled\":false"))
    let found = try SessionStage.log(of: log, on: Self.text(a: "[{run: [missing, x]}, {emit: x}]"))
    #expect(found != log)
    let files = try RecordingStage()
    try files.write(log, to: "log")
    for (text, isSame) in [(found, true), (found.replacing("\"handled\":true", with: "\"handled\":null"), false)] {
      let comparison = try LogComparison(path: files.path("log"))
      comparison.take(Array(text.utf8))
      comparison.finish()
      #expect((comparison.difference == nil) == isSame)
    }
  }
}
