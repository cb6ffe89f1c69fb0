import ContactorCore
@testable import ContactorKiosk
@testable import ContactorLayout
import Testing

/// Actions that wait, and actions of some modes (contract 12.3, 13.2).
@Suite struct LayoutLimitTests {
  /// A layout with a slider that sends an action, and a button.
  private static func stage(_ timing: String, mode: String = "") throws -> SessionStage {
    let stage = try SessionStage(
      """
      screen: {size: [400, 200]}
      log: {touch: false, control: false, value: false, gesture: false}
      modes: {day: {}, night: {}}
      views:
        - id: s
          kind: slider
          frame: [0, 0, 400, 40]
          value: {min: 0, max: 400}
          continuous: true
          on: {valueChanged: {run: [set, "{value:0}"], \(timing)}}
        - {id: b, kind: button, frame: [0, 100, 100, 40], on: {touchUpInside: [{emit: first, if: {mode: day}}, {emit: second, if: {mode: [night, day]}}, {emit: third, if: {mode: night}}]}}
      """)
    stage.plug(1)
    _ = stage.take()
    return stage
  }

  /// The actions of the log, as `t argument dropped`, the times in milliseconds.
  private func actions(_ lines: [String]) -> [String] {
    lines.compactMap { line in
      guard let argument = line.firstMatch(of: /"argv":\["set","(.*?)"\]/)?.1, let time = line.firstMatch(of: /"t":(\d+)/)?.1 else {
        return nil
      }
      let dropped = line.firstMatch(of: /"dropped":(\d+)/)?.1 ?? "0"
      return "\((Int(time) ?? 0) / 1000) \(argument) \(dropped)"
    }
  }

  /// Touches the slider and drags by 10 points in each of 24 frames of 10 ms: 25 values, the first as the finger lands.
  private func drag(_ stage: SessionStage) {
    stage.touch(.began, 13, 20)
    for step in 1...24 { stage.touch(.moved, 13 + Double(step) * 10, 20) }
  }

  private func values(_ timing: String, _ act: (SessionStage) -> Void) throws -> [String] {
    let stage = try Self.stage(timing)
    act(stage)
    return actions(stage.lines)
  }

  @Test func `an action comes as often as its control sends it`() throws {
    #expect(try values("timeout: 5") { drag($0) }.count == 25)
  }

  @Test func `with every, the first is done at once, then the newest, and what lies between is counted`() throws {
    let found = try values("every: 100 ms") { stage in
      drag(stage)
      stage.wait(1_000_000)
    }
    let all = try values("timeout: 5") { drag($0) }.map { $0.split(separator: " ")[1] }
    // At 10 ms, then every 100 ms: at 110 ms the last of 20 to 100 ms, at 210 ms of 110 to 200, at 310 ms of 210 to 250.
    #expect(found == ["10 \(all[0]) 0", "110 \(all[9]) 8", "210 \(all[19]) 9", "310 \(all[24]) 4"])
  }

  @Test func `with every, a pause that is long enough lets the next be done at once`() throws {
    let found = try values("every: 100 ms") { stage in
      stage.touch(.began, 13, 20)
      stage.touch(.moved, 63, 20)
      stage.wait(200_000)
      stage.touch(.moved, 113, 20)
    }
    #expect(found.map { $0.split(separator: " ")[0] } == ["10", "110", "230"])
  }

  @Test func `with after, the newest is done once it is quiet`() throws {
    let found = try values("after: 300 ms") { stage in
      drag(stage)
      stage.wait(299_000)
      #expect(actions(stage.lines).isEmpty)
      stage.wait(1000)
      drag(stage)
      stage.wait(2_000_000)
    }
    let all = try values("timeout: 5") { drag($0) }.map { $0.split(separator: " ")[1] }
    #expect(found.count == 2)
    #expect(found.first == "550 \(all[24]) 24")
    #expect(found.last?.hasSuffix(" 24") == true)
  }

  @Test func `what waits is done although the finger is gone, and gets no event`() throws {
    let stage = try SessionStage(
      """
      screen: {size: [400, 200]}
      views:
        - {id: s, kind: slider, frame: [0, 0, 100, 40], on: {touchDown: {send: "setRed:", to: t, after: 50 ms}}}
        - {id: t, kind: switch, frame: [0, 100, 60, 40], on: {valueChanged: {emit: red}}}
        - {id: b, kind: button, frame: [200, 100, 60, 40], on: {touchDown: {send: "toggle:", to: t, after: 50 ms}}}
      """)
    stage.plug(1)
    stage.tap(220, 120)
    _ = stage.take()
    stage.wait(100_000)
    #expect(stage.take().contains("action,control:b,event:touchDown,action:toggle:,target:t,handled:true"))
  }

  @Test func `another layout drops what waits`() throws {
    let stage = try Self.stage("after: 300 ms")
    drag(stage)
    stage.session.replaceLayout(stage.session.layout)
    stage.wait(1_000_000)
    #expect(actions(stage.lines).isEmpty)
    #expect(stage.session.limitedActions.isEmpty)
  }

  @Test func `an action that waits does not keep the session`() throws {
    weak var session: LayoutSession?
    do {
      let stage = try Self.stage("after: 300 ms")
      drag(stage)
      session = stage.session
      #expect(session?.limitedActions.count == 1)
    }
    #expect(session == nil)
  }

