import ContactorCore

// A recognizer of a program's own, and a class for each of the engine's, which calls out of the overrides that matter to it.

/// A recognizer that does nothing by itself: what it makes of touches is up to the program.
final class ScriptedRecognizer: GestureRecognizer, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func touchesBegan(_ touches: TouchSet, with event: Event) { script.play(.touchesBegan, touches, event) }
  override func touchesMoved(_ touches: TouchSet, with event: Event) { script.play(.touchesMoved, touches, event) }
  override func touchesEnded(_ touches: TouchSet, with event: Event) { script.play(.touchesEnded, touches, event) }
  override func touchesCancelled(_ touches: TouchSet, with event: Event) { script.play(.touchesCancelled, touches, event) }
  override func deadlinePassed(at moment: Timestamp) { script.play(.deadlinePassed) }
  override func reset() { script.play(.reset) }
  override func canPrevent(_ other: GestureRecognizer) -> Bool { script.ask(.canPrevent) { super.canPrevent(other) } }
  override func canBePrevented(by other: GestureRecognizer) -> Bool { script.ask(.canBePrevented) { super.canBePrevented(by: other) } }
  override func shouldRequireFailure(of other: GestureRecognizer) -> Bool { script.ask(.shouldRequireFailure) { false } }
  override func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { script.ask(.shouldBeRequiredToFail) { false } }
}

/// A tap.
final class ScriptedTap: TapGestureRecognizer, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func deadlinePassed(at moment: Timestamp) { script.play(.deadlinePassed) { super.deadlinePassed(at: moment) } }
  override func touchesEnded(_ touches: TouchSet, with event: Event) {
    script.play(.touchesEnded, touches, event) { super.touchesEnded(touches, with: event) }
  }
  override func reset() { script.play(.reset) { super.reset() } }
}

/// A long press.
final class ScriptedLongPress: LongPressGestureRecognizer, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func deadlinePassed(at moment: Timestamp) { script.play(.deadlinePassed) { super.deadlinePassed(at: moment) } }
  override func touchesBegan(_ touches: TouchSet, with event: Event) {
    script.play(.touchesBegan, touches, event) { super.touchesBegan(touches, with: event) }
  }
  override func reset() { script.play(.reset) { super.reset() } }
}

/// A pan.
final class ScriptedPan: PanGestureRecognizer, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func touchesMoved(_ touches: TouchSet, with event: Event) {
    script.play(.touchesMoved, touches, event) { super.touchesMoved(touches, with: event) }
  }
  override func touchesCancelled(_ touches: TouchSet, with event: Event) {
    script.play(.touchesCancelled, touches, event) { super.touchesCancelled(touches, with: event) }
  }
  override func reset() { script.play(.reset) { super.reset() } }
}

/// A swipe.
final class ScriptedSwipe: SwipeGestureRecognizer, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func touchesMoved(_ touches: TouchSet, with event: Event) {
    script.play(.touchesMoved, touches, event) { super.touchesMoved(touches, with: event) }
  }
  override func deadlinePassed(at moment: Timestamp) { script.play(.deadlinePassed) { super.deadlinePassed(at: moment) } }
  override func reset() { script.play(.reset) { super.reset() } }
}

/// A pinch.
final class ScriptedPinch: PinchGestureRecognizer, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func touchesMoved(_ touches: TouchSet, with event: Event) {
    script.play(.touchesMoved, touches, event) { super.touchesMoved(touches, with: event) }
  }
  override func canPrevent(_ other: GestureRecognizer) -> Bool { script.ask(.canPrevent) { super.canPrevent(other) } }
  override func reset() { script.play(.reset) { super.reset() } }
}

/// A rotation.
final class ScriptedRotation: RotationGestureRecognizer, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func touchesBegan(_ touches: TouchSet, with event: Event) {
    script.play(.touchesBegan, touches, event) { super.touchesBegan(touches, with: event) }
  }
  override func touchesMoved(_ touches: TouchSet, with event: Event) {
    script.play(.touchesMoved, touches, event) { super.touchesMoved(touches, with: event) }
  }
  override func reset() { script.play(.reset) { super.reset() } }
}

