import ContactorCore
import Testing

extension Conformance {
  @Suite("flutter: recognizers in Google's arena")
  struct Flutter {
    @Test("The case holds", arguments: Case.all(in: "flutter"))
    func holds(_ item: Case) throws { try judge(item, Self.checks) }

    static let checks: [String: Check] = [
      "tap": taps, "tap-second-overlapping-pointer-ignored": taps, "tap-slop-within": taps,
      "two-taps-same-pointer-first-wins": { item in
        let rig = GestureRig()
        try tune(rig.add(TapGestureRecognizer(), "tapA"), item.params)
        try tune(rig.add(TapGestureRecognizer(), "tapB"), item.params)
        try rig.play(item.given["touches"])
        try match(["tapA", "tapB"].map { rig.count($0) }, ["tapA", "tapB"].map { try item.expect[$0].integer() })
      },
      "tap-cancelled-by-pointer-cancel": { item in
        // tapDown is the view's touchesBegan; tapCancel is a tap that came to nothing.
        let rig = GestureRig()
        let tap = rig.add(TapGestureRecognizer(), "tap")
        try rig.play(item.given["touches"])
        try match(rig.count("tap"), 0)
        try match(tap.lastReason?.cause, .cancelled)
      },
      "dtap-too-far": doubleTap, "dtap-first-moved": doubleTap, "dtap-late-second-then-third": doubleTap,
      "dtap-overlapping": doubleTap,
      "lp-up-early": { item in
        let rig = GestureRig()
        try tune(rig.add(LongPressGestureRecognizer(), "press"), item.params)
        try rig.play(item.given["touches"])
        try match(rig.count("press"), item.expect["longPress"].integer())
      },
      "lp-move-after-accept": { item in
        let rig = GestureRig()
        let press = rig.add(LongPressGestureRecognizer(), "press")
        try tune(press, item.params)
        var order: [String] = []
        press.addAction("order") { [unowned press] _ in
          let place = press.location(in: nil)
          switch press.state {
          case .began: order.append("start")
          case .changed: order.append("moveUpdate(\(Int(place.x)),\(Int(place.y)))")
          default: order.append("end")
          }
        }
        try rig.play(item.given["touches"])
        try match(order, item.expect["order"].texts())
      },
      "pan-vs-tap": { item in
        let rig = GestureRig()
        let pan = rig.add(PanGestureRecognizer(), "pan")
        pan.hysteresis = .points(try item.params["touchSlop"].number())
        try tune(rig.add(TapGestureRecognizer(), "tap"), item.params)
        var ways: [Int: Point] = [:]
        try rig.play(item.given["touches"]) { ways[$0] = pan.translation(in: nil) }
        try match(rig.calls.first?.index, item.expect["startAfterIndex"].integer(), "start")
        let delta = try #require(ways[3]) - #require(ways[2])
        try match(delta.numbers, item.expect["deltaAtIndex3"].numbers(), within: 1e-9, "delta")
        try match(rig.count("pan", .ended), item.expect["end"].integer(), "end")
        try match(rig.count("tap"), item.expect["tap"].integer(), "tap")
      },
      "sole-drag-starts-at-down": { item in
        let rig = GestureRig()
        // A recognizer without competitors has no slop in the source.
        let pan = rig.add(PanGestureRecognizer(), "pan")
        pan.hysteresis = .points(0)
        try rig.play(item.given["touches"])
        try match(rig.calls.first?.index == 0 ? "down" : "later", item.expect["startAt"].text())
        try match(pan.translation(in: nil).x, item.expect["primaryDelta"].number())
      },
      "rotation-eighth-turn": { item in
        let rig = GestureRig()
        let rotation = rig.add(RotationGestureRecognizer(), "rotation")
        try rig.play(item.given["touches"])
        try match([rotation.rotation], [item.expect["rotation"].number()], within: 1e-9)
      },
    ]

    private static let taps: Check = { item in
      let rig = GestureRig()
      try tune(rig.add(TapGestureRecognizer(), "tap"), item.params)
      try rig.play(item.given["touches"])
      rig.settle()
      try match(rig.count("tap"), item.expect["tap"].integer())
    }

    private static let doubleTap: Check = { item in
      let rig = GestureRig()
      let tap = rig.add(TapGestureRecognizer(), "doubleTap")
      try tune(tap, item.params)
      tap.numberOfTapsRequired = 2
      try rig.play(item.given["touches"])
      rig.settle()
      try match(rig.count("doubleTap"), item.expect["doubleTap"].integer())
      if let time = item.expect["recognizedAtMs"].numberIfAny { try match(rig.calls[0].time, time) }
    }

    private static func tune(_ tap: TapGestureRecognizer, _ params: JSON) throws {
      tap.maximumMovement = .points(try params["touchSlop"].number())
      tap.maximumTapDistance = .points(try params["doubleTapSlop"].number())
      tap.maximumInterval = try .microseconds(Int64(params["doubleTapTimeoutMs"].number() * 1000))
      tap.minimumInterval = try .microseconds(Int64(params["doubleTapMinMs"].number() * 1000))
      tap.maximumDuration = .seconds(1_000_000)
    }

    private static func tune(_ press: LongPressGestureRecognizer, _ params: JSON) throws {
      press.minimumPressDuration = try .microseconds(Int64(params["longPressMs"].number() * 1000))
      press.allowableMovement = .points(try params["touchSlop"].number())
    }
  }
}