  @Test func `actions of other modes are left out`() throws {
    let stage = try Self.stage("timeout: 5")
    let names = { stage.take().filter { $0.hasPrefix("emit,") }.map { $0.split(separator: ",")[1].dropFirst(5) } }
    stage.tap(20, 120)
    #expect(names() == ["first", "second"])
    stage.session.enterMode("night")
    _ = stage.take()
    stage.tap(20, 120)
    #expect(names() == ["second", "third"])
  }

  @Test func `a replay of the log does the same at the same times`() throws {
    let text = """
      screen: {size: [400, 200]}
      views:
        - {id: s, kind: slider, frame: [0, 0, 400, 40], on: {valueChanged: [{run: [a, "{value:2}"], every: 70 ms}, {emit: x, after: 30 ms}]}}
      """
    let stage = try SessionStage(text)
    stage.plug(1)
    drag(stage)
    stage.touch(.ended, 253, 20)
    stage.wait(500_000)
    let log = stage.lines.joined(separator: "\n") + "\n"
    #expect(log.contains(#""action":"emit""#))
    let replayed = try SessionStage.log(of: log, on: text)
    #expect(replayed == log)
  }

  @Test(arguments: [
    (
      "emit: x, every: 1, after: 1",
      "'after' … an action has both 'every' and 'after'; expected one of them"
    ),
    ("emit: x, every: -1", "'every' is '-1'; expected seconds from 0 to 86400, or a time such as 350 ms"),
    ("emit: x, after: 0", "'after' is '0'; expected 1 ms or more"),
    ("emit: x, every: 0.9 ms", "'every' is '0.9 ms'; expected 1 ms or more"),
    ("emit: x, overlap: latst", "'overlap' is 'latst'; did you mean 'latest'?"),
    ("emit: x, overlap: [skip]", "'overlap' is a list; expected one of latest, queue, skip, parallel"),
    ("emit: x, evry: 1", "unknown key 'evry'; did you mean 'every'?"),
    ("emit: x, if: {mode: dya}", "no mode is named 'dya'; did you mean 'day'?"),
    ("emit: x, if: {mode: []}", "'mode' is an empty list; expected a mode's name"),
    ("emit: x, if: day", "'if' is 'day'; expected a mapping"),
    ("emit: x, if: {mod: day}", "unknown key 'mod'; did you mean 'mode'?"),
    ("emit: \"{value:7}\"", "'{value:7}'"),
    ("emit: \"{value:}\"", "'{value:}'"),
    ("emit: \"{valu:1}\"", "unknown placeholder '{valu:1}'"),
  ])
  func `mistakes are told`(action: String, message: String) throws {
    let text = """
      contactor: 1
      screen: {size: [400, 200]}
      modes: {day: {}, night: {}}
      views: [{id: s, kind: slider, frame: [0, 0, 400, 40], on: {valueChanged: {\(action)}}}]
      """
    let error = #expect(throws: LayoutError.self) { try Layout.parse(Array(text.utf8), file: "k.yaml") }
    let found = error?.diagnostics.map(\.description) ?? []
    let wanted = message.split(separator: " … ").last ?? ""
    #expect(found.contains { $0.contains(wanted) }, "\(found)")
  }

  @Test func `controls that set each other off with a time between let other touches through`() throws {
    let stage = try SessionStage(
      """
      screen: {size: [400, 200]}
      log: {touch: false, control: false}
      views:
        - {id: a, kind: switch, frame: [0, 0, 100, 40], on: {valueChanged: {send: "toggle:", to: b, after: 1 ms}}}
        - {id: b, kind: switch, frame: [0, 100, 100, 40], on: {valueChanged: {send: "toggle:", to: a, every: 1 ms}}}
      """)
    stage.plug(1)
    stage.tap(20, 20)
    stage.wait(1_000_000)
    stage.wait(1_000_000)
    #expect((2...4000).contains(stage.take().count))
    stage.tap(20, 120)
    #expect(stage.session.application.event.allTouches.allSatisfy { !$0.isAlive })
  }

  @Test func `keys that are held cannot wait`() throws {
    let text = """
      contactor: 1
      screen: {size: [400, 200]}
      gestures: [{id: g, kind: pan, on: {began: {key: [alt], hold: true, every: 1}}}]
      """
    let error = #expect(throws: LayoutError.self) { try Layout.parse(Array(text.utf8), file: "k.yaml") }
    #expect(error?.diagnostics.map(\.description).contains { $0.contains("'every' means nothing to keys that are held") } == true)
  }

  @Test(arguments: [
    (30.0, 0, "30"), (30.26, 1, "30.3"), (30, 1, "30.0"), (-0.04, 1, "0.0"), (-0.05, 1, "-0.1"), (2.5, 0, "3"), (-2.5, 0, "-3"),
    (0.000_001, 6, "0.000001"), (999_999_999, 6, "999999999.000000"), (1e12, 6, "1000000000000"), (-1e300, 0, DecimalText.of(-1e300)),
    (.infinity, 2, ""), (.nan, 2, ""),
    (1.5, 99, "1.500000"), (1.5, -1, "2"),
  ])
  func `numbers have the decimals that are asked for`(number: Double, decimals: Int, text: String) {
    #expect(DecimalText.of(number, decimals: decimals) == text)
  }

  @Test func `a placeholder's decimals are its own, and texts have none`() throws {
    let values = PlaceholderValues(control: "c", event: "e", value: 1.25, x: 2, y: 3)
    #expect(try PlaceholderTemplate("{value:1} {value} {x:2} {control:3} {{value:1}").filled(with: values) == "1.3 1.25 2.00 c {value:1}")
  }
}
