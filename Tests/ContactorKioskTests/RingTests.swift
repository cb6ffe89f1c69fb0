import ContactorCore
import ContactorTrace
import Glibc
import Testing

@testable import ContactorKiosk

/// A flight recorder: segments whose sum stays within a size.
@Suite struct RingTests {
  private static let ring: Int64 = 1 << 16

  /// Records touches that overlap, so that every segment begins amidst some.
  private func record(_ stage: RecordingStage, _ name: String, ring: Int64?, rounds: Int) throws {
    let recorder = try stage.recorder(name, ring: ring, frames: false)
    var pad = MadeUpPanel()
    pad.open(on: recorder)
    for round in 0..<rounds {
      recorder.send(pad.down(Int32(round), slot: Int32(round % 2), x: Int32(round % 1000), y: 20))
      for step in 0..<20 { recorder.send(pad.move(x: Int32((round * 37 + step * 11) % 1000))) }
      if round > 0 { recorder.send(pad.up(slot: Int32((round + 1) % 2))) }
    }
    recorder.close()
  }

  @Test func `the segments together stay within the size, and each is a whole recording`() throws {
    let stage = try RecordingStage()
    try record(stage, "r", ring: Self.ring, rounds: 3000)
    let names = stage.names()
    #expect(names.count >= 5 && names.allSatisfy { $0.hasPrefix("r.0") } && !names.contains("r.000001"), "\(names)")
    let total = names.reduce(0) { $0 + stage.size(of: $1) }
    #expect(total <= Self.ring && total > Self.ring * 3 / 4, "\(total)")
    for name in names {
      let found = try stage.collect(name)
      #expect(found.damage.isEmpty)
      #expect(found.devices.count == 1 && found.devices[0].state != nil && !found.events().isEmpty, "\(name)")
    }
  }

  @Test func `a ring that has lost nothing replays as one file does`() throws {
    let stage = try RecordingStage()
    try record(stage, "whole", ring: nil, rounds: 300)
    try record(stage, "parts", ring: Self.ring, rounds: 300)
    #expect(stage.names().count > 2 && stage.names().contains("parts.000001"), "\(stage.names())")
    let layout = try SessionStage.parse("screen: {size: [1000, 500]}")
    let (whole, parts) = (try stage.replay("whole", on: layout), try stage.replay("parts", on: layout))
    let isSame = whole == parts
    #expect(isSame)
    #expect(whole.split(separator: "\n").count > 6000)
  }

  @Test func `a segment in the middle begins with the touches that are down`() throws {
    let stage = try RecordingStage()
    try record(stage, "r", ring: Self.ring, rounds: 3000)
    let layout = try SessionStage.parse("screen: {size: [1000, 500]}")
    for name in stage.names() {
      let log = try stage.replay(name, on: layout)
      #expect(log.contains(#""phase":"began""#))
      #expect(!log.contains("unknown-contact") && !log.contains("violation"), "\(name)")
    }
  }

  @Test func `a recorder that is started again goes on after the segments that are there`() throws {
    let stage = try RecordingStage()
    try record(stage, "r", ring: Self.ring, rounds: 3)
    try record(stage, "r", ring: Self.ring, rounds: 3)
    #expect(stage.names() == ["r.000001", "r.000002"])
    try record(stage, "r", ring: Self.ring, rounds: 3000)
    #expect(!stage.names().contains("r.000001"), "old ones make way, too")
  }

  @Test func `segments are told from other files, and a file of the name itself comes first`() throws {
    let stage = try RecordingStage()
    for name in ["r.000010", "r.000009", "r.1000000", "r.txt", "r.12", "s.000001"] { try stage.write("x", to: name) }
    #expect(RecordingSegments(of: stage.path("r")).numbers == [9, 10, 1_000_000])
    #expect(RecordingSegments.files(for: stage.path("r")) == ["r.000009", "r.000010", "r.1000000"].map(stage.path))
    try stage.write("x", to: "r")
    #expect(RecordingSegments.files(for: stage.path("r")) == [stage.path("r")])
    #expect(RecordingSegments.files(for: stage.path("none")) == [stage.path("none")])
  }
}
