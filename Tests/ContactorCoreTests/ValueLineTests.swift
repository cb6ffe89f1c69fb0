import ContactorControls
import ContactorCore
import Testing

@Suite("The controls' own events, line by line (contract 4.8)")
struct ValueLineTests {
  let stage = Stage()

  private func changes(_ name: String) -> Int { stage.taken().count { $0 == "\(name) valueChanged" } }

  // MARK: Switch and slider

  @Test("4.8 a switch that is left or cancelled does not flip")
  func switchOutside() {
    let toggle = stage.add(Switch(frame: Rect(x: 0, y: 0, width: 100, height: 50)), "switch")
    stage.down(1, 50, 25, at: 0)
    stage.up(1, 500, 25, at: 10)
    stage.down(2, 50, 25, at: 1000)
    stage.cancel(2, at: 1010)
    #expect(!toggle.isOn && changes("switch") == 0)
    stage.tap(3, 50, 25, at: 2000)
    stage.tap(4, 50, 25, at: 4000)
    #expect(!toggle.isOn && changes("switch") == 2)
  }

  @Test("4.8 setting a value in code sends nothing")
  func silentSetters() {
    let toggle = stage.add(Switch(frame: .zero), "switch")
    let slider = stage.add(Slider(frame: .zero), "slider")
    let stepper = stage.add(Stepper(frame: .zero), "stepper")
    let segments = stage.add(SegmentedControl(frame: .zero, numberOfSegments: 3), "segments")
    let pages = stage.add(PageControl(frame: .zero), "pages")
    let field = stage.add(TextField(frame: .zero), "field")
    toggle.isOn = true
    slider.value = 1
    stepper.value = 5
    segments.selectedSegmentIndex = 1
    pages.numberOfPages = 3
    pages.currentPage = 2
    field.text = "a"
    #expect(stage.taken().isEmpty)
  }

  // MARK: Stepper

  private func stepper(wraps: Bool = false) -> Stepper {
    let stepper = stage.add(Stepper(frame: Rect(x: 0, y: 0, width: 100, height: 50)), "stepper")
    (stepper.minimumValue, stepper.maximumValue, stepper.stepValue) = (0, 3, 1)
    stepper.wraps = wraps
    return stepper
  }

  @Test("4.8 a stepper counts down in its left half and up in its right one, in steps, to its ends")
  func stepperHalves() {
    let stepper = stepper()
    var values: [Double] = []
    for (tap, x) in [75.0, 75, 75, 75, 25].enumerated() {
      stage.tap(Int32(tap), x, 25, at: Int64(tap) * 1000)
      values.append(stepper.value)
    }
    #expect(values == [1, 2, 3, 3, 2])
    #expect(changes("stepper") == 4, "at its end it sends nothing")
  }

  @Test("4.8 a stepper that wraps goes from one end to the other")
  func stepperWraps() {
    let stepper = stepper(wraps: true)
    stage.tap(1, 25, 25, at: 0)
    #expect(stepper.value == 3)
    stage.tap(2, 75, 25, at: 1000)
    #expect(stepper.value == 0 && changes("stepper") == 2)
  }

  @Test("4.8 a stepper repeats after 0.5 s while the finger stays in its half, and stops when it is lifted")
  func stepperRepeats() {
    let stepper = stepper()
    stepper.maximumValue = 100
    func wait(until time: Int64) { stage.application.advance(to: Timestamp(microseconds: time * 1000)) }
    stage.down(1, 75, 25, at: 0)
    wait(until: 499)
    #expect(stepper.value == 1)
    wait(until: 500)
    #expect(stepper.value == 2)
    wait(until: 800)
    #expect(stepper.value == 5, "every 0.1 s")
    stage.move(1, 25, 25, at: 850)
    wait(until: 1200)
    #expect(stepper.value == 5, "not while the finger is in the other half")
    stage.move(1, 75, 25, at: 1210)
    wait(until: 1300)
    #expect(stepper.value == 6)
    stage.up(1, 75, 25, at: 1310)
    wait(until: 9000)
    #expect(stepper.value == 6 && stage.application.nextDeadline == nil)
  }

  @Test("4.8 a stepper that is cancelled stops repeating; one without auto-repeat never starts", arguments: [true, false])
  func stepperStops(repeats: Bool) {
    let stepper = stepper()
    stepper.autorepeat = repeats
    stage.down(1, 75, 25, at: 0)
    #expect((stage.application.nextDeadline != nil) == repeats)
    stage.cancel(1, at: 100)
    stage.application.advance(to: Timestamp(microseconds: 9_000_000))
    #expect(stepper.value == 1)
  }

  @Test("4.8 a stepper that is not continuous sends valueChanged once at the end")
  func discreteStepper() {
    let stepper = stepper()
    stepper.isContinuous = false
    stage.down(1, 75, 25, at: 0)
    stage.application.advance(to: Timestamp(microseconds: 600_000))
    #expect(stepper.value == 3 && changes("stepper") == 0)
    stage.up(1, 75, 25, at: 700)
    #expect(changes("stepper") == 1)
  }

