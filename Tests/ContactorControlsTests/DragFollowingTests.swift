import ContactorControls
import ContactorCore
import ContactorStage
import Testing

@Suite("Drags of controls beside swipes and pans around them")
struct DragFollowingTests {
  /// A control that follows a finger.
  enum Kind: CaseIterable { case slider, verticalSlider, knob, picker, toggle, custom, cell }
  /// The recognizers of the window.
  enum Around: CaseIterable { case nothing, swipes, pan, both }

  /// A plain view, not a control, that follows fingers from left to right.
  final class Field: View, DragFollowing {
    var dragAxes: ScrollAxes { .horizontal }
    var moves = 0
    var cancellations = 0
    override func touchesMoved(_ touches: TouchSet, with event: Event?) { moves += 1 }
    override func touchesCancelled(_ touches: TouchSet, with event: Event?) { cancellations += 1 }
  }

  private static let frame = Rect(x: 300, y: 140, width: 200, height: 200)

  private func view(_ kind: Kind) -> View {
    switch kind {
    case .slider, .verticalSlider:
      let slider = Slider(frame: Self.frame)
      slider.isVertical = kind == .verticalSlider
      return slider
    case .knob: return Knob(frame: Self.frame)
    case .picker:
      let picker = PickerView(frame: Self.frame)
      picker.titles = [(0..<20).map { "row \($0)" }]
      return picker
    case .toggle: return Switch(frame: Self.frame)
    case .custom: return Field(frame: Self.frame)
    case .cell: return CellControl(frame: Self.frame, cell: SliderCell())
    }
  }

  private func isAlong(_ kind: Kind, _ way: Point) -> Bool {
    switch kind {
    case .knob: true
    case .verticalSlider, .picker: way.x == 0
    case .slider, .toggle, .custom, .cell: way.y == 0
    }
  }

  private func surround(_ stage: Stage, _ around: Around) {
    if around == .swipes || around == .both {
      for direction in [SwipeGestureRecognizer.Direction.left, .right, .up, .down] {
        let swipe = SwipeGestureRecognizer()
        swipe.direction = direction
        swipe.name = "swipe"
        stage.window.addGestureRecognizer(swipe)
      }
    }
    if around == .pan || around == .both {
      let pan = PanGestureRecognizer()
      pan.name = "pan"
      stage.window.addGestureRecognizer(pan)
    }
  }

  private func drag(_ stage: Stage, from start: Point, by step: Point, steps: Int = 6) {
    stage.down(1, start.x, start.y, at: 0)
    for index in 1...steps {
      stage.move(1, start.x + step.x * Double(index), start.y + step.y * Double(index), at: Int64(index) * 16)
    }
    stage.up(1, start.x + step.x * Double(steps), start.y + step.y * Double(steps), at: Int64(steps) * 16 + 8)
  }

  @Test(
    "A control that follows a drag wins against swipes and pans of the window along it, and loses across it",
    arguments: Kind.allCases, Around.allCases)
  func table(_ kind: Kind, _ around: Around) {
    for step in [Point(x: 14, y: 0), Point(x: -14, y: 0), Point(x: 0, y: 14), Point(x: 0, y: -14)] {
      let stage = Stage()
      stage.add(view(kind), "control")
      surround(stage, around)
      drag(stage, from: Point(x: 400, y: 200), by: step)
      let wasTaken = stage.gestures.contains { $0.hasSuffix("recognized") || $0.hasSuffix("began") }
      #expect(wasTaken == (around != .nothing && !isAlong(kind, step)), "\(kind), \(around), \(step): \(stage.gestures)")
      #expect(stage.record.contains("control touchCancel") == (wasTaken && kind != .custom), "\(kind), \(around), \(step)")
    }
  }

  @Test("A slider at its end keeps the drag")
  func end() {
    let stage = Stage()
    let slider = stage.add(Slider(frame: Self.frame), "control")
    slider.value = 1
    surround(stage, .both)
    drag(stage, from: Point(x: 499, y: 200), by: Point(x: 20, y: 0))
    #expect(slider.value == 1 && stage.gestures.allSatisfy { !$0.hasSuffix("began") && !$0.hasSuffix("recognized") })
  }

  @Test("A disabled slider, and one that refused the touch beside its knob, leave the drag to the window", arguments: [true, false])
  func refused(_ isDisabled: Bool) {
    let stage = Stage()
    // The knob's square is as high as the slider.
    let slider = stage.add(Slider(frame: Rect(x: 300, y: 140, width: 200, height: 40)), "control")
    if isDisabled { slider.isEnabled = false } else { slider.touchMode = .grabsKnob }
    surround(stage, .pan)
    drag(stage, from: Point(x: 480, y: 160), by: Point(x: -14, y: 0))
    #expect(stage.gestures.contains("pan began"), "\(stage.gestures) \(stage.takenReasons())")
  }

