import ContactorCore

extension Operation {
  /// Recognizers: where they are, what they want, whom they call.
  static let gestures: [Operation] = attaching + targeting + deciding + settings

  private static let attaching: [Operation] = [
    Operation("addRecognizer", "$0.addGestureRecognizer($1)", [.anyView, .recognizer()], weight: 4) {
      $0.the(0, View.self).addGestureRecognizer($0.the(1))
    },
    Operation("removeRecognizer", "$0.removeGestureRecognizer($1)", [.anyView, .recognizer()], weight: 1, inside: 4) {
      $0.the(0, View.self).removeGestureRecognizer($0.the(1))
    },
    Operation("detach", "$0.view?.removeGestureRecognizer($0)", [.recognizer()], weight: 2, inside: 8) {
      let recognizer = $0.the(0, GestureRecognizer.self)
      recognizer.view?.removeGestureRecognizer(recognizer)
    },
    Operation("enableRecognizer", "$0.isEnabled = $1", [.recognizer(), .flag], weight: 3, inside: 8) {
      $0.the(0, GestureRecognizer.self).isEnabled = $0.flag(1)
    },
    Operation("recognizerDelegate", "$0.delegate = $1", [.recognizer(), .delegateOrNil], weight: 4) {
      $0.the(0, GestureRecognizer.self).delegate = $0.maybe(1, ScriptedDelegate.self)
    },
    Operation("requireToFail", "$0.require(toFail: $1)", [.recognizer(), .recognizer()], weight: 3) {
      $0.the(0, GestureRecognizer.self).require(toFail: $0.the(1))
    },
    Operation("cancelsTouches", "$0.cancelsTouchesInView = $1", [.recognizer(), .flag]) {
      $0.the(0, GestureRecognizer.self).cancelsTouchesInView = $0.flag(1)
    },
    Operation("delaysBegan", "$0.delaysTouchesBegan = $1", [.recognizer(), .flag]) {
      $0.the(0, GestureRecognizer.self).delaysTouchesBegan = $0.flag(1)
    },
    Operation("delaysEnded", "$0.delaysTouchesEnded = $1", [.recognizer(), .flag]) {
      $0.the(0, GestureRecognizer.self).delaysTouchesEnded = $0.flag(1)
    },
    Operation("touchTypes", "$0.allowedTouchTypes = $1", [.recognizer(), Domain(types)], weight: 1) {
      $0.the(0, GestureRecognizer.self).allowedTouchTypes = $0.value(1, types)
    },
  ]

  private static let types = ValueList<GestureRecognizer.TouchTypes>([(.all, ".all"), (.finger, ".finger"), (.pen, ".pen"), ([], "[]")])

  private static let targeting: [Operation] = [
    Operation("gesturePlain", "$0.addTarget($1, action: TypedAction(\"act\", ^1.plain))", [.recognizer(), .target], weight: 3) {
      if let target = $0.maybe(1, ScriptedTarget.self) {
        $0.the(0, GestureRecognizer.self).addTarget(target, action: TypedAction("act", ScriptedTarget.plain))
      } else if let target = $0.maybe(1, ScriptedResponder.self) {
        $0.the(0, GestureRecognizer.self).addTarget(target, action: TypedAction("act", ScriptedResponder.plain))
      }
    },
    Operation("gestureByName", "try? $0.addTarget($1, action: $2)", [.recognizer(), .anyTargetOrNil, .name], weight: 3) {
      try? $0.the(0, GestureRecognizer.self).addTarget($0.maybe(1, (any ActionTarget).self), action: $0.value(2, .names))
    },
    Operation("gestureRemove", "$0.removeTarget($1, action: nil)", [.recognizer(), .anyTargetOrNil], weight: 1, inside: 4) {
      $0.the(0, GestureRecognizer.self).removeTarget($0.object(1), action: nil)
    },
    Operation("gestureRemoveNamed", "$0.removeTarget($1, action: $2)", [.recognizer(), .anyTargetOrNil, .name], weight: 1) {
      $0.the(0, GestureRecognizer.self).removeTarget($0.object(1), action: $0.value(2, .names))
    },
  ]

