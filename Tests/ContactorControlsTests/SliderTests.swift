import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Sliders: steps, tick marks, vertical ones, how a finger takes hold of the knob.
@Suite("Sliders")
struct SliderTests {
  private let stage = Stage()

  /// A slider from 0 to 10 over 200 points, from x = 100.
  private func slider(_ frame: Rect = Rect(x: 100, y: 100, width: 200, height: 50), _ change: (Slider) -> Void = { _ in }) -> Slider {
    let slider = stage.add(Slider(frame: frame), "s")
    slider.maximumValue = 10
    change(slider)
    return slider
  }

  private func changes() -> Int { stage.taken().count { $0 == "s valueChanged" } }

  @Test("7.7 a vertical slider grows upward, and a tall one that was not told so still follows the width")
  func vertical() {
    let tall = Rect(x: 100, y: 100, width: 50, height: 200)
    let vertical = slider(tall) { $0.isVertical = true }
    stage.down(1, 120, 250, at: 0)
    #expect(vertical.value == 2.5)
    stage.move(1, 120, 150, at: 10)
    #expect(vertical.value == 7.5)
    stage.move(1, 300, 20, at: 20)
    #expect(vertical.value == 10)
    stage.up(1, 120, 350, at: 30)
    #expect(vertical.value == 0)
    vertical.removeFromSuperview()
    let plain = slider(tall)
    stage.tap(2, 125, 290, at: 100)
    #expect(plain.value == 5)
  }

  @Test("7.7 with steps a finger chooses whole steps, and code any value")
  func steps() {
    let slider = slider {
      $0.stepValue = 2.5
      $0.snapsToSteps = true
    }
    stage.down(1, 120, 110, at: 0)
    #expect(slider.value == 0 && changes() == 0, "1.0 is nearer to 0")
    stage.move(1, 130, 110, at: 10)
    #expect(slider.value == 2.5 && changes() == 1)
    stage.move(1, 160, 110, at: 20)
    #expect(slider.value == 2.5 && changes() == 0, "the same step")
    stage.up(1, 290, 110, at: 30)
    #expect(slider.value == 10 && changes() == 1)
    slider.value = 3.3
    #expect(slider.value == 3.3)
    slider.decrease(slider)
    #expect(slider.value == 0, "3.3 − 2.5 is nearer to 0")
    slider.increase(slider)
    #expect(slider.value == 2.5)
  }

  @Test("7.7 the last step that fits is the greatest; tenths come out as tenths")
  func lastStep() {
    let slider = slider {
      $0.stepValue = 4
      $0.snapsToSteps = true
    }
    stage.tap(1, 299, 110, at: 0)
    #expect(slider.value == 8)
    slider.increase(slider)
    #expect(slider.value == 8)
    slider.stepValue = 0.1
    slider.maximumValue = 0.7
    var values: [Double] = []
    slider.value = 0
    for _ in 1...8 {
      slider.increase(slider)
      values.append(slider.value)
    }
    #expect(values == [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.7])
  }

  @Test("7.7 tick marks stand from end to end; a value that is half way goes to the lower one, as in AppKit")
  func ticks() {
    let slider = slider { $0.numberOfTickMarks = 11 }
    #expect((0..<11).map { slider.tickMarkValue(at: $0) } == (0...10).map { Double($0) })
    #expect(slider.closestTickMarkValue(to: 2.5) == 2 && slider.closestTickMarkValue(to: 2.51) == 3)
    #expect(slider.tickMarkValue(at: -5) == 0 && slider.tickMarkValue(at: .max) == 10)
    stage.tap(1, 151, 110, at: 0)
    #expect(slider.value == 2.55)
    slider.allowsTickMarkValuesOnly = true
    stage.tap(1, 151, 110, at: 1000)
    #expect(slider.value == 3)
    slider.stepValue = 0.25
    slider.increase(slider)
    #expect(slider.value == 4, "to the next mark, whatever the step")
    slider.numberOfTickMarks = 1
    #expect(slider.closestTickMarkValue(to: 9) == 5)
    slider.numberOfTickMarks = 0
    #expect(slider.closestTickMarkValue(to: 9.1) == 9.1)
    (slider.numberOfTickMarks, slider.minimumValue) = (.max, -.infinity)
    #expect(slider.numberOfTickMarks == Slider.maximumNumberOfTickMarks && slider.closestTickMarkValue(to: 3) == 3)
    slider.numberOfTickMarks = -1
    #expect(slider.numberOfTickMarks == 0)
  }

  @Test("7.7 a relative slider moves as far as the finger, and a finger that comes back restores the value exactly")
  func relative() {
    let slider = slider {
      $0.touchMode = .relative
      $0.value = 3.3
    }
    stage.down(1, 280, 110, at: 0)
    #expect(slider.value == 3.3 && changes() == 0)
    stage.move(1, 260, 110, at: 10)
    #expect(abs(slider.value - 2.3) < 1e-12)
    stage.move(1, 280, 110, at: 20)
    #expect(slider.value == 3.3)
    stage.up(1, 280, 110, at: 30)
    #expect(slider.value == 3.3 && changes() == 2)
  }

