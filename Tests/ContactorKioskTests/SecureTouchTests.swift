import ContactorCore
@testable import ContactorKiosk
@testable import ContactorLayout
@testable import ContactorReport
import ContactorTrace
import Testing

/// What is touched in a view with `secure: true` leaves its time and number, and nothing else (contract 14.1).
@Suite struct SecureTouchTests {
  private static let pad = """
    screen: {size: [800, 480], mm: [160, 96]}
    views:
      - id: pad
        kind: view
        secure: true
        frame: [100, 100, 300, 300]
        views:
          - id: seven
            kind: button
            frame: [0, 0, 90, 90]
            on: {touchDown: [{emit: "digit-7"}, {send: "insert:"}, {run: [echo, seven]}], touchUpInside: {send: "toggleHidden:", to: lamp}}
          - {id: level, kind: slider, frame: [0, 200, 300, 90], on: {valueChanged: {emit: "{value}"}}}
      - {id: lamp, kind: switch, frame: [500, 300, 100, 100], on: {valueChanged: {emit: lit}}}
      - {id: ok, kind: button, frame: [500, 100, 100, 100], on: {touchDown: {emit: fine}}}
    gestures:
      - {id: poke, kind: tap, on: {recognized: {run: [echo, "{x}"]}}}
      - {id: slide, kind: pan, view: pad}
      - {id: far, kind: tap, region: [700, 0, 100, 100]}

    """
  private static let secrets = ["137", "149", "338", "seven", "digit", "insert", "level", "\"pad\"", "slide", "lamp", "poke", "echo"]

  /// A tap on a key, a drag along the slider, and a tap beside them.
  private static let script =
    ReportOfScript.drag([(137, 149), (138, 149), (138, 149)])
    + ReportOfScript.drag([(110, 338), (300, 338), (300, 338)], at: 3_000_000, touch: 2)
    + ReportOfScript.drag([(550, 150), (551, 150)], at: 5_000_000, touch: 3)
    + ReportOfScript.drag([(650, 440), (651, 440)], at: 7_000_000, touch: 4)

  @Test func `14.1 the log tells time, number and phase of a secure touch`() throws {
    let log = try SessionStage.log(of: Self.script, on: Self.pad)
    let lines = log.split(separator: "\n")
    #expect(
      lines.prefix(6) == [
        #"{"t":1000000,"kind":"touch","touch":1,"phase":"began","secure":true}"#,
        #"{"t":1010000,"kind":"touch","touch":1,"phase":"moved","secure":true}"#,
        #"{"t":1020000,"kind":"touch","touch":1,"phase":"ended","secure":true}"#,
        #"{"t":3000000,"kind":"touch","touch":2,"phase":"began","secure":true}"#,
        #"{"t":3010000,"kind":"touch","touch":2,"phase":"moved","secure":true}"#,
        #"{"t":3020000,"kind":"touch","touch":2,"phase":"ended","secure":true}"#,
      ], "\(log)")
    let rest = lines.dropFirst(6).joined(separator: "\n")
    #expect(rest.contains(#""touch":3,"phase":"began","x":550,"y":150,"view":"ok""#) && rest.contains(#""emit":"fine""#))
    for secret in Self.secrets where secret != "poke" && secret != "echo" { #expect(!log.contains(secret), "\(secret)") }
    #expect(!lines.prefix(6).joined().contains("poke") && rest.contains("poke"))
  }

  @Test func `14.1 a log with secure touches of a panel replays to itself, too`() throws {
    let panel = #"{"t":1,"kind":"device","event":"added","device":"event1","name":"Panel"}"# + "\n"
    let script = panel + Self.script.replacing("\"touch\",", with: "\"touch\",\"device\":\"event1\",")
    let log = try SessionStage.log(of: script, on: Self.pad)
    #expect(log.contains(#""touch":4,"phase":"began","x":650"#) && log.contains(#""touch":1,"phase":"began","secure":true"#), "\(log)")
    #expect(try SessionStage.log(of: log, on: Self.pad) == log)
  }

  @Test func `14.1 a program of a gesture on a view that is not secure gets no place of a secure touch`() throws {
    let layout = """
      screen: {size: [800, 480]}
      views: [{id: pin, kind: view, secure: true, frame: [0, 0, 100, 100]}]
      gestures: [{id: poke, kind: tap, on: {recognized: {run: [echo, "{x:0},{y:0},{touches},{control}"]}}}]

      """
    let stage = try SessionStage(layout, runs: true)
    for x in [50.0, 300] {
      for phase in [TouchPhase.began, .ended] { stage.touch(phase, x, 20) }
      if let program = stage.running.first { stage.end(program.argv) }
    }
    #expect(stage.started == ["echo ,,,poke", "echo 300,20,1,poke"])
  }

