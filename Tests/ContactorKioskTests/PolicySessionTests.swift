import ContactorCore
import ContactorEvdev
import Testing

@testable import ContactorLayout

private let idleLayout = """
  screen: {size: [800, 480]}
  log: {touch: false, control: false, gesture: false}
  views: [{id: ok, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: {emit: ok}, touchDown: {emit: down}}}]
  policies: {idle: {after: 60, on: {idle: {emit: attract}, active: {emit: awake}}}}
  """

private let modeLayout = """
  screen: {size: [800, 480]}
  log: {touch: false, control: false, gesture: false, action: false}
  modes:
    kiosk: {}
    admin: {timeout: 120, views: [pad], gestures: [leave], on: {entered: {emit: in}, left: {emit: out}}}
    locked: {gestures: [unlock]}
  views:
    - {id: ok, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: {emit: ok}}}
    - {id: lock, kind: button, frame: [700, 0, 100, 100], on: {touchUpInside: {mode: locked}}}
    - id: pad
      kind: view
      frame: [0, 0, 100, 100]
      views: [{id: digit, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: {emit: digit}}}]
  gestures:
    - {id: enter, kind: tap, region: [700, 400, 100, 80], modes: kiosk, on: {recognized: {mode: admin}}}
    - {id: leave, kind: tap, region: [600, 400, 100, 80], on: {recognized: {mode: kiosk}}}
    - {id: unlock, kind: tap, region: [500, 400, 100, 80], on: {recognized: {emit: unlocked}}}
  """

/// The lines that are written, cut down to what they say.
private func words(_ lines: [String]) -> [String] {
  lines.compactMap { line in
    if let match = line.firstMatch(of: /^emit,emit:([a-z]*),/) { return String(match.1) }
    if let match = line.firstMatch(of: /^idle,state:([a-z]*)/) { return "= \(match.1)" }
    if let match = line.firstMatch(of: /^mode,mode:([a-z]*),from:([a-z]*)/) { return "\(match.2) > \(match.1)" }
    return line.hasPrefix("device") || line.hasPrefix("action") || line.hasPrefix("wait") ? nil : line
  }
}

extension SessionStage {
  fileprivate func says() -> [String] { words(take()) }
}

@Suite("Idleness and modes of a session") struct PolicySessionTests {
  @Test("12.1 Actions are done as the screen becomes idle and at the first touch after")
  func idleness() throws {
    let stage = try SessionStage(idleLayout)
    stage.plug(1)
    stage.tap(50, 50)
    #expect(stage.says() == ["down", "ok"])
    #expect(stage.session.nextDeadline == Timestamp(microseconds: 60_000_000))
    stage.wait(59_999_999)
    #expect(stage.says() == [])
    stage.wait(1)
    #expect(stage.says() == ["= idle", "attract"] && stage.session.isIdle)
    stage.wait(600_000_000)
    #expect(stage.says() == [])
    stage.tap(50, 50)
    #expect(stage.says() == ["= active", "awake"], "the waking touch does nothing else")
    stage.tap(50, 50)
    #expect(stage.says() == ["down", "ok"])
  }

  @Test("12.2 The waking touch is swallowed whole: every finger until all are lifted")
  func waking() throws {
    let stage = try SessionStage(idleLayout)
    stage.plug(1)
    stage.wait(60_000_000)
    let device = DeviceID(rawValue: 1)
    stage.touch(.began, 50, 50, id: 1)
    stage.touch(.began, 50, 50, id: 2)
    stage.touch(.ended, 50, 50, id: 1)
    stage.touch(.began, 50, 50, id: 3)
    #expect(stage.session.swallowCause(of: device, tracking: 3) == .waking)
    stage.touch(.ended, 50, 50, id: 2)
    stage.touch(.ended, 50, 50, id: 3)
    #expect(stage.session.swallowCause(of: device, tracking: 3) == .waking, "known in the frame in which it ends")
    #expect(stage.says() == ["= idle", "attract", "= active", "awake"])
    #expect(stage.session.application.event.allTouches.isEmpty)
    stage.tap(50, 50)
    #expect(stage.says() == ["down", "ok"])
    #expect(stage.session.swallowCause(of: device, tracking: 1) == nil)
  }

  @Test("A bottle on the screen neither keeps it awake nor keeps the waking touch going")
  func bottle() throws {
    let stage = try SessionStage(idleLayout)
    stage.plug(1)
    stage.touch(.began, 400, 400, id: 9)
    stage.wait(60_000_000)
    #expect(stage.says() == ["= idle", "attract"])
    stage.touch(.began, 50, 50, id: 1)
    stage.touch(.ended, 50, 50, id: 1)
    stage.tap(50, 50)
    #expect(stage.says() == ["= active", "awake", "down", "ok"])
  }

