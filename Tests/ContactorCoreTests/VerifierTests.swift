import ContactorStage
import Testing

@testable import ContactorCore

@Suite("The stream verifier (contract 10.1)")
struct VerifierTests {
  private let control = Control(frame: Rect(x: 0, y: 0, width: 100, height: 100))

  private func touch(_ id: Int, _ phase: TouchPhase = .began, view: View? = nil) -> Touch {
    let contact = Contact(trackingID: Int32(id), slot: 0, phase: phase, location: .zero)
    let touch = Touch(
      id: TouchID(rawValue: id), device: DeviceID(rawValue: 1), contact: contact,
      at: Touch.Destination(window: nil, view: view, isRouted: true), Timestamp(microseconds: 0))
    touch.phase = phase
    return touch
  }

  /// What the verifier says of each of these states, as rules by name.
  private func check(_ states: [(time: Int64, touches: [Touch], phases: [TouchPhase])]) -> [String] {
    var verifier = StreamVerifier()
    var delivery: UInt64 = 0
    return states.flatMap { state in
      delivery += 1
      for (touch, phase) in zip(state.touches, state.phases) {
        touch.phase = phase
        if phase != .stationary { touch.changedIn = delivery }
      }
      return verifier.check(TouchSet(ContiguousArray(state.touches)), at: Timestamp(microseconds: state.time))
        .map { "\($0.rule.rawValue) \($0.touch.rawValue)" }
    }
  }

  @Test("10.1 a touch that begins, moves, rests and ends or is cancelled breaks nothing", arguments: [TouchPhase.ended, .cancelled])
  func legal(end: TouchPhase) {
    let (one, two) = (touch(1), touch(2))
    #expect(
      check([
        (0, [one], [.began]), (0, [one, two], [.moved, .began]), (5, [one, two], [.stationary, .moved]),
        (6, [one, two], [end, .stationary]), (7, [two], [end]), (8, [touch(3)], [.began]),
      ]) == [])
  }

  @Test("10.1 each touch begins once", arguments: [TouchPhase.moved, .stationary, .ended, .cancelled])
  func begins(phase: TouchPhase) {
    #expect(check([(0, [touch(1)], [phase])]) == ["neverBegan 1"])
    let one = touch(1)
    #expect(check([(0, [one], [.began]), (1, [one], [.began])]) == ["beganAgain 1"])
    #expect(check([(0, [one], [.began]), (1, [one], [.ended]), (2, [one], [.began])]) == ["beganAgain 1"])
  }

  @Test("10.1 each touch ends or is cancelled once, and never moves outside of that")
  func ends() {
    let one = touch(1)
    #expect(check([(0, [one], [.began]), (1, [one], [.ended]), (2, [one], [.moved])]) == ["afterEnd 1"])
    #expect(check([(0, [one], [.began]), (1, [one], [.cancelled]), (2, [one], [.cancelled])]) == ["afterEnd 1"])
    #expect(check([(0, [one], [.began]), (1, [], [])]) == ["vanished 1"])
  }

  @Test("10.1 time never runs backward")
  func time() {
    let one = touch(1)
    #expect(check([(5, [one], [.began]), (5, [one], [.moved]), (4, [one], [.moved])]) == ["timeWentBack 0"])
  }

  @Test("10.1 tracking agrees with the touches: none that is over, and none that is not the control's own")
  func tracking() {
    let own = touch(1, view: control)
    let foreign = touch(2)
    control.touchesBegan(TouchSet([own]), with: nil)
    #expect(check([(0, [own], [.began]), (1, [own], [.ended])]) == ["staleTracking 1"], "the control was not told")
    control.touchesCancelled(TouchSet([own]), with: nil)
    control.touchesBegan(TouchSet([foreign]), with: nil)
    own.phase = .began
    #expect(check([(0, [own], [.began])]) == ["foreignTracking 2"])
    control.touchesCancelled(TouchSet([foreign]), with: nil)
  }

  @Test("10.1 after the last touch everything is at rest, and the verifier keeps nothing alive")
  func rest() {
    weak var gone: Control?
    var verifier = StreamVerifier()
    do {
      let control = Control(frame: .zero)
      let one = touch(1, view: control)
      gone = control
      #expect(verifier.check(TouchSet([one]), at: Timestamp(microseconds: 0)) == [])
      one.phase = .ended
      #expect(verifier.check(TouchSet([one]), at: Timestamp(microseconds: 1)) == [])
    }
    #expect(gone == nil)
    #expect(verifier.check(TouchSet(), at: Timestamp(microseconds: 2)) == [])
  }

  @Test("10.1 the engine runs it on every delivery and tells its observer")
  func inTheEngine() {
    let stage = Stage()
    stage.add(Control(frame: Rect(x: 0, y: 0, width: 100, height: 100)), "control")
    stage.down(1, 10, 10, at: 0)
    stage.down(2, 10, 50, at: 1)
    #expect(stage.violations.isEmpty)
    // What no program can do: a touch is gone, and nobody was told.
    let touches = stage.application.event.touches
    stage.application.event.touches = touches.filter { $0.trackingID != 1 }
    stage.move(2, 10, 60, at: 2)
    #expect(stage.violations.map(\.description) == ["vanished: touch 1 at 2000"])
    // A control and the touch that it tracks keep each other.
    stage.application.event.touches = touches
    stage.application.cancelTouches()
  }
}
