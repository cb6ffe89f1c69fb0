import ContactorCore

extension Layout {
  /// An empty screen on which the usual gestures are recognized, each by itself: for what has no layout.
  package static func usualGestures(on screen: LayoutScreen) -> Layout {
    var layout = Layout(file: "", screen: screen)
    layout.gestures = LayoutGesture.usual
    return layout
  }
}

extension LayoutGesture {
  /// The gestures that people make, with the engine's thresholds in millimetres; a tap waits for the double tap to fail.
  ///
  /// They may all go on beside each other, so that none hides another.
  package static let usual: [LayoutGesture] = [
    usual("tap", .tap) { $0.requireToFail = ["doubleTap"] },
    usual("doubleTap", .tap) { $0.taps = 2 },
    usual("longPress", .longPress),
    usual("pan", .pan),
    usual("swipe", .swipe),
    usual("twoFingerTap", .tap) { $0.touches = 2...2 },
    usual("threeFingerSwipe", .swipe) { $0.touches = 3...3 },
    usual("pinch", .pinch),
    usual("rotation", .rotation),
    usual("edgePan", .edgePan) { $0.edges = LayoutSchema.edges },
    usual("hold", .hold) { $0.touches = 3...3 },
  ]

  private static func usual(
    _ id: String, _ kind: LayoutGestureKind, _ change: (inout LayoutGesture) -> Void = { _ in }
  ) -> LayoutGesture {
    var gesture = LayoutGesture(id: id, kind: kind)
    gesture.simultaneous = .withAll
    gesture.tuning = inMillimetres
    change(&gesture)
    return gesture
  }

  /// The engine's distances in points as the millimetres that they are at UIKit's density.
  private static let inMillimetres: LayoutTuning = {
    let tuning = Tuning()
    var settings = LayoutTuning()
    settings.entries = [
      ("tapDistance", tuning.tapDistance), ("longPressMovement", tuning.longPressMovement),
      ("panHysteresis", tuning.panHysteresis), ("swipeDistance", tuning.swipeDistance),
      ("pinchHysteresis", tuning.pinchHysteresis),
    ].map { .init(name: $0, value: .distance(.millimetres($1 / tuning.pointsPerMillimetre))) }
    return settings
  }()
}
