import ContactorCore
@testable import ContactorKiosk
@testable import ContactorLayout
import ContactorSystem
import ContactorTrace
import Testing

/// Contract 12.5.
@Suite struct HealthTests {
  private static let button = """
    views: [{id: ok, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: {run: [backup, now]}}}]
    """
  private static let every = "silent: {emit: s}, stuck: {emit: k}, absent: {emit: a}, failing: {emit: f}, recovered: {emit: r}"

  private static func layout(_ health: String, devices: String = "[{}]", views: String = button) -> String {
    "screen: {size: [800, 480]}\npolicies: {health: {\(health)}}\ndevices: \(devices)\n\(views)\n"
  }

  /// The health lines so far, without what is the same in all.
  private func health(_ stage: SessionStage) -> [String] {
    stage.lines.filter { $0.contains(#""kind":"health""#) }.map {
      $0.replacing(#""kind":"health","#, with: "").replacing(/["{}]/, with: "")
    }
  }

  private func emitted(_ stage: SessionStage) -> [String] {
    stage.lines.compactMap { $0.firstMatch(of: /"kind":"emit","emit":"([^"]*)"/).map { String($0.1) } }
  }

  /// Expects that the log replays to itself.
  private func expectReplay(of stage: SessionStage, on layout: String, _ place: SourceLocation = #_sourceLocation) throws {
    let log = stage.lines.map { $0 + "\n" }.joined()
    let again = try SessionStage.log(of: log, on: layout)
    #expect(again == log, sourceLocation: place)
  }

  // MARK: Silent

  @Test func `12.5 a panel that nothing touches is silent at its own moment, and a touch ends that`() throws {
    let layout = Self.layout("silentAfter: 12 h, on: {\(Self.every)}")
    let stage = try SessionStage(layout)
    stage.plug(1)
    stage.tap(300, 300)
    stage.wait(13 * 3_600_000_000)
    #expect(health(stage) == ["t:43200020000,what:silent,device:event1"], "12 hours after the last touch")
    #expect(stage.session.health.first?.since == Timestamp(microseconds: 43_200_020_000))
    stage.wait(13 * 3_600_000_000)
    #expect(health(stage).count == 1, "told once")
    stage.tap(300, 300)
    #expect(health(stage).last == "t:93600030000,what:recovered,of:silent,device:event1")
    #expect(emitted(stage) == ["s", "r"] && stage.session.health.allSatisfy { $0.since == nil })
    try expectReplay(of: stage, on: layout)
  }

  @Test func `a touch in time puts it off, each panel has its own, and one that is not used has none`() throws {
    let stage = try SessionStage(
      Self.layout("silentAfter: 1 h", devices: "[{match: {path: usb-9}, ignore: true}, {}]"))
    stage.plug(1)
    stage.plug(2)
    stage.plug(3, path: "usb-9")
    for _ in 0..<3 {
      stage.wait(1_800_000_000)
      stage.tap(300, 300)
    }
    #expect(health(stage) == ["t:3600000000,what:silent,device:event2"])
  }

  @Test func `a panel that goes away is not silent any more, and nothing is done for that`() throws {
    let layout = Self.layout("silentAfter: 10 s, on: {\(Self.every)}")
    let stage = try SessionStage(layout)
    stage.plug(1)
    stage.wait(11_000_000)
    stage.session.handle(.deviceRemoved(DeviceID(rawValue: 1), at: Timestamp(microseconds: 12_000_000)))
    #expect(health(stage).last == "t:12000000,what:recovered,of:silent,device:event1")
    #expect(emitted(stage) == ["s"] && stage.session.health == [])
    try expectReplay(of: stage, on: layout)
  }

  // MARK: Stuck

  @Test func `a contact that stays in its place is stuck until it is lifted or moves away`() throws {
    let layout = Self.layout("stuckAfter: 30 s, on: {\(Self.every)}")
    let stage = try SessionStage(layout)
    stage.plug(1)
    stage.touch(.began, 300, 300)
    stage.wait(20_000_000)
    stage.touch(.moved, 301, 300)
    stage.wait(20_000_000)
    #expect(health(stage) == ["t:30010000,what:stuck,device:event1"], "jitter is no movement")
    stage.touch(.moved, 500, 300)
    #expect(health(stage).last == "t:40030000,what:recovered,of:stuck,device:event1")
    stage.touch(.began, 10, 300, id: 2)
    stage.wait(30_000_000)
    stage.touch(.ended, 500, 300)
    #expect(health(stage).count == 3, "the second contact is stuck still")
    stage.touch(.ended, 10, 300, id: 2)
    #expect(health(stage).count == 4 && emitted(stage) == ["k", "r", "k", "r"])
    try expectReplay(of: stage, on: layout)
  }

  @Test func `without a time of its own the one of forwarding counts, and none without either`() throws {
    let text = "screen: {size: [800, 480]}\npolicies: {health: {}}\n"
    #expect(try SessionStage.parse(text + "forward: {stuckAfter: 5 s}").stuckAfter == .seconds(5))
    #expect(try SessionStage.parse(text).stuckAfter == nil)
    #expect(try SessionStage.parse("screen: {size: [800, 480]}\nforward: {stuckAfter: 5 s}").stuckAfter == nil)
  }

  @Test func `nothing is told of a stuck contact on a secure view but its panel, and a replay finds the same`() throws {
    let views = """
      views:
        - {id: pin, kind: button, secure: true, frame: [0, 0, 400, 400], on: {touchUpInside: {run: [secret, four]}}}
      """
    let layout = Self.layout("stuckAfter: 30 s, failures: 1, on: {\(Self.every)}", views: views)
    func play(_ place: (Double) -> Double) throws -> [String] {
      let stage = try SessionStage(layout, runs: true)
      stage.plug(1)
      stage.touch(.began, place(50), place(50))
      stage.wait(10_000_000)
      stage.touch(.moved, place(250), place(250))
      stage.wait(30_000_000)
      #expect(health(stage) == ["t:30010000,what:stuck,device:event1"])
      stage.touch(.ended, place(250), place(250))
      stage.end("secret four", .exited(1))
      stage.wait(1_000_000)
      #expect(health(stage).count == 2, "programs of secure controls are not told")
      return stage.lines
    }
    let lines = try play { $0 }
    #expect(!lines.contains { $0.contains("pin") || $0.contains("secret") || $0.contains("250") })
    // A recording has no places of it.
    #expect(try play { _ in .nan } == lines)
  }

  // MARK: Absent

  private static let expecting = layout(
    "on: {\(every)}", devices: "[{match: {path: usb-1}, expect: true}, {match: {name: pad}}]")

  @Test func `an expected panel that is not there after 10 seconds is absent, and comes`() throws {
    let stage = try SessionStage(Self.expecting)
    stage.session.begin(at: Timestamp(microseconds: 1_000_000))
    stage.plug(1, after: 2_000_000)
    stage.wait(20_000_000)
    #expect(health(stage) == ["t:1000000,what:expected,device:usb-1", "t:11000000,what:absent,device:usb-1"])
    stage.plug(2, path: "usb-1")
    #expect(health(stage).last == "t:22000000,what:recovered,of:absent,device:usb-1")
    #expect(emitted(stage) == ["a", "r"])
    try expectReplay(of: stage, on: Self.expecting)
  }

  @Test func `an expected panel of a pair is absent until a touch tells which it is, under the name of its pair`() throws {
    let layout = """
      windows: [{id: left, size: [100, 100]}, {id: right, size: [100, 100]}]
      devices:
        - {match: {name: pad}, window: left, pair: left, expect: true}
        - {match: {name: pad}, window: right, pair: right, expect: true}

      """
    let stage = try SessionStage(layout)
    stage.session.begin(at: Timestamp(microseconds: 1000))
    stage.plug(1, after: 2000)
    stage.plug(2)
    stage.wait(12_000_000)
    #expect(health(stage).suffix(2) == ["t:10001000,what:absent,device:left", "t:10001000,what:absent,device:right"], "\(health(stage))")
    for phase in [TouchPhase.began, .ended] { stage.touch(phase, 10, 10, device: 2) }
    #expect(
      health(stage).suffix(2) == ["t:12022000,what:recovered,of:absent,device:left", "t:12022000,what:recovered,of:absent,device:right"],
      "\(health(stage))")
    stage.session.restartPairing(at: Timestamp(microseconds: 13_000_000))
    stage.wait(12_000_000)
    #expect(health(stage).suffix(2).allSatisfy { $0.contains("t:23000000,what:absent") }, "\(health(stage))")
    try expectReplay(of: stage, on: layout)
  }

  @Test func `a panel that is paired anew has not come back`() throws {
    let stage = try SessionStage(
      "screen: {size: [800, 480]}\ndevices: [{match: {name: pad}, pair: a}, {match: {name: pad}, pair: b}]\npolicies: {health: {irregularities: 2}}\n"
    )
    stage.plug(1)
    stage.plug(2)
    for round in 1...3 {
      for phase in [TouchPhase.began, .ended] { stage.touch(phase, 10, 10, device: 2) }
      stage.session.restartPairing(at: Timestamp(microseconds: Int64(round) * 1_000_000))
    }
    #expect(stage.lines.count { $0.contains(#""by":"touch""#) } == 3 && health(stage) == [], "\(stage.lines)")
  }

  @Test func `one that is there, or that is replugged within 10 seconds, is not absent`() throws {
    let stage = try SessionStage(Self.expecting)
    stage.plug(1, path: "usb-1", after: 5_000_000)
    stage.wait(20_000_000)
    stage.session.handle(.deviceRemoved(DeviceID(rawValue: 1), at: Timestamp(microseconds: 25_000_000)))
    stage.plug(2, path: "usb-1", after: 9_000_000)
    stage.wait(60_000_000)
    #expect(health(stage) == ["t:5000000,what:expected,device:usb-1"])
    stage.session.handle(.deviceRemoved(DeviceID(rawValue: 2), at: Timestamp(microseconds: 94_000_000)))
    stage.wait(60_000_000)
    #expect(health(stage).last == "t:104000000,what:absent,device:usb-1")
    try expectReplay(of: stage, on: Self.expecting)
  }

  @Test func `a kiosk without any panel tells it, too, and no health policy is needed for that`() throws {
    let layout = """
      screen: {size: [800, 480]}
      devices: [{match: {vendor: 0xeef, product: 1}, expect: true}, {match: {name: a}, expect: true}]

      """
    let stage = try SessionStage(layout)
    stage.session.begin(at: Timestamp(microseconds: 1_000_000))
    stage.wait(11_000_000)
    #expect(
      health(stage) == [
        "t:1000000,what:expected,device:0xeef:0x1", "t:1000000,what:expected,device:a", "t:11000000,what:absent,device:0xeef:0x1",
        "t:11000000,what:absent,device:a",
      ])
    try expectReplay(of: stage, on: layout)
  }

