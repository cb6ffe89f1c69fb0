import ContactorCore

extension Conformance.Flowkey {
  /// The cases on gestures.
  static let gestures: [String: Conformance.Check] = [
    "pan-state-cancelled": { item in
      let (rig, pan) = scene()
      // The source has no hysteresis: it begins with the touch.
      pan.hysteresis = .points(0)
      var states: [String] = []
      try rig.play(item.given["touches"]) { _ in states.append(rig.states("pan").last ?? "possible") }
      try match(states, item.expect["stateAfterEach"].texts())
      try match("\(pan.state)", item.expect["afterLaterEnded"].text())
    },
    "pan-velocity-simple": { item in
      let (rig, pan) = scene()
      // The source mixes no more than two samples, however old: the horizon is set so.
      pan.velocityHorizon = .seconds(10)
      pan.velocityStopTime = .seconds(10)
      try rig.play(item.given["touches"])
      try match(pan.velocity(in: nil).numbers, item.expect["velocity"].numbers(), within: 1e-9)
    },
    "pan-translation-equals-displacement": { item in
      let (rig, pan) = scene()
      var ways: [[Double]] = []
      try rig.play(item.given["touches"]) { _ in ways.append(pan.translation(in: nil).numbers) }
      try match(ways, item.expect["translationAfterEach"].list().map { try $0.numbers() })
    },
    "pan-set-translation": { item in
      let (rig, pan) = scene()
      try rig.play(item.given["touches"])
      pan.setTranslation(try Point(item.given["then"]["setTranslation"]), in: nil)
      try match(pan.translation(in: nil).numbers, item.expect["translation"].numbers())
    },
    "pan-translation-reset-is-incremental": { item in
      let rig = GestureRig()
      let view = rig.view(try Rect(item.given["views"]["v"]["frame"]))
      // The source's touches are the view's whatever their place.
      let pan = rig.add(PanGestureRecognizer(), "pan")
      let index = try item.given["setTranslationZeroAfterIndex"].integer()
      try rig.play(item.given["touches"]) { if $0 == index { pan.setTranslation(.zero, in: view) } }
      try match(pan.translation(in: view).numbers, item.expect["translationAtEnd"].numbers())
    },
    "pan-drag-view-own-coords": { item in try drag(item, inSuperview: false) },
    "pan-drag-view-superview-coords": { item in try drag(item, inSuperview: true) },
    "ancestor-recognizer-fires-for-deep-subview-touch": { item in
      let rig = GestureRig()
      let views = item.given["views"]
      let v = rig.view(try Rect(views["v"]["frame"]))
      rig.view(try Rect(views["ss"]["frame"]), in: rig.view(try Rect(views["s"]["frame"]), in: v))
      rig.add(PanGestureRecognizer(), "pan", to: v).hysteresis = .points(5)
      try rig.play(item.given["touches"])
      try match(rig.count("pan") > 0, item.expect["panActionCalled"].flag())
    },
    "child-recognizer-wins-over-parent": { item in
      let rig = GestureRig()
      let views = item.given["views"]
      let parent = rig.view(try Rect(views["v"]["frame"]))
      let child = rig.view(try Rect(views["a"]["frame"]), in: parent)
      rig.add(PanGestureRecognizer(), "parent", to: parent).hysteresis = .points(5)
      rig.add(PanGestureRecognizer(), "child", to: child).hysteresis = .points(5)
      try rig.play(item.given["touches"])
      try match(rig.count("child") > 0, item.expect["panChildAction"].flag(), "child")
      try match(rig.count("parent") > 0, item.expect["panParentAction"].flag(), "parent")
    },
  ]

  private static func scene() -> (GestureRig, PanGestureRecognizer) {
    let rig = GestureRig()
    return (rig, rig.add(PanGestureRecognizer(), "pan"))
  }

  /// The view follows the finger with each action.
  private static func drag(_ item: Case, inSuperview: Bool) throws {
    let size = try Rect(item.given["window"]["frame"]).size
    let rig = GestureRig(width: size.width, height: size.height)
    let view = rig.view(try Rect(item.given["views"]["drag"]["frame"]))
    // The source's touches are the view's whatever their place.
    let pan = rig.add(PanGestureRecognizer(), "pan")
    pan.addAction("drag") { [unowned pan, unowned view] _ in
      let space = inSuperview ? view.superview : view
      let way = pan.translation(in: space)
      view.frame.origin = Point(x: view.frame.origin.x + way.x, y: view.frame.origin.y + way.y)
      pan.setTranslation(.zero, in: space)
    }
    try rig.play(item.given["touches"])
    try match(view.frame.origin.numbers, item.expect["dragOrigin"].numbers())
  }
}

extension Conformance.UIKitFacts {
  /// The cases on gestures.
  static let gestures: [String: Conformance.Check] = [
    "edge-pan-first-touch-only": { item in
      let rig = GestureRig()
      let pan = rig.add(ScreenEdgePanGestureRecognizer(), "edge")
      pan.edges = try .init(name: item.given["recognizer"]["edgePan"].text())
      try rig.play(item.given["touches"])
      let first = try item.expect["translationDrivenBy"].integer()
      let places = try item.given["touches"].list().filter { try $0["id"].integer() == first }.map { try $0["x"].number() }
      try match(rig.states("edge").last, "changed")
      try match(pan.translation(in: nil).x, (places.last ?? 0) - (places.first ?? 0))
      try match(pan.numberOfTouches, 1)
    }
  ]
}
