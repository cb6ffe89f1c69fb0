import ContactorCore
import Testing

extension Conformance {
  @Suite("gecko-apz: taps in Mozilla's pan and zoom controller")
  struct Gecko {
    @Test("The case holds", arguments: Case.all(in: "gecko-apz"))
    func holds(_ item: Case) throws { try judge(item, Self.checks) }

    static let checks: [String: Check] = [
      "tap-100": { item in
        let rig = try played(item)
        try match(rig.states("single"), ["ended"])
      },
      "long-press": { item in
        let rig = try played(item)
        try match(rig.states("press"), ["began", "ended"])
        try match(rig.calls.map(\.index), [1, 2])
      },
      "long-press-moved": { item in
        let rig = try played(item)
        let isMissing = !rig.states("press").contains("ended")
        try match(isMissing, item.expect["absent"].texts() == ["LongTapUp"])
      },
      "double-tap-not-zoomable": { item in
        let rig = try played(item, isZoomable: false)
        try match(rig.count("single"), try item.expect["order"].list().count)
      },
      "double-tap-too-far": { item in
        let rig = try played(item)
        try match(rig.count("single"), item.expect["SingleTap"].integer(), "single")
        try match(rig.count("double"), item.expect["DoubleTap"].integer(), "double")
      },
      "tap-then-two-finger": { item in
        let rig = try played(item)
        try match(rig.count("single"), item.expect["SingleTap"].integer())
      },
    ]

    /// Single tap, which waits for a double tap where pages can be zoomed, and long press.
    private static func played(_ item: Case, isZoomable: Bool = true) throws -> GestureRig {
      let rig = GestureRig()
      let single = rig.add(TapGestureRecognizer(), "single")
      let double = rig.add(TapGestureRecognizer(), "double")
      double.numberOfTapsRequired = 2
      double.isEnabled = isZoomable
      if let tolerance = item.params["tolerance"].numberIfAny { double.maximumTapDistance = .points(tolerance) }
      single.require(toFail: double)
      let press = rig.add(LongPressGestureRecognizer(), "press")
      if let time = item.params["longPressMs"].numberIfAny { press.minimumPressDuration = .microseconds(Int64(time * 1000)) }
      try rig.play(item.given["touches"])
      rig.settle()
      return rig
    }
  }
}
