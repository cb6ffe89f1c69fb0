import Testing

@testable import ContactorCore

/// The machines as values: an input and a moment in, a step out.
struct GestureMachineTests {
  private func at(_ milliseconds: Int64) -> Timestamp { Timestamp(microseconds: milliseconds * 1000) }

  private func tapMachine(taps: Int = 1, touches: Int = 1, hold: Microseconds? = nil) -> TapMachine {
    TapMachine(
      settings: TapMachine.Settings(
        taps: taps, touches: touches, movement: 100, duration: 750_000, interval: 350_000, hold: hold))
  }

  @Test("9.2 tap: every input in every state")
  func tap() {
    var machine = tapMachine(taps: 2)
    #expect(machine.began(down: 1, at: at(0)) == .wait)
    #expect(machine.state == .pressing)
    #expect(machine.deadline == at(750))
    #expect(machine.moved(100) == .wait)
    #expect(machine.moved(101) == .fail(.moved(101.0.squareRoot(), limit: 10)))
    #expect(machine.ended(down: 0, at: at(50)) == .wait)
    #expect(machine.state == .between)
    #expect(machine.deadline == Timestamp(microseconds: 400_001))
    var late = machine
    #expect(late.deadlinePassed(at: at(401)) == .fail(.noNextTap(after: 1, within: .milliseconds(350))))
    #expect(machine.began(down: 1, at: at(100)) == .wait)
    var held = machine
    #expect(held.deadlinePassed(at: at(850)) == .fail(.heldTooLong(.milliseconds(750), limit: .milliseconds(750))))
    #expect(machine.ended(down: 0, at: at(150)) == .recognize)
    #expect(machine.state == .done)
    #expect(machine.deadline == nil)
    #expect(machine.began(down: 1, at: at(200)) == .wait)
    #expect(machine.moved(1000) == .wait)
    #expect(machine.ended(down: 0, at: at(210)) == .wait)
    #expect(machine.deadlinePassed(at: at(220)) == .wait)
    machine.reset()
    #expect(machine == tapMachine(taps: 2))
  }

  @Test("9.2 tap: fingers too many and too few")
  func tapFingers() {
    var machine = tapMachine(touches: 2)
    #expect(machine.began(down: 1, at: at(0)) == .wait)
    var lonely = machine
    #expect(lonely.ended(down: 0, at: at(10)) == .fail(.tooFewTouches(1, needed: 2)))
    #expect(machine.began(down: 2, at: at(10)) == .wait)
    var crowded = machine
    #expect(crowded.began(down: 3, at: at(20)) == .fail(.tooManyTouches(3, limit: 2)))
    #expect(machine.ended(down: 1, at: at(30)) == .wait)
    #expect(machine.state == .lifting)
    var rolling = machine
    #expect(rolling.began(down: 2, at: at(40)) == .fail(.tooManyTouches(3, limit: 2)))
    #expect(machine.ended(down: 0, at: at(40)) == .recognize)
  }

  @Test("9.2 tap: the last one held")
  func tapHeld() {
    var machine = tapMachine(hold: 1_000_000)
    #expect(machine.began(down: 1, at: at(0)) == .wait)
    #expect(machine.deadline == at(1000))
    var early = machine
    #expect(early.ended(down: 0, at: at(500)) == .fail(.liftedEarly(.milliseconds(500), needed: .seconds(1))))
    #expect(machine.deadlinePassed(at: at(1000)) == .recognize)
    #expect(machine.ended(down: 0, at: at(1100)) == .wait)
    var alone = tapMachine(touches: 2, hold: 1_000_000)
    _ = alone.began(down: 1, at: at(0))
    #expect(alone.deadlinePassed(at: at(1000)) == .fail(.tooFewTouches(1, needed: 2)))
  }

  @Test("9.2 long press: every input in every state")
  func press() {
    var machine = LongPressMachine(
      settings: LongPressMachine.Settings(touches: 2, duration: 500_000, movement: 100))
    #expect(machine.state == .pressing)
    #expect(machine.began(down: 1, at: at(0)) == .wait)
    var lonely = machine
    #expect(lonely.deadlinePassed(at: at(500)) == .fail(.tooFewTouches(1, needed: 2)))
    #expect(machine.began(down: 2, at: at(100)) == .wait)
    #expect(machine.deadline == at(600))
    var crowded = machine
    #expect(crowded.began(down: 3, at: at(110)) == .fail(.tooManyTouches(3, limit: 2)))
    var early = machine
    #expect(early.ended(down: 1, at: at(400)) == .fail(.liftedEarly(.milliseconds(300), needed: .milliseconds(500))))
    #expect(machine.moved(101) == .fail(.moved(101.0.squareRoot(), limit: 10)))
    #expect(machine.deadlinePassed(at: at(600)) == .begin)
    #expect(machine.state == .held)
    #expect(machine.deadline == nil)
    #expect(machine.began(down: 3, at: at(610)) == .wait)
    #expect(machine.moved(10_000) == .change)
    #expect(machine.ended(down: 1, at: at(700)) == .recognize)
  }

