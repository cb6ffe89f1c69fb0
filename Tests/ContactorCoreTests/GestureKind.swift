import ContactorCore
import ContactorStage

/// Every kind of recognizer, how to make its gesture, and what it then becomes.
enum GestureKind: String, CaseIterable {
  case tap, doubleTap, twoFingerTap, heldTap, longPress, pan, twoFingerPan, swipe, pinch, rotation, edgePan, corners, hold
  case stroke

  func make() -> GestureRecognizer {
    switch self {
    case .tap: return TapGestureRecognizer()
    case .doubleTap:
      let tap = TapGestureRecognizer()
      tap.numberOfTapsRequired = 2
      return tap
    case .twoFingerTap:
      let tap = TapGestureRecognizer()
      tap.numberOfTouchesRequired = 2
      return tap
    case .heldTap:
      let tap = TapGestureRecognizer()
      tap.numberOfTapsRequired = 2
      tap.hold = .seconds(1)
      return tap
    case .longPress: return LongPressGestureRecognizer()
    case .pan: return PanGestureRecognizer()
    case .twoFingerPan:
      let pan = PanGestureRecognizer()
      pan.minimumNumberOfTouches = 2
      return pan
    case .swipe: return SwipeGestureRecognizer()
    case .pinch: return PinchGestureRecognizer()
    case .rotation: return RotationGestureRecognizer()
    case .edgePan:
      let pan = ScreenEdgePanGestureRecognizer()
      pan.edges = .left
      return pan
    case .corners:
      let corners = CornerSequenceGestureRecognizer()
      corners.corners = [.topLeft, .bottomRight]
      return corners
    case .hold: return MultiFingerHoldGestureRecognizer()
    case .stroke:
      let line = StrokeTemplate("line", strokes: [[Point(x: 0, y: 0), Point(x: 1, y: 0)]])
      return StrokeGestureRecognizer(templates: line.map { [$0] } ?? [])
    }
  }

  /// What the recognizer becomes when its gesture is made.
  var states: [String] {
    switch self {
    case .tap, .doubleTap, .twoFingerTap, .heldTap, .swipe, .corners, .hold, .stroke: ["recognized"]
    case .longPress: ["began", "ended"]
    case .pan, .twoFingerPan, .pinch, .rotation, .edgePan: ["began", "changed", "ended"]
    }
  }

  /// Makes the gesture with fingers 21 and up on a stage of 800 × 480; it takes less than two seconds.
  func perform(on stage: Stage, at start: Int64) {
    switch self {
    case .tap: stage.tap(21, 400, 200, at: start)
    case .doubleTap:
      stage.tap(21, 400, 200, at: start)
      stage.tap(22, 400, 200, at: start + 150)
    case .twoFingerTap:
      stage.both(.began, 350, 200, 450, 200, at: start)
      stage.both(.ended, 350, 200, 450, 200, at: start + 50)
    case .heldTap:
      stage.tap(21, 400, 200, at: start)
      stage.down(21, 400, 200, at: start + 150)
      stage.wait(until: start + 1150)
      stage.up(21, 400, 200, at: start + 1200)
    case .longPress:
      stage.down(21, 400, 200, at: start)
      stage.wait(until: start + 500)
      stage.up(21, 400, 200, at: start + 600)
    case .pan: drag(stage, from: 400, at: start)
    case .edgePan: drag(stage, from: 5, at: start)
    case .swipe, .stroke: drag(stage, from: 300, at: start)
    case .twoFingerPan, .pinch, .rotation: performWithTwo(on: stage, at: start)
    case .corners:
      stage.tap(21, 10, 10, at: start)
      stage.tap(22, 790, 470, at: start + 500)
    case .hold:
      for finger in Int32(21)...23 { stage.contact(finger, .began, Double(finger) * 10, 200) }
      stage.frame(at: start)
      stage.wait(until: start + 1000)
      for finger in Int32(21)...23 { stage.contact(finger, .ended, Double(finger) * 10, 200) }
      stage.frame(at: start + 1100)
    }
  }

