import ContactorControls
import ContactorCore
import ContactorStage
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

  // MARK: Segments and pages

  @Test("4.8 segments are turned over, or let go at once, as the tracking mode says; a disabled one stays")
  func segmentModes() {
    let segments = stage.add(SegmentedControl(frame: Rect(x: 0, y: 0, width: 300, height: 50), numberOfSegments: 3), "segments")
    segments.trackingMode = .selectAny
    stage.tap(1, 50, 25, at: 0)
    stage.tap(2, 150, 25, at: 1000)
    stage.tap(3, 50, 25, at: 2000)
    #expect((0..<3).map { segments.isSelected(forSegment: $0) } == [false, true, false])
    #expect(segments.selectedSegmentIndex == 1 && changes("segments") == 3)
    segments.setEnabled(false, forSegmentAt: 2)
    stage.tap(4, 250, 25, at: 3000)
    #expect(!segments.isSelected(forSegment: 2) && changes("segments") == 0)
    segments.trackingMode = .momentary
    segments.selectedSegmentIndex = SegmentedControl.noSegment
    var seen = -2
    segments.addAction("seen", for: .valueChanged) { [unowned segments] _, _ in seen = segments.selectedSegmentIndex }
    stage.tap(5, 50, 25, at: 4000)
    #expect(seen == 0 && segments.selectedSegmentIndex == SegmentedControl.noSegment)
    #expect(!segments.isSelected(forSegment: 7) && !segments.isEnabledForSegment(at: -1))
  }

  // MARK: Text

  @Test("4.8 editing ends when another field is touched, or the field is taken away", arguments: [true, false])
  func editingEnds(touched: Bool) {
    let field = stage.add(TextField(frame: Rect(x: 0, y: 0, width: 100, height: 50)), "field")
    let other = stage.add(TextField(frame: Rect(x: 200, y: 0, width: 100, height: 50)), "other")
    stage.tap(1, 50, 25, at: 0)
    _ = stage.taken()
    if touched { stage.tap(2, 250, 25, at: 1000) } else { field.removeFromSuperview() }
    #expect(stage.taken().filter { $0.contains("editing") } == ["field editingDidEnd"] + (touched ? ["other editingDidBegin"] : []))
    #expect(!field.isEditing && other.isEditing == touched)
  }
}
