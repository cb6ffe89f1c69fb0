import ContactorCore

/// The kinds of recognizers that walks use.
enum RecognizerKind: CaseIterable {
  case tap, doubleTap, twoFingerTap, longPress, pan, pinch, rotation, swipe, edgePan, hold

  /// A new recognizer of the kind.
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
    case .longPress: return LongPressGestureRecognizer()
    case .pan: return PanGestureRecognizer()
    case .pinch: return PinchGestureRecognizer()
    case .rotation: return RotationGestureRecognizer()
    case .swipe: return SwipeGestureRecognizer()
    case .edgePan:
      let pan = ScreenEdgePanGestureRecognizer()
      pan.edges = .left
      return pan
    case .hold:
      let hold = MultiFingerHoldGestureRecognizer()
      hold.numberOfTouchesRequired = 2
      return hold
    }
  }
}