  @Test("A slider that is turned by a right angle keeps the drags along its length")
  func turned() {
    for (step, isKept) in [(Point(x: 0, y: 14), true), (Point(x: 14, y: 0), false)] {
      let stage = Stage()
      let slider = stage.add(Slider(frame: Self.frame), "control")
      slider.transform = AffineTransform(rotationAngle: .pi / 2)
      surround(stage, .pan)
      drag(stage, from: Point(x: 400, y: 200), by: step)
      #expect(stage.gestures.contains("pan began") != isKept)
    }
  }

  @Test("Two fingers on one slider, or one beside it, are a pan of two fingers; two sliders keep a finger each", arguments: 0..<3)
  func twoFingers(_ way: Int) {
    let stage = Stage()
    let slider = stage.add(Slider(frame: Self.frame), "a")
    stage.add(Slider(frame: Rect(x: 20, y: 140, width: 200, height: 200)), "b")
    surround(stage, .pan)
    let other = [Point(x: 450, y: 300), Point(x: 400, y: 400), Point(x: 60, y: 200)][way]
    stage.contact(1, .began, 350, 200)
    stage.contact(2, .began, other.x, other.y)
    stage.frame(at: 0)
    for index in 1...5 {
      stage.contact(1, .moved, 350 + Double(index) * 12, 200)
      stage.contact(2, .moved, other.x + Double(index) * 12, other.y)
      stage.frame(at: Int64(index) * 16)
    }
    #expect(stage.gestures.contains("pan began") == (way < 2), "\(way): \(stage.gestures)")
    #expect(slider.isTracking == (way == 2))
  }

  @Test("A scroll view leaves a drag to what follows it, and takes it where a swipe or a pan would", arguments: 0..<6)
  func inScrollView(_ way: Int) {
    let stage = Stage()
    let scroll = stage.add(ScrollView(frame: stage.window.bounds), "scroll")
    scroll.contentSize = Size(width: 3000, height: 3000)
    let slider = stage.add(Slider(frame: Rect(x: 300, y: 140, width: 200, height: 40)), "control", to: scroll)
    slider.value = 0.5
    var (start, step) = (Point(x: 400, y: 160), Point(x: 14, y: 0))
    switch way {
    case 1: step = Point(x: 0, y: 14)
    case 2:
      // Turned by a right angle, it follows drags along its own length.
      slider.transform = AffineTransform(rotationAngle: .pi / 2)
      step = Point(x: 0, y: 14)
    case 3: slider.transform = AffineTransform(rotationAngle: .pi / 2)
    case 4:
      slider.touchMode = .grabsKnob
      start.x = 480
    case 5: slider.isEnabled = false
    default: break
    }
    // A finger that rests first has reached the content.
    for rests in [false, true] {
      let before = scroll.contentOffset
      let time: Int64 = rests ? 10_000 : 0
      stage.down(1, start.x, start.y, at: time)
      if rests { stage.pass(to: time + 400) }
      for index in 1...6 {
        stage.move(1, start.x - step.x * Double(index), start.y - step.y * Double(index), at: time + 400 + Int64(index) * 16)
      }
      #expect((scroll.contentOffset != before) == [false, true, false, true, true, true][way], "rests: \(rests)")
      stage.cancel(1, at: time + 600)
      stage.pass(to: time + 5000)
      scroll.contentOffset = .zero
    }
  }

  @Test("Two fingers on one slider scroll, as no slider follows two; one on each of two sliders do not", arguments: [true, false])
  func twoFingersScroll(shared: Bool) {
    let stage = Stage()
    let scroll = stage.add(ScrollView(frame: stage.window.bounds), "scroll")
    scroll.contentSize = Size(width: 3000, height: 3000)
    stage.add(Slider(frame: Self.frame), "a", to: scroll)
    stage.add(Slider(frame: Rect(x: 20, y: 140, width: 200, height: 200)), "b", to: scroll)
    let other = shared ? 450.0 : 150
    for step in 0...6 {
      stage.contact(1, step == 0 ? .began : .moved, 350 - Double(step) * 14, 200)
      stage.contact(2, step == 0 ? .began : .moved, other - Double(step) * 14, 220)
      stage.frame(at: Int64(step) * 16)
    }
    #expect((scroll.contentOffset.x > 0) == shared)
  }

  @Test("A pan of the slider itself begins, and one from the edge of the screen does, too")
  func notAffected() {
    let stage = Stage()
    let slider = stage.add(Slider(frame: Rect(x: 0, y: 140, width: 400, height: 100)), "control")
    let edge = ScreenEdgePanGestureRecognizer()
    edge.edges = .left
    edge.name = "edge"
    stage.window.addGestureRecognizer(edge)
    drag(stage, from: Point(x: 2, y: 200), by: Point(x: 14, y: 0))
    #expect(stage.takenGestures().contains("edge began"))
    let own = PanGestureRecognizer()
    own.name = "own"
    slider.addGestureRecognizer(own)
    stage.down(2, 200, 200, at: 1000)
    stage.move(2, 260, 200, at: 1016)
    #expect(stage.gestures.contains("own began"))
  }
}

