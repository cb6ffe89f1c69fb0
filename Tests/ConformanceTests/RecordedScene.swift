import ContactorCore

/// A window with one recognizer of each kind, all with default settings, as an application would have them.
///
/// A single tap waits for a double tap. Where an application wants swipes beside pans, the pans wait for them, and any
/// direction counts.
final class RecordedScene {
  let rig: GestureRig
  private(set) var recognizers: [GestureRecognizer] = []

  init(_ size: Size, wantsSwipes: Bool) {
    rig = GestureRig(width: size.width, height: size.height)
    let taps = (1...3).map { fingers in
      let tap = add(TapGestureRecognizer(), fingers == 1 ? "tap" : "tap\(fingers)")
      tap.numberOfTouchesRequired = fingers
      return tap
    }
    let doubleTap = add(TapGestureRecognizer(), "doubleTap")
    doubleTap.numberOfTapsRequired = 2
    taps[0].require(toFail: doubleTap)
    add(LongPressGestureRecognizer(), "longPress")
    let swipes = (1...2).map { fingers in
      let swipe = add(SwipeGestureRecognizer(), "swipe\(fingers)")
      swipe.numberOfTouchesRequired = fingers
      if wantsSwipes { swipe.direction = [.right, .left, .up, .down] }
      return swipe
    }
    for fingers in 1...4 {
      let pan = add(PanGestureRecognizer(), "pan\(fingers)")
      pan.minimumNumberOfTouches = fingers
      pan.maximumNumberOfTouches = fingers
      if wantsSwipes, fingers <= swipes.count { pan.require(toFail: swipes[fingers - 1]) }
    }
    add(PinchGestureRecognizer(), "pinch")
    add(RotationGestureRecognizer(), "rotation")
  }

  @discardableResult
  private func add<Recognizer: GestureRecognizer>(_ recognizer: Recognizer, _ name: String) -> Recognizer {
    rig.add(recognizer, name)
    recognizers.append(recognizer)
    return recognizer
  }

  /// The names of what was recognized or begun, in order.
  var recognized: [String] {
    rig.calls.filter { $0.state == .began || $0.isDiscrete }.map(\.name)
  }

  /// Why each recognizer decided as it did last.
  var explanation: String {
    recognizers.map { "\($0.name): \($0.lastReason.map { "\($0)" } ?? "no touch")" }.joined(separator: "; ")
  }
}
