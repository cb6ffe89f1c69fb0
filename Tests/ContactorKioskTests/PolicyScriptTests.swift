import ContactorCore
@testable import ContactorLayout
import ContactorTrace
import Testing

private let layout = """
  screen: {size: [800, 480]}
  views: [{id: ok, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: {emit: ok}}}]
  policies: {idle: {after: 60, on: {idle: {emit: attract}, active: {emit: awake}}}}

  """

/// A log holds what a replay of it needs to wake the screen as it was woken.
@Suite("The log of a touch that woke the screen") struct PolicyScriptTests {
  private func log(on layout: String = layout, _ body: (SessionStage) -> Void) throws -> [String] {
    let stage = try SessionStage(layout)
    body(stage)
    stage.session.log.flush()
    return stage.lines
  }

  private func expectReplay(_ log: [String], on layout: String = layout, taps: Int) throws {
    let text = log.joined(separator: "\n") + "\n"
    // A replay lets time pass after the end, and the screen becomes idle.
    let again = try SessionStage.log(of: text, on: layout).split(separator: "\n").map(String.init).prefix(log.count)
    let differing = zip(log, again).first { $0.0 != $0.1 }
    #expect(Array(again) == log, "\(differing.map { "\($0.0) is now \($0.1)" } ?? "")")
    #expect(log.count { $0.contains(#""emit":"ok""#) } == taps, "\(text)")
  }

  @Test("12.2 An idle screen that a touch woke is woken by it again, and the next touch does its work")
  func idle() throws {
    let log = try log { stage in
      stage.tap(50, 50)
      stage.wait(60_000_000)
      stage.touch(.began, 50, 50, id: 7)
      stage.touch(.moved, 70, 50.5, id: 7)
      stage.touch(.began, 20, 20, id: 8)
      stage.touch(.ended, 70, 50.5, id: 7)
      stage.touch(.ended, 20, 20, id: 8)
      stage.tap(50, 50)
    }
    try expectReplay(log, taps: 2)
    #expect(
      log.filter { $0.contains("swallowed") } == [
        #"{"t":60030000,"kind":"swallowed","contact":1,"phase":"began","x":50,"y":50}"#,
        #"{"t":60040000,"kind":"swallowed","contact":1,"phase":"moved","x":70,"y":50.5}"#,
        #"{"t":60050000,"kind":"swallowed","contact":2,"phase":"began","x":20,"y":20}"#,
        #"{"t":60060000,"kind":"swallowed","contact":1,"phase":"ended","x":70,"y":50.5}"#,
        #"{"t":60070000,"kind":"swallowed","contact":2,"phase":"ended","x":20,"y":20}"#,
      ])
  }

  @Test("Two fingers that come as the waking touch goes on are swallowed with it, and end with it")
  func several() throws {
    let log = try log { stage in
      stage.touch(.began, 400, 400, id: 9)
      stage.wait(60_000_000)
      for id in [Int32(1), 2, 3] { stage.touch(.began, 50, 50, id: id) }
      stage.touch(.moved, 401, 400, id: 9)
      for id in [Int32(2), 1, 3] { stage.touch(.ended, 50, 50, id: id) }
      stage.tap(50, 50)
      stage.touch(.ended, 401, 400, id: 9)
    }
    #expect(log.count { $0.contains("swallowed") } == 6)
    try expectReplay(log, taps: 1)
  }

  @Test("12.2 A display that was found off is found off again, also where the waking touch does its work")
  func display() throws {
    for isSwallowed in [true, false] {
      let layout = layout.replacing("idle: {after", with: "idle: {swallowWakingTouch: \(isSwallowed), after")
      var isOff = true
      let log = try log(on: layout) { stage in
        stage.session.displayIsOff = { isOff }
        stage.tap(50, 50)
        isOff = false
        stage.tap(50, 50)
        stage.session.displayIsOff = nil
      }
      try expectReplay(log, on: layout, taps: isSwallowed ? 1 : 2)
      #expect(log.count { $0.contains(#""emit":"awake""#) } == 1)
    }
  }

  @Test("The finger that begins in the frame in which the waking touch ends works; a bottle is no finger of that touch")
  func oneFrame() throws {
    let log = try log { stage in
      stage.touch(.began, 400, 400, id: 9)
      stage.wait(60_000_000)
      stage.touch(.began, 50, 50, id: 1)
      let contacts: [Contact] = [(Int32(1), TouchPhase.ended), (2, .began), (9, .moved)].map { id, phase in
        Contact(trackingID: id, slot: id, phase: phase, location: Point(x: id == 9 ? 401 : 50, y: 50))
      }
      stage.session.handle(
        .frame(TouchFrame(device: DeviceID(rawValue: 1), timestamp: Timestamp(microseconds: 60_030_000), contacts: contacts)))
      stage.wait(20_000)
      stage.touch(.ended, 50, 50, id: 2)
    }
    #expect(log.count { $0.contains("swallowed") } == 2)
    try expectReplay(log, taps: 1)
  }

  @Test("A layout with something secure logs no place of it")
  func secure() throws {
    let layout = layout.replacing("views: [", with: "views: [{id: pin, kind: button, secure: true, frame: [200, 0, 100, 100]}, ")
    let log = try log(on: layout) { stage in
      stage.tap(50, 50)
      stage.wait(60_000_000)
      stage.tap(250, 77)
      stage.tap(50, 50)
    }
    try expectReplay(log, on: layout, taps: 2)
    #expect(log.count { $0.contains("swallowed") && $0.hasSuffix(#""secure":true}"#) } == 2 && !log.contains { $0.contains("77") })
    // The same log where nothing is secure any more.
    try expectReplay(log, on: layout.replacing("secure: true, ", with: ""), taps: 2)
  }

  @Test(
    "A line that is none of a log's is a mistake",
    arguments: [
      #""phase":"began","x":1,"y":1"#, #""contact":0,"phase":"began","x":1,"y":1"#,
      #""contact":9223372036854775807,"phase":"began","x":1,"y":1"#, #""contact":1073741824,"phase":"began","x":1,"y":1"#,
      #""contact":1,"phase":"began","x":1"#, #""contact":1,"phase":"ended","x":1,"y":1"#,
    ])
  func mistakes(_ members: String) {
    #expect(throws: TraceError.self) {
      try ScriptReader.steps(of: #"{"t":1,"kind":"swallowed",\#(members)}"#, file: "s")
    }
  }

  @Test("A script's steps tell that the screen was found off")
  func steps() throws {
    let text = #"{"t":5,"kind":"idle","state":"active"}"# + "\n" + #"{"t":5,"kind":"swallowed","contact":1,"phase":"began","x":1,"y":1}"#
    #expect(try ScriptReader.steps(of: text, file: "s").contains(.screenOff(at: Timestamp(microseconds: 5))))
  }
}
