import ContactorCore
import Testing

extension Conformance {
  @Suite("compose: taps in Jetpack Compose")
  struct Compose {
    @Test("The case holds", arguments: Case.all(in: "compose"))
    func holds(_ item: Case) throws { try judge(item, Self.checks) }

    static let checks: [String: Check] = [
      "double-tap": counts, "long-press": counts, "second-tap-moved-out": counts, "second-press-held": counts,
    ]

    /// The source's finger leaves the target where ours moves too far: half of its diagonal.
    private static let counts: Check = { item in
      let rig = GestureRig()
      let target = try Rect(item.given["target"])
      let view = rig.view(target)
      let tap = rig.add(TapGestureRecognizer(), "tap", to: view)
      let double = rig.add(TapGestureRecognizer(), "doubleTap", to: view)
      double.numberOfTapsRequired = 2
      double.maximumInterval = try .microseconds(Int64(item.params["doubleTapMs"].number() * 1000))
      let reach = Distance.points(target.size.width / 2 * 2.0.squareRoot())
      double.maximumMovement = reach
      tap.maximumMovement = reach
      let press = rig.add(LongPressGestureRecognizer(), "longPress", to: view)
      press.minimumPressDuration = try .microseconds(Int64(item.params["longPressMs"].number() * 1000))
      double.isEnabled = item.params["doubleTapListener"].flagIfAny ?? false
      press.isEnabled = item.params["longPressListener"].flagIfAny ?? false
      tap.require(toFail: double)
      tap.require(toFail: press)
      try rig.play(item.given["touches"])
      rig.settle()
      for name in ["tap", "doubleTap"] {
        if let count = item.expect[name].numberIfAny { try match(rig.count(name), Int(count), name) }
      }
      if let count = item.expect["longPress"].numberIfAny {
        try match(rig.count("longPress", .began), Int(count), "long press")
      }
    }
  }
}