  @Test("9.2 continuous gestures: every input in both states")
  func continuous() {
    var machine = ContinuousMachine(minimum: 2, maximum: 3, hysteresis: 10)
    #expect(machine.began(down: 4) == .fail(.tooManyTouches(4, limit: 3)))
    #expect(machine.moved(20, fingers: 1) == .wait)
    #expect(machine.moved(9, fingers: 2) == .wait)
    #expect(machine.ended(down: 1, of: 2, movement: 9, .cancelled) == .wait)
    #expect(machine.ended(down: 0, of: 1, movement: 9, .undecided) == .fail(.undecided))
    #expect(machine.cancelled(down: 1) == .wait)
    #expect(machine.cancelled(down: 0) == .fail(.cancelled))
    var sudden = machine
    #expect(sudden.ended(down: 0, of: 2, movement: 30, .undecided) == .begin)
    #expect(machine.moved(10, fingers: 2) == .begin)
    #expect(machine.began(down: 4) == .wait)
    #expect(machine.moved(0, fingers: 2) == .change)
    #expect(machine.ended(down: 2, of: 3, movement: 0, .undecided) == .wait)
    #expect(machine.ended(down: 1, of: 2, movement: 0, .undecided) == .recognize)
    #expect(machine.cancelled(down: 2) == .wait)
    #expect(machine.cancelled(down: 1) == .cancel)
  }

  @Test("9.2 corner sequence: every input in both states")
  func corners() {
    var machine = CornerSequenceMachine(
      settings: CornerSequenceMachine.Settings(count: 2, movement: 100, duration: 750_000, interval: 2_000_000))
    #expect(machine.began(down: 1, isThere: false, at: at(0)) == .fail(.wrongCorner(1)))
    #expect(machine.began(down: 1, isThere: true, at: at(0)) == .wait)
    #expect(machine.moved(101) == .fail(.moved(101.0.squareRoot(), limit: 10)))
    var held = machine
    #expect(held.deadlinePassed(at: at(750)) == .fail(.heldTooLong(.milliseconds(750), limit: .milliseconds(750))))
    var crowded = machine
    #expect(crowded.began(down: 2, isThere: true, at: at(10)) == .fail(.tooManyTouches(2, limit: 1)))
    #expect(machine.ended(at: at(50)) == .wait)
    var late = machine
    #expect(late.deadlinePassed(at: at(2051)) == .fail(.noNextTap(after: 1, within: .seconds(2))))
    #expect(machine.began(down: 1, isThere: true, at: at(1000)) == .wait)
    #expect(machine.ended(at: at(1050)) == .recognize)
  }

  @Test("Angles are right in every direction, to 1e-15")
  func angles() {
    let half = 0.5.squareRoot()
    let eighths: [(Double, Double)] = [(1, 0), (half, half), (0, 1), (-half, half), (-1, 0), (-half, -half), (0, -1), (half, -half)]
    for (index, place) in eighths.enumerated() {
      let expected = index > 4 ? Double(index) * .pi / 4 - 2 * .pi : Double(index) * .pi / 4
      #expect(abs(Angle.of(x: place.0 * 3, y: place.1 * 3) - expected) < 1e-15)
    }
    #expect(Angle.of(x: 0, y: 0) == 0)
    // tan 30° = 1/√3.
    #expect(abs(Angle.of(x: 3.0.squareRoot(), y: 1) - .pi / 6) < 1e-15)
    #expect(abs(Angle.of(x: 1, y: 3.0.squareRoot()) - .pi / 3) < 1e-15)
  }

  @Test("A distance is points, or millimetres by the window's density")
  func distances() {
    #expect(Distance.points(10).points(at: 5) == 10)
    #expect(Distance.millimetres(10).points(at: 5) == 50)
    let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    #expect(abs(window.gestureScale.points(.millimetres(25.4)) - 163) < 1e-9)
    #expect(!window.gestureScale.isKnown)
    window.pointsPerMillimetre = 4
    #expect(window.gestureScale.points(.millimetres(2)) == 8)
    #expect(window.gestureScale.isKnown)
  }
}
