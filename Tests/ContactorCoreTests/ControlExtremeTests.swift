import ContactorControls
import ContactorCore
import ContactorStage
import Testing

@Suite("Controls at the extremes of their numbers, and with actions that disable or remove them (contract 4.6, 4.8, 5.14)")
struct ControlExtremeTests {
  private let stage = Stage()
  private let frame = Rect(x: 100, y: 100, width: 200, height: 50)
  private static let numbers: [Double] = [
    0, -0.0, 1, -1, 0.1, .leastNonzeroMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .infinity, -.infinity, .nan,
  ]

  // MARK: Values

  @Test("4.8 values of sliders and steppers stay finite whatever their ends and steps are set to")
  func values() {
    let slider = stage.add(Slider(frame: frame), "v")
    let stepper = stage.add(Stepper(frame: Rect(x: 100, y: 200, width: 200, height: 50)), "s")
    var time: Int64 = 0
    for minimum in Self.numbers {
      for maximum in Self.numbers {
        for step in Self.numbers {
          (slider.minimumValue, slider.maximumValue, slider.stepValue, slider.value) = (minimum, maximum, step, step)
          (stepper.minimumValue, stepper.maximumValue, stepper.stepValue, stepper.value) = (minimum, maximum, step, step)
          stepper.wraps = step > 0
          slider.increase(slider)
          slider.decrease(slider)
          stepper.increase(stepper)
          stepper.decrease(stepper)
          #expect(slider.value.isFinite && stepper.value.isFinite && stepper.stepValue > 0)
        }
        time += 10_000
        stage.down(1, 150, 110, at: time)
        stage.up(1, 250, 110, at: time + 10)
        stage.tap(2, 250, 210, at: time + 1000)
        #expect(slider.value.isFinite && stepper.value.isFinite)
      }
    }
    #expect(!slider.minimumValue.isNaN && !slider.maximumValue.isNaN && stage.violations.isEmpty)
  }

  @Test("4.8 a stepper ignores steps that are not above 0")
  func steps() {
    let stepper = Stepper(frame: frame)
    for step in [0, -1, -.infinity, .nan] as [Double] {
      stepper.stepValue = step
      #expect(stepper.stepValue == 1)
    }
    stepper.stepValue = 2.5
    #expect(stepper.stepValue == 2.5)
  }

  @Test("4.8 adding beyond the largest number stops at the end")
  func saturation() {
    let stepper = Stepper(frame: frame)
    stepper.maximumValue = .infinity
    stepper.value = .greatestFiniteMagnitude
    stepper.stepValue = .greatestFiniteMagnitude
    stepper.increase(stepper)
    #expect(stepper.value == .greatestFiniteMagnitude)
    stepper.maximumValue = 50
    stepper.stepValue = .infinity
    stepper.decrease(stepper)
    #expect(stepper.value == 0)
    stepper.increase(stepper)
    #expect(stepper.value == 50)
    let slider = Slider(frame: frame)
    (slider.minimumValue, slider.maximumValue) = (-.greatestFiniteMagnitude, .greatestFiniteMagnitude)
    slider.value = 0
    for _ in 0..<20 { slider.increase(slider) }
    #expect(slider.value == .greatestFiniteMagnitude)
  }

  @Test("4.8 a slider whose ends are as far apart as can be follows the finger, to its ends and no further")
  func widestSlider() {
    let slider = stage.add(Slider(frame: frame), "v")
    (slider.minimumValue, slider.maximumValue) = (-.greatestFiniteMagnitude, .greatestFiniteMagnitude)
    stage.down(1, 200, 110, at: 0)
    #expect(slider.value == 0)
    stage.move(1, 9e99, 110, at: 10)
    #expect(slider.value == .greatestFiniteMagnitude)
    stage.move(1, -9e99, 110, at: 20)
    #expect(slider.value == -.greatestFiniteMagnitude)
    stage.up(1, 100, 110, at: 30)
  }

  @Test("4.8 the ends of a slider are reached exactly")
  func exactEnds() {
    let slider = stage.add(Slider(frame: frame), "v")
    (slider.minimumValue, slider.maximumValue) = (-0.1, 0.2)
    stage.down(1, 299, 110, at: 0)
    stage.move(1, 350, 110, at: 10)
    #expect(slider.value == 0.2)
    stage.move(1, 50, 110, at: 20)
    #expect(slider.value == -0.1)
    stage.up(1, 50, 110, at: 30)
  }

  // MARK: Pages and segments

