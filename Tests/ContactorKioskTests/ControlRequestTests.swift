import ContactorCore
import Foundation
import Testing

@testable import ContactorKiosk
@testable import ContactorLayout

private func request(_ text: String) throws(ControlRequest.Mistake) -> ControlRequest { try ControlRequest(Array(text.utf8)) }

/// Numbers that are the same in every run: a linear congruential generator with Knuth's factors for MMIX.
private struct Seeded: RandomNumberGenerator {
  private var state: UInt64 = 1

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 33
  }
}

/// The requests of the control socket, as lines (contract 13.6).
@Suite("Requests to a running kiosk")
struct ControlRequestTests {
  @Test(
    "Every command is read with its keys",
    arguments: [
      (#"{"command":"status"}"#, ControlRequest.Command.status),
      (#" { "command" : "metrics" } "#, .metrics),
      (#"{"command":"subscribe"}"#, .subscribe(.emit)),
      (#"{"command":"subscribe","kinds":[]}"#, .subscribe([])),
      (#"{"command":"subscribe","kinds":["all"]}"#, .subscribe(.everything)),
      (#"{"command":"mode","mode":"admin \"2\" \u00e9"}"#, .mode("admin \"2\" é")),
      (#"{"command":"reload"}"#, .reload),
      (#"{"command":"screen","state":"off"}"#, .screen(isOff: true)),
      (#"{"command":"screen","state":"on"}"#, .screen(isOff: false)),
      (
        #"{"command":"inject","touch":3,"phase":"began","x":10.5,"y":-2}"#,
        .inject(.init(contact: 3, phase: .began, location: Point(x: 10.5, y: -2)))
      ),
      (#"{"command":"inject","touch":3,"phase":"ended"}"#, .inject(.init(contact: 3, phase: .ended, location: nil))),
    ])
  func commands(_ text: String, _ command: ControlRequest.Command) throws {
    #expect(try request(text).command == command)
  }

  @Test("The id comes back as it is, a number or a text")
  func identifiers() throws {
    #expect(try request(#"{"command":"status","id":7}"#).id == .number(7))
    #expect(try request(#"{"id":"a b","command":"status"}"#).id == .text("a b"))
    #expect(try request(#"{"id":1.5,"command":"status"}"#).id == nil)
    #expect(throws: ControlRequest.Mistake(message: "\"mode\" must be the name of a mode of the layout", id: .number(9))) {
      _ = try request(#"{"command":"mode","id":9}"#)
    }
  }

  @Test(
    "A mistake is told with the way out",
    arguments: [
      ("", "expected '{', found the end of the line; a request is a line such as {\"command\":\"status\"}"),
      ("status", "expected '{', found 's'; a request is a line such as {\"command\":\"status\"}"),
      (#"{"command":"status"} x"#, "'x' after the object; a request is a line such as {\"command\":\"status\"}"),
      (#"{}"#, "\"command\" must be one of status, metrics, subscribe, mode, reload, screen, inject, pair, rotate"),
      (#"{"command":5}"#, "\"command\" must be one of status, metrics, subscribe, mode, reload, screen, inject, pair, rotate"),
      (
        #"{"command":"statu"}"#,
        "there is no command \"statu\"; expected one of status, metrics, subscribe, mode, reload, screen, inject, pair, rotate; did you mean \"status\"?"
      ),
      (
        #"{"command":"mode","mod":"x"}"#,
        "there is no key \"mod\"; expected one of command, id, mode; did you mean \"mode\"?"
      ),
      (
        #"{"command":"subscribe","kinds":"emit"}"#,
        "\"kinds\" must be a list of \(LogLineKinds.names.joined(separator: ", ")), or [\"all\"]"
      ),
      (#"{"command":"screen","state":"dim"}"#, "\"state\" must be \"off\" or \"on\""),
      (#"{"command":"inject","touch":0,"phase":"began","x":1,"y":1}"#, "\"touch\" must be a whole number from 1"),
      (#"{"command":"inject","touch":1e99,"phase":"began","x":1,"y":1}"#, "\"touch\" must be a whole number from 1"),
      (#"{"command":"inject","touch":1,"phase":"up"}"#, "\"phase\" must be \"began\", \"moved\", \"ended\" or \"cancelled\""),
      (#"{"command":"inject","touch":1,"phase":"began","x":1}"#, "\"x\" and \"y\" must be numbers, in points"),
      (#"{"command":"inject","touch":1,"phase":"moved","x":1e9,"y":0}"#, "\"x\" and \"y\" must be numbers, in points"),
    ])
  func mistakes(_ text: String, _ message: String) {
    #expect(throws: ControlRequest.Mistake(message: message, id: nil)) { _ = try request(text) }
  }

  @Test("Damaged requests are refused or read, and nothing else happens")
  func damage() {
    let whole = [
      #"{"command":"subscribe","kinds":["emit","mode","all"],"id":"x"}"#,
      #"{"command":"inject","touch":12,"phase":"moved","x":1.5e2,"y":-0.25,"id":77}"#,
    ].map { Array($0.utf8) }
    // The same inputs in every run, so that a failure comes again.
    var generator = Seeded()
    var understood = 0
    let rounds = ProcessInfo.processInfo.environment["CONTACTOR_CONTROL_INPUTS"].flatMap { Int($0) } ?? 20_000
    for round in 0..<rounds {
      var bytes = whole[round % whole.count]
      for _ in 0..<(1 + round % 4) {
        let place = Int(generator.next() % UInt64(max(1, bytes.count)))
        switch generator.next() % 3 {
        case 0: bytes.insert(UInt8(truncatingIfNeeded: generator.next()), at: min(place, bytes.count))
        case 1: if !bytes.isEmpty { bytes.remove(at: place) }
        default: if !bytes.isEmpty { bytes[place] = UInt8(truncatingIfNeeded: generator.next()) }
        }
      }
      if (try? ControlRequest(bytes)) != nil { understood += 1 }
    }
    #expect(understood > 0 && understood < rounds)
  }

  @Test("A line's kind is found behind its time, whatever follows")
  func kinds() {
    func kind(_ line: String) -> LogLineKinds { Array(line.utf8).withUnsafeBytes { unsafe LogLineKinds(line: $0) } }
    #expect(kind(#"{"t":5,"kind":"emit","emit":"a"}"#) == .emit)
    #expect(kind(#"{"t":-5,"kind":"mode","mode":",\"kind\":\"emit\""}"#) == LogLineKinds(name: "mode"))
    for name in LogLineKinds.names { #expect(kind(#"{"t":5,"kind":"\#(name)"}"#) == LogLineKinds(name: name)) }
    for line in ["", "{", ",", #",\"kind\":\""#, #"{"t":5,"kind":"novel"}"#, #"{"t":5,"kind":"emit"#] {
      #expect(!LogLineKinds.everything.isDisjoint(with: kind(line)))
    }
    #expect(LogLineKinds.emit.isDisjoint(with: kind(#"{"t":5,"kind":"novel"}"#)))
  }
}

/// Touches that a peer makes.
@Suite("Touches through the socket")
struct InjectedPanelTests {
  private func touch(_ contact: Int32, _ phase: TouchPhase, _ x: Double = 0) -> ControlRequest.InjectedTouch {
    .init(contact: contact, phase: phase, location: Point(x: x, y: 0))
  }

  @Test("What is not legal is refused with the reason, and the rest goes on")
  func legality() {
    let panel = InjectedPanel(connection: 3)
    let time = Timestamp(microseconds: 5)
    #expect(panel.frame(of: touch(1, .moved), at: time).reason == "touch 1 is not down; it must begin first")
    #expect(panel.frame(of: touch(1, .began), at: time).0?.contacts.count == 1)
    #expect(panel.frame(of: touch(1, .began), at: time).reason == "touch 1 is down already")
    #expect(panel.frame(of: touch(2, .began, 7), at: time).0?.contacts.first?.location.x == 7)
    #expect(panel.frame(of: .init(contact: 2, phase: .ended, location: nil), at: time).0?.contacts.first?.location.x == 7)
    #expect(panel.frame(of: touch(2, .ended), at: time).0 == nil && panel.count == 1)
    #expect(panel.cancellation(at: time)?.contacts.map(\.phase) == [.cancelled])
    #expect(panel.cancellation(at: time) == nil)
  }

  @Test("Only so many touches are down at once")
  func limit() {
    let panel = InjectedPanel(connection: .max)
    let time = Timestamp(microseconds: 5)
    for contact in 1...Int32(InjectedPanel.limit) { #expect(panel.frame(of: touch(contact, .began), at: time).0 != nil) }
    #expect(panel.frame(of: touch(99, .began), at: time).reason == "60 touches are down already")
    // The highest bit marks copies in recordings.
    #expect(panel.device.id.rawValue >> 31 == 0)
  }

  @Test("A script's touches keep their times, and those without places are left out")
  func script() throws {
    let script = """
      {"t":1000,"kind":"touch","touch":1,"phase":"began","x":1,"y":2}
      {"t":2000,"kind":"touch","touch":2,"phase":"began","secure":true}
      {"t":3000,"kind":"touch","touch":1,"phase":"ended","x":3,"y":2}
      {"t":3000,"kind":"touch","touch":2,"phase":"ended","secure":true}
      """
    #expect(
      try ScriptedTouch.touches(of: script, file: "s") == [
        ScriptedTouch(time: 0, touch: 1, phase: "began", x: 1, y: 2), ScriptedTouch(time: 2000, touch: 1, phase: "ended", x: 3, y: 2),
      ])
  }
}