  private static let deciding: [Operation] = [
    Operation("setState", "$0.state = $1", [.recognizer(), Domain(.states)], weight: 2, inside: 8) {
      $0.world.hasSetState = true
      $0.the(0, GestureRecognizer.self).state = $0.value(1, .states)
    },
    Operation("failRecognizer", "$0.fail(.cancelled)", [.recognizer()], weight: 1) { $0.the(0, GestureRecognizer.self).fail(.cancelled) },
    Operation("setDeadline", "$0.deadline = $1", [.recognizer(), .moment], weight: 1, inside: 3) {
      $0.the(0, GestureRecognizer.self).deadline = $0.moment
    },
    Operation(
      "ignoreKept", "for touch in $1.touches { $0.ignore(touch, for: $2.event) }", [.recognizer(), .touches, .application], weight: 1
    ) {
      for touch in $0.the(1, TouchHolder.self).touches {
        $0.the(0, GestureRecognizer.self).ignore(touch, for: $0.the(2, Application.self).event)
      }
    },
    Operation(
      "readRecognizer", "_ = ($0.location(in: $1), $0.numberOfTouches, $0.elapsed, $0.displayName, $0.touchIDs.count)",
      [.recognizer(), .anyViewOrNil]
    ) {
      let recognizer = $0.the(0, GestureRecognizer.self)
      _ = (
        recognizer.location(in: $0.maybe(1)), recognizer.numberOfTouches, recognizer.elapsed, recognizer.displayName,
        recognizer.touchIDs.count
      )
    },
    Operation("touchOf", "_ = $0.location(ofTouch: $1, in: nil)", [.recognizer(), .count], weight: 1) {
      _ = $0.the(0, GestureRecognizer.self).location(ofTouch: $0.count(1), in: nil)
    },
    Operation("reasonOf", "_ = String(describing: $0.lastReason)", [.recognizer()], weight: 1) {
      _ = String(describing: $0.the(0, GestureRecognizer.self).lastReason)
    },
    Operation("superviewOf", "$0.view?.isHidden = $1", [.recognizer(), .flag], weight: 1) {
      $0.the(0, GestureRecognizer.self).view?.isHidden = $0.flag(1)
    },
  ]

  private static let settings: [Operation] = [
    Operation("taps", "($0.numberOfTapsRequired, $0.numberOfTouchesRequired) = ($1, $2)", [.recognizer(1), .count, .count]) {
      let tap = $0.the(0, TapGestureRecognizer.self)
      (tap.numberOfTapsRequired, tap.numberOfTouchesRequired) = ($0.count(1), $0.count(2))
    },
    Operation("tapMovement", "$0.maximumMovement = $1", [.recognizer(1), .distance], weight: 1) {
      $0.the(0, TapGestureRecognizer.self).maximumMovement = $0.value(1, .distances)
    },
    Operation("presses", "($0.numberOfTapsRequired, $0.numberOfTouchesRequired) = ($1, $2)", [.recognizer(2), .count, .count], weight: 1) {
      let press = $0.the(0, LongPressGestureRecognizer.self)
      (press.numberOfTapsRequired, press.numberOfTouchesRequired) = ($0.count(1), $0.count(2))
    },
    Operation("panTouches", "($0.minimumNumberOfTouches, $0.maximumNumberOfTouches) = ($1, $2)", [.recognizer(3), .count, .count]) {
      let pan = $0.the(0, PanGestureRecognizer.self)
      (pan.minimumNumberOfTouches, pan.maximumNumberOfTouches) = ($0.count(1), $0.count(2))
    },
    Operation("panHysteresis", "$0.hysteresis = $1", [.recognizer(3), .distance], weight: 1) {
      $0.the(0, PanGestureRecognizer.self).hysteresis = $0.value(1, .distances)
    },
    Operation("panReading", "_ = ($0.translation(in: $1), $0.velocity(in: $1))", [.recognizer(3), .anyViewOrNil]) {
      let pan = $0.the(0, PanGestureRecognizer.self)
      _ = (pan.translation(in: $0.maybe(1)), pan.velocity(in: $0.maybe(1)))
    },
    Operation(
      "setTranslation", "$0.setTranslation(Point(x: $1, y: $2), in: $3)", [.recognizer(3), .coordinate, .coordinate, .anyViewOrNil]
    ) {
      $0.the(0, PanGestureRecognizer.self).setTranslation($0.point(1), in: $0.maybe(3))
    },
    Operation("swipes", "($0.direction, $0.numberOfTouchesRequired) = ($1, $2)", [.recognizer(4), Domain(directions), .count]) {
      let swipe = $0.the(0, SwipeGestureRecognizer.self)
      (swipe.direction, swipe.numberOfTouchesRequired) = ($0.value(1, directions), $0.count(2))
    },
    Operation("pinches", "($0.minimumNumberOfTouches, $0.maximumNumberOfTouches) = ($1, $2)", [.recognizer(5), .count, .count]) {
      let pinch = $0.the(0, PinchGestureRecognizer.self)
      (pinch.minimumNumberOfTouches, pinch.maximumNumberOfTouches) = ($0.count(1), $0.count(2))
    },
    Operation("readPinch", "$0.scale = $0.scale + $0.velocity", [.recognizer(5)], weight: 1) {
      let pinch = $0.the(0, PinchGestureRecognizer.self)
      pinch.scale += pinch.velocity
    },
    Operation(
      "rotations", "($0.minimumNumberOfTouches, $0.maximumNumberOfTouches) = ($1, $2)", [.recognizer(6), .count, .count], weight: 1
    ) {
      let rotation = $0.the(0, RotationGestureRecognizer.self)
      (rotation.minimumNumberOfTouches, rotation.maximumNumberOfTouches) = ($0.count(1), $0.count(2))
    },
    Operation("readRotation", "$0.rotation = $0.rotation + $0.velocity", [.recognizer(6)], weight: 1) {
      let rotation = $0.the(0, RotationGestureRecognizer.self)
      rotation.rotation += rotation.velocity
    },
    Operation("edges", "$0.edges = $1", [.recognizer(7), Domain(edges)]) {
      $0.the(0, ScreenEdgePanGestureRecognizer.self).edges = $0.value(1, edges)
    },
    Operation("corners", "$0.corners = $1", [.recognizer(8), Domain(corners)], weight: 1) {
      $0.the(0, CornerSequenceGestureRecognizer.self).corners = $0.value(1, corners)
    },
    Operation("holdTouches", "$0.numberOfTouchesRequired = $1", [.recognizer(9), .count], weight: 1) {
      $0.the(0, MultiFingerHoldGestureRecognizer.self).numberOfTouchesRequired = $0.count(1)
    },
    Operation(
      "strokes", "if let line = StrokeTemplate(\"line\", strokes: $1) { $0.templates = [line] }", [.recognizer(10), Domain(strokes)]
    ) {
      guard let line = StrokeTemplate("line", strokes: $0.value(1, strokes)) else { return }
      $0.the(0, StrokeGestureRecognizer.self).templates = [line]
    },
    Operation("strokeLimit", "$0.maximumNumberOfStrokes = $1", [.recognizer(10), .count], weight: 1) {
      $0.the(0, StrokeGestureRecognizer.self).maximumNumberOfStrokes = $0.count(1)
    },
    // Recognizers of strokes on one view decide together.
    Operation("strokeBeside", "$1.view?.addGestureRecognizer($0)", [.recognizer(10), .recognizer(10)], weight: 2) {
      $0.the(1, StrokeGestureRecognizer.self).view?.addGestureRecognizer($0.the(0))
    },
    setting("strokeDirection", "direction", .recognizer(10), \StrokeGestureRecognizer.direction, strokeDirections),
    setting("strokeMargin", "margin", .recognizer(10), \StrokeGestureRecognizer.margin, .numbers),
    setting("pinchDirection", "direction", .recognizer(5), \PinchGestureRecognizer.direction, pinchDirections),
    setting("rotationDirection", "direction", .recognizer(6), \RotationGestureRecognizer.direction, rotationDirections),
    setting("swipeLimit", "maximumDistance", .recognizer(4), \SwipeGestureRecognizer.maximumDistance, swipeLimits),
  ]

