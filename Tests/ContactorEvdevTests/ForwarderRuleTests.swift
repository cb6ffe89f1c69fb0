import ContactorCore
import ContactorEvdev
import Testing

@Suite("Rules about what reaches a copy")
struct ForwarderRuleTests {
  @Test("11.5 At most so many fingers at a time, and the others stay away until they are lifted")
  func fingers() {
    var rig = ForwardRig { $0.fingers = 1 }
    #expect(rig.frame(8, [.down(1), .down(2)]).count == 1)
    #expect(rig.frame(16, [.up(1), .move(2, 5), .down(3)]) == ["16 slot 1 id -1 slot 3 id 1 x 100 y 200 X 100 Y 200"])
    #expect(rig.frame(24, [.down(4), .up(3)]) == ["24 slot 3 id -1 slot 4 id 2 x 100 y 200 X 100 Y 200"])
    #expect(rig.takeNotes() == ["kept fingers 2"])
  }

  @Test("11.5 A contact that gives way makes room for another in the same frame")
  func fingersAndCancel() {
    var rig = ForwardRig { $0.fingers = 1 }
    _ = rig.frame(8, [.down(1)])
    #expect(rig.frame(16, [.down(2)], [(1, .keep)]).count == 3)
    #expect(rig.advance(76).isEmpty && rig.forwarder.passing == 1 && rig.takeNotes() == ["cancelled gesture g 1"])
  }

  @Test("11.5 Contacts that begin at an edge or in a dead zone are kept, those that move there go on")
  func places() {
    var rig = ForwardRig {
      $0.inside = Rect(x: 10, y: 10, width: 1000, height: 1000)
      $0.deadZones = [.init(id: "crack", frame: Rect(x: 500, y: 500, width: 10, height: 10))]
    }
    #expect(rig.frame(8, [.down(1, 39, 2000), .down(2, 2020, 2020), .down(3, 40, 40)]).count == 1)
    #expect(rig.frame(16, [.move(1, 2000, 2000), .move(3, 0, 2020)]) == ["16 slot 3 x 0 y 2020 X 0 Y 2020"])
    #expect(rig.takeNotes() == ["kept edge 1", "kept deadZone crack 2"])
  }

  @Test("11.5 A contact shorter than a finger's never appears; the others begin late, with their own time")
  func tooShort() {
    var rig = ForwardRig { $0.ghost.shorterThan = .milliseconds(30) }
    #expect(rig.frame(8, [.down(1), .down(2)]).isEmpty)
    #expect(rig.frame(16, [.up(1), .move(2, 101)]).isEmpty)
    #expect(rig.forwarder.nextDeadline == Timestamp(microseconds: 38_000))
    #expect(rig.advance(37).isEmpty)
    #expect(rig.advance(38) == ["8 slot 2 id 0 x 100 y 200 touch 1 X 100 Y 200", "16 slot 2 x 101 X 101"])
    #expect(rig.forwarder.nextDeadline == nil)
    #expect(rig.takeNotes() == ["held tooShort 1", "held tooShort 2", "kept tooShort 1", "released tooShort 2"])
  }

  @Test("11.5 A contact is held back until it is as large as a finger; a panel without sizes has no small ones")
  func tooSmall() {
    var rig = ForwardRig { $0.ghost.smallerThan = 5 }
    #expect(rig.frame(8, [.down(1, size: 4.9), .down(2, size: 1), .down(3, 50)]).count == 1)
    #expect(rig.frame(16, [.move(1, 101, size: 5), .up(2)]).map { $0.prefix(2) } == ["8 ", "16"])
    #expect(rig.frame(24, [.move(1, 102, size: 1)]).count == 1)
    #expect(rig.takeNotes() == ["held tooSmall 1", "held tooSmall 2", "kept tooSmall 2", "released tooSmall 1"])
  }

  @Test("11.5 A contact that grows too large, or moves too fast, is taken away")
  func tooLargeOrFast() {
    var rig = ForwardRig {
      $0.ghost.largerThan = 50
      $0.ghost.fasterThan = 1000
    }
    #expect(rig.frame(8, [.down(1, size: 50), .down(2, 400, size: 9), .down(3)]).count == 1)
    // 10 ms: 10 points, which are 40 units.
    #expect(rig.frame(18, [.move(2, 400, size: 51), .move(3, 139)]).count == 2)
    #expect(rig.frame(28, [.move(3, 180)]).count == 2)
    #expect(rig.takeNotes() == ["kept tooLarge 1", "cancelled tooLarge 2", "cancelled tooFast 3"])
  }

  @Test("11.5 A jump after a rest is as fast as one between two frames, and one within a frame's time is no division by 0")
  func speeds() {
    var rig = ForwardRig { $0.ghost.fasterThan = 1000 }
    _ = rig.frame(8, [.down(1)])
    #expect(rig.frame(8, [.move(1, 103)]).count == 1)
    _ = rig.frame(9000, [.move(1, 403)])
    #expect(rig.takeNotes() == ["cancelled tooFast 1"])
  }

