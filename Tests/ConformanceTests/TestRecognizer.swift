import ContactorCore

/// A recognizer that does as a case says: on the first touch, or when told to.
final class TestRecognizer: GestureRecognizer {
  var onBegan: GestureRecognizer.State?
  var mayPrevent = true
  var mayBePrevented = true
  /// How often it was reset.
  private(set) var resets = 0

  init(onBegan: GestureRecognizer.State? = nil) {
    self.onBegan = onBegan
    super.init()
  }

  override func touchesBegan(_ touches: TouchSet, with event: Event) {
    if state == .possible, let onBegan { state = onBegan }
  }

  override func touchesEnded(_ touches: TouchSet, with event: Event) {
    if event.allTouches.allSatisfy({ !$0.isAlive }), state == .began || state == .changed { state = .ended }
  }

  override func touchesCancelled(_ touches: TouchSet, with event: Event) { state = .cancelled }

  override func canPrevent(_ other: GestureRecognizer) -> Bool { mayPrevent }
  override func canBePrevented(by other: GestureRecognizer) -> Bool { mayBePrevented }
  override func reset() { resets += 1 }
}

/// A delegate that answers as a case says and counts the questions.
final class TestDelegate: GestureRecognizerDelegate {
  var begins = true
  var receives = true
  var simultaneous = false
  private(set) var simultaneousAsked = 0

  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { begins }

  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool { receives }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool {
    simultaneousAsked += 1
    return simultaneous
  }
}
