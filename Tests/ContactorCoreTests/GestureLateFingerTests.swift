import ContactorCore
import ContactorStage
import Testing

/// Contract 9.2: the fingers of one hand land up to 150 ms apart and set off one after the other.
struct GestureLateFingerTests {
  let stage = Stage()

  /// What a finger does: when it lands, when it sets off, and how far it goes to the right every 10 ms.
  private struct Finger {
    var lands: Int64 = 0
    var setsOff: Int64 = 0
    var dx = 10.0
    var dy = 0.0
  }

  /// Plays fingers until a moment, a frame every 10 ms, and lifts them together.
  private func play(_ fingers: [Finger], until end: Int64, at start: Int64 = 0) {
    for time in stride(from: 0, through: end, by: 10) {
      for (number, finger) in fingers.enumerated() where finger.lands <= time {
        let steps = Double(max(time - max(finger.setsOff, finger.lands), 0) / 10)
        let phase = finger.lands == time ? TouchPhase.began : time == end ? .ended : .moved
        stage.contact(
          Int32(number + 1), phase, 100 + steps * finger.dx, 100 + Double(number) * 80 + steps * finger.dy)
      }
      stage.frame(at: start + time)
    }
  }

  private func swipe(of fingers: Int) -> SwipeGestureRecognizer {
    let swipe = stage.recognize(SwipeGestureRecognizer(), named: "swipe\(fingers)")
    swipe.numberOfTouchesRequired = fingers
    return swipe
  }

  @Test("9.2 a third finger that lands late makes a swipe of three", arguments: [10, 40, 80, 150])
  func swipeOfThree(late: Int64) {
    let swipe = swipe(of: 3)
    play([Finger(), Finger(lands: 20), Finger(lands: late)], until: 200)
    #expect(stage.takenGestures() == ["swipe3 recognized"])
    #expect(swipe.recognizedDirection == .right)
  }

  @Test("9.2 fingers that land together may set off one after the other", arguments: [0, 40, 80, 120])
  func setOffLate(pause: Int64) {
    _ = swipe(of: 3)
    play([Finger(), Finger(setsOff: 40), Finger(setsOff: pause)], until: 200)
    #expect(stage.takenGestures() == ["swipe3 recognized"])
  }

  @Test("9.2 a late finger does not make the others' way shorter")
  func undiluted() {
    _ = swipe(of: 3)
    // The two go 60 pt until they are lifted, the third 10, which is less than 2 mm.
    play([Finger(setsOff: 20), Finger(setsOff: 20), Finger(lands: 70, dx: 5)], until: 90)
    #expect(stage.takenGestures() == ["swipe3 recognized"])
  }

  @Test("9.2 a finger that has set off another way makes a swipe fail, and the reason tells of that finger")
  func stray() {
    let swipe = swipe(of: 3)
    play([Finger(), Finger(), Finger(lands: 20, dx: 0, dy: 10)], until: 150)
    #expect(swipe.lastReason?.text == "one finger moved 0.0 pt along and 60.0 pt across the direction")
    #expect(stage.takenGestures() == ["swipe3 failed"])
    swipe.direction = .left
    play([Finger(dx: -10), Finger(dx: -10), Finger(dx: 3)], until: 150, at: 1000)
    #expect(swipe.lastReason?.text == "one finger moved -27.0 pt along and 0.0 pt across the direction")
  }

  @Test("9.2 a finger that comes by chance during another's swipe must set off itself")
  func chance() {
    let swipe = swipe(of: 2)
    play([Finger(), Finger(lands: 200, dx: 0)], until: 300)
    #expect(stage.takenGestures() == ["swipe2 failed"])
    #expect(swipe.lastReason?.text == "one finger moved 0.0 pt < 12.8 pt")
    play([Finger(), Finger(lands: 200)], until: 300, at: 1000)
    #expect(stage.takenGestures() == ["swipe2 recognized"])
  }

  @Test("9.2 how far a finger moves before it is judged is a property")
  func onset() {
    let swipe = swipe(of: 2)
    // Goes astray by 12 pt, and turns round.
    let fingers = [Finger(), Finger(dx: -2)]
    play(fingers, until: 60)
    #expect(stage.takenGestures() == ["swipe2 recognized"])
    swipe.onsetDistance = .points(5)
    play(fingers, until: 60, at: 1000)
    #expect(stage.takenGestures() == ["swipe2 failed"])
    // More than the swipe's own distance makes no sense: a finger that has gone that far has set off.
    swipe.onsetDistance = .points(.infinity)
    play([Finger(), Finger()], until: 60, at: 2000)
    #expect(stage.takenGestures() == ["swipe2 recognized"])
  }

  @Test("9.2 a pan of three fingers begins with a third that lands late", arguments: [20, 80, 150])
  func panOfThree(late: Int64) {
    let pan = stage.recognize(PanGestureRecognizer())
    pan.minimumNumberOfTouches = 3
    play([Finger(), Finger(lands: 20), Finger(lands: late)], until: 250)
    #expect(stage.takenGestures().first == "pan began")
    // Its translation counts from where the third finger landed.
    #expect(abs(pan.translation(in: nil).x - Double(250 - late)) < 1e-9)
  }

  @Test("9.2 pans of one and of three fingers tell a hand that lands finger by finger")
  func pansBesideEachOther() {
    let one = stage.recognize(PanGestureRecognizer(), named: "one")
    one.maximumNumberOfTouches = 1
    let three = stage.recognize(PanGestureRecognizer(), named: "three")
    three.minimumNumberOfTouches = 3
    three.maximumNumberOfTouches = 3
    play([Finger(setsOff: 100), Finger(lands: 40), Finger(lands: 80)], until: 150)
    #expect(stage.takenGestures().filter { !$0.hasSuffix("changed") } == ["one failed", "three began", "three ended"])
    #expect(one.lastReason?.text == "2 touches > 1")
    // Where the hand moves at once, the pan of one finger has to wait for the other.
    one.require(toFail: three)
    play([Finger(), Finger(lands: 40), Finger(lands: 80)], until: 150, at: 1000)
    #expect(stage.takenGestures().filter { !$0.hasSuffix("changed") } == ["one failed", "three began", "three ended"])
    play([Finger()], until: 50, at: 2000)
    #expect(stage.takenGestures() == ["three failed", "one began", "one ended"])
  }

  @Test("9.2 a pan of one finger that waits for another recognizer fails with a second finger")
  func tooManyWhileWaiting() {
    let one = stage.recognize(PanGestureRecognizer(), named: "one")
    one.maximumNumberOfTouches = 1
    one.require(toFail: swipe(of: 3))
    play([Finger(dx: 2), Finger(lands: 100, dx: 2)], until: 200)
    #expect(one.lastReason?.text == "2 touches > 1")
    #expect(stage.takenGestures() == ["one failed", "swipe3 failed"])
    #expect(stage.violations.isEmpty)
  }
}