  @Test("11.5 A contact that rests for too long is stuck, whether it trembles or not")
  func stuck() {
    var rig = ForwardRig {
      $0.stuckAfter = .seconds(10)
      $0.stuckRadius = 2
    }
    _ = rig.frame(0, [.down(1)])
    _ = rig.frame(5000, [.move(1, 107), .down(2)])
    _ = rig.frame(6000, [.move(2, 110)])
    #expect(rig.forwarder.nextDeadline == Timestamp(microseconds: 10_000_000))
    #expect(rig.advance(9999).isEmpty && rig.advance(10_000).count == 1)
    #expect(rig.advance(10_060).count == 2)
    #expect(rig.forwarder.nextDeadline == Timestamp(microseconds: 16_000_000))
    // Late, and the finger moves: it had rested for so long.
    #expect(rig.frame(16_000, [.move(2, 900)]).count == 2)
    #expect(rig.takeNotes() == ["cancelled stuck 1", "cancelled stuck 2"])
  }

  @Test("11.5 Above the rate the panel is muted until a second has passed with no more contacts than that")
  func rate() {
    var rig = ForwardRig { $0.rate = 2 }
    _ = rig.frame(0, [.down(1)])
    _ = rig.frame(100, [.down(2)])
    #expect(rig.takeNotes().isEmpty)
    _ = rig.frame(200, [.down(3), .up(1)])
    #expect(rig.takeNotes() == ["muted rate -1", "kept rate 3"] && rig.forwarder.passing == 1)
    #expect(rig.forwarder.nextDeadline == Timestamp(microseconds: 1_200_000))
    _ = rig.frame(900, [.up(3), .down(4)])
    _ = rig.frame(1000, [.up(4), .down(5)])
    // From 200 to 1200 there were three, from 900 to 1900 two.
    #expect(rig.forwarder.nextDeadline == Timestamp(microseconds: 1_200_000))
    #expect(rig.advance(1200).isEmpty)
    #expect(rig.takeNotes() == ["kept rate 4", "kept rate 5", "unmuted rate -1"])
    #expect(rig.frame(2000, [.down(6)]).count == 1)
  }

  @Test("11.5 A muted panel that goes on stays muted")
  func rateGoesOn() {
    var rig = ForwardRig { $0.rate = 0 }
    for step in 0..<50 { _ = rig.frame(Int64(step) * 500, [.down(Int32(step), slot: 0), .up(Int32(step))]) }
    #expect(rig.takeNotes().filter { $0.hasPrefix("muted") || $0.hasPrefix("unmuted") } == ["muted rate -1"])
    #expect(rig.forwarder.nextDeadline == Timestamp(microseconds: 25_500_000))
    rig.forwarder.settings.rate = nil
    #expect(rig.frame(25_000, [.down(99)]).count == 1)
  }

  @Test("A median takes out a single outlier")
  func median() {
    var rig = ForwardRig { $0.filter = .median(3) }
    _ = rig.frame(0, [.down(1, 100)])
    #expect(rig.frame(8, [.move(1, 101)]) == ["8 slot 1 x 101 X 101"])
    #expect(rig.frame(16, [.move(1, 3000)]).isEmpty)
    #expect(rig.frame(24, [.move(1, 102)]) == ["24 slot 1 x 102 X 102"])
    #expect(rig.frame(32, [.move(1, 103)]) == ["32 slot 1 x 103 X 103"])
  }

  @Test("A 1-euro filter stills a trembling finger and follows one that moves", arguments: [0.0, 0.05])
  func oneEuro(_ beta: Double) throws {
    var rig = ForwardRig { $0.filter = .oneEuro(minimumCutoff: 1, beta: beta) }
    _ = rig.frame(0, [.down(1, 1000)])
    var last = 1000
    for step in 1...50 {
      let lines = rig.frame(Int64(step) * 10, [.move(1, step % 2 == 0 ? 990 : 1010)])
      if let text = lines.first?.split(separator: " ").last { last = try #require(Int(text)) }
      #expect((995...1005).contains(last))
    }
    // 100 ms of 10,000 points a second.
    for step in 1...10 {
      let lines = rig.frame(500 + Int64(step) * 10, [.move(1, 1000 + Double(step) * 400)])
      last = try #require(lines.first?.split(separator: " ").last.flatMap { Int($0) })
    }
    #expect(beta > 0 ? last > 4700 : last < 3500)
  }

  @Test("Rules are for contacts that begin from now on; their times are for all, at once")
  func change() {
    var rig = ForwardRig { $0.ghost.shorterThan = .seconds(1) }
    _ = rig.frame(0, [.down(1), .down(2, 300)])
    rig.forwarder.settings.fingers = 1
    rig.forwarder.settings.inside = Rect(x: 0, y: 0, width: 1, height: 1)
    rig.forwarder.settings.ghost.shorterThan = .milliseconds(20)
    #expect(rig.forwarder.nextDeadline == Timestamp(microseconds: 20_000))
    rig.forwarder.settings.ghost = .init()
    #expect(rig.advance(10).count == 1)
    #expect(rig.takeNotes() == ["held tooShort 1", "held tooShort 2", "kept fingers 2", "released tooShort 1"])
    rig.forwarder.settings.stuckAfter = .milliseconds(50)
    #expect(rig.advance(60).count == 1 && rig.advance(120).count == 2 && rig.forwarder.passing == 0)
  }
}
