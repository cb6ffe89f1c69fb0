import ContactorControls
import ContactorCore
import ContactorSystem
import ContactorTrace
import Testing

@testable import ContactorKiosk
@testable import ContactorLayout
@testable import ContactorReport

/// `verify`: attempts, lockout, order, and the replay without a secret (contract 12.4, 14.1).
@Suite struct LayoutVerifyTests {
  private typealias Stage = VerifyStage

  private func field(_ stage: VerifyStage) throws -> PINField { try #require(stage.session.responders["pin"] as? PINField) }

  @Test func `a PIN is taken, compared, and answered, and nothing tells it`() throws {
    let stage = try Stage(Stage.text(pin: Stage.verify("pin", "right: [{emit: yes}, {mode: admin}], wrong: {emit: no}")))
    stage.type("4711")
    #expect(stage.asked.map(\.target) == ["pin"] && stage.told == [])
    #expect(try field(stage).digits == "")
    stage.stage.touch(.began, 300, 120)
    stage.answer(true)
    stage.stage.touch(.ended, 300, 120)
    #expect(stage.told == ["= right", "verify right: emit yes", "verify right: mode admin"])
    #expect(stage.session.mode == "admin")
    for secret in ["4711", "\"pin\"", "valueChanged"] { #expect(!stage.log.contains(secret), "\(stage.log)") }
    #expect(stage.log.contains(#""kind":"verdict","secure":true,"verdict":"right"}"#))
  }

  @Test func `after so many wrong ones it is locked for a time of the engine, and then open`() throws {
    let stage = try Stage(
      Stage.text(pin: Stage.verify("pin", "attempts: 2, lockout: 5 s, right: {emit: yes}, wrong: {emit: no}, locked: {emit: shut}")))
    for _ in 0..<2 {
      stage.type("1111")
      stage.answer(false)
    }
    stage.type("4711")
    #expect(stage.asked.isEmpty)
    #expect(try field(stage).digits == "")
    #expect(stage.told == ["= wrong", "verify wrong: emit no", "= wrong", "verify wrong: emit no", "= locked", "verify locked: emit shut"])
    // Another layout does not open it.
    stage.session.replaceLayout(try SessionStage.parse(stage.text))
    stage.type("4711")
    #expect(stage.told.last == "verify locked: emit shut" && stage.asked.isEmpty)
    stage.stage.wait(5_000_000)
    stage.type("4711")
    stage.answer(true)
    #expect(stage.told.last == "verify right: emit yes")
    // A right one forgets the wrong ones.
    stage.type("1111")
    stage.answer(false)
    #expect(stage.told.last == "verify wrong: emit no")
  }

  @Test func `what stands behind waits for the answer, and the actions of the answer come first`() throws {
    let list = "[{emit: one}, \(Stage.verify("word", "right: [{run: [unlock]}, {emit: in}], wrong: {emit: no}")), {emit: two}]"
    let stage = try Stage(Stage.text(ok: list), runs: true)
    stage.write("swordfish")
    stage.ok()
    stage.ok()
    #expect(stage.told == ["ok touchDown: emit one", "ok touchDown: verify word"])
    #expect((stage.session.responders["word"] as? TextField)?.text == "")
    stage.answer(true)
    #expect(stage.told.suffix(2) == ["= right", "ok right: run unlock"])
    stage.stage.end("unlock")
    // The second list begins when the first is done; nothing was typed for it.
    #expect(
      stage.told.suffix(6) == [
        "ok right: emit in", "ok touchDown: emit two", "ok touchDown: emit one", "ok touchDown: verify word", "= empty",
        "ok touchDown: emit two",
      ])
    #expect(!stage.session.isActing && !stage.log.contains("swordfish"))
  }

  @Test func `a control whose secret is being compared is not asked by another meanwhile`() throws {
    let stage = try Stage(Stage.text(pin: Stage.verify("pin"), ok: Stage.verify("pin")))
    stage.type("4711")
    stage.ok()
    #expect(stage.told == ["ok touchDown: verify pin", "= busy"] && stage.asked.count == 1)
    stage.answer(true)
    #expect(stage.told.suffix(2) == ["= right", "verify right: emit yes"])
    #expect(try stage.replay() == stage.log)
  }

  @Test func `timing and modes hold for verify and within its answer`() throws {
    let answer = "right: [{emit: never, if: {mode: admin}}, {emit: late, after: 50 ms}, {emit: last}], wrong: {emit: no}, every: 1 s"
    let stage = try Stage(Stage.text(ok: Stage.verify("word", answer)))
    stage.write("a")
    stage.ok()
    stage.answer(true)
    stage.ok()
    #expect(stage.told == ["ok touchDown: verify word", "= right", "ok right: emit last"])
    stage.stage.wait(60_000)
    #expect(stage.told.last == "ok right: emit late")
    stage.stage.wait(2_000_000)
    #expect(stage.told.suffix(2) == ["ok touchDown: verify word", "= empty"])
    #expect(try stage.replay() == stage.log)
  }

  @Test func `answers that come late, twice, or after a layout are harmless`() throws {
    var stage: VerifyStage? = try Stage(Stage.text(ok: Stage.verify("word", "right: {send: \"performClick:\", to: ok}")))
    stage?.write("a")
    stage?.ok()
    let ended = try #require(stage?.asked.first?.ended)
    ended(true, Timestamp(microseconds: .max))
    ended(false, Timestamp(microseconds: .min))
    #expect(stage?.told.count { $0.hasPrefix("=") } == 1)
    stage?.write("a")
    stage?.ok()
    let last = try #require(stage?.asked.last?.ended)
    stage?.session.replaceLayout(try SessionStage.parse("screen: {size: [10, 10]}"))
    last(true, Timestamp(microseconds: 0))
    #expect(stage?.told.last == "= right")
    stage = nil
    last(true, Timestamp(microseconds: 0))
  }

  @Test func `locked actions that ask again end`() throws {
    let stage = try Stage(
      Stage.text(
        ok: Stage.verify("word", "attempts: 1, right: {emit: yes}, locked: {send: \"performClick:\", to: again}"),
        more: """
            - {id: again, kind: button, frame: [300, 0, 100, 40], on: {touchUpInside: \(Stage.verify("word", "wrong: {emit: no}, locked: {send: \"performClick:\", to: again}"))}}
          """))
    stage.write("a")
    stage.ok()
    stage.answer(false)
    stage.ok()
    #expect(stage.told.count < 100 && stage.told.contains("= locked"))
    #expect(!stage.session.isActing)
  }

  @Test func `without a host that compares, verify is logged and not done`() throws {
    let stage = try SessionStage(Stage.text(ok: "[\(Stage.verify("word")), {emit: on}]"))
    (stage.session.responders["word"] as? TextField)?.text = "kept"
    stage.tap(220, 20)
    let lines = stage.lines.filter { $0.contains("\"action\"") }
    #expect(lines.count == 2 && lines[0].contains("\"verify\"") && lines[0].contains("\"handled\":false") && lines[1].contains("\"on\""))
    #expect((stage.session.responders["word"] as? TextField)?.text == "kept")
  }

  // MARK: Replay

  @Test func `a replay of the log does the same, for secure controls and others, as often as one likes`() throws {
    let answers =
      "right: [{mode: admin}, {run: [unlock]}, {set: level, value: 200}, {emit: yes}], wrong: {set: level, value: 10}, locked: {set: level, value: 5}"
    let text = Stage.text(
      pin: Stage.verify("pin", "attempts: 2, lockout: 1 s, \(answers)"), ok: "[\(Stage.verify("word", answers)), {emit: \"{x:0}\"}]")
    let stage = try Stage(text, runs: true)
    for (round, isRight) in [true, false, true, false, false, false, true].enumerated() {
      stage.type("4711")
      if round.isMultiple(of: 2) { stage.write("abc") }
      stage.ok()
      stage.answer(isRight)
      stage.answer(!isRight)
      stage.stage.touch(.began, 100 + Double(round), 120)
      while let next = stage.stage.running.first { stage.stage.end(next.argv) }
      stage.stage.touch(.ended, 200, 120)
      if round == 5 { stage.stage.wait(40_000_000) }
    }
    stage.stage.wait(20_000_000)
    let log = stage.log
    #expect(log.contains(#""mode":"kiosk","from":"admin""#) && log.contains("locked"))
    let once = try stage.replay()
    let (found, wanted) = (once.split(separator: "\n"), log.split(separator: "\n"))
    let index = zip(found, wanted).enumerated().first { $1.0 != $1.1 }?.offset
    #expect(index == nil, "\(index.map { "\(found[$0])\n\(wanted[$0])" } ?? "")")
    #expect(found.count == wanted.count)
    #expect(try SessionStage.log(of: once, on: text) == once)
  }

  @Test func `of several secure ones the verdict says which, and nothing else`() throws {
    let text = Stage.text(
      pin: "{emit: x}",
      more: """
          - {id: guest, kind: pinField, frame: [0, 150, 100, 40], on: {valueChanged: \(Stage.verify("guest", "right: {emit: guest-in}"))}}
          - {id: staff, kind: pinField, frame: [200, 150, 100, 40], on: {valueChanged: \(Stage.verify("staff", "right: {mode: admin}"))}}
        """)
    let stage = try Stage(text)
    stage.stage.tap(350, 50)
    (stage.session.responders["staff"] as? PINField)?.insertText("1234")
    stage.answer(true)
    #expect(stage.log.contains(#""kind":"verdict","secure":true,"number":2,"verdict":"right"}"#))
    #expect(!stage.log.contains("staff"))
    stage.stage.wait(20_000_000)
    #expect(try stage.replay() == stage.log)
    // A recording of another layout may name one that there is not.
    #expect(try SessionStage.log(of: stage.log.replacing("\"number\":2", with: "\"number\":9"), on: text).contains("verdict") == false)
  }

  @Test func `a verdict is a note in a recording, a cut keeps that there are some, and a redacted one has none`() throws {
    for source in [TraceVerdict.Source.secure(number: 1), .secure(number: 7), .sender(control: "ä\"", event: "touchUpInside", target: "p")]
    {
      for answer in TraceVerdict.Answer.allCases {
        let verdict = TraceVerdict(answer, of: source)
        guard case .note(let text, _) = verdict.record(at: Timestamp(microseconds: 1)) else {
          Issue.record("no note")
          continue
        }
        #expect(TraceVerdict(note: text) == verdict)
      }
    }
    for text in ["verdict", "verdict {}", "verdict {\"verdict\":\"maybe\",\"secure\":true}", "verdict []"] {
      #expect(TraceVerdict(note: text) == nil)
    }
    let records: [TraceRecord] = [
      .note(TraceRecord.secretsCompared, at: Timestamp(microseconds: 1)),
      TraceVerdict(.right, of: .secure(number: 1)).record(at: Timestamp(microseconds: 50)),
      .note("a remark", at: Timestamp(microseconds: 51)),
    ]
    var cut = TraceCut(TraceCollector(), from: Timestamp(microseconds: 40), to: Timestamp(microseconds: 60))
    var redaction = TraceRedaction(TraceCollector(), areas: [])
    for record in records {
      try cut.take(record)
      try redaction.take(record)
    }
    try cut.finish()
    try redaction.finish()
    #expect(cut.output.records == [.note(TraceRecord.secretsCompared, at: Timestamp(microseconds: 50)), records[1], records[2]])
    #expect(redaction.output.records == [records[2]])
  }

  @Test(arguments: [
    #""secure":true"#, #""secure":true,"verdict":"maybe""#, #""secure":true,"number":0,"verdict":"right""#,
    #""control":"a","verdict":"right""#,
    #""secure":false,"verdict":"right""#,
  ])
  func `a verdict that is none is a mistake of the script`(members: String) throws {
    let line = "{\"t\":1,\"kind\":\"verdict\",\(members)}"
    #expect(throws: TraceError.self) { try SessionStage.log(of: line, on: Stage.text()) }
  }

  @Test func `a recording that lacks an answer says so`() throws {
    let script = """
      {"t":1000,"kind":"verifies"}
      {"t":1000,"kind":"touch","touch":1,"phase":"began","x":220,"y":20}
      {"t":2000,"kind":"touch","touch":1,"phase":"ended","x":220,"y":20}
      """
    var problems: [String] = []
    var reader = try TraceReader(MemorySource(script, name: "s"))
    let replay = Replay(layout: try SessionStage.parse(Stage.text(ok: "[\(Stage.verify("word")), {emit: on}]")), log: nil)
    replay.problem = { problems.append($0) }
    try replay.run(&reader)
    #expect(problems == ["the recording does not tell whether a secret was right, for which an action waited"])
  }

  // MARK: Mistakes

  @Test(arguments: [
    ("{verify: pni, hash: H, right: {emit: a}}", "no view has the id 'pni'; did you mean 'pin'?"),
    ("{verify: level, hash: H, right: {emit: a}}", "a slider holds no secret; expected a pinField"),
    (
      "{verify: open, hash: H, right: {emit: a}}",
      "'open' is not secure: what is typed would be logged and recorded; expected 'secure: true'"
    ),
    ("{verify: pin, right: {emit: a}}", "'verify' has nothing to compare with; expected 'hash: …' or 'hashFile: …'"),
    ("{verify: pin, hash: H, hashFile: /a, right: {emit: a}}", "a 'verify' has both 'hash' and 'hashFile'; expected one of them"),
    ("{verify: pin, hash: H}", "'verify' does nothing with the answer; expected 'right', 'wrong' or both"),
    ("{verify: pin, hash: \"$y$j9T$...\", right: {emit: a}}", "'hash' cannot be used: it is not a whole hash; expected a hash of crypt(3)"),
    ("{verify: pin, hash: \"4711\", right: {emit: a}}", "'hash' cannot be used: it is no"),
    ("{verify: pin, hash: \"\", right: {emit: a}}", "it is empty"),
    ("{verify: pin, hash: \"!\", right: {emit: a}}", "it has characters of no hash"),
    ("{verify: pin, hash: [a], right: {emit: a}}", "'hash' is a list"),
    ("{verify: pin, hashFile: admin.hash, right: {emit: a}}", "'hashFile' is 'admin.hash'; expected a path from the root"),
    ("{verify: pin, hash: H, attempts: 0, right: {emit: a}}", "'attempts' is '0'; expected a whole number from 1 to 1000"),
    ("{verify: pin, hash: H, lockout: soon, right: {emit: a}}", "'lockout' is 'soon'"),
    ("{verify: pin, hash: H, rigth: {emit: a}}", "unknown key 'rigth'; did you mean 'right'?"),
    ("{verify: pin, hash: H, right: []}", "'right' has an empty list"),
    ("{verify: pin, hash: H, right: {emti: a}}", "unknown key 'emti'; did you mean 'emit'?"),
    ("{verify: pin, hash: H, right: {emit: \"{value}\"}}", "'right' has no value for {value}; expected one of {control}, {event}"),
    ("{verify: pin, hash: H, wrong: {send: \"clear:\", to: pim}}", "no view has the id 'pim'; did you mean 'pin'?"),
    ("{verify: pin, hash: H, wrong: {set: level, state: on}}", "a slider has no 'state' to set"),
    ("{verify: pin, hash: H, locked: {mode: admn}, right: {emit: a}}", "no mode is named 'admn'; did you mean 'admin'?"),
    ("{verify: pin, hash: H, right: {key: [alt], hold: true}}", "'hold' means nothing in 'right'"),
    ("{verify: pin, hash: H, right: {verify: pin, hash: H, right: {emit: a}}}", "a 'verify' stands in the 'right' of another"),
    ("{emit: x, hash: H}", "'hash' goes with 'verify' only, not with 'emit'"),
  ])
  func `a mistake in verify has its place and a hint`(_ action: String, _ message: String) throws {
    let text = Stage.text(
      ok: action.replacing("hash: H", with: "hash: \"\(Stage.hash)\""), more: "  - {id: open, kind: textField, frame: [300, 0, 100, 40]}")
    do {
      _ = try SessionStage.parse(text)
      Issue.record("\(action) is taken")
    } catch {
      #expect(error.diagnostics.count == 1, "\(error)")
      #expect(error.diagnostics[0].description.hasPrefix("k.yaml:8:"), "\(error)")
      #expect(error.diagnostics[0].description.contains(message), "\(error)")
      #expect(!"\(error)".contains("2O4GyT9V"))
    }
  }

  @Test func `check tells a file of a hash that cannot be used`() throws {
    let layout = try SessionStage.parse(
      Stage.text(ok: "{verify: word, hashFile: /no/such/file, right: {run: [/no/such/program]}}"))
    let found = LayoutCheck.warnings(in: layout).map(\.description)
    #expect(found.contains { $0.contains("/no/such/file: No such file or directory") && $0.hasPrefix("k.yaml:8:") })
    #expect(found.contains { $0.contains("/no/such/program") })
  }

  @Test func `a secure text is shown as dots and copied nowhere`() throws {
    let stage = try Stage(
      Stage.text(
        more: "  - {id: box, kind: view, secure: true, frame: [0, 50, 100, 40], views: [{id: inner, kind: textView, frame: [0, 0, 9, 9]}]}")
    )
    #expect((stage.session.responders["word"] as? TextField)?.isSecure == true)
    #expect((stage.session.responders["inner"] as? TextView)?.isSecure == true)
  }

  @Test func `attempts are counted on the engine's time at its extremes`() {
    var limit = AttemptLimit()
    limit.fail(1, .seconds(Int64.max / 1_000_000), at: Timestamp(microseconds: .max))
    #expect(!limit.isLocked(at: Timestamp(microseconds: .max)))
    limit = AttemptLimit()
    limit.fail(1, .zero, at: Timestamp(microseconds: 5))
    #expect(!limit.isLocked(at: Timestamp(microseconds: 5)))
    limit.fail(2, .seconds(1), at: Timestamp(microseconds: 6))
    #expect(!limit.isLocked(at: Timestamp(microseconds: 6)))
    limit.fail(2, .seconds(1), at: Timestamp(microseconds: 7))
    #expect(limit.isLocked(at: Timestamp(microseconds: 1_000_006)) && !limit.isLocked(at: Timestamp(microseconds: 1_000_007)))
  }
}