  @Test func `14.1 a log with secure touches replays to itself, the numbers of the others kept`() throws {
    let log = try SessionStage.log(of: Self.script, on: Self.pad)
    #expect(try SessionStage.log(of: log, on: Self.pad) == log)
    // Two fingers in one frame, the secure one first and last.
    func both(_ time: Int, _ phase: String, _ first: (Int, Int, Int), _ second: (Int, Int, Int)) -> String {
      [first, second].map { #"{"t":\#(time),"kind":"touch","touch":\#($0.0),"phase":"\#(phase)","x":\#($0.1),"y":\#($0.2)}"# + "\n" }
        .joined()
    }
    let mixed =
      both(1_000, "began", (1, 137, 149), (2, 550, 150)) + both(11_000, "moved", (1, 138, 150), (2, 551, 150))
      + both(21_000, "ended", (1, 138, 150), (2, 551, 150)) + both(1_001_000, "began", (3, 550, 150), (4, 137, 149))
      + both(1_011_000, "moved", (3, 551, 150), (4, 138, 149)) + both(1_021_000, "ended", (3, 551, 150), (4, 138, 149))
    let layout = Self.pad.split(separator: "gestures:")[0]
    let once = try SessionStage.log(of: mixed, on: String(layout))
    #expect(once.split(separator: "\n").filter { $0.contains("secure") }.count == 6, "\(once)")
    #expect(try SessionStage.log(of: once, on: String(layout)) == once)
  }

  @Test func `14.1 an explanation tells neither place nor control nor gesture of a secure touch`() throws {
    var lines: [String] = []
    try Explanation(Self.script, file: "s", layout: SessionStage.parse(Self.pad)).run { lines.append($0) }
    let text = lines.joined(separator: "\n")
    #expect(
      text.hasPrefix(
        """
        sequence 1 at 1000000: 1 touch
          touch 1: down in a secure view, lifted at +20 ms
          what controls and gestures made of touches in secure views is not told

        sequence 2 at 3000000: 1 touch
          touch 2: down in a secure view, lifted at +20 ms
          what controls and gestures made of touches in secure views is not told

        sequence 3 at 5000000: 1 touch
          touch 3: down at (550, 150) in ok
        """), "\(text)")
    #expect(text.contains("gesture poke (tap): recognized at +10 ms") && text.contains("gesture far (tap): touch 3 began"), "\(text)")
  }

  @Test func `14.1 a report keeps the values and arguments of secure controls to itself`() throws {
    let made = try ReportOfScript(Self.script, layout: Self.pad)
    for name in made.report.collector.names.list { #expect(!["seven", "level", "digit-7", "insert:", "138"].contains(name)) }
    #expect(made.report.collector.events.allSatisfy { $0.value == nil || $0.value == "651" })
    #expect(!made.events.contains { $0.contains("lamp") }, "\(made.events)")
  }

  @Test func `a replaced layout ends secure touches without telling of them`() throws {
    let stage = try SessionStage(Self.pad)
    stage.touch(.began, 137, 149)
    stage.session.replaceLayout(try SessionStage.parse("screen: {size: [800, 480]}\n"))
    stage.touch(.ended, 137, 149)
    #expect(stage.lines.allSatisfy { $0.contains("secure") } && stage.lines.count == 2, "\(stage.lines)")
  }

  @Test func `a line that says secure needs no place, one that does not needs one`() throws {
    let good = #"{"t":1,"kind":"touch","touch":1,"phase":"began","secure":true}"#
    #expect(try ScriptReader.steps(of: good, file: "s").count == 2)
    for bad in [#""secure":false"#, #""secure":"true""#, #""secure":1"#] {
      let line = good.replacing(#""secure":true"#, with: bad)
      #expect(throws: TraceError.self, "\(bad)") { try ScriptReader.steps(of: line, file: "s") }
    }
  }

  @Test func `very many touches without a place and without an end are only so many`() throws {
    let stage = try SessionStage("screen: {size: [800, 480]}\n")
    for id in 1...3000 { stage.touch(.began, .nan, .nan, id: Int32(id)) }
    #expect(stage.lines.count == 1024)
  }

  @Test func `14.1 a touch on a row of a secure table, or in the menu of a secure pop-up button, is secure`() throws {
    let layout = """
      screen: {size: [800, 480]}
      views:
        - {id: people, kind: table, secure: true, frame: [100, 100, 300, 200], rows: [Ada, Ben]}
        - {id: floor, kind: popUp, secure: true, frame: [500, 100, 100, 44], value: {titles: [Low, High]}}

      """
    let script =
      ReportOfScript.drag([(137, 149), (138, 149)]) + ReportOfScript.drag([(549, 137), (549, 137)], at: 3_000_000, touch: 2)
      + ReportOfScript.drag([(549, 199), (549, 199)], at: 4_000_000, touch: 3)
    let log = try SessionStage.log(of: script, on: layout)
    #expect(log.split(separator: "\n").count == 6, "\(log)")
    for secret in ["137", "149", "549", "199", "people", "floor", "High", "Ada"] { #expect(!log.contains(secret), "\(secret): \(log)") }
    var lines: [String] = []
    try Explanation(script, file: "s", layout: SessionStage.parse(layout)).run { lines.append($0) }
    let text = lines.joined(separator: "\n")
    for secret in ["137", "549", "people", "floor", "High", "Ada"] { #expect(!text.contains(secret), "\(secret): \(text)") }
  }
}
