import Glibc
import Testing

@Suite("Random walks through a forwarder")
struct ForwardWalkTests {
  /// How many frames are played; `CONTACTOR_FORWARD_FRAMES` for more.
  private static let frames = getenv("CONTACTOR_FORWARD_FRAMES").flatMap { Int(String(cString: $0)) } ?? 20_000
  private static let length = 400

  @Test("11.2 Whatever fingers, verdicts and rules do, the stream is legal, and tells of no contact that is kept or held")
  func walks() {
    var beginnings = 0
    for seed in 1...max(1, Self.frames / Self.length) {
      var walk = ForwardWalk(seed: UInt64(seed))
      walk.play(Self.length)
      beginnings += walk.beginnings
      guard let problem = walk.problem else { continue }
      Issue.record("\(problem)")
      return
    }
    #expect(beginnings > Self.frames / 20)
  }
}
