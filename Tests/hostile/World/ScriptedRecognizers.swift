import ContactorCore

// A recognizer of a program's own, and the engine's where they can be subclassed.

/// A recognizer that does nothing by itself: what it makes of touches is up to the program.
final class ScriptedRecognizer: GestureRecognizer, Scripted {
  let script: Script

  init(_ script: Script) {
    self.script = script
    super.init()
  }

  deinit { script.play(.ended) }

  override func touchesBegan(_ touches: TouchSet, with event: Event) { script.play(.touchesBegan, touches, event) }
  override func touchesMoved(_ touches: TouchSet, with event: Event) { script.play(.touchesMoved, touches, event) }
  override func touchesEnded(_ touches: TouchSet, with event: Event) { script.play(.touchesEnded, touches, event) }
  override func touchesCancelled(_ touches: TouchSet, with event: Event) { script.play(.touchesCancelled, touches, event) }
  override func deadlinePassed(at moment: Timestamp) { script.play(.deadlinePassed) }
  override func reset() { script.play(.reset) }
  override func canPrevent(_ other: GestureRecognizer) -> Bool { script.ask(.canPrevent) { super.canPrevent(other) } }
  override func canBePrevented(by other: GestureRecognizer) -> Bool {
    script.ask(.canBePrevented) { super.canBePrevented(by: other) }
  }
  override func shouldRequireFailure(of other: GestureRecognizer) -> Bool { script.ask(.shouldRequireFailure) { false } }
  override func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { script.ask(.shouldBeRequiredToFail) { false } }
}

/// A pan.
final class ScriptedPan: PanGestureRecognizer, Scripted {
  let script: Script

  init(_ script: Script) {
    self.script = script
    super.init()
  }

  deinit { script.play(.ended) }

  override func touchesBegan(_ touches: TouchSet, with event: Event) {
    script.play(.touchesBegan, touches, event)
    super.touchesBegan(touches, with: event)
  }
  override func touchesMoved(_ touches: TouchSet, with event: Event) {
    script.play(.touchesMoved, touches, event)
    super.touchesMoved(touches, with: event)
  }
  override func touchesEnded(_ touches: TouchSet, with event: Event) {
    script.play(.touchesEnded, touches, event)
    super.touchesEnded(touches, with: event)
  }
  override func touchesCancelled(_ touches: TouchSet, with event: Event) {
    script.play(.touchesCancelled, touches, event)
    super.touchesCancelled(touches, with: event)
  }
  override func reset() {
    script.play(.reset)
    super.reset()
  }
  override func canPrevent(_ other: GestureRecognizer) -> Bool { script.ask(.canPrevent) { super.canPrevent(other) } }
  override func shouldRequireFailure(of other: GestureRecognizer) -> Bool { script.ask(.shouldRequireFailure) { false } }
}

extension World {
  /// Makes a recognizer; its number says which.
  ///
  /// Own, tap, long press, pan, swipe, pinch, rotation, screen-edge pan, corners, hold, stroke, and once more.
  func makeRecognizer(_ name: ObjectName, isScripted: Bool) -> GestureRecognizer {
    switch name.number % Self.recognizerClasses.count {
    case 0: return ScriptedRecognizer(Script(self, name))
    case 1: return TapGestureRecognizer()
    case 2: return LongPressGestureRecognizer()
    case 3: return isScripted ? ScriptedPan(Script(self, name)) : PanGestureRecognizer()
    case 4: return SwipeGestureRecognizer()
    case 5: return PinchGestureRecognizer()
    case 6: return RotationGestureRecognizer()
    case 7: return ScreenEdgePanGestureRecognizer()
    case 8: return CornerSequenceGestureRecognizer()
    case 9: return MultiFingerHoldGestureRecognizer()
    default: return StrokeGestureRecognizer()
    }
  }

  /// The positions of the classes that can be subclassed.
  static let openRecognizerClasses = [0, 3]

  /// The classes of recognizers, by their number; an own one has the base class.
  static let recognizerClasses = [
    "GestureRecognizer", "TapGestureRecognizer", "LongPressGestureRecognizer", "PanGestureRecognizer",
    "SwipeGestureRecognizer", "PinchGestureRecognizer", "RotationGestureRecognizer", "ScreenEdgePanGestureRecognizer",
    "CornerSequenceGestureRecognizer", "MultiFingerHoldGestureRecognizer", "StrokeGestureRecognizer",
  ]
}
