import ContactorCore
import ContactorEvdev
import Testing

@Suite("Contacts taken away from those who read a copy")
struct ForwarderCancelTests {
  @Test("11.4 As a palm: the tool first, then the end, then a finger again, before the next contact")
  func palm() {
    var rig = ForwardRig { $0.cancelBy = .palm }
    _ = rig.frame(8, [.down(1), .down(2, 300)])
    #expect(
      rig.frame(16, [.move(1, 101), .move(2, 301)], [(1, .keep)])
        == ["16 slot 1 tool 2 slot 2 x 301", "16 slot 1 id -1 tool 0 X 301 Y 200"])
    #expect(rig.frame(24, [.move(1, 500)], [(1, .pass)]).isEmpty)
    #expect(rig.frame(32, [.up(1), .down(3, slot: 1)]) == ["32 slot 1 id 2 x 100 y 200"])
    #expect(rig.takeNotes() == ["cancelled gesture g 1"])
  }

  @Test("11.4 By a lift: like a finger's, and where the slot is wanted at once, the next contact takes another")
  func lift() {
    var rig = ForwardRig { $0.cancelBy = .lift }
    _ = rig.frame(8, [.down(1), .down(2, 300)])
    #expect(
      rig.frame(16, [.move(1, 101), .move(2, 301), .down(3, 5, 6, slot: 1)], [(1, .keep)])
        == ["16 slot 1 id -1 slot 2 x 301 slot 0 id 2 x 5 y 6 X 301 Y 200"])
  }

  @Test("A contact that is a palm already has its end only")
  func palmAlready() {
    var rig = ForwardRig { $0.cancelBy = .palm }
    _ = rig.frame(8, [.down(1).holding(.palm)])
    #expect(rig.frame(16, [], [(1, .keep)]) == ["16 slot 1 id -1 tool 0 touch 0"])
  }

  @Test("A lift in the frame in which a gesture is recognized is a cancel too")
  func lastFrame() {
    var rig = ForwardRig { $0.cancelBy = .palm }
    _ = rig.frame(8, [.down(1)])
    #expect(rig.frame(16, [.up(1)], [(1, .keep)]) == ["16 slot 1 tool 2", "16 slot 1 id -1 tool 0 touch 0"])
    #expect(rig.frame(24, [], [(1, .keep)]).isEmpty)
  }

  @Test("A contact kept from its beginning never appears, and its verdict is final")
  func kept() {
    var rig = ForwardRig()
    #expect(rig.frame(8, [.down(1)], [(1, .keep)], cause: .control("ok")).isEmpty)
    #expect(rig.frame(16, [.move(1, 50)], [(1, .pass), (1, .hold), (99, .keep)]).isEmpty)
    #expect(rig.frame(24, [.up(1)]).isEmpty && rig.takeNotes() == ["kept control ok 1"])
    #expect(rig.frame(32, [.down(1)]).count == 1)
  }

  @Test("Verdicts between frames are applied by the next advance")
  func between() {
    var rig = ForwardRig { $0.cancelBy = .palm }
    _ = rig.frame(8, [.down(1)])
    #expect(rig.advance(12, [(1, .keep)]) == ["12 slot 1 tool 2", "12 slot 1 id -1 tool 0 touch 0"])
    #expect(rig.advance(13).isEmpty)
  }

  @Test("A contact that the panel loses is cancelled, not lifted")
  func lost() {
    var rig = ForwardRig { $0.cancelBy = .palm }
    _ = rig.frame(8, [.down(1)])
    #expect(rig.frame(16, [.lost(1)]) == ["16 slot 1 tool 2", "16 slot 1 id -1 tool 0 touch 0"])
    _ = rig.frame(24, [.down(2)], [(2, .hold)])
    #expect(rig.frame(32, [.lost(2)]).isEmpty && rig.advance(40, [(2, .pass)]).isEmpty)
  }

  @Test("When a full panel's contacts are taken away as another begins, it begins after them")
  func fullPanel() {
    var rig = ForwardRig(.touchscreen(name: "Panel", contacts: 2))
    rig.forwarder.settings.cancelBy = .palm
    _ = rig.frame(8, [.down(0), .down(1)])
    #expect(
      rig.frame(16, [.down(2, 5, 6, slot: 0)], [(0, .keep), (1, .keep)]) == [
        "16 slot 0 tool 2 slot 1 tool 2", "16 slot 0 id -1 tool 0 slot 1 id -1 tool 0 touch 0",
        "16 slot 0 id 2 x 5 y 6 touch 1 X 5 Y 6",
      ])
  }

  @Test("Lifting all ends what is down, drops what is held, and keeps fingers until they are lifted")
  func liftAll() {
    var rig = ForwardRig { $0.cancelBy = .palm }
    _ = rig.frame(8, [.down(1), .down(2), .down(3)], [(3, .hold)])
    #expect(rig.liftAll(16, nil) == ["16 slot 1 id -1 slot 2 id -1 touch 0"])
    #expect(rig.frame(24, [.move(1, 5), .move(3, 6)], [(3, .pass)]).isEmpty)
    #expect(rig.frame(32, [.up(1), .up(2), .up(3), .down(4)]).count == 1)
    #expect(rig.liftAll(40, .waking) == ["40 slot 4 tool 2", "40 slot 4 id -1 tool 0 touch 0"])
    #expect(rig.takeNotes() == ["held gesture g 3", "cancelled waking 4"])
    #expect(rig.liftAll(48, nil).isEmpty && rig.forwarder.nextDeadline == nil)
  }

  @Test("How contacts are taken away can change while fingers are down")
  func change() {
    var rig = ForwardRig { $0.cancelBy = .palm }
    _ = rig.frame(8, [.down(1)])
    rig.forwarder.settings.cancelBy = .lift
    #expect(rig.frame(16, [], [(1, .keep)]) == ["16 slot 1 id -1 touch 0"])
  }
}
