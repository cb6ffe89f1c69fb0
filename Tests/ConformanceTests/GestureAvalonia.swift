import ContactorCore
import Testing

extension Conformance {
  @Suite("avalonia: holding and pinching")
  struct Avalonia {
    @Test("The case holds", arguments: Case.all(in: "avalonia"))
    func holds(_ item: Case) throws { try judge(item, Self.checks) }

    static let checks: [String: Check] = [
      "hold": hold, "hold-released-early": hold, "hold-cancel-second-finger": hold, "hold-cancel-move": hold,
      "pinch-one-pointer": { item in
        try match(pinches(item), item.expect["pinch"].integer())
      },
      "pinch-two": { item in
        try match(pinches(item) >= 1 ? ">=1" : "0", item.expect["pinch"].text())
      },
    ]

    private static let hold: Check = { item in
      let rig = GestureRig()
      let press = rig.add(LongPressGestureRecognizer(), "hold")
      press.minimumPressDuration = try .microseconds(Int64(item.params["holdMs"].number() * 1000))
      try rig.play(item.given["touches"])
      let ours = rig.states("hold").map { state in
        switch state {
        case "began": "Started"
        case "cancelled": "Cancelled"
        default: state
        }
      }
      let expected = item.expect["holding"]
      try match(ours, expected.isNull ? [] : expected.textIfAny.map { [$0] } ?? expected.texts())
    }

    private static func pinches(_ item: Case) throws -> Int {
      let rig = GestureRig()
      // The source has no slop.
      rig.add(PinchGestureRecognizer(), "pinch").hysteresis = .points(0)
      try rig.play(item.given["touches"])
      return rig.count("pinch")
    }
  }
}
