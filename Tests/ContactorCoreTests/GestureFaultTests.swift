import ContactorCore
import ContactorStage
import Testing

/// Faults that must leave the next gesture working, for every kind of recognizer (contract 1.2, 1.5, 1.6, 9.5).
struct GestureFaultTests {
  let stage = Stage()

  /// Two recognizers of the kind, one of which waits for the other's double, so that all parts take part.
  private func prepare(_ kind: GestureKind) -> GestureRecognizer {
    stage.recognize(kind.make(), named: "it")
  }

  private func works(_ kind: GestureKind, _ recognizer: GestureRecognizer, at time: Int64) {
    #expect(recognizer.state == .possible)
    #expect(recognizer.numberOfTouches == 0 || kind == .tap || kind == .doubleTap || kind == .twoFingerTap)
    _ = stage.takenGestures()
    kind.perform(on: stage, at: time)
    #expect(stage.takenGestures() == kind.states.map { "it \($0)" })
    #expect(stage.violations.isEmpty)
    #expect(stage.application.nextDeadline == nil)
  }

  @Test("One palm leaves the next gesture working", arguments: GestureKind.allCases)
  func palm(kind: GestureKind) {
    let recognizer = prepare(kind)
    stage.contact(21, .began, 350, 200)
    stage.contact(22, .began, 450, 200)
    stage.frame(at: 0)
    stage.contact(22, .moved, 450, 210, tool: .palm)
    stage.frame(at: 10)
    stage.contact(21, .moved, 350, 210, tool: .palm)
    stage.frame(at: 20)
    // The palm still lies there.
    stage.contact(22, .moved, 480, 250, tool: .palm)
    stage.frame(at: 30)
    works(kind, recognizer, at: 3000)
  }

  @Test("A lost device leaves the next gesture working", arguments: GestureKind.allCases)
  func lostDevice(kind: GestureKind) {
    let recognizer = prepare(kind)
    stage.both(.began, 350, 200, 450, 200, at: 0)
    stage.both(.moved, 300, 240, 500, 160, at: 10)
    stage.application.cancelTouches(of: DeviceID(rawValue: 1))
    #expect(recognizer.state == .possible)
    stage.both(.ended, 300, 240, 500, 160, at: 20)
    works(kind, recognizer, at: 3000)
  }

  @Test("A second finger in the middle leaves the next gesture working", arguments: GestureKind.allCases)
  func secondFinger(kind: GestureKind) {
    let recognizer = prepare(kind)
    stage.down(1, 5, 200, at: 0)
    stage.move(1, 30, 200, at: 10)
    stage.down(2, 400, 300, at: 20)
    stage.move(1, 60, 200, at: 30)
    stage.move(2, 430, 320, at: 40)
    stage.up(1, 60, 200, at: 50)
    stage.down(3, 100, 300, at: 60)
    stage.up(2, 430, 320, at: 70)
    stage.up(3, 100, 300, at: 80)
    stage.wait(until: 2500)
    works(kind, recognizer, at: 3000)
  }

  @Test("Equal timestamps leave the next gesture working", arguments: GestureKind.allCases)
  func equalTimestamps(kind: GestureKind) {
    let recognizer = prepare(kind)
    for round in 0..<3 {
      stage.down(1, 5, 5, at: 0)
      stage.move(1, 100 * Double(round), 5, at: 0)
      stage.down(2, 400, 300, at: 0)
      stage.move(2, 500, 350, at: 0)
      stage.up(1, 60, 5, at: 0)
      stage.up(2, 500, 350, at: 0)
    }
    stage.wait(until: 2500)
    works(kind, recognizer, at: 3000)
  }

  @Test("A gesture whose frames all have one time is recognized or fails, and nothing sticks", arguments: GestureKind.allCases)
  func noTime(kind: GestureKind) {
    let recognizer = prepare(kind)
    stage.both(.began, 350, 200, 450, 200, at: 0)
    stage.both(.moved, 200, 240, 600, 160, at: 0)
    stage.both(.moved, 100, 240, 700, 160, at: 0)
    stage.both(.ended, 100, 240, 700, 160, at: 0)
    if let pan = recognizer as? PanGestureRecognizer { #expect(pan.velocity(in: nil).isFinite) }
    if let pinch = recognizer as? PinchGestureRecognizer { #expect(pinch.velocity.isFinite) }
    if let rotation = recognizer as? RotationGestureRecognizer { #expect(rotation.velocity.isFinite) }
    stage.wait(until: 2500)
    works(kind, recognizer, at: 3000)
  }

  @Test("Time that goes back leaves the next gesture working", arguments: GestureKind.allCases)
  func timeBack(kind: GestureKind) {
    let recognizer = prepare(kind)
    stage.both(.began, 350, 200, 450, 200, at: 1000)
    stage.both(.moved, 200, 240, 600, 160, at: 500)
    stage.both(.ended, 200, 240, 600, 160, at: 400)
    stage.wait(until: 2500)
    works(kind, recognizer, at: 3000)
  }
}
