import ContactorCore
import ContactorStage
import Testing

/// Contract 9.2: long press and multi-finger hold.
struct GesturePressTests {
  let stage = Stage()

  @Test("9.2 a long press begins after 0.5 s")
  func begins() {
    stage.recognize(LongPressGestureRecognizer())
    stage.down(1, 100, 100, at: 0)
    stage.wait(until: 499)
    #expect(stage.takenGestures() == [])
    stage.wait(until: 500)
    #expect(stage.takenGestures() == ["longPress began"])
    stage.up(1, 100, 100, at: 510)
  }

  @Test("9.2 a long press moves 10 pt at most before it began", arguments: [(10.0, true), (10.01, false)])
  func movement(way: Double, begins: Bool) {
    stage.recognize(LongPressGestureRecognizer())
    stage.down(1, 100, 100, at: 0)
    stage.move(1, 100 + way, 100, at: 10)
    stage.wait(until: 500)
    #expect(stage.takenGestures() == [begins ? "longPress began" : "longPress failed"])
    stage.up(1, 100 + way, 100, at: 510)
  }

  @Test("9.2 once it began, any movement is changed, and lifting any finger ends it")
  func changes() {
    let press = stage.recognize(LongPressGestureRecognizer())
    press.numberOfTouchesRequired = 2
    stage.both(.began, 100, 100, 200, 100, at: 0)
    stage.wait(until: 500)
    stage.move(21, 400, 100, at: 510)
    #expect(stage.takenGestures() == ["longPress began", "longPress changed"])
    stage.up(22, 200, 100, at: 520)
    #expect(stage.takenGestures() == ["longPress ended"])
    stage.move(21, 500, 100, at: 530)
    stage.up(21, 500, 100, at: 540)
    #expect(stage.takenGestures() == [])
  }

  @Test("9.2 the time runs from the last finger that is needed")
  func lastFinger() {
    let press = stage.recognize(LongPressGestureRecognizer())
    press.numberOfTouchesRequired = 2
    stage.down(1, 100, 100, at: 0)
    stage.down(2, 200, 100, at: 300)
    stage.wait(until: 799)
    #expect(stage.takenGestures() == [])
    stage.wait(until: 800)
    #expect(stage.takenGestures() == ["longPress began"])
    stage.up(1, 100, 100, at: 900)
    stage.up(2, 200, 100, at: 900)
  }

  @Test("A finger too many makes it fail before it began, and is none of its own after")
  func tooMany() {
    stage.recognize(LongPressGestureRecognizer())
    stage.down(1, 100, 100, at: 0)
    stage.down(2, 200, 100, at: 300)
    #expect(stage.takenGestures() == ["longPress failed"])
    stage.up(1, 100, 100, at: 310)
    stage.up(2, 200, 100, at: 310)
    stage.down(1, 100, 100, at: 1000)
    stage.wait(until: 1500)
    stage.down(2, 200, 100, at: 1600)
    stage.up(2, 200, 100, at: 1700)
    #expect(stage.takenGestures() == ["longPress began"])
    stage.up(1, 100, 100, at: 1800)
    #expect(stage.takenGestures() == ["longPress ended"])
  }

  @Test("9.2 taps before the press count")
  func tapsBefore() {
    let press = stage.recognize(LongPressGestureRecognizer())
    press.numberOfTapsRequired = 1
    stage.tap(1, 100, 100, at: 0)
    stage.down(1, 100, 100, at: 200)
    stage.wait(until: 700)
    #expect(stage.takenGestures() == ["longPress began"])
    stage.up(1, 100, 100, at: 800)
    #expect(stage.takenGestures() == ["longPress ended"])
    stage.down(1, 100, 100, at: 2000)
    stage.wait(until: 2750)
    #expect(press.lastReason?.description == "failed: held 750 ms >= 750 ms at +750 ms")
    stage.up(1, 100, 100, at: 2800)
    stage.tap(1, 100, 100, at: 4000)
    stage.wait(until: 5000)
    #expect(press.lastReason?.description == "failed: no tap within 350 ms after 1 at +400 ms")
    stage.tap(1, 100, 100, at: 6000)
    stage.down(1, 200, 100, at: 6200)
    #expect(stage.reasons.last == "longPress failed: tapped 100.0 pt from the last tap > 45.0 pt at +200 ms")
    stage.up(1, 200, 100, at: 6250)
  }

  @Test("A press of no duration begins at once")
  func atOnce() {
    let press = stage.recognize(LongPressGestureRecognizer())
    press.minimumPressDuration = .zero
    stage.down(1, 100, 100, at: 0)
    #expect(stage.takenGestures() == ["longPress began"])
    stage.up(1, 100, 100, at: 10)
    #expect(stage.takenGestures() == ["longPress ended"])
  }

  @Test("9.2 a multi-finger hold is recognized once all fingers have stayed")
  func hold() {
    let hold = stage.recognize(MultiFingerHoldGestureRecognizer())
    hold.numberOfTouchesRequired = 5
    hold.hold = .seconds(2)
    for finger in Int32(1)...5 { stage.down(finger, Double(finger) * 60, 100, at: Int64(finger) * 10) }
    stage.wait(until: 2049)
    #expect(stage.takenGestures() == [])
    stage.wait(until: 2050)
    #expect(stage.takenGestures() == ["hold recognized"])
    for finger in Int32(1)...5 { stage.up(finger, Double(finger) * 60, 100, at: 3000) }
    for finger in Int32(1)...5 { stage.down(finger, Double(finger) * 60, 100, at: 4000) }
    stage.move(3, 200, 100, at: 4010)
    #expect(hold.lastReason?.description == "failed: moved 20.0 pt > 10.0 pt at +10 ms")
    for finger in Int32(1)...5 { stage.up(finger, Double(finger) * 60, 100, at: 4500) }
  }

  @Test("9.2 a corner sequence takes the corners in their order and in time")
  func corners() {
    let corners = stage.recognize(CornerSequenceGestureRecognizer())
    stage.tap(1, 5, 5, at: 0)
    stage.tap(1, 795, 5, at: 1000)
    stage.tap(1, 795, 475, at: 2000)
    stage.tap(1, 5, 475, at: 3000)
    #expect(stage.takenGestures() == ["corners recognized"])
    stage.tap(1, 5, 5, at: 10_000)
    stage.tap(1, 795, 475, at: 11_000)
    #expect(stage.reasons[1] == "corners failed: not in corner 2 of the sequence at +1000 ms")
    stage.tap(1, 5, 5, at: 12_000)
    stage.wait(until: 20_000)
    #expect(corners.lastReason?.description == "failed: no tap within 2000 ms after 1 at +2050 ms")
    stage.down(1, 5, 5, at: 21_000)
    stage.down(2, 795, 5, at: 21_100)
    #expect(corners.lastReason?.cause == .tooManyTouches(2, limit: 1))
    stage.up(1, 5, 5, at: 21_200)
    stage.up(2, 5, 5, at: 21_200)
  }

  @Test("A touch elsewhere may be the first corner of another sequence")
  func cornersAnew() {
    let corners = stage.recognize(CornerSequenceGestureRecognizer())
    corners.corners = [.topLeft, .bottomRight]
    stage.tap(1, 5, 5, at: 0)
    stage.tap(1, 5, 5, at: 1000)
    stage.tap(1, 795, 475, at: 2000)
    #expect(stage.takenGestures() == ["corners failed", "corners recognized"])
  }
}
