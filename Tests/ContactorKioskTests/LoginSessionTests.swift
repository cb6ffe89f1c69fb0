import ContactorCore
import ContactorInput
@testable import ContactorKiosk
@testable import ContactorLayout
import ContactorSystem
import ContactorTrace
import Glibc
import Testing

@Suite struct LoginSessionTests {
  private static let layout = """
    screen: {size: [800, 480]}
    devices: [{match: {path: usb-1}, expect: true}]
    views: [{id: ok, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: {key: a}, touchCancel: {emit: gone}}}]

    """

  private func expectReplay(of stage: SessionStage, _ place: SourceLocation = #_sourceLocation) throws {
    let log = stage.lines.map { $0 + "\n" }.joined()
    let again = try SessionStage.log(of: log, on: Self.layout)
    #expect(again == log, sourceLocation: place)
  }

  private func remove(_ stage: SessionStage, at microseconds: Int64) {
    stage.session.handle(.deviceRemoved(DeviceID(rawValue: 1), at: Timestamp(microseconds: microseconds)))
  }

  @Test func `while another session has the seat no panel is missed, and a replay finds the same`() throws {
    let stage = try SessionStage(Self.layout)
    stage.plug(1, path: "usb-1")
    stage.touch(.began, 50, 50)
    stage.wait(1_000_000)
    stage.session.noteLogin(isActive: false)
    stage.touch(.cancelled, 50, 50)
    remove(stage, at: 1_020_000)
    stage.wait(60_000_000)
    stage.session.noteLogin(isActive: true)
    stage.session.noteLogin(isActive: true)
    stage.plug(2, path: "usb-1", after: 1_000_000)
    stage.tap(50, 50)
    stage.session.handle(.deviceRemoved(DeviceID(rawValue: 2), at: Timestamp(microseconds: 63_000_000)))
    stage.wait(12_000_000)
    let lines = stage.lines.filter { $0.contains(#""kind":"session""#) || $0.contains("absent") || $0.contains(#""emit":"gone""#) }
    #expect(
      lines.map { $0.prefix(46) }
        == [
          #"{"t":1010000,"kind":"session","active":false}"#, #"{"t":1020000,"kind":"emit","emit":"gone","cont"#,
          #"{"t":61020000,"kind":"session","active":true}"#, #"{"t":73000000,"kind":"health","what":"absent","#,
        ].map { $0.prefix(46) })
    try expectReplay(of: stage)
  }

  @Test func `keys are not pressed for another session, and those that are held are released`() throws {
    let stage = try SessionStage(Self.layout)
    var pressed = 0
    stage.session.onKey = { _, _, _ in
      pressed += 1
      return true
    }
    stage.plug(1, path: "usb-1")
    stage.tap(50, 50)
    stage.session.noteLogin(isActive: false)
    // Through the control socket, touches come all the same.
    stage.tap(50, 50)
    #expect(pressed == 1)
    #expect(stage.lines.filter { $0.contains(#""action":"key""#) }.map { $0.contains(#""handled":true"#) } == [true, false])
    stage.session.noteLogin(isActive: true)
    stage.tap(50, 50)
    #expect(pressed == 2)
    try expectReplay(of: stage)
  }

  @Test func `a recording has the change in words`() throws {
    let lines = [
      #"{"t":0,"kind":"device","event":"added","device":"event1","name":"pad"}"#,
      #"{"t":5,"kind":"note","text":"\#(TraceRecord.login(isActive: false))"}"#,
      #"{"t":9,"kind":"note","text":"\#(TraceRecord.login(isActive: true))"}"#,
      #"{"t":20,"kind":"touch","touch":1,"phase":"began","x":300,"y":300}"#,
    ]
    let log = try SessionStage.log(of: lines.joined(separator: "\n"), on: Self.layout).split(separator: "\n")
    #expect(log.contains(#"{"t":5,"kind":"session","active":false}"#) && log.contains(#"{"t":9,"kind":"session","active":true}"#), "\(log)")
  }

  @Test func `each change of the session is told once`() {
    var state = LoginState(isActive: true)
    #expect(state.look(true) == .nothing)
    #expect(state.look(false) == .leave && state.look(false) == .nothing && !state.isActive)
    #expect(state.look(true) == .comeBack && state.look(true) == .nothing && state.isActive)
    var away = LoginState(isActive: false)
    #expect(away.look(false) == .nothing && away.look(true) == .comeBack)
  }

  @Test func `a session that is not there is named with the way out, and none is none`() throws {
    #expect(try LoginSession.find(.none) == nil)
    for name in ["no-such-session", "../x", ""] {
      let error = #expect(throws: SystemError.self) { try LoginSession.find(.named(name)) }
      #expect(error?.description.hasPrefix("session '\(name)': ") == true, "\(String(describing: error))")
    }
  }

  @Test func `status and figures tell whether the session has its seat`() throws {
    var status = KioskStatus()
    #expect(!status.json.contains("session") && !status.picture.contains("session"))
    status.login = "3 on seat0"
    #expect(status.json.contains(#""session":"3 on seat0","active":true,"#) && status.picture.contains("3 on seat0\n"))
    status.hasSeat = false
    #expect(status.json.contains(#""active":false"#))
    #expect(status.picture.contains("3 on seat0, not active: touches are left to the session that is\n"))
    #expect(status.picture.contains("let go") && !status.picture.contains("contactor devices"))
  }
}
