import ContactorCore
import ContactorStage
import Testing

/// Contract 5.14: no setting of a recognizer, however far out, traps, hangs, or leaves a recognizer stuck.
struct GestureExtremeTests {
  static let counts = [Int.min, -1, 0, 1, .max]
  static let times: [Duration] = [
    .seconds(Int64.min), .microseconds(Int64.min), .microseconds(-1), .zero, .nanoseconds(1), .microseconds(1),
    .microseconds(Int64.max), .seconds(Int64.max), .seconds(Int64.max) + .seconds(Int64.max),
  ]
  static let numbers = [-Double.infinity, -1, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, .nan]

  static var distances: [Distance] { numbers.flatMap { [.points($0), .millimetres($0)] } }

  /// Makes every gesture there is on one recognizer with its settings, so that all its machines run.
  private func play(_ recognizer: GestureRecognizer) {
    let stage = Stage()
    stage.recognize(recognizer)
    for (index, kind) in GestureKind.allCases.enumerated() {
      kind.perform(on: stage, at: Int64(index) * 10_000)
      stage.wait(until: Int64(index) * 10_000 + 9_000)
    }
    _ = recognizer.lastReason?.description
    recognizer.isEnabled = false
    #expect(recognizer.state == .possible)
    #expect(stage.violations.isEmpty, "\(stage.violations)")
  }

  private func each<Value>(_ values: [Value], _ make: (Value) -> GestureRecognizer) {
    for value in values { play(make(value)) }
  }

  /// A recognizer with one setting changed.
  private func with<R: GestureRecognizer, Value>(
    _ made: @autoclosure () -> R, _ setting: ReferenceWritableKeyPath<R, Value>, _ value: Value
  ) -> R {
    let recognizer = made()
    recognizer[keyPath: setting] = value
    return recognizer
  }

  @Test("No number of touches or taps is too much, or too little")
  func numbersOfTouches() {
    each(Self.counts) { with(TapGestureRecognizer(), \.numberOfTapsRequired, $0) }
    each(Self.counts) { with(TapGestureRecognizer(), \.numberOfTouchesRequired, $0) }
    each(Self.counts) { with(LongPressGestureRecognizer(), \.numberOfTapsRequired, $0) }
    each(Self.counts) { with(LongPressGestureRecognizer(), \.numberOfTouchesRequired, $0) }
    each(Self.counts) { with(MultiFingerHoldGestureRecognizer(), \.numberOfTouchesRequired, $0) }
    each(Self.counts) { with(SwipeGestureRecognizer(), \.numberOfTouchesRequired, $0) }
    each(Self.counts) { with(PanGestureRecognizer(), \.minimumNumberOfTouches, $0) }
    each(Self.counts) { with(PanGestureRecognizer(), \.maximumNumberOfTouches, $0) }
    each(Self.counts) { with(PinchGestureRecognizer(), \.minimumNumberOfTouches, $0) }
    each(Self.counts) { with(PinchGestureRecognizer(), \.maximumNumberOfTouches, $0) }
    each(Self.counts) { with(RotationGestureRecognizer(), \.minimumNumberOfTouches, $0) }
    each(Self.counts) { with(RotationGestureRecognizer(), \.maximumNumberOfTouches, $0) }
    each(Self.counts) { with(StrokeGestureRecognizer(templates: templates), \.maximumNumberOfStrokes, $0) }
  }

