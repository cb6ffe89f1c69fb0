import ContactorCore
import ContactorEvdev
import Testing

/// One frame far ahead of the others, which the rules about time outlive (contract 1.10).
@Suite("Forwarding and a clock that jumps")
struct ForwarderClockTests {
  /// A day ahead, in milliseconds.
  private static let far: Int64 = 86_400_000

  @Test("1.10, 11.5 after one frame far ahead slow taps do not mute the panel for as long as the jump")
  func rate() {
    var rig = ForwardRig { $0.rate = 5 }
    _ = rig.frame(Self.far, [.down(1)])
    _ = rig.frame(1000, [.up(1)])
    var written = 0
    for tap in Int64(0)..<20 {
      written += rig.frame(2000 + tap * 500, [.down(1)]).count
      _ = rig.frame(2060 + tap * 500, [.up(1)])
    }
    #expect(written == 20)
    #expect(rig.takeNotes().isEmpty)
  }

  @Test("1.10, 11.5 a panel that was muted by a frame far ahead is heard again within a second of its own clock")
  func muted() {
    var rig = ForwardRig { $0.rate = 2 }
    for id in Int32(1)...4 { _ = rig.frame(Self.far, [.down(id)]) }
    for id in Int32(1)...4 { _ = rig.frame(1000 + Int64(id), [.up(id)]) }
    #expect(rig.takeNotes().contains { $0.hasPrefix("muted") })
    _ = rig.advance(2100)
    #expect(rig.takeNotes().contains { $0.hasPrefix("unmuted") })
    #expect(!rig.frame(2500, [.down(1)]).isEmpty)
  }

  @Test("1.10, 11.5 a contact that is too young in a frame far ahead is let through when it is old enough by the right clock")
  func young() {
    var rig = ForwardRig { $0.ghost.shorterThan = .milliseconds(50) }
    _ = rig.frame(Self.far, [.down(1)])
    for time in Int64(0)..<12 { _ = rig.frame(100 + time * 10, [.move(1, 100 + Double(time))]) }
    #expect(rig.forwarder.passing == 1)
    _ = rig.frame(300, [.up(1)])
    #expect(rig.forwarder.passing == 0)
  }

  @Test("1.10, 11.5 a contact that begins in a frame far ahead is stuck after its time by the right clock")
  func stuck() {
    var rig = ForwardRig { $0.stuckAfter = .seconds(2) }
    _ = rig.frame(Self.far, [.down(1), .down(2, 1000)])
    for time in Int64(0)..<6 { _ = rig.frame(100 + time * 10, [.move(2, 1000 + Double(time))]) }
    #expect(rig.forwarder.nextDeadline.map { $0.microseconds < 4_000_000 } == true)
    _ = rig.advance(1500)
    #expect(rig.forwarder.passing == 2)
    _ = rig.advance(2500)
    _ = rig.advance(2560)
    #expect(rig.forwarder.passing == 0)
    #expect(rig.takeNotes() == ["cancelled stuck 1", "cancelled stuck 2"])
  }

  @Test("1.10, 11.4 what was withheld at a time far ahead is forwarded in order at times of the right clock")
  func held() {
    var rig = ForwardRig()
    _ = rig.frame(Self.far, [.down(1)], [(1, .hold)])
    for time in Int64(0)..<5 { _ = rig.frame(100 + time * 10, [.move(1, 101 + Double(time))]) }
    let lines = rig.advance(150, [(1, .pass)])
    let times = lines.compactMap { $0.split(separator: " ").first.flatMap { Int64($0) } }
    #expect(lines.count == 6 && times == times.sorted())
    #expect(times.allSatisfy { $0 <= 150 }, "\(times)")
  }

  @Test(
    "1.10, 11.2 a contact that has rested goes on at an earlier time, by however little, when the clock is turned back",
    arguments: [1, 300, 999, 4000] as [Int64])
  func rested(_ step: Int64) {
    var rig = ForwardRig()
    _ = rig.frame(10_000, [.down(1)])
    // Another contact makes the time go on.
    _ = rig.frame(15_000, [.down(2, 1000)])
    for frame in Int64(0)..<5 { _ = rig.frame(10_000 - step + frame, [.move(1, 101 + Double(frame))]) }
    #expect(rig.forwarder.clockTurns == 1)
    let last = rig.frame(10_010 - step, [.up(1), .up(2)])
    #expect(last.last?.hasPrefix("\(10_010 - step) ") == true, "\(last)")
  }

  @Test("1.10, 11.2 a clock that is turned back over all the time there is keeps what is withheld in order")
  func whole() {
    var rig = ForwardRig()
    _ = rig.frame(-1, [.down(1)], [(1, .hold)])
    _ = rig.frame(Int64.max / 1000, [.move(1, 101)])
    for step in Int64(0)..<5 { _ = rig.frame(Int64.min / 1000, [.move(1, 102 + Double(step))]) }
    let times = rig.advance(Int64.min / 1000 + 1, [(1, .pass)]).compactMap { $0.split(separator: " ").first.flatMap { Int64($0) } }
    #expect(times.count >= 2 && times == times.sorted(), "\(times)")
    #expect(times.allSatisfy { $0 <= Int64.min / 1000 + 1 }, "\(times)")
  }

  @Test("1.10 one frame that is late, or three, does not turn the forwarder's time back")
  func late() {
    var rig = ForwardRig { $0.ghost.shorterThan = .milliseconds(50) }
    _ = rig.frame(10_000, [.down(1)])
    for _ in 0..<3 { _ = rig.frame(5000, [.move(1, 101)]) }
    #expect(rig.frame(10_049, [.move(1, 102)]).isEmpty)
    #expect(!rig.frame(10_050, [.move(1, 103)]).isEmpty)
  }
}
