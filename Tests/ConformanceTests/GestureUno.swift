import ContactorCore
import Testing

extension Conformance {
  @Suite("uno: taps and manipulations of Uno's UWP")
  struct Uno {
    @Test("The case holds", arguments: Case.all(in: "uno"))
    func holds(_ item: Case) throws { try judge(item, Self.checks) }

    static let checks: [String: Check] = [
      "tap": taps, "tap-any-duration": taps, "tap-y": taps,
      "double-tap-on-down": { item in
        let rig = GestureRig()
        let taps = (1...2).map { rig.add(TapGestureRecognizer(), "\($0)") }
        taps[1].numberOfTapsRequired = 2
        // The source recognizes the second tap with the touch.
        taps[1].hold = .zero
        var tapped: [[Double]] = []
        for tap in taps {
          tap.maximumMovement = .points(try item.params["tapMaxDelta"].number())
          tap.addAction("place") { [unowned tap] _ in
            tapped.append(tap.location(in: nil).numbers + [Double(tap.numberOfTapsRequired)])
          }
        }
        try rig.play(item.given["touches"])
        rig.settle()
        try match(tapped, item.expect["tapped"].list().map { try $0.numbers() })
      },
      "two-finger-translate": { item in
        let rig = GestureRig()
        let pan = rig.add(PanGestureRecognizer(), "pan")
        pan.minimumNumberOfTouches = 2
        pan.hysteresis = .points(try item.params["start"]["translate"].number())
        var start = Point.zero
        try rig.play(item.given["touches"]) { index in
          if index == 1 { start = pan.location(in: nil) }
        }
        try match(rig.states("pan"), ["began"])
        try match(start.numbers, item.expect["started"].numbers(), within: 1e-9, "started")
        try match(pan.translation(in: nil).numbers, item.expect["delta"].numbers(), within: 1e-9, "delta")
        try match(pan.location(in: nil).numbers, item.expect["at"].numbers(), within: 1e-9, "at")
      },
      "rotate-ccw-q1": rotation, "rotate-ccw-q2": rotation, "rotate-ccw-q3": rotation, "rotate-cw-q2": rotation,
      "rotate-cw-q3": rotation, "rotate-cw-q4": rotation,
      "scale-down": { item in
        try match(scales(item), item.expect["scaleCumulative"].numbers(), within: 1e-9)
      },
      "zero-distance": { item in
        try match([scales(item).last ?? .nan], [item.expect["scale"].number()], within: 1e-9)
      },
    ]

    private static let taps: Check = { item in
      let rig = GestureRig()
      let tap = rig.add(TapGestureRecognizer(), "tap")
      tap.maximumMovement = .points(try item.params["tapMaxDelta"].number())
      tap.maximumDuration = .seconds(1_000_000)
      var places: [[Double]] = []
      tap.addAction("place") { [unowned tap] _ in places.append(tap.location(in: nil).numbers) }
      try rig.play(item.given["touches"])
      try match(places, item.expect["tapped"].list().map { try $0.numbers() })
    }

    private static let rotation: Check = { item in
      let rig = GestureRig()
      rig.offset = Point(x: 500, y: 500)
      let rotation = rig.add(RotationGestureRecognizer(), "rotation")
      var angles: [Double] = []
      rotation.addAction("angle") { [unowned rotation] _ in angles.append(rotation.rotation * 180 / .pi) }
      try rig.play(item.given["touches"])
      try match(angles, item.expect["cumulativeDeg"].numbers(), within: 1e-9)
    }

    private static func scales(_ item: Case) throws -> [Double] {
      let rig = GestureRig()
      let pinch = rig.add(PinchGestureRecognizer(), "pinch")
      pinch.hysteresis = .points(try item.params["start"]["expansion"].number())
      var scales: [Double] = []
      pinch.addAction("scale") { [unowned pinch] _ in scales.append(pinch.scale) }
      try rig.play(item.given["touches"])
      return scales
    }
  }
}