/// A screen-edge pan.
final class ScriptedScreenEdgePan: ScreenEdgePanGestureRecognizer, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func touchesBegan(_ touches: TouchSet, with event: Event) {
    script.play(.touchesBegan, touches, event) { super.touchesBegan(touches, with: event) }
  }
  override func shouldRequireFailure(of other: GestureRecognizer) -> Bool { script.ask(.shouldRequireFailure) { false } }
  override func reset() { script.play(.reset) { super.reset() } }
}

/// A corner sequence.
final class ScriptedCornerSequence: CornerSequenceGestureRecognizer, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func touchesEnded(_ touches: TouchSet, with event: Event) {
    script.play(.touchesEnded, touches, event) { super.touchesEnded(touches, with: event) }
  }
  override func deadlinePassed(at moment: Timestamp) { script.play(.deadlinePassed) { super.deadlinePassed(at: moment) } }
  override func reset() { script.play(.reset) { super.reset() } }
}

/// A hold.
final class ScriptedMultiFingerHold: MultiFingerHoldGestureRecognizer, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func deadlinePassed(at moment: Timestamp) { script.play(.deadlinePassed) { super.deadlinePassed(at: moment) } }
  override func touchesCancelled(_ touches: TouchSet, with event: Event) {
    script.play(.touchesCancelled, touches, event) { super.touchesCancelled(touches, with: event) }
  }
  override func reset() { script.play(.reset) { super.reset() } }
}

/// A stroke.
final class ScriptedStroke: StrokeGestureRecognizer, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func touchesEnded(_ touches: TouchSet, with event: Event) {
    script.play(.touchesEnded, touches, event) { super.touchesEnded(touches, with: event) }
  }
  override func touchesBegan(_ touches: TouchSet, with event: Event) {
    script.play(.touchesBegan, touches, event) { super.touchesBegan(touches, with: event) }
  }
  override func reset() { script.play(.reset) { super.reset() } }
}

extension World {
  /// Makes a recognizer; its number says which.
  ///
  /// Own, tap, long press, pan, swipe, pinch, rotation, screen-edge pan, corners, hold, stroke, and once more.
  func makeRecognizer(_ name: ObjectName, isScripted: Bool) -> GestureRecognizer {
    Script(self, name).making { makeRecognizer(name.number, isScripted: isScripted) }
  }

  private func makeRecognizer(_ number: Int, isScripted: Bool) -> GestureRecognizer {
    switch number % Self.recognizerClasses.count {
    case 0: ScriptedRecognizer()
    case 1: isScripted ? ScriptedTap() : TapGestureRecognizer()
    case 2: isScripted ? ScriptedLongPress() : LongPressGestureRecognizer()
    case 3: isScripted ? ScriptedPan() : PanGestureRecognizer()
    case 4: isScripted ? ScriptedSwipe() : SwipeGestureRecognizer()
    case 5: isScripted ? ScriptedPinch() : PinchGestureRecognizer()
    case 6: isScripted ? ScriptedRotation() : RotationGestureRecognizer()
    case 7: isScripted ? ScriptedScreenEdgePan() : ScreenEdgePanGestureRecognizer()
    case 8: isScripted ? ScriptedCornerSequence() : CornerSequenceGestureRecognizer()
    case 9: isScripted ? ScriptedMultiFingerHold() : MultiFingerHoldGestureRecognizer()
    default: isScripted ? ScriptedStroke() : StrokeGestureRecognizer()
    }
  }

  /// The classes of recognizers, by their number; an own one has the base class.
  static let recognizerClasses = [
    "GestureRecognizer", "TapGestureRecognizer", "LongPressGestureRecognizer", "PanGestureRecognizer",
    "SwipeGestureRecognizer", "PinchGestureRecognizer", "RotationGestureRecognizer", "ScreenEdgePanGestureRecognizer",
    "CornerSequenceGestureRecognizer", "MultiFingerHoldGestureRecognizer", "StrokeGestureRecognizer",
  ]
}
