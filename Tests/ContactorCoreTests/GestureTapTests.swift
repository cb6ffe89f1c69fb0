import ContactorCore
import ContactorStage
import Testing

/// Contract 9.2: taps.
struct GestureTapTests {
  let stage = Stage()

  @Test("9.2 a tap is recognized on the last up", arguments: [1, 2, 3, 7])
  func taps(count: Int) {
    stage.tapRecognizer("tap", taps: count)
    for index in 0..<count {
      #expect(stage.takenGestures() == [])
      stage.down(1, 100, 100, at: Int64(index) * 200)
      #expect(stage.takenGestures() == [])
      stage.up(1, 100, 100, at: Int64(index) * 200 + 50)
    }
    #expect(stage.takenGestures() == ["tap recognized"])
  }

  @Test("9.2 a tap of several fingers needs all of them", arguments: [2, 3])
  func fingers(count: Int32) {
    let tap = stage.tapRecognizer("tap", touches: Int(count))
    for finger in 1...count { stage.down(finger, Double(finger) * 50, 100, at: Int64(finger)) }
    for finger in 1...count { stage.up(finger, Double(finger) * 50, 100, at: 50 + Int64(finger)) }
    #expect(stage.takenGestures() == ["tap recognized"])
    for finger in 1..<count { stage.down(finger, Double(finger) * 50, 100, at: 1000) }
    for finger in 1..<count { stage.up(finger, Double(finger) * 50, 100, at: 1050) }
    #expect(stage.takenGestures() == ["tap failed"])
    #expect(tap.lastReason?.cause == .tooFewTouches(Int(count) - 1, needed: Int(count)))
    for finger in 1...count + 1 { stage.down(finger, Double(finger) * 50, 100, at: 2000) }
    #expect(stage.takenGestures() == ["tap failed"])
    #expect(tap.lastReason?.cause == .tooManyTouches(Int(count) + 1, limit: Int(count)))
    for finger in 1...count + 1 { stage.up(finger, Double(finger) * 50, 100, at: 2050) }
  }

  @Test("9.2 a tap may move 45 pt", arguments: [(45.0, true), (45.01, false)])
  func movement(way: Double, isTap: Bool) {
    stage.tapRecognizer("tap")
    stage.down(1, 100, 100, at: 0)
    stage.move(1, 100 + way, 100, at: 10)
    stage.up(1, 100, 100, at: 20)
    #expect(stage.takenGestures() == [isTap ? "tap recognized" : "tap failed"])
  }

  @Test("9.2 a tap that moves too far in the frame of its up fails")
  func movementInLastFrame() {
    stage.tapRecognizer("tap")
    stage.down(1, 100, 100, at: 0)
    stage.up(1, 150, 100, at: 20)
    #expect(stage.takenGestures() == ["tap failed"])
  }

  @Test("9.2 a tap lasts less than 0.75 s", arguments: [(749, true), (750, false)])
  func duration(milliseconds: Int64, isTap: Bool) {
    stage.tapRecognizer("tap")
    stage.down(1, 100, 100, at: 0)
    stage.up(1, 100, 100, at: milliseconds)
    #expect(stage.takenGestures() == [isTap ? "tap recognized" : "tap failed"])
  }

  @Test("9.2 there are at most 0.35 s between taps", arguments: [(350, true), (351, false)])
  func interval(milliseconds: Int64, isDouble: Bool) {
    stage.tapRecognizer("tap", taps: 2)
    stage.tap(1, 100, 100, at: 0)
    stage.tap(1, 100, 100, at: 50 + milliseconds)
    stage.wait(until: 1000)
    #expect(stage.takenGestures() == (isDouble ? ["tap recognized"] : ["tap failed", "tap failed"]))
  }

  @Test("9.2 the second tap is at most 45 pt from the first", arguments: [(45.0, true), (45.01, false)])
  func distance(way: Double, isDouble: Bool) {
    stage.tapRecognizer("tap", taps: 2)
    stage.tap(1, 100, 100, at: 0)
    stage.tap(1, 100 + way, 100, at: 150)
    stage.wait(until: 1000)
    #expect(stage.takenGestures() == (isDouble ? ["tap recognized"] : ["tap failed", "tap failed"]))
  }

  @Test("A tap elsewhere is the first of another double tap")
  func elsewhere() {
    stage.tapRecognizer("tap", taps: 2)
    stage.tap(1, 100, 100, at: 0)
    stage.tap(1, 300, 100, at: 150)
    stage.tap(1, 300, 100, at: 300)
    #expect(stage.takenGestures() == ["tap failed", "tap recognized"])
  }

  @Test("A late tap is the first of another double tap")
  func late() {
    stage.tapRecognizer("tap", taps: 2)
    stage.tap(1, 100, 100, at: 0)
    stage.tap(1, 100, 100, at: 500)
    stage.tap(1, 100, 100, at: 650)
    #expect(stage.takenGestures() == ["tap failed", "tap recognized"])
  }