@Suite("The value at the lift")
struct LiftValueTests {
  private static let frame = Rect(x: 100, y: 100, width: 100, height: 40)

  @Test("4.8 A switch follows its knob: a drag further to its side changes nothing, one to the other side flips it")
  func knob() {
    for (isOn, end, expected) in [
      (true, 190.0, true), (true, 110, false), (false, 110, false), (false, 190, true), (true, 140, true), (true, 150, false),
      (false, 150, true),
    ] {
      let stage = Stage()
      let toggle = stage.add(Switch(frame: Self.frame), "w")
      toggle.isOn = isOn
      stage.down(1, 150, 120, at: 0)
      stage.move(1, (150 + end) / 2, 120, at: 16)
      stage.up(1, end, 120, at: 32)
      // A finger that stays at its first position is a tap.
      #expect(toggle.isOn == expected, "\(isOn) to \(end)")
      let sent = stage.record.filter { $0 != "w touchDragInside" }
      #expect(sent == ["w touchDown", "w touchUpInside"] + (isOn == expected ? [] : ["w valueChanged"]))
    }
  }

  @Test("4.8 A finger that moves a switch's knob there and back leaves it as it was")
  func back() {
    let stage = Stage()
    let toggle = stage.add(Switch(frame: Self.frame), "w")
    stage.down(1, 120, 120, at: 0)
    stage.move(1, 190, 120, at: 16)
    stage.move(1, 122, 120, at: 32)
    stage.up(1, 122, 120, at: 48)
    #expect(!toggle.isOn && stage.record.last == "w touchUpInside" && !stage.record.contains("w valueChanged"))
  }

  @Test("4.6 An action of touchUpInside finds the value of the place where the finger was lifted, and valueChanged follows")
  func values() {
    let slider = Slider(frame: Self.frame)
    let late = Slider(frame: Self.frame)
    late.isContinuous = false
    let knob = Knob(frame: Self.frame)
    knob.turnMode = .vertical
    let stepper = Stepper(frame: Self.frame)
    stepper.maximumValue = 10
    let segments = SegmentedControl(frame: Self.frame, numberOfSegments: 4)
    let pages = PageControl(frame: Self.frame)
    pages.numberOfPages = 5
    let controls: [(Control, () -> Double)] = [
      (slider, { slider.value }), (late, { late.value }), (knob, { knob.value }), (stepper, { stepper.value }),
      (segments, { Double(segments.selectedSegmentIndex) }), (pages, { Double(pages.currentPage) }),
    ]
    for (control, value) in controls {
      let stage = Stage()
      stage.add(control, "c")
      let before = value()
      var seen: Double?
      control.addAction("see", for: .touchUpInside) { _, _ in seen = value() }
      stage.down(1, 150, 120, at: 0)
      stage.up(1, 190, 105, at: 16)
      #expect(seen == value() && value() != before, "\(type(of: control)) \(before) \(String(describing: seen)) \(value())")
      #expect(stage.record.suffix(2) == ["c touchUpInside", "c valueChanged"], "\(type(of: control)): \(stage.record)")
      control.removeAction(identifiedBy: "see")
      control.removeFromSuperview()
    }
  }

  @Test("9.3 A drag beside a control that refuses the touch scrolls the view around it; one on the control is the control's")
  func refused() {
    for (start, rests) in [(300.0, false), (300, true), (60, false), (60, true)] {
      let stage = Stage()
      let scroll = stage.add(ScrollView(frame: Rect(x: 0, y: 0, width: 400, height: 400)), "scroll")
      scroll.contentSize = Size(width: 2000, height: 400)
      let slider = Slider(frame: Rect(x: 40, y: 100, width: 300, height: 44))
      slider.touchMode = .grabsKnob
      scroll.addSubview(slider)
      stage.pass(to: 1)
      stage.down(1, start, 120, at: 1000)
      let begin: Int64 = rests ? 1300 : 1000
      let way = start == 60 ? 10.0 : -10
      for step in 1...15 { stage.move(1, start + way * Double(step), 120, at: begin + Int64(step) * 16) }
      stage.up(1, start + way * 15, 120, at: begin + 250)
      #expect((scroll.contentOffset.x > 0) == (start == 300), "from \(start), rested \(rests)")
      #expect((slider.value > 0) == (start == 60), "from \(start), rested \(rests)")
      #expect(stage.violations.isEmpty)
    }
  }
}
