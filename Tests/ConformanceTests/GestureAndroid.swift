import ContactorCore
import Testing

extension Conformance {
  @Suite("android-uigesture: UIKit's recognizers as ported to Android")
  struct Android {
    @Test("The case holds", arguments: Case.all(in: "android-uigesture"))
    func holds(_ item: Case) throws { try judge(item, Self.checks) }

    static let checks: [String: Check] = [
      "tap-disabled": single, "tap-needs-2-fingers-got-1": single, "shouldBegin-false": single,
      "shouldReceiveTouch-false": single, "double-tap-too-slow": single, "tap-moved-out": single,
      "tap-moved-within": single, "two-finger-tap": single, "double-tap-half-slop": single,
      "longpress-moved-too-much": single, "longpress-after-one-tap": single, "longpress-second-tap-too-far": single,
      "longpress-move-after-began": single, "longpress-two-fingers": single, "pan-needs-two": single,
      "pan-max-one-two-fingers": single, "swipe-right": single, "swipe-wrong-direction": single,
      "swipe-not-enough-fingers": single, "edge-left": single, "edge-not-at-edge": single,
      "edge-two-fingers-max-1": single,
      "swipe-too-slow": { item in
        let rig = GestureRig()
        rig.add(try recognizer(item.given["recognizer"], item.params), "it")
        try rig.play(item.given["touches"])
        try match(["possible"] + (rig.transitions["it"] ?? []), item.expect["transition"].texts())
        try match(rig.count("it"), item.expect["fires"].integer())
      },
      "swipe-requires-tap-failure": { item in
        let rig = GestureRig()
        let given = item.given["recognizers"]
        let swipe = rig.add(SwipeGestureRecognizer(), "swipe")
        swipe.direction = try .init(name: given["swipe"]["dir"].text())
        let tap = rig.add(TapGestureRecognizer(), "tap")
        try tune(tap, item.params)
        swipe.require(toFail: tap)
        try rig.play(item.given["touches"])
        try match(rig.states("swipe"), [item.expect["swipe"].text()])
        try match(rig.count("tap"), item.expect["tap"].integer())
      },
      "rotate-90": { item in
        let rig = GestureRig()
        let rotation = rig.add(RotationGestureRecognizer(), "it")
        var angles: [Double] = []
        rotation.addAction("angle") { [unowned rotation] _ in
          if rotation.state == .changed { angles.append(rotation.rotation) }
        }
        try rig.play(item.given["touches"])
        try match(rig.shortStates("it"), item.expect["states"].texts())
        try match(!angles.isEmpty && angles.allSatisfy { $0 != 0 }, true, "angles")
      },
    ]

    /// One recognizer on the window.
    private static let single: Check = { item in
      let size = item.given["view"].isNull ? Rect(x: 0, y: 0, width: 1000, height: 1000) : try Rect(item.given["view"])
      let rig = GestureRig(width: size.size.width, height: size.size.height)
      let recognizer = rig.add(try recognizer(item.given["recognizer"], item.params), "it")
      let delegate = TestDelegate()
      if !item.given["delegate"].isNull {
        delegate.begins = item.given["delegate"]["shouldBegin"].flagIfAny ?? true
        delegate.receives = item.given["delegate"]["shouldReceiveTouch"].flagIfAny ?? true
        recognizer.delegate = delegate
      }
      var touches = 0
      recognizer.addAction("touches") { touches = $0.numberOfTouches }
      try rig.play(item.given["touches"])
      rig.settle()
      let expect = item.expect
      if let count = expect["fires"].numberIfAny ?? expect["actionCalls"].numberIfAny {
        try match(rig.count("it"), Int(count), "actions")
      }
      if !expect["states"].isNull { try match(rig.shortStates("it"), expect["states"].texts(), "states") }
      if let count = expect["numberOfTouches"].numberIfAny { try match(touches, Int(count), "touches") }
    }

    /// A recognizer as cases write it: a kind, or an object of a kind and its settings.
    private static func recognizer(_ given: JSON, _ params: JSON) throws -> GestureRecognizer {
      let made: GestureRecognizer
      if !given["tap"].isNull {
        let tap = TapGestureRecognizer()
        try tune(tap, params)
        tap.numberOfTapsRequired = Int(given["tap"][0].numberIfAny ?? given["tap"]["taps"].numberIfAny ?? 1)
        tap.numberOfTouchesRequired = Int(given["tap"][1].numberIfAny ?? given["tap"]["touches"].numberIfAny ?? 1)
        made = tap
      } else if !given["longPress"].isNull || given == .text("longPress") {
        made = try longPress(given["longPress"], params)
      } else if !given["pan"].isNull {
        let pan = PanGestureRecognizer()
        pan.hysteresis = .points(try params["touchSlop"].number())
        pan.minimumNumberOfTouches = try given["pan"]["min"].integer()
        pan.maximumNumberOfTouches = try given["pan"]["max"].integer()
        made = pan
      } else if !given["swipe"].isNull {
        let swipe = SwipeGestureRecognizer()
        swipe.direction = try .init(name: given["swipe"].text())
        swipe.numberOfTouchesRequired = Int(given["touches"].numberIfAny ?? 1)
        if let velocity = given["minVelocity"].numberIfAny { swipe.minimumSpeed = .points(velocity) }
        made = swipe
      } else {
        let pan = ScreenEdgePanGestureRecognizer()
        pan.edges = try .init(name: given["edgePan"].text())
        if let maximum = given["max"].numberIfAny { pan.maximumNumberOfTouches = Int(maximum) }
        made = pan
      }
      made.isEnabled = given["enabled"].flagIfAny ?? true
      return made
    }

    /// The source's taps include the press itself.
    private static func longPress(_ given: JSON, _ params: JSON) throws -> LongPressGestureRecognizer {
      let press = LongPressGestureRecognizer()
      press.minimumPressDuration = try .microseconds(Int64(params["longPressMs"].number() * 1000))
      press.maximumInterval = try .microseconds(Int64(params["doubleTapTimeoutMs"].number() * 1000))
      press.maximumTapDistance = .points(try params["doubleTapSlop"].number())
      press.maximumTapDuration = try .microseconds(Int64(params["tapTimeoutMs"].number() * 1000))
      press.allowableMovement = .points(try given["allowableMovement"].numberIfAny ?? params["touchSlop"].number())
      press.numberOfTapsRequired = Int(given["tapsRequired"].numberIfAny ?? 1) - 1
      press.numberOfTouchesRequired = Int(given["touches"].numberIfAny ?? 1)
      return press
    }

    private static func tune(_ tap: TapGestureRecognizer, _ params: JSON) throws {
      tap.maximumDuration = try .microseconds(Int64(params["tapTimeoutMs"].number() * 1000))
      tap.maximumInterval = try .microseconds(Int64(params["doubleTapTimeoutMs"].number() * 1000))
      tap.maximumMovement = .points(try params["touchSlop"].number())
      tap.maximumTapDistance = .points(try params["doubleTapSlop"].number())
    }
  }
}
