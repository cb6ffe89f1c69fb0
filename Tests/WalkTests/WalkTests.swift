import Glibc
import Testing

@testable import walk

/// What `tools/walk` does at length, in short.
@Suite struct WalkTests {
  /// What part of the way is walked, where sanitizers make it long: a tenth, if `CONTACTOR_WALK_PART` is 10.
  private static let part = getenv("CONTACTOR_WALK_PART").flatMap { Int(String(cString: $0)) } ?? 1

  @Test("2.5, 4.3 … 4.7, 10.1: two fingers do all that they can, as the model of the contract says")
  func twoFingers() {
    var explorer = Explorer(comparesWays: true)
    for places in Place.arrangements(of: 2) { explorer.explore(places) }
    #expect(explorer.result.mistakes == [])
    #expect(explorer.result.states > 250)
  }

  @Test("2.5, 4.3 … 4.7, 10.1: three fingers do what chance says in five steps, as the model of the contract says")
  func threeFingers() {
    var explorer = Explorer(comparesWays: false)
    let random = Chance(seed: 3)
    for _ in 0..<2_000 / Self.part { explorer.playOne(steps: 5, random) }
    #expect(explorer.result.mistakes == [])
    #expect(explorer.result.steps > 30_000 / Self.part)
  }

  @Test("The interleavings that the explorer covers are counted")
  func countsInterleavings() {
    // One finger at one of 6 places: down, then one of 4 steps.
    #expect(Explorer.interleavings(fingers: 1, steps: 2) == 6 * 4)
    #expect(Explorer.interleavings(fingers: 3, steps: 5) == 18_603_072_423_936)
  }

  @Test("9.5, 10.1: what two fingers do in three steps, and three in five, leaves no recognizer undecided or busy")
  func gestures() {
    var explorer = GestureExplorer()
    explorer.playAll(fingers: 2, steps: Self.part == 1 ? 3 : 2)
    let random = Chance(seed: 5)
    for _ in 0..<50 / Self.part { explorer.playOne(steps: 5, random) }
    #expect(explorer.mistakes == [])
    #expect(explorer.counts.recognized > (Self.part == 1 ? 1_000 : 10))
  }

  @Test(
    "10.1: 100,000 random frames over changing views break no rule and leave nothing behind",
    arguments: [(frames: 70_000, hasGestures: false), (frames: 30_000, hasGestures: true)])
  func randomFrames(frames: Int, hasGestures: Bool) {
    let walk = RandomWalk(seed: 20, hasGestures: hasGestures)
    walk.run(frames: frames / Self.part)
    #expect(walk.mistakes == [])
    #expect(walk.actions > 2_000 / Self.part / (Self.part == 1 ? 1 : 2), "a walk in which little happens proves little")
  }
}