  // MARK: Segments and pages

  @Test("4.8 a segmented control sends valueChanged on change only")
  func segments() {
    let segments = stage.add(SegmentedControl(frame: Rect(x: 0, y: 0, width: 300, height: 50), numberOfSegments: 3), "segments")
    #expect(segments.selectedSegmentIndex == SegmentedControl.noSegment)
    stage.tap(1, 150, 25, at: 0)
    #expect(segments.selectedSegmentIndex == 1 && changes("segments") == 1)
    stage.tap(2, 150, 25, at: 1000)
    #expect(segments.selectedSegmentIndex == 1 && changes("segments") == 0)
    stage.down(3, 50, 25, at: 2000)
    stage.up(3, 250, 25, at: 2010)
    #expect(segments.selectedSegmentIndex == 2 && changes("segments") == 1, "where the finger is lifted")
    #expect(!segments.isSelected(forSegment: 1) && segments.isSelected(forSegment: 2))
    stage.down(4, 50, 25, at: 3000)
    stage.up(4, 50, 60, at: 3010)
    #expect(segments.selectedSegmentIndex == 2 && changes("segments") == 0, "below it")
  }

  @Test("4.8 segments are turned over, or let go at once, as the tracking mode says; a disabled one stays")
  func segmentModes() {
    let segments = stage.add(SegmentedControl(frame: Rect(x: 0, y: 0, width: 300, height: 50), numberOfSegments: 3), "segments")
    segments.trackingMode = .selectAny
    stage.tap(1, 50, 25, at: 0)
    stage.tap(2, 150, 25, at: 1000)
    stage.tap(3, 50, 25, at: 2000)
    #expect((0..<3).map { segments.isSelected(forSegment: $0) } == [false, true, false])
    #expect(segments.selectedSegmentIndex == 1 && changes("segments") == 3)
    segments.setEnabled(false, forSegment: 2)
    stage.tap(4, 250, 25, at: 3000)
    #expect(!segments.isSelected(forSegment: 2) && changes("segments") == 0)
    segments.trackingMode = .momentary
    segments.selectedSegmentIndex = SegmentedControl.noSegment
    var seen = -2
    segments.addAction("seen", for: .valueChanged) { [unowned segments] _, _ in seen = segments.selectedSegmentIndex }
    stage.tap(5, 50, 25, at: 4000)
    #expect(seen == 0 && segments.selectedSegmentIndex == SegmentedControl.noSegment)
    #expect(!segments.isSelected(forSegment: 7) && !segments.isEnabled(forSegment: -1))
  }

  @Test("4.8 a page control turns back in its left half and on in its right one, and sends on change only")
  func pages() {
    let pages = stage.add(PageControl(frame: Rect(x: 0, y: 0, width: 100, height: 50)), "pages")
    pages.numberOfPages = 3
    var shown: [Int] = []
    for (tap, x) in [25.0, 75, 75, 75, 25].enumerated() {
      stage.tap(Int32(tap), x, 25, at: Int64(tap) * 1000)
      shown.append(pages.currentPage)
    }
    #expect(shown == [0, 1, 2, 2, 1] && changes("pages") == 3)
    pages.numberOfPages = 1
    #expect(pages.currentPage == 0)
    pages.numberOfPages = -1
    #expect(pages.numberOfPages == 0 && pages.currentPage == 0)
  }

  // MARK: Text

  @Test("4.8 a text field sends the editing events")
  func textField() {
    let field = stage.add(TextField(frame: Rect(x: 0, y: 0, width: 100, height: 50)), "field")
    field.insertText("lost")
    field.insertNewline()
    #expect(field.text.isEmpty && stage.taken().isEmpty, "it is not being edited")
    stage.tap(1, 50, 25, at: 0)
    #expect(stage.taken() == ["field touchDown", "field touchUpInside", "field editingDidBegin"])
    #expect(field.isEditing && field.isFirstResponder)
    field.insertText("ab")
    field.deleteBackward()
    #expect(field.text == "a" && stage.taken() == ["field editingChanged", "field editingChanged"])
    field.insertNewline()
    #expect(stage.taken() == ["field editingDidEndOnExit", "field editingDidEnd"])
    #expect(!field.isEditing && !field.isFirstResponder)
  }

  @Test("4.8 editing ends when another field is touched, or the field is taken away", arguments: [true, false])
  func editingEnds(touched: Bool) {
    let field = stage.add(TextField(frame: Rect(x: 0, y: 0, width: 100, height: 50)), "field")
    let other = stage.add(TextField(frame: Rect(x: 200, y: 0, width: 100, height: 50)), "other")
    stage.tap(1, 50, 25, at: 0)
    _ = stage.taken()
    if touched { stage.tap(2, 250, 25, at: 1000) } else { field.removeFromSuperview() }
    #expect(stage.taken().filter { $0.contains("editing") } == ["field editingDidEnd"] + (touched ? ["other editingDidBegin"] : []))
    #expect(!field.isEditing && other.isEditing == touched)
    field.deleteBackward()
    #expect(stage.taken().isEmpty)
  }
}