  @Test("12.1 A host that is late finds the screen idle all the same, from its own moment on")
  func lateHost() throws {
    let stage = try SessionStage(idleLayout)
    var times: [String] = []
    stage.plug(1)
    stage.wait(50_000_000)
    stage.tap(50, 50)
    stage.session.onAction = { [unowned stage] action in
      times.append("\(action.target) \(stage.session.application.now.microseconds)")
    }
    // The timer from before the tap and that of the tap are due in one step.
    stage.wait(200_000_000)
    #expect(times == ["attract 110020000"])
    stage.tap(50, 50)
    #expect(stage.says().suffix(2) == ["= active", "awake"])
  }

  @Test("A bottle that woke the screen does not swallow every touch to come")
  func wakingBottle() throws {
    let stage = try SessionStage(idleLayout)
    stage.plug(1)
    stage.wait(60_000_000)
    stage.touch(.began, 400, 400, id: 9)
    stage.wait(30_000_000)
    stage.tap(50, 50)
    #expect(stage.says() == ["= idle", "attract", "= active", "awake"])
    stage.wait(31_000_000)
    stage.tap(50, 50)
    #expect(stage.says() == ["down", "ok"])
  }

  @Test("With 'swallowWakingTouch: false' the waking touch does its work")
  func awake() throws {
    let stage = try SessionStage(idleLayout.replacing("idle: {after", with: "idle: {swallowWakingTouch: false, after"))
    stage.plug(1)
    stage.wait(60_000_000)
    stage.tap(50, 50)
    #expect(stage.says() == ["= idle", "attract", "= active", "awake", "down", "ok"])
  }

  @Test("12.2 The screen counts as off when told so, for one touch")
  func toldOff() throws {
    let stage = try SessionStage(idleLayout)
    stage.session.screenIsOff = true
    stage.tap(50, 50)
    #expect(stage.says() == ["= active", "awake"] && !stage.session.screenIsOff)
    stage.tap(50, 50)
    #expect(stage.says() == ["down", "ok"])
  }

  @Test("12.2 The display is asked as the first finger lands, and only then")
  func display() throws {
    let stage = try SessionStage(idleLayout)
    var asked = 0
    var isOff = false
    stage.session.displayIsOff = {
      asked += 1
      return isOff
    }
    stage.touch(.began, 50, 50, id: 1)
    isOff = true
    stage.touch(.began, 50, 50, id: 2)
    stage.touch(.moved, 51, 50, id: 1)
    stage.touch(.ended, 50, 50, id: 2)
    stage.touch(.ended, 51, 50, id: 1)
    #expect(asked == 1 && stage.says() == ["down", "ok"])
    stage.tap(50, 50)
    #expect(asked == 2 && stage.says() == ["= active", "awake"])
  }

  @Test("12.3 A menu that is open closes as the mode changes: nobody wipes over it")
  func menu() throws {
    let stage = try SessionStage(
      """
      screen: {size: [800, 480]}
      modes: {kiosk: {}, locked: {gestures: [unlock]}}
      views: [{id: list, kind: popUp, frame: [0, 0, 100, 50], value: {titles: [x, y, z]}, on: {valueChanged: {emit: chosen}}}]
      gestures: [{id: unlock, kind: tap, taps: 3, region: [700, 400, 100, 80]}]
      """)
    stage.plug(1)
    stage.tap(50, 20)
    #expect(stage.session.application.modalWindow != nil)
    stage.session.enterMode(LayoutMode.locked)
    #expect(stage.session.application.modalWindow == nil)
    _ = stage.take()
    for y in stride(from: 10.0, to: 200, by: 20) { stage.tap(50, y) }
    #expect(!stage.take().contains { $0.hasPrefix("emit") })
    #expect(stage.session.application.modalWindow == nil)
  }

  @Test("A panel that goes away takes its waking touch with it")
  func unplugged() throws {
    let stage = try SessionStage(idleLayout)
    stage.plug(1)
    stage.plug(2)
    stage.wait(60_000_000)
    stage.touch(.began, 50, 50, id: 1, device: 1)
    stage.session.handle(.deviceRemoved(DeviceID(rawValue: 1), at: Timestamp(microseconds: 61_000_000)))
    stage.wait(2_000_000)
    stage.touch(.began, 50, 50, id: 1, device: 2)
    stage.touch(.ended, 50, 50, id: 1, device: 2)
    #expect(stage.says().suffix(2) == ["down", "ok"])
  }

  @Test("Without policies a session passes frames on and has no deadline")
  func none() throws {
    let stage = try SessionStage("screen: {size: [800, 480]}")
    stage.plug(1)
    stage.tap(50, 50)
    #expect(stage.session.nextDeadline == nil && stage.session.mode == "default" && !stage.session.isIdle)
  }