  @Test("4.8 page counts and pages of any number are clamped")
  func pages() {
    let pages = stage.add(PageControl(frame: frame), "p")
    pages.numberOfPages = .max
    pages.currentPage = .max
    #expect(pages.currentPage == .max - 1)
    pages.nextPage(pages)
    #expect(pages.currentPage == .max - 1)
    pages.currentPage = .min
    pages.previousPage(pages)
    #expect(pages.currentPage == 0)
    pages.numberOfPages = .min
    #expect(pages.numberOfPages == 0 && pages.currentPage == 0)
    pages.nextPage(pages)
    #expect(pages.currentPage == 0)
    stage.tap(1, 250, 110, at: 0)
    #expect(stage.taken() == ["p touchDown", "p touchUpInside"])
  }

  @Test("4.8 segments: at most 1,000, at places and of widths of any number")
  func segments() {
    let limit = SegmentedControl.maximumNumberOfSegments
    let control = stage.add(SegmentedControl(frame: frame, numberOfSegments: .max), "g")
    #expect(control.numberOfSegments == limit)
    control.insertSegment(withTitle: "more", at: 0)
    #expect(control.numberOfSegments == limit && control.titleForSegment(at: 0) == nil)
    control.numberOfSegments = .min
    #expect(control.numberOfSegments == 0)
    control.insertSegment(withTitle: "b", at: .max)
    control.insertSegment(withTitle: "a", at: .min)
    #expect((-1...2).map { control.titleForSegment(at: $0) } == [nil, "a", "b", nil])
    for index in [Int.min, -1, 2, .max] {
      control.removeSegment(at: index)
      control.setTitle("x", forSegmentAt: index)
      control.setEnabled(false, forSegmentAt: index)
      control.setWidth(1, forSegmentAt: index)
      control.setSelected(true, forSegment: index)
      control.selectedSegmentIndex = index
      #expect(!control.isEnabledForSegment(at: index) && !control.isSelected(forSegment: index) && control.widthForSegment(at: index) == 0)
    }
    #expect(control.numberOfSegments == 2 && control.selectedSegmentIndex == SegmentedControl.noSegment)
    for width in Self.numbers {
      control.setWidth(width, forSegmentAt: 0)
      let isWidth = width > 0 && width.isFinite
      #expect(control.widthForSegment(at: 0) == (isWidth ? width : 0))
      for x in Self.numbers { #expect((0...1).contains(control.segmentIndex(at: Point(x: x, y: 0)))) }
    }
    control.removeAllSegments()
    #expect(control.segmentIndex(at: .zero) == SegmentedControl.noSegment)
    control.selectNext(control)
    control.selectPrevious(control)
    stage.tap(1, 250, 110, at: 0)
    #expect(stage.taken() == ["g touchDown", "g touchUpInside"])
  }

  @Test("4.8 a segment without a title has none, and a title can be taken away")
  func titles() {
    let control = SegmentedControl(frame: frame, numberOfSegments: 1)
    control.insertSegment(withTitle: nil, at: 1)
    control.insertSegment(withTitle: "", at: 2)
    #expect((0..<3).map { control.titleForSegment(at: $0) } == [nil, nil, ""])
    control.setTitle("one", forSegmentAt: 0)
    control.setTitle(nil, forSegmentAt: 2)
    #expect((0..<3).map { control.titleForSegment(at: $0) } == ["one", nil, nil])
  }

  // MARK: Actions that disable or remove

  private func control(_ kind: Int) -> Control {
    switch kind {
    case 0: return Slider(frame: frame)
    case 1: return Stepper(frame: frame)
    case 2: return Switch(frame: frame)
    case 3: return SegmentedControl(frame: frame, numberOfSegments: 4)
    case 4:
      let pages = PageControl(frame: frame)
      pages.numberOfPages = 4
      return pages
    default: return Button(frame: frame)
    }
  }

  @Test("4.6, 5.14 a control that an action of its own disables or removes is at rest, whichever event it was", arguments: 0..<6)
  func breaksOff(kind: Int) {
    for (index, event) in Control.Events.named.map(\.event).enumerated() {
      for isRemoved in [true, false] {
        let control = stage.add(control(kind), "c")
        var cancels = 0
        control.addAction("cancelled", for: .touchCancel) { _, _ in cancels += 1 }
        control.addAction("break", for: event) { control, _ in
          if isRemoved { control.removeFromSuperview() } else { control.isEnabled = false }
        }
        let time = Int64(index) * 10_000 + (isRemoved ? 5000 : 0)
        stage.tap(1, 250, 110, at: time)
        stage.down(2, 150, 110, at: time + 100)
        stage.move(2, 160, 110, at: time + 110)
        stage.move(2, 700, 400, at: time + 120)
        stage.move(2, 170, 110, at: time + 130)
        stage.application.advance(to: Timestamp(microseconds: (time + 2000) * 1000))
        stage.up(2, 180, 110, at: time + 2100)
        #expect(!control.isTracking && !control.isHighlighted && cancels <= 1, "\(event)")
        control.removeAction(identifiedBy: "break")
        control.removeAction(identifiedBy: "cancelled")
        control.removeFromSuperview()
      }
    }
    #expect(stage.violations.isEmpty && stage.application.event.allTouches.isEmpty && stage.application.nextDeadline == nil)
  }

  @Test("4.8, 5.14 a slider that is disabled or removed in touchDown keeps its value and sends no valueChanged", arguments: [true, false])
  func sliderInTouchDown(isRemoved: Bool) {
    let slider = stage.add(Slider(frame: frame), "v")
    slider.addAction("break", for: .touchDown) { control, _ in
      if isRemoved { control.removeFromSuperview() } else { control.isEnabled = false }
    }
    stage.down(1, 200, 110, at: 0)
    stage.move(1, 250, 110, at: 10)
    stage.up(1, 250, 110, at: 20)
    #expect(slider.value == 0 && stage.taken().filter { $0.hasSuffix("valueChanged") }.isEmpty)
  }

  @Test("4.8, 5.14 a slider or segments removed in touchUpInside take the place where the finger was lifted")
  func removedInUp() {
    let page = stage.add(ContainerView(frame: Rect(x: 100, y: 0, width: 700, height: 400)), "page")
    let slider = Slider(frame: frame)
    let segments = SegmentedControl(frame: Rect(x: 100, y: 200, width: 200, height: 50), numberOfSegments: 2)
    for control in [slider, segments] {
      page.addSubview(control)
      control.addAction("remove", for: .touchUpInside) { control, _ in control.removeFromSuperview() }
    }
    stage.down(1, 210, 110, at: 0)
    stage.up(1, 350, 110, at: 10)
    #expect(slider.value == 0.75)
    stage.tap(2, 250, 210, at: 1000)
    #expect(segments.selectedSegmentIndex == 0)
  }

  @Test("4.6 a subclass that disables the control as tracking ends: it was cancelled, and neither moves on nor flips")
  func disabledInEndTracking() {
    final class Fickle: Switch {
      override func endTracking(_ touch: Touch?, with event: Event?) {
        super.endTracking(touch, with: event)
        isEnabled = false
      }
    }
    final class FickleSlider: Slider {
      override func endTracking(_ touch: Touch?, with event: Event?) {
        super.endTracking(touch, with: event)
        isEnabled = false
      }
    }
    let toggle = stage.add(Fickle(frame: frame), "w")
    stage.tap(1, 150, 110, at: 0)
    #expect(!toggle.isOn && stage.taken() == ["w touchDown", "w touchCancel"])
    toggle.removeFromSuperview()
    let slider = stage.add(FickleSlider(frame: frame), "v")
    slider.isContinuous = false
    stage.tap(2, 200, 110, at: 1000)
    #expect(stage.taken() == ["v touchDown", "v touchCancel", "v valueChanged"], "as the touch moved it")
  }

  @Test("A renderer hears of each change of a value once, and of no other")
  func changes() {
    var heard: [View.Change] = []
    func watched<V: View>(_ view: V) -> V {
      stage.add(view, "x")
      view.onChange = { _, change in heard.append(change) }
      return view
    }
    let slider = watched(Slider(frame: frame))
    slider.value = 0.5
    slider.value = 0.5
    slider.value = .nan
    let toggle = watched(Switch(frame: frame))
    toggle.isOn = true
    toggle.isOn = true
    let pages = watched(PageControl(frame: frame))
    pages.numberOfPages = 3
    pages.currentPage = 9
    pages.currentPage = 2
    let stepper = watched(Stepper(frame: frame))
    stepper.value = 7
    stepper.stepValue = 3
    #expect(heard == [.value, .value, .value, .value, .value])
    heard = []
    let segments = watched(SegmentedControl(frame: frame, numberOfSegments: 2))
    segments.selectedSegmentIndex = 1
    segments.selectedSegmentIndex = 1
    segments.setTitle("a", forSegmentAt: 0)
    segments.setTitle("a", forSegmentAt: 0)
    #expect(heard == [.selection, .text])
  }
}