  @Test("9.2 a tap that comes too soon is the first of another double tap, and says so")
  func tooSoon() {
    let tap = stage.tapRecognizer("tap", taps: 2)
    tap.minimumInterval = .milliseconds(40)
    stage.tap(1, 100, 100, at: 0)
    stage.tap(1, 100, 100, at: 70)
    #expect(stage.takenReasons() == ["tap failed: tapped 20 ms after the last tap < 40 ms at +70 ms"])
    stage.tap(1, 100, 100, at: 220)
    #expect(stage.takenGestures() == ["tap failed", "tap recognized"])
    // The tap after that begins yet another pair, and each that comes too soon does.
    for time in [1000, 1070, 1140] { stage.tap(1, 100, 100, at: Int64(time)) }
    #expect(stage.takenGestures() == ["tap failed", "tap failed"])
    stage.tap(1, 100, 100, at: 1230)
    #expect(stage.takenGestures() == ["tap recognized"])
  }

  @Test("9.3 a single tap that waits for a double tap counts each tap that came too soon for it")
  func tooSoonBesideSingle() {
    let double = stage.tapRecognizer("double", taps: 2)
    double.minimumInterval = .milliseconds(40)
    let single = stage.tapRecognizer("single")
    single.require(toFail: double)
    stage.tap(1, 100, 100, at: 0)
    stage.tap(1, 100, 100, at: 70)
    #expect(stage.takenGestures() == ["double failed", "single recognized"])
    stage.wait(until: 1000)
    #expect(stage.takenGestures() == ["double failed", "single recognized"])
    #expect(stage.violations.isEmpty)
  }

  @Test("9.2 all numbers of a tap are properties")
  func numbers() {
    let tap = stage.tapRecognizer("tap", taps: 2)
    tap.maximumMovement = .millimetres(1)
    tap.maximumDuration = .milliseconds(100)
    tap.maximumInterval = .milliseconds(100)
    tap.minimumInterval = .milliseconds(40)
    tap.maximumTapDistance = .points(5)
    stage.window.pointsPerMillimetre = 10
    // Moved 11 pt, which are 1.1 mm.
    stage.down(1, 100, 100, at: 0)
    stage.move(1, 111, 100, at: 10)
    stage.up(1, 111, 100, at: 20)
    #expect(tap.lastReason?.description == "failed: moved 1.1 mm > 1.0 mm at +10 ms")
    stage.down(1, 100, 100, at: 1000)
    stage.wait(until: 1100)
    stage.up(1, 100, 100, at: 1110)
    #expect(tap.lastReason?.description == "failed: held 100 ms >= 100 ms at +100 ms")
    stage.tap(1, 100, 100, at: 2000)
    stage.wait(until: 2151)
    #expect(tap.lastReason?.description == "failed: no tap within 100 ms after 1 at +150 ms")
    stage.tap(1, 100, 100, at: 3000)
    stage.tap(1, 100, 100, at: 3080)
    #expect(tap.lastReason?.description == "failed: tapped 30 ms after the last tap < 40 ms at +80 ms")
    stage.tap(1, 100, 100, at: 4000)
    stage.tap(1, 106, 100, at: 4100)
    #expect(stage.reasons.contains("tap failed: tapped 0.6 mm from the last tap > 0.5 mm at +100 ms"))
  }

  @Test("The fingers of a tap may be kept to a distance")
  func separation() {
    let tap = stage.tapRecognizer("tap", touches: 2)
    tap.maximumSeparation = .points(100)
    stage.both(.began, 100, 100, 201, 100, at: 0)
    stage.both(.ended, 100, 100, 201, 100, at: 10)
    #expect(tap.lastReason?.description == "failed: fingers 101.0 pt apart > 100.0 pt at +0 ms")
    stage.both(.began, 100, 100, 200, 100, at: 1000)
    stage.both(.ended, 100, 100, 200, 100, at: 1010)
    #expect(tap.lastReason?.isRecognized == true)
  }

  @Test("9.2 N taps with the last one held are recognized at the hold, not at the up")
  func held() {
    let tap = stage.tapRecognizer("admin", taps: 3)
    tap.hold = .seconds(1)
    stage.tap(1, 100, 100, at: 0)
    stage.tap(1, 100, 100, at: 200)
    stage.down(1, 100, 100, at: 400)
    stage.wait(until: 1399)
    #expect(stage.takenGestures() == [])
    stage.wait(until: 1400)
    #expect(stage.takenGestures() == ["admin recognized"])
    stage.up(1, 100, 100, at: 2000)
    stage.tap(1, 100, 100, at: 3000)
    stage.tap(1, 100, 100, at: 3200)
    stage.tap(1, 100, 100, at: 3400)
    #expect(tap.lastReason?.description == "failed: lifted after 50 ms < 1000 ms at +450 ms")
  }

  @Test("Single and double tap on one view: the single one at the first up, the double one at the second")
  func singleAndDouble() {
    stage.tapRecognizer("single")
    stage.tapRecognizer("double", taps: 2)
    stage.tap(1, 100, 100, at: 0)
    #expect(stage.takenGestures() == ["single recognized"])
    stage.tap(1, 100, 100, at: 150)
    #expect(stage.takenGestures() == ["double recognized", "single failed"])
  }

  @Test("A finger that comes while the others are lifted makes a tap fail")
  func rolling() {
    let tap = stage.tapRecognizer("tap", touches: 2)
    stage.both(.began, 100, 100, 200, 100, at: 0)
    stage.up(21, 100, 100, at: 10)
    stage.down(23, 100, 100, at: 20)
    #expect(stage.takenGestures() == ["tap failed"])
    stage.up(22, 200, 100, at: 30)
    stage.up(23, 100, 100, at: 40)
    #expect(tap.state == .possible)
  }
}