  @Test("12.3 A mode has its own views and gestures, and its time limit leads back")
  func modes() throws {
    let stage = try SessionStage(modeLayout)
    stage.tap(50, 50)
    #expect(stage.says() == ["ok"], "the pad lies above, but is not there")
    stage.tap(650, 450)
    #expect(stage.says() == [])
    stage.tap(750, 450)
    #expect(stage.says() == ["kiosk > admin", "in"] && stage.session.mode == "admin")
    stage.tap(750, 450)
    stage.tap(50, 50)
    #expect(stage.says() == ["digit"])
    stage.tap(650, 450)
    #expect(stage.says() == ["admin > kiosk", "out"])
    stage.tap(750, 450)
    stage.wait(119_000_000)
    #expect(stage.says() == ["kiosk > admin", "in"])
    stage.wait(1_000_000)
    #expect(stage.says() == ["admin > kiosk", "out"])
    stage.tap(50, 50)
    #expect(stage.says() == ["ok"])
  }

  @Test("12.3 'locked' takes no touch but that of the gesture that leaves it, and ends by itself")
  func locked() throws {
    let stage = try SessionStage(modeLayout)
    stage.tap(750, 50)
    #expect(stage.says() == ["kiosk > locked"])
    stage.touch(.began, 50, 50)
    #expect(stage.session.swallowCause(of: DeviceID(rawValue: 1), tracking: 1) == .mode("locked"))
    stage.touch(.ended, 50, 50)
    stage.tap(750, 450)
    #expect(stage.says() == [])
    stage.tap(550, 450)
    #expect(stage.says() == ["unlocked", "locked > kiosk"])
    stage.touch(.began, 50, 50)
    #expect(stage.session.swallowCause(of: DeviceID(rawValue: 1), tracking: 1) == nil)
    stage.touch(.ended, 50, 50)
    stage.tap(750, 50)
    stage.wait(29_900_000)
    #expect(stage.says() == ["ok", "kiosk > locked"])
    stage.wait(200_000)
    #expect(stage.says() == ["locked > kiosk"])
  }

  @Test("12.3 What is in a view of 'locked' is there too, and a gesture that belongs to no mode is not")
  func lockedViews() throws {
    let stage = try SessionStage(
      """
      screen: {size: [800, 480]}
      log: {touch: false, control: false, gesture: false, action: false}
      modes: {locked: {views: [pad]}}
      views:
        - id: box
          kind: view
          frame: [0, 0, 400, 100]
          views:
            - {id: ok, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: {emit: ok}}}
            - id: pad
              kind: view
              frame: [100, 0, 100, 100]
              views: [{id: digit, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: {emit: digit}}}]
      gestures: [{id: g, kind: tap, region: [400, 0, 400, 480], on: {recognized: {emit: tapped}}}]
      """)
    let places = [50.0, 150, 500]
    for x in places { stage.tap(x, 50) }
    #expect(stage.says() == ["ok", "tapped"])
    stage.session.enterMode("locked")
    for x in places { stage.tap(x, 50) }
    #expect(stage.says() == ["default > locked", "digit"])
    stage.session.enterMode("default")
    for x in places { stage.tap(x, 50) }
    #expect(stage.says() == ["locked > default", "ok", "tapped"])
  }

  @Test("12.3 Fingers that are down go on as they began, and gestures of other modes are cancelled")
  func underWay() throws {
    let stage = try SessionStage(
      """
      screen: {size: [800, 480]}
      log: {touch: false, control: false, gesture: false, action: false}
      modes: {a: {views: [v]}, b: {}}
      views: [{id: v, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: {emit: up}}}]
      gestures:
        - {id: g, kind: pan, region: [200, 0, 600, 480], modes: a, on: {began: {key: F5, hold: true}, cancelled: {emit: cancelled}}}
      """)
    var phases: [String] = []
    stage.session.onKey = { action, _, phase in
      phases.append("\(action.label) \(phase)")
      return true
    }
    stage.touch(.began, 50, 50, id: 1)
    stage.touch(.began, 300, 50, id: 2)
    stage.touch(.moved, 400, 50, id: 2)
    #expect(phases == ["F5 hold"])
    stage.session.enterMode("b")
    #expect(phases == ["F5 hold", "F5 release"])
    stage.touch(.ended, 50, 50, id: 1)
    stage.touch(.ended, 400, 50, id: 2)
    #expect(stage.says() == ["a > b", "cancelled", "up"])
    stage.tap(50, 50)
    #expect(stage.says() == [])
  }

  @Test("What the layout or an action hides stays hidden as the mode changes")
  func hidden() throws {
    let stage = try SessionStage(modeLayout.replacing("{id: ok, kind: button,", with: "{id: ok, hidden: true, kind: button,"))
    stage.session.enterMode("locked")
    stage.session.enterMode("kiosk")
    stage.tap(50, 50)
    #expect(stage.says() == ["kiosk > locked", "locked > kiosk"])
  }

