import ContactorCore
import ContactorEvdev
import Testing

@Suite("Settings of a forwarder")
struct ForwardSettingsTests {
  @Test("New settings withhold nothing and cancel by a slide")
  func defaults() {
    let settings = ForwardSettings()
    #expect(settings.cancelBy == .slide)
    #expect(settings.ghost.isEmpty)
    #expect(settings.fingers == nil && settings.inside == nil && settings.deadZones.isEmpty && settings.rate == nil)
  }

  @Test("A cause has the name of what it is about, and no other")
  func names() {
    #expect(ForwardCause.deadZone("crack").name == "crack")
    #expect(ForwardCause.gesture("back").word == "gesture")
    #expect(ForwardCause.edge.name == nil)
  }

  @Test("What was kept back and taken away is counted by rule, and what is only held back for a while is not")
  func counts() {
    var rig = ForwardRig {
      $0.fingers = 2
      $0.inside = Rect(x: 10, y: 10, width: 1000, height: 1000)
      $0.ghost.shorterThan = .milliseconds(20)
    }
    var counts = ForwardCounts()
    #expect(counts.description == "0 contacts let through, 0 kept back, 0 taken away")
    _ = rig.frame(0, [.down(1), .down(2), .down(3), .down(4, 1, 1)])
    _ = rig.frame(10, [.up(3)])
    _ = rig.frame(20, [.down(5)])
    _ = rig.frame(40, [.move(5, 101)])
    _ = rig.frame(50, [.move(1, 101)], [(1, .keep)])
    counts.add(rig.written)
    for note in rig.notes { counts.add(note) }
    #expect(counts.passed == 2 && counts.cancelled == ["gesture": 1])
    #expect(counts.description == "2 contacts let through, 3 kept back (edge 1, fingers 1, tooShort 1), 1 taken away (gesture 1)")
  }
}