  private static let strokeDirections = ValueList<StrokeMatcher.Direction>([(.any, ".any"), (.forward, ".forward")])
  private static let pinchDirections = ValueList<PinchGestureRecognizer.Direction>([
    (.any, ".any"), (.inward, ".inward"), (.outward, ".outward"), ([], "[]"),
  ])
  private static let rotationDirections = ValueList<RotationGestureRecognizer.Direction>([
    (.any, ".any"), (.clockwise, ".clockwise"), (.counterclockwise, ".counterclockwise"), ([], "[]"),
  ])
  private static let swipeLimits = ValueList<Distance?>(
    [(.points(100), ".points(100)"), (nil, "nil")], extremes: [(.points(0), ".points(0)"), (.millimetres(.nan), ".millimetres(.nan)")])

  private static let directions = ValueList<SwipeGestureRecognizer.Direction>([
    (.right, ".right"), ([.left, .right, .up, .down], "[.left, .right, .up, .down]"), ([], "[]"),
  ])
  private static let edges = ValueList<ScreenEdgePanGestureRecognizer.Edges>([(.all, ".all"), (.left, ".left"), ([], "[]")])
  private static let corners = ValueList<[CornerSequenceGestureRecognizer.Corner]>([
    ([.topLeft, .topRight], "[.topLeft, .topRight]"), ([], "[]"), ([.topLeft], "[.topLeft]"),
  ])
  private static let strokes = ValueList<[[Point]]>(
    [
      ([[Point(x: 0, y: 0), Point(x: 100, y: 0)]], "[[Point(x: 0, y: 0), Point(x: 100, y: 0)]]"),
      ([[Point(x: 0, y: 0), Point(x: 100, y: 100)]], "[[Point(x: 0, y: 0), Point(x: 100, y: 100)]]"),
    ],
    extremes: [
      ([], "[]"), ([[Point(x: 0, y: 0), Point(x: .nan, y: 1)]], "[[Point(x: 0, y: 0), Point(x: .nan, y: 1)]]"),
      ([[Point(x: -1e308, y: 0), Point(x: 1e308, y: 1)]], "[[Point(x: -1e308, y: 0), Point(x: 1e308, y: 1)]]"),
    ])
}