  private func drag(_ stage: Stage, from x: Double, at start: Int64) {
    stage.down(21, x, 200, at: start)
    stage.move(21, x + 60, 200, at: start + 50)
    stage.move(21, x + 80, 200, at: start + 60)
    stage.up(21, x + 80, 200, at: start + 70)
  }

  private func performWithTwo(on stage: Stage, at start: Int64) {
    stage.both(.began, 350, 200, 450, 200, at: start)
    switch self {
    case .pinch:
      stage.both(.moved, 300, 200, 500, 200, at: start + 20)
      stage.both(.moved, 250, 200, 550, 200, at: start + 40)
      stage.both(.ended, 250, 200, 550, 200, at: start + 60)
    case .rotation:
      stage.both(.moved, 400, 150, 400, 250, at: start + 20)
      stage.both(.moved, 450, 200, 350, 200, at: start + 40)
      stage.both(.ended, 450, 200, 350, 200, at: start + 60)
    default:
      stage.both(.moved, 350, 220, 450, 220, at: start + 20)
      stage.both(.moved, 350, 240, 450, 240, at: start + 40)
      stage.both(.ended, 350, 240, 450, 240, at: start + 60)
    }
  }
}

extension Stage {
  /// Fingers 21 and 22 in one frame.
  func both(_ phase: TouchPhase, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, at time: Int64) {
    contact(21, phase, x1, y1)
    contact(22, phase, x2, y2)
    frame(at: time)
  }

  /// Lets time pass to a moment.
  func wait(until milliseconds: Int64) {
    application.advance(to: Timestamp(microseconds: milliseconds * 1000))
  }

  /// Adds a recognizer to a view, the window where none is named, and gives it back.
  @discardableResult
  func recognize<R: GestureRecognizer>(_ recognizer: R, named name: String = "", in view: View? = nil) -> R {
    if !name.isEmpty { recognizer.name = name }
    (view ?? window).addGestureRecognizer(recognizer)
    return recognizer
  }

  /// A tap recognizer.
  @discardableResult
  func tapRecognizer(_ name: String, taps: Int = 1, touches: Int = 1, in view: View? = nil) -> TapGestureRecognizer {
    let tap = TapGestureRecognizer()
    tap.numberOfTapsRequired = taps
    tap.numberOfTouchesRequired = touches
    return recognize(tap, named: name, in: view)
  }
}

/// A delegate whose answers are set.
final class GestureJudge: GestureRecognizerDelegate {
  var begins = true
  var receives: (Touch) -> Bool = { _ in true }
  var isSimultaneous = false
  var requires: [String] = []
  var isRequiredBy: [String] = []
  private(set) var asked: [String] = []

  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    asked.append("begin \(recognizer.displayName)")
    return begins
  }

  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool { receives(touch) }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool {
    asked.append("\(recognizer.displayName) with \(other.displayName)")
    return isSimultaneous
  }

  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer) -> Bool {
    requires.contains(other.displayName)
  }

  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer) -> Bool {
    isRequiredBy.contains(other.displayName)
  }
}

/// A view that writes down the touches it gets.
final class TouchView: View {
  private(set) var calls: [String] = []

  /// What came since the last call.
  func taken() -> [String] {
    defer { calls = [] }
    return calls
  }

  private func note(_ what: String, _ touches: TouchSet) {
    calls.append("\(what) \(touches.map { "\($0.id.rawValue)" }.joined(separator: ","))")
    assert(touches.allSatisfy { "\($0.phase)" == what })
  }

  override func touchesBegan(_ touches: TouchSet, with event: Event?) { note("began", touches) }
  override func touchesMoved(_ touches: TouchSet, with event: Event?) { note("moved", touches) }
  override func touchesEnded(_ touches: TouchSet, with event: Event?) { note("ended", touches) }
  override func touchesCancelled(_ touches: TouchSet, with event: Event?) { note("cancelled", touches) }
}