  @Test("No duration is too long, or too short")
  func durations() {
    each(Self.times) { with(TapGestureRecognizer(), \.maximumDuration, $0) }
    each(Self.times) { with(TapGestureRecognizer(), \.hold, $0) }
    each(Self.times) { time in
      let tap = with(TapGestureRecognizer(), \.numberOfTapsRequired, 2)
      tap.minimumInterval = time
      return tap
    }
    each(Self.times) { with(with(TapGestureRecognizer(), \.numberOfTapsRequired, 2), \.maximumInterval, $0) }
    each(Self.times) { with(LongPressGestureRecognizer(), \.minimumPressDuration, $0) }
    each(Self.times) { with(with(LongPressGestureRecognizer(), \.numberOfTapsRequired, 1), \.maximumTapDuration, $0) }
    each(Self.times) { with(with(LongPressGestureRecognizer(), \.numberOfTapsRequired, 1), \.maximumInterval, $0) }
    each(Self.times) { with(MultiFingerHoldGestureRecognizer(), \.hold, $0) }
    each(Self.times) { with(SwipeGestureRecognizer(), \.maximumDuration, $0) }
    each(Self.times) { with(CornerSequenceGestureRecognizer(), \.maximumDuration, $0) }
    each(Self.times) { with(CornerSequenceGestureRecognizer(), \.maximumInterval, $0) }
    each(Self.times) { with(PanGestureRecognizer(), \.velocityHorizon, $0) }
    each(Self.times) { with(PanGestureRecognizer(), \.velocityStopTime, $0) }
    each(Self.times) { with(StrokeGestureRecognizer(templates: templates), \.pauseLimit, $0) }
  }

  @Test("No distance is too far, too near, or no number")
  func distances() {
    each(Self.distances) { with(TapGestureRecognizer(), \.maximumMovement, $0) }
    each(Self.distances) { with(with(TapGestureRecognizer(), \.numberOfTapsRequired, 2), \.maximumTapDistance, $0) }
    each(Self.distances) { with(with(TapGestureRecognizer(), \.numberOfTouchesRequired, 2), \.maximumSeparation, $0) }
    each(Self.distances) { with(LongPressGestureRecognizer(), \.allowableMovement, $0) }
    each(Self.distances) { with(with(LongPressGestureRecognizer(), \.numberOfTapsRequired, 1), \.maximumTapDistance, $0) }
    each(Self.distances) { with(MultiFingerHoldGestureRecognizer(), \.allowableMovement, $0) }
    each(Self.distances) { with(SwipeGestureRecognizer(), \.minimumDistance, $0) }
    each(Self.distances) { with(SwipeGestureRecognizer(), \.minimumSpeed, $0) }
    each(Self.distances) { with(SwipeGestureRecognizer(), \.onsetDistance, $0) }
    each(Self.distances) { with(PanGestureRecognizer(), \.hysteresis, $0) }
    each(Self.distances) { with(PinchGestureRecognizer(), \.hysteresis, $0) }
    each(Self.distances) { with(PinchGestureRecognizer(), \.minimumSpan, $0) }
    each(Self.distances) { with(RotationGestureRecognizer(), \.minimumMovement, $0) }
    each(Self.distances) { with(CornerSequenceGestureRecognizer(), \.cornerSize, $0) }
    each(Self.distances) { with(CornerSequenceGestureRecognizer(), \.maximumMovement, $0) }
    each(Self.distances) { with(StrokeGestureRecognizer(templates: templates), \.minimumSize, $0) }
    each(Self.distances) { distance in
      let pan = with(ScreenEdgePanGestureRecognizer(), \.edges, .all)
      pan.edgeWidth = distance
      return pan
    }
  }

  @Test("No number without a unit is out of range")
  func plainNumbers() {
    each(Self.numbers) { with(SwipeGestureRecognizer(), \.maximumDeviation, $0) }
    each(Self.numbers) { with(RotationGestureRecognizer(), \.hysteresis, $0) }
    each(Self.numbers) { with(RotationGestureRecognizer(), \.rotation, $0) }
    each(Self.numbers) { with(PinchGestureRecognizer(), \.scale, $0) }
    each(Self.numbers) { with(StrokeGestureRecognizer(templates: templates), \.threshold, $0) }
    each(Self.numbers) { number in
      let pan = PanGestureRecognizer()
      pan.setTranslation(Point(x: number, y: number), in: nil)
      pan.addAction("reset") { [unowned pan] _ in pan.setTranslation(Point(x: number, y: -number), in: nil) }
      return pan
    }
  }

