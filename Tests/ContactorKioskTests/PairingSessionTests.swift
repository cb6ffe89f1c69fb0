import ContactorCore
import ContactorSystem
import ContactorTrace
import Foundation
import Testing

@testable import ContactorKiosk
@testable import ContactorLayout

/// Alike panels in a session: what is used, what the log says, and what a replay of the log finds.
@Suite struct PairingSessionTests {
  private static let text = """
    windows:
      - {id: one, size: [100, 100], views: [{id: a, kind: button, frame: [0, 0, 50, 50], on: {primaryActionTriggered: {emit: a}}}]}
      - {id: two, size: [100, 100], views: [{id: b, kind: button, frame: [0, 0, 50, 50], on: {primaryActionTriggered: {emit: b}}}]}
    devices:
      - {match: {name: pad}, window: one, pair: left}
      - {match: {name: pad}, window: two, pair: right}
    """

  private func tap(_ stage: SessionStage, _ device: UInt32, id: Int32 = 1) {
    stage.touch(.began, 10, 10, id: id, device: device)
    stage.touch(.ended, 10, 10, id: id, device: device)
  }

  private func emitted(_ stage: SessionStage) -> [String] {
    stage.lines.compactMap { $0.firstMatch(of: /"emit":"(\w+)"/).map { String($0.1) } }
  }

  private func pairLines(_ lines: [String]) -> [String] {
    lines.filter { $0.contains(#""kind":"pair""#) }.map { $0.replacing(/"t":\d+,/, with: "") }
  }

  /// What a replay of a log writes.
  private func replay(_ lines: [String]) throws -> [String] {
    let other = try SessionStage(Self.text)
    for step in try ScriptReader.steps(of: lines.joined(separator: "\n") + "\n", file: "log") { other.session.play(step) }
    return other.lines
  }

  @Test func `the touch that pairs does nothing else, and later ones reach the panel's window`() throws {
    let stage = try SessionStage(Self.text)
    stage.plug(1, path: "usb-1")
    stage.plug(2, path: "usb-2")
    tap(stage, 2)
    #expect(emitted(stage).isEmpty && !stage.lines.contains { $0.contains(#""kind":"touch""#) })
    tap(stage, 1, id: 2)
    tap(stage, 2, id: 3)
    #expect(emitted(stage) == ["b", "a"])
    #expect(
      pairLines(stage.lines) == [
        #"{"kind":"pair","state":"waiting","pair":"left","window":"one"}"#,
        #"{"kind":"pair","state":"paired","pair":"left","window":"one","device":"event2","by":"touch"}"#,
        #"{"kind":"pair","state":"paired","pair":"right","window":"two","device":"event1","by":"rest"}"#,
      ])
    #expect(try replay(stage.lines) == stage.lines)
  }

  @Test func `a second finger that is down as the panel is paired stays ignored until it is lifted`() throws {
    let stage = try SessionStage(Self.text)
    stage.plug(1, path: "usb-1")
    stage.plug(2, path: "usb-2")
    stage.touch(.began, 10, 10, id: 5, device: 1)
    stage.touch(.cancelled, 10, 10, id: 5, device: 1)
    tap(stage, 1)
    stage.touch(.moved, 10, 10, id: 9, device: 1)
    tap(stage, 1, id: 2)
    #expect(emitted(stage) == ["a"])
  }

  @Test func `known panels are used at once, and a replay of the log knows them, too`() throws {
    let stage = try SessionStage(Self.text)
    stage.session.knownPairings = [
      "left": PanelIdentity(vendor: 0, product: 0, name: "pad", path: "usb-1", serial: ""),
      "right": PanelIdentity(vendor: 0, product: 0, name: "pad", path: "usb-2", serial: ""),
    ]
    stage.plug(1, path: "usb-2")
    stage.plug(2, path: "usb-1")
    tap(stage, 1)
    tap(stage, 2)
    #expect(emitted(stage) == ["b", "a"])
    #expect(pairLines(stage.lines).allSatisfy { $0.hasSuffix(#""by":"known"}"#) } && pairLines(stage.lines).count == 2)
    #expect(try replay(stage.lines) == stage.lines)
  }

  @Test func `a recorder's notes come to the same, before the panels come`() throws {
    let stage = try SessionStage(Self.text)
    let time = Timestamp(microseconds: 1)
    stage.session.play(.pairing(TracePairing(device: "event2", name: "left", cause: "known"), at: time))
    stage.plug(1, path: "usb-2")
    stage.plug(2, path: "usb-1")
    tap(stage, 2)
    #expect(emitted(stage) == ["a"])
    #expect(stage.session.askedPair(for: try #require(stage.session.panels.first)) == "right")
  }

  @Test func `from the start again no panel is used until it is touched`() throws {
    let stage = try SessionStage(Self.text)
    stage.plug(1, path: "usb-1")
    stage.plug(2, path: "usb-2")
    tap(stage, 1)
    stage.touch(.began, 10, 10, id: 4, device: 1)
    stage.session.restartPairing(at: stage.session.application.now)
    stage.touch(.ended, 10, 10, id: 4, device: 1)
    #expect(emitted(stage).isEmpty, "the touch was cancelled")
    tap(stage, 2, id: 6)
    tap(stage, 2, id: 7)
    #expect(emitted(stage) == ["a"])
    #expect(try replay(stage.lines) == stage.lines)
  }

  @Test func `a reload keeps what is paired`() throws {
    let stage = try SessionStage(Self.text)
    stage.plug(1, path: "usb-1")
    stage.plug(2, path: "usb-2")
    tap(stage, 2)
    stage.session.replaceLayout(try SessionStage.parse(Self.text))
    tap(stage, 2, id: 2)
    tap(stage, 1, id: 3)
    #expect(emitted(stage) == ["a", "b"])
  }

  // MARK: The file

  @Test func `the file is for this user alone, and neither read nor written through a link`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pairing-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "pairing").path
    let file = PairingFile(["left": PanelIdentity(vendor: 1, product: 2, name: "n", path: "p", serial: "s")])
    #expect(try PairingFile.load(path) == PairingFile([:]))
    try file.save(to: path)
    #expect(try PairingFile.load(path) == file)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let link = folder.appending(path: "link").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(throws: SystemError.self) { try PairingFile.load(link) }
    #expect(throws: SystemError.self) { try file.save(to: link) }
    try Data("nonsense\n".utf8).write(to: URL(filePath: path))
    #expect(throws: SystemError.self) { try PairingFile.load(path) }
    #expect(throws: SystemError.self) { try PairingFile.load(folder.path) }
  }
}
