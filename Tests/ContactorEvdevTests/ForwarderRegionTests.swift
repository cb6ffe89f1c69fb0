import ContactorCore
import ContactorEvdev
import Testing

@Suite("Parts of a window with rules of their own")
struct ForwarderRegionTests {
  private typealias Finger = ForwardRig.Finger

  /// A region of 100 × 100 points at 500,500: 400 device units at 2000,2000.
  private func region(_ change: (inout ForwardSettings.Region) -> Void) -> ForwardSettings.Region {
    var region = ForwardSettings.Region(frame: Rect(x: 500, y: 500, width: 100, height: 100))
    change(&region)
    return region
  }

  @Test("11.5 A region with a number of fingers counts its own, and the others count without them")
  func fingers() {
    var rig = ForwardRig {
      $0.fingers = 1
      $0.regions = [region { $0.fingers = 2 }]
    }
    _ = rig.frame(8, [.down(1), .down(2), .down(3, 2010, 2010), .down(4, 2050, 2050), .down(5, 2090, 2090)])
    #expect(rig.forwarder.passing == 3 && rig.takeNotes() == ["kept fingers 2", "kept fingers 5"])
    // A contact belongs to the region of its first place.
    _ = rig.frame(16, [.move(3, 100, 100), .up(1), .down(6)])
    #expect(rig.forwarder.passing == 3 && rig.takeNotes().isEmpty)
  }

  @Test("11.5 A region without a number of fingers counts with the others")
  func otherRules() {
    var rig = ForwardRig {
      $0.fingers = 1
      $0.regions = [region { $0.ghost = ForwardSettings.Ghost() }]
    }
    _ = rig.frame(8, [.down(1), .down(2, 2010, 2010)])
    #expect(rig.takeNotes() == ["kept fingers 2"])
  }

  @Test("11.5 A region has edges and signs of ghosts of its own, or none")
  func edgesAndGhosts() {
    var rig = ForwardRig {
      $0.inside = Rect(x: 600, y: 0, width: 400, height: 1024)
      $0.ghost.shorterThan = .milliseconds(30)
      $0.regions = [
        region {
          $0.inside = .some(nil)
          $0.ghost = ForwardSettings.Ghost()
        }
      ]
    }
    #expect(rig.frame(8, [.down(1, 100, 100), .down(2, 2010, 2010), .down(3, 3000, 100)]).count == 1)
    #expect(rig.takeNotes() == ["kept edge 1", "held tooShort 3"])
    #expect(rig.forwarder.nextDeadline == Timestamp(microseconds: 38_000))
    #expect(rig.advance(38).count == 1 && rig.forwarder.passing == 2)
  }

  @Test("11.5 The first region counts where two overlap, and other regions hold for contacts that are down")
  func overlap() {
    var rig = ForwardRig {
      $0.regions = [
        region { $0.fingers = 1 }, ForwardSettings.Region(frame: Rect(x: 0, y: 0, width: 1024, height: 1024)),
      ]
    }
    _ = rig.frame(8, [.down(1, 2010, 2010), .down(2, 2020, 2020)])
    #expect(rig.takeNotes() == ["kept fingers 2"])
    rig.forwarder.settings.regions = []
    _ = rig.frame(16, [.down(3, 2030, 2030), .move(1, 2011, 2011)])
    rig.forwarder.settings.regions = [region { $0.ghost = Self.large }]
    _ = rig.frame(24, [.move(1, 2012, 2012, size: 50), .move(3, 2031, 2031)])
    #expect(rig.takeNotes() == ["cancelled tooLarge 1"])
  }

  private static var large: ForwardSettings.Ghost {
    var ghost = ForwardSettings.Ghost()
    ghost.largerThan = 40
    return ghost
  }

  /// Contacts inside do not depend on those outside, and the other way round.
  @Test("11.5 Contacts of a region fare as on a panel with its rules, the others as on one with theirs", arguments: 0..<40)
  func model(_ seed: UInt64) {
    var numbers = Numbers(seed: seed)
    var outer = ForwardSettings()
    // The rest of contacts that slide is cut short by any other one.
    outer.cancelBy = .lift
    outer.fingers = numbers.next(3) + 1
    outer.inside = numbers.next(2) == 0 ? nil : Rect(x: 100, y: 0, width: 800, height: 1024)
    outer.ghost = ghost(&numbers)
    var inner = outer
    inner.fingers = numbers.next(3) + 1
    inner.inside = numbers.next(2) == 0 ? nil : Rect(x: 550, y: 0, width: 400, height: 1024)
    inner.ghost = ghost(&numbers)
    var both = outer
    both.regions = [
      region {
        $0.fingers = inner.fingers
        $0.inside = .some(inner.inside)
        $0.ghost = inner.ghost
      }
    ]
    var (all, outside, within) = (
      ForwardRig(.touchscreen(name: "Panel"), both), ForwardRig(.touchscreen(name: "Panel"), outer),
      ForwardRig(.touchscreen(name: "Panel"), inner)
    )
    var down: [Int32: (isInside: Bool, x: Double, y: Double)] = [:]
    var found: [[String]] = [[], [], []]
    for step in 1...120 {
      var fingers: [Finger] = []
      for id in 0..<8 as Range<Int32> {
        switch (down[id], numbers.next(4)) {
        case (nil, 0):
          let isInside = numbers.next(2) == 0
          let (x, y) = isInside ? (2000 + numbers.next(399), 2000 + numbers.next(399)) : (numbers.next(1900), numbers.next(4000))
          down[id] = (isInside, Double(x), Double(y))
          fingers.append(.down(id, Double(x), Double(y), size: Double(numbers.next(60))))
        case (let finger?, 0):
          fingers.append(.up(id))
          _ = finger
        case (let finger?, 1):
          fingers.append(.move(id, finger.x + Double(numbers.next(900)), finger.y, size: Double(numbers.next(60))))
        default: break
        }
      }
      let time = Int64(step * 8)
      _ = all.frame(time, fingers)
      _ = outside.frame(time, fingers.filter { down[$0.id]?.isInside == false })
      _ = within.frame(time, fingers.filter { down[$0.id]?.isInside == true })
      for finger in fingers where finger.phase == .ended { down[finger.id] = nil }
      found[0] += all.takeNotes().map { "\(step) \($0)" }
      found[1] += outside.takeNotes().map { "\(step) \($0)" }
      found[2] += within.takeNotes().map { "\(step) \($0)" }
      #expect(all.forwarder.passing == outside.forwarder.passing + within.forwarder.passing, "step \(step)")
    }
    #expect(found[0].sorted() == (found[1] + found[2]).sorted())
    #expect(found[0].count > 20)
  }

  private func ghost(_ numbers: inout Numbers) -> ForwardSettings.Ghost {
    var ghost = ForwardSettings.Ghost()
    if numbers.next(2) == 0 { ghost.shorterThan = .milliseconds(20) }
    if numbers.next(3) == 0 { ghost.smallerThan = 20 }
    if numbers.next(3) == 0 { ghost.largerThan = 50 }
    if numbers.next(3) == 0 { ghost.fasterThan = 20_000 }
    return ghost
  }

  /// A sequence of numbers that its seed decides.
  private struct Numbers {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    /// A number from 0 to below a limit.
    mutating func next(_ limit: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(limit))
    }
  }
}