  @Test("A window of any density makes gestures of some sort")
  func densities() {
    for number in Self.numbers {
      let stage = Stage()
      stage.window.pointsPerMillimetre = number
      for kind in GestureKind.allCases { stage.recognize(kind.make()) }
      for (index, kind) in GestureKind.allCases.enumerated() {
        kind.perform(on: stage, at: Int64(index) * 10_000)
        stage.wait(until: Int64(index) * 10_000 + 9_000)
      }
      #expect(stage.violations.isEmpty)
    }
  }

  @Test("Nothing to look for is never found")
  func nothing() {
    play(with(CornerSequenceGestureRecognizer(), \.corners, []))
    play(with(SwipeGestureRecognizer(), \.direction, []))
    play(with(ScreenEdgePanGestureRecognizer(), \.edgeWidth, .points(.infinity)))
    play(StrokeGestureRecognizer())
  }

  @Test("Corners that are taken away while they are being tapped do no harm")
  func cornersTakenAway() {
    let stage = Stage()
    let corners = stage.recognize(CornerSequenceGestureRecognizer())
    stage.tap(1, 5, 5, at: 0)
    corners.corners = []
    stage.tap(1, 795, 5, at: 100)
    stage.wait(until: 9000)
    #expect(stage.takenGestures().allSatisfy { $0 == "corners failed" })
  }

  @Test("A number of touches or taps below one counts as one")
  func atLeastOne() {
    let stage = Stage()
    let tap = stage.tapRecognizer("tap", taps: 0, touches: -1)
    stage.tap(1, 100, 100, at: 0)
    #expect(stage.takenGestures() == ["tap recognized"])
    tap.isEnabled = false
    let pan = stage.recognize(PanGestureRecognizer())
    pan.minimumNumberOfTouches = 0
    stage.down(1, 100, 100, at: 1000)
    stage.move(1, 150, 100, at: 1010)
    stage.up(1, 150, 100, at: 1020)
    #expect(stage.takenGestures() == ["pan began", "pan ended"])
  }

  @Test("A velocity is a velocity with any settings and any places")
  func velocity() {
    for time in Self.times {
      for number in Self.numbers {
        var tracker = VelocityTracker()
        tracker.horizon = time
        tracker.stopTime = time
        tracker.maximumSpeed = number
        for step in 0..<30 {
          tracker.add(Point(x: Double(step) * number, y: number), at: Timestamp(microseconds: Int64(step) * 1000))
        }
        _ = tracker.velocity(at: Timestamp(microseconds: .max))
        _ = tracker.velocity(at: Timestamp(microseconds: .min))
        _ = tracker.velocity(at: Timestamp(microseconds: 29_000))
        tracker.add(.zero, at: Timestamp(microseconds: .max))
        tracker.add(.zero, at: Timestamp(microseconds: .min))
      }
    }
    var tracker = VelocityTracker()
    tracker.maximumSpeed = -5
    tracker.add(.zero, at: Timestamp(microseconds: 0))
    tracker.add(Point(x: 10, y: 0), at: Timestamp(microseconds: 10_000))
    #expect(tracker.velocity(at: Timestamp(microseconds: 10_000)) == .zero)
  }

  @Test("Shapes of any coordinates are compared, or are none")
  func shapes() {
    for number in Self.numbers {
      let places = [Point(x: 0, y: 0), Point(x: number, y: 1), Point(x: 1, y: number), Point(x: number, y: -number)]
      guard let template = StrokeTemplate("shape", strokes: [places]) else { continue }
      _ = template.text
      #expect(template.similarity(to: [places]) >= 0)
    }
    let tiny = Double.leastNonzeroMagnitude
    let template = StrokeTemplate("tiny", strokes: [[Point(x: 0, y: 0), Point(x: tiny, y: tiny * 4)]])
    _ = template?.text
  }

  private var templates: [StrokeTemplate] {
    StrokeTemplate("line", strokes: [[Point(x: 0, y: 0), Point(x: 1, y: 0)]]).map { [$0] } ?? []
  }
}
