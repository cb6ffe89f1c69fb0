import ContactorCore
import ContactorStage
import Testing

/// Contract 9.5: one decision each sequence, and its reason with numbers.
struct GestureReasonTests {
  let stage = Stage()

  @Test("9.5 the reason has the numbers in millimetres")
  func millimetres() {
    stage.window.pointsPerMillimetre = 10
    let tap = stage.tapRecognizer("tap")
    tap.maximumMovement = .millimetres(4)
    stage.down(1, 100, 100, at: 0)
    stage.move(1, 152, 100, at: 83)
    #expect(tap.lastReason?.description == "failed: moved 5.2 mm > 4.0 mm at +83 ms")
    #expect(tap.lastReason?.cause == .moved(52, limit: 40))
    #expect(tap.lastReason?.elapsed == .milliseconds(83))
    stage.up(1, 152, 100, at: 90)
  }

  @Test("9.5 the reason has the numbers in points where the panel's size is unknown")
  func points() {
    let tap = stage.tapRecognizer("tap")
    stage.down(1, 100, 100, at: 0)
    stage.move(1, 152, 100, at: 83)
    #expect(tap.lastReason?.description == "failed: moved 52.0 pt > 45.0 pt at +83 ms")
    stage.up(1, 152, 100, at: 90)
  }

  @Test("9.5 the reason names the recognizer that was waited for, and when it failed")
  func waited() {
    let single = stage.tapRecognizer("single")
    let double = stage.tapRecognizer("doubleTap", taps: 2)
    double.maximumInterval = .milliseconds(300)
    single.require(toFail: double)
    stage.tap(1, 100, 100, at: 0)
    stage.wait(until: 1000)
    #expect(single.lastReason?.description == "recognized at +350 ms; waited for doubleTap, which failed at +350 ms")
    #expect(single.lastReason?.wait?.name == "doubleTap")
    stage.tap(1, 100, 100, at: 2000)
    stage.tap(1, 100, 100, at: 2100)
    #expect(single.lastReason?.description == "failed: waited for doubleTap, which was recognized at +150 ms")
  }

  @Test("9.5 every loss names the winner")
  func winner() {
    let pan = stage.recognize(PanGestureRecognizer(), named: "scroll")
    let press = stage.recognize(LongPressGestureRecognizer())
    press.allowableMovement = .points(50)
    stage.down(1, 100, 100, at: 0)
    stage.move(1, 120, 100, at: 40)
    #expect(press.lastReason?.description == "failed: prevented by scroll at +40 ms")
    #expect(pan.lastReason?.description == "recognized at +40 ms")
    stage.up(1, 120, 100, at: 50)
  }

  @Test("9.5 every kind says why with numbers", arguments: GestureKind.allCases)
  func everyKind(kind: GestureKind) {
    stage.window.pointsPerMillimetre = 10
    let recognizer = stage.recognize(kind.make(), named: "it")
    stage.down(1, 400, 240, at: 0)
    stage.move(1, 400, 235, at: 10)
    stage.up(1, 400, 235, at: 400)
    stage.wait(until: 2000)
    let expected =
      switch kind {
      case .tap: "recognized at +400 ms"
      case .doubleTap, .heldTap: "failed: no tap within 350 ms after 1 at +750 ms"
      case .twoFingerTap, .twoFingerPan, .pinch, .rotation: "failed: 1 touch < 2 at +400 ms"
      case .longPress: "failed: lifted after 400 ms < 500 ms at +400 ms"
      case .pan: "failed: moved 0.5 mm < 1.0 mm at +400 ms"
      case .swipe: "failed: moved 0.5 mm < 5.0 mm at +400 ms"
      case .edgePan: "failed: began 40.0 mm from the edge > 3.0 mm at +0 ms"
      case .corners: "failed: not in corner 1 of the sequence at +0 ms"
      case .hold: "failed: 1 touch < 3 at +400 ms"
      case .stroke: "failed: moved 0.5 mm < 10.0 mm at +400 ms"
      }
    #expect(recognizer.lastReason?.description == expected)
  }

  @Test("9.5 exactly one of accept and fail is decided per recognizer and sequence")
  func once() {
    for kind in GestureKind.allCases { stage.recognize(kind.make(), named: kind.rawValue) }
    stage.down(1, 400, 240, at: 0)
    stage.move(1, 460, 240, at: 10)
    stage.move(1, 560, 240, at: 20)
    stage.down(2, 100, 240, at: 30)
    stage.up(1, 560, 240, at: 40)
    stage.up(2, 100, 240, at: 50)
    stage.wait(until: 5000)
    var counts: [Substring: Int] = [:]
    for reason in stage.reasons { counts[reason.split(separator: " ")[0], default: 0] += 1 }
    #expect(counts.count == GestureKind.allCases.count)
    #expect(counts.values.allSatisfy { $0 == 1 })
  }

  @Test("A recognizer's own reason is kept")
  func own() {
    final class Never: GestureRecognizer {
      override func touchesBegan(_ touches: TouchSet, with event: Event) { fail(.other("it is Monday")) }
    }
    let never = stage.recognize(Never())
    stage.tap(1, 10, 10, at: 0)
    #expect(never.lastReason?.description == "failed: it is Monday at +0 ms")
    #expect(never.displayName == "Never")
  }

  @Test("A recognizer that is undecided when its last touch ends fails")
  func undecided() {
    let idle = stage.recognize(GestureRecognizer())
    stage.tap(1, 10, 10, at: 0)
    #expect(idle.lastReason?.description == "failed: undecided when its last touch ended at +50 ms")
    #expect(stage.violations.isEmpty)
  }

  @Test("9.5 a stuck recognizer is caught")
  func stuck() {
    final class Stuck: GestureRecognizer {
      override func touchesBegan(_ touches: TouchSet, with event: Event) { state = .began }
    }
    let stuck = stage.recognize(Stuck())
    stage.tap(1, 10, 10, at: 0)
    #expect(stage.violations.map(\.rule) == [.stuckRecognizer])
    #expect(stage.violations.first?.description == "stuckRecognizer: touch 1 of Stuck at 50000")
    #expect(stuck.state == .possible)
  }
}