  @Test("7.7 a knob that must be grabbed refuses a finger beside it, and follows one that takes it off centre")
  func grabs() {
    let slider = slider {
      $0.touchMode = .grabsKnob
      $0.value = 5
    }
    stage.tap(1, 110, 110, at: 0)
    #expect(slider.value == 5 && stage.taken().isEmpty)
    stage.down(2, 215, 110, at: 100)
    #expect(slider.isTracking && slider.value == 5)
    stage.up(2, 235, 110, at: 200)
    #expect(abs(slider.value - 6) < 1e-12)
  }

  @Test("7.7 the parts of a slider lie where a finger finds them, inside of the bounds")
  func frames() {
    let slider = slider { $0.value = 5 }
    #expect(slider.contentFrame(for: .knob) == Rect(x: 75, y: 0, width: 50, height: 50))
    #expect(slider.contentFrame(for: .track) == Rect(x: 0, y: 23, width: 200, height: 4))
    #expect(slider.contentFrame(for: .filled) == Rect(x: 0, y: 23, width: 100, height: 4))
    (slider.value, slider.knobLength, slider.numberOfTickMarks) = (10, 10, 3)
    #expect(slider.contentFrame(for: .knob) == Rect(x: 190, y: 0, width: 10, height: 50))
    #expect(slider.contentFrame(for: .tick(1)).midX == 100 && slider.contentFrame(for: .tick(3)).isNull)
    #expect(slider.contentParts.map(\.kind) == ["track", "filled", "tick", "tick", "tick", "knob"])
    slider.frame = Rect(x: 0, y: 0, width: 20, height: 100)
    (slider.isVertical, slider.value) = (true, 2.5)
    #expect(slider.contentFrame(for: .knob) == Rect(x: 0, y: 70, width: 20, height: 10))
    #expect(slider.contentFrame(for: .filled) == Rect(x: 8, y: 75, width: 4, height: 25))
  }

  @Test("7.5 a slider is asked and set as a number, a text or a whole number, and takes another sender's value")
  func values() throws {
    let slider = slider()
    slider.stringValue = "4.5 bar"
    #expect(slider.doubleValue == 4.5 && slider.intValue == 4 && slider.objectValue == .number(4.5))
    slider.objectValue = nil
    #expect(slider.value == 0)
    let other = stage.add(Stepper(frame: Rect(x: 0, y: 300, width: 100, height: 50)), "other")
    try other.addTarget(slider, action: "takeIntValueFrom:", for: .valueChanged)
    stage.tap(1, 90, 310, at: 0)
    #expect(slider.value == 1 && changes() == 0, "set by code")
  }

  @Test("5.14 an observer that changes the ends while a finger drags is followed from the next movement on")
  func changingEnds() {
    let slider = slider { $0.numberOfTickMarks = 5 }
    slider.on(.valueChanged) { slider in
      slider.maximumValue = -slider.maximumValue
      slider.minimumValue = min(slider.minimumValue, slider.maximumValue) - 1
      slider.numberOfTickMarks = 0
    }
    for mode in [Slider.TouchMode.jumps, .relative, .grabsKnob] {
      slider.touchMode = mode
      stage.down(1, 150, 110, at: 0)
      for x in stride(from: 110.0, to: 290, by: 7) { stage.move(1, x, 110, at: Int64(x)) }
      stage.up(1, 200, 110, at: 400)
      #expect(slider.value.isFinite && stage.violations.isEmpty)
    }
  }

  private static let numbers: [Double] = [0, -0.0, 1, -1, .leastNonzeroMagnitude, 1e308, -1e308, .infinity, -.infinity, .nan]

  @Test("5.14 no number makes a slider's value, frames or words anything but finite", arguments: [false, true])
  func extremes(isVertical: Bool) {
    let slider = slider {
      $0.isVertical = isVertical
      $0.allowsTickMarkValuesOnly = true
    }
    for minimum in Self.numbers {
      for maximum in Self.numbers {
        for step in Self.numbers {
          (slider.minimumValue, slider.maximumValue, slider.stepValue) = (minimum, maximum, step)
          (slider.snapsToSteps, slider.numberOfTickMarks) = (true, step > 0 ? 7 : 0)
          (slider.value, slider.knobLength) = (step, step)
          stage.tap(1, 130, 120, at: 0)
          slider.increase(slider)
          #expect(slider.value.isFinite && !slider.closestTickMarkValue(to: step).isNaN == !step.isNaN)
          #expect(slider.contentFrame(for: .knob).isFinite && slider.accessibilityValue?.isEmpty == false)
        }
      }
    }
    slider.frame = .zero
    #expect(slider.contentFrame(for: .knob).isFinite && slider.contentParts.allSatisfy { $0.frame.isFinite })
  }
}