  @Test("Modes whose actions lead to each other end, and an unknown mode changes nothing")
  func circles() throws {
    let stage = try SessionStage(
      """
      screen: {size: [800, 480]}
      modes: {a: {on: {entered: {mode: b}}}, b: {on: {entered: {mode: a}}}}
      """)
    stage.session.enterMode("c")
    #expect(stage.session.mode == "a")
    stage.session.enterMode("b")
    #expect(stage.says().count < 40)
  }

  @Test("A layout that is read again keeps the mode that it still has, with its time limit")
  func reloaded() throws {
    let stage = try SessionStage(modeLayout)
    stage.tap(750, 450)
    stage.session.replaceLayout(try SessionStage.parse(modeLayout))
    #expect(stage.session.mode == "admin" && stage.says() == ["kiosk > admin", "in"])
    stage.tap(50, 50)
    #expect(stage.says() == ["digit"])
    stage.wait(120_000_000)
    #expect(stage.says() == ["admin > kiosk", "out"])
    stage.tap(750, 450)
    stage.session.replaceLayout(try SessionStage.parse(idleLayout))
    #expect(stage.session.mode == "default" && stage.says() == ["kiosk > admin", "in", "admin > default"])
    stage.wait(59_000_000)
    #expect(stage.says() == [], "idleness counts from the new layout on")
    stage.wait(2_000_000)
    #expect(stage.says() == ["= idle", "attract"])
  }

  @Test("13.5 Keys are pressed with their text, and held ones are released as the session ends")
  func keys() throws {
    let stage = try SessionStage(
      """
      screen: {size: [800, 480]}
      views: [{id: b, kind: button, frame: [0, 0, 100, 100], on: {touchDown: [{key: [alt, left]}, {key: {text: "{control}!"}}]}}]
      gestures: [{id: g, kind: longPress, region: [200, 0, 600, 480], on: {began: {key: shift, hold: true}}}]
      """)
    var calls: [String] = []
    stage.session.onKey = { action, text, phase in
      calls.append("\(action.label) '\(text)' \(phase)")
      return true
    }
    stage.tap(50, 50)
    #expect(calls == ["alt+left '' press", "text 'b!' press"])
    stage.touch(.began, 300, 50)
    stage.wait(600_000)
    #expect(calls.last == "shift '' hold")
    stage.session.finish()
    #expect(calls.count == 4 && calls.last == "shift '' release")
  }

  @Test("13.5 Each gesture releases the keys that it holds, and another layout all of them")
  func severalKeys() throws {
    let text = """
      screen: {size: [800, 480]}
      gestures:
        - {id: a, kind: longPress, region: [0, 0, 400, 480], simultaneous: true, on: {began: {key: F1, hold: true}}}
        - {id: b, kind: longPress, region: [400, 0, 400, 480], simultaneous: true, on: {began: {key: F2, hold: true}}}
      """
    let stage = try SessionStage(text)
    var calls: [String] = []
    stage.session.onKey = { action, _, phase in
      calls.append("\(action.label) \(phase)")
      return true
    }
    stage.touch(.began, 100, 50, id: 1)
    stage.touch(.began, 500, 50, id: 2)
    stage.wait(600_000)
    #expect(calls.sorted() == ["F1 hold", "F2 hold"])
    stage.touch(.ended, 100, 50, id: 1)
    #expect(calls.dropFirst(2) == ["F1 release"])
    stage.session.replaceLayout(try SessionStage.parse(text))
    #expect(calls.dropFirst(3) == ["F2 release"])
  }

  @Test("12.1 The same touches give the same lines, live and in a replay at any step of time")
  func replay() throws {
    let layout = idleLayout.replacing("log: {touch: false, control: false, gesture: false}\n", with: "")
    let script = [0, 30, 100, 101, 300].map { second in
      """
      {"t":\(second)000000,"kind":"touch","touch":1,"phase":"began","x":50,"y":50}
      {"t":\(second)010000,"kind":"touch","touch":1,"phase":"ended","x":50,"y":50}

      """
    }.joined()
    let log = try SessionStage.log(of: script, on: layout)
    let lines = log.split(separator: "\n").filter { $0.contains("\"kind\":\"idle\"") }
    #expect(
      lines == [
        #"{"t":90010000,"kind":"idle","state":"idle"}"#, #"{"t":100000000,"kind":"idle","state":"active"}"#,
        #"{"t":161010000,"kind":"idle","state":"idle"}"#, #"{"t":300000000,"kind":"idle","state":"active"}"#,
        #"{"t":360010000,"kind":"idle","state":"idle"}"#,
      ])
    #expect(try SessionStage.log(of: script, on: layout) == log)
  }
}
