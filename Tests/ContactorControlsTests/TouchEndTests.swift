import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// The ways in which a tracked touch ends.
enum TouchEnd: CaseIterable {
  case upInside, upOutside, cancel, disabled, removed, stopped

  /// The touch's own event.
  var event: String? {
    switch self {
    case .upInside: "touchUpInside"
    case .upOutside: "touchUpOutside"
    case .cancel, .disabled, .removed: "touchCancel"
    case .stopped: nil
    }
  }

  /// Ends touch 1, which is at a place in the control; `stop` makes the control's `continueTracking` return false.
  func end(_ control: Control, on stage: Stage, _ x: Double, _ y: Double, at time: Int64, stop: () -> Void = {}) {
    switch self {
    case .upInside: stage.up(1, x, y, at: time)
    case .upOutside: stage.up(1, x, 479, at: time)
    case .cancel: stage.cancel(1, at: time)
    case .disabled: control.isEnabled = false
    case .removed: control.removeFromSuperview()
    case .stopped:
      stop()
      stage.move(1, x, y, at: time)
    }
  }
}

/// `valueChanged` of controls that are not continuous: once, when the touch is over.
@Suite("Values at the end of a touch")
struct TouchEndTests {
  private let stage = Stage()
  private let frame = Rect(x: 100, y: 100, width: 200, height: 50)

  private final class Dial: Slider {
    var goesOn = true
    override func continueTracking(_ touch: Touch, with event: Event?) -> Bool { goesOn && super.continueTracking(touch, with: event) }
  }

  private final class Count: Stepper {
    var goesOn = true
    override func continueTracking(_ touch: Touch, with event: Event?) -> Bool { goesOn && super.continueTracking(touch, with: event) }
  }

  @Test("4.8 a slider that is not continuous sends valueChanged once, however the touch ends", arguments: TouchEnd.allCases)
  func slider(_ end: TouchEnd) {
    let slider = stage.add(Dial(frame: frame), "s")
    slider.isContinuous = false
    stage.down(1, 150, 120, at: 0)
    stage.move(1, 200, 120, at: 10)
    _ = stage.taken()
    end.end(slider, on: stage, 200, 120, at: 20) { slider.goesOn = false }
    #expect(stage.taken() == [end.event, "valueChanged"].compactMap { $0.map { "s \($0)" } } && slider.value == 0.5)
    stage.up(1, 200, 120, at: 30)
    #expect(stage.taken().isEmpty)
  }

  @Test("4.8 a slider whose value is what it was sends nothing as the touch ends", arguments: TouchEnd.allCases)
  func unchanged(_ end: TouchEnd) {
    let slider = stage.add(Dial(frame: frame), "s")
    (slider.isContinuous, slider.value) = (false, 0.25)
    stage.down(1, 200, 120, at: 0)
    stage.move(1, 150, 120, at: 10)
    _ = stage.taken()
    end.end(slider, on: stage, 150, 120, at: 20) { slider.goesOn = false }
    #expect(stage.taken() == (end.event.map { ["s \($0)"] } ?? []) && slider.value == 0.25)
  }

  @Test("4.8 a knob that is not continuous tells a cancelled touch")
  func knob() {
    let knob = stage.add(Knob(frame: Rect(x: 100, y: 100, width: 100, height: 100)), "k")
    (knob.isContinuous, knob.turnMode) = (false, .points)
    stage.down(1, 150, 110, at: 0)
    stage.cancel(1, at: 10)
    #expect(stage.taken() == ["k touchDown", "k touchCancel", "k valueChanged"] && knob.value == 0.5)
  }

  @Test("4.8 a continuous slider sends nothing more as its touch is taken away, and code's value is not told")
  func continuous() {
    let slider = stage.add(Slider(frame: frame), "s")
    stage.down(1, 150, 120, at: 0)
    _ = stage.taken()
    stage.cancel(1, at: 10)
    #expect(stage.taken() == ["s touchCancel"])
    slider.isContinuous = false
    slider.value = 0.9
    slider.addAction("off", for: .touchDown) { slider, _ in slider.isEnabled = false }
    stage.down(2, 150, 120, at: 1000)
    #expect(stage.taken() == ["s touchDown", "s touchCancel"] && slider.value == 0.9)
  }

  @Test("4.8 a stepper that is not continuous tells its repeats once, however the touch ends", arguments: TouchEnd.allCases)
  func stepper(_ end: TouchEnd) {
    let stepper = stage.add(Count(frame: frame), "s")
    stepper.isContinuous = false
    stage.down(1, 250, 120, at: 0)
    stage.pass(to: 650)
    #expect(stepper.value == 2 && stage.taken() == ["s touchDown"])
    end.end(stepper, on: stage, 250, 120, at: 660) { stepper.goesOn = false }
    #expect(stage.taken() == [end.event, "valueChanged"].compactMap { $0.map { "s \($0)" } } && stepper.value == 2)
    stage.up(1, 250, 120, at: 670)
    #expect(stage.taken().isEmpty && stage.application.nextDeadline == nil)
  }
}