  @Test func `another layout that expects a panel waits for it from then on`() throws {
    let stage = try SessionStage(Self.layout("silentAfter: 5 s"))
    stage.plug(1)
    stage.wait(6_000_000)
    stage.session.replaceLayout(try SessionStage.parse(Self.expecting))
    stage.wait(10_000_000)
    #expect(
      health(stage) == [
        "t:5000000,what:silent,device:event1", "t:6000000,what:recovered,of:silent,device:event1",
        "t:6000000,what:expected,device:usb-1", "t:16000000,what:absent,device:usb-1",
      ])
  }

  @Test func `panels with one name are told apart`() throws {
    let devices = "[{expect: true}, {match: {name: p}, expect: true}, {match: {name: p}, expect: true}]"
    let layout = try SessionStage.parse("screen: {size: [8, 8]}\ndevices: \(devices)")
    #expect(layout.expectedPanels.map(\.name) == ["device 1", "p", "p (device 3)"])
  }

  // MARK: Failing

  @Test func `a program that fails so many times in a row is failing until it ends well`() throws {
    let layout = Self.layout("failures: 2, on: {\(Self.every)}")
    let stage = try SessionStage(layout, runs: true)
    stage.plug(1)
    func press(_ outcome: ProcessOutcome) {
      stage.tap(50, 50)
      stage.end("backup now", outcome)
    }
    for outcome in [ProcessOutcome.exited(1), .exited(0), .signalled(9)] { press(outcome) }
    #expect(health(stage) == [])
    press(.timedOut)
    #expect(health(stage).map { $0.replacing(/^t:\d+,/, with: "") } == ["what:failing,control:ok,event:touchUpInside,target:backup"])
    press(.exited(3))
    press(.exited(0))
    #expect(health(stage).last?.hasSuffix("what:recovered,of:failing,control:ok,event:touchUpInside,target:backup") == true)
    #expect(health(stage).count == 2 && emitted(stage) == ["f", "r"])
    try expectReplay(of: stage, on: layout)
  }

  @Test func `a program that is run because another fails, and fails too, ends in peace`() throws {
    let stage = try SessionStage(Self.layout("failures: 1, on: {failing: {run: [missing]}}"), runs: true)
    stage.plug(1)
    for _ in 0..<5 {
      stage.tap(50, 50)
      stage.end("backup now", .exited(1))
    }
    #expect(health(stage).count == 2, "\(health(stage))")
    #expect(stage.started.count { $0 == "missing" } == 2)
  }

  @Test func `actions get what the trouble is about`() throws {
    let stage = try SessionStage(Self.layout("silentAfter: 1 s, on: {silent: {emit: \"{control} {event} {value}\"}}"))
    stage.plug(4)
    stage.wait(2_000_000)
    #expect(emitted(stage) == ["health silent event4"])
  }

  // MARK: Muted

  @Test func `a panel that forwarding mutes is muted until it is heard again`() throws {
    let stage = try ForwardStage("forward: {rate: 3}\npolicies: {health: {}}\n")
    for id in Int32(1)...4 { stage.frame([id: (100, 100)], at: Int64(id) * 100) }
    #expect(stage.session.health.map { "\($0.trouble.kind) \($0.trouble.device)" } == ["muted event1"])
    #expect(stage.session.health.first?.since == Timestamp(microseconds: 400_000))
    for id in Int32(1)...4 { stage.frame([id: nil], at: 500 + Int64(id)) }
    stage.wait(until: 5000)
    #expect(stage.session.health.count == 1 && stage.session.health[0].since == nil)
    stage.session.stopForwarding(DeviceID(rawValue: 1), at: Timestamp(microseconds: 6_000_000))
  }

  // MARK: Grabbed

  @Test func `a panel that another program holds is grabbed until the host finds it free, and a replay finds the same`() throws {
    let layout = Self.layout("grabbedAfter: 1 min, on: {grabbed: {emit: g}, recovered: {emit: r}}")
    let stage = try SessionStage(layout)
    stage.plug(1)
    stage.wait(5_000_000)
    for isGrabbed in [false, true, true, false, false] {
      stage.wait(1_000_000)
      stage.session.noteGrabbed("event1", isGrabbed)
    }
    #expect(
      health(stage) == ["t:7000000,what:grabbed,device:event1,by:host", "t:9000000,what:recovered,of:grabbed,device:event1,by:host"])
    #expect(emitted(stage) == ["g", "r"])
    stage.session.noteGrabbed("event2", true)
    #expect(health(stage).count == 2, "no such panel")
    try expectReplay(of: stage, on: layout)
  }

  @Test func `a touch ends it, and so does the panel's going, where no action is done`() throws {
    let layout = Self.layout("grabbedAfter: 1 min, on: {grabbed: {emit: g}, recovered: {emit: r}}")
    let stage = try SessionStage(layout)
    stage.plug(1)
    stage.session.noteGrabbed("event1", true, at: Timestamp(microseconds: 5_000_000))
    stage.wait(6_000_000)
    stage.tap(300, 300)
    #expect(health(stage).last == "t:6010000,what:recovered,of:grabbed,device:event1")
    stage.session.noteGrabbed("event1", true)
    stage.session.handle(.deviceRemoved(DeviceID(rawValue: 1), at: Timestamp(microseconds: 12_000_000)))
    #expect(health(stage).last == "t:12000000,what:recovered,of:grabbed,device:event1")
    #expect(emitted(stage) == ["g", "r", "g"] && stage.session.health == [])
    try expectReplay(of: stage, on: layout)
  }

  @Test func `a recording has what the host found, in words`() throws {
    let layout = Self.layout("grabbedAfter: 1 min")
    let stage = try SessionStage(layout)
    stage.session.onGrabbed = { panel, isGrabbed, _ in #expect(TraceRecord.grabbed(panel, isGrabbed) == "another program holds event1") }
    stage.plug(1)
    stage.session.noteGrabbed("event1", true, at: Timestamp(microseconds: 5_000_000))
    stage.session.noteGrabbed("event1", true, at: Timestamp(microseconds: 6_000_000))
    let added = #"{"t":0,"kind":"device","event":"added","device":"event1","name":"pad"}"#
    let note = #"{"t":5000000,"kind":"note","text":"another program holds event1"}"#
    let touch = #"{"t":7000000,"kind":"touch","touch":1,"phase":"began","x":300,"y":300}"#
    let log = try SessionStage.log(of: [added, note, touch].joined(separator: "\n"), on: layout)
    #expect(log.contains(#"{"t":5000000,"kind":"health","what":"grabbed","device":"event1","by":"host"}"#), "\(log)")
    #expect(log.contains(#"{"t":7000000,"kind":"health","what":"recovered","of":"grabbed","device":"event1"}"#), "\(log)")
  }

  @Test func `without grabbedAfter nothing is told, and another layout ends it`() throws {
    let stage = try SessionStage(Self.layout("silentAfter: 1 h"))
    stage.plug(1)
    stage.session.noteGrabbed("event1", true)
    #expect(health(stage) == [] && stage.session.health.count == 1)
    stage.session.replaceLayout(try SessionStage.parse(Self.layout("grabbedAfter: 1 min")))
    stage.session.noteGrabbed("event1", true)
    stage.session.replaceLayout(try SessionStage.parse(Self.layout("grabbedAfter: 2 min")))
    #expect(health(stage).count == 1, "it goes on under a layout that looks, too")
    stage.session.replaceLayout(try SessionStage.parse(Self.layout("silentAfter: 1 h")))
    #expect(health(stage).last == "t:0,what:recovered,of:grabbed,device:event1")
  }

  // MARK: Ill

  private func unplug(_ stage: SessionStage, _ number: UInt32, at microseconds: Int64) {
    stage.session.handle(.deviceRemoved(DeviceID(rawValue: number), at: Timestamp(microseconds: microseconds)))
  }

  private func report(_ kind: Anomaly.Kind, _ stage: SessionStage, at seconds: Int64) {
    stage.session.handle(.anomaly(Anomaly(kind, device: DeviceID(rawValue: 1), at: Timestamp(microseconds: seconds * 1_000_000))))
  }

  private static let ill = layout("irregularities: 3, on: {ill: {emit: i}, recovered: {emit: r}}")

  @Test func `a panel with so many faults within ten minutes is ill until there was none for ten`() throws {
    let stage = try SessionStage(Self.ill)
    stage.plug(1)
    for (kind, seconds) in [(Anomaly.Kind.synDropped, 1), (.deviceLost, 2), (.unknownContact, 3), (.readError, 602)] {
      report(kind, stage, at: Int64(seconds))
    }
    #expect(health(stage) == [], "the first two do not count any more, nor does what the engine reports, too")
    for seconds in [603, 604, 700] { report(.synDropped, stage, at: Int64(seconds)) }
    #expect(health(stage) == ["t:604000000,what:ill,device:pad"])
    stage.wait(1_299_000_000)
    #expect(health(stage).count == 1)
    stage.wait(2_000_000)
    #expect(health(stage).last == "t:1300000000,what:recovered,of:ill,device:pad" && emitted(stage) == ["i", "r"])
    try expectReplay(of: stage, on: Self.ill)
  }

  @Test func `a panel that comes and goes is ill, whatever its node, and its going does not end that`() throws {
    let stage = try SessionStage(Self.layout("irregularities: 3, on: {ill: {emit: i}}", devices: "[]"))
    stage.plug(9, path: "usb-2")
    stage.plug(1, path: "usb-1")
    for number in UInt32(1)...3 {
      unplug(stage, number, at: Int64(number) * 1_000_000 - 500_000)
      stage.plug(number + 1, path: "usb-1", after: 1_000_000)
    }
    #expect(health(stage) == ["t:3000000,what:ill,device:pad (usb-1)"])
    unplug(stage, 4, at: 3_500_000)
    #expect(stage.session.health.filter { $0.since != nil }.map(\.trouble.device) == ["pad (usb-1)"])
    let log = stage.lines.map { $0 + "\n" }.joined()
    #expect(try SessionStage.log(of: log, on: Self.layout("irregularities: 3, on: {ill: {emit: i}}", devices: "[]")) == log)
  }

  @Test func `panels that are let go for another session did not come and go`() throws {
    let stage = try SessionStage(Self.ill)
    stage.plug(1)
    for number in UInt32(1)...5 {
      stage.session.noteLogin(isActive: false)
      unplug(stage, number, at: Int64(number) * 1_000_000 - 500_000)
      stage.session.noteLogin(isActive: true)
      stage.plug(number + 1, after: 1_000_000)
    }
    #expect(health(stage) == [])
  }

  // MARK: The kiosk

  @Test func `status and figures tell what is wrong`() throws {
    let layout = Self.layout("silentAfter: 1 s, failures: 1", devices: "[{match: {path: usb-1}, expect: true}, {}]")
    let service = try KioskService(
      KioskService.Options(layout: "k.yaml"), layout: SessionStage.parse(layout), log: nil, complain: { Issue.record("\($0)") },
      note: { _ in })
    service.metrics = KioskMetrics(service.session)
    #expect(service.status.picture.contains("well") == true)
    let panel = TouchDevice(id: DeviceID(rawValue: 3), node: "/dev/input/event3", name: "pad")
    service.session.handle(.deviceAdded(panel, at: Timestamp(microseconds: 0)))
    service.session.advance(to: Timestamp(microseconds: 11_000_000))
    let samples = try PrometheusSample.parse(service.prometheus()).filter { $0.name == "contactor_health" }
    #expect(
      samples.map { "\($0.labels["what"] ?? "") \($0.labels["device"] ?? "") \(Int($0.value))" }
        == ["absent usb-1 1", "silent event3 1"])
    #expect(service.status.troubles.map(\.what) == ["absent", "silent"])
    #expect(service.status.json.contains(#""health":[{"what":"absent","device":"usb-1","seconds":"#))
    #expect(service.status.picture.contains("usb-1 is expected and not there, for "))
  }

  // MARK: The layout

  @Test(
    "Mistakes have their place and the way out",
    arguments: [
      ("health: {silentAftr: 3 h}", "k.yaml:3:21: error: unknown key 'silentAftr'; did you mean 'silentAfter'?"),
      ("health: {silentAfter: 0}", "k.yaml:3:34: error: 'silentAfter'"),
      ("health: {failures: 0}", "k.yaml:3:31: error: 'failures'"),
      ("health: {on: {sillent: {emit: a}}}", "k.yaml:3:26: error: "),
      ("health: {on: {silent: {emit: a}}}", "k.yaml:3:26: warning: no panel is ever silent; expected 'silentAfter: 12 h'"),
      ("health: {on: {stuck: {emit: a}}}", "k.yaml:3:26: warning: no contact is ever stuck"),
      ("health: {on: {muted: {emit: a}}}", "k.yaml:3:26: warning: no panel is ever muted"),
      ("health: {on: {grabbed: {emit: a}}}", "k.yaml:3:26: warning: no panel is ever looked at; expected 'grabbedAfter: 1 min'"),
      ("health: {on: {ill: {emit: a}}}", "k.yaml:3:26: warning: no panel is ever ill; expected 'irregularities: 20'"),
      ("health: {irregularities: 1}", "k.yaml:3:37: error: 'irregularities'"),
      ("health: {on: {absent: {emit: a}}}", "k.yaml:3:26: warning: no panel is expected"),
    ])
  func mistakes(_ policy: String, _ line: String) {
    let text = "contactor: 1\nscreen: {size: [800, 480]}\npolicies: {\(policy)}\n"
    let found = LayoutCheck.diagnostics(of: Array(text.utf8), file: "k.yaml").map(\.description)
    #expect(found.count == 1 && found[0].hasPrefix(line), "\(found)")
  }

  @Test func `a device that is ignored is not expected, and times have minutes and hours`() throws {
    let text = "contactor: 1\nscreen: {size: [8, 8]}\ndevices: [{ignore: true, expect: true}]\n"
    #expect(
      LayoutCheck.diagnostics(of: Array(text.utf8), file: "k.yaml").map(\.description)
        == ["k.yaml:3:34: error: a device is both ignored and expected; expected one of them"])
    let health = try SessionStage.parse(Self.layout("silentAfter: 1.5 h, stuckAfter: 2min")).policies.health
    #expect(health?.silentAfter == .seconds(5400) && health?.stuckAfter == .seconds(120) && health?.failures == 3)
  }

  @Test func `a layout without any of it has no line of it`() throws {
    let stage = try SessionStage("screen: {size: [800, 480]}\n" + Self.button, runs: true)
    stage.plug(1)
    for _ in 0..<4 {
      stage.tap(50, 50)
      stage.end("backup now", .exited(1))
    }
    stage.wait(86_400_000_000)
    #expect(health(stage) == [] && stage.session.health == [] && stage.session.nextDeadline == nil)
  }
}
