import ContactorCore
import Testing

/// Contract 9.1: states, who sees touches first, and what a sequence is.
struct GestureStateTests {
  let stage = Stage()

  @Test("9.1 a continuous gesture goes from possible over began and changed to ended")
  func continuous() {
    stage.window.addGestureRecognizer(PanGestureRecognizer())
    stage.down(1, 10, 10, at: 0)
    stage.move(1, 30, 10, at: 10)
    stage.move(1, 40, 10, at: 20)
    stage.up(1, 40, 10, at: 30)
    #expect(stage.takenGestures() == ["pan began", "pan changed", "pan ended"])
  }

  @Test("9.1 a discrete gesture goes from possible to recognized")
  func discrete() {
    let tap = TapGestureRecognizer()
    stage.window.addGestureRecognizer(tap)
    stage.tap(1, 10, 10, at: 0)
    #expect(stage.takenGestures() == ["tap recognized"])
    #expect(tap.state == .possible)
  }

  @Test("9.1 a long press begins at its deadline, changes and ends")
  func longPress() {
    stage.window.addGestureRecognizer(LongPressGestureRecognizer())
    stage.down(1, 10, 10, at: 0)
    #expect(stage.application.nextDeadline == Timestamp(microseconds: 500_000))
    stage.application.advance(to: Timestamp(microseconds: 500_000))
    #expect(stage.takenGestures() == ["longPress began"])
    stage.move(1, 90, 10, at: 600)
    stage.up(1, 90, 10, at: 700)
    #expect(stage.takenGestures() == ["longPress changed", "longPress ended"])
    #expect(stage.application.nextDeadline == nil)
  }
}
