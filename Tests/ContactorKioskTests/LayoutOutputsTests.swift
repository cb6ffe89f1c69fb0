import ContactorCore
import ContactorTrace
import Testing

@testable import ContactorLayout

/// The `outputs` of a layout.
@Suite("Outputs in layouts")
struct LayoutOutputsTests {
  private func diagnostics(_ outputs: String) -> [String] {
    let text = "contactor: 1\nscreen: {size: [800, 480]}\noutputs: \(outputs)\n"
    return LayoutCheck.diagnostics(of: Array(text.utf8), file: "k.yaml").map(\.description)
  }

  private func socket(_ outputs: String) throws -> LayoutSocket? {
    let text = "contactor: 1\nscreen: {size: [800, 480]}\noutputs: \(outputs)\n"
    return try Layout.parse(Array(text.utf8), file: "k.yaml").outputs.socket
  }

  @Test("A socket has a path, a mode, a group, and what peers may ask for")
  func whole() throws {
    let socket = try #require(try socket("{socket: {path: /run/a, mode: 0640, group: contactor, allow: [status, inject]}}"))
    #expect(socket.path == "/run/a" && socket.mode == 0o640 && socket.group == "contactor")
    #expect(socket.allowed == [.status, .inject])
  }

  @Test("Without more than a path, the group may do everything but touch")
  func standard() throws {
    let socket = try #require(try socket("{socket: {path: /run/a}}"))
    #expect(socket.mode == 0o660 && socket.group == nil)
    #expect(socket.allowed == [.status, .metrics, .subscribe, .mode, .rotate, .reload, .screen, .pair])
    #expect(try self.socket("{}") == nil)
  }

  @Test("Octal digits are read with and without a zero in front", arguments: ["0660", "660", "0o660", "\"0660\""])
  func modes(_ text: String) throws {
    #expect(try socket("{socket: {path: /run/a, mode: \(text)}}")?.mode == 0o660)
  }

  @Test(
    "Mistakes have their place and the way out",
    arguments: [
      ("5", "k.yaml:3:10: error: 'outputs' is '5'; expected a mapping with socket"),
      ("{sockt: {path: /a}}", "k.yaml:3:11: error: unknown key 'sockt'; did you mean 'socket'?"),
      ("{socket: {mode: 0660}}", "k.yaml:3:19: error: a socket needs the key 'path'; expected 'path: an absolute path'"),
      ("{socket: {path: events}}", "k.yaml:3:26: error: 'path'"),
      ("{socket: {path: /run/}}", "k.yaml:3:26: error: 'path'"),
      ("{socket: {path: /a, mode: 0888}}", "k.yaml:3:36: error: 'mode'"),
      ("{socket: {path: /a, mode: -1}}", "k.yaml:3:36: error: 'mode'"),
      ("{socket: {path: /a, mode: +77}}", "k.yaml:3:36: error: 'mode'"),
      ("{socket: {path: /a, mode: 07777}}", "k.yaml:3:36: error: 'mode'"),
      ("{socket: {path: /a, mode: 0666}}", "k.yaml:3:36: warning: every user of this machine may connect to the socket"),
      ("{socket: {path: /a, allow: [stats]}}", "k.yaml:3:38: error: a word of 'allow'"),
      ("{socket: {path: /a, allow: all}}", "k.yaml:3:37: error: 'allow'"),
      ("{socket: {path: /a, group: [x]}}", "k.yaml:3:37: error: 'group'"),
      ("{socket: {path: /" + String(repeating: "x", count: 107) + "}}", "k.yaml:3:26: error: 'path' has 108 bytes; expected 107 at most"),
    ])
  func mistakes(_ outputs: String, _ line: String) {
    let found = diagnostics(outputs)
    #expect(found.count == 1 && found[0].hasPrefix(line), "\(found)")
  }
}

/// The host's commands are inputs of a replay.
@Suite("Modes that the host enters")
struct HostModeTests {
  private static let layout = """
    screen: {size: [800, 480]}
    modes:
      kiosk: {on: {left: {emit: out}}}
      admin: {timeout: 5 s, views: [pad], on: {entered: {emit: in}}}
    views:
      - {id: ok, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: {emit: ok}}}
      - {id: pad, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: {mode: kiosk}}}
    """

  @Test("13.6 A replay of the log enters them again, with their time limits, and gives the same log")
  func replay() throws {
    let stage = try SessionStage(Self.layout)
    stage.plug(1)
    stage.tap(50, 50)
    stage.session.enterMode("admin", at: Timestamp(microseconds: 100_000))
    stage.session.enterMode("admin", at: Timestamp(microseconds: 3_000_000))
    stage.session.enterMode("none", at: Timestamp(microseconds: 3_000_000))
    // The time limit counts from the second.
    stage.wait(7_980_000)
    stage.tap(50, 50)
    stage.wait(3_000_000)
    let log = stage.lines.joined(separator: "\n") + "\n"
    #expect(log.contains(#"{"t":100000,"kind":"mode","mode":"admin","from":"kiosk","by":"host"}"#))
    #expect(log.contains(#"{"t":3000000,"kind":"mode","mode":"admin","from":"admin","by":"host"}"#))
    #expect(log.contains(#"{"t":8000000,"kind":"mode","mode":"kiosk","from":"admin"}"#))
    #expect(try SessionStage.log(of: log, on: Self.layout) == log)
  }

  @Test("A recording has them as notes, which players tell as steps")
  func notes() throws {
    let stage = try SessionStage(Self.layout)
    var notes: [TraceRecord] = []
    stage.session.onModeEntered = { notes.append(.note(TraceRecord.modeEntered($0), at: $1)) }
    stage.session.enterMode("admin", at: Timestamp(microseconds: 70))
    stage.session.enterMode("other", at: Timestamp(microseconds: 80))
    #expect(notes == [.note("the host changed the mode to admin", at: Timestamp(microseconds: 70))])
    var steps: [ScriptReader.Step] = []
    var player = TracePlayer(mapping: { _ in .identity }) { steps.append($0) }
    for note in notes { try player.take(note) }
    #expect(steps == [.mode("admin", at: Timestamp(microseconds: 70))])
  }
}
