import ContactorCore
import Testing

extension Conformance {
  @Suite("hammer: a touch library of the web")
  struct Hammer {
    @Test("The case holds", arguments: Case.all(in: "hammer"))
    func holds(_ item: Case) throws { try judge(item, Self.checks) }

    static let checks: [String: Check] = [
      "pan-start-then-one-move": { item in
        let rig = GestureRig()
        let pan = rig.add(PanGestureRecognizer(), "pan")
        pan.hysteresis = .points(try item.given["recognizer"]["pan"]["threshold"].number())
        try rig.play(item.given["touches"])
        try match(rig.count("pan", .began), item.expect["panstart"].integer())
        try match(rig.count("pan", .changed), item.expect["panmove"].integer())
      },
      "pan-flow-left": { item in
        let rig = GestureRig()
        let pan = rig.add(PanGestureRecognizer(), "pan")
        pan.hysteresis = .points(try item.given["recognizer"]["pan"]["threshold"].number())
        var order: [String] = []
        pan.addAction("order") { [unowned pan] _ in
          let way = pan.velocity(in: nil)
          let direction = abs(way.x) < abs(way.y) ? "vertical" : way.x < 0 ? "left" : "right"
          let step = pan.state == .began ? "start" : pan.state == .changed ? direction : "end"
          if order.last != step { order.append(step) }
        }
        try rig.play(item.given["touches"])
        try match(order, item.expect["order"].texts())
      },
      "tap1": { item in
        let rig = GestureRig()
        let taps = ["single", "double", "triple"].enumerated().map { index, name in
          let tap = rig.add(TapGestureRecognizer(), name)
          tap.numberOfTapsRequired = index + 1
          return tap
        }
        let interval = try item.given["recognizers"]["intervalMs"].number()
        for tap in taps { tap.maximumInterval = .microseconds(Int64(interval * 1000)) }
        taps[0].require(toFail: taps[1])
        taps[0].require(toFail: taps[2])
        taps[1].require(toFail: taps[2])
        try rig.play(item.given["touches"])
        try match(
          [rig.count("triple"), rig.count("double"), rig.count("single")],
          ["triple", "double", "single"].map { try item.expect[$0].integer() })
      },
      "no-press-when-pan-active": { item in
        let rig = GestureRig()
        let given = item.given["recognizers"]
        let pan = rig.add(PanGestureRecognizer(), "pan")
        pan.hysteresis = .points(try given["pan"]["threshold"].number())
        let press = rig.add(LongPressGestureRecognizer(), "press")
        press.minimumPressDuration = try .microseconds(Int64(given["press"]["timeMs"].number() * 1000))
        press.allowableMovement = .points(try given["press"]["threshold"].number())
        press.require(toFail: pan)
        try rig.play(item.given["touches"])
        try match(rig.count("pan", .began) > 0, true, "pan")
        try match(rig.count("press"), item.expect["press"].integer(), "press")
      },
      "pan-and-pinch-simultaneous": panAndPinch, "pan-only-without-relation": panAndPinch,
      "nested-pan-parent-tap-child": { item in
        let rig = GestureRig()
        let child = rig.view(Rect(x: 0, y: 0, width: 100, height: 100))
        let tap = rig.add(TapGestureRecognizer(), "tap", to: child)
        tap.maximumMovement = .points(9)
        let pan = rig.add(PanGestureRecognizer(), "pan")
        pan.hysteresis = .points(5)
        try rig.play(item.given["touches"])
        try match(rig.count("pan", .ended), item.expect["panend"].integer(), "pan")
        try match(rig.count("tap"), item.expect["tap"].integer(), "tap")
      },
      "enable-toggle-between-taps": { item in
        let rig = GestureRig()
        let tap = rig.add(TapGestureRecognizer(), "tap")
        let off = try item.given["disableRecognizerAtMs"].number()
        var counts: [Int] = []
        try rig.play(item.given["touches"]) { index in
          if try item.given["touches"][index]["phase"].text() == "up" { counts.append(rig.count("tap")) }
          if item.given["touches"][index + 1]["t"].numberIfAny ?? 0 > off { tap.isEnabled = false }
        }
        try match(counts, item.expect["tapCount"].numbers().map { Int($0) })
      },
    ]

    private static let panAndPinch: Check = { item in
      let rig = GestureRig()
      let given = item.given["recognizers"]
      let pan = rig.add(PanGestureRecognizer(), "pan")
      pan.hysteresis = .points(try given["pan"]["threshold"].number())
      pan.minimumNumberOfTouches = try given["pan"]["pointers"].integer()
      let pinch = rig.add(PinchGestureRecognizer(), "pinch")
      pinch.hysteresis = .points(try given["pinch"]["threshold"].number())
      let delegate = TestDelegate()
      delegate.simultaneous = !item.given["relation"].isNull
      pinch.delegate = delegate
      try rig.play(item.given["touches"])
      try match(rig.count("pan", .ended), item.expect["panend"].integer(), "pan")
      try match(rig.count("pinch", .ended), item.expect["pinchend"].integer(), "pinch")
    }
  }
}
