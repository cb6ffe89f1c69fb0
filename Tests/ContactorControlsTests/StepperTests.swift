import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Steppers: faster while they are held, halves, values.
@Suite("Steppers")
struct StepperTests {
  private let stage = Stage()
  private let stepper: Stepper

  init() {
    stepper = stage.add(Stepper(frame: Rect(x: 100, y: 100, width: 100, height: 50)), "s")
    stepper.maximumValue = 1000
  }

  /// The value after the right half was held to a time, in milliseconds.
  private func held(to time: Int64) -> Double {
    stage.pass(to: time)
    return stepper.value
  }

  @Test("7.7 a stepper that is held steps faster from 2 s on, and by more from 4 s on")
  func faster() {
    stage.down(1, 180, 110, at: 0)
    #expect(held(to: 1999) == 15, "0.5, 0.6 … 1.9 s")
    #expect(held(to: 2001) == 16)
    #expect(held(to: 2101) == 18, "2.05, 2.1 s")
    #expect(held(to: 3999) == 16 + 39)
    #expect(held(to: 4001) == 55 + 5)
    #expect(held(to: 4101) == 55 + 15)
    stage.up(1, 180, 110, at: 4110)
    #expect(held(to: 9000) == 70 && stage.application.nextDeadline == nil)
    stage.down(2, 180, 110, at: 10_000)
    #expect(held(to: 10_701) == 73, "slow again: 0.5, 0.6, 0.7 s")
  }

  @Test("7.7 one that shall not speed up keeps its interval")
  func constant() {
    stepper.accelerations = []
    stage.down(1, 180, 110, at: 0)
    #expect(held(to: 5001) == 46)
  }

  @Test("7.7 the steps end if the stepper, or a view around it, is hidden, and do not come back", arguments: 0..<4)
  func hidden(_ way: Int) {
    stage.down(1, 180, 110, at: 0)
    #expect(held(to: 1001) > 1)
    let (before, view) = (stepper.value, way == 3 ? stage.window : stepper)
    switch way {
    case 0, 3: view.isHidden = true
    case 1: view.alpha = 0.005
    default: view.isUserInteractionEnabled = false
    }
    stage.pass(to: 3000)
    #expect(stepper.value == before)
    (view.isHidden, view.alpha, view.isUserInteractionEnabled) = (false, 1, true)
    stage.pass(to: 5000)
    #expect(stepper.value == before)
  }

  @Test("7.7 own delays and accelerations: a rate divides the interval, a multiple multiplies the step, and it stops at the end")
  func own() {
    (stepper.repeatDelay, stepper.repeatInterval, stepper.stepValue) = (.seconds(1), .seconds(1), 2)
    stepper.accelerations = [Stepper.Acceleration(after: .seconds(3), rate: 10, multiple: 100)]
    stage.down(1, 180, 110, at: 0)
    #expect(held(to: 2999) == 4)
    #expect(held(to: 3001) == 204)
    #expect(held(to: 3401) == 1000)
    #expect(held(to: 9000) == 1000)
  }

  @Test("1.10 a host that comes late gets one step, and what it missed does not speed it up")
  func late() {
    stage.down(1, 180, 110, at: 0)
    stage.application.advance(to: Timestamp(microseconds: 60_000_000))
    #expect(stepper.value == 1)
    stage.application.advance(to: Timestamp(microseconds: 120_000_000))
    #expect(stepper.value == 2)
    stage.pass(to: 120_000 + 1350)
    #expect(stepper.value == 15, "0.6 s are held by then, 2 s are 14 beats later")
    stage.pass(to: 120_000 + 1460)
    #expect(stepper.value == 17, "and then two beats in 0.1 s")
  }

  @Test("5.14 accelerations of any numbers, also such that an action sets, neither trap nor hang")
  func extremes() {
    let numbers: [Double] = [0, -1, .leastNonzeroMagnitude, 1e308, .infinity, -.infinity, .nan]
    for number in numbers {
      stepper.value = 0
      (stepper.repeatDelay, stepper.repeatInterval) = number < 0 ? (.seconds(Int64.min), .seconds(Int64.min)) : (nil, nil)
      stepper.accelerations = [
        Stepper.Acceleration(after: .seconds(-1), rate: number, multiple: 1),
        Stepper.Acceleration(after: .milliseconds(600), rate: 1, multiple: number),
      ]
      let start = stage.application.now.microseconds / 1000 + 100
      stage.down(1, 180, 110, at: start)
      for time in stride(from: start, to: start + 2000, by: 100) { stage.application.advance(to: Timestamp(microseconds: time * 1000)) }
      stage.up(1, 180, 110, at: start + 2000)
      #expect(stepper.value.isFinite && stage.application.nextDeadline == nil)
    }
    stepper.on(.valueChanged) { stepper in
      stepper.accelerations.append(Stepper.Acceleration(after: .zero, rate: 3))
      if stepper.value > 3 { stepper.removeFromSuperview() }
    }
    stepper.value = 0
    stage.down(2, 180, 110, at: 60_000)
    stage.pass(to: 70_000)
    #expect(stepper.value > 3 && stepper.window == nil && stage.application.nextDeadline == nil)
  }

  @Test("7.7 the halves are drawn where they are touched, and the one that changes nothing is disabled")
  func halves() {
    #expect(stepper.contentFrame(for: .increment) == Rect(x: 50, y: 0, width: 50, height: 50))
    #expect(stepper.contentParts.map(\.state) == [.disabled, .normal])
    stepper.value = 1000
    #expect(stepper.contentParts.map(\.state) == [.normal, .disabled])
    stepper.wraps = true
    #expect(stepper.contentParts.map(\.state) == [.normal, .normal])
    stepper.value = 5
    stage.down(1, 180, 110, at: 0)
    #expect(stepper.contentParts.map(\.state) == [.normal, .highlighted])
    stage.up(1, 180, 110, at: 10)
    stage.down(1, 110, 110, at: 1000)
    #expect(stepper.contentParts.map(\.state) == [.highlighted, .normal])
    stage.up(1, 110, 110, at: 1010)
    stepper.frame = Rect(x: 100, y: 100, width: 50, height: 100)
    #expect(stepper.contentFrame(for: .increment) == Rect(x: 0, y: 0, width: 50, height: 50))
  }

  @Test("7.5 a stepper is asked and set in every form")
  func values() {
    stepper.objectValue = .text("12")
    #expect(stepper.value == 12 && stepper.stringValue == "12")
    stepper.objectValue = nil
    #expect(stepper.value == 0)
  }
}
